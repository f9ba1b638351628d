#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tools/perf/span_log.hpp"

namespace cardume::perf {
namespace {

const char* category_of(Span::Kind kind) {
  switch (kind) {
    case Span::Kind::kTick:
      return "tick";
    case Span::Kind::kStage:
      return "stage";
    case Span::Kind::kChunk:
      return "chunk";
    case Span::Kind::kJob:
      return "job";
  }
  return "";
}

std::string name_of(const Span& span) {
  return span.kind == Span::Kind::kChunk ? fmt::format("{} {}", span.name, span.chunk) : span.name;
}

std::string thread_name(std::uint32_t thread) { return thread == 0 ? "ticks" : fmt::format("worker {}", thread); }

/// A message of Protocol Buffers as it is on the wire: each field's number and kind, then its value.
class Message {
 public:
  Message& number(std::uint32_t field, std::uint64_t value) {
    varint(field << 3);
    varint(value);
    return *this;
  }
  Message& bytes(std::uint32_t field, const std::string& value) {
    varint((field << 3) | 2);
    varint(value.size());
    text_ += value;
    return *this;
  }
  Message& message(std::uint32_t field, const Message& value) { return bytes(field, value.text_); }
  const std::string& text() const { return text_; }

 private:
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) text_ += static_cast<char>((value & 0x7F) | 0x80);
    text_ += static_cast<char>(value);
  }

  std::string text_;
};

// Numbers of fields in perfetto/protos/trace: of Trace, TracePacket, TrackDescriptor, ThreadDescriptor and TrackEvent.
namespace field {
constexpr std::uint32_t kPacket = 1;
constexpr std::uint32_t kTimestamp = 8, kSequence = 10, kTrackEvent = 11, kTrackDescriptor = 60;
constexpr std::uint32_t kUuid = 1, kThread = 4;
constexpr std::uint32_t kPid = 1, kTid = 2, kThreadName = 5;
constexpr std::uint32_t kType = 9, kTrackUuid = 11, kCategories = 22, kName = 23;
}  // namespace field

enum EventType : std::uint64_t { kSliceBegin = 1, kSliceEnd = 2 };

constexpr std::uint64_t kProcess = 1;

void add_packet(std::string& trace, Message packet) {
  packet.number(field::kSequence, 1);
  trace += Message().message(field::kPacket, packet).text();
}

void add_track(std::string& trace, std::uint32_t thread) {
  Message descriptor;
  descriptor.number(field::kUuid, thread + 1)
      .message(field::kThread, Message()
                                   .number(field::kPid, kProcess)
                                   .number(field::kTid, thread + 1)
                                   .bytes(field::kThreadName, thread_name(thread)));
  add_packet(trace, Message().message(field::kTrackDescriptor, descriptor));
}

void add_begin(std::string& trace, const LoggedSpan& logged) {
  Message event;
  event.number(field::kType, kSliceBegin)
      .number(field::kTrackUuid, logged.thread + 1)
      .bytes(field::kCategories, category_of(logged.span.kind))
      .bytes(field::kName, name_of(logged.span));
  add_packet(trace, Message().number(field::kTimestamp, logged.begin_ns).message(field::kTrackEvent, event));
}

void add_end(std::string& trace, const LoggedSpan& logged) {
  Message event;
  event.number(field::kType, kSliceEnd).number(field::kTrackUuid, logged.thread + 1);
  add_packet(trace, Message().number(field::kTimestamp, logged.end_ns).message(field::kTrackEvent, event));
}

}  // namespace

std::string to_perfetto(const std::vector<LoggedSpan>& spans) {
  std::string trace;
  std::vector<LoggedSpan> open;  // Those around the next one.
  const auto close_until = [&](const LoggedSpan* next) {
    while (!open.empty() &&
           (next == nullptr || next->thread != open.back().thread || next->begin_ns >= open.back().end_ns)) {
      add_end(trace, open.back());
      open.pop_back();
    }
  };
  for (std::size_t i = 0; i < spans.size(); ++i) {
    close_until(&spans[i]);
    if (i == 0 || spans[i].thread != spans[i - 1].thread) add_track(trace, spans[i].thread);
    add_begin(trace, spans[i]);
    open.push_back(spans[i]);
  }
  close_until(nullptr);
  return trace;
}

std::string to_chrome_json(const std::vector<LoggedSpan>& spans) {
  using Json = nlohmann::ordered_json;
  constexpr double kMicroseconds = 1e-3;
  std::uint64_t start = spans.empty() ? 0 : spans.front().begin_ns;
  for (const LoggedSpan& logged : spans) start = std::min(start, logged.begin_ns);
  Json events = Json::array();
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const LoggedSpan& logged = spans[i];
    if (i == 0 || logged.thread != spans[i - 1].thread)
      events.push_back({{"name", "thread_name"},
                        {"ph", "M"},
                        {"pid", kProcess},
                        {"tid", logged.thread + 1},
                        {"args", {{"name", thread_name(logged.thread)}}}});
    events.push_back({{"name", name_of(logged.span)},
                      {"cat", category_of(logged.span.kind)},
                      {"ph", "X"},
                      {"pid", kProcess},
                      {"tid", logged.thread + 1},
                      {"ts", static_cast<double>(logged.begin_ns - start) * kMicroseconds},
                      {"dur", static_cast<double>(logged.end_ns - logged.begin_ns) * kMicroseconds}});
  }
  return Json{{"traceEvents", events}, {"displayTimeUnit", "ns"}}.dump() + "\n";
}

}  // namespace cardume::perf
