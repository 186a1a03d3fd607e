// What a firmware file exports to the module loader.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernel.h"

namespace tpusim
{

constexpr std::uint32_t firmware_abi = 2;
constexpr const char *firmware_symbol = "tpusim_firmware";

struct FirmwareTable
{
    std::uint32_t abi; // compared before anything else is read
    const char *chip;
    const KernelEntry *kernels;
    std::size_t count;
};

} // namespace tpusim

// Throws std::bad_alloc.
extern "C" __attribute__((visibility("default"))) const tpusim::FirmwareTable *tpusim_firmware();
