// A chip's kernel table: per launch of an operator the firmware symbol, cores, argument layout, types, and the form of the body it follows.
// Written by dnnlib/codegen from chips/<chip>/kernels.yaml, one row per line, fields separated by tabs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tpudnn
{

struct KernelRow
{
    std::string key;    // "matmul"
    std::string symbol; // empty: the operator launches nothing of its own on this chip
    std::string args;   // name of the argument struct
    uint64_t argsSize = 0;
    uint64_t argsLayout = 0; // hash of its fields, see kernel_args.gen.h
    int cores = 1;           // 0: all of the device
    std::string follows;
    std::vector<std::pair<std::string, uint64_t>> dtypes; // parameter (empty: the first tensor) -> set of types
    std::vector<std::pair<std::string, uint64_t>> lacks;  // mode -> types of the first tensor that are not there in it
};

class KernelTable
{
public:
    KernelTable() = default;
    KernelTable(KernelTable &&) = default;
    KernelTable &operator=(KernelTable &&) = default; // not copied: the index points into the rows

    // FAILED for a file that is missing or not a table of `chip`, with the line.
    static KernelTable load(const std::string &path, const std::string &chip);

    const KernelRow *find(std::string_view key) const
    {
        const auto found = index_.find(key);
        return found == index_.end() ? nullptr : &rows_[found->second];
    }
    // The first row that names this kernel of the firmware.
    const KernelRow *findSymbol(std::string_view symbol) const;
    const std::string &path() const { return path_; }

private:
    std::string path_;
    std::vector<KernelRow> rows_;
    std::unordered_map<std::string_view, size_t> index_; // views into rows_
};

} // namespace tpudnn
