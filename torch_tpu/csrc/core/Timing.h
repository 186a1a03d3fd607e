#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

// Host time of a native operator's library call, by label, while timing is on. The label is not evaluated: tpu::MM needs no declaration.
#define TIMING_START const ::tpu::Timer timer;
#define TIMING_END(label) ::tpu::recordTime(#label, timer);

namespace tpu
{

class Timer
{
public:
    Timer() : start_(std::chrono::steady_clock::now()) {}
    int64_t nanoseconds() const
    {
        return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    std::chrono::steady_clock::time_point start_;
};

struct TimingEntry
{
    int64_t calls = 0;
    int64_t nanoseconds = 0;
};

void recordTime(const char *label, const Timer &timer);
/// Starts or stops recording; starting forgets what was recorded.
void enableTiming(bool enabled);
std::map<std::string, TimingEntry> recordedTimes();

} // namespace tpu
