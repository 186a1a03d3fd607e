// A loaded firmware file.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>

#include "firmware.h"
#include "tpusim.h"

namespace tpusim
{

class Module
{
public:
    // Both throw std::runtime_error with a sentence: no such file, not firmware, of another chip, a kernel registered twice.
    static std::shared_ptr<Module> from_file(const std::string &path, const char *chip);
    static std::shared_ptr<Module> from_memory(const char *data, std::size_t length, const char *chip);

    // nullptr if there is no kernel of that name.
    const KernelEntry *find(const std::string &symbol) const;
    bool info(int index, tpusimKernelInfo_t &info) const;

    const char *chip() const { return table_->chip; }
    const std::string &path() const { return path_; }

    Module(const std::string &path, const std::string &shown, const char *chip);

private:
    std::string path_;
    const FirmwareTable *table_;
    std::unordered_map<std::string, const KernelEntry *> by_symbol_;
};

} // namespace tpusim
