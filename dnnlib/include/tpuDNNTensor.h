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
#include <tpuDNN/ActivationBackward.h>
#include <tpuDNN/CrossEntropy.h>
#include <tpuDNN/Elementwise.h>
#include <tpuDNN/Latent.h>
#include <tpuDNN/Movement.h>
#include <tpuDNN/Norms.h>
#include <tpuDNN/Perceptrons.h>
#include <tpuDNN/Pooling.h>
#include <tpuDNN/Positions.h>
#include <tpuDNN/Quantised.h>
#include <tpuDNN/Sequences.h>
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

/**
 * Launches a kernel that does nothing, for measuring the cost of a launch
 */
tpudnnStatus_t tpudnnDummyAsync(tpudnnHandle_t handle);

/**
 * OUTPUT = INPUT, element by element, with any strides on both sides
 * Note:
 * 1. INPUT and OUTPUT have the same shape and the same data type, which is not INT64
 */
tpudnnStatus_t tpudnnStridedCopyAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUTPUT = LEFT x RIGHT + BIAS
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shape of LEFT is ( M, K ), RIGHT is ( K, N ), BIAS is ( N ), OUTPUT is ( M, N )
 * 3. LEFT and RIGHT are contiguous or transposed, BIAS and OUTPUT are contiguous
 * 4. BIAS is optional
 * @optional bias
 */
tpudnnStatus_t tpudnnMatmulAsync(tpudnnHandle_t handle, tpudnnTensor_t left, tpudnnTensor_t right, tpudnnTensor_t bias,
                                 tpudnnTensor_t output);

/**
 * OUTPUT[b] = LEFT[b] x RIGHT[b]
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shape of LEFT is ( B, M, K ), RIGHT is ( B, K, N ), OUTPUT is ( B, M, N )
 * 3. LEFT and RIGHT are contiguous or transposed in their last two dimensions, OUTPUT is contiguous
 */
tpudnnStatus_t tpudnnBatchMatmulAsync(tpudnnHandle_t handle, tpudnnTensor_t left, tpudnnTensor_t right,
                                      tpudnnTensor_t output);

/**
 * OUTPUT = SOFTMAX ( INPUT ) over DIM
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnSoftmaxAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int dim, tpudnnTensor_t output);

/**
 * GRAD_INPUT = SOFTMAX BACKWARD ( GRAD_OUTPUT, OUTPUT ) over DIM, where OUTPUT is what the forward operator gave
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnSoftmaxBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t output,
                                          int dim, tpudnnTensor_t grad_input);

/**
 * OUTPUT = INPUT converted to the data type of OUTPUT
 * Note:
 * 1. INPUT and OUTPUT have the same shape and are contiguous
 * 2. Neither data type is INT64
 */
tpudnnStatus_t tpudnnConvertAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUTPUT = the low halves of INPUT
 * Note:
 * 1. The data type of INPUT is INT64, of OUTPUT INT32
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnConvertInt64toInt32Async(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT ( BINARY_TYPE ) SCALAR * OTHER
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are the same
 * 2. INPUT, OTHER and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnBinaryAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, float scalar,
                                 tpudnnTensor_t output, int binary_type);

/**
 * OUTPUT = INPUT ( BINARY_TYPE ) SCALAR * OTHER, with broadcasting
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are the same
 * 2. INPUT, OTHER and OUTPUT have the same number of dimensions; in each one the size of an input is that of OUTPUT or 1
 * 3. INPUT, OTHER and OUTPUT are contiguous
 */
tpudnnStatus_t tpudnnBinaryBcastAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, float scalar,
                                      tpudnnTensor_t output, int binary_type);

/**
 * OUTPUT = INPUT ( BINARY_TYPE ) SCALAR, or SCALAR ( BINARY_TYPE ) INPUT where INVERSED is set
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnBinaryCAsync(tpudnnHandle_t handle, tpudnnTensor_t input, float scalar, tpudnnTensor_t output,
                                  int binary_type, bool inversed);

/**
 * OUTPUT = INPUT ( MODE ) OTHER, 1 where it holds and 0 elsewhere; MODE is one of sg_comparision_mode_t
 * Note:
 * 1. The data types of INPUT and OTHER are the same; of INT64 the low halves are compared
 * 2. The data type of OUTPUT is UINT8
 * 3. INPUT, OTHER and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnComparisionAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other,
                                      tpudnnTensor_t output, int mode);

/**
 * OUTPUT = INPUT ( MODE ) OTHER, with broadcasting
 * Note:
 * 1. The data types of INPUT and OTHER are the same, and not INT64
 * 2. The data type of OUTPUT is UINT8
 * 3. INPUT, OTHER and OUTPUT have the same number of dimensions; in each one the size of an input is that of OUTPUT or 1
 * 4. INPUT, OTHER and OUTPUT are contiguous
 */
tpudnnStatus_t tpudnnComparisionBcastAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other,
                                           tpudnnTensor_t output, int mode);

/**
 * OUTPUT = INPUT ( MODE ) SCALAR, or SCALAR ( MODE ) INPUT where SCALAR_POS is 0
 * Note:
 * 1. The data type of INPUT is not INT64, of OUTPUT UINT8
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnComparisionCAsync(tpudnnHandle_t handle, tpudnnTensor_t input, float scalar, tpudnnTensor_t output,
                                       int mode, int scalar_pos);

/**
 * OUTPUT = ACTIVE_TYPE ( INPUT )
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same; OUTPUT of ACTIVE_ISINF, ACTIVE_ISNEGINF, ACTIVE_ISPOSINF and ACTIVE_ISNAN is UINT8
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnActiveAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output,
                                 tensor_active_type_t active_type);

/**
 * OUTPUT = LOG ( INPUT ) to the base that LOG_TYPE names; LOG_1P is LOG ( 1 + INPUT )
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnLogAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output,
                              tensor_log_type_t log_type);

/**
 * [ OUTPUT, MEAN, RSTD ] = LAYERNORM ( INPUT, WEIGHT, BIAS ) over the dimensions from START_DIM on
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape; WEIGHT and BIAS have the sizes from START_DIM on, MEAN and RSTD one element for
 *    each of the rest
 * 3. All the tensors are contiguous
 * 4. WEIGHT, BIAS, MEAN and RSTD are optional
 * @optional weight
 * @optional bias
 * @optional mean
 * @optional rstd
 */
tpudnnStatus_t tpudnnLayernormAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight,
                                    tpudnnTensor_t bias, int start_dim, float eps, tpudnnTensor_t output,
                                    tpudnnTensor_t mean, tpudnnTensor_t rstd);

/**
 * [ GRAD_INPUT, GRAD_WEIGHT, GRAD_BIAS ] = LAYERNORM BACKWARD ( GRAD_OUTPUT, INPUT, WEIGHT, MEAN, RSTD )
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shapes are those of the forward operator
 * 3. All the tensors are contiguous
 * 4. WEIGHT, GRAD_INPUT, GRAD_WEIGHT and GRAD_BIAS are optional
 * @optional weight
 * @optional grad_input
 * @optional grad_weight
 * @optional grad_bias
 */
tpudnnStatus_t tpudnnLayernormBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t input,
                                            tpudnnTensor_t weight, tpudnnTensor_t mean, tpudnnTensor_t rstd,
                                            int start_dim, tpudnnTensor_t grad_input, tpudnnTensor_t grad_weight,
                                            tpudnnTensor_t grad_bias);

/**
 * OUTPUT = GELU ( INPUT ), the exact form
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnGELUAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * GRAD_INPUT = GELU BACKWARD ( GRAD_OUTPUT, INPUT )
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnGELUBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t input,
                                       tpudnnTensor_t grad_input);

/**
 * OUTPUT = MEAN ( MODE 0 ) or SUM ( MODE 1 ) of INPUT over the dimensions from START_DIM up to, not including, END_DIM
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. With KEEPDIM the reduced dimensions of OUTPUT are 1, else they are left out
 * 3. INPUT and OUTPUT are contiguous
 */
tpudnnStatus_t tpudnnReduceAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int start_dim, int end_dim, int keepdim,
                                 int mode, tpudnnTensor_t output);

/**
 * OUTPUT = PRODUCT of INPUT over AXIS
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. With KEEPDIM the reduced dimension of OUTPUT is 1, else it is left out
 * 3. INPUT and OUTPUT are contiguous
 */
tpudnnStatus_t tpudnnReduceProdAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int axis, int keepdim,
                                     tpudnnTensor_t output);

/**
 * OUTPUT = INPUT with its dimensions in the order DIM_ORDER
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, and not INT64
 * 2. INPUT may have any strides, OUTPUT is contiguous
 */
tpudnnStatus_t tpudnnPermuteAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int *dim_order, tpudnnTensor_t output);

/**
 * OUTPUT = the INPUTS one behind the other in dimension AXIS
 * Note:
 * 1. The data types of all the tensors are the same, and not INT64
 * 2. There are INPUT_NUM inputs, at most FW_MAX_CONCAT_NUM
 * 3. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnConcatAsync(tpudnnHandle_t handle, const tpudnnTensor_t *inputs, int input_num, int axis,
                                 tpudnnTensor_t output);

/**
 * OUTPUT = INPUT at the positions INDICES of dimension DIM
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, and not INT64
 * 2. The data type of INDICES is INT32 or INT64; it may have several dimensions, which stand in OUTPUT in place of DIM
 * 3. INPUT, INDICES and OUTPUT are contiguous
 */
tpudnnStatus_t tpudnnIndexSelectAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t indices, int dim,
                                      tpudnnTensor_t output);

/**
 * OUTPUT = INPUT, not less than MIN and not more than MAX
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnClampAsync(tpudnnHandle_t handle, tpudnnTensor_t input, float min, float max,
                                tpudnnTensor_t output);

/**
 * OUTPUT = START, START + STEP, ... up to, not including, END
 * Note:
 * 1. The data type of OUTPUT is FP32, INT32 or INT64
 * 2. OUTPUT has one dimension and is contiguous
 */
tpudnnStatus_t tpudnnArangeAsync(tpudnnHandle_t handle, int start, int end, int step, tpudnnTensor_t output);

/**
 * OUTPUT = VALUE
 * Note:
 * 1. VALUE points to one element of the data type of OUTPUT, which is not INT64
 * 2. OUTPUT is contiguous
 */
tpudnnStatus_t tpudnnFillAsync(tpudnnHandle_t handle, const void *value, tpudnnTensor_t output);

/**
 * OUTPUT = SELF where COND is not 0, else OTHER, with broadcasting
 * Note:
 * 1. The data types of SELF, OTHER and OUTPUT are the same, one of FP32, FP16 and BF16; of COND UINT8
 * 2. COND has the number of dimensions of OUTPUT; SELF and OTHER too, or none; each size is that of OUTPUT or 1
 * 3. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnWhereAsync(tpudnnHandle_t handle, tpudnnTensor_t cond, tpudnnTensor_t self, tpudnnTensor_t other,
                                tpudnnTensor_t output);

/**
 * OUTPUT = CONV2D ( INPUT, WEIGHT, BIAS )
 * Note:
 * 1. The data types of INPUT, WEIGHT, BIAS and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. The shape of INPUT is ( N, IC, IH, IW ), WEIGHT is ( OC, IC / GROUPS, KH, KW ), BIAS is ( OC ), OUTPUT is ( N, OC, OH, OW )
 * 3. INPUT, WEIGHT, BIAS and OUTPUT are contiguous
 * 4. BIAS is optional
 * 5. Only on chips whose kernel table has it
 * @optional bias
 */
tpudnnStatus_t tpudnnConv2dAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight,
                                 tpudnnTensor_t bias, tpudnnConv2dParam_t param, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT in the order the convolution of 16-bit data types takes; MODE 0 packs input channels by 32, MODE 1 output channels
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, FP16 or BF16
 * 2. The shape of INPUT is ( OC, IC, KH, KW ), OUTPUT is ( OC, KH * KW, IC / 32, 32 ) or ( IC, KH * KW, OC / 32, 32 ), rounded up
 * 3. INPUT and OUTPUT are contiguous
 * 4. Only on chips whose kernel table has it
 */
tpudnnStatus_t tpudnnReorderConv2dWeightAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int mode,
                                              tpudnnTensor_t output);

/**
 * OUTPUT = the positions of the elements of INPUT that are not 0, NUM = how many there are
 * Note:
 * 1. The data type of INPUT is INT8, UINT8 or INT32; of OUTPUT and NUM INT32
 * 2. INPUT has SELF_NUM elements; OUTPUT has room for as many positions, each of one number per dimension of INPUT
 * 3. INPUT, OUTPUT and NUM are contiguous
 */
tpudnnStatus_t tpudnnNonzeroAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output,
                                  tpudnnTensor_t num, int self_num);

/**
 * OUTPUT = the square root of the sum of the squares of INPUT
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. OUTPUT has one element
 * 3. INPUT is contiguous
 */
tpudnnStatus_t tpudnnNorm2Async(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT / sqrt ( MEAN ( INPUT ^ 2 ) + EPS ) * WEIGHT + BIAS over the dimensions from AXIS on
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape; WEIGHT and BIAS have the sizes from AXIS on
 * 3. All the tensors are contiguous
 * 4. WEIGHT and BIAS are optional
 * 5. Only on chips whose kernel table has it
 * @optional weight
 * @optional bias
 */
tpudnnStatus_t tpudnnRMSNormAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight,
                                  tpudnnTensor_t bias, int axis, float eps, tpudnnTensor_t output);

/**
 * [ OUTPUT, MEAN, RSTD ] = LAYERNORM ( INPUT, GAMMA, BETA ) x W + B
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shape of INPUT is ( ..., K ), GAMMA and BETA is ( K ), W is ( K, N ), B is ( N ), OUTPUT is ( ..., N )
 * 3. MEAN and RSTD have one element for each row of INPUT
 * 4. All the tensors are contiguous
 * 5. B is optional
 * 6. Only on chips whose kernel table has it
 * @optional b
 */
tpudnnStatus_t tpudnnLnMmAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t w, tpudnnTensor_t b,
                               tpudnnTensor_t gamma, tpudnnTensor_t beta, float eps, tpudnnTensor_t mean,
                               tpudnnTensor_t rstd, tpudnnTensor_t output);

/**
 * OUT_ADD = INPUT0 + INPUT1, [ OUTPUT, MEAN, RSTD ] = LAYERNORM ( OUT_ADD, GAMMA, BETA ) x W + B
 * Note:
 * 1. As for the operator above; INPUT0, INPUT1 and OUT_ADD have the same shape
 * 2. B is optional
 * 3. Only on chips whose kernel table has it
 * @optional b
 */
tpudnnStatus_t tpudnnAddLnMmAsync(tpudnnHandle_t handle, tpudnnTensor_t input0, tpudnnTensor_t input1, tpudnnTensor_t w,
                                  tpudnnTensor_t b, tpudnnTensor_t gamma, tpudnnTensor_t beta, float eps,
                                  tpudnnTensor_t out_add, tpudnnTensor_t mean, tpudnnTensor_t rstd,
                                  tpudnnTensor_t output);

/**
 * OUTPUT = - INPUT
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnNegAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUTPUT = 1 where INPUT is 0, 0 elsewhere
 * Note:
 * 1. The data type of OUTPUT is UINT8
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnLogicalNotAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUTPUT = -1, 0 or 1 by the sign of INPUT
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnSignAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT + VALUE * TENSOR1 * TENSOR2
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnAddCMulAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t tensor1,
                                  tpudnnTensor_t tensor2, float value, tpudnnTensor_t output);

/**
 * [ VALUES, INDICES ] = the largest or smallest elements of INPUT along AXIS and where they are; MODE is one of sg_arg_mode_t
 * Note:
 * 1. The data types of INPUT and VALUES are the same, one of FP32, FP16 and BF16; of INDICES INT32
 * 2. VALUES and INDICES have the sizes of INPUT without AXIS, or with 1 in its place
 * 3. All the tensors are contiguous
 * 4. VALUES is optional where MODE is ARG_ARGMAX or ARG_ARGMIN
 * @optional values
 */
tpudnnStatus_t tpudnnArgAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int axis, int mode, tpudnnTensor_t values,
                              tpudnnTensor_t indices);

/**
 * OUTPUT = LEFT x RIGHT, where RIGHT holds quantised numbers of WEIGHT_BITS bits with one SCALE and ZP for each GROUP_SIZE of them
 * Note:
 * 1. The data types of LEFT, SCALE and OUTPUT are the same, FP16 or BF16; of RIGHT and ZP UINT8
 * 2. The shape of LEFT is ( M, K ), RIGHT is ( N, K * WEIGHT_BITS / 8 ), SCALE and ZP are ( N, K / GROUP_SIZE ), OUTPUT is ( M, N )
 * 3. All the tensors are contiguous
 * 4. ZP is optional
 * 5. Only on chips whose kernel table has it
 * @optional zp
 */
tpudnnStatus_t tpudnnA16MatmulAsync(tpudnnHandle_t handle, tpudnnTensor_t left, tpudnnTensor_t right,
                                    tpudnnTensor_t scale, tpudnnTensor_t zp, int group_size, int weight_bits,
                                    tpudnnTensor_t output);

/**
 * OUTPUT = LEFT x RIGHT + BIAS, otherwise as the operator above
 * Note:
 * 1. The shape of BIAS is ( N ), its data type is that of LEFT
 * 2. BIAS and ZP are optional
 * 3. Only on chips whose kernel table has it
 * @optional bias
 * @optional zp
 */
tpudnnStatus_t tpudnnA16LinearAsync(tpudnnHandle_t handle, tpudnnTensor_t left, tpudnnTensor_t right,
                                    tpudnnTensor_t bias, tpudnnTensor_t scale, tpudnnTensor_t zp, int group_size,
                                    int weight_bits, tpudnnTensor_t output);

/**
 * [ OUTPUT, MASK ] = INPUT with each element dropped with probability THRESHOLD and the others scaled by 1 / ( 1 - THRESHOLD )
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16; of MASK UINT8
 * 2. INPUT, OUTPUT and MASK have the same shape and are contiguous
 * 3. MASK is optional
 * 4. Only on chips whose kernel table has it
 * @optional mask
 */
tpudnnStatus_t tpudnnDropoutAsync(tpudnnHandle_t handle, tpudnnTensor_t input, unsigned long long seed, float threshold,
                                  tpudnnTensor_t output, tpudnnTensor_t mask);

/**
 * OUTPUT = INPUT with whole channels dropped
 * Note:
 * 1. Not implemented
 */
tpudnnStatus_t tpudnnFeatureDropoutAsync(tpudnnHandle_t handle, tpudnnTensor_t input, unsigned long long seed,
                                         float threshold, tpudnnTensor_t output);

/**
 * OUTPUT = SOFTMAX ( Q x K ^ T ) x V
 * Note:
 * 1. Not implemented
 */
tpudnnStatus_t tpudnnAttnAsync(tpudnnHandle_t handle, tpudnnTensor_t q, tpudnnTensor_t k, tpudnnTensor_t v,
                               tpudnnTensor_t output);

/**
 * [ GRAD_Q, GRAD_K, GRAD_V ] = the gradients of the operator above
 * Note:
 * 1. Not implemented
 */
tpudnnStatus_t tpudnnAttnBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t q,
                                       tpudnnTensor_t k, tpudnnTensor_t v, tpudnnTensor_t grad_q, tpudnnTensor_t grad_k,
                                       tpudnnTensor_t grad_v);

/**
 * OUTPUT = INPUT ^ OTHER
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT, OTHER and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnPowAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output);

/**
 * OUTPUT = the smaller one of INPUT and OTHER
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are the same
 * 2. INPUT, OTHER and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnMinimumAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other,
                                  tpudnnTensor_t output);

/**
 * OUTPUT = sqrt ( INPUT ^ 2 + OTHER ^ 2 )
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT, OTHER and OUTPUT have the same shape and are contiguous
 * 3. Only on chips whose kernel table has it
 */
tpudnnStatus_t tpudnnHypotAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other,
                                tpudnnTensor_t output);

/**
 * OUTPUT = INPUT << OTHER
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are integers of up to 32 bits; INPUT and OUTPUT have the same
 * 2. INPUT, OTHER and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnShiftLeftAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other,
                                    tpudnnTensor_t output);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#ifdef __cplusplus
#include <vector>
TPUDNN_API_BEGIN

/* operators, C++ only */

/**
 * The function FUNC_NAME of the library SO_URL on TENSORS and numbers
 * Note:
 * 1. Not implemented: what such a library is on the chip, how it is loaded there, and how the lists with their positions become its arguments, is not known
 */
tpudnnStatus_t tpudnnDynLibExecuteAsync(tpudnnHandle_t handle, const char *so_url, const char *func_name, std::vector<tpudnnTensor_t> tensors,
                                        std::vector<int64_t> tensors_index, std::vector<double> fp_scalars, std::vector<int64_t> fp_scalars_index,
                                        std::vector<int64_t> fixed_scalars, std::vector<int64_t> fixed_scalars_index);

/**
 * The same, where ARGS has the arguments in the order that the function takes them, ARG_BYTES in all, and ADDR_OFFSETS where addresses of tensors stand
 * Note:
 * 1. Not implemented: what such a library is on the chip, and how it is loaded there, is not known
 */
tpudnnStatus_t tpudnnDynLibExecuteAsyncCompact(tpudnnHandle_t handle, const char *so_url, const char *func_name, std::vector<size_t> addrOffsets,
                                               char *args, size_t argBytes);

/**
 * INPUTS *= INV_SCALE in place; FOUND_INF = 1 where any element of INPUTS is not finite, else it is unchanged
 * Note:
 * 1. The data types of INPUTS are FP32, FP16 or BF16, of FOUND_INF FP32
 * 2. FOUND_INF has one element
 * 3. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnInfCheckAndUnscaleAsync(tpudnnHandle_t handle, std::vector<tpudnnTensor_t> &inputs,
                                             tpudnnTensor_t found_inf, float inv_scale);

/**
 * OUTPUT = INPUT at the positions INDICES[i] of each dimension i that has one
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, and not INT64
 * 2. Each of INDICES is INT32 or INT64 and has one dimension
 * 3. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnMulIndexSelectAsync(tpudnnHandle_t handle, tpudnnTensor_t input,
                                         std::vector<tpudnnTensor_t> &indices, tpudnnTensor_t output);

TPUDNN_API_END
#endif

#endif /* TPUDNN_TENSOR_H */
