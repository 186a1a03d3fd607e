// The registry of one firmware file. Compiled into each of them, beside its kernels.
#include "firmware.h"

namespace tpusim
{
namespace
{

// A function's statics, so that they exist before the first registration, whatever the order of initialisation.
struct Registrations
{
    KernelRegistration *first = nullptr;
    KernelRegistration *last = nullptr;
};

Registrations &registrations()
{
    static Registrations all;
    return all;
}

std::vector<KernelEntry> make_registry()
{
    std::vector<KernelEntry> registry;
    for (const KernelRegistration *kernel = registrations().first; kernel != nullptr; kernel = kernel->next())
    {
        kernel->add_to(registry);
    }
    return registry;
}

} // namespace

KernelRegistration::KernelRegistration(Add add) : add_(add)
{
    Registrations &all = registrations();
    (all.last != nullptr ? all.last->next_ : all.first) = this;
    all.last = this;
}

} // namespace tpusim

const tpusim::FirmwareTable *tpusim_firmware()
{
    static const std::vector<tpusim::KernelEntry> registry = tpusim::make_registry(); // without memory: thrown, and made at the next call
    static const tpusim::FirmwareTable table{tpusim::firmware_abi, tpusim::FirmwareChip::name, registry.data(), registry.size()};
    return &table;
}
