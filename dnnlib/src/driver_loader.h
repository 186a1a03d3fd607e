// Finds and loads the plug-in of a chip.
#pragma once

#include <string>
#include <vector>

#include "driver.h"

namespace tpudnn
{

struct LoadedDriver
{
    const tpudnnDriver_v1 *table = nullptr;
    std::string path;
};

// Chips of TPUDNN_CHIPS in its order, aliases resolved; where it is not set those whose drivers there are, in alphabetical order. NO_DEVICE for none.
std::vector<std::string> configuredChips();

// NO_DEVICE with what to do: no such file, another version, another chip.
LoadedDriver loadDriver(const std::string &chip);

// Folder of libtpudnn.so.
std::string libraryFolder();
// Folder of drivers, firmware and kernel tables: tpudnn/ beside the library where it is installed so, else the library's own.
std::string partsFolder();
// A file of the chip in partsFolder(), or in the folder that `variable` names.
std::string chipFile(const char *variable, const std::string &name);

} // namespace tpudnn
