#include "operators.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

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

bool isFp8(Dtype dtype) { return dtype == f8e4m3 || dtype == f8e5m2; }

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

// FP8: operands are scaled so that the largest number seen in them is the format's largest, and kept inside.
tpudnnStatus_t fp8Matmul(Op &o, const Tensor &left, const Tensor &right, const Tensor &bias)
{
    const Dtype format = o.precision();
    const float limit = largest(format);
    const auto seen = static_cast<float>(o.about().largest_left);
    const float left_scale = seen > 0 ? seen / limit : 1.0F;
    const HostTensor *host = o.run().hostWeight(right);
    if (host == nullptr || host->dtype != f32)
    {
        throw Error("in FP8 the right operand is a weight of f32");
    }
    const std::string key = std::string("fp8 ") + nameOf(format) + " " + std::to_string(reinterpret_cast<uintptr_t>(right.buffer())) + " " +
                            std::to_string(right.offset()) + text(right.shape()) + text(right.strides());
    float weight_largest = 0;
    for (double each : numbers(host->bytes, f32))
    {
        weight_largest = std::max(weight_largest, std::fabs(static_cast<float>(each)));
    }
    const float right_scale = weight_largest > 0 ? weight_largest / limit : 1.0F;
    const int64_t k = right.size(0);
    const int64_t n = right.size(1);
    const Tensor quantised = o.run().madeWeight(key, [&] {
        HostTensor made{format, {n, k}, std::vector<char>(static_cast<size_t>(n * k))};
        for (int64_t row = 0; row < n; ++row)
        {
            for (int64_t column = 0; column < k; ++column)
            {
                float number;
                const int64_t at = right.offset() + column * right.strides()[0] + row * right.strides()[1];
                std::memcpy(&number, host->bytes.data() + static_cast<size_t>(at) * sizeof number, sizeof number);
                made.bytes[static_cast<size_t>(row * k + column)] = static_cast<char>(toFp8(number / right_scale, format));
            }
        }
        return made;
    });
    const auto scale = [&](float value) {
        HostTensor made{f32, {1}, std::vector<char>(sizeof value)};
        std::memcpy(made.bytes.data(), &value, sizeof value);
        return o.run().madeWeight("scale " + std::string(made.bytes.begin(), made.bytes.end()), [&] { return made; });
    };
    const Tensor dense = o.held(left.to(f32).rowMajor());
    const Tensor scaled = o.temporary(f32, dense.shape());
    const Tensor narrow = o.temporary(format, dense.shape());
    TRY(tpudnnBinaryCAsync(o, dense.view(), 1.0F / left_scale, scaled.view(), BINARY_MUL, false));
    TRY(tpudnnClampAsync(o, scaled.view(), -limit, limit, scaled.view()));
    TRY(tpudnnConvertAsync(o, scaled.view(), narrow.view()));
    o.gives(f32);
    const Tensor added = bias.defined() ? o.held(bias.to(f32).rowMajor()) : bias;
    return tpudnnMatmulFp8Async(o, narrow.view(), quantised.view(), added.view(), scale(left_scale).view(), scale(right_scale).view(),
                                tpudnnUndefinedTensor(), o.out(), tpudnnUndefinedTensor());
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

tpudnnStatus_t matmul(Op &o, const Tensor &left, const Tensor &right, const Tensor &bias)
{
    if (isFp8(o.precision()))
    {
        return fp8Matmul(o, left, right, bias);
    }
    if (left.size(1) == 0)
    {
        return fill(o, 0);
    }
    const tpudnnTensor_t added = bias.defined() ? o(bias) : tpudnnUndefinedTensor();
    return tpudnnMatmulAsync(o, o.matrix(left).view(), o.matrix(right).view(), added, o.out());
}

tpudnnStatus_t batch_matmul(Op &o, const Tensor &left, const Tensor &right)
{
    return left.size(2) == 0 ? fill(o, 0) : tpudnnBatchMatmulAsync(o, o.matrix(left).view(), o.matrix(right).view(), o.out());
}

tpudnnStatus_t addmm(Op &o, const Tensor &self, const Tensor &left, const Tensor &right, double beta, double alpha)
{
    if (alpha == 1 && beta == 1 && self.dim() == 1 && self.size(0) == o.shape()[1] && left.size(1) > 0)
    {
        return matmul(o, left, right, self);
    }
    const Tensor product = o.temporary(o.precision(), o.shape());
    TRY(tpudnnMatmulAsync(o, o.matrix(left).view(), o.matrix(right).view(), tpudnnUndefinedTensor(), product.view()));
    if (beta == 0)
    {
        return tpudnnBinaryCAsync(o, product.view(), static_cast<float>(alpha), o.out(), BINARY_MUL, false);
    }
    TRY(tpudnnBinaryCAsync(o, product.view(), static_cast<float>(alpha), product.view(), BINARY_MUL, false));
    return binaryInto(o, product, o.in(self), beta, BINARY_ADD, o.result());
}

tpudnnStatus_t baddbmm(Op &o, const Tensor &self, const Tensor &left, const Tensor &right, double beta, double alpha)
{
    const Tensor product = o.temporary(o.precision(), o.shape());
    TRY(tpudnnBatchMatmulAsync(o, o.matrix(left).view(), o.matrix(right).view(), product.view()));
    if (beta == 0)
    {
        return tpudnnBinaryCAsync(o, product.view(), static_cast<float>(alpha), o.out(), BINARY_MUL, false);
    }
    TRY(tpudnnBinaryCAsync(o, product.view(), static_cast<float>(alpha), product.view(), BINARY_MUL, false));
    return binaryInto(o, product, o.in(self), beta, BINARY_ADD, o.result());
}

tpudnnStatus_t convolution(Op &o, const Tensor &input, const Tensor &weight, const Tensor &bias, const Shape &stride, const Shape &padding,
                           const Shape &dilation, int64_t groups)
{
    const Tensor x = o.in(input);
    const Tensor w = o.in(weight);
    const Tensor b = o.in(bias);
    if (o.has("conv2d"))
    {
        tpudnnConv2dParam_t param;
        param.kernel_h = intOf(w.size(2));
        param.kernel_w = intOf(w.size(3));
        param.pad_h = intOf(padding.front());
        param.pad_w = intOf(padding.back());
        param.stride_h = intOf(stride.front());
        param.stride_w = intOf(stride.back());
        param.dilation_h = intOf(dilation.front());
        param.dilation_w = intOf(dilation.back());
        param.groups = intOf(groups);
        return tpudnnConv2dAsync(o, x.view(), w.view(), b.view(), param, o.out());
    }
    // The windows of the padded input are a view with strides; one copy makes a matrix of them: (groups, batch * places, channels * kernel).
    const int64_t n = x.size(0), channels = x.size(1), out_channels = w.size(0), kernel_h = w.size(2), kernel_w = w.size(3);
    const int64_t out_h = o.shape()[2], out_w = o.shape()[3];
    const int64_t high = x.size(2) + 2 * padding.front(), wide = x.size(3) + 2 * padding.back();
    Tensor around = x;
    if (padding.front() != 0 || padding.back() != 0)
    {
        around = o.temporary(x.dtype(), {n, channels, high, wide});
        check(tpudnnMemsetAsync(o, around.address(), 0, around.bytes()), "padding");
        copyElements(x, around.slice(2, padding.front(), high - padding.front(), 1).slice(3, padding.back(), wide - padding.back(), 1));
    }
    const int64_t plane = high * wide, each = channels / groups;
    const Tensor windows = around.strided(
        {groups, n, out_h, out_w, each, kernel_h, kernel_w},
        {each * plane, channels * plane, wide * stride.front(), stride.back(), plane, wide * dilation.front(), dilation.back()}, 0);
    const Tensor matrix = o.held(windows.copy()).view({groups, n * out_h * out_w, each * kernel_h * kernel_w});
    const int64_t out_each = out_channels / groups;
    const Tensor kernels = w.view({groups, out_each, each * kernel_h * kernel_w}).permute({0, 2, 1});
    const Tensor products = o.temporary(x.dtype(), {groups, n * out_h * out_w, out_each});
    for (int64_t group = 0; group < groups; ++group)
    {
        const tpudnnTensor_t added = b.defined() ? o.held(b.slice(0, group * out_each, (group + 1) * out_each, 1)).view() : b.view();
        TRY(tpudnnMatmulAsync(o, matrix.select(0, group).view(), kernels.select(0, group).view(), added, products.select(0, group).view()));
    }
    const Tensor places = products.view({groups, n, out_h * out_w, out_each}).permute({1, 0, 3, 2});
    copyElements(places, o.result().view({n, groups, out_each, out_h * out_w}));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t pooling(Op &o, const Tensor &input, tensor_pooling_mode_t mode, const Window &window)
{
    const bool plain = input.dim() == 3; // without a batch
    const Tensor x = plain ? o.in(input).unsqueeze(0) : o.in(input);
    const Tensor out = plain ? o.result().unsqueeze(0) : o.result();
    const TPUDNN_PoolingDescriptor_t description = {window.kernel_h, window.kernel_w,    window.pad_h,       window.pad_w, window.stride_h,
                                                    window.stride_w, intOf(out.size(2)), intOf(out.size(3)), mode};
    return tpudnnPoolingForwardAsync(o, x.view(), out.view(), description);
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
    // each group as a row of a layer norm, then weight and bias by channel
    const int64_t rows = input.size(0) * groups;
    const Tensor x = o.in(input).view({rows, input.numel() / rows});
    const Tensor y = o.temporary(o.precision(), x.shape());
    const Tensor mean = o.temporary(o.precision(), {rows, 1}), rstd = o.temporary(o.precision(), {rows, 1});
    TRY(tpudnnLayernormAsync(o, x.view(), tpudnnUndefinedTensor(), tpudnnUndefinedTensor(), 1, static_cast<float>(eps), y.view(),
                             mean.view(), rstd.view()));
    Shape channels(input.shape().size(), 1);
    channels[1] = input.size(1);
    const Tensor shaped = y.view(input.shape());
    if (weight.defined())
    {
        TRY(binaryInto(o, shaped, o.in(weight).view(channels), 1, BINARY_MUL, shaped));
    }
    if (bias.defined())
    {
        TRY(binaryInto(o, shaped, o.in(bias).view(channels), 1, BINARY_ADD, shaped));
    }
    copyElements(shaped, o.result());
    return TPUDNN_STATUS_SUCCESS;
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

tpudnnStatus_t log_softmax(Op &o, const Tensor &self, int64_t dim)
{
    const Tensor x = o.in(self);
    const int axis = intOf(dim < 0 ? dim + x.dim() : dim);
    Shape one = x.shape();
    one[axis] = 1;
    const Shape kept = without(x.shape(), axis, axis + 1);
    const Tensor top = o.temporary(o.precision(), kept);
    const Tensor places = o.temporary(i32, kept);
    const Tensor powers = o.temporary(o.precision(), x.shape());
    const Tensor sums = o.temporary(o.precision(), kept);
    Tensor &out = o.result();
    TRY(tpudnnArgAsync(o, x.view(), axis, ARG_MAX, top.view(), places.view()));
    TRY(tpudnnBinaryBcastAsync(o, x.view(), top.view(one).view(), 1.0F, out.view(), BINARY_SUB));
    TRY(tpudnnActiveAsync(o, out.view(), powers.view(), TPUDNN_ACTIVE_EXP));
    TRY(tpudnnReduceAsync(o, powers.view(), axis, axis + 1, 0, REDUCE_SUM, sums.view()));
    TRY(tpudnnLogAsync(o, sums.view(), sums.view(), TPUDNN_LOG_E));
    return tpudnnBinaryBcastAsync(o, out.view(), sums.view(one).view(), 1.0F, out.view(), BINARY_SUB);
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

tpudnnStatus_t fill(Op &o, double value)
{
    const Dtype dtype = o.result().dtype();
    if (value == 0)
    {
        return tpudnnMemsetAsync(o, o.result().address(), 0, o.result().bytes());
    }
    if (dtype == i32)
    {
        const auto number = static_cast<int32_t>(value);
        return tpudnnFillAsync(o, &number, o.out());
    }
    if (dtype == boolean || dtype == u8)
    {
        const auto number = static_cast<uint8_t>(value);
        return tpudnnFillAsync(o, &number, o.out());
    }
    if (!isFloat(dtype))
    {
        throw Error(std::string("no numbers of ") + nameOf(dtype) + " are filled in");
    }
    // in f32 first: halves are rounded on the device as everywhere else
    const auto number = static_cast<float>(value);
    const Tensor wide = o.temporary(f32, o.shape());
    TRY(tpudnnFillAsync(o, &number, wide.view()));
    copyElements(wide.to(dtype), o.result());
    return TPUDNN_STATUS_SUCCESS;
}

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
