#include "driver_loader.h"

#include <dirent.h>
#include <dlfcn.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <sstream>

#include "log.h"
#include "status.h"

namespace tpudnn
{

namespace
{

constexpr const char *kPrefix = "libtpudnn_driver_";
constexpr const char *kSuffix = ".so";

std::string environment(const char *name)
{
    const char *value = std::getenv(name);
    return value ? value : "";
}

std::string driverFolder()
{
    const std::string folder = environment("TPUDNN_DRIVER_PATH");
    return folder.empty() ? partsFolder() : folder;
}

std::vector<std::string> splitNames(const std::string &text)
{
    std::vector<std::string> names;
    std::istringstream stream(text);
    stream.exceptions(std::ios::badbit); // want of memory is thrown, not taken for the end
    for (std::string name; std::getline(stream, name, ',');)
    {
        name.erase(std::remove_if(name.begin(), name.end(), [](unsigned char c) { return c == ' ' || c == '\t'; }), name.end());
        if (!name.empty())
        {
            names.push_back(name);
        }
    }
    return names;
}

// Chips whose drivers lie in the folder.
std::vector<std::string> chipsPresent(const std::string &folder)
{
    std::vector<std::string> chips;
    errno = 0;
    const std::unique_ptr<DIR, int (*)(DIR *)> directory(opendir(folder.c_str()), closedir);
    if (!directory && errno == ENOMEM)
    {
        throw std::bad_alloc();
    }
    if (directory)
    {
        while (const dirent *entry = readdir(directory.get()))
        {
            const std::string name = entry->d_name;
            const std::string prefix = kPrefix;
            const std::string suffix = kSuffix;
            if (name.size() > prefix.size() + suffix.size() && name.compare(0, prefix.size(), prefix) == 0 &&
                name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0)
            {
                chips.push_back(name.substr(prefix.size(), name.size() - prefix.size() - suffix.size()));
            }
        }
    }
    std::sort(chips.begin(), chips.end());
    return chips;
}

std::string join(const std::vector<std::string> &names)
{
    std::string text;
    for (const std::string &name : names)
    {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text.empty() ? "none" : text;
}

// Version 1 of the table without the entries that came later; they are optional.
constexpr size_t kOldestTable = offsetof(tpudnnDriver_v1, memory_info);

// The table with null entries where it ends earlier than this library's.
const tpudnnDriver_v1 *completed(const tpudnnDriver_v1 *table)
{
    if (table->struct_size >= sizeof(tpudnnDriver_v1))
    {
        return table;
    }
    static std::mutex mutex;
    static auto *const copies = new std::map<const tpudnnDriver_v1 *, tpudnnDriver_v1>; // devices keep pointers to them
    const std::lock_guard<std::mutex> lock(mutex);
    const auto [copy, inserted] = copies->try_emplace(table);
    if (inserted)
    {
        std::memcpy(&copy->second, table, table->struct_size);
    }
    return &copy->second;
}

void checkDriver(const tpudnnDriver_v1 *table, const std::string &path, const std::string &chip)
{
    if (!table || table->abi_version != TPUDNN_DRIVER_ABI || table->struct_size < kOldestTable)
    {
        const std::string found =
            table ? "version " + std::to_string(table->abi_version) + " (" + std::to_string(table->struct_size) + " bytes)" : "no table";
        throw Error(TPUDNN_STATUS_NO_DEVICE, path + " has " + found + " of the driver interface, this library needs version " +
                                                 std::to_string(TPUDNN_DRIVER_ABI) + " (" + std::to_string(sizeof(tpudnnDriver_v1)) +
                                                 " bytes): build the driver against this library's driver.h");
    }
    if (chip != table->chip)
    {
        throw Error(TPUDNN_STATUS_NO_DEVICE, path + " is a driver of the chip " + table->chip + ", not of " + chip);
    }
}

// The chip whose loaded driver knows `name` as an alias; empty for none.
std::string resolveAlias(const std::string &name)
{
    for (const std::string &chip : chipsPresent(driverFolder()))
    {
        try
        {
            const std::vector<std::string> aliases = splitNames(loadDriver(chip).table->aliases);
            if (std::find(aliases.begin(), aliases.end(), name) != aliases.end())
            {
                return chip;
            }
        }
        catch (const Error &error)
        {
            TPUDNN_LOG_INFO("%s", error.what());
        }
    }
    return "";
}

} // namespace

std::string libraryFolder()
{
    Dl_info info{};
    dladdr(reinterpret_cast<const void *>(&tpudnnGetVersion), &info);
    const std::string path = info.dli_fname ? info.dli_fname : "";
    const size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash);
}

std::string partsFolder()
{
    const std::string library = libraryFolder();
    const std::string installed = library + "/tpudnn";
    struct stat found
    {
    };
    return stat(installed.c_str(), &found) == 0 && S_ISDIR(found.st_mode) ? installed : library;
}

std::string chipFile(const char *variable, const std::string &name)
{
    const std::string folder = environment(variable);
    return (folder.empty() ? partsFolder() : folder) + "/" + name;
}

std::vector<std::string> configuredChips()
{
    const std::string configured = environment("TPUDNN_CHIPS");
    std::vector<std::string> present = chipsPresent(driverFolder());
    if (configured.empty() && present.empty())
    {
        throw Error(TPUDNN_STATUS_NO_DEVICE, "there is no driver of any chip (" + std::string(kPrefix) + "<chip>" + kSuffix + ") in " +
                                                 driverFolder() + ". Build one, or set TPUDNN_DRIVER_PATH to the folder of the drivers");
    }
    if (configured.empty())
    {
        return present;
    }
    std::vector<std::string> chips;
    for (const std::string &name : splitNames(configured))
    {
        const bool direct = std::find(present.begin(), present.end(), name) != present.end();
        const std::string chip = direct ? name : resolveAlias(name);
        if (chip.empty())
        {
            throw Error(TPUDNN_STATUS_NO_DEVICE, "TPUDNN_CHIPS names '" + name + "', a chip without a driver in " + driverFolder() +
                                                     "; there are drivers for: " + join(present) +
                                                     ". Correct the name, or set TPUDNN_DRIVER_PATH to the folder of its driver");
        }
        if (std::find(chips.begin(), chips.end(), chip) != chips.end())
        {
            throw Error(TPUDNN_STATUS_NO_DEVICE, "TPUDNN_CHIPS names the chip " + chip + " twice");
        }
        chips.push_back(chip);
    }
    if (chips.empty())
    {
        throw Error(TPUDNN_STATUS_NO_DEVICE, "TPUDNN_CHIPS names no chip");
    }
    return chips;
}

LoadedDriver loadDriver(const std::string &chip)
{
    const std::string path = driverFolder() + "/" + kPrefix + chip + kSuffix;
    void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
    {
        library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL); // the loader calls want of memory a missing file: a second attempt tells
    }
    if (!library)
    {
        const char *reason = dlerror();
        if (!reason || std::strstr(reason, "annot allocate memory") || std::strstr(reason, "out of memory"))
        {
            throw std::bad_alloc();
        }
        throw Error(TPUDNN_STATUS_NO_DEVICE, "cannot load the driver of the chip " + chip + ": " + (reason ? reason : path) +
                                                 ". Build it, set TPUDNN_DRIVER_PATH to its folder, or choose among the chips present "
                                                 "with TPUDNN_CHIPS (there are: " +
                                                 join(chipsPresent(driverFolder())) + ")");
    }
    const auto getDriver = reinterpret_cast<tpudnnGetDriver_t>(dlsym(library, "tpudnnGetDriver"));
    if (!getDriver)
    {
        throw Error(TPUDNN_STATUS_NO_DEVICE, path + " exports no tpudnnGetDriver: it is no driver of this library");
    }
    const tpudnnDriver_v1 *table = getDriver();
    checkDriver(table, path, chip);
    return {completed(table), path};
}

} // namespace tpudnn
