#include "kernel_table.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <new>
#include <sstream>

#include "dtype.h"
#include "status.h"

namespace tpudnn
{

namespace
{

constexpr const char *kFormat = "tpudnn-kernel-table 1";

std::vector<std::string> split(const std::string &text, char separator)
{
    std::vector<std::string> parts;
    std::istringstream stream(text);
    stream.exceptions(std::ios::badbit); // want of memory is thrown, not taken for the end
    for (std::string part; std::getline(stream, part, separator);)
    {
        parts.push_back(part);
    }
    return parts;
}

// "left:f32,f16;right:i8" or ":f32,f16" for the first tensor; "erf:f16" for a mode.
std::vector<std::pair<std::string, uint64_t>> parseDtypes(const std::string &text)
{
    std::vector<std::pair<std::string, uint64_t>> dtypes;
    for (const std::string &entry : split(text, ';'))
    {
        const size_t colon = entry.find(':');
        if (colon == std::string::npos)
        {
            throw Error(TPUDNN_STATUS_FAILED, "dtypes '" + entry + "' have no colon");
        }
        uint64_t set = 0;
        for (const std::string &name : split(entry.substr(colon + 1), ','))
        {
            const tpudnnDataType_t dtype = dtypeFromShortName(name);
            if (dtype == TPUDNN_DTYPE_UNKNOWN)
            {
                throw Error(TPUDNN_STATUS_FAILED, "unknown data type '" + name + "'");
            }
            set |= dtypeBit(dtype);
        }
        dtypes.emplace_back(entry.substr(0, colon), set);
    }
    return dtypes;
}

void setField(KernelRow &row, const std::string &name, const std::string &value)
{
    if (name == "symbol")
    {
        row.symbol = value;
    }
    else if (name == "args")
    {
        row.args = value;
    }
    else if (name == "size")
    {
        row.argsSize = std::strtoull(value.c_str(), nullptr, 10);
    }
    else if (name == "layout")
    {
        row.argsLayout = std::strtoull(value.c_str(), nullptr, 16);
    }
    else if (name == "cores")
    {
        row.cores = value == "all" ? 0 : std::atoi(value.c_str());
    }
    else if (name == "follows")
    {
        row.follows = value;
    }
    else if (name == "dtypes")
    {
        row.dtypes = parseDtypes(value);
    }
    else if (name == "lacks")
    {
        row.lacks = parseDtypes(value);
    }
    else
    {
        throw Error(TPUDNN_STATUS_FAILED, "unknown field '" + name + "'");
    }
}

KernelRow parseRow(const std::string &line)
{
    const std::vector<std::string> fields = split(line, '\t');
    KernelRow row;
    row.key = fields.at(0);
    for (size_t i = 1; i < fields.size(); ++i)
    {
        const size_t equals = fields[i].find('=');
        if (equals == std::string::npos)
        {
            throw Error(TPUDNN_STATUS_FAILED, "field '" + fields[i] + "' has no value");
        }
        setField(row, fields[i].substr(0, equals), fields[i].substr(equals + 1));
    }
    return row;
}

} // namespace

KernelTable KernelTable::load(const std::string &path, const std::string &chip)
{
    errno = 0;
    std::ifstream file(path);
    if (!file && errno == ENOMEM)
    {
        throw std::bad_alloc();
    }
    if (!file)
    {
        throw Error(TPUDNN_STATUS_FAILED,
                    "cannot read the kernel table " + path + " (it lies beside libtpudnn.so; TPUDNN_KERNEL_TABLES names another folder)");
    }
    file.exceptions(std::ios::badbit); // want of memory is thrown, not taken for the end
    KernelTable table;
    table.path_ = path;
    std::string line;
    std::getline(file, line);
    if (line != std::string(kFormat) + "\t" + chip)
    {
        throw Error(TPUDNN_STATUS_FAILED, path + ":1: not a kernel table of " + chip + ": it begins with '" + line + "', expected '" +
                                              kFormat + "\t" + chip + "'; build again");
    }
    for (int number = 2; std::getline(file, line); ++number)
    {
        if (line.empty() || line[0] == '#')
        {
            continue;
        }
        try
        {
            table.rows_.push_back(parseRow(line));
        }
        catch (const Error &error)
        {
            throw Error(TPUDNN_STATUS_FAILED, path + ":" + std::to_string(number) + ": " + error.what());
        }
    }
    for (size_t i = 0; i < table.rows_.size(); ++i)
    {
        table.index_.emplace(table.rows_[i].key, i);
    }
    return table;
}

const KernelRow *KernelTable::findSymbol(std::string_view symbol) const
{
    const auto found = std::find_if(rows_.begin(), rows_.end(), [&](const KernelRow &row) { return row.symbol == symbol; });
    return found == rows_.end() ? nullptr : &*found;
}

} // namespace tpudnn
