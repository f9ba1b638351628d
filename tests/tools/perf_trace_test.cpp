#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cardume/world.hpp>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <thread>

#include "tools/perf/span_log.hpp"

namespace cardume::perf {
namespace {

constexpr std::uint32_t kThreads = 3;
constexpr const char* kStages[] = {"bucket", "rules"};

Span tick_span() { return {Span::Kind::kTick, "tick", 0}; }
Span stage_span(const char* name) { return {Span::Kind::kStage, name, 0}; }
Span chunk_span(const char* name, std::uint32_t chunk) { return {Span::Kind::kChunk, name, chunk}; }

/// A tick of two stages of two chunks each.
void work(const ProfilerHooks& hooks) {
  const ScopedSpan tick(&hooks, tick_span());
  for (const char* name : kStages) {
    const ScopedSpan stage(&hooks, stage_span(name));
    for (std::uint32_t chunk = 0; chunk < 2; ++chunk) const ScopedSpan inner(&hooks, chunk_span(name, chunk));
  }
}

/// All threads are there at once, so that no id is given out twice.
void work_on_threads(SpanLog& log) {
  std::barrier all(kThreads);
  std::vector<std::thread> threads;
  for (std::uint32_t i = 0; i < kThreads; ++i)
    threads.emplace_back([&] {
      all.arrive_and_wait();
      for (int tick = 0; tick < 5; ++tick) work(log.hooks());
      all.arrive_and_wait();
    });
  for (std::thread& thread : threads) thread.join();
}

bool within(const LoggedSpan& inner, const LoggedSpan& outer) {
  return inner.thread == outer.thread && inner.begin_ns >= outer.begin_ns && inner.end_ns <= outer.end_ns;
}

/// Depth by what a span is: those around it must be of the depths above.
int depth_of(Span::Kind kind) { return kind == Span::Kind::kTick ? 0 : kind == Span::Kind::kStage ? 1 : 2; }

TEST(SpanLog, KeepsTheSpansOfEveryThreadInEachOther) {
  SpanLog log;
  work_on_threads(log);
  const std::vector<LoggedSpan> spans = log.spans();
  ASSERT_EQ(spans.size(), kThreads * 5 * 7u);
  std::set<std::uint32_t> numbers;
  std::vector<LoggedSpan> open;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const LoggedSpan& span = spans[i];
    numbers.insert(span.thread);
    EXPECT_LE(span.begin_ns, span.end_ns);
    open.resize(static_cast<std::size_t>(depth_of(span.span.kind)));
    for (const LoggedSpan& outer : open) EXPECT_TRUE(within(span, outer)) << i;
    if (span.span.kind == Span::Kind::kChunk) {
      EXPECT_STREQ(span.span.name, open.back().span.name);
    }
    open.push_back(span);
    if (i > 0 && spans[i - 1].thread == span.thread) {
      EXPECT_GE(span.begin_ns, spans[i - 1].begin_ns) << i;
    }
  }
  EXPECT_EQ(numbers, (std::set<std::uint32_t>{0, 1, 2}));
  EXPECT_TRUE(std::is_sorted(spans.begin(), spans.end(), [](auto& a, auto& b) { return a.thread < b.thread; }));
}

TEST(SpanLog, KeepsTheOrderWithinAThread) {
  SpanLog log;
  work(log.hooks());
  const std::vector<LoggedSpan> spans = log.spans();
  std::vector<std::string> names;
  for (const LoggedSpan& one : spans) names.push_back(one.span.name + std::to_string(one.span.chunk));
  EXPECT_EQ(names, (std::vector<std::string>{"tick0", "bucket0", "bucket0", "bucket1", "rules0", "rules0", "rules1"}));
  work(log.hooks());
  EXPECT_EQ(log.spans().size(), 14u);
}

TEST(SpanLog, NumbersThreadsInTheOrderInWhichTheyAreSeen) {
  SpanLog log;
  std::atomic<bool> seen = false, done = false;
  std::thread first([&] {
    { const ScopedSpan span(&log.hooks(), stage_span("first")); }
    seen = true;
    seen.notify_one();
    done.wait(false);
  });
  seen.wait(false);
  { const ScopedSpan span(&log.hooks(), stage_span("second")); }
  done = true;
  done.notify_one();
  first.join();
  const std::vector<LoggedSpan> spans = log.spans();
  ASSERT_EQ(spans.size(), 2u);
  EXPECT_STREQ(spans[0].span.name, "first");
  EXPECT_EQ(spans[0].thread, 0u);
  EXPECT_STREQ(spans[1].span.name, "second");
  EXPECT_EQ(spans[1].thread, 1u);
}

/// Spans with times of our own: two ticks in a row on one thread, jobs and empty spans on another.
std::vector<LoggedSpan> made_up() {
  constexpr std::uint64_t kStart = 1'000'000'000'000;  // Beyond 32 bits.
  std::vector<LoggedSpan> spans{{tick_span(), 0, 500, 2500},
                                {stage_span("bucket"), 0, 500, 1000},
                                {chunk_span("bucket", 3), 0, 600, 1000},
                                {stage_span("rules"), 0, 1000, 2500},
                                {tick_span(), 0, 2500, 3000},
                                {{Span::Kind::kJob, "field", 0}, 1, 100, 900},
                                {{Span::Kind::kJob, "tiles", 0}, 1, 900, 900}};
  for (LoggedSpan& one : spans) {
    one.begin_ns += kStart;
    one.end_ns += kStart;
  }
  return spans;
}

TEST(ChromeJson, HasACompleteEventForEachSpan) {
  const nlohmann::json json = nlohmann::json::parse(to_chrome_json(made_up()));
  std::vector<nlohmann::json> complete;
  std::map<int, std::string> threads;
  for (const nlohmann::json& event : json.at("traceEvents")) {
    if (event.at("ph") == "X") complete.push_back(event);
    if (event.at("ph") != "M") continue;
    EXPECT_EQ(event.at("name"), "thread_name");
    EXPECT_TRUE(threads.emplace(event.at("tid").get<int>(), event.at("args").at("name").get<std::string>()).second);
  }
  EXPECT_EQ(threads, (std::map<int, std::string>{{1, "ticks"}, {2, "worker 1"}}));
  ASSERT_EQ(complete.size(), 7u);
  EXPECT_EQ(complete[2].at("name"), "bucket 3");
  EXPECT_EQ(complete[2].at("cat"), "chunk");
  EXPECT_EQ(complete[2].at("tid"), 1);
  EXPECT_NEAR(complete[2].at("ts").get<double>(), 0.5, 1e-12);  // Microseconds since the earliest of all.
  EXPECT_NEAR(complete[2].at("dur").get<double>(), 0.4, 1e-12);
  EXPECT_EQ(complete[5].at("cat"), "job");
  EXPECT_EQ(complete[5].at("tid"), 2);
  EXPECT_EQ(complete[5].at("ts"), 0);
  EXPECT_EQ(complete[6].at("dur"), 0);
  std::vector<std::string> categories;
  for (const nlohmann::json& event : complete) categories.push_back(event.at("cat"));
  EXPECT_EQ(categories, (std::vector<std::string>{"tick", "stage", "chunk", "stage", "tick", "job", "job"}));
}

/// A field of a message of Protocol Buffers.
struct Field {
  std::uint64_t number = 0, value = 0;
  std::string_view bytes;
};

/// Decodes the two kinds of fields that there should be; a failure for anything else.
class Wire {
 public:
  explicit Wire(std::string_view text) : text_(text) {}

  std::vector<Field> fields() {
    std::vector<Field> all;
    while (!text_.empty() && !::testing::Test::HasFailure()) {
      const std::uint64_t tag = varint();
      Field field{tag >> 3, varint(), {}};
      if ((tag & 7) == 2) {
        EXPECT_LE(field.value, text_.size());
        field.bytes = text_.substr(0, field.value);
        text_.remove_prefix(std::min<std::size_t>(field.value, text_.size()));
      } else {
        EXPECT_EQ(tag & 7, 0u);
      }
      all.push_back(field);
    }
    return all;
  }

 private:
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (text_.empty()) break;
      const auto byte = static_cast<unsigned char>(text_[0]);
      text_.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) return value;
    }
    ADD_FAILURE() << "a number without an end";
    return 0;
  }

  std::string_view text_;
};

/// The one field of that number, or none at all.
Field one_of(const std::vector<Field>& fields, std::uint64_t number) {
  EXPECT_LE(std::count_if(fields.begin(), fields.end(), [&](const Field& one) { return one.number == number; }), 1);
  for (const Field& field : fields)
    if (field.number == number) return field;
  return {};
}

/// What a viewer makes of a trace.
struct Viewer {
  struct Slice {
    std::string name, category;
    std::uint64_t track = 0, begin_ns = 0, end_ns = 0;
    std::size_t depth = 0;
  };

  std::map<std::uint64_t, std::string> tracks;
  std::map<std::uint64_t, std::vector<std::size_t>> open;
  std::map<std::uint64_t, std::uint64_t> last_ns;
  std::vector<Slice> slices;

  // Numbers as in perfetto/protos/perfetto/trace: track_descriptor = 60, its uuid = 1 and thread = 4, of that tid = 2
  // and thread_name = 5.
  void descriptor(std::string_view bytes) {
    const std::vector<Field> fields = Wire(bytes).fields();
    const std::vector<Field> thread = Wire(one_of(fields, 4).bytes).fields();
    EXPECT_GT(one_of(thread, 1).value, 0u);
    EXPECT_GT(one_of(thread, 2).value, 0u);
    EXPECT_TRUE(tracks.emplace(one_of(fields, 1).value, std::string(one_of(thread, 5).bytes)).second);
  }

  // track_event = 11: type = 9 (1 begins, 2 ends), track_uuid = 11, categories = 22, name = 23.
  void event(std::string_view bytes, std::uint64_t ns) {
    const std::vector<Field> fields = Wire(bytes).fields();
    const std::uint64_t track = one_of(fields, 11).value, type = one_of(fields, 9).value;
    EXPECT_TRUE(tracks.contains(track)) << track;
    EXPECT_GE(ns, last_ns[track]);
    last_ns[track] = ns;
    if (type == 1) {
      slices.push_back({std::string(one_of(fields, 23).bytes), std::string(one_of(fields, 22).bytes), track, ns, 0,
                        open[track].size()});
      open[track].push_back(slices.size() - 1);
      return;
    }
    ASSERT_EQ(type, 2u);
    ASSERT_FALSE(open[track].empty());
    slices[open[track].back()].end_ns = ns;
    open[track].pop_back();
  }

  // Of Trace packet = 1; of TracePacket timestamp = 8 and trusted_packet_sequence_id = 10.
  void read(const std::string& trace) {
    for (const Field& packet : Wire(trace).fields()) {
      EXPECT_EQ(packet.number, 1u);
      const std::vector<Field> fields = Wire(packet.bytes).fields();
      EXPECT_EQ(one_of(fields, 10).value, 1u);
      if (const Field track = one_of(fields, 60); track.number != 0)
        descriptor(track.bytes);
      else
        event(one_of(fields, 11).bytes, one_of(fields, 8).value);
    }
    for (const auto& [track, slices_left] : open) EXPECT_TRUE(slices_left.empty()) << track;
  }
};

void expect_slices(const Viewer& viewer, const std::vector<LoggedSpan>& spans) {
  constexpr const char* kCategories[] = {"tick", "stage", "chunk", "job"};
  ASSERT_EQ(viewer.slices.size(), spans.size());
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const Viewer::Slice& slice = viewer.slices[i];
    const Span& span = spans[i].span;
    EXPECT_EQ(slice.name, span.kind == Span::Kind::kChunk ? span.name + (" " + std::to_string(span.chunk)) : span.name);
    EXPECT_EQ(slice.category, kCategories[static_cast<std::size_t>(span.kind)]);
    EXPECT_EQ(slice.begin_ns, spans[i].begin_ns);
    EXPECT_EQ(slice.end_ns, spans[i].end_ns);
    EXPECT_EQ(slice.track, spans[i].thread + 1);
  }
}

TEST(PerfettoTrace, HasATrackForEachThreadAndASliceForEachSpan) {
  Viewer viewer;
  viewer.read(to_perfetto(made_up()));
  EXPECT_EQ(viewer.tracks, (std::map<std::uint64_t, std::string>{{1, "ticks"}, {2, "worker 1"}}));
  expect_slices(viewer, made_up());
  std::vector<std::size_t> depths;
  for (const Viewer::Slice& slice : viewer.slices) depths.push_back(slice.depth);
  EXPECT_EQ(depths, (std::vector<std::size_t>{0, 1, 2, 1, 0, 0, 0}));
}

TEST(PerfettoTrace, KeepsWhatThreadsDid) {
  SpanLog log;
  work_on_threads(log);
  Viewer viewer;
  viewer.read(to_perfetto(log.spans()));
  EXPECT_EQ(viewer.tracks.size(), kThreads);
  expect_slices(viewer, log.spans());
}

TEST(Traces, OfNothingAreEmpty) {
  EXPECT_EQ(to_perfetto({}), "");
  const nlohmann::json json = nlohmann::json::parse(to_chrome_json({}));
  EXPECT_EQ(json.at("traceEvents"), nlohmann::json::array());
  EXPECT_TRUE(SpanLog().spans().empty());
}

/// One tick of a small flock, as the log has it.
std::vector<LoggedSpan> spans_of_a_tick() {
  const std::unique_ptr<Scheduler> scheduler = make_serial_scheduler();
  WorldDesc desc;
  desc.capacity = 64;
  Result<World> world = World::create(desc, *scheduler);
  EXPECT_TRUE(world) << world.error().message;
  for (int i = 0; i < 64; ++i)
    EXPECT_TRUE(world->spawn({.position = {10 + static_cast<float>(i % 8), 10 + static_cast<float>(i) / 8, 0}}));
  SpanLog log;
  EXPECT_FALSE(world->set_profiler(log.hooks()));
  world->tick();
  EXPECT_FALSE(world->set_profiler({}));
  world->tick();
  return log.spans();
}

TEST(SpanLog, ShowsTheStagesOfATickInRunningOrder) {
  const std::vector<LoggedSpan> spans = spans_of_a_tick();
  ASSERT_FALSE(spans.empty());
  EXPECT_EQ(spans[0].span.kind, Span::Kind::kTick);
  std::vector<const LoggedSpan*> stages;
  std::size_t ticks = 0, chunks = 0;
  for (const LoggedSpan& span : spans) {
    EXPECT_TRUE(within(span, spans[0]));
    ticks += span.span.kind == Span::Kind::kTick ? 1 : 0;
    if (span.span.kind == Span::Kind::kStage) stages.push_back(&span);
    if (span.span.kind != Span::Kind::kChunk) continue;
    ++chunks;
    ASSERT_FALSE(stages.empty());
    EXPECT_TRUE(within(span, *stages.back()));
    EXPECT_STREQ(span.span.name, stages.back()->span.name);
  }
  EXPECT_EQ(ticks, 1u);
  EXPECT_GT(chunks, 0u);
  ASSERT_EQ(stages.size(), kStageCount);
  for (std::uint32_t i = 0; i < kStageCount; ++i) EXPECT_STREQ(stages[i]->span.name, to_string(static_cast<Stage>(i)));
  Viewer viewer;
  viewer.read(to_perfetto(spans));
  EXPECT_EQ(viewer.tracks.size(), 1u);
  expect_slices(viewer, spans);
}

}  // namespace
}  // namespace cardume::perf
