#include "module.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <new>
#include <stdexcept>

namespace tpusim
{
namespace
{

// Code stays mapped for the life of the process, as nothing is closed: queued launches and tpusimKernelInfo_t point into it. Not with RTLD_NODELETE:
// what finds no memory while it is loaded would stay, with its constructors not run.
const FirmwareTable *load(const std::string &path, const std::string &shown, const char *chip)
{
    void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
    {
        library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL); // the loader calls want of memory a missing file: a second attempt tells
    }
    if (library == nullptr)
    {
        const char *reason = dlerror();
        if (reason == nullptr || std::strstr(reason, "annot allocate memory") != nullptr || std::strstr(reason, "out of memory") != nullptr)
        {
            throw std::bad_alloc();
        }
        throw std::runtime_error("cannot load firmware " + shown + ": " + reason);
    }
    using Entry = const FirmwareTable *(*)();
    const auto entry = reinterpret_cast<Entry>(dlsym(library, firmware_symbol));
    if (entry == nullptr)
    {
        throw std::runtime_error(shown + " is no firmware of the simulated chips: it does not export " + firmware_symbol);
    }
    const FirmwareTable *table = entry();
    if (table->abi != firmware_abi)
    {
        throw std::runtime_error("firmware " + shown + " has interface version " + std::to_string(table->abi) + ", this runtime takes " +
                                 std::to_string(firmware_abi) + ": build both from one checkout");
    }
    if (std::string(table->chip) != chip)
    {
        throw std::runtime_error("firmware " + shown + " is for chip " + table->chip + ", this is " + chip);
    }
    return table;
}

} // namespace

Module::Module(const std::string &path, const std::string &shown, const char *chip) : path_(shown), table_(load(path, shown, chip))
{
    for (std::size_t i = 0; i < table_->count; ++i)
    {
        const KernelEntry &kernel = table_->kernels[i];
        if (!by_symbol_.emplace(kernel.symbol, &kernel).second)
        {
            throw std::runtime_error("firmware " + shown + " registers kernel " + kernel.symbol + " twice");
        }
    }
}

std::shared_ptr<Module> Module::from_file(const std::string &path, const char *chip)
{
    // Without a slash dlopen would search the library path.
    const bool bare = path.find('/') == std::string::npos;
    return std::make_shared<Module>(bare ? "./" + path : path, path, chip);
}

std::shared_ptr<Module> Module::from_memory(const char *data, std::size_t length, const char *chip)
{
    const int file = memfd_create("firmware", MFD_CLOEXEC);
    std::size_t done = 0;
    while (file >= 0 && done < length)
    {
        const ssize_t written = write(file, data + done, length - done);
        if (written <= 0)
        {
            break;
        }
        done += static_cast<std::size_t>(written);
    }
    if (file < 0 || done < length)
    {
        if (file >= 0)
        {
            close(file);
        }
        throw std::runtime_error("cannot keep a copy of the firmware image");
    }
    const std::string path = "/proc/self/fd/" + std::to_string(file); // stays open: a reused number would name another image
    try
    {
        return std::make_shared<Module>(path, "image of " + std::to_string(length) + " bytes", chip);
    }
    catch (...)
    {
        close(file);
        throw;
    }
}

const KernelEntry *Module::find(const std::string &symbol) const
{
    const auto it = by_symbol_.find(symbol);
    return it != by_symbol_.end() ? it->second : nullptr;
}

bool Module::info(int index, tpusimKernelInfo_t &info) const
{
    if (index < 0 || static_cast<std::size_t>(index) >= table_->count)
    {
        return false;
    }
    const KernelEntry &kernel = table_->kernels[index];
    info = {kernel.symbol.c_str(), kernel.args_name, kernel.args_size, kernel.cores};
    return true;
}

} // namespace tpusim
