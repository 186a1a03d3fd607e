#include "TPUTorchUtils.h"

#include <cstdlib>
#include <cstring>
#include <iostream>
#include <limits>
#include <string>

namespace tpu
{
namespace
{

int checkedInt(int64_t value, const char *what)
{
    TORCH_CHECK(value >= 0 && value <= std::numeric_limits<int>::max(), what, " ", value, " is out of the library's range");
    return static_cast<int>(value);
}

tpudnnTensor_t describe(const c10_tpu::TPUStream &stream, const at::Tensor &tensor, tpudnnDataType_t dtype, int step)
{
    TORCH_CHECK(tensor.dim() <= TPUDNN_MAX_DIMS, "a tensor of ", tensor.dim(), " dimensions; the library takes ", TPUDNN_MAX_DIMS);
    TORCH_CHECK(tensor.device() == stream.unwrap().device(), "tensor on ", tensor.device(), ", stream on ", stream.unwrap().device());
    tpudnnTensor_t view = tpudnnUndefinedTensor();
    view.addr = tensor.data_ptr();
    view.dtype = dtype;
    view.dim = static_cast<int>(tensor.dim());
    for (int i = 0; i < view.dim; ++i)
    {
        view.shape[i] = checkedInt(tensor.size(i), "extent");
        view.stride[i] = checkedInt(tensor.stride(i) * step, "stride");
    }
    return view;
}

} // namespace

tpudnnDataType_t TPUConvertDType(c10::ScalarType dtype)
{
    switch (dtype)
    {
    case c10::ScalarType::Float:
        return TPUDNN_DTYPE_FP32;
    case c10::ScalarType::Half:
        return TPUDNN_DTYPE_FP16;
    case c10::ScalarType::BFloat16:
        return TPUDNN_DTYPE_BF16;
    case c10::ScalarType::Long:
        return TPUDNN_DTYPE_INT64;
    case c10::ScalarType::Int:
        return TPUDNN_DTYPE_INT32;
    case c10::ScalarType::Short:
        return TPUDNN_DTYPE_INT16;
    case c10::ScalarType::Char:
        return TPUDNN_DTYPE_INT8;
    case c10::ScalarType::Byte:
    case c10::ScalarType::Bool:
        return TPUDNN_DTYPE_UINT8; // torch's bool is a byte of 0 or 1, which is what the kernels read and write
    case c10::ScalarType::UInt16:
        return TPUDNN_DTYPE_UINT16;
    case c10::ScalarType::UInt32:
        return TPUDNN_DTYPE_UINT32;
    case c10::ScalarType::Float8_e5m2:
        return TPUDNN_DTYPE_FP8E5M2;
    case c10::ScalarType::Float8_e4m3fn:
        return TPUDNN_DTYPE_FP8E4M3;
    default:
        TORCH_CHECK(false, "no kernel takes the data type ", dtype);
    }
}

tpudnnTensor_t TPUGenerateTpudnnTensor(const c10_tpu::TPUStream &stream, const at::Tensor &tensor)
{
    return describe(stream, tensor, TPUConvertDType(tensor.scalar_type()), 1);
}

tpudnnTensor_t TPUGenerateTpudnnTensorforComplex64(const c10_tpu::TPUStream &stream, const at::Tensor &tensor)
{
    TORCH_CHECK(tensor.scalar_type() == c10::ScalarType::ComplexFloat, "expected complex64, got ", tensor.scalar_type());
    return describe(stream, tensor, TPUDNN_DTYPE_FP32, 2);
}

bool TPUIsChip(const c10::Device &device, const char *chip)
{
    if (device.type() != c10::DeviceType::PrivateUse1)
    {
        return false;
    }
    const int number = device.has_index() ? device.index() : c10_tpu::getCurrentTPUStream().unwrap().device().index();
    tpudnnDeviceProperties_t properties;
    TORCH_CHECK(tpudnnGetDeviceProperties(number, &properties) == TPUDNN_STATUS_SUCCESS, tpudnnGetLastError());
    const std::string names = "," + std::string(properties.chip) + "," + properties.aliases + ",";
    return names.find("," + std::string(chip) + ",") != std::string::npos;
}

void showTensors(const char *function, const char *names, std::initializer_list<at::Tensor> tensors)
{
    static const bool enabled = [] {
        const char *value = std::getenv("TORCH_TPU_SHOW_OPS");
        return value != nullptr && std::strcmp(value, "0") != 0 && *value != '\0';
    }();
    if (!enabled)
    {
        return;
    }
    std::cerr << function << '(' << names << ')';
    for (const at::Tensor &tensor : tensors)
    {
        if (tensor.defined())
        {
            std::cerr << " | " << tensor.data_ptr() << ' ' << tensor.scalar_type() << ' ' << tensor.sizes() << " strides "
                      << tensor.strides();
        }
    }
    std::cerr << '\n';
}

} // namespace tpu
