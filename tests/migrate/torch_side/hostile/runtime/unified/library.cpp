#include "TPUTorchUtils.h"

using Status = tpudnnStatus_t;
using Handle = tpudnnHandle_t;
using Tensor = tpudnnTensor_t;
static const Status FAILURE = TPUDNN_STATUS_FAILED;

static const char *kind(tpudnnDataType_t d)
{
    return d == TPUDNN_DTYPE_FP32 ? "f32" : d == TPUDNN_DTYPE_FP16 ? "f16" : d == TPUDNN_DTYPE_INT32 ? "i32" : "?";
}

static const char *active(tensor_active_type_t a)
{
    return a == TPUDNN_ACTIVE_TANH ? "tanh" : a == TPUDNN_ACTIVE_SQRT ? "sqrt" : "?";
}

static std::string text(const std::string &s) { return s; }
static std::string mixed(const Tensor &t, Handle h) { return t.made && t.made != h ? " MIXED" : ""; }

#include "library.inc"

static std::vector<Tensor> joined(const Tensor *inputs, int count, const Tensor &out)
{
    std::vector<Tensor> all(inputs, inputs + count);
    all.push_back(out);
    return all;
}

tpudnnStatus_t tpudnnAddAsync ( tpudnnHandle_t handle, tpudnnTensor_t a, tpudnnTensor_t b, tpudnnTensor_t out )
{ return done("Add", handle, true, {a, b, out}); }
tpudnnStatus_t tpudnnFillAsync ( tpudnnHandle_t handle, tpudnnTensor_t out, float value )
{ return done("Fill", handle, true, {out}, value); }
tpudnnStatus_t tpudnnReduceAsync ( tpudnnHandle_t handle, tpudnnTensor_t in, int mode, tpudnnTensor_t out )
{ return done("Reduce", handle, true, {in, out}, mode); }
tpudnnStatus_t tpudnnCatAsync ( tpudnnHandle_t handle, const tpudnnTensor_t * inputs, int count, int axis, tpudnnTensor_t out )
{ return done("Cat", handle, true, joined(inputs, count, out), count, axis); }
tpudnnStatus_t tpudnnBiasAsync ( tpudnnHandle_t handle, tpudnnTensor_t x, tpudnnTensor_t bias, tpudnnTensor_t out )
{ return done("Bias", handle, true, {x, bias, out}); }
tpudnnStatus_t tpudnnCastAsync ( tpudnnHandle_t handle, tpudnnTensor_t in, tpudnnDataType_t dtype, tpudnnTensor_t out )
{ return done("Cast", handle, true, {in, out}, std::string(kind(dtype))); }
tpudnnStatus_t tpudnnActiveAsync ( tpudnnHandle_t handle, tpudnnTensor_t in, tpudnnTensor_t out, tensor_active_type_t mode )
{ return done("Active", handle, true, {in, out}, std::string(active(mode))); }
tpudnnStatus_t tpudnnDummyAsync ( tpudnnHandle_t handle )
{ return done("Dummy", handle, true, {}); }
tpudnnStatus_t tpudnnWaitAsync ( tpudnnHandle_t handle, tpudnnTensor_t x, tpudnnTensor_t out )
{ return done("Wait", handle, true, {x, out}); }
tpudnnStatus_t tpudnnScaleAsync ( tpudnnHandle_t handle, tpudnnTensor_t in, tpudnnTensor_t out, float scale )
{ return done("Scale", handle, true, {in, out}, scale); }

namespace tpu
{

tpudnnTensor_t TPUGenerateTpudnnTensor(const c10_tpu::TPUStream &stream, const at::Tensor &tensor)
{
    tpudnnTensor_t t = {};
    t.addr = reinterpret_cast<void *>(static_cast<uintptr_t>(tensor.id()));
    t.dim = static_cast<int>(tensor.dim());
    for (int i = 0; i < t.dim; ++i)
    {
        t.shape[i] = static_cast<int>(tensor.size(i));
        t.stride[i] = i + 1 == t.dim ? 1 : static_cast<int>(tensor.size(i + 1));
    }
    t.dtype = TPUConvertDType(tensor.scalar_type());
    t.made = stream;
    return t;
}

tpudnnDataType_t TPUConvertDType(at::ScalarType type)
{
    return type == at::kFloat ? TPUDNN_DTYPE_FP32 : type == at::kHalf ? TPUDNN_DTYPE_FP16 : TPUDNN_DTYPE_INT32;
}

bool TPUIsChip(const c10::Device &device, const char *chip)
{
    return device.type() == c10::DeviceType::PrivateUse1 && std::string(chip) == getenv("HOSTILE_CHIP");
}

} // namespace tpu
