/* Tensors and operators of tpuDNN. Valid C11 and C++17.
 *
 * What every operator does before its own checks: BAD_PARAM for a null handle, a required tensor without an address (an empty tensor excepted), a
 * dimension count outside 0..8, a negative extent; NOT_SUPPORTED for a data type that the chip or its kernel does not have.
 * Operators are queued on the handle's stream and return; a fault is reported by the next call that waits.
 */
#ifndef TPUDNN_TENSOR_H
#define TPUDNN_TENSOR_H

#include <tpuDNN.h>

#define TPUDNN_MAX_DIMS 8

typedef enum {
    TPUDNN_DTYPE_UNKNOWN = -1,
    TPUDNN_DTYPE_FP32 = 0,
    TPUDNN_DTYPE_FP16 = 1,
    TPUDNN_DTYPE_INT8 = 2,
    TPUDNN_DTYPE_UINT8 = 3,
    TPUDNN_DTYPE_INT16 = 4,
    TPUDNN_DTYPE_UINT16 = 5,
    TPUDNN_DTYPE_INT32 = 6,
    TPUDNN_DTYPE_UINT32 = 7,
    TPUDNN_DTYPE_BF16 = 8,
    TPUDNN_DTYPE_INT4 = 9,
    TPUDNN_DTYPE_UINT4 = 10,
    TPUDNN_DTYPE_FP20 = 11,
    TPUDNN_DTYPE_FP8E5M2 = 12,
    TPUDNN_DTYPE_FP8E4M3 = 13,
    TPUDNN_DTYPE_INT64 = 14,
    TPUDNN_DTYPE_TF32 = 15,
    TPUDNN_DTYPE_BOOL = 16
} tpudnnDataType_t;

/* By value. `addr` is a virtual device address; NULL for an undefined tensor and for one without elements. `shape` and `stride` count elements,
 * outermost dimension first; `dim` of them are in use. */
typedef struct {
    void *addr;
    int dim;
    int shape[TPUDNN_MAX_DIMS];
    int stride[TPUDNN_MAX_DIMS];
    tpudnnDataType_t dtype;
} tpudnnTensor_t;

typedef struct {
    int kernel_h;
    int kernel_w;
    int pad_h;
    int pad_w;
    int stride_h;
    int stride_w;
    int dilation_h;
    int dilation_w;
    int groups;
} tpudnnConv2dParam_t;

typedef enum {
    TPUDNN_POOLING_MAX = 0,
    TPUDNN_POOLING_MIN = 1,
    TPUDNN_POOLING_AVG = 2
} tensor_pooling_mode_t;

typedef struct {
    int kh;
    int kw;
    int pad_h;
    int pad_w;
    int stride_h;
    int stride_w;
    int output_h;
    int output_w;
    tensor_pooling_mode_t mode;
} TPUDNN_PoolingDescriptor_t;

/* Functions of tpudnnActiveAsync, element by element. */
typedef enum {
    TPUDNN_ACTIVE_TANH = 0,
    TPUDNN_ACTIVE_SIGMOID = 1,
    TPUDNN_ACTIVE_RELU = 2,
    TPUDNN_ACTIVE_EXP = 3,
    TPUDNN_ACTIVE_ELU = 4,
    TPUDNN_ACTIVE_SQRT = 5,
    TPUDNN_ACTIVE_SQUARE = 6,
    TPUDNN_ACTIVE_RSQRT = 7,
    TPUDNN_ACTIVE_ABSVAL = 8,
    TPUDNN_ACTIVE_LN = 9,
    TPUDNN_ACTIVE_ROUND = 10,
    TPUDNN_ACTIVE_CEIL = 11,
    TPUDNN_ACTIVE_FLOOR = 12,
    TPUDNN_ACTIVE_SIN = 13,
    TPUDNN_ACTIVE_COS = 14,
    TPUDNN_ACTIVE_IS_FINITE = 15,
    TPUDNN_ACTIVE_MISH = 16,
    TPUDNN_ACTIVE_SWISH = 17,
    TPUDNN_ACTIVE_HSWISH = 18,
    TPUDNN_ACTIVE_SILU = 19,
    TPUDNN_ACTIVE_ARCSIN = 20,
    TPUDNN_ACTIVE_ARCCOS = 21,
    TPUDNN_ACTIVE_ARCSINH = 22,
    TPUDNN_ACTIVE_ARCCOSH = 23,
    TPUDNN_ACTIVE_ARCTANH = 24,
    TPUDNN_ACTIVE_SINH = 25,
    TPUDNN_ACTIVE_COSH = 26,
    TPUDNN_ACTIVE_TAN = 27,
    TPUDNN_ACTIVE_SIGN = 28,
    TPUDNN_ACTIVE_GELU = 29,
    TPUDNN_ACTIVE_ERF = 30,
    TPUDNN_ACTIVE_HSIGMOID = 31,
    TPUDNN_ACTIVE_LOG_SIGMOID = 32,
    TPUDNN_ACTIVE_SOFT_PLUS = 33,
    TPUDNN_ACTIVE_SOFT_SIGN = 34,
    TPUDNN_ACTIVE_ERFC = 35,
    TPUDNN_ACTIVE_ISINF = 36,
    TPUDNN_ACTIVE_ISNAN = 37,
    TPUDNN_ACTIVE_EXPM1 = 38,
    TPUDNN_ACTIVE_RECIPROCAL = 39,
    TPUDNN_ACTIVE_EXP2 = 40,
    TPUDNN_ACTIVE_TRUNC = 41
} tensor_active_type_t;

/* Base of a logarithm; LOG_1P is log(1 + x). */
typedef enum {
    TPUDNN_LOG_E = 0,
    TPUDNN_LOG_1P = 1,
    TPUDNN_LOG_2 = 2,
    TPUDNN_LOG_10 = 10
} tensor_log_type_t;

typedef enum {
    TPUDNN_UPSAMPLING_NEAREST = 0,
    TPUDNN_UPSAMPLING_BILINEAR = 1
} tensor_resize_mode_t;

/* --- helpers ------------------------------------------------------------------------------------------------------------------------------ */

/* Bits of one element; 0 for an unknown type. */
static inline int tpudnnTensorDataBits(tpudnnDataType_t dtype)
{
    switch (dtype)
    {
    case TPUDNN_DTYPE_INT4:
    case TPUDNN_DTYPE_UINT4:
        return 4;
    case TPUDNN_DTYPE_INT8:
    case TPUDNN_DTYPE_UINT8:
    case TPUDNN_DTYPE_BOOL:
    case TPUDNN_DTYPE_FP8E5M2:
    case TPUDNN_DTYPE_FP8E4M3:
        return 8;
    case TPUDNN_DTYPE_INT16:
    case TPUDNN_DTYPE_UINT16:
    case TPUDNN_DTYPE_FP16:
    case TPUDNN_DTYPE_BF16:
        return 16;
    case TPUDNN_DTYPE_FP20:
        return 20;
    case TPUDNN_DTYPE_FP32:
    case TPUDNN_DTYPE_TF32:
    case TPUDNN_DTYPE_INT32:
    case TPUDNN_DTYPE_UINT32:
        return 32;
    case TPUDNN_DTYPE_INT64:
        return 64;
    case TPUDNN_DTYPE_UNKNOWN:
        break;
    }
    return 0;
}

/* Bytes that hold one element: a 4-bit type needs 1, FP20 needs 3. Whole tensors are packed: see tpudnnTensorBytes. */
static inline size_t tpudnnTensorDataSize(tpudnnDataType_t dtype)
{
    return (size_t)(tpudnnTensorDataBits(dtype) + 7) / 8;
}

static inline size_t tpudnnTensorElements(const tpudnnTensor_t *tensor)
{
    size_t elements = 1;
    int i;
    for (i = 0; i < tensor->dim; ++i)
    {
        elements *= (size_t)tensor->shape[i];
    }
    return elements;
}

/* Bytes of the elements without gaps, rounded up to a byte; strides are not looked at. */
static inline size_t tpudnnTensorBytes(const tpudnnTensor_t *tensor)
{
    return (tpudnnTensorElements(tensor) * (size_t)tpudnnTensorDataBits(tensor->dtype) + 7) / 8;
}

/* True where the elements lie in row-major order without gaps; strides of extents 0 and 1 do not matter. */
static inline bool tpudnnIsTensorContiguous(const tpudnnTensor_t *tensor)
{
    int expected = 1;
    int i;
    for (i = tensor->dim - 1; i >= 0; --i)
    {
        if (tensor->shape[i] > 1 && tensor->stride[i] != expected)
        {
            return false;
        }
        expected *= tensor->shape[i];
    }
    return true;
}

/* True where the tensor is contiguous but for its last two dimensions, which are exchanged in memory, and not contiguous as it is. */
static inline bool tpudnnIsTensorTransposed(const tpudnnTensor_t *tensor)
{
    tpudnnTensor_t exchanged;
    if (tensor->dim < 2 || tpudnnIsTensorContiguous(tensor))
    {
        return false;
    }
    exchanged = *tensor;
    exchanged.shape[tensor->dim - 2] = tensor->shape[tensor->dim - 1];
    exchanged.shape[tensor->dim - 1] = tensor->shape[tensor->dim - 2];
    exchanged.stride[tensor->dim - 2] = tensor->stride[tensor->dim - 1];
    exchanged.stride[tensor->dim - 1] = tensor->stride[tensor->dim - 2];
    return tpudnnIsTensorContiguous(&exchanged);
}

static inline bool tpudnnIsSameShape(const tpudnnTensor_t *left, const tpudnnTensor_t *right)
{
    int i;
    if (left->dim != right->dim)
    {
        return false;
    }
    for (i = 0; i < left->dim; ++i)
    {
        if (left->shape[i] != right->shape[i])
        {
            return false;
        }
    }
    return true;
}

/* Row-major strides, in elements, of `dim` extents. */
static inline void tpudnnContiguousStride(const int *shape, int dim, int *stride)
{
    int elements = 1;
    int i;
    for (i = dim - 1; i >= 0; --i)
    {
        stride[i] = elements;
        elements *= shape[i];
    }
}

static inline bool tpudnnDtypeIsInt64(tpudnnDataType_t dtype)
{
    return dtype == TPUDNN_DTYPE_INT64;
}

/* Shape [oc, ic, kh, kw] of a convolution weight as the kernels store it in groups of 32 input channels: [oc, kh * kw, ceil(ic / 32), 32]. */
static inline void tpudnn32ICShape(const int *shape, int *grouped)
{
    grouped[0] = shape[0];
    grouped[1] = shape[2] * shape[3];
    grouped[2] = (shape[1] + 31) / 32;
    grouped[3] = 32;
}

/* The same in groups of 32 output channels: [ic, kh * kw, ceil(oc / 32), 32]. */
static inline void tpudnn32OCShape(const int *shape, int *grouped)
{
    grouped[0] = shape[1];
    grouped[1] = shape[2] * shape[3];
    grouped[2] = (shape[0] + 31) / 32;
    grouped[3] = 32;
}

/* "No tensor", for parameters that may be left out. */
static inline tpudnnTensor_t tpudnnUndefinedTensor(void)
{
    tpudnnTensor_t tensor;
    int i;
    tensor.addr = NULL;
    tensor.dim = 0;
    for (i = 0; i < TPUDNN_MAX_DIMS; ++i)
    {
        tensor.shape[i] = 0;
        tensor.stride[i] = 0;
    }
    tensor.dtype = TPUDNN_DTYPE_UNKNOWN;
    return tensor;
}

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/* operators */

/* OUTPUT = LEFT x RIGHT + BIAS: left [M, K], right [K, N], bias [N], output [M, N]; one type of FP32, FP16, BF16.
 * LEFT and RIGHT contiguous or transposed, the others contiguous.
 * @optional bias */
tpudnnStatus_t tpudnnMatmulAsync(
    tpudnnHandle_t handle,
    tpudnnTensor_t left,
    tpudnnTensor_t right,
    tpudnnTensor_t bias,
    tpudnnTensor_t output);

/* OUTPUT = INPUT, equal shapes and types, any strides. */
tpudnnStatus_t tpudnnStridedCopyAsync(
    tpudnnHandle_t handle,
    tpudnnTensor_t input,
    tpudnnTensor_t output);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#ifdef __cplusplus
#include <vector>
TPUDNN_API_BEGIN

/* operators, C++ only */

TPUDNN_API_END
#endif

#endif /* TPUDNN_TENSOR_H */
