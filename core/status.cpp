#include <cardume/report.hpp>
#include <cardume/status.hpp>
#include <cardume/world.hpp>

namespace cardume {

const char* to_string(Status status) {
  switch (status) {
    case Status::kOk:
      return "ok";
    case Status::kInvalidArgument:
      return "invalid argument";
    case Status::kInvalidHandle:
      return "invalid handle";
    case Status::kCapacity:
      return "capacity";
    case Status::kGoalBlocked:
      return "goal blocked";
    case Status::kParse:
      return "parse error";
    case Status::kLimit:
      return "limit";
    case Status::kOutOfMemory:
      return "out of memory";
    case Status::kBusy:
      return "busy";
  }
  return "unknown";
}

const char* to_string(Stage stage) {
  switch (stage) {
    case Stage::kSpawn:
      return "spawn";
    case Stage::kTerrain:
      return "terrain";
    case Stage::kFields:
      return "fields";
    case Stage::kBucket:
      return "bucket";
    case Stage::kScout:
      return "scout";
    case Stage::kMind:
      return "mind";
    case Stage::kRules:
      return "rules";
    case Stage::kSteer:
      return "steer";
    case Stage::kLookAhead:
      return "look_ahead";
    case Stage::kHunt:
      return "hunt";
    case Stage::kMarch:
      return "march";
    case Stage::kArrive:
      return "arrive";
    case Stage::kFlow:
      return "flow";
    case Stage::kAvoid:
      return "avoid";
    case Stage::kIntegrate:
      return "integrate";
    case Stage::kContacts:
      return "contacts";
    case Stage::kWalls:
      return "walls";
    case Stage::kLink:
      return "link";
    case Stage::kSettle:
      return "settle";
    case Stage::kWatch:
      return "watch";
    case Stage::kPublish:
      return "publish";
  }
  return "unknown";
}

const char* to_string(AgentState state) {
  switch (state) {
    case AgentState::kMoving:
      return "moving";
    case AgentState::kArrived:
      return "arrived";
    case AgentState::kArrivedPartial:
      return "arrived partial";
    case AgentState::kBlocked:
      return "blocked";
    case AgentState::kStuck:
      return "stuck";
  }
  return "unknown";
}

const char* to_string(Event::Kind kind) {
  switch (kind) {
    case Event::Kind::kSpawned:
      return "spawned";
    case Event::Kind::kDespawned:
      return "despawned";
    case Event::Kind::kFieldPublished:
      return "field published";
    case Event::Kind::kMoving:
      return "moving";
    case Event::Kind::kArrived:
      return "arrived";
    case Event::Kind::kArrivedPartial:
      return "arrived partial";
    case Event::Kind::kBlocked:
      return "blocked";
    case Event::Kind::kStuck:
      return "stuck";
    case Event::Kind::kEjected:
      return "ejected";
    case Event::Kind::kStateChanged:
      return "state changed";
    case Event::Kind::kEntered:
      return "entered";
    case Event::Kind::kLeft:
      return "left";
    case Event::Kind::kContact:
      return "contact";
    case Event::Kind::kLinked:
      return "linked";
  }
  return "unknown";
}

const char* version() { return CARDUME_VERSION; }

std::uint32_t sim_version() { return 1; }

}  // namespace cardume
