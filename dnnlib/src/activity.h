// Whether anybody listens to what the library does (tpuDNN/Activity.h). Telling them: observed.h.
#pragma once

#include <atomic>
#include <cstdint>

struct tpudnnActivity_st;

namespace tpudnn
{

class Measurement;
struct Subscriber;

// The kinds that anybody subscribes to, 1 << tpudnnActivityKind_t.
extern std::atomic<uint32_t> subscribedKinds;

// All that an activity costs where nobody listens.
inline bool subscribedTo(uint32_t kind) { return subscribedKinds.load(std::memory_order_relaxed) & (1u << kind); }

// Of the calling thread: the innermost number of tpudnnActivityPushCorrelation, or 0.
uint64_t currentCorrelation() noexcept;

} // namespace tpudnn
