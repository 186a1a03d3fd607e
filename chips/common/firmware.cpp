// The registry of one firmware file. Compiled into each of them, beside its kernels.
#include "firmware.h"

namespace tpusim
{

// A function's static, so that it exists before the first registration, whatever the order of initialisation.
std::vector<KernelEntry> &firmware_registry()
{
    static std::vector<KernelEntry> registry;
    return registry;
}

} // namespace tpusim

const tpusim::FirmwareTable *tpusim_firmware()
{
    static const tpusim::FirmwareTable table{tpusim::firmware_abi, tpusim::FirmwareChip::name, tpusim::firmware_registry().data(),
                                             tpusim::firmware_registry().size()};
    return &table;
}
