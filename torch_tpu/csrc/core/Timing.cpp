#include "core/Timing.h"

#include <atomic>
#include <mutex>
#include <string_view>

namespace tpu
{
namespace
{

std::atomic<bool> timing{false};
std::mutex mutex;

std::map<std::string, TimingEntry> &entries()
{
    static auto *const leaked = new std::map<std::string, TimingEntry>;
    return *leaked;
}

} // namespace

void recordTime(const char *label, const Timer &timer)
{
    if (!timing.load(std::memory_order_relaxed))
    {
        return;
    }
    const int64_t spent = timer.nanoseconds();
    std::string_view name(label);
    if (const auto colon = name.rfind(':'); colon != std::string_view::npos)
    {
        name.remove_prefix(colon + 1);
    }
    const std::lock_guard<std::mutex> lock(mutex);
    TimingEntry &entry = entries()[std::string(name)];
    ++entry.calls;
    entry.nanoseconds += spent;
}

void enableTiming(bool enabled)
{
    const std::lock_guard<std::mutex> lock(mutex);
    if (enabled)
    {
        entries().clear();
    }
    timing = enabled;
}

std::map<std::string, TimingEntry> recordedTimes()
{
    const std::lock_guard<std::mutex> lock(mutex);
    return entries();
}

} // namespace tpu
