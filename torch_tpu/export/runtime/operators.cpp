#include "operators.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "windows.h"

namespace tpu_export::ops
{
namespace
{

#define TRY(call)                            \
    do                                       \
    {                                        \
        const tpudnnStatus_t tried = (call); \
        if (tried != TPUDNN_STATUS_SUCCESS)  \
        {                                    \
            return tried;                    \
        }                                    \
    } while (false)

int intOf(int64_t value) { return static_cast<int>(value); }

// With as many dimensions as the output: those in front have one element.
Tensor padded(const Tensor &tensor, size_t dims)
{
    Shape shape = tensor.shape();
    shape.insert(shape.begin(), dims - shape.size(), 1);
    return tensor.view(shape);
}

tpudnnStatus_t binaryInto(Op &o, const Tensor &self, const Tensor &other, double alpha, int mode, const Tensor &output)
{
    const auto factor = static_cast<float>(alpha);
    if (self.shape() == other.shape())
    {
        return tpudnnBinaryAsync(o, self.view(), other.view(), factor, output.view(), mode);
    }
    const Tensor left = o.held(padded(self, output.shape().size()));
    const Tensor right = o.held(padded(other, output.shape().size()));
    return tpudnnBinaryBcastAsync(o, left.view(), right.view(), factor, output.view(), mode);
}

// An operand in FP8: its numbers over `scale`, [rows, k].
struct Narrow
{
    Tensor numbers, scale;
};

Tensor scalar(Op &o, float value)
{
    HostTensor made{f32, {1}, std::vector<char>(sizeof value)};
    std::memcpy(made.bytes.data(), &value, sizeof value);
    return o.run().madeWeight("scale " + std::string(made.bytes.begin(), made.bytes.end()), [&] { return made; });
}

// Scaled so that the largest number seen in it is the format's largest, and kept inside.
Narrow narrowed(Op &o, const Tensor &tensor, double largest_seen)
{
    const float limit = largest(o.fp8());
    const auto seen = static_cast<float>(largest_seen);
    const float scale = seen > 0 ? seen / limit : 1.0F;
    const Tensor dense = o.in(tensor);
    const Tensor scaled = o.temporary(f32, dense.shape());
    const Tensor narrow = o.temporary(o.fp8(), dense.shape());
    check(tpudnnBinaryCAsync(o, dense.view(), 1.0F / scale, scaled.view(), BINARY_MUL, false), "scaling to FP8");
    check(tpudnnClampAsync(o, scaled.view(), -limit, limit, scaled.view()), "scaling to FP8");
    check(tpudnnConvertAsync(o, scaled.view(), narrow.view()), "conversion to FP8");
    return {narrow, scalar(o, scale)};
}

// A right operand [n, k]: a weight is made on the host, once.
Narrow narrowedRight(Op &o, const Tensor &right)
{
    const HostTensor *host = o.run().hostWeight(right);
    if (host == nullptr || host->dtype != f32)
    {
        return narrowed(o, right, o.about().largest_right);
    }
    const Dtype format = o.fp8();
    const std::string key = std::string("fp8 ") + nameOf(format) + " " + std::to_string(reinterpret_cast<uintptr_t>(right.buffer())) + " " +
                            std::to_string(right.offset()) + text(right.shape()) + text(right.strides());
    float most = 0;
    for (double each : numbers(host->bytes, f32))
    {
        most = std::max(most, std::fabs(static_cast<float>(each)));
    }
    const float scale = most > 0 ? most / largest(format) : 1.0F;
    const int64_t n = right.size(0), k = right.size(1);
    const Tensor made = o.run().madeWeight(key, [&] {
        HostTensor quantised{format, {n, k}, std::vector<char>(static_cast<size_t>(n * k))};
        for (int64_t row = 0; row < n; ++row)
        {
            for (int64_t column = 0; column < k; ++column)
            {
                float number;
                const int64_t at = right.offset() + row * right.strides()[0] + column * right.strides()[1];
                std::memcpy(&number, host->bytes.data() + static_cast<size_t>(at) * sizeof number, sizeof number);
                quantised.bytes[static_cast<size_t>(row * k + column)] = static_cast<char>(toFp8(number / scale, format));
            }
        }
        return quantised;
    });
    return {made, scalar(o, scale)};
}

// output = left x right^T + bias, of f32
tpudnnStatus_t fp8Product(Op &o, const Narrow &left, const Narrow &right, const Tensor &bias, const Tensor &output)
{
    return tpudnnMatmulFp8Async(o, left.numbers.view(), right.numbers.view(), bias.view(), left.scale.view(), right.scale.view(),
                                tpudnnUndefinedTensor(), output.view(), tpudnnUndefinedTensor());
}

// output = left x right + bias
tpudnnStatus_t multiply(Op &o, const Tensor &left, const Tensor &right, const Tensor &bias, const Tensor &output)
{
    const Tensor added = o.in(bias);
    if (o.narrows())
    {
        return fp8Product(o, narrowed(o, left, o.about().largest_left), narrowedRight(o, right.permute({1, 0})), added, output);
    }
    return tpudnnMatmulAsync(o, o.matrix(left).view(), o.matrix(right).view(), added.view(), output.view());
}

tpudnnStatus_t multiplyBatches(Op &o, const Tensor &left, const Tensor &right, const Tensor &output)
{
    if (!o.narrows())
    {
        return tpudnnBatchMatmulAsync(o, o.matrix(left).view(), o.matrix(right).view(), output.view());
    }
    for (int64_t i = 0; i < left.size(0); ++i)
    {
        TRY(multiply(o, left.select(0, i), right.select(0, i), {}, output.select(0, i)));
    }
    return TPUDNN_STATUS_SUCCESS;
}

// Dimensions to reduce as neighbours [first, last): left where they are, or moved to the end. As the torch device does it.
Tensor neighbours(Op &o, const Tensor &self, const Shape &dims, int &first, int &last)
{
    std::vector<bool> reduced(self.shape().size(), dims.empty());
    for (int64_t each : dims)
    {
        reduced[each < 0 ? each + self.dim() : each] = true;
    }
    Shape order, moved;
    for (int64_t i = 0; i < self.dim(); ++i)
    {
        (reduced[i] ? moved : order).push_back(i);
    }
    const auto count = static_cast<int64_t>(moved.size());
    const int64_t start = count > 0 ? moved.front() : self.dim();
    if (count == 0 || moved.back() == start + count - 1)
    {
        first = intOf(start);
        last = intOf(start + count);
        return o.held(self.rowMajor());
    }
    first = static_cast<int>(order.size());
    last = intOf(self.dim());
    order.insert(order.end(), moved.begin(), moved.end());
    return o.held(self.permute(order).rowMajor());
}

Shape without(Shape shape, int first, int last)
{
    shape.erase(shape.begin() + first, shape.begin() + last);
    return shape;
}

} // namespace

tpudnnStatus_t matmul(Op &o, const Tensor &left, const Tensor &right)
{
    return left.size(1) == 0 ? fill(o, 0) : multiply(o, left, right, {}, o.result());
}

tpudnnStatus_t batch_matmul(Op &o, const Tensor &left, const Tensor &right)
{
    return left.size(2) == 0 ? fill(o, 0) : multiplyBatches(o, left, right, o.result());
}

// beta * self + alpha * product; eager does not read self where beta is 0
static tpudnnStatus_t scaledSum(Op &o, const Tensor &self, const Tensor &product, double beta, double alpha)
{
    if (beta == 0)
    {
        return tpudnnBinaryCAsync(o, product.view(), static_cast<float>(alpha), o.out(), BINARY_MUL, false);
    }
    TRY(tpudnnBinaryCAsync(o, product.view(), static_cast<float>(alpha), product.view(), BINARY_MUL, false));
    return binaryInto(o, product, o.in(self), beta, BINARY_ADD, o.result());
}

tpudnnStatus_t addmm(Op &o, const Tensor &self, const Tensor &left, const Tensor &right, double beta, double alpha)
{
    if (alpha == 1 && beta == 1 && self.dim() == 1 && self.size(0) == o.shape()[1] && left.size(1) > 0)
    {
        return multiply(o, left, right, self, o.result());
    }
    const Tensor products = o.temporary(o.precision(), o.shape());
    TRY(multiply(o, left, right, {}, products));
    return scaledSum(o, self, products, beta, alpha);
}

tpudnnStatus_t baddbmm(Op &o, const Tensor &self, const Tensor &left, const Tensor &right, double beta, double alpha)
{
    const Tensor products = o.temporary(o.precision(), o.shape());
    TRY(multiplyBatches(o, left, right, products));
    return scaledSum(o, self, products, beta, alpha);
}

namespace
{

// One number for each of three dimensions; `first` for those that the convolution does not have.
std::array<int, 3> ofVolume(const Shape &values, size_t dims, int first)
{
    std::array<int, 3> made{first, first, first};
    for (size_t i = 0; i < dims; ++i)
    {
        made[3 - dims + i] = intOf(values.size() == 1 ? values.front() : values[i]);
    }
    return made;
}

Tensor withDims(Tensor tensor, int64_t dims)
{
    while (tensor.defined() && tensor.dim() < dims)
    {
        tensor = tensor.unsqueeze(2);
    }
    return tensor;
}

// The windows of the padded input are a view with strides; one copy makes a matrix of them: (groups, batch * places, channels * kernel).
tpudnnStatus_t fp8Convolution(Op &o, const Tensor &input, const Tensor &weight, const Tensor &bias, const std::array<int, 3> &stride,
                              const std::array<int, 3> &padding, const std::array<int, 3> &dilation, int64_t groups, const Tensor &output)
{
    const Narrow whole = narrowed(o, input, o.about().largest_left);
    const Tensor &x = whole.numbers;
    const int64_t n = x.size(0), channels = x.size(1), out_channels = weight.size(0), kernel_h = weight.size(2), kernel_w = weight.size(3);
    const int64_t out_h = output.size(2), out_w = output.size(3), pad_h = padding[1], pad_w = padding[2];
    const int64_t high = x.size(2) + 2 * pad_h, wide = x.size(3) + 2 * pad_w;
    Tensor around = x;
    if (pad_h != 0 || pad_w != 0)
    {
        around = o.temporary(x.dtype(), {n, channels, high, wide});
        TRY(tpudnnMemsetAsync(o, around.address(), 0, around.bytes()));
        copyElements(x, around.slice(2, pad_h, high - pad_h, 1).slice(3, pad_w, wide - pad_w, 1));
    }
    const int64_t plane = high * wide, each = channels / groups, depth = each * kernel_h * kernel_w, out_each = out_channels / groups;
    const Tensor windows =
        around.strided({groups, n, out_h, out_w, each, kernel_h, kernel_w},
                       {each * plane, channels * plane, wide * stride[1], stride[2], plane, wide * dilation[1], dilation[2]}, 0);
    const Tensor matrix = o.held(windows.copy()).view({groups, n * out_h * out_w, depth});
    const Tensor kernels = weight.view({groups, out_each, depth});
    const Tensor products = o.temporary(f32, {groups, n * out_h * out_w, out_each});
    for (int64_t group = 0; group < groups; ++group)
    {
        const Tensor added = bias.defined() ? o.in(bias.slice(0, group * out_each, (group + 1) * out_each, 1)) : bias;
        TRY(fp8Product(o, {matrix.select(0, group), whole.scale}, narrowedRight(o, kernels.select(0, group)), added,
                       products.select(0, group)));
    }
    const Tensor places = products.view({groups, n, out_h * out_w, out_each}).permute({1, 0, 3, 2});
    copyElements(places, output.view({n, groups, out_each, out_h * out_w}));
    return TPUDNN_STATUS_SUCCESS;
}

// As the torch device does it: planes by the kernel of two dimensions where the chip has it, all else by that of three.
tpudnnStatus_t convolve(Op &o, const Tensor &input, const Tensor &weight, const Tensor &bias, const Shape &strides, const Shape &pads,
                        const Shape &dilations, int64_t groups)
{
    const auto dims = static_cast<size_t>(input.dim() - 2);
    const auto stride = ofVolume(strides, dims, 1), padding = ofVolume(pads, dims, 0), dilation = ofVolume(dilations, dims, 1);
    if (o.narrows())
    {
        return fp8Convolution(o, withDims(input, 4), withDims(weight, 4), bias, stride, padding, dilation, groups, withDims(o.result(), 4));
    }
    const bool planes = dims < 3 && (o.has("conv2d") || !o.has("conv3d"));
    const int64_t all = planes ? 4 : 5;
    const Tensor x = withDims(o.in(input), all), w = withDims(o.in(weight), all), b = o.in(bias), y = withDims(o.result(), all);
    if (planes)
    {
        tpudnnConv2dParam_t param;
        param.kernel_h = intOf(w.size(2));
        param.kernel_w = intOf(w.size(3));
        param.pad_h = padding[1];
        param.pad_w = padding[2];
        param.stride_h = stride[1];
        param.stride_w = stride[2];
        param.dilation_h = dilation[1];
        param.dilation_w = dilation[2];
        param.groups = intOf(groups);
        return tpudnnConv2dAsync(o, x.view(), w.view(), b.view(), param, y.view());
    }
    const tpudnnConv3dParam_t param{intOf(w.size(2)), intOf(w.size(3)), intOf(w.size(4)), padding[0],  padding[1],  padding[2],   stride[0],
                                    stride[1],        stride[2],        dilation[0],      dilation[1], dilation[2], intOf(groups)};
    return tpudnnConv3dAsync(o, x.view(), w.view(), b.view(), param, y.view());
}

} // namespace

tpudnnStatus_t convolution(Op &o, const Tensor &input, const Tensor &weight, const Tensor &bias, const Shape &stride, const Shape &padding,
                           const Shape &dilation, int64_t groups)
{
    return convolve(o, input, weight, bias, stride, padding, dilation, groups);
}

tpudnnStatus_t transposed_convolution(Op &o, const Tensor &input, const Tensor &weight, const Tensor &bias, const Shape &stride,
                                      const Shape &padding, const Shape &dilation, const Shape &output_padding, int64_t groups)
{
    const auto dims = static_cast<size_t>(input.dim() - 2);
    const auto at = [](const Shape &values, size_t i) { return values.size() == 1 ? values.front() : values[i]; };
    const Tensor x = o.in(input);
    Shape sizes = x.shape();
    std::vector<int64_t> before(dims);
    for (size_t i = 0; i < dims; ++i)
    {
        before[i] = at(dilation, i) * (weight.size(static_cast<int64_t>(i) + 2) - 1) - at(padding, i);
        sizes[i + 2] = (x.shape()[i + 2] - 1) * at(stride, i) + 1 + 2 * before[i] + at(output_padding, i);
    }
    const Tensor apart = o.temporary(x.dtype(), sizes);
    TRY(tpudnnMemsetAsync(o, apart.address(), 0, apart.bytes()));
    Tensor from = x, to = apart;
    for (size_t i = 0; i < dims; ++i)
    {
        // elements that padding cuts off stay away
        const auto dim = static_cast<int64_t>(i) + 2;
        const int64_t step = at(stride, i), size = from.size(dim);
        const int64_t first = before[i] < 0 ? (-before[i] + step - 1) / step : 0;
        const int64_t start = before[i] + first * step;
        const int64_t last = std::min(size, start < to.size(dim) ? first + (to.size(dim) - 1 - start) / step + 1 : first);
        from = from.slice(dim, first, std::max(first, last), 1);
        to = to.slice(dim, start, start + std::max<int64_t>(0, last - first) * step - (step - 1), step);
    }
    copyElements(from, to);
    Shape grouped = weight.shape(), turned = weight.shape(), order(dims + 3);
    grouped[0] /= groups;
    grouped.insert(grouped.begin(), groups);
    turned[0] = weight.size(1) * groups;
    turned[1] = weight.size(0) / groups;
    std::iota(order.begin(), order.end(), 0);
    std::swap(order[1], order[2]);
    Tensor kernels = o.held(o.in(weight).view(grouped).permute(order).copy()).view(turned);
    for (size_t i = 0; i < dims; ++i)
    {
        const Tensor flipped = o.temporary(kernels.dtype(), turned);
        TRY(tpudnnFlipAsync(o, kernels.view(), static_cast<int>(i) + 2, flipped.view()));
        kernels = flipped;
    }
    return convolve(o, apart, kernels, bias, Shape(dims, 1), Shape(dims, 0), dilation, groups);
}

namespace
{

tpudnnStatus_t fillTensor(Op &o, const Tensor &to, double value)
{
    const Dtype dtype = to.dtype();
    if (value == 0)
    {
        return tpudnnMemsetAsync(o, to.address(), 0, to.bytes());
    }
    if (dtype == i32)
    {
        const auto number = static_cast<int32_t>(value);
        return tpudnnFillAsync(o, &number, to.view());
    }
    if (dtype == boolean || dtype == u8)
    {
        const auto number = static_cast<uint8_t>(value);
        return tpudnnFillAsync(o, &number, to.view());
    }
    if (!isFloat(dtype))
    {
        throw Error(std::string("no numbers of ") + nameOf(dtype) + " are filled in");
    }
    // in f32 first: halves are rounded on the device as everywhere else
    const auto number = static_cast<float>(value);
    const Tensor wide = o.temporary(f32, to.shape());
    TRY(tpudnnFillAsync(o, &number, wide.view()));
    copyElements(wide.to(dtype), to);
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t poolPlanes(Op &o, const Tensor &input, tensor_pooling_mode_t mode, const Windows &down, const Windows &across, double beyond,
                          const Tensor &output)
{
    Tensor x = input;
    if (down.beyond() > 0 || across.beyond() > 0)
    {
        x = o.temporary(input.dtype(), {input.size(0), input.size(1), input.size(2) + down.beyond(), input.size(3) + across.beyond()});
        TRY(fillTensor(o, x, beyond));
        copyElements(input, x.slice(2, 0, input.size(2), 1).slice(3, 0, input.size(3), 1));
    }
    const TPUDNN_PoolingDescriptor_t window = {intOf(down.size),      intOf(across.size),    intOf(down.pad),
                                               intOf(across.pad),     intOf(down.stride),    intOf(across.stride),
                                               intOf(output.size(2)), intOf(output.size(3)), mode};
    return tpudnnPoolingForwardAsync(o, x.view(), output.view(), window);
}

std::pair<Windows, Windows> windowsOf(const Tensor &x, const Tensor &out, const Window &window)
{
    return {{x.size(2), out.size(2), window.kernel_h, window.stride_h, window.pad_h},
            {x.size(3), out.size(3), window.kernel_w, window.stride_w, window.pad_w}};
}

Tensor withBatch(const Tensor &tensor) { return tensor.dim() == 3 ? tensor.unsqueeze(0) : tensor; }

} // namespace

tpudnnStatus_t max_pooling(Op &o, const Tensor &input, const Window &window)
{
    const Tensor x = withBatch(o.in(input)), out = withBatch(o.result());
    const auto [down, across] = windowsOf(x, out, window);
    return poolPlanes(o, x, TPUDNN_POOLING_MAX, down, across, -std::numeric_limits<double>::infinity(), out);
}

tpudnnStatus_t average_pooling(Op &o, const Tensor &input, const Window &window, bool padding, std::optional<int64_t> divisor)
{
    const Tensor x = withBatch(o.in(input)), out = withBatch(o.result());
    const auto [down, across] = windowsOf(x, out, window);
    TRY(poolPlanes(o, x, TPUDNN_POOLING_AVG, down, across, 0, out));
    // elements of a window over what their sum is divided by
    HostTensor shares{f32, {down.out, across.out}, {}};
    bool ones = true;
    for (int64_t i = 0; i < down.out; ++i)
    {
        for (int64_t j = 0; j < across.out; ++j)
        {
            const int64_t by = divisor.has_value() ? *divisor : down.counted(i, padding) * across.counted(j, padding);
            const auto share = static_cast<float>(static_cast<double>(down.size * across.size) / static_cast<double>(by));
            ones = ones && share == 1;
            shares.bytes.insert(shares.bytes.end(), reinterpret_cast<const char *>(&share),
                                reinterpret_cast<const char *>(&share) + sizeof share);
        }
    }
    if (ones)
    {
        return TPUDNN_STATUS_SUCCESS;
    }
    const Tensor factors =
        o.run().madeWeight("shares " + std::string(shares.bytes.begin(), shares.bytes.end()) + text(shares.shape), [&] { return shares; });
    return binaryInto(o, out, o.in(factors), 1, BINARY_MUL, out);
}

tpudnnStatus_t batch_norm(Op &o, const Tensor &input, const Tensor &weight, const Tensor &bias, const Tensor &mean, const Tensor &variance,
                          double eps)
{
    // scale = weight / sqrt(variance + eps), shift = bias - mean * scale; in FP32
    const Tensor m = o.held(mean.to(f32)), v = o.held(variance.to(f32)), w = o.held(weight.to(f32)), b = o.held(bias.to(f32));
    const Tensor scale = o.temporary(f32, v.shape()), shift = o.temporary(f32, v.shape());
    TRY(tpudnnBinaryCAsync(o, v.view(), static_cast<float>(eps), scale.view(), BINARY_ADD, false));
    TRY(tpudnnActiveAsync(o, scale.view(), scale.view(), TPUDNN_ACTIVE_RSQRT));
    if (w.defined())
    {
        TRY(tpudnnBinaryAsync(o, scale.view(), w.view(), 1.0F, scale.view(), BINARY_MUL));
    }
    TRY(tpudnnBinaryAsync(o, m.view(), scale.view(), 1.0F, shift.view(), BINARY_MUL));
    if (b.defined())
    {
        TRY(tpudnnBinaryAsync(o, b.view(), shift.view(), 1.0F, shift.view(), BINARY_SUB));
    }
    else
    {
        TRY(tpudnnNegAsync(o, shift.view(), shift.view()));
    }
    Shape channels(input.shape().size(), 1);
    channels[1] = input.size(1);
    const Tensor scaled = o.temporary(o.precision(), input.shape());
    TRY(binaryInto(o, o.in(input), o.in(scale).view(channels), 1, BINARY_MUL, scaled));
    return binaryInto(o, scaled, o.in(shift).view(channels), 1, BINARY_ADD, o.result());
}

tpudnnStatus_t layer_norm(Op &o, const Tensor &input, const Tensor &weight, const Tensor &bias, int64_t normalized, double eps)
{
    const int64_t start = input.dim() - normalized;
    Shape statistics = input.shape();
    std::fill(statistics.begin() + start, statistics.end(), 1);
    const Tensor mean = o.temporary(o.precision(), statistics);
    const Tensor rstd = o.temporary(o.precision(), statistics);
    return tpudnnLayernormAsync(o, o(input), o(weight), o(bias), intOf(start), static_cast<float>(eps), o.out(), mean.view(), rstd.view());
}

tpudnnStatus_t group_norm(Op &o, const Tensor &input, const Tensor &weight, const Tensor &bias, int64_t groups, double eps)
{
    const Tensor mean = o.temporary(o.precision(), {input.size(0), groups}), rstd = o.temporary(o.precision(), {input.size(0), groups});
    return tpudnnNativeGroupNormAsync(o, o(input), o(weight), o(bias), intOf(groups), (weight.defined() ? 1 : 0) | (bias.defined() ? 2 : 0),
                                      static_cast<float>(eps), o.out(), mean.view(), rstd.view());
}

tpudnnStatus_t binary(Op &o, const Tensor &self, const Tensor &other, double alpha, int mode)
{
    return binaryInto(o, o.in(self), o.in(other), alpha, mode, o.result());
}

tpudnnStatus_t compare(Op &o, const Tensor &self, const Tensor &other, int mode)
{
    const Tensor left = o.in(self);
    const Tensor right = o.in(other);
    if (left.shape() == right.shape())
    {
        return tpudnnComparisionAsync(o, left.view(), right.view(), o.out(), mode);
    }
    return tpudnnComparisionBcastAsync(o, padded(left, o.shape().size()).view(), padded(right, o.shape().size()).view(), o.out(), mode);
}

tpudnnStatus_t compare(Op &o, const Tensor &self, double other, int mode)
{
    return tpudnnComparisionCAsync(o, o(self), o.number(other), o.out(), mode, 1);
}

tpudnnStatus_t elementwise(Op &o, const Tensor &self, const Tensor &other, Elementwise call)
{
    return call(o, o(o.cast(self).expand(o.shape())), o(o.cast(other).expand(o.shape())), o.out());
}

tpudnnStatus_t where(Op &o, const Tensor &condition, const Tensor &self, const Tensor &other)
{
    const auto operand = [&](const Tensor &tensor) {
        const Tensor made = o.in(tensor);
        return (made.dim() == 0 ? made : padded(made, o.shape().size())).view();
    };
    return tpudnnWhereAsync(o, padded(o.held(condition.rowMajor()), o.shape().size()).view(), operand(self), operand(other), o.out());
}

tpudnnStatus_t where(Op &o, const Tensor &condition, const Tensor &self, double other)
{
    const Tensor number = o.temporary(f32, {1});
    const auto value = static_cast<float>(other);
    TRY(tpudnnFillAsync(o, &value, number.view()));
    return where(o, condition, self, number.view({}));
}

tpudnnStatus_t masked_fill(Op &o, const Tensor &self, const Tensor &mask, double value)
{
    const Tensor places = padded(o.in(mask), self.shape().size()); // in the precision, as the library takes it
    return tpudnnMaskedFillAsync(o, o(self), places.view(), o.number(value), o.out());
}

tpudnnStatus_t power(Op &o, const Tensor &self, double exponent)
{
    if (exponent == 2)
    {
        return tpudnnBinaryAsync(o, o(self), o(self), 1.0F, o.out(), BINARY_MUL);
    }
    const Tensor numbers = o.temporary(f32, o.shape());
    const auto value = static_cast<float>(exponent);
    TRY(tpudnnFillAsync(o, &value, numbers.view()));
    return tpudnnPowAsync(o, o(self), o(numbers), o.out());
}

tpudnnStatus_t remainder(Op &o, const Tensor &self, double other)
{
    const auto divisor = static_cast<float>(other);
    if (isFloat(o.about().result))
    {
        return tpudnnRemainderAsync(o, o(self), divisor, o.out());
    }
    const Tensor x = o.in(self), whole = o.temporary(x.dtype(), x.shape()), left = o.temporary(x.dtype(), x.shape());
    const Tensor negative = o.temporary(boolean, x.shape());
    TRY(tpudnnBinaryCAsync(o, x.view(), divisor, whole.view(), BINARY_DIV, false));
    TRY(tpudnnBinaryCAsync(o, whole.view(), divisor, whole.view(), BINARY_MUL, false));
    TRY(tpudnnBinaryAsync(o, x.view(), whole.view(), 1.0F, left.view(), BINARY_SUB));
    TRY(tpudnnComparisionCAsync(o, left.view(), 0.0F, negative.view(), LESS_THAN, 1));
    const Tensor more = o.held(negative.to(x.dtype()));
    return tpudnnBinaryAsync(o, left.view(), more.view(), divisor, o.out(), BINARY_ADD);
}

tpudnnStatus_t elu(Op &o, const Tensor &self, double alpha, double scale, double input_scale)
{
    const Tensor x = o.in(self);
    const Tensor below = o.temporary(o.precision(), x.shape()), above = o.temporary(o.precision(), x.shape());
    const Tensor positive = o.temporary(boolean, x.shape());
    TRY(tpudnnBinaryCAsync(o, x.view(), static_cast<float>(input_scale), below.view(), BINARY_MUL, false));
    TRY(tpudnnActiveAsync(o, below.view(), below.view(), TPUDNN_ACTIVE_EXPM1));
    TRY(tpudnnBinaryCAsync(o, below.view(), static_cast<float>(alpha * scale), below.view(), BINARY_MUL, false));
    TRY(tpudnnBinaryCAsync(o, x.view(), static_cast<float>(scale), above.view(), BINARY_MUL, false));
    TRY(tpudnnComparisionCAsync(o, x.view(), 0.0F, positive.view(), GREATER, 1));
    return tpudnnWhereAsync(o, positive.view(), above.view(), below.view(), o.out());
}

tpudnnStatus_t softplus(Op &o, const Tensor &self, double beta, double threshold)
{
    const Tensor x = o.in(self);
    const Tensor scaled = o.temporary(o.precision(), x.shape()), curve = o.temporary(o.precision(), x.shape());
    const Tensor straight = o.temporary(boolean, x.shape());
    const auto factor = static_cast<float>(beta);
    TRY(tpudnnBinaryCAsync(o, x.view(), factor, scaled.view(), BINARY_MUL, false));
    TRY(tpudnnActiveAsync(o, scaled.view(), curve.view(), TPUDNN_ACTIVE_EXP));
    TRY(tpudnnLogAsync(o, curve.view(), curve.view(), TPUDNN_LOG_1P));
    TRY(tpudnnBinaryCAsync(o, curve.view(), factor, curve.view(), BINARY_DIV, false));
    TRY(tpudnnComparisionCAsync(o, scaled.view(), o.number(threshold), straight.view(), GREATER, 1));
    return tpudnnWhereAsync(o, straight.view(), x.view(), curve.view(), o.out());
}

tpudnnStatus_t log_sigmoid(Op &o, const Tensor &self)
{
    const Tensor x = o.in(self);
    const Tensor negative = o.temporary(o.precision(), x.shape()), curve = o.temporary(o.precision(), x.shape());
    TRY(tpudnnActiveAsync(o, x.view(), curve.view(), TPUDNN_ACTIVE_ABSVAL));
    TRY(tpudnnNegAsync(o, curve.view(), curve.view()));
    TRY(tpudnnActiveAsync(o, curve.view(), curve.view(), TPUDNN_ACTIVE_EXP));
    TRY(tpudnnLogAsync(o, curve.view(), curve.view(), TPUDNN_LOG_1P));
    TRY(tpudnnClampAsync(o, x.view(), -std::numeric_limits<float>::infinity(), 0, negative.view()));
    return tpudnnBinaryAsync(o, negative.view(), curve.view(), 1.0F, o.out(), BINARY_SUB);
}

tpudnnStatus_t gelu_tanh(Op &o, const Tensor &self)
{
    const Tensor x = o.in(self);
    const Tensor y = o.temporary(o.precision(), o.shape());
    const auto mul = [&](float factor) { return tpudnnBinaryCAsync(o, y.view(), factor, y.view(), BINARY_MUL, false); };
    TRY(tpudnnBinaryAsync(o, x.view(), x.view(), 1.0F, y.view(), BINARY_MUL));
    TRY(mul(0.044715F));
    TRY(tpudnnBinaryCAsync(o, y.view(), 1.0F, y.view(), BINARY_ADD, false));
    TRY(tpudnnBinaryAsync(o, y.view(), x.view(), 1.0F, y.view(), BINARY_MUL));
    TRY(mul(0.7978845608028654F));
    TRY(tpudnnActiveAsync(o, y.view(), y.view(), TPUDNN_ACTIVE_TANH));
    TRY(tpudnnBinaryCAsync(o, y.view(), 1.0F, y.view(), BINARY_ADD, false));
    TRY(mul(0.5F));
    return tpudnnBinaryAsync(o, y.view(), x.view(), 1.0F, o.out(), BINARY_MUL);
}

tpudnnStatus_t error_function(Op &o, const Tensor &self, tensor_active_type_t function)
{
    const Tensor wide = o.temporary(f32, o.shape());
    const Tensor x = o.held(self.to(f32).rowMajor());
    TRY(tpudnnActiveAsync(o, x.view(), wide.view(), function));
    copyElements(wide.to(o.precision()), o.result());
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t reduce(Op &o, const Tensor &self, const Shape &dims, int mode)
{
    int first = 0, last = 0;
    const Tensor moved = neighbours(o, o.cast(self), dims, first, last);
    if (moved.numel() == o.result().numel())
    {
        copyElements(moved.view(o.shape()), o.result());
        return TPUDNN_STATUS_SUCCESS;
    }
    return tpudnnReduceAsync(o, moved.view(), first, last, 0, mode, o.result().view(without(moved.shape(), first, last)).view());
}

tpudnnStatus_t variance(Op &o, const Tensor &self, const Shape &dims, double correction)
{
    int first = 0, last = 0;
    const Tensor x = neighbours(o, o.cast(self), dims, first, last);
    const Shape kept = without(x.shape(), first, last);
    Shape ones = x.shape();
    std::fill(ones.begin() + first, ones.begin() + last, 1);
    const auto count = static_cast<double>(x.numel()) / static_cast<double>(std::max<int64_t>(1, product(kept)));
    const Tensor mean = o.temporary(o.precision(), kept), apart = o.temporary(o.precision(), x.shape());
    TRY(tpudnnReduceAsync(o, x.view(), first, last, 0, REDUCE_MEAN, mean.view()));
    TRY(binaryInto(o, x, mean.view(ones), 1, BINARY_SUB, apart));
    TRY(tpudnnBinaryAsync(o, apart.view(), apart.view(), 1.0F, apart.view(), BINARY_MUL));
    TRY(tpudnnReduceAsync(o, apart.view(), first, last, 0, REDUCE_SUM, mean.view()));
    return tpudnnBinaryCAsync(o, mean.view(), static_cast<float>(count - correction), o.result().view(kept).view(), BINARY_DIV, false);
}

tpudnnStatus_t extreme(Op &o, const Tensor &self, const Shape &dims, int mode)
{
    int first = 0, last = 0;
    const Tensor moved = neighbours(o, o.cast(self), dims, first, last);
    Shape shape = without(moved.shape(), first, last);
    shape.insert(shape.begin() + first, product(Shape(moved.shape().begin() + first, moved.shape().begin() + last)));
    const Shape kept = without(shape, first, first + 1);
    const Tensor places = o.temporary(i32, kept);
    return tpudnnArgAsync(o, moved.view(shape).view(), first, mode, o.result().view(kept).view(), places.view());
}

tpudnnStatus_t arg(Op &o, const Tensor &self, std::optional<int64_t> dim, int mode)
{
    const Tensor x = dim.has_value() ? o.in(self) : o.in(self).view({-1});
    const int64_t axis = dim.value_or(0) < 0 ? *dim + self.dim() : dim.value_or(0);
    const Shape kept = without(x.shape(), intOf(axis), intOf(axis) + 1);
    o.gives(i32);
    return tpudnnArgAsync(o, x.view(), intOf(axis), mode, tpudnnUndefinedTensor(), o.result().view(kept).view());
}

tpudnnStatus_t any(Op &o, const Tensor &self, const Shape &dims)
{
    int first = 0, last = 0;
    const Tensor ones = o.temporary(boolean, self.shape());
    const Tensor mask = o.held(self.rowMajor());
    TRY(tpudnnComparisionCAsync(o, mask.view(), 0.0F, ones.view(), NOT_EQUAL, 1));
    const Tensor moved = neighbours(o, o.held(ones.to(f32)), dims, first, last);
    const Shape kept = without(moved.shape(), first, last);
    const Tensor sums = o.temporary(f32, kept);
    TRY(tpudnnReduceAsync(o, moved.view(), first, last, 0, REDUCE_SUM, sums.view()));
    return tpudnnComparisionCAsync(o, sums.view(), 0.0F, o.result().view(kept).view(), NOT_EQUAL, 1);
}

tpudnnStatus_t safe_softmax(Op &o, const Tensor &self, int64_t dim)
{
    const Tensor x = o.in(self);
    const int axis = intOf(dim < 0 ? dim + x.dim() : dim);
    const Shape kept = without(x.shape(), axis, axis + 1);
    Shape one = x.shape();
    one[axis] = 1;
    const Tensor top = o.temporary(o.precision(), kept);
    const Tensor places = o.temporary(i32, kept);
    const Tensor masked = o.temporary(boolean, one);
    const Tensor soft = o.temporary(o.precision(), x.shape());
    const float lowest = -std::numeric_limits<float>::infinity();
    TRY(tpudnnSoftmaxAsync(o, x.view(), axis, soft.view()));
    TRY(tpudnnArgAsync(o, x.view(), axis, ARG_MAX, top.view(), places.view()));
    TRY(tpudnnComparisionCAsync(o, top.view(), lowest, masked.view(kept).view(), EQUAL, 1));
    const Tensor zero = o.temporary(o.precision(), {});
    check(tpudnnMemsetAsync(o, zero.address(), 0, zero.bytes()), "zero");
    return tpudnnWhereAsync(o, masked.view(), zero.view(), soft.view(), o.out());
}

tpudnnStatus_t deviation(Op &o, const Tensor &self, const Shape &dims, double correction)
{
    TRY(variance(o, self, dims, correction));
    return tpudnnActiveAsync(o, o.out(), o.out(), TPUDNN_ACTIVE_SQRT);
}

tpudnnStatus_t cumsum(Op &o, const Tensor &self, int64_t dim)
{
    const Tensor x = o.held(self.to(o.result().dtype()).rowMajor());
    return x.dim() == 0 ? copy(o, x) : tpudnnCumsumAsync(o, x.view(), o.out(), intOf(dim < 0 ? dim + x.dim() : dim));
}

tpudnnStatus_t gather(Op &o, const Tensor &self, int64_t dim, const Tensor &index)
{
    const Tensor x = o.moved(self).dim() == 0 ? o.moved(self).view({1}) : o.moved(self);
    const Tensor places = index.dim() == 0 ? index.view({1}) : index;
    const Tensor out = o.result().dim() == 0 ? o.result().view({1}) : o.result();
    return tpudnnGatherAsync(o, x.view(), o.raw(places), out.view(), intOf(dim < 0 ? dim + x.dim() : dim));
}

namespace
{

// Places in a dimension of `size`; negative ones count from its end.
Tensor fromFront(Op &o, const Tensor &places, int64_t size)
{
    const Tensor x = o.held(places.to(i32).rowMajor());
    const Tensor negative = o.temporary(boolean, x.shape());
    check(tpudnnComparisionCAsync(o, x.view(), 0.0F, negative.view(), LESS_THAN, 1), "places");
    const Tensor moved = o.held(negative.to(i32)), made = o.temporary(i32, x.shape());
    check(tpudnnBinaryCAsync(o, moved.view(), static_cast<float>(size), moved.view(), BINARY_MUL, false), "places");
    check(tpudnnBinaryAsync(o, x.view(), moved.view(), 1.0F, made.view(), BINARY_ADD), "places");
    return made;
}

} // namespace

tpudnnStatus_t index(Op &o, const Tensor &self, const std::vector<Tensor> &indices, int64_t first)
{
    Shape shape = indices.front().shape();
    for (const Tensor &each : indices)
    {
        Shape longer = each.shape();
        shape.insert(shape.begin(), longer.size() > shape.size() ? longer.size() - shape.size() : 0, 1);
        for (size_t i = 0; i < longer.size(); ++i)
        {
            int64_t &extent = shape[shape.size() - longer.size() + i];
            extent = extent == 1 ? longer[i] : extent;
        }
    }
    const auto count = static_cast<int64_t>(indices.size());
    Tensor place;
    for (int64_t i = 0; i < count; ++i)
    {
        const int64_t size = self.size(first + i);
        const Tensor next = o.held(fromFront(o, indices[static_cast<size_t>(i)], size).expand(shape).rowMajor());
        if (i == 0)
        {
            place = next;
            continue;
        }
        // each place is looked at by itself: one behind its dimension must not lead into the next row
        const Tensor row = o.temporary(i32, {size}), inside = o.temporary(i32, shape);
        TRY(tpudnnArangeAsync(o, 0, intOf(size), 1, row.view()));
        TRY(tpudnnIndexSelectAsync(o, row.view(), next.view({-1}).view(), 0, inside.view({-1}).view()));
        const Tensor sum = o.temporary(i32, shape);
        TRY(tpudnnBinaryCAsync(o, place.view(), static_cast<float>(size), sum.view(), BINARY_MUL, false));
        TRY(tpudnnBinaryAsync(o, sum.view(), inside.view(), 1.0F, sum.view(), BINARY_ADD));
        place = sum;
    }
    const Shape &from = self.shape();
    const auto split = from.begin() + first;
    Shape rows(from.begin(), split), selected(from.begin(), split);
    rows.push_back(product(Shape(split, split + count)));
    selected.push_back(product(shape));
    rows.insert(rows.end(), split + count, from.end());
    selected.insert(selected.end(), split + count, from.end());
    return tpudnnIndexSelectAsync(o, o.moved(self).view(rows).view(), place.view({product(shape)}).view(), intOf(first),
                                  o.result().view(selected).view());
}

tpudnnStatus_t index_put(Op &o, const Tensor &self, const Tensor &mask, const Tensor &value)
{
    Shape shape = mask.shape();
    shape.resize(self.shape().size(), 1);
    return where(o, mask.view(shape), value.view({}), self);
}

tpudnnStatus_t fill(Op &o, double value) { return fillTensor(o, o.result(), value); }

tpudnnStatus_t cat(Op &o, const std::vector<Tensor> &tensors, int64_t dim)
{
    const int64_t axis = dim < 0 ? dim + static_cast<int64_t>(o.shape().size()) : dim;
    int64_t at = 0;
    for (const Tensor &each : tensors)
    {
        if (each.numel() == 0)
        {
            continue;
        }
        const Tensor part = isFloat(o.about().result) ? o.cast(each) : each;
        copyElements(part, o.result().slice(axis, at, at + part.size(axis), 1));
        at += part.size(axis);
    }
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t pad(Op &o, const Tensor &self, const Shape &padding, double value)
{
    TRY(fill(o, value));
    Tensor from = isFloat(o.about().result) ? o.cast(self) : self;
    Tensor to = o.result();
    for (size_t i = 0; i + 1 < padding.size(); i += 2)
    {
        const int64_t dim = self.dim() - 1 - static_cast<int64_t>(i / 2);
        const int64_t before = padding[i], after = padding[i + 1];
        from = from.slice(dim, std::max<int64_t>(0, -before), from.size(dim) - std::max<int64_t>(0, -after), 1);
        to = to.slice(dim, std::max<int64_t>(0, before), to.size(dim) - std::max<int64_t>(0, after), 1);
    }
    copyElements(from, to);
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t repeat(Op &o, const Tensor &self, const Shape &times)
{
    const Tensor from = padded(isFloat(o.about().result) ? o.cast(self) : self, times.size());
    Shape apart, repeated;
    for (size_t i = 0; i < times.size(); ++i)
    {
        apart.insert(apart.end(), {1, from.shape()[i]});
        repeated.insert(repeated.end(), {times[i], from.shape()[i]});
    }
    copyElements(from.view(apart).expand(repeated), o.result().view(repeated));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t copy(Op &o, const Tensor &self)
{
    if (isFloat(o.about().result))
    {
        copyElements(o.cast(self), o.result());
        return TPUDNN_STATUS_SUCCESS;
    }
    if (o.result().dtype() == boolean && self.dtype() != boolean)
    {
        return tpudnnComparisionCAsync(o, o.raw(self), 0.0F, o.out(), NOT_EQUAL, 1);
    }
    copyElements(self.to(o.result().dtype()), o.result());
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t mask_not(Op &o, const Tensor &self) { return tpudnnComparisionCAsync(o, o.raw(self), 0.0F, o.out(), EQUAL, 1); }

} // namespace tpu_export::ops
