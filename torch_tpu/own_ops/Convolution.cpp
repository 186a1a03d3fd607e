// Convolutions of one to three dimensions and transposed ones, and their gradients. Those of planes go to the kernel of two dimensions where
// the chip has it, all others to that of three.

#include <ATen/core/Tensor.h>
#include <ATen/ops/bmm.h>
#include <ATen/ops/constant_pad_nd.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "TPUTorchUtils.h"
#include "core/Status.h"

namespace at
{

Tensor convolution_overrideable_tpu(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias, IntArrayRef stride,
                                    IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding, int64_t groups);

namespace
{

bool hasKernel(const char *key)
{
    int has = 0;
    TPU_CHECK_STATUS(tpudnnHasKernel(c10_tpu::getCurrentTPUStream(), key, &has));
    return has != 0;
}

// One number for each of three dimensions; `first` for those that the convolution does not have.
std::array<int, 3> ofVolume(IntArrayRef values, int first)
{
    std::array<int, 3> made{first, first, first};
    for (size_t i = 0; i < std::min<size_t>(3, values.size()); ++i)
    {
        made[3 - 1 - i] = static_cast<int>(values[values.size() - 1 - i]);
    }
    return made;
}

// Channels last where the input or the weight is.
MemoryFormat formatOf(const Tensor &input, const Tensor &weight)
{
    const MemoryFormat last = input.dim() == 5 ? MemoryFormat::ChannelsLast3d : MemoryFormat::ChannelsLast;
    const bool channels_last = input.dim() > 3 && (input.suggest_memory_format() == last || weight.suggest_memory_format() == last);
    return channels_last ? last : MemoryFormat::Contiguous;
}

Tensor inFormat(const Tensor &output, const Tensor &input, const Tensor &weight) { return output.contiguous(formatOf(input, weight)); }

Tensor volumes(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias, IntArrayRef stride, IntArrayRef padding,
               IntArrayRef dilation, int64_t groups)
{
    TORCH_CHECK(input.scalar_type() == weight.scalar_type(), "data types ", input.scalar_type(), " and ", weight.scalar_type());
    TORCH_CHECK(input.scalar_type() == kFloat || input.scalar_type() == kHalf || input.scalar_type() == kBFloat16, "data type ",
                input.scalar_type());
    const int64_t dims = input.dim() - 2;
    const auto strides = ofVolume(stride, 1), pads = ofVolume(padding, 0), apart = ofVolume(dilation, 1);
    const auto kernel = ofVolume(weight.sizes().slice(2), 1);
    const auto extents = ofVolume(input.sizes().slice(2), 1);
    std::vector<int64_t> sizes{input.size(0), weight.size(0)};
    for (int64_t i = 3 - dims; i < 3; ++i)
    {
        sizes.push_back((extents[i] + 2 * pads[i] - apart[i] * (kernel[i] - 1) - 1) / strides[i] + 1);
        TORCH_CHECK(sizes.back() > 0, "the kernel is larger than the input");
    }
    Tensor output = at::empty(sizes, input.options());
    if (output.numel() == 0)
    {
        return output;
    }
    const auto inSpace = [&](Tensor tensor) {
        tensor = tensor.contiguous();
        for (int64_t i = dims; i < 3; ++i)
        {
            tensor = tensor.unsqueeze(2);
        }
        return tensor;
    };
    const Tensor x = inSpace(input), w = inSpace(weight), y = inSpace(output);
    const Tensor b = bias.has_value() && bias->defined() ? bias->to(input.dtype()).contiguous() : Tensor();
    const tpudnnConv3dParam_t param{kernel[0],
                                    kernel[1],
                                    kernel[2],
                                    pads[0],
                                    pads[1],
                                    pads[2],
                                    strides[0],
                                    strides[1],
                                    strides[2],
                                    apart[0],
                                    apart[1],
                                    apart[2],
                                    static_cast<int>(groups)};
    auto stream = c10_tpu::getCurrentTPUStream();
    const auto status = tpudnnConv3dAsync(stream, tpu::TPUGenerateTpudnnTensor(stream, x), tpu::TPUGenerateTpudnnTensor(stream, w),
                                          b.defined() ? tpu::TPUGenerateTpudnnTensor(stream, b) : tpudnnUndefinedTensor(), param,
                                          tpu::TPUGenerateTpudnnTensor(stream, y));
    TORCH_CHECK(status == TPUDNN_STATUS_SUCCESS);
    return inFormat(output, input, weight);
}

Tensor flipped(Tensor tensor)
{
    auto stream = c10_tpu::getCurrentTPUStream();
    for (int64_t dim = 2; dim < tensor.dim(); ++dim)
    {
        Tensor turned = at::empty(tensor.sizes(), tensor.options());
        const auto status = tpudnnFlipAsync(stream, tpu::TPUGenerateTpudnnTensor(stream, tensor), static_cast<int>(dim),
                                            tpu::TPUGenerateTpudnnTensor(stream, turned));
        TORCH_CHECK(status == TPUDNN_STATUS_SUCCESS);
        tensor = turned;
    }
    return tensor;
}

// With zeros between the elements.
Tensor spaced(const Tensor &input, IntArrayRef stride)
{
    if (std::all_of(stride.begin(), stride.end(), [](int64_t each) { return each == 1; }))
    {
        return input;
    }
    std::vector<int64_t> sizes = input.sizes().vec();
    for (size_t i = 0; i < stride.size(); ++i)
    {
        sizes[i + 2] = (sizes[i + 2] - 1) * stride[i] + 1;
    }
    Tensor apart = at::zeros(sizes, input.options());
    Tensor places = apart;
    for (size_t i = 0; i < stride.size(); ++i)
    {
        places = places.slice(i + 2, 0, std::nullopt, stride[i]);
    }
    places.copy_(input);
    return apart;
}

// What a transposed convolution is: a convolution by the flipped kernel of the input with zeros between its elements and around them.
Tensor transposedConvolution(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias, IntArrayRef stride,
                             IntArrayRef padding, IntArrayRef dilation, IntArrayRef output_padding, int64_t groups)
{
    const int64_t dims = input.dim() - 2;
    Tensor apart = spaced(input, stride);
    std::vector<int64_t> around;
    for (int64_t i = dims; i-- > 0;)
    {
        const int64_t before = dilation[i] * (weight.size(i + 2) - 1) - padding[i];
        around.insert(around.end(), {before, before + output_padding[i]});
    }
    apart = at::constant_pad_nd(apart, around);
    std::vector<int64_t> grouped = weight.sizes().vec();
    grouped[0] /= groups;
    grouped.insert(grouped.begin(), groups);
    std::vector<int64_t> turned = weight.sizes().vec();
    turned[0] = weight.size(1) * groups;
    turned[1] = weight.size(0) / groups;
    const Tensor kernels = flipped(weight.reshape(grouped).transpose(1, 2).reshape(turned).contiguous());
    const std::vector<int64_t> ones(dims, 1), zeros(dims, 0);
    return convolution_tpu(apart, kernels, bias, ones, zeros, dilation, false, zeros, groups);
}

} // namespace

Tensor convolution_tpu(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias, IntArrayRef stride,
                       IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding, int64_t groups)
{
    CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS(input);
    CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS(weight);
    TORCH_CHECK(input.dim() >= 3 && input.dim() <= 5 && weight.dim() == input.dim(), "convolution of ", input.dim(), " dimensions");
    if (transposed)
    {
        TORCH_CHECK(input.numel() > 0 && weight.numel() > 0, "a transposed convolution without elements");
        return inFormat(transposedConvolution(input, weight, bias, stride, padding, dilation, output_padding, groups), input, weight);
    }
    if (input.dim() == 4 && (hasKernel("conv2d") || !hasKernel("conv3d")))
    {
        return convolution_overrideable_tpu(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups);
    }
    return volumes(input, weight, bias, stride, padding, dilation, groups);
}

namespace
{

// Elements of the places under taps of a kernel that are in memory at once.
constexpr int64_t kPlacesAtOnce = int64_t{1} << 25;

// Windows of a convolution without its padding: which places of [channels, images, padded sizes] lie under a tap.
struct Taps
{
    IntArrayRef kernel, places, stride, dilation;

    int64_t count() const { return c10::multiply_integers(kernel); }

    Tensor under(int64_t tap, Tensor planes) const
    {
        for (int64_t i = static_cast<int64_t>(kernel.size()); i-- > 0; tap /= kernel[i])
        {
            const int64_t first = tap % kernel[i] * dilation[i];
            planes = planes.slice(i + 2, first, first + (places[i] - 1) * stride[i] + 1, stride[i]);
        }
        return planes;
    }

    // call(first tap, taps, [channels, taps, images, places under each]) for all of them, as many at once as memory may take.
    template <class Call>
    void inPieces(const Tensor &planes, const Call &call) const
    {
        const int64_t elements = planes.size(0) * planes.size(1) * c10::multiply_integers(places);
        const int64_t step = std::clamp<int64_t>(kPlacesAtOnce / elements, 1, count());
        std::vector<int64_t> sizes{planes.size(0), 0, planes.size(1)};
        sizes.insert(sizes.end(), places.begin(), places.end());
        for (int64_t first = 0; first < count(); first += step)
        {
            sizes[1] = std::min(step, count() - first);
            const Tensor made = at::empty(sizes, planes.options());
            for (int64_t i = 0; i < sizes[1]; ++i)
            {
                made.select(1, i).copy_(under(first + i, planes));
            }
            call(first, sizes[1], made);
        }
    }
};

// [channels, images, sizes], in f32: halves would be rounded at each step.
Tensor channelsFirst(const Tensor &tensor) { return tensor.to(kFloat).transpose(0, 1).contiguous(); }

// The gradient of the input of a convolution that is not transposed: a product of the weight and the places of `grad_output`, with zeros between
// them, that lie under each tap, in the opposite order.
Tensor inputGradient(const Tensor &grad_output, const Tensor &input, const Tensor &weight, IntArrayRef stride, IntArrayRef padding,
                     IntArrayRef dilation, int64_t groups)
{
    const std::vector<int64_t> ones(stride.size(), 1);
    const Taps taps{weight.sizes().slice(2), input.sizes().slice(2), ones, dilation};
    Tensor planes = spaced(channelsFirst(grad_output), stride);
    std::vector<int64_t> around, sizes{input.size(1), input.size(0)};
    for (size_t i = padding.size(); i-- > 0;)
    {
        const int64_t reach = dilation[i] * (taps.kernel[i] - 1), before = reach - padding[i];
        around.insert(around.end(), {before, taps.places[i] + reach - before - planes.size(i + 2)});
    }
    sizes.insert(sizes.end(), taps.places.begin(), taps.places.end());
    planes = at::constant_pad_nd(planes, around);
    const int64_t channels = weight.size(0) / groups;
    const Tensor kernels = flipped(weight.to(kFloat).contiguous()).view({groups, channels, weight.size(1), -1}).transpose(1, 2);
    Tensor made;
    taps.inPieces(planes, [&](int64_t first, int64_t count, const Tensor &under) {
        const Tensor some = kernels.narrow(3, first, count).reshape({groups, weight.size(1), channels * count});
        const Tensor product = at::bmm(some, under.view({groups, channels * count, -1}));
        made = made.defined() ? made.add_(product) : product;
    });
    return made.view(sizes).transpose(0, 1).clone(MemoryFormat::Contiguous); // also its strides of dimensions of size 1
}

// The gradient of the weight of the convolution from `from` to planes of which `to` is the gradient: the product of `to` and the places under
// each tap, over all places of all images.
Tensor weightGradient(const Tensor &from, const Tensor &to, const Tensor &weight, IntArrayRef stride, IntArrayRef padding,
                      IntArrayRef dilation, int64_t groups)
{
    const Taps taps{weight.sizes().slice(2), to.sizes().slice(2), stride, dilation};
    std::vector<int64_t> around;
    for (size_t i = padding.size(); i-- > 0;)
    {
        around.insert(around.end(), {padding[i], padding[i]});
    }
    const Tensor planes = at::constant_pad_nd(channelsFirst(from), around);
    const int64_t channels = weight.size(0) / groups;
    const Tensor grads = channelsFirst(to).view({groups, channels, -1});
    Tensor made = at::empty({groups, channels, weight.size(1), taps.count()}, planes.options());
    taps.inPieces(planes, [&](int64_t first, int64_t count, const Tensor &under) {
        const Tensor product = at::bmm(grads, under.view({groups, -1, grads.size(2)}).transpose(1, 2));
        made.narrow(3, first, count).copy_(product.view({groups, channels, weight.size(1), count}));
    });
    return made.view(weight.sizes());
}

// All three by the kernel of two dimensions.
std::array<Tensor, 3> gradientsOfPlanes(const Tensor &grad_output, const Tensor &input, const Tensor &weight, IntArrayRef stride,
                                        IntArrayRef padding, IntArrayRef dilation, int64_t groups, std::array<bool, 3> wanted)
{
    const auto both = [](IntArrayRef values, int place) { return static_cast<int>(values[values.size() == 1 ? 0 : place]); };
    tpudnnConv2dParam_t param = {};
    param.kernel_h = static_cast<int>(weight.size(2));
    param.kernel_w = static_cast<int>(weight.size(3));
    param.pad_h = both(padding, 0);
    param.pad_w = both(padding, 1);
    param.stride_h = both(stride, 0);
    param.stride_w = both(stride, 1);
    param.dilation_h = both(dilation, 0);
    param.dilation_w = both(dilation, 1);
    param.groups = static_cast<int>(groups);
    const Tensor grad = grad_output.contiguous(), from = input.contiguous(), kernel = weight.contiguous();
    std::array<Tensor, 3> made;
    const std::array<IntArrayRef, 3> sizes{input.sizes(), weight.sizes(), weight.sizes().slice(0, 1)};
    auto stream = c10_tpu::getCurrentTPUStream();
    std::array<tpudnnTensor_t, 3> views;
    for (size_t i = 0; i < made.size(); ++i)
    {
        made[i] = wanted[i] ? at::empty(sizes[i], input.options()) : Tensor();
        views[i] = wanted[i] ? tpu::TPUGenerateTpudnnTensor(stream, made[i]) : tpudnnUndefinedTensor();
    }
    const auto status =
        tpudnnConv2dBackwardAsync(stream, tpu::TPUGenerateTpudnnTensor(stream, grad), tpu::TPUGenerateTpudnnTensor(stream, from),
                                  tpu::TPUGenerateTpudnnTensor(stream, kernel), param, views[0], views[1], views[2]);
    TORCH_CHECK(status == TPUDNN_STATUS_SUCCESS);
    return made;
}

} // namespace

std::tuple<Tensor, Tensor, Tensor> convolution_backward_tpu(const Tensor &grad_output, const Tensor &input, const Tensor &weight,
                                                            IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed,
                                                            IntArrayRef output_padding, int64_t groups, std::array<bool, 3> output_mask)
{
    CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS(input);
    CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS(weight);
    TORCH_CHECK(input.dim() >= 3 && input.dim() <= 5 && weight.dim() == input.dim() && grad_output.dim() == input.dim(), "convolution of ",
                input.dim(), " dimensions");
    for (const Tensor *each : {&grad_output, &weight})
    {
        TORCH_CHECK(each->scalar_type() == input.scalar_type(), "data types ", input.scalar_type(), " and ", each->scalar_type());
    }
    TORCH_CHECK(input.scalar_type() == kFloat || input.scalar_type() == kHalf || input.scalar_type() == kBFloat16, "data type ",
                input.scalar_type());
    std::array<Tensor, 3> made;
    if (input.dim() == 4 && !transposed && hasKernel("conv2d_backward"))
    {
        made = gradientsOfPlanes(grad_output, input, weight, stride, padding, dilation, groups, output_mask);
    }
    else
    {
        if (output_mask[0] && transposed)
        {
            const std::vector<int64_t> none(stride.size(), 0);
            made[0] = convolution_tpu(grad_output, weight, std::nullopt, stride, padding, dilation, false, none, groups);
            for (int64_t i = 2; i < input.dim(); ++i)
            {
                made[0] = made[0].narrow(i, 0, input.size(i)); // what the output padding adds
            }
        }
        else if (output_mask[0])
        {
            made[0] = inputGradient(grad_output, input, weight, stride, padding, dilation, groups);
        }
        if (output_mask[1])
        {
            const Tensor &from = transposed ? grad_output : input, &to = transposed ? input : grad_output;
            made[1] = weightGradient(from, to, weight, stride, padding, dilation, groups);
        }
        if (output_mask[2])
        {
            std::vector<int64_t> dims(input.dim() - 1);
            std::iota(dims.begin() + 1, dims.end(), 2);
            made[2] = at::sum(grad_output, dims);
        }
    }
    const MemoryFormat format = formatOf(input, weight);
    for (Tensor *each : {&made[0], &made[1]})
    {
        if (each->defined() && !(each->is_contiguous() && format == MemoryFormat::Contiguous && each->scalar_type() == input.scalar_type()))
        {
            *each = at::empty(each->sizes(), input.options(), format).copy_(*each);
        }
    }
    return {made[0], made[1], made[2]};
}

} // namespace at
