// Failures that were asked for: the k-th allocation, copy or launch of a runtime (docs/simulated-chips.md).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>

#include "tpusim.h"

namespace tpusim
{

// Thread-safe.
class Injection
{
public:
    // The operation number `k` of that kind from now on fails, once; 0: none. Returns how many there were since the last call; -1 for a kind that
    // does not exist.
    long long fail_at(int operation, std::uint64_t k);

    // "allocation:3,copy:1"; `variable` is named in the sentence. Throws std::invalid_argument.
    void configure(const char *variable, const std::string &text);

    // Counts one operation; true where it is the one that fails.
    bool due(tpusimOperation_t operation);
    // Throws the Fault of that operation where it is.
    void fault_if_due(tpusimOperation_t operation, const std::string &function);

private:
    struct Counter
    {
        std::atomic<std::uint64_t> left{0};
        std::atomic<std::uint64_t> seen{0};
    };
    std::array<Counter, 3> counters_;
};

// "this allocation was to fail (...)"
std::string injected(tpusimOperation_t operation);

} // namespace tpusim
