#include <cardume/profile.hpp>

namespace cardume {

void ProfiledScheduler::run(std::uint32_t count, std::uint32_t grain, ChunkFunction body, void* context) {
  inner_.parallel_for(count, grain, [&](Chunk chunk) {
    const ScopedSpan span(&hooks_, {Span::Kind::kChunk, stage_, chunk.number});
    body(context, chunk);
  });
}

bool ProfiledScheduler::offer(BackgroundJob& job) { return offer_to(inner_, job); }

}  // namespace cardume
