// Pooling over planes and its gradients.

#include <ATen/TensorOperators.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/constant_pad_nd.h>
#include <ATen/ops/full.h>
#include <ATen/ops/mean.h>
#include <ATen/ops/zeros.h>

#include <limits>

#include "../export/runtime/windows.h"
#include "Common.h"

namespace at
{

using own::intoLibrary;
using own::isFloat;

namespace
{

using tpu_export::Windows;

int64_t ofPlane(IntArrayRef values, int64_t place) { return values[values.size() == 1 ? 0 : place]; }

// Down and across. A stride that is not given is the size.
std::pair<Windows, Windows> windowsOf(const Tensor &plane, const Tensor &out, IntArrayRef kernel_size, IntArrayRef stride,
                                      IntArrayRef padding)
{
    TORCH_CHECK(out.dim() == plane.dim() && (plane.dim() == 3 || plane.dim() == 4), "pooling of ", plane.dim(), " dimensions");
    const auto along = [&](int64_t place) {
        return Windows{plane.size(place - 2), out.size(place - 2), ofPlane(kernel_size, place),
                       ofPlane(stride.empty() ? kernel_size : stride, place), ofPlane(padding, place)};
    };
    return {along(0), along(1)};
}

TPUDNN_PoolingDescriptor_t descriptor(const Windows &down, const Windows &across, tensor_pooling_mode_t mode)
{
    return {static_cast<int>(down.size),  static_cast<int>(across.size), static_cast<int>(down.pad),
            static_cast<int>(across.pad), static_cast<int>(down.stride), static_cast<int>(across.stride),
            static_cast<int>(down.out),   static_cast<int>(across.out),  mode};
}

Tensor withBatch(const Tensor &tensor) { return tensor.dim() == 3 ? tensor.unsqueeze(0) : tensor; }

// Numbers of the places that windows count, each from `first` on as often as it comes.
Tensor countsOf(const Windows &windows, bool padding, const TensorOptions &options)
{
    std::vector<Tensor> pieces;
    for (int64_t first = 0, last = 0; first < windows.out; first = last)
    {
        const int64_t count = windows.counted(first, padding);
        while (last < windows.out && windows.counted(last, padding) == count)
        {
            ++last;
        }
        pieces.push_back(at::full({last - first}, count, options));
    }
    return pieces.size() == 1 ? pieces.front() : at::cat(pieces);
}

bool isUniform(const Windows &windows, bool padding)
{
    for (int64_t i = 0; i < windows.out; ++i)
    {
        if (windows.counted(i, padding) != windows.counted(0, padding))
        {
            return false;
        }
    }
    return true;
}

// What the sum of each window is divided by, one number where it is the same of all: [down.out, across.out] or without dimensions, in f32.
Tensor divisors(const Windows &down, const Windows &across, bool padding, std::optional<int64_t> divisor, const TensorOptions &options)
{
    if (divisor.has_value() || (isUniform(down, padding) && isUniform(across, padding)))
    {
        return at::full({}, divisor.has_value() ? *divisor : down.counted(0, padding) * across.counted(0, padding), options);
    }
    return countsOf(down, padding, options).view({-1, 1}) * countsOf(across, padding, options);
}

// Adds to `line` the elements of `grad` of each window along `dim`: their places one by one.
Tensor spread(const Tensor &grad, const Windows &windows, int64_t dim)
{
    std::vector<int64_t> sizes = grad.sizes().vec();
    sizes[dim] = windows.in + 2 * windows.pad + windows.beyond();
    Tensor line = at::zeros(sizes, grad.options());
    for (int64_t i = 0; i < windows.size; ++i)
    {
        Tensor places = line.slice(dim, i, i + (windows.out - 1) * windows.stride + 1, windows.stride);
        windows.size > windows.stride ? places.add_(grad) : places.copy_(grad);
    }
    return line.narrow(dim, windows.pad, windows.in);
}

} // namespace

Tensor &avg_pool2d_out_tpu(const Tensor &self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding, bool,
                           bool count_include_pad, std::optional<int64_t> divisor_override, Tensor &out)
{
    const auto [down, across] = windowsOf(self, out, kernel_size, stride, padding);
    const int64_t area = down.size * across.size;
    const bool same = divisor_override.has_value() ? *divisor_override == area
                                                   : isUniform(down, count_include_pad) && isUniform(across, count_include_pad) &&
                                                         down.counted(0, count_include_pad) * across.counted(0, count_include_pad) == area;
    TORCH_CHECK(same || self.scalar_type() == kFloat, "data type ", self.scalar_type()); // others would be rounded twice
    Tensor planes = withBatch(self);
    if (down.beyond() > 0 || across.beyond() > 0)
    {
        planes = at::constant_pad_nd(planes, {0, across.beyond(), 0, down.beyond()});
    }
    Tensor output = withBatch(out);
    intoLibrary(
        planes, output,
        [window = descriptor(down, across, TPUDNN_POOLING_AVG)](tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t result) {
            return tpudnnPoolingForwardAsync(handle, input, result, window);
        });
    return same ? out : out.mul_(static_cast<double>(area) / divisors(down, across, count_include_pad, divisor_override, out.options()));
}

Tensor &avg_pool2d_backward_out_tpu(const Tensor &grad_output, const Tensor &self, IntArrayRef kernel_size, IntArrayRef stride,
                                    IntArrayRef padding, bool, bool count_include_pad, std::optional<int64_t> divisor_override,
                                    Tensor &grad_input)
{
    TORCH_CHECK(isFloat(self.scalar_type()) && grad_output.scalar_type() == self.scalar_type(), "data type ", self.scalar_type());
    const auto [down, across] = windowsOf(self, grad_output, kernel_size, stride, padding);
    const Tensor grad = grad_output.to(kFloat);
    const Tensor shares = grad / divisors(down, across, count_include_pad, divisor_override, grad.options());
    return grad_input.copy_(spread(spread(shares, across, self.dim() - 1), down, self.dim() - 2));
}

namespace
{

// Window `place` of those of an adaptive average: its first place and how many.
std::pair<int64_t, int64_t> adaptive(int64_t place, int64_t in, int64_t out)
{
    const int64_t first = place * in / out;
    return {first, ((place + 1) * in + out - 1) / out - first};
}

Tensor averages(const Tensor &planes, int64_t dim, int64_t out)
{
    std::vector<Tensor> lines;
    for (int64_t i = 0; i < out; ++i)
    {
        const auto [first, count] = adaptive(i, planes.size(dim), out);
        lines.push_back(planes.narrow(dim, first, count).mean(dim, true));
    }
    return lines.size() == 1 ? lines.front() : at::cat(lines, dim);
}

Tensor spreadAverages(const Tensor &grad, int64_t dim, int64_t in)
{
    std::vector<int64_t> sizes = grad.sizes().vec();
    sizes[dim] = in;
    Tensor line = at::zeros(sizes, grad.options());
    for (int64_t i = 0; i < grad.size(dim); ++i)
    {
        const auto [first, count] = adaptive(i, in, grad.size(dim));
        line.narrow(dim, first, count).add_(grad.narrow(dim, i, 1) / static_cast<double>(count));
    }
    return line;
}

} // namespace

Tensor adaptive_avg_pool2d_tpu(const Tensor &self, IntArrayRef output_size)
{
    TORCH_CHECK(isFloat(self.scalar_type()) && (self.dim() == 3 || self.dim() == 4) && self.numel() > 0, "data type ", self.scalar_type(),
                " of shape ", self.sizes());
    TORCH_CHECK(output_size.size() == 2 && output_size[0] > 0 && output_size[1] > 0, "an output of ", output_size);
    const int64_t rows = self.dim() - 2, columns = rows + 1;
    const Tensor made = averages(averages(self.to(kFloat), columns, output_size[1]), rows, output_size[0]);
    return at::empty(made.sizes(), self.options(), self.suggest_memory_format()).copy_(made);
}

Tensor adaptive_avg_pool2d_backward_tpu(const Tensor &grad_output, const Tensor &self)
{
    const int64_t rows = self.dim() - 2, columns = rows + 1;
    TORCH_CHECK(isFloat(self.scalar_type()) && grad_output.scalar_type() == self.scalar_type() && (self.dim() == 3 || self.dim() == 4) &&
                    grad_output.dim() == self.dim(),
                "data type ", self.scalar_type(), " of shape ", self.sizes());
    TORCH_CHECK(grad_output.sizes().slice(0, rows) == self.sizes().slice(0, rows), "a gradient of shape ", grad_output.sizes());
    const Tensor made = spreadAverages(spreadAverages(grad_output.to(kFloat), rows, self.size(rows)), columns, self.size(columns));
    return at::empty(self.sizes(), self.options(), self.suggest_memory_format()).copy_(made);
}

namespace
{

// Where the places of a plane's rows or columns, `pad` more in front and `beyond` behind, lie in it: 32-bit integers. Those in front are the
// first of the windows, `dilation` apart, that they are in, since of a window without any number its first place counts.
Tensor placesOf(const Windows &windows, int64_t dilation, int64_t front, int64_t behind, const TensorOptions &options)
{
    std::vector<Tensor> pieces;
    for (int64_t place = -front; place < 0; ++place)
    {
        pieces.push_back(at::full({1}, (place % dilation + dilation) % dilation, options));
    }
    pieces.push_back(at::arange(windows.in + behind, options));
    return pieces.size() == 1 ? pieces.front() : at::cat(pieces);
}

// The places of windows whose elements lie apart, one window behind the other.
Tensor gathered(const Windows &windows, int64_t dilation, const TensorOptions &options)
{
    const Tensor starts = at::arange(windows.out, options) * windows.stride, within = at::arange(windows.size, options) * dilation;
    return (starts.view({-1, 1}) + within).view({-1});
}

Tensor selected(const Tensor &tensor, int64_t dim, const Tensor &index)
{
    std::vector<int64_t> sizes = tensor.sizes().vec();
    sizes[dim] = index.numel();
    Tensor made = at::empty(sizes, tensor.options());
    return index_select_out_tpu(tensor, dim, index, made);
}

} // namespace

std::tuple<Tensor &, Tensor &> max_pool2d_with_indices_out_tpu(const Tensor &self, IntArrayRef kernel_size, IntArrayRef stride,
                                                               IntArrayRef padding, IntArrayRef dilation, bool, Tensor &out,
                                                               Tensor &indices)
{
    auto [down, across] = windowsOf(self, out, kernel_size, stride, padding);
    const int64_t apart_down = ofPlane(dilation, 0), apart_across = ofPlane(dilation, 1);
    const bool apart = apart_down > 1 || apart_across > 1;
    const auto reach = [](const Windows &windows, int64_t dilation_) {
        Windows reaching = windows;
        reaching.size = (windows.size - 1) * dilation_ + 1;
        return reaching.beyond();
    };
    const int64_t below = reach(down, apart_down), behind = reach(across, apart_across);
    const int64_t above = apart ? down.pad : 0, before = apart ? across.pad : 0; // else the kernel's padding
    const auto numbers = self.options().dtype(kInt);
    Tensor planes = withBatch(self), output = withBatch(out), places;
    if (apart)
    {
        planes = at::constant_pad_nd(planes, {across.pad, across.pad + behind, down.pad, down.pad + below},
                                     -std::numeric_limits<double>::infinity());
    }
    else if (below > 0 || behind > 0)
    {
        planes = at::constant_pad_nd(planes, {0, behind, 0, below}, -std::numeric_limits<double>::infinity());
    }
    if (apart || behind > 0) // the kernel's places are not those of the plane
    {
        const int64_t padded_down = apart ? down.pad + below : below, padded_across = apart ? across.pad + behind : behind;
        Tensor rows = placesOf(down, apart_down, above, padded_down, numbers);
        Tensor columns = placesOf(across, apart_across, before, padded_across, numbers);
        if (apart)
        {
            const Tensor taken = gathered(down, apart_down, numbers), taken_across = gathered(across, apart_across, numbers);
            planes = selected(selected(planes.contiguous(), 2, taken), 3, taken_across);
            rows = selected(rows, 0, taken);
            columns = selected(columns, 0, taken_across);
            down = {planes.size(2), down.out, down.size, down.size, 0};
            across = {planes.size(3), across.out, across.size, across.size, 0};
        }
        places = (rows.view({-1, 1}) * self.size(-1) + columns).view({-1});
    }
    Tensor mask = at::empty(output.sizes(), numbers);
    intoLibrary(
        planes, output,
        [&, window = descriptor(down, across, TPUDNN_POOLING_MAX)](tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t result) {
            return tpudnnMaxPoolingWithMaskForwardAsync(handle, input, result,
                                                        tpu::TPUGenerateTpudnnTensor(c10_tpu::getCurrentTPUStream(), mask), window);
        });
    indices.copy_((places.defined() ? selected(places, 0, mask.view({-1})) : mask).view(indices.sizes()));
    return {out, indices};
}

Tensor &max_pool2d_with_indices_backward_out_tpu(const Tensor &grad_output, const Tensor &self, IntArrayRef, IntArrayRef, IntArrayRef,
                                                 IntArrayRef, bool, const Tensor &indices, Tensor &grad_input)
{
    TORCH_CHECK(isFloat(self.scalar_type()) && grad_output.scalar_type() == self.scalar_type(), "data type ", self.scalar_type());
    TORCH_CHECK(indices.scalar_type() == kLong && indices.sizes() == grad_output.sizes(), "indices of type ", indices.scalar_type(),
                " and shape ", indices.sizes());
    CHECK_TENSOR_IN_DEVICE(grad_input);
    const int64_t planes = self.numel() / (self.size(-1) * self.size(-2));
    Tensor lines = grad_input.zero_().view({planes, -1});
    const Tensor grads = grad_output.view({planes, -1}), places = indices.view({planes, -1});
    const auto stream = c10_tpu::getCurrentTPUStream();
    const auto status = tpudnnScatterAsync(stream, tpu::TPUGenerateTpudnnTensor(stream, lines), tpu::TPUGenerateTpudnnTensor(stream, grads),
                                           tpu::TPUGenerateTpudnnTensor(stream, places), 1, 1);
    TORCH_CHECK(status == TPUDNN_STATUS_SUCCESS);
    return grad_input;
}

} // namespace at
