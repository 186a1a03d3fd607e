// A fault is what the simulated hardware does instead of undefined behaviour.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace tpusim
{

// Thrown by KernelContext::resolve and by kernels; the runtime turns it into the vendor's failure status and keeps the sentence.
class __attribute__((visibility("default"))) Fault : public std::runtime_error
{
public:
    // `argument` is the field of the argument struct, or empty; `address` 0 where none is involved.
    Fault(std::string kernel, std::string argument, std::uint64_t address, const std::string &reason);

    const std::string &kernel() const { return kernel_; }
    const std::string &argument() const { return argument_; }
    std::uint64_t address() const { return address_; }

private:
    std::string kernel_;
    std::string argument_;
    std::uint64_t address_;
};

std::string hex(std::uint64_t value);

} // namespace tpusim
