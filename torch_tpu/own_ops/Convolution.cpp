// Convolutions of one to three dimensions and transposed ones. Those of planes go to the kernel of two dimensions where the chip has it, all
// others to that of three.

#include <ATen/core/Tensor.h>
#include <ATen/ops/constant_pad_nd.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <array>

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
Tensor inFormat(const Tensor &output, const Tensor &input, const Tensor &weight)
{
    const MemoryFormat last = input.dim() == 5 ? MemoryFormat::ChannelsLast3d : MemoryFormat::ChannelsLast;
    const bool channels_last = input.dim() > 3 && (input.suggest_memory_format() == last || weight.suggest_memory_format() == last);
    return channels_last ? output.contiguous(last) : output;
}

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

// What a transposed convolution is: a convolution by the flipped kernel of the input with zeros between its elements and around them.
Tensor transposedConvolution(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias, IntArrayRef stride,
                             IntArrayRef padding, IntArrayRef dilation, IntArrayRef output_padding, int64_t groups)
{
    const int64_t dims = input.dim() - 2;
    Tensor apart = input;
    if (std::any_of(stride.begin(), stride.end(), [](int64_t each) { return each != 1; }))
    {
        std::vector<int64_t> sizes = input.sizes().vec();
        for (int64_t i = 0; i < dims; ++i)
        {
            sizes[i + 2] = (sizes[i + 2] - 1) * stride[i] + 1;
        }
        apart = at::zeros(sizes, input.options());
        Tensor places = apart;
        for (int64_t i = 0; i < dims; ++i)
        {
            places = places.slice(i + 2, 0, std::nullopt, stride[i]);
        }
        places.copy_(input);
    }
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

} // namespace at
