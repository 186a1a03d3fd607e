#include "TPUTorchUtils.h"

using Status = tpu_status_t;
using Handle = tpu_resource_t;
using Tensor = SgdnnTensor_t;
static const Status FAILURE = SG_FAILURE;

static const char *kind(SgdnnDataType_t d)
{
    return d == SGDNN_DTYPE_FP32 ? "f32" : d == SGDNN_DTYPE_FP16 ? "f16" : d == SGDNN_DTYPE_INT32 ? "i32" : "?";
}

static const char *active(sg_active_type_t a)
{
    return a == ACTIVE_TANH ? "tanh" : a == ACTIVE_SQRT ? "sqrt" : "?";
}

static std::string text(const std::string &s) { return s; }
static std::string mixed(const Tensor &, Handle) { return ""; }

#include "library.inc"

static std::vector<Tensor> joined(const Tensor *inputs, int count, const Tensor &out)
{
    std::vector<Tensor> all(inputs, inputs + count);
    all.push_back(out);
    return all;
}

tpu_status_t sgdnnAdd ( tpu_resource_t stream, SgdnnTensor_t a, SgdnnTensor_t b, SgdnnTensor_t out, bool non_blocking )
{ return done("Add", stream, non_blocking, {a, b, out}); }
tpu_status_t sgdnnFill ( tpu_resource_t stream, SgdnnTensor_t out, float value, bool non_blocking )
{ return done("Fill", stream, non_blocking, {out}, value); }
tpu_status_t sgdnnReduce ( tpu_resource_t stream, SgdnnTensor_t in, int mode, SgdnnTensor_t out, bool non_blocking )
{ return done("Reduce", stream, non_blocking, {in, out}, mode); }
tpu_status_t sgdnnCat ( tpu_resource_t stream, const SgdnnTensor_t * inputs, int count, int axis, SgdnnTensor_t out, bool non_blocking )
{ return done("Cat", stream, non_blocking, joined(inputs, count, out), count, axis); }
tpu_status_t sgdnnBias ( tpu_resource_t stream, SgdnnTensor_t x, SgdnnTensor_t bias, SgdnnTensor_t out, bool non_blocking )
{ return done("Bias", stream, non_blocking, {x, bias, out}); }
tpu_status_t sgdnnCast ( tpu_resource_t stream, SgdnnTensor_t in, SgdnnDataType_t dtype, SgdnnTensor_t out, bool non_blocking )
{ return done("Cast", stream, non_blocking, {in, out}, std::string(kind(dtype))); }
tpu_status_t sgdnnActive ( tpu_resource_t stream, SgdnnTensor_t in, SgdnnTensor_t out, sg_active_type_t mode, bool non_blocking )
{ return done("Active", stream, non_blocking, {in, out}, std::string(active(mode))); }
tpu_status_t sgdnnDummy ( tpu_resource_t stream, bool non_blocking )
{ return done("Dummy", stream, non_blocking, {}); }
tpu_status_t sgdnnWait ( tpu_resource_t stream, SgdnnTensor_t x, SgdnnTensor_t out, bool non_blocking )
{ return done("Wait", stream, non_blocking, {x, out}); }
tpu_status_t sgdnnScale ( tpu_resource_t stream, SgdnnTensor_t in, SgdnnTensor_t out, float scale, bool non_blocking )
{ return done("Scale", stream, non_blocking, {in, out}, scale); }

namespace tpu
{

tpu_resource_t TPUGetDeviceResource() { return reinterpret_cast<tpu_resource_t>(hostile::currentQueue()); }

SgdnnTensor_t TPUGenerateSgdnnTensor(const at::Tensor &tensor)
{
    SgdnnTensor_t t = {};
    t.addr = static_cast<unsigned long long>(tensor.id());
    t.dim = static_cast<int>(tensor.dim());
    for (int i = 0; i < t.dim; ++i)
    {
        t.shape[i] = static_cast<int>(tensor.size(i));
        t.stride[i] = i + 1 == t.dim ? 1 : static_cast<int>(tensor.size(i + 1));
    }
    t.dtype = TPUConvertDType(tensor.scalar_type());
    return t;
}

SgdnnDataType_t TPUConvertDType(at::ScalarType type)
{
    return type == at::kFloat ? SGDNN_DTYPE_FP32 : type == at::kHalf ? SGDNN_DTYPE_FP16 : SGDNN_DTYPE_INT32;
}

} // namespace tpu
