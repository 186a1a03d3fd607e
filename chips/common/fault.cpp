#include "fault.h"

#include <cstdio>
#include <utility>

namespace tpusim
{

std::string hex(std::uint64_t value)
{
    char text[19];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
    return text;
}

namespace
{

std::string sentence(const std::string &kernel, const std::string &argument, std::uint64_t address, const std::string &reason)
{
    std::string text = kernel;
    if (!argument.empty())
    {
        text += ": argument " + argument;
    }
    if (address != 0)
    {
        text += ": address " + hex(address);
    }
    return text + ": " + reason;
}

} // namespace

Fault::Fault(std::string kernel, std::string argument, std::uint64_t address, const std::string &reason)
    : std::runtime_error(sentence(kernel, argument, address, reason)), kernel_(std::move(kernel)), argument_(std::move(argument)),
      address_(address)
{
}

} // namespace tpusim
