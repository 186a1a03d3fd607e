/* Tensors and operators of tpuDNN. Valid C11 and C++17.
 *
 * What every operator does before it allocates or launches anything: BAD_PARAM for a null handle or pointer, a required tensor without an address
 * (an empty tensor excepted), a dimension count outside 0..8, a negative extent or stride, a tensor without elements
 * whose other extents multiply to more than 2^40, an address that is not aligned to the element, a tensor
 * whose strides lead out of its allocation, sizes, data types, layouts and values other than those that the operator's comment names, and an
 * output that shares memory with another tensor or with itself. NOT_SUPPORTED for a tensor whose elements were formatted beforehand. Where an operator works element by element an output may be the same tensor as an
 * input (address, sizes, strides, size of an element). NOT_SUPPORTED for a data type that the chip or its kernel does not have.
 * Operators are queued on the handle's stream and return; DEVICE_FAULT comes from the operator itself where the chip is synchronous, else from the
 * next call that waits. What lies in a tensor is seen by the kernel alone: the positions of IndexSelect, MulIndexSelect, Gather, Scatter,
 * SliceScatter, EmbeddingBackward and MaxpoolingIndicesBwd and the targets of CrossEntropyLoss and its gradient are the only elements that can be
 * wrong. One outside its axis (below 0, in the first two below -size, since negative ones count from the end there; or size and above) is DEVICE_FAULT
 * with its value, its place and the size of the axis; the contents of OUTPUT are undefined then, and nothing outside of it is written. A mask of
 * MaskedSelect that chooses another number of rows than OUTPUT has is DEVICE_FAULT likewise, and so are lengths, slots and tables of attention that lie in
 * device memory and do not fit. Other operators take any elements.
 */
#ifndef TPUDNN_TENSOR_H
#define TPUDNN_TENSOR_H

#include <limits.h>

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

/* What was done to the elements of a convolution's weight beforehand. This library's operators take NO_FORMATED alone, and change what a kernel wants
 * changed themselves; anything else is NOT_SUPPORTED. */
typedef enum {
    TPUDNN_NO_FORMATED = 0,
    TPUDNN_CONV_W_INFER_FORMAT = 1,
    TPUDNN_CONV_W_TRAIN_FORMAT = 2,
    TPUDNN_CONV_DW_TRAIN_FORMAT = 3
} TpudnnFormatedType_t;

/* By value. `addr` is a virtual device address; NULL for an undefined tensor and for one without elements. `shape` and `stride` count elements,
 * outermost dimension first; `dim` of them are in use. In C++ `format_casted` is NO_FORMATED where nobody sets it. */
typedef struct tpudnnTensor_t {
    void *addr;
    int dim;
    int shape[TPUDNN_MAX_DIMS];
    int stride[TPUDNN_MAX_DIMS];
    tpudnnDataType_t dtype;
    TpudnnFormatedType_t format_casted TPUDNN_DEFAULT(TPUDNN_NO_FORMATED);
} tpudnnTensor_t;

/* `calDtype` is the type that products are formed in: UNKNOWN, FP32 or the type of the operator's first tensor, which are one thing here, since operands of
 * every type are widened to FP32 without loss, and sums kept in it. Another one is NOT_SUPPORTED. In C++ it is UNKNOWN where nobody sets it. */
typedef struct tpudnnConv2dParam_t {
    int kernel_h;
    int kernel_w;
    int pad_h;
    int pad_w;
    int stride_h;
    int stride_w;
    int dilation_h;
    int dilation_w;
    int groups;
    tpudnnDataType_t calDtype TPUDNN_DEFAULT(TPUDNN_DTYPE_UNKNOWN);
} tpudnnConv2dParam_t;

typedef struct {
    int kernel_t;
    int kernel_h;
    int kernel_w;
    int pad_t;
    int pad_h;
    int pad_w;
    int stride_t;
    int stride_h;
    int stride_w;
    int dilation_t;
    int dilation_h;
    int dilation_w;
    int groups;
} tpudnnConv3dParam_t;

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

/* Values of the operators over latent vectors. */
typedef enum {
    NORMAL_ATTENTION_PREFILL = 0,
    NORMAL_ATTENTION_DECODE = 1,
    PAGED_ATTENTION_PREFILL = 2,
    PAGED_ATTENTION_DECODE = 3
} AttentionMode_t;

/* Values of tpudnnBitwiseAsync and tpudnnBitwiseConstAsync. */
typedef enum {
    XOR = 0,
    AND,
    OR
} BitwiseMode_t;

/* Values of tpudnnCompareAsync and tpudnnCompareConstAsync. */
typedef enum {
    TPUDNN_EQ = 0,
    TPUDNN_NE,
    TPUDNN_GT,
    TPUDNN_GE,
    TPUDNN_LT,
    TPUDNN_LE
} CompareMode_t;

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
    TPUDNN_ACTIVE_TRUNC = 41,
    TPUDNN_ACTIVE_ARCTAN = 42,
    TPUDNN_ACTIVE_ISNEGINF = 43,
    TPUDNN_ACTIVE_ISPOSINF = 44
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

/* SIZE_MAX where the number is not representable, or an extent negative: no allocation has room for it. */
static inline size_t tpudnnTensorElements(const tpudnnTensor_t *tensor)
{
    size_t elements = 1;
    bool over = false;
    int i;
    for (i = 0; i < tensor->dim; ++i)
    {
        if (tensor->shape[i] == 0)
        {
            return 0;
        }
    }
    for (i = 0; i < tensor->dim; ++i)
    {
        over = over || tensor->shape[i] < 0 || elements > SIZE_MAX / (size_t)tensor->shape[i];
        elements *= (size_t)tensor->shape[i];
    }
    return over ? SIZE_MAX : elements;
}

/* Bytes of the elements without gaps, rounded up to a byte; strides are not looked at. SIZE_MAX where the number is not representable, or an
 * extent negative. */
static inline size_t tpudnnTensorBytes(const tpudnnTensor_t *tensor)
{
    const size_t elements = tpudnnTensorElements(tensor);
    const size_t bits = (size_t)tpudnnTensorDataBits(tensor->dtype);
    if (bits != 0 && elements > (SIZE_MAX - 7) / bits)
    {
        return SIZE_MAX;
    }
    return (elements * bits + 7) / 8;
}

/* True where the elements lie in row-major order without gaps; strides of an extent of 1 do not matter, nor do those of a tensor without
 * elements. */
static inline bool tpudnnIsTensorContiguous(const tpudnnTensor_t *tensor)
{
    long long expected = 1;
    bool contiguous = true;
    int i;
    for (i = tensor->dim - 1; i >= 0; --i)
    {
        if (tensor->shape[i] == 0)
        {
            return true;
        }
        if (tensor->shape[i] > 1 && tensor->stride[i] != expected)
        {
            contiguous = false;
        }
        if (expected <= INT_MAX) /* no stride is larger */
        {
            expected *= tensor->shape[i];
        }
    }
    return contiguous;
}

/* True where the last three dimensions lie in row-major order without gaps; false for fewer than three. */
static inline bool tpudnnIsTensorInner3DContiguous(const tpudnnTensor_t *t)
{
    long long expected = 1;
    int i;
    if (t->dim < 3)
    {
        return false;
    }
    for (i = t->dim - 1; i >= t->dim - 3; --i)
    {
        if (t->stride[i] != expected)
        {
            return false;
        }
        expected *= t->shape[i];
    }
    return true;
}

/* Gives a tensor without dimensions one of extent 1; changes no other. */
static inline void tpudnnProcessZeroDim(tpudnnTensor_t *tensor)
{
    if (tensor->dim == 0)
    {
        tensor->dim = 1;
        tensor->shape[0] = 1;
        tensor->stride[0] = 1;
    }
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

static inline bool tpudnnIsSameShape(const tpudnnTensor_t *tensor1, const tpudnnTensor_t *tensor2)
{
    int i;
    if (tensor1->dim != tensor2->dim)
    {
        return false;
    }
    for (i = 0; i < tensor1->dim; ++i)
    {
        if (tensor1->shape[i] != tensor2->shape[i])
        {
            return false;
        }
    }
    return true;
}

/* The product of two sizes, INT_MAX where it is larger: no tensor has memory for that. */
static inline int tpudnnSizeProduct(int left, int right)
{
    const long long product = (long long)left * right;
    return product > INT_MAX ? INT_MAX : (int)product;
}

/* Row-major strides, in elements, of `dim` extents; INT_MAX where one is larger than that. */
static inline void tpudnnContiguousStride(const int *shape, int dim, int *stride)
{
    int elements = 1;
    int i;
    for (i = dim - 1; i >= 0; --i)
    {
        stride[i] = elements;
        elements = tpudnnSizeProduct(elements, shape[i]);
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
    grouped[1] = tpudnnSizeProduct(shape[2], shape[3]);
    grouped[2] = shape[1] / 32 + (shape[1] % 32 != 0);
    grouped[3] = 32;
}

/* The same in groups of 32 output channels: [ic, kh * kw, ceil(oc / 32), 32]. */
static inline void tpudnn32OCShape(const int *shape, int *grouped)
{
    grouped[0] = shape[1];
    grouped[1] = tpudnnSizeProduct(shape[2], shape[3]);
    grouped[2] = shape[0] / 32 + (shape[0] % 32 != 0);
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
    tensor.format_casted = TPUDNN_NO_FORMATED;
    return tensor;
}

/* families of operators */
/* One header each. TPUDNN_FAMILIES may name a header that includes some of them instead: our build makes one for each of its sources. */
#ifdef TPUDNN_FAMILIES
#include TPUDNN_FAMILIES
#else
#include <tpuDNN/Activation.h>
#include <tpuDNN/ActivationBackward.h>
#include <tpuDNN/Activity.h>
#include <tpuDNN/Attention.h>
#include <tpuDNN/Binary.h>
#include <tpuDNN/Bitwise.h>
#include <tpuDNN/C2C.h>
#include <tpuDNN/Compare.h>
#include <tpuDNN/Convolution.h>
#include <tpuDNN/Copy.h>
#include <tpuDNN/CrossEntropy.h>
#include <tpuDNN/Elementwise.h>
#include <tpuDNN/Index.h>
#include <tpuDNN/Latent.h>
#include <tpuDNN/Loss.h>
#include <tpuDNN/Matmul.h>
#include <tpuDNN/Misc.h>
#include <tpuDNN/Movement.h>
#include <tpuDNN/Normalization.h>
#include <tpuDNN/Norms.h>
#include <tpuDNN/Perceptrons.h>
#include <tpuDNN/Pooling.h>
#include <tpuDNN/Positions.h>
#include <tpuDNN/Quantised.h>
#include <tpuDNN/Reduce.h>
#include <tpuDNN/Sequences.h>
#include <tpuDNN/Softmax.h>
#include <tpuDNN/Statistics.h>
#include <tpuDNN/Training.h>
#include <tpuDNN/Undocumented.h>
#include <tpuDNN/Utilities.h>
#include <tpuDNN/Volumes.h>
#endif
#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/* operators */

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
