// The TPUSIM_* environment variables (docs/environment.md), read once when a runtime is first used and again at its reset.
#pragma once

#include <cstdint>
#include <string>

namespace tpusim
{

struct Settings
{
    std::uint64_t seed = 0;
    std::uint64_t memory_bytes = 0; // per device
    int devices = 1;
    bool threads = false;        // cores of a kernel run in threads of their own
    bool immediate_free = false; // free at once instead of in stream order
    bool synchronous = false;    // what is put on a stream is done at once
    bool fewer_cores = false;    // a kernel for several cores runs on the number that it is launched on
    std::string trace_path;
    std::string failures;         // as Injection::configure takes them
    std::string fail_variable;    // where they are from
    std::string wrong_results;    // as WrongResults::configure takes them
    std::string wrong_variable;   // where they are from
    std::string devices_variable; // where `devices` is from

    // Variables of one chip are TPUSIM_<CHIP>_DEVICES, _FAIL and _WRONG. Throws std::invalid_argument with a sentence.
    static Settings from_environment(const char *chip);
};

} // namespace tpusim
