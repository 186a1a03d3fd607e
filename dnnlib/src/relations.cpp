#include "relations.h"

#include <algorithm>
#include <climits>
#include <iterator>
#include <string>

#include "dtype.h"
#include "sg_api/types.h"

namespace tpudnn::relations
{

namespace
{

using Sizes = std::vector<int64_t>;

std::string textOf(const Sizes &sizes)
{
    std::string text = "[";
    for (size_t i = 0; i < sizes.size(); ++i)
    {
        text += (i ? ", " : "") + std::to_string(sizes[i]);
    }
    return text + "]";
}

std::string describe(const NamedTensor &argument)
{
    return "tensor '" + std::string(argument.name) + "' has shape " + shapeText(argument.tensor);
}

std::string describe(const NamedValue &value)
{
    const std::string number = std::to_string(value.value);
    return value.text == number ? number : "'" + std::string(value.text) + "' = " + number;
}

bool hasShape(const tpudnnTensor_t &tensor, const Sizes &sizes)
{
    return static_cast<size_t>(tensor.dim) == sizes.size() && std::equal(sizes.begin(), sizes.end(), tensor.shape);
}

void requireShape(const NamedTensor &argument, const Sizes &sizes, const std::string &why)
{
    if (!hasShape(argument.tensor, sizes))
    {
        badParam(describe(argument) + "; " + textOf(sizes) + " is taken: " + why);
    }
}

// Sizes of `tensor` with those of [start, end) left out or 1.
Sizes reducedSizes(const tpudnnTensor_t &tensor, int64_t start, int64_t end, bool keep)
{
    Sizes sizes;
    for (int i = 0; i < tensor.dim; ++i)
    {
        if (i < start || i >= end)
        {
            sizes.push_back(tensor.shape[i]);
        }
        else if (keep)
        {
            sizes.push_back(1);
        }
    }
    return sizes;
}

} // namespace

void permuted(const NamedTensor &output, const NamedTensor &input, const int *order)
{
    Sizes sizes;
    for (int i = 0; i < input.tensor.dim; ++i)
    {
        sizes.push_back(input.tensor.shape[order[i]]);
    }
    if (!hasShape(output.tensor, sizes))
    {
        requireShape(output, sizes, describe(input) + ", taken in the given order");
    }
}

void concatenated(const NamedTensor &output, const NamedTensors &inputs, const NamedValue &, const NamedValue &axis)
{
    const int dim = output.tensor.dim;
    const int64_t along = axis.value < 0 ? axis.value + dim : axis.value;
    int64_t sum = 0;
    for (int i = 0; i < inputs.count; ++i)
    {
        const std::string name = std::string(inputs.name) + "[" + std::to_string(i) + "]";
        const NamedTensor input{name.c_str(), inputs.tensors[i]};
        Sizes wanted(output.tensor.shape, output.tensor.shape + dim);
        if (input.tensor.dim == dim)
        {
            wanted[static_cast<size_t>(along)] = input.tensor.shape[along];
            sum += input.tensor.shape[along];
        }
        if (!hasShape(input.tensor, wanted))
        {
            requireShape(input, wanted, "the sizes of '" + std::string(output.name) + "' but for dimension " + std::to_string(along));
        }
    }
    if (sum != output.tensor.shape[along])
    {
        badParam(describe(output) + "; dimension " + std::to_string(along) + " of the tensors '" + inputs.name + "' adds up to " +
                 std::to_string(sum));
    }
}

void range(const NamedTensor &output, const NamedValue &start, const NamedValue &end, const NamedValue &step)
{
    const int64_t span = step.value > 0 ? end.value - start.value : start.value - end.value;
    const int64_t stride = step.value > 0 ? step.value : -step.value;
    if (stride == 0)
    {
        badParam("'" + std::string(step.text) + "' is 0; it leads from '" + start.text + "' to '" + end.text + "'");
    }
    if (span < 0 || span + stride - 1 > INT_MAX || stride > INT_MAX)
    {
        badParam(describe(step) + " does not lead from " + describe(start) + " to " + describe(end) +
                 (span < 0 ? "" : " within the range of a 32-bit integer"));
    }
    requireShape(output, {(span + stride - 1) / stride},
                 "the numbers from " + describe(start) + " to " + describe(end) + " by " + describe(step));
}

void selected(const NamedTensor &output, const NamedTensor &input, const NamedTensors &indices)
{
    const int dim = input.tensor.dim;
    if (indices.count < 1 || indices.count > dim)
    {
        badParam("the list '" + std::string(indices.name) + "' has " + std::to_string(indices.count) + " tensors; it takes 1 to " +
                 std::to_string(dim) + ", the dimensions of tensor '" + input.name + "'");
    }
    Sizes sizes;
    for (int i = 0; i < indices.count; ++i)
    {
        const tpudnnTensor_t &index = indices.tensors[i];
        if (indices.count > 1 && index.dim != 1)
        {
            badParam("tensor '" + std::string(indices.name) + "[" + std::to_string(i) + "]' has shape " + shapeText(index) +
                     "; of several each has one dimension");
        }
        sizes.insert(sizes.end(), index.shape, index.shape + index.dim);
    }
    sizes.insert(sizes.end(), input.tensor.shape + indices.count, input.tensor.shape + dim);
    requireShape(output, sizes, describe(input) + ", its first sizes those of '" + indices.name + "'");
}

void positions(const NamedTensor &output, const NamedTensor &input, const NamedValue &count)
{
    const int64_t elements = elementsOf(input.tensor.shape, input.tensor.dim);
    if (count.value != elements)
    {
        badParam(describe(count) + "; " + describe(input) + ", " + std::to_string(elements) + " elements");
    }
    if (elementsOf(output.tensor.shape, output.tensor.dim) / std::max(input.tensor.dim, 1) < elements)
    {
        badParam(describe(output) + "; it needs room for " + std::to_string(elements) + " positions of " +
                 std::to_string(input.tensor.dim) + " numbers: " + describe(input));
    }
}

void divides(const NamedTensor &tensor, const NamedValue &divisor, const NamedValue &value)
{
    if (value.value % divisor.value != 0)
    {
        badParam(describe(tensor) + "; " + describe(value) + " must be a multiple of " + describe(divisor));
    }
}

namespace
{

// Of one dimension of a convolution.
struct ConvExtent
{
    const char *name;
    int kernel, pad, stride, dilation;
};

void requireConvolved(const NamedTensor &output, const NamedTensor &input, const NamedTensor &weight, int groups,
                      std::initializer_list<ConvExtent> extents)
{
    const int *in = input.tensor.shape, *filter = weight.tensor.shape;
    Sizes sizes{in[0], filter[0]};
    std::string kernel;
    bool fits = true;
    for (const ConvExtent &extent : extents)
    {
        fits = fits && filter[sizes.size()] == extent.kernel;
        kernel += (kernel.empty() ? "" : " x ") + std::to_string(extent.kernel);
        sizes.push_back(extent.kernel);
    }
    if (!fits)
    {
        badParam(describe(weight) + "; 'param' says that the kernel is " + kernel);
    }
    if (in[1] != int64_t{filter[1]} * groups || filter[0] % groups != 0)
    {
        badParam(describe(weight) + "; in " + std::to_string(groups) + " groups the " + std::to_string(in[1]) + " channels of tensor '" +
                 input.name + "' need [a multiple of the groups, channels / groups, ...]");
    }
    size_t i = 2;
    for (const ConvExtent &extent : extents)
    {
        const int64_t room = in[i] + 2 * int64_t{extent.pad} - int64_t{extent.dilation} * (extent.kernel - 1) - 1;
        if (room < 0)
        {
            badParam(describe(weight) + ": with its dilation the kernel is larger than the padded " + extent.name + " of tensor '" +
                     input.name + "'");
        }
        sizes[i++] = room / extent.stride + 1;
    }
    requireShape(output, sizes, describe(input) + " and " + describe(weight) + " give it");
}

// Kernels widen their operands to FP32, whatever their type.
void requireWideProducts(tpudnnDataType_t calculated, const NamedTensor &operand)
{
    const int type = rawValue(calculated);
    if (type != TPUDNN_DTYPE_UNKNOWN && type != TPUDNN_DTYPE_FP32 && type != operand.tensor.dtype)
    {
        throw Error(TPUDNN_STATUS_NOT_SUPPORTED,
                    "calDtype is " + dtypeName(type) + ", and tensor '" + operand.name + "' is " + dtypeName(operand.tensor.dtype) +
                        "; products are formed in the type of the tensors or in FP32: calDtype is UNKNOWN or one of them");
    }
}

} // namespace

void convolved(const NamedTensor &output, const NamedTensor &input, const NamedTensor &weight, const tpudnnConv2dParam_t &param)
{
    requireWideProducts(param.calDtype, input);
    requireConvolved(output, input, weight, param.groups,
                     {{"height", param.kernel_h, param.pad_h, param.stride_h, param.dilation_h},
                      {"width", param.kernel_w, param.pad_w, param.stride_w, param.dilation_w}});
}

void convolved(const NamedTensor &output, const NamedTensor &input, const NamedTensor &weight, const tpudnnConv3dParam_t &param)
{
    requireConvolved(output, input, weight, param.groups,
                     {{"depth", param.kernel_t, param.pad_t, param.stride_t, param.dilation_t},
                      {"height", param.kernel_h, param.pad_h, param.stride_h, param.dilation_h},
                      {"width", param.kernel_w, param.pad_w, param.stride_w, param.dilation_w}});
}

void reordered(const NamedTensor &output, const NamedTensor &input, const NamedValue &mode)
{
    const int *shape = input.tensor.shape;
    const bool byInput = mode.value == REORDER_WEIGHT_32IC;
    const int64_t kept = byInput ? shape[0] : shape[1], packed = byInput ? shape[1] : shape[0];
    const int64_t taps = elementsOf(shape + 2, input.tensor.dim - 2);
    requireShape(output, {kept, taps, (packed + 31) / 32, 32}, describe(input) + " in the order of " + describe(mode));
}

void rowsChosen(const NamedTensor &output, const NamedTensor &input, const NamedTensor &mask)
{
    const tpudnnTensor_t &in = input.tensor, &out = output.tensor;
    if (mask.tensor.dim > in.dim || !std::equal(mask.tensor.shape, mask.tensor.shape + mask.tensor.dim, in.shape))
    {
        badParam(describe(mask) + "; it has the first sizes of " + describe(input));
    }
    Sizes sizes{out.shape[0]};
    sizes.insert(sizes.end(), in.shape + mask.tensor.dim, in.shape + in.dim);
    requireShape(output, sizes, "rows of " + describe(input) + " behind the dimensions of " + describe(mask));
}

namespace
{

// The sizes of several tensors broadcast against each other, and the output's that follow from them.
void requireBroadcast(const NamedTensor &output, std::initializer_list<const NamedTensor *> inputs)
{
    std::string names;
    for (const NamedTensor *input : inputs)
    {
        names += (names.empty() ? "" : ", ") + describe(*input);
    }
    const int dim = (*inputs.begin())->tensor.dim;
    Sizes sizes(static_cast<size_t>(std::max(dim, 0)), 1);
    for (const NamedTensor *input : inputs)
    {
        bool fits = input->tensor.dim == dim;
        for (int i = 0; fits && i < dim; ++i)
        {
            const int64_t size = input->tensor.shape[i];
            fits = sizes[i] == 1 || size == 1 || size == sizes[i];
            sizes[i] = sizes[i] == 1 ? size : sizes[i];
        }
        if (!fits)
        {
            badParam(names + "; they have one number of dimensions, and in each one equal sizes or a 1");
        }
    }
    if (output.tensor.dim != dim || !std::equal(sizes.begin(), sizes.end(), output.tensor.shape))
    {
        requireShape(output, sizes, names);
    }
}

} // namespace

void broadcast(const NamedTensor &output, const NamedTensor &one, const NamedTensor &other) { requireBroadcast(output, {&one, &other}); }

void broadcast(const NamedTensor &output, const NamedTensor &one, const NamedTensor &other, const NamedTensor &third)
{
    requireBroadcast(output, {&one, &other, &third});
}

void expands(const NamedTensor &argument, const NamedTensor &target)
{
    const tpudnnTensor_t &tensor = argument.tensor;
    bool fits = tensor.dim == 0 || tensor.dim == target.tensor.dim;
    for (int i = 0; fits && i < tensor.dim; ++i)
    {
        fits = tensor.shape[i] == 1 || tensor.shape[i] == target.tensor.shape[i];
    }
    if (!fits)
    {
        badParam(describe(argument) + "; each size is 1 or that of " + describe(target));
    }
}

void predicate(const NamedTensor &output, const NamedTensor &input, const NamedValue &value, std::initializer_list<NamedValue> values)
{
    const bool asked = std::any_of(values.begin(), values.end(), [&](const NamedValue &one) { return one.value == value.value; });
    const tpudnnDataType_t dtype = asked ? TPUDNN_DTYPE_UINT8 : input.tensor.dtype;
    if (output.tensor.dtype != dtype)
    {
        badParam("tensor '" + std::string(output.name) + "' is " + dtypeName(output.tensor.dtype) + "; with " + describe(value) +
                 " it takes " + dtypeName(dtype));
    }
}

void neededFor(const NamedTensor &tensor, const NamedValue &value, std::initializer_list<NamedValue> values)
{
    const auto asked = std::find_if(values.begin(), values.end(), [&](const NamedValue &one) { return one.value == value.value; });
    if (asked != values.end() && !tensor.tensor.addr)
    {
        badParam("tensor '" + std::string(tensor.name) + "' is undefined; with " + describe(value) + " (" + asked->text + ") it is needed");
    }
}

void integersFor(const NamedTensor &tensor, const NamedValue &value, std::initializer_list<NamedValue> values)
{
    const bool known = std::any_of(values.begin(), values.end(), [&](const NamedValue &one) { return one.value == value.value; });
    if (!known && isInteger(tensor.tensor.dtype))
    {
        std::string names;
        for (const NamedValue &one : values)
        {
            names += (names.empty() ? "" : ", ") + std::string(one.text);
        }
        badParam("tensor '" + std::string(tensor.name) + "' is " + dtypeName(tensor.tensor.dtype) + ", and " + describe(value) +
                 "; integers are taken for " + names);
    }
}

void atLeast(const NamedTensor &tensor, const NamedValue &count)
{
    if (tensor.tensor.dim < count.value)
    {
        badParam(describe(tensor) + "; it takes at least " + std::to_string(count.value) + " dimensions");
    }
}

void hasElements(const NamedTensor &tensor, const NamedValue &axis)
{
    if (tensor.tensor.shape[axis.value] == 0)
    {
        badParam(describe(tensor) + "; " + describe(axis) + " has no elements to choose from");
    }
}

void reduced(const NamedTensor &output, const NamedTensor &input, const NamedValue &start, const NamedValue &end, const NamedValue &keep)
{
    const Sizes sizes = reducedSizes(input.tensor, start.value, end.value, keep.value != 0);
    if (!hasShape(output.tensor, sizes))
    {
        requireShape(output, sizes,
                     describe(input) + ", reduced over " + describe(start) + " up to " + describe(end) + " with " + describe(keep));
    }
}

void reducedEither(const NamedTensor &output, const NamedTensor &input, const NamedValue &start, const NamedValue &end)
{
    if (!hasShape(output.tensor, reducedSizes(input.tensor, start.value, end.value, true)))
    {
        requireShape(output, reducedSizes(input.tensor, start.value, end.value, false),
                     describe(input) + " without the reduced dimension, or with 1 in its place");
    }
}

void reducedOver(const NamedTensor &output, const NamedTensor &input, const int *axes, const NamedValue &count, const NamedValue &keep)
{
    Sizes sizes;
    std::string dims;
    for (int64_t i = 0; i < count.value; ++i)
    {
        dims += (dims.empty() ? "" : ", ") + std::to_string(axes[i]);
    }
    for (int i = 0; i < input.tensor.dim; ++i)
    {
        const bool within = std::find(axes, axes + count.value, i) != axes + count.value;
        if (!within || keep.value != 0)
        {
            sizes.push_back(within ? 1 : input.tensor.shape[i]);
        }
    }
    if (!hasShape(output.tensor, sizes))
    {
        requireShape(output, sizes, describe(input) + ", reduced over the dimensions [" + dims + "] with " + describe(keep));
    }
}

namespace
{

struct WindowSide
{
    const char *what;
    int64_t size, kernel, stride, padding;
};

// How many windows fit.
int64_t windowsOf(const NamedTensor &plane, const WindowSide &side)
{
    const int64_t room = side.size + 2 * side.padding - side.kernel;
    if (side.size == 0 || room < 0)
    {
        badParam(describe(plane) + "; a window of " + side.what + " " + std::to_string(side.kernel) + " needs a plane with elements, " +
                 "padded by " + std::to_string(side.padding) + " on both sides, that is at least as large");
    }
    return room / side.stride + 1;
}

void requireWindows(const NamedTensor &windows, const NamedTensor &plane, const WindowSide &height, const WindowSide &width)
{
    const int *sizes = plane.tensor.shape;
    const int64_t down = windowsOf(plane, height);
    requireShape(windows, {sizes[0], sizes[1], down, windowsOf(plane, width)}, describe(plane) + " has so many windows");
}

} // namespace

void pooled(const NamedTensor &windows, const NamedTensor &plane, const TPUDNN_PoolingDescriptor_t &window)
{
    const int *sizes = plane.tensor.shape;
    requireWindows(windows, plane, {"height", sizes[2], window.kh, window.stride_h, window.pad_h},
                   {"width", sizes[3], window.kw, window.stride_w, window.pad_w});
}

void pooled(const NamedTensor &windows, const NamedTensor &plane, const NamedValue &kernel, const NamedValue &stride,
            const NamedValue &padding)
{
    if (padding.value > kernel.value / 2)
    {
        badParam(describe(padding) + "; it is at most half of " + describe(kernel));
    }
    const int *sizes = plane.tensor.shape;
    requireWindows(windows, plane, {"height", sizes[2], kernel.value, stride.value, padding.value},
                   {"width", sizes[3], kernel.value, stride.value, padding.value});
}

void sourceFor(const NamedTensor &input, const NamedTensor &output)
{
    const auto elements = [](const NamedTensor &tensor) { return elementsOf(tensor.tensor.shape, tensor.tensor.dim); };
    if (elements(input) == 0 && elements(output) != 0)
    {
        badParam(describe(input) + ", no elements; " + describe(output) + " and needs some");
    }
}

void loss(const NamedTensor &output, const NamedTensor &input, const NamedValue &reduction)
{
    if (reduction.value == 0)
    {
        requireShape(output, Sizes(input.tensor.shape, input.tensor.shape + input.tensor.dim),
                     "that of tensor '" + std::string(input.name) + "', which " + describe(reduction) + " leaves as it is");
    }
    else if (elementsOf(output.tensor.shape, output.tensor.dim) != 1)
    {
        badParam(describe(output) + "; " + describe(reduction) + " gives one element");
    }
}

void chosen(const NamedTensor &output, const NamedTensor &input, const NamedValue &count, const NamedValue &axis)
{
    Sizes sizes(input.tensor.shape, input.tensor.shape + input.tensor.dim);
    int64_t &along = sizes[static_cast<size_t>(axis.value)];
    if (count.value > along)
    {
        badParam(describe(count) + "; " + describe(input) + ", along " + describe(axis) + " there are " + std::to_string(along));
    }
    along = count.value;
    requireShape(output, sizes, describe(count) + " of tensor '" + input.name + "' along " + describe(axis));
}

void gathered(const NamedTensor &index, const NamedTensor &input, const NamedValue &axis)
{
    bool fits = index.tensor.dim == input.tensor.dim;
    for (int i = 0; fits && i < input.tensor.dim; ++i)
    {
        fits = i == axis.value || index.tensor.shape[i] <= input.tensor.shape[i];
    }
    if (!fits)
    {
        badParam(describe(index) + "; it has as many dimensions as tensor '" + input.name + "', " + shapeText(input.tensor) +
                 ", and is nowhere larger but along " + describe(axis));
    }
}

void scattered(const NamedTensor &index, const NamedTensor &src, const NamedTensor &output, const NamedValue &axis)
{
    gathered(index, output, axis);
    bool fits = src.tensor.dim == index.tensor.dim;
    for (int i = 0; fits && i < index.tensor.dim; ++i)
    {
        fits = index.tensor.shape[i] <= src.tensor.shape[i];
    }
    if (!fits)
    {
        badParam(describe(src) + "; it has as many dimensions as tensor '" + index.name + "', " + shapeText(index.tensor) +
                 ", and is nowhere smaller");
    }
}

void rowsOf(const NamedTensor &indices, const NamedTensor &tensor, const NamedValue &axis)
{
    const int64_t rows = elementsOf(tensor.tensor.shape, static_cast<int>(axis.value) + 1);
    if (elementsOf(indices.tensor.shape, indices.tensor.dim) != rows)
    {
        badParam(describe(indices) + "; it takes " + std::to_string(rows) + " elements, the product of the sizes of " + describe(tensor) +
                 " up to " + describe(axis));
    }
}

void rowsFor(const NamedTensor &value, const NamedTensor &tensor, const NamedTensor &indices, const NamedValue &axis)
{
    tpudnnTensor_t rows = tensor.tensor;
    rows.shape[axis.value] = indices.tensor.shape[0];
    if (elementsOf(value.tensor.shape, value.tensor.dim) != elementsOf(rows.shape, rows.dim))
    {
        badParam(describe(value) + "; it takes the elements of " + shapeText(rows) + ", a row of " + describe(tensor) + " along " +
                 describe(axis) + " for each index");
    }
}

void squeezed(const NamedTensor &output, const NamedTensor &input)
{
    const auto without = [](const tpudnnTensor_t &tensor) {
        Sizes sizes;
        std::copy_if(tensor.shape, tensor.shape + tensor.dim, std::back_inserter(sizes), [](int size) { return size != 1; });
        return sizes;
    };
    if (without(output.tensor) != without(input.tensor))
    {
        badParam(describe(output) + "; but for sizes of 1 it is that of " + describe(input));
    }
}

void repeated(const NamedTensor &output, const NamedTensor &input, const int *times, const NamedValue &count)
{
    const int before = static_cast<int>(count.value) - input.tensor.dim;
    Sizes sizes;
    for (int i = 0; i < static_cast<int>(count.value); ++i)
    {
        sizes.push_back((i < before ? 1 : int64_t{input.tensor.shape[i - before]}) * times[i]);
    }
    if (!hasShape(output.tensor, sizes))
    {
        requireShape(output, sizes, describe(input) + ", repeated as asked for");
    }
}

void holdsBytes(const NamedTensor &tensor, const NamedValue &bytes)
{
    const size_t there = tpudnnTensorBytes(&tensor.tensor);
    if (static_cast<size_t>(bytes.value) > there)
    {
        badParam(describe(tensor) + ", " + std::to_string(there) + " bytes; " + describe(bytes));
    }
}

void appended(const NamedTensor &rows, const int *lengths, const NamedValue &count, const NamedValue &added)
{
    const int *sizes = rows.tensor.shape;
    if (count.value != sizes[0] || (!lengths && count.value > 0))
    {
        badParam(describe(count) + (lengths ? "" : " and the lengths are null") + "; " + describe(rows) +
                 ", it takes a length for each row");
    }
    requireHost(lengths, "the list of lengths");
    for (int64_t i = 0; i < count.value; ++i)
    {
        if (lengths[i] < 0 || lengths[i] + added.value > sizes[1])
        {
            badParam("length " + std::to_string(i) + " is " + std::to_string(lengths[i]) + "; " + describe(rows) + " and " +
                     describe(added) + " take 0 to " + std::to_string(sizes[1] - added.value));
        }
    }
}

void sizesFrom(const NamedTensor &tensor, const NamedTensor &input, const NamedValue &axis)
{
    const int *sizes = input.tensor.shape;
    const int64_t first = axis.value < 0 ? axis.value + input.tensor.dim : axis.value;
    if (tensor.tensor.addr || tensor.tensor.dim != 0)
    {
        requireShape(tensor, Sizes(sizes + first, sizes + input.tensor.dim), describe(input) + ", from " + describe(axis) + " on");
    }
}

void attention(const NamedTensor &queries, const NamedTensor &keys, const NamedTensor &cos, const NamedTensor &sin, const NamedTensor &mask,
               const NamedValue &places)
{
    const tpudnnTensor_t &q = queries.tensor;
    const int64_t heads = keys.tensor.shape[keys.tensor.dim - 2], size = q.shape[q.dim - 1];
    if (heads == 0 || q.shape[q.dim - 2] % heads != 0)
    {
        badParam(describe(queries) + "; its heads are a multiple of those of " + describe(keys));
    }
    const auto given = [](const NamedTensor &tensor) { return tensor.tensor.addr != nullptr; };
    if (given(cos) != given(sin) || (given(cos) && size % 2 != 0))
    {
        badParam(describe(cos) + ", " + describe(sin) + "; they are given together or not at all, for heads of an even size as " +
                 describe(queries));
    }
    const int64_t tokens = elementsOf(q.shape, q.dim - 2);
    const auto requireRows = [&](const NamedTensor &table, int64_t width) {
        const int64_t elements = elementsOf(table.tensor.shape, table.tensor.dim);
        if (given(table) && elements != tokens * width && elements != places.value * width)
        {
            badParam(describe(table) + "; it has rows of " + std::to_string(width) + " for " + std::to_string(tokens) + " tokens or " +
                     describe(places) + " places");
        }
    };
    requireRows(cos, size);
    requireRows(sin, size);
    requireRows(mask, places.value);
}

void sequences(const NamedTensor &rows, const int *lengths, const NamedValue &count, const NamedValue &most)
{
    if (!lengths && count.value > 0)
    {
        badParam(describe(count) + " and the lengths are null");
    }
    requireHost(lengths, "the list of lengths");
    int64_t total = 0;
    for (int64_t i = 0; i < count.value; ++i)
    {
        if (lengths[i] < 0 || lengths[i] > most.value)
        {
            badParam("length " + std::to_string(i) + " is " + std::to_string(lengths[i]) + "; with " + describe(most) +
                     " it takes 0 to that");
        }
        total += lengths[i];
    }
    if (total != rows.tensor.shape[0])
    {
        badParam("the lengths add up to " + std::to_string(total) + "; " + describe(rows));
    }
}

void latent(const NamedTensor &queries, const NamedTensor &cos, const NamedTensor &sin, const int *lengths, const NamedValue &count,
            const NamedValue &added, const NamedValue &mode)
{
    const int64_t tokens = elementsOf(queries.tensor.shape, queries.tensor.dim - 1);
    for (const NamedTensor *table : {&cos, &sin})
    {
        const tpudnnTensor_t &rows = table->tensor;
        const int64_t size = rows.dim == 0 ? 0 : rows.shape[rows.dim - 1];
        if (size % 2 != 0 || rows.dim == 0 || elementsOf(rows.shape, rows.dim - 1) != tokens)
        {
            badParam(describe(*table) + "; it has a row of an even size for each of the " + std::to_string(tokens) + " tokens");
        }
    }
    requireHost(lengths, "the list of lengths");
    const bool whole = mode.value == NORMAL_ATTENTION_DECODE;
    int64_t total = whole ? added.value * count.value : 0;
    for (int64_t i = 0; lengths && i < count.value; ++i)
    {
        if (lengths[i] < (whole ? added.value : 0))
        {
            badParam("length " + std::to_string(i) + " is " + std::to_string(lengths[i]) + " with " + describe(added));
        }
        total += whole ? 0 : lengths[i];
    }
    if ((lengths || whole) && total != tokens)
    {
        badParam("there are " + std::to_string(total) + " new tokens by the lengths; " + describe(queries));
    }
}

void absent(const NamedTensor &tensor)
{
    if (tensor.tensor.addr || tensor.tensor.dim != 0)
    {
        badParam(describe(tensor) + "; it takes an undefined tensor alone: the operator has no kernel that looks at it");
    }
}

} // namespace tpudnn::relations
