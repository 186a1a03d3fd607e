#include "contract.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "dtype.h"
#include "status.h"

namespace tpudnn
{

void badParam(const std::string &sentence) { throw Error(TPUDNN_STATUS_BAD_PARAM, sentence); }

namespace
{

std::string listText(const int *extents, int count)
{
    std::string text = "[";
    for (int i = 0; i < count; ++i)
    {
        text += (i ? ", " : "") + std::to_string(extents[i]);
    }
    return text + "]";
}

std::string numberText(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

std::string quoted(const std::string &name) { return "'" + name + "'"; }

bool isAbsent(const tpudnnTensor_t &tensor, bool optional) { return optional && !tensor.addr; }

// Number of bits and sign of an integer type; 0 bits for others.
struct Integer
{
    int bits;
    bool isSigned;
};

Integer integerOf(tpudnnDataType_t dtype)
{
    switch (dtype)
    {
    case TPUDNN_DTYPE_INT8:
    case TPUDNN_DTYPE_INT16:
    case TPUDNN_DTYPE_INT32:
    case TPUDNN_DTYPE_INT64:
    case TPUDNN_DTYPE_INT4:
        return {tpudnnTensorDataBits(dtype), true};
    case TPUDNN_DTYPE_UINT8:
    case TPUDNN_DTYPE_UINT16:
    case TPUDNN_DTYPE_UINT32:
    case TPUDNN_DTYPE_UINT4:
    case TPUDNN_DTYPE_BOOL:
        return {tpudnnTensorDataBits(dtype), false};
    default:
        return {0, false};
    }
}

} // namespace

std::string shapeText(const tpudnnTensor_t &tensor) { return listText(tensor.shape, tensor.dim); }

bool isInteger(tpudnnDataType_t dtype) { return integerOf(dtype).bits != 0; }

int64_t elementsOf(const int *extents, int count)
{
    int64_t elements = 1;
    for (int i = 0; i < count; ++i)
    {
        if (__builtin_mul_overflow(elements, int64_t{extents[i]}, &elements))
        {
            return std::any_of(extents, extents + count, [](int extent) { return extent == 0; }) ? 0 : INT64_MAX;
        }
    }
    return elements;
}

// --- tensors -------------------------------------------------------------------------------------------------------------------------------

void Contract::checkType(const std::string &name, const char *owner, const tpudnnTensor_t &tensor, int type, uint64_t types)
{
    if (types && !(types & dtypeBit(tensor.dtype)))
    {
        badParam("tensor " + quoted(name) + " is " + dtypeName(tensor.dtype) + "; this operator takes " + dtypeSetNames(types) + " there");
    }
    if (type < 0)
    {
        return;
    }
    Type &known = types_[static_cast<size_t>(type)];
    if (!known.bound)
    {
        known = {true, tensor.dtype, owner};
    }
    else if (known.dtype != tensor.dtype)
    {
        badParam("tensor " + quoted(name) + " is " + dtypeName(tensor.dtype) + ", and " + quoted(known.owner) + " is " +
                 dtypeName(known.dtype) + "; they have one data type");
    }
}

bool Contract::matchesGroup(const char *owner, const Dim &dim, const int *extents, int count)
{
    Group &known = groups_[static_cast<size_t>(dim.symbol)];
    if (!known.bound)
    {
        known = {true, extents, count, owner};
        return true;
    }
    return known.count == count && std::equal(extents, extents + count, known.extents);
}

bool Contract::matches(const char *owner, const tpudnnTensor_t &tensor, Dims dims)
{
    if (dims.size() == 1)
    {
        const Dim &only = *dims.begin();
        const Group &whole = groups_[static_cast<size_t>(std::max(only.symbol, 0))];
        switch (only.kind)
        {
        case Dim::any:
            return true;
        case Dim::elements:
            return elementsOf(tensor.shape, tensor.dim) == only.value;
        case Dim::elementsOfGroup:
            return elementsOf(tensor.shape, tensor.dim) == elementsOf(whole.extents, whole.count);
        default:
            break;
        }
    }
    // What the items take that are no open group; the open one, if there is one that is not bound, takes the rest.
    const auto taken = [&](const Dim &dim) -> int {
        if (dim.kind != Dim::group)
        {
            return 1;
        }
        const Group &known = groups_[static_cast<size_t>(dim.symbol)];
        return known.bound ? known.count : static_cast<int>(dim.value);
    };
    int fixed = 0;
    for (const Dim &dim : dims)
    {
        fixed += std::max(taken(dim), 0);
    }
    const int rest = tensor.dim - fixed;
    const bool open = std::any_of(dims.begin(), dims.end(), [&](const Dim &dim) { return taken(dim) < 0; });
    if (rest < 0 || (rest > 0 && !open))
    {
        return false;
    }
    const int *extents = tensor.shape;
    for (const Dim &dim : dims)
    {
        if (dim.kind == Dim::group)
        {
            const int count = taken(dim) < 0 ? rest : taken(dim);
            if (!matchesGroup(owner, dim, extents, count))
            {
                return false;
            }
            extents += count;
            continue;
        }
        if (dim.kind == Dim::size)
        {
            Size &known = sizes_[static_cast<size_t>(dim.symbol)];
            if (!known.bound)
            {
                known = {true, *extents, owner, dim.text};
            }
            if (known.value != *extents)
            {
                return false;
            }
        }
        else if (dim.value != *extents)
        {
            return false;
        }
        ++extents;
    }
    return true;
}

std::string Contract::patternText(Dims dims, const char *owner) const
{
    std::string text, where;
    const auto explain = [&](const std::string &sentence) { where += (where.empty() ? ", with " : ", ") + sentence; };
    for (const Dim &dim : dims)
    {
        text += (text.empty() ? "" : ", ") + std::string(dim.text);
        const auto symbol = static_cast<size_t>(std::max(dim.symbol, 0));
        if (dim.kind == Dim::size && sizes_[symbol].bound && sizes_[symbol].owner != owner)
        {
            explain(std::string(dim.text) + " = " + std::to_string(sizes_[symbol].value) + " (of " + quoted(sizes_[symbol].owner) + ")");
        }
        if ((dim.kind == Dim::group || dim.kind == Dim::elementsOfGroup) && groups_[symbol].bound && groups_[symbol].owner != owner)
        {
            explain(std::string(dim.text) + " = " + listText(groups_[symbol].extents, groups_[symbol].count) + " (of " +
                    quoted(groups_[symbol].owner) + ")");
        }
        if (dim.kind == Dim::expression && std::to_string(dim.value) != dim.text)
        {
            explain(std::string(dim.text) + " = " + std::to_string(dim.value));
        }
    }
    const bool counted = dims.size() == 1 && (dims.begin()->kind == Dim::elements || dims.begin()->kind == Dim::elementsOfGroup);
    return (counted ? "as many elements as " + text.substr(1) + " says are taken" : "[" + text + "] is taken") + where;
}

void Contract::checkShape(const std::string &name, const char *owner, const tpudnnTensor_t &tensor, Dims dims)
{
    if (!matches(owner, tensor, dims))
    {
        badParam("tensor " + quoted(name) + " has shape " + shapeText(tensor) + "; " + patternText(dims, owner));
    }
}

void Contract::tensor(const NamedTensor &argument, bool optional, int type, uint64_t types, Dims dims)
{
    if (!isAbsent(argument.tensor, optional))
    {
        checkType(argument.name, argument.name, argument.tensor, type, types);
        checkShape(argument.name, argument.name, argument.tensor, dims);
    }
}

void Contract::tensors(const NamedTensors &arguments, bool optional, int type, uint64_t types, Dims dims)
{
    for (int i = 0; i < arguments.count; ++i)
    {
        if (!isAbsent(arguments.tensors[i], optional))
        {
            const std::string name = std::string(arguments.name) + "[" + std::to_string(i) + "]";
            checkType(name, arguments.name, arguments.tensors[i], type, types);
            checkShape(name, arguments.name, arguments.tensors[i], dims);
        }
    }
}

// --- values --------------------------------------------------------------------------------------------------------------------------------

void Contract::axis(const char *name, int value, const NamedTensor &tensor)
{
    if (value < 0 || value >= tensor.tensor.dim)
    {
        badParam(quoted(name) + " is " + std::to_string(value) + "; tensor " + quoted(tensor.name) + " has shape " +
                 shapeText(tensor.tensor) + ", its dimensions are counted from 0");
    }
}

void Contract::axisOrNegative(const char *name, int value, const NamedTensor &tensor)
{
    if (value < -tensor.tensor.dim || value >= tensor.tensor.dim)
    {
        badParam(quoted(name) + " is " + std::to_string(value) + "; tensor " + quoted(tensor.name) + " has shape " +
                 shapeText(tensor.tensor) + ", its dimensions are counted from 0, or from -1 backwards");
    }
}

void Contract::endAxis(const char *name, int value, const NamedTensor &tensor, int start)
{
    if (value <= start || value > tensor.tensor.dim)
    {
        badParam(quoted(name) + " is " + std::to_string(value) + "; it is more than the first dimension, " + std::to_string(start) +
                 ", and at most the " + std::to_string(tensor.tensor.dim) + " dimensions of tensor " + quoted(tensor.name));
    }
}

void Contract::between(const char *name, long long value, long long low, long long high)
{
    if (value < low || value > high)
    {
        badParam(quoted(name) + " is " + std::to_string(value) + "; it takes " + std::to_string(low) + " to " + std::to_string(high));
    }
}

void Contract::oneOf(const char *name, long long value, std::initializer_list<long long> values)
{
    if (std::find(values.begin(), values.end(), value) == values.end())
    {
        std::string known;
        for (const long long allowed : values)
        {
            known += (known.empty() ? "" : ", ") + std::to_string(allowed);
        }
        badParam(quoted(name) + " is " + std::to_string(value) + "; it takes " + known);
    }
}

void Contract::enumerator(const char *name, long long value, std::initializer_list<Enumerator> values)
{
    const auto found = std::find_if(values.begin(), values.end(), [&](const Enumerator &known) { return known.value == value; });
    if (found == values.end())
    {
        std::string known;
        for (const Enumerator &allowed : values)
        {
            known += (known.empty() ? "" : ", ") + std::string(allowed.name) + " (" + std::to_string(allowed.value) + ")";
        }
        badParam(quoted(name) + " is " + std::to_string(value) + "; it takes " + known);
    }
    *std::find(modes_.begin(), modes_.end() - 1, nullptr) = found->mode;
}

void Contract::fits(const char *name, double value, const NamedTensor &tensor)
{
    const Integer type = integerOf(tensor.tensor.dtype);
    if (type.bits == 0)
    {
        return;
    }
    const double high = std::ldexp(1.0, type.isSigned ? type.bits - 1 : type.bits);
    const double whole = std::trunc(value);
    if (!(whole >= -high && whole < high))
    {
        badParam(quoted(name) + " is " + numberText(value) + "; tensor " + quoted(tensor.name) + " is " + dtypeName(tensor.tensor.dtype) +
                 ", which has no such number");
    }
}

void Contract::probability(const char *name, double value)
{
    if (!(value >= 0 && value <= 1))
    {
        badParam(quoted(name) + " is " + numberText(value) + "; a probability is from 0 to 1");
    }
}

void Contract::element(const char *name, const void *value, const NamedTensor &tensor)
{
    if (!value)
    {
        badParam(quoted(name) + " is null; it points to one element of the data type of tensor " + quoted(tensor.name) + ", " +
                 dtypeName(tensor.tensor.dtype));
    }
    requireHost(value, quoted(name).c_str());
}

void Contract::permutation(const char *name, const int *order, const NamedTensor &tensor)
{
    const int dim = tensor.tensor.dim;
    if (!order && dim > 0)
    {
        badParam(quoted(name) + " is null; it points to the " + std::to_string(dim) + " dimensions of tensor " + quoted(tensor.name) +
                 " in their new order");
    }
    requireHost(order, quoted(name).c_str());
    unsigned seen = 0;
    for (int i = 0; i < dim; ++i)
    {
        if (order[i] < 0 || order[i] >= dim || (seen >> order[i] & 1))
        {
            badParam(quoted(name) + " is " + listText(order, dim) + "; it has each of 0 to " + std::to_string(dim - 1) +
                     " once, the dimensions of tensor " + quoted(tensor.name));
        }
        seen |= 1u << order[i];
    }
}

void Contract::axes(const char *name, const int *axes, const NamedTensor &tensor, int count)
{
    const int dim = tensor.tensor.dim;
    const std::string taken =
        "it takes at most the " + std::to_string(dim) + " dimensions of tensor " + quoted(tensor.name) + ", each once, counted from 0";
    if (count < 0 || count > dim || (!axes && count > 0))
    {
        badParam(quoted(name) + (axes ? "" : " is null and") + " has " + std::to_string(count) + " dimensions; " + taken);
    }
    requireHost(axes, quoted(name).c_str());
    unsigned seen = 0;
    for (int i = 0; i < count; ++i)
    {
        if (axes[i] < 0 || axes[i] >= dim || (seen >> axes[i] & 1))
        {
            badParam(quoted(name) + " is " + listText(axes, count) + "; " + taken);
        }
        seen |= 1u << axes[i];
    }
}

void Contract::repeats(const char *name, const int *times, const NamedTensor &tensor, int count)
{
    if (count < tensor.tensor.dim || count > TPUDNN_MAX_DIMS || (!times && count > 0))
    {
        badParam(quoted(name) + (times ? "" : " is null and") + " has " + std::to_string(count) + " numbers; it takes " +
                 std::to_string(tensor.tensor.dim) + " to " + std::to_string(TPUDNN_MAX_DIMS) +
                 ", one or more for each dimension of tensor " + quoted(tensor.name));
    }
    requireHost(times, quoted(name).c_str());
    if (std::any_of(times, times + count, [](int number) { return number < 0; }))
    {
        badParam(quoted(name) + " is " + listText(times, count) + "; it takes numbers from 0");
    }
}

void Contract::pooling(const char *name, const TPUDNN_PoolingDescriptor_t &window, std::initializer_list<Enumerator> modes)
{
    const std::string prefix = std::string(name) + ".";
    enumerator((prefix + "mode").c_str(), rawValue(window.mode), modes);
    between((prefix + "kh").c_str(), window.kh, 1, INT_MAX);
    between((prefix + "kw").c_str(), window.kw, 1, INT_MAX);
    between((prefix + "stride_h").c_str(), window.stride_h, 1, INT_MAX);
    between((prefix + "stride_w").c_str(), window.stride_w, 1, INT_MAX);
    between((prefix + "pad_h").c_str(), window.pad_h, 0, window.kh / 2);
    between((prefix + "pad_w").c_str(), window.pad_w, 0, window.kw / 2);
}

namespace
{

struct ConvDim
{
    const char *name;
    int kernel, pad, stride, dilation;
};

void requireConvolution(const char *name, int groups, std::initializer_list<ConvDim> dims)
{
    const auto atLeast = [&](const std::string &field, int value, int low) {
        if (value < low)
        {
            badParam("'" + std::string(name) + "." + field + "' is " + std::to_string(value) + "; it is at least " + std::to_string(low));
        }
    };
    const auto each = [&](const char *field, int ConvDim::*value, int low) {
        for (const ConvDim &dim : dims)
        {
            atLeast(std::string(field) + "_" + dim.name, dim.*value, low);
        }
    };
    each("kernel", &ConvDim::kernel, 1);
    each("pad", &ConvDim::pad, 0);
    each("stride", &ConvDim::stride, 1);
    each("dilation", &ConvDim::dilation, 1);
    atLeast("groups", groups, 1);
}

} // namespace

void Contract::conv2d(const char *name, const tpudnnConv2dParam_t &param)
{
    requireConvolution(name, param.groups,
                       {{"h", param.kernel_h, param.pad_h, param.stride_h, param.dilation_h},
                        {"w", param.kernel_w, param.pad_w, param.stride_w, param.dilation_w}});
}

void Contract::conv3d(const char *name, const tpudnnConv3dParam_t &param)
{
    requireConvolution(name, param.groups,
                       {{"t", param.kernel_t, param.pad_t, param.stride_t, param.dilation_t},
                        {"h", param.kernel_h, param.pad_h, param.stride_h, param.dilation_h},
                        {"w", param.kernel_w, param.pad_w, param.stride_w, param.dilation_w}});
}

} // namespace tpudnn
