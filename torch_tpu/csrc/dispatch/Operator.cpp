#include "dispatch/Operator.h"

#include <c10/util/Exception.h>

#include <cstdlib>
#include <fnmatch.h>
#include <memory>
#include <unordered_map>

namespace tpu::dispatch
{
namespace
{

struct Registry
{
    std::mutex mutex;
    std::unordered_map<std::string, std::unique_ptr<Operator>> operators;
};

Registry &registry()
{
    static auto *const leaked = new Registry; // references to its operators outlive everything
    return *leaked;
}

struct Forced
{
    std::mutex mutex;
    std::vector<std::string> patterns;
    std::atomic<uint64_t> generation{1}; // changes with the list, so operators know that what they remember is old
};

Forced &forcedList()
{
    static auto *const leaked = new Forced;
    return *leaked;
}

std::string_view withoutNamespace(std::string_view name)
{
    const auto colon = name.find("::");
    return colon == std::string_view::npos ? name : name.substr(colon + 2);
}

FallbackMode parseMode(const std::string &mode)
{
    if (mode == "silent" || mode.empty())
    {
        return FallbackMode::silent;
    }
    if (mode == "warn")
    {
        return FallbackMode::warn;
    }
    TORCH_CHECK(mode == "error", "fallback mode is silent, warn or error, not '", mode, "'");
    return FallbackMode::error;
}

std::atomic<FallbackMode> &modeState()
{
    static std::atomic<FallbackMode> mode{[] {
        const char *text = std::getenv("TORCH_TPU_FALLBACK");
        return parseMode(text == nullptr ? "" : text);
    }()};
    return mode;
}

} // namespace

bool matches(const std::string &pattern, const std::string &name)
{
    const std::string overload(withoutNamespace(name));
    const std::string base = overload.substr(0, overload.find('.'));
    if (pattern.rfind('=', 0) == 0)
    {
        return withoutNamespace(pattern.substr(1)) == overload;
    }
    const std::string bare(withoutNamespace(pattern));
    return fnmatch(bare.c_str(), overload.c_str(), 0) == 0 || fnmatch(bare.c_str(), base.c_str(), 0) == 0;
}

Operator &Operator::of(std::string_view name)
{
    Registry &all = registry();
    const std::lock_guard<std::mutex> lock(all.mutex);
    auto &entry = all.operators[std::string(name)];
    if (!entry)
    {
        entry = std::make_unique<Operator>(std::string(name));
    }
    return *entry;
}

bool Operator::forced()
{
    Forced &list = forcedList();
    const uint64_t generation = list.generation.load(std::memory_order_acquire);
    const uint64_t known = forced_.load(std::memory_order_relaxed);
    if (known >> 1 == generation)
    {
        return (known & 1) != 0;
    }
    const std::lock_guard<std::mutex> lock(list.mutex);
    bool match = false;
    for (const std::string &pattern : list.patterns)
    {
        match = match || matches(pattern, name_);
    }
    forced_.store(list.generation.load() << 1 | (match ? 1 : 0), std::memory_order_relaxed);
    return match;
}

void Operator::countFallback(std::string_view reason)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    int64_t &count = fallbacks_[std::string(reason)];
    if (++count == 1 && fallbackMode() == FallbackMode::warn)
    {
        TORCH_WARN(name_, " runs on the CPU: ", reason);
    }
    TORCH_CHECK_NOT_IMPLEMENTED(fallbackMode() != FallbackMode::error, name_, " would run on the CPU (", reason,
                                "), which TORCH_TPU_FALLBACK=error forbids");
}

std::map<std::string, int64_t> Operator::fallbacks() const
{
    const std::lock_guard<std::mutex> lock(mutex_);
    return fallbacks_;
}

void Operator::reset()
{
    const std::lock_guard<std::mutex> lock(mutex_);
    native_ = 0;
    fallbacks_.clear();
}

std::vector<Operator *> allOperators()
{
    Registry &all = registry();
    const std::lock_guard<std::mutex> lock(all.mutex);
    std::vector<Operator *> found;
    for (const auto &[name, entry] : all.operators)
    {
        found.push_back(entry.get());
    }
    return found;
}

FallbackMode fallbackMode() { return modeState().load(std::memory_order_relaxed); }

void setFallbackMode(const std::string &mode) { modeState() = parseMode(mode); }

std::string fallbackModeName()
{
    switch (fallbackMode())
    {
    case FallbackMode::warn:
        return "warn";
    case FallbackMode::error:
        return "error";
    case FallbackMode::silent:
        break;
    }
    return "silent";
}

void forceFallback(const std::vector<std::string> &patterns)
{
    Forced &list = forcedList();
    const std::lock_guard<std::mutex> lock(list.mutex);
    list.patterns = patterns;
    list.generation.fetch_add(1, std::memory_order_release);
}

std::vector<std::string> forcedPatterns()
{
    Forced &list = forcedList();
    const std::lock_guard<std::mutex> lock(list.mutex);
    return list.patterns;
}

} // namespace tpu::dispatch
