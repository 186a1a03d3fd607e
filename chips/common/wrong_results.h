// Wrong results that were asked for: what a faulty kernel writes (docs/simulated-chips.md).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "kernel.h"

namespace tpusim
{

class Module;

// One part of the text, "KERNEL.FIELD:HOW=VALUE/EVERY@FIRST-LAST".
struct WrongResult
{
    enum How
    {
        scale,
        flip,
        unwritten,
    };

    std::string text;
    std::string kernel; // with * and ?
    std::string field;  // of the argument struct, with * and ?
    How how = scale;
    double value = 0;
    std::uint64_t every = 1;
    std::uint64_t first = 1; // launches of the kernels that it names, from 1
    std::uint64_t last = ~0ULL;
    mutable std::atomic<std::uint64_t> launches{0};
};

// What kernels write wrong. Thread-safe.
class WrongResults
{
public:
    using List = std::vector<const WrongResult *>;

    // Replaces what was asked for before; `from` is named in the sentence. Throws std::invalid_argument with nothing changed.
    void configure(const char *from, const std::string &text);

    // Of a launch, which is counted.
    struct Planted
    {
        List list;
        std::shared_ptr<const void> keeps;
    };
    Planted of_launch(const std::string &kernel);

    // How many launches were given a wrong result since the last call.
    std::uint64_t take_count() { return count_.exchange(0); }

    // The firmware; with a sentence on stderr for each part that names no kernel of it.
    std::shared_ptr<Module> checked(std::shared_ptr<Module> firmware) const;

private:
    using Parts = std::vector<std::unique_ptr<WrongResult>>;

    std::shared_ptr<const Parts> parts() const;

    std::atomic<bool> any_{false};
    std::atomic<std::uint64_t> count_{0};
    mutable std::mutex mutex_;
    std::shared_ptr<const Parts> parts_;
    std::string from_;
};

// What one launch resolves to write, and how it comes out wrong.
class WrongOutputs
{
public:
    explicit WrongOutputs(WrongResults::Planted planted) : planted_(std::move(planted)) {}

    bool any() const { return !planted_.list.empty(); }
    void add(void *memory, std::uint64_t bytes, const char *argument, const Element &element);
    // After the last phase.
    void apply();

private:
    struct Region
    {
        std::byte *begin;
        std::byte *end;
        std::string argument;
        Element element;
        std::vector<std::byte> before; // where something asks for it
    };

    void join();
    bool named(const Region &region, const WrongResult &part) const;

    WrongResults::Planted planted_;
    std::mutex mutex_;
    std::vector<Region> regions_;
};

} // namespace tpusim
