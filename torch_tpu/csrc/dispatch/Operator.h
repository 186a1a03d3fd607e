#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace tpu::dispatch
{

/// One operator overload as seen by this device: how often it ran natively, how often and why on the CPU.
class Operator
{
public:
    /// The record of "aten::mm.out"; made at first use, lives as long as the process.
    static Operator &of(std::string_view name);

    explicit Operator(std::string name) : name_(std::move(name)) {}

    const std::string &name() const { return name_; }
    /// True while a pattern set by forceFallback matches the name.
    bool forced();
    void countNative() { native_.fetch_add(1, std::memory_order_relaxed); }
    void countFallback(std::string_view reason);

    int64_t nativeCalls() const { return native_.load(std::memory_order_relaxed); }
    /// Calls that ran on the CPU, by reason.
    std::map<std::string, int64_t> fallbacks() const;
    void reset();

private:
    const std::string name_;
    std::atomic<int64_t> native_{0};
    std::atomic<uint64_t> forced_{0}; // generation of the pattern list << 1 | does it match
    mutable std::mutex mutex_;
    std::map<std::string, int64_t> fallbacks_;
};

/// Every operator called so far.
std::vector<Operator *> allOperators();

/// What a fallback to the CPU does besides running: nothing, one warning per operator and reason, or an error.
enum class FallbackMode
{
    silent,
    warn,
    error,
};

FallbackMode fallbackMode();
/// "silent", "warn" or "error"; anything else raises.
void setFallbackMode(const std::string &mode);
std::string fallbackModeName();

/// Operators whose name matches one of the patterns run on the CPU from now on. A pattern is a name with `*` and `?`, with or without
/// "aten::"; it matches the overload ("add.Tensor") or all overloads of the base name ("add"), with `=` before it that one overload alone.
/// An empty list forces nothing.
void forceFallback(const std::vector<std::string> &patterns);
/// Whether such a pattern matches the name of an overload.
bool matches(const std::string &pattern, const std::string &name);
std::vector<std::string> forcedPatterns();

} // namespace tpu::dispatch
