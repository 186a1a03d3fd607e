#include "settings.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <stdexcept>

namespace tpusim
{
namespace
{

constexpr std::uint64_t default_memory_bytes = 16ULL << 30;
constexpr int max_devices = 64;

const char *variable(const char *name)
{
    const char *value = std::getenv(name);
    return value != nullptr && *value != '\0' ? value : nullptr;
}

[[noreturn]] void refuse(const char *name, const char *value, const char *expected)
{
    throw std::invalid_argument(std::string("environment variable ") + name + " is \"" + value + "\"; it takes " + expected);
}

// A number, where `units` allows it followed by K, M or G (powers of 1024).
std::uint64_t number(const char *name, std::uint64_t otherwise, bool units, const char *expected)
{
    const char *value = variable(name);
    if (value == nullptr)
    {
        return otherwise;
    }
    if (value[0] < '0' || value[0] > '9')
    {
        refuse(name, value, expected);
    }
    char *end = nullptr;
    std::uint64_t result = std::strtoull(value, &end, 0);
    const std::string suffix = end;
    if (units && (suffix == "K" || suffix == "M" || suffix == "G"))
    {
        result <<= suffix == "K" ? 10 : suffix == "M" ? 20 : 30;
    }
    else if (!suffix.empty())
    {
        refuse(name, value, expected);
    }
    return result;
}

bool flag(const char *name) { return number(name, 0, false, "0 or 1") != 0; }

} // namespace

Settings Settings::from_environment(const char *chip)
{
    Settings settings;
    std::string prefix = std::string("TPUSIM_") + chip + "_";
    std::transform(prefix.begin(), prefix.end(), prefix.begin(), [](unsigned char letter) { return std::toupper(letter); });
    settings.devices_variable = prefix + "DEVICES";
    settings.fail_variable = prefix + "FAIL";
    settings.wrong_variable = prefix + "WRONG";
    settings.seed = number("TPUSIM_SEED", 0, false, "a non-negative number");
    settings.memory_bytes = number("TPUSIM_MEMORY", default_memory_bytes, true, "a number of bytes, or of K, M, G");
    const std::uint64_t devices = number(settings.devices_variable.c_str(), 1, false, "a number from 0 to 64");
    if (devices > max_devices)
    {
        refuse(settings.devices_variable.c_str(), variable(settings.devices_variable.c_str()), "a number from 0 to 64");
    }
    settings.devices = static_cast<int>(devices);
    settings.threads = flag("TPUSIM_THREADS");
    settings.immediate_free = flag("TPUSIM_IMMEDIATE_FREE");
    settings.synchronous = flag("TPUSIM_SYNCHRONOUS");
    settings.fewer_cores = flag("TPUSIM_FEWER_CORES");
    const char *trace = variable("TPUSIM_TRACE");
    settings.trace_path = trace != nullptr ? trace : "";
    const char *failures = variable(settings.fail_variable.c_str());
    settings.failures = failures != nullptr ? failures : "";
    const char *wrong = variable(settings.wrong_variable.c_str());
    settings.wrong_results = wrong != nullptr ? wrong : "";
    return settings;
}

} // namespace tpusim
