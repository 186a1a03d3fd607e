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
    bool immediate_free = false; // sg_b: free at once instead of in stream order
    bool synchronous = false;    // sg_b: what is put on a stream is done at once
    std::string trace_path;
    std::string failures; // of fail_variable

    // `devices_variable`: TPUSIM_BM_A_DEVICES or TPUSIM_SG_B_DEVICES; `fail_variable`: TPUSIM_BM_A_FAIL or TPUSIM_SG_B_FAIL. Throws
    // std::invalid_argument with a sentence.
    static Settings from_environment(const char *devices_variable, const char *fail_variable);
};

} // namespace tpusim
