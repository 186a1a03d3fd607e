/* Tensors and operators of tpuDNN. Valid C11 and C++17.
 *
 * What every operator does before it allocates or launches anything: BAD_PARAM for a null handle or pointer, a required tensor without an address
 * (an empty tensor excepted), a dimension count outside 0..8, a negative extent or stride, a tensor without elements
 * whose other extents multiply to more than 2^40, an address that is not aligned to the element, a tensor
 * whose strides lead out of its allocation, sizes, data types, layouts and values other than those that the operator's comment names, and an
 * output that shares memory with another tensor or with itself. Where an operator works element by element an output may be the same tensor as an
 * input (address, sizes, strides, size of an element). NOT_SUPPORTED for a data type that the chip or its kernel does not have.
 * Operators are queued on the handle's stream and return; DEVICE_FAULT comes from the operator itself where the chip is synchronous, else from the
 * next call that waits. What lies in a tensor is seen by the kernel alone: the positions of IndexSelect, MulIndexSelect, Gather, Scatter,
 * SliceScatter, EmbeddingBackward and MaxpoolingIndicesBwd and the targets of CrossEntropyLoss and its gradient are the only elements that can be
 * wrong. One outside its axis (below 0, in the first two below -size, since negative ones count from the end there; or size and above) is DEVICE_FAULT
 * with its value, its place and the size of the axis; the contents of OUTPUT are undefined then, and nothing outside of it is written. Other
 * operators take any elements.
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
    return tensor;
}

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/* operators */

/* --- windows over planes (dnnlib/src/tensor/Pooling.cpp) --- */

/**
 * OUTPUT = the largest element or the average of each window over the planes of INPUT
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. The shape of INPUT is ( N, C, H, W ), of OUTPUT ( N, C, OH, OW ) with OH = ( H + 2 * pad_h - kh ) / stride_h + 1, rounded down, and OW likewise
 * 3. POOLING_DESC has mode TPUDNN_POOLING_AVG or TPUDNN_POOLING_MAX, windows and strides from 1, and padding up to half the window;
 *    output_h and output_w are not looked at
 * 4. An average counts the padding, as zeros; NaN is larger than any number
 * 5. INPUT and OUTPUT are contiguous
 */
tpudnnStatus_t tpudnnPoolingForwardAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, TPUDNN_PoolingDescriptor_t pooling_desc);

/**
 * OUTPUT = the gradient of an average over squares of KERNEL_SIZE that lie side by side without padding, of which INPUT is that of the averages
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. The shape of OUTPUT is ( N, C, H, W ), of INPUT ( N, C, H / KERNEL_SIZE, W / KERNEL_SIZE ), rounded down; what is in no window gets 0
 * 3. INPUT and OUTPUT are contiguous
 */
tpudnnStatus_t tpudnnAvgPoolingBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, int kernel_size);

/**
 * OUTPUT = the largest element of each window over the planes of INPUT, MAX_MASK_ADDR = where in its plane it lies, y * W + x
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16; of MAX_MASK_ADDR INT32
 * 2. Shapes and POOLING_DESC as for tpudnnPoolingForwardAsync, the mode is TPUDNN_POOLING_MAX; MAX_MASK_ADDR has the shape of OUTPUT
 * 3. Of equal elements the first counts; NaN is larger than any number, and of several the last counts
 * 4. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnMaxPoolingWithMaskForwardAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, tpudnnTensor_t max_mask_addr,
                                                    TPUDNN_PoolingDescriptor_t pooling_desc);

/**
 * OUTPUT = the gradient of the operator above: at each place of a plane the sum of the elements of GRAD whose INDICES name it
 * Note:
 * 1. The data types of GRAD and OUTPUT are the same, one of FP32, FP16 and BF16; of INDICES INT32, from 0 to H * W - 1
 * 2. The shape of OUTPUT is ( N, C, H, W ); GRAD and INDICES have the shape that windows of KERNEL x KERNEL, STRIDE apart, with PADDING give
 * 3. Sums are in FP32, rounded once
 * 4. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnMaxpoolingIndicesBwdAsync(tpudnnHandle_t handle, tpudnnTensor_t grad, tpudnnTensor_t indices, tpudnnTensor_t output, int kernel,
                                               int stride, int padding);

/**
 * OUTPUT = the planes of INPUT in another size
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. The shape of INPUT is ( N, C, H, W ), of OUTPUT ( N, C, OH, OW )
 * 3. TPUDNN_UPSAMPLING_NEAREST takes element i * H / OH, rounded down; TPUDNN_UPSAMPLING_BILINEAR interpolates at i * ( H - 1 ) / ( OH - 1 )
 *    ( ALIGN_CORNERS ) or ( i + 0.5 ) * H / OH - 0.5. Places are computed in FP32
 * 4. INPUT and OUTPUT are contiguous
 * 5. Not for sg_b
 */
tpudnnStatus_t tpudnnUpsamplingAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, bool align_corners,
                                     tensor_resize_mode_t upsampling_type);

/**
 * GRAD_INPUT = SCALE * the average of each window over the planes of GRAD_OUTPUT: the gradient of tpudnnUpsamplingAsync to the nearest by whole
 * numbers, where windows of these sizes lie side by side and SCALE is their area
 * Note:
 * 1. The data types of GRAD_OUTPUT and GRAD_INPUT are the same, one of FP32, FP16 and BF16
 * 2. Shapes and POOLING_DESC as for tpudnnPoolingForwardAsync, the mode is TPUDNN_POOLING_AVG
 * 3. GRAD_OUTPUT and GRAD_INPUT are contiguous
 * 4. Not for sg_b
 */
tpudnnStatus_t tpudnnUpsampleNearest2dBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t grad_input, int scale,
                                                    TPUDNN_PoolingDescriptor_t pooling_desc);

/* --- over dimensions (dnnlib/src/tensor/Statistics.cpp) --- */

/**
 * OUTPUT = the largest ( MODE 0 ) or smallest ( MODE 1 ) element of INPUT over the REDUCTION_DIM_LENGTH dimensions REDUCTION_DIM; NaN where there is one
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. REDUCTION_DIM is host memory: different dimensions, counted from 0, in any order
 * 3. With KEEPDIM the reduced dimensions of OUTPUT are 1, else they are left out; they have elements where OUTPUT has
 * 4. INPUT and OUTPUT are contiguous
 */
tpudnnStatus_t tpudnnReduceMaxOrMinAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int *reduction_dim, int reduction_dim_length, int keepdim, int mode,
                                         tpudnnTensor_t output);

/**
 * OUTPUT = the variance of INPUT over the REDUCE_DIM dimensions REDUCE_LIST: the sum of the squared distances from the mean over the number of
 * elements less CORRECTION, or over 0 where that is negative
 * Note:
 * 1. The data types of INPUT and OUTPUT are FP32
 * 2. REDUCE_LIST is host memory: different dimensions, counted from 0, in any order
 * 3. With KEEPDIM the reduced dimensions of OUTPUT are 1, else they are left out
 * 4. INPUT and OUTPUT are contiguous
 * 5. Not for sg_b
 */
tpudnnStatus_t tpudnnReduceVarAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int *reduce_list, int reduce_dim, int correction, int keepdim,
                                    tpudnnTensor_t output);

/**
 * OUTPUT = the variance of all elements of INPUT, as tpudnnReduceVarAsync
 * Note:
 * 1. The data types of INPUT and OUTPUT are FP32
 * 2. OUTPUT has one element, with any number of dimensions; KEEPDIM says nothing more
 * 3. INPUT and OUTPUT are contiguous
 * 4. Not for sg_b
 */
tpudnnStatus_t tpudnnReduceVarAllAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int correction, bool keepdim, tpudnnTensor_t output);

/**
 * OUTPUT = the sums of INPUT along AXIS up to each element, with it
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16, BF16 and INT32; integers wrap
 * 2. Sums are in FP32, each rounded once
 * 3. INPUT and OUTPUT have the same shape and are contiguous; OUTPUT may be INPUT
 */
tpudnnStatus_t tpudnnCumsumAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, int axis);

/**
 * OUTPUT = LOG ( SOFTMAX ( INPUT ) ) along DIM
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnLogSoftmaxAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int dim, tpudnnTensor_t output);

/* --- losses (dnnlib/src/tensor/CrossEntropy.cpp) --- */

/**
 * OUTPUT = the mean ( REDUCTION 0 ) or sum ( REDUCTION 1 ) of the cross entropies of SOFTMAX ( INPUT ) and TARGET, mixed with LABEL_SMOOTHING of the
 * same for each class
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16; of TARGET INT32 or INT64
 * 2. The shape of INPUT is ( BATCH, CLASSES ), of TARGET ( BATCH ), with numbers from 0 to CLASSES - 1; OUTPUT has one element
 * 3. IGNORE_INDEX is negative: no target is ignored
 * 4. LABEL_SMOOTHING is from 0 to 1
 * 5. All the tensors are contiguous
 * 6. Not for sg_b
 */
tpudnnStatus_t tpudnnCrossEntropyLossAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t target, int reduction, int ignore_index,
                                           float label_smoothing, tpudnnTensor_t output);

/**
 * GRAD_INPUT = the gradient of the operator above: GRAD_OUTPUT * ( SOFTMAX ( INPUT ) - mixed TARGET ), over BATCH where REDUCTION is 0
 * Note:
 * 1. The data types of INPUT, GRAD_OUTPUT and GRAD_INPUT are the same, one of FP32, FP16 and BF16; of TARGET INT32 or INT64
 * 2. The shape of INPUT and GRAD_INPUT is ( BATCH, CLASSES ), of TARGET ( BATCH ), with numbers from 0 to CLASSES - 1; GRAD_OUTPUT has one element
 * 3. IGNORE_INDEX is negative: no target is ignored
 * 4. LABEL_SMOOTHING is from 0 to 1
 * 5. All the tensors are contiguous
 * 6. Not for sg_b
 */
tpudnnStatus_t tpudnnCrossEntropyLossBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t target, tpudnnTensor_t grad_output,
                                                   int ignore_index, int reduction, float label_smoothing, tpudnnTensor_t grad_input);

/**
 * OUT = ( SELF - TARGET ) ^ 2: each ( REDUCTION 0 ), their mean ( 1 ) or sum ( 2 )
 * Note:
 * 1. The data types of SELF, TARGET and OUT are the same, one of FP32, FP16 and BF16
 * 2. SELF and TARGET have the same shape; OUT too with REDUCTION 0, otherwise it has one element
 * 3. All the tensors are contiguous
 * 4. Not for sg_b
 */
tpudnnStatus_t tpudnnMselossAsync(tpudnnHandle_t handle, tpudnnTensor_t self, tpudnnTensor_t target, tpudnnTensor_t out, int reduction);

/* --- gradients of activations (dnnlib/src/tensor/ActivationBackward.cpp) --- */

/**
 * GRAD_INPUT = GRAD_OUTPUT * ( 1 - OUTPUT ^ 2 ), the gradient of tanh, whose result is OUTPUT
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnTanhBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t output, tpudnnTensor_t grad_input);

/**
 * GRAD_INPUT = GRAD_OUTPUT * ( 1 - OUTPUT ) * OUTPUT, the gradient of the sigmoid function, whose result is OUTPUT
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnSigmoidBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t output, tpudnnTensor_t grad_input);

/**
 * GRAD_INPUT = GRAD_OUTPUT * SIGMOID ( INPUT ) * ( 1 + INPUT * ( 1 - SIGMOID ( INPUT ) ) ), the gradient of INPUT * SIGMOID ( INPUT )
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnSiluBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t input, tpudnnTensor_t grad_input);

/* --- other places, the same elements (dnnlib/src/tensor/Movement.cpp) --- */

/**
 * OUTPUT = INPUT in reverse order along AXIS, which counts from the end if negative
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, and not INT64
 * 2. INPUT and OUTPUT have the same shape and are contiguous; OUTPUT may be INPUT
 */
tpudnnStatus_t tpudnnFlipAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int axis, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT, repeated REPEAT_TIMES[i] times in dimension i of OUTPUT
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, and not INT64
 * 2. REPEAT_TIMES is host memory with REPEAT_DIM numbers from 0, at least as many as INPUT has dimensions; OUTPUT has REPEAT_DIM dimensions, those of INPUT
 *    aligned at the last one
 * 3. INPUT and OUTPUT are contiguous
 */
tpudnnStatus_t tpudnnRepeatAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int *repeat_times, int repeat_dim, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT with other dimensions of size 1: fewer ( squeeze ) or more ( unsqueeze )
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, and not INT64
 * 2. INPUT and OUTPUT are contiguous; their sizes other than 1 are the same, in one order
 */
tpudnnStatus_t tpudnnSqueezeAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUT = SELF, with 0 below ( IS_UPPER ) or above the diagonal of each matrix of the last two dimensions; DIAGONAL moves it, upwards if positive
 * Note:
 * 1. The data types of SELF and OUT are the same, and not INT64
 * 2. SELF and OUT have the same shape of at least two dimensions and are contiguous; OUT may be SELF
 */
tpudnnStatus_t tpudnnTriangularizeAsync(tpudnnHandle_t handle, tpudnnTensor_t self, int is_upper, int diagonal, tpudnnTensor_t out);

/**
 * OUTPUT = INPUT ( BINARY_TYPE ) OTHER * SCALAR as tpudnnBinaryAsync, for any strides
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are the same, INT64 excepted
 * 2. INPUT, OTHER and OUTPUT have the same shape and any strides; what is not contiguous is copied
 */
tpudnnStatus_t tpudnnBinaryWStrideAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, float scalar, tpudnnTensor_t output,
                                        int binary_type);

/**
 * The first SIZE bytes of DST = those of SRC
 * Note:
 * 1. SRC and DST may have any data types and shapes; each has at least SIZE bytes
 * 2. SRC and DST are contiguous
 */
tpudnnStatus_t tpudnnGDMAD2DAsync(tpudnnHandle_t handle, tpudnnTensor_t src, tpudnnTensor_t dst, size_t size);

/**
 * In row i of ALL_INPUT_IDS the element at INPUT_LENGTHS[i] = the element of row i of NEXT_IDS
 * Note:
 * 1. The data types of ALL_INPUT_IDS and NEXT_IDS are the same, INT32 or INT64
 * 2. The shape of ALL_INPUT_IDS is ( BATCH, LENGTH ), of NEXT_IDS ( BATCH, 1 ); INPUT_LENGTHS is host memory with N_INPUT_LENGTHS = BATCH numbers from 0
 *    to LENGTH - 1
 * 3. N_ACCEPT_IDS is 1
 * 4. ALL_INPUT_IDS and NEXT_IDS are contiguous
 */
tpudnnStatus_t tpudnnTgiInputIdsUpdateAsync(tpudnnHandle_t handle, tpudnnTensor_t all_input_ids, tpudnnTensor_t next_ids, int *input_lengths,
                                            int n_input_lengths, int n_accept_ids);

/* --- positions (dnnlib/src/tensor/Positions.cpp) --- */

/**
 * OUTPUT[.., i, ..] = INPUT[.., INDEX[.., i, ..], ..] along AXIS
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, and not INT64
 * 2. The data type of INDEX is INT32 or INT64; its elements are from 0 to the size along AXIS - 1
 * 3. INDEX has the shape of OUTPUT and as many dimensions as INPUT, and is nowhere larger but along AXIS
 * 4. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnGatherAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t index, tpudnnTensor_t output, int axis);

/**
 * INPUT[.., INDICES[.., i, ..], ..] = SRC[.., i, ..] along DIM, or with INPLACE_ADD 1 that added to what is there; the rest of INPUT stays
 * Note:
 * 1. The data types of INPUT and SRC are the same, and not INT64
 * 2. The data type of INDICES is INT32 or INT64; its elements are from 0 to the size along DIM - 1. Of equal ones the last counts; sums are in FP32,
 *    rounded once, of integers they wrap
 * 3. INDICES has as many dimensions as INPUT and SRC, is nowhere larger than SRC, and but along DIM nowhere larger than INPUT
 * 4. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnScatterAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t src, tpudnnTensor_t indices, int dim, int inplace_add);

/**
 * OUTPUT = INPUT, but along DIM, for each index of the dimensions before it, row INDICES[j] is row j of SRC
 * Note:
 * 1. The data types of INPUT, SRC and OUTPUT are the same, and not INT64
 * 2. SRC has the shape of INPUT but along DIM. INDICES, INT32, has an element for each row of SRC and each index of the dimensions before DIM, from 0 to
 *    the size along DIM - 1; of equal ones the last counts
 * 3. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnSliceScatterAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t src, tpudnnTensor_t indices, int dim,
                                       tpudnnTensor_t output);

/**
 * [ VALUE, INDEX ] = the K largest ( LARGEST ) or smallest elements of INPUT along AXIS in order, and where they are
 * Note:
 * 1. The data types of INPUT and VALUE are the same, one of FP32, FP16, BF16, INT32 and UINT32; of INDEX INT32
 * 2. VALUE and INDEX have the shape of INPUT with K along AXIS
 * 3. They are in order, whether SORTED or not; of equal elements the first comes first, NaN is larger than any number
 * 4. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnTopkAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int k, int axis, bool largest, bool sorted, tpudnnTensor_t value,
                               tpudnnTensor_t index);

/**
 * GRAD_INPUT = in each row the sum of the rows of GRAD_OUTPUT whose INDICES name it; 0 where none does
 * Note:
 * 1. The data types of GRAD_OUTPUT and GRAD_INPUT are the same, one of FP32, FP16 and BF16
 * 2. The data type of INDICES is INT32 or INT64; its elements are from 0 to ROWS - 1
 * 3. The shape of GRAD_INPUT is ( ROWS, WIDTH ), of GRAD_OUTPUT that of INDICES with WIDTH behind it
 * 4. Sums are in FP32, rounded once
 * 5. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnEmbeddingBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t indices, tpudnnTensor_t grad_input);

/* --- norms over channels, and their fused forms (dnnlib/src/tensor/Norms.cpp) --- */

/**
 * OUTPUT = ( INPUT - SAVED_MEAN ) * SAVED_INVSTD * WEIGHT + BIAS for each channel, where SAVED_MEAN is the channel's mean and SAVED_INVSTD
 * 1 / sqrt ( its variance + EPS ): training. RUNNING_MEAN and RUNNING_VAR move towards mean and unbiased variance by MOMENTUM
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shape of INPUT and OUTPUT is ( N, C, ... ), of the others ( C )
 * 3. Computed in FP32, each result rounded once
 * 4. All the tensors are contiguous
 * 5. WEIGHT, BIAS, RUNNING_MEAN and RUNNING_VAR are optional
 * 6. Not for sg_b
 * @optional weight
 * @optional bias
 * @optional running_mean
 * @optional running_var
 */
tpudnnStatus_t tpudnnBatchnorm2dAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight, tpudnnTensor_t bias, float eps,
                                      tpudnnTensor_t running_mean, tpudnnTensor_t running_var, float momentum, tpudnnTensor_t output,
                                      tpudnnTensor_t saved_mean, tpudnnTensor_t saved_invstd);

/**
 * [ GRAD_INPUT, GRAD_WEIGHT, GRAD_BIAS ] = the gradients of the operator above
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shape of GRAD_OUTPUT, INPUT and GRAD_INPUT is ( N, C, ... ), of the others ( C )
 * 3. All the tensors are contiguous
 * 4. WEIGHT and each of the gradients are optional; a gradient that is not there is not computed
 * 5. Not for sg_b
 * @optional weight
 * @optional grad_input
 * @optional grad_weight
 * @optional grad_bias
 */
tpudnnStatus_t tpudnnBatchnorm2dBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t input, tpudnnTensor_t weight,
                                              tpudnnTensor_t saved_mean, tpudnnTensor_t saved_invstd, tpudnnTensor_t grad_input,
                                              tpudnnTensor_t grad_weight, tpudnnTensor_t grad_bias);

/**
 * OUTPUT = ( INPUT - MEAN ) * RSTD * GAMMA + BETA, where MEAN and RSTD are those of each of GROUP groups of channels, and RSTD is
 * 1 / sqrt ( variance + EPS )
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shape of INPUT and OUTPUT is ( N, C, ... ), where GROUP divides C, of GAMMA and BETA ( C ), of MEAN and RSTD ( N, GROUP )
 * 3. AFFINE is 1 with GAMMA, 2 with BETA, 3 with both, 0 with neither
 * 4. All the tensors are contiguous
 * 5. GAMMA and BETA are optional, but where AFFINE says that they are there
 * @optional gamma
 * @optional beta
 */
tpudnnStatus_t tpudnnNativeGroupNormAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t gamma, tpudnnTensor_t beta, int group,
                                          int affine, float eps, tpudnnTensor_t output, tpudnnTensor_t mean, tpudnnTensor_t rstd);

/**
 * OUTPUT = INPUT / sqrt ( MEAN ( INPUT ^ 2 ) + EPS ) * SCALE + BIAS over the dimensions from AXIS on, which counts from the end if negative
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape; SCALE and BIAS have the sizes from AXIS on
 * 3. All the tensors are contiguous
 * 4. SCALE and BIAS are optional
 * 5. Only for sg_b
 * @optional scale
 * @optional bias
 */
tpudnnStatus_t tpudnnRmsNormForwardAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t scale, tpudnnTensor_t bias,
                                         tpudnnTensor_t output, int axis, float eps);

/**
 * [ OUTPUT, MEAN, RSTD ] = LAYERNORM ( INPUT, GAMMA, BETA ) x W + B, as tpudnnLnMmAsync
 * Note:
 * 1. B is optional
 * 2. Only for sg_b
 * @optional b
 */
tpudnnStatus_t tpudnnFusedNormMMAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t w, tpudnnTensor_t b, tpudnnTensor_t gamma,
                                      tpudnnTensor_t beta, float eps, tpudnnTensor_t mean, tpudnnTensor_t rstd, tpudnnTensor_t output);

/**
 * OUT_ADD = INPUT0 + INPUT1, [ OUTPUT, MEAN, RSTD ] = LAYERNORM ( OUT_ADD, GAMMA, BETA ) x W + B, as tpudnnAddLnMmAsync
 * Note:
 * 1. B is optional
 * 2. Only for sg_b
 * @optional b
 */
tpudnnStatus_t tpudnnFusedAddNormMMAsync(tpudnnHandle_t handle, tpudnnTensor_t input0, tpudnnTensor_t input1, tpudnnTensor_t w,
                                         tpudnnTensor_t b, tpudnnTensor_t gamma, tpudnnTensor_t beta, float eps, tpudnnTensor_t out_add,
                                         tpudnnTensor_t mean, tpudnnTensor_t rstd, tpudnnTensor_t output);

/* --- training (dnnlib/src/tensor/Training.cpp) --- */

/**
 * [ GRAD_INPUT, GRAD_WEIGHT, GRAD_BIAS ] = the gradients of tpudnnConv2dAsync
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shape of INPUT and GRAD_INPUT is ( N, IC, IH, IW ), of WEIGHT and GRAD_WEIGHT ( OC, IC / GROUPS, KH, KW ), of GRAD_BIAS ( OC ), of
 *    GRAD_OUTPUT ( N, OC, OH, OW )
 * 3. All the tensors are contiguous
 * 4. Each of the gradients is optional; one that is not there is not computed
 * 5. Not for sg_b
 * @optional grad_input
 * @optional grad_weight
 * @optional grad_bias
 */
tpudnnStatus_t tpudnnConv2dBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t input, tpudnnTensor_t weight,
                                         tpudnnConv2dParam_t param, tpudnnTensor_t grad_input, tpudnnTensor_t grad_weight, tpudnnTensor_t grad_bias);

/**
 * A step of Adam with gradient g = GRAD_WEIGHT ( - GRAD_WEIGHT with MAXIMIZE ) + WEIGHT_DECAY * WEIGHT_IN:
 * M_OUT = BETA1 * M_IN + ( 1 - BETA1 ) * g, V_OUT = BETA2 * V_IN + ( 1 - BETA2 ) * g ^ 2, and
 * WEIGHT_OUT = WEIGHT_IN - LR / ( 1 - BETA1 ^ T ) * M_OUT / ( sqrt ( s / ( 1 - BETA2 ^ T ) ) + EPS ), where s is V_OUT, or with AMSGRAD
 * VMAX_OUT = the larger of VMAX_IN and V_OUT
 * Note:
 * 1. The data types of all the tensors but T are the same, one of FP32, FP16 and BF16; T is one element of FP32, the number of this step, from 1
 * 2. All the tensors but T have the same shape and are contiguous; each result may be the tensor it comes from
 * 3. Computed in FP32, each result rounded once
 * 4. VMAX_IN and VMAX_OUT are optional, and there with AMSGRAD; without it they are not looked at
 * @optional vmax_out
 * @optional vmax_in
 */
tpudnnStatus_t tpudnnAdamBackwardMultiCoreAsync(tpudnnHandle_t handle, tpudnnTensor_t weight_out, tpudnnTensor_t m_out, tpudnnTensor_t v_out,
                                                tpudnnTensor_t vmax_out, tpudnnTensor_t grad_weight, tpudnnTensor_t weight_in, tpudnnTensor_t m_in,
                                                tpudnnTensor_t v_in, tpudnnTensor_t vmax_in, tpudnnTensor_t t, float lr, float beta1, float beta2,
                                                float eps, float weight_decay, bool amsgrad, bool maximize);

/**
 * The same with decay apart from the gradient ( AdamW ): g = GRAD_WEIGHT ( - GRAD_WEIGHT with MAXIMIZE ), and WEIGHT_IN counts as
 * WEIGHT_IN * ( 1 - LR * WEIGHT_DECAY )
 * Note:
 * 1. As for the operator above
 * @optional vmax_out
 * @optional vmax_in
 */
tpudnnStatus_t tpudnnAdamWBackwardMultiCoreAsync(tpudnnHandle_t handle, tpudnnTensor_t weight_out, tpudnnTensor_t m_out, tpudnnTensor_t v_out,
                                                 tpudnnTensor_t vmax_out, tpudnnTensor_t grad_weight, tpudnnTensor_t weight_in, tpudnnTensor_t m_in,
                                                 tpudnnTensor_t v_in, tpudnnTensor_t vmax_in, tpudnnTensor_t t, float lr, float beta1, float beta2,
                                                 float eps, float weight_decay, bool amsgrad, bool maximize);

/* --- layers of language models (dnnlib/src/tensor/Perceptrons.cpp) --- */

/**
 * OUTPUT = INPUT x WEIGHT ^ T + SCALE * ( INPUT x LORA_A ^ T ) x LORA_B ^ T
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16; each of the three products is rounded to it
 * 2. The shape of INPUT is ( ..., I ), of LORA_A ( 1, R, I ), of LORA_B ( 1, O, R ), of WEIGHT ( O, I ), of OUTPUT ( ..., O )
 * 3. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnLoraMatmulForwardAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t loraA, tpudnnTensor_t loraB,
                                            tpudnnTensor_t weight, tpudnnTensor_t output, float scale);

/**
 * OUTPUT = GELU ( INPUT x W1 + B1 ) x W2 + B2
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16; what lies between is FP32
 * 2. The shape of INPUT is ( ..., K ), of W1 ( K, H ), of W2 ( H, N ), of B1 ( H ), of B2 ( N ), of OUTPUT ( ..., N )
 * 3. All the tensors are contiguous
 * 4. B1 and B2 are optional
 * 5. Only for sg_b
 * @optional b1
 * @optional b2
 */
tpudnnStatus_t tpudnnLLaVaMlpAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t w1, tpudnnTensor_t w2, tpudnnTensor_t b1,
                                   tpudnnTensor_t b2, tpudnnTensor_t output);

/**
 * OUTPUT = ( INPUT x WEIGHT0 ^ T * SILU ( INPUT x WEIGHT1 ^ T ) ) x WEIGHT2, multiplied element by element inside
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16; what lies between is FP32
 * 2. The shape of INPUT and OUTPUT is ( ..., I ), of the weights ( H, I )
 * 3. All the tensors are contiguous
 * 4. The kernel has no biases and leaves no results between: BIAS0, BIAS1, BIAS2, FC1 and M0 are undefined, SAVE_MID_RES is false
 * 5. Only for sg_b
 * @optional bias0, bias1, bias2
 * @optional fc1, m0
 */
tpudnnStatus_t tpudnnLLamaMlpAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight0, tpudnnTensor_t weight1,
                                   tpudnnTensor_t weight2, tpudnnTensor_t bias0, tpudnnTensor_t bias1, tpudnnTensor_t bias2, tpudnnTensor_t fc1,
                                   tpudnnTensor_t m0, tpudnnTensor_t output, bool save_mid_res);

/* --- element by element, written in unified form (dnnlib/src/tensor/Elementwise.cpp) --- */

/**
 * OUTPUT = what is left of INPUT after division by OTHER, with the sign of OTHER; NaN where OTHER is 0
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16; OTHER is rounded to it
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnRemainderAsync(tpudnnHandle_t handle, tpudnnTensor_t input, float other, tpudnnTensor_t output);

/**
 * OUTPUT = the larger of INPUT and OTHER; NaN where either is
 * Note:
 * 1. The data types of all the tensors are the same, INT64 excepted
 * 2. All the tensors have one shape and are contiguous
 */
tpudnnStatus_t tpudnnMaximumAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output);

/**
 * OUTPUT = the larger of INPUT and SCALAR; NaN where INPUT is
 * Note:
 * 1. SCALAR is converted to the data type of INPUT first, to the nearest value, halves to even
 * 2. The data types of INPUT and OUTPUT are the same, INT64 excepted; one shape, contiguous
 */
tpudnnStatus_t tpudnnMaximumConstAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar);

/**
 * OUTPUT = the smaller of INPUT and SCALAR; NaN where INPUT is
 * Note:
 * 1. SCALAR is converted to the data type of INPUT first, to the nearest value, halves to even
 * 2. The data types of INPUT and OUTPUT are the same, INT64 excepted; one shape, contiguous
 */
tpudnnStatus_t tpudnnMinimumConstAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar);

/**
 * OUTPUT = INPUT ( MODE ) OTHER, bit by bit
 * Note:
 * 1. The data types of all the tensors are the same integer type, INT64 excepted
 * 2. All the tensors have one shape and are contiguous
 */
tpudnnStatus_t tpudnnBitwiseAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output, BitwiseMode_t mode);

/**
 * OUTPUT = INPUT ( MODE ) SCALAR, bit by bit; of SCALAR the low bits that the data type has
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same integer type, INT64 excepted; one shape, contiguous
 */
tpudnnStatus_t tpudnnBitwiseConstAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, int scalar, BitwiseMode_t mode);

/**
 * OUTPUT = INPUT with every bit turned over
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same integer type, INT64 and BOOL excepted; one shape, contiguous
 */
tpudnnStatus_t tpudnnBitwiseNotAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUTPUT = 1 where neither INPUT nor OTHER is 0, else 0; NaN is not 0
 * Note:
 * 1. The data types of all the tensors are the same, INT64 excepted
 * 2. All the tensors have one shape and are contiguous
 */
tpudnnStatus_t tpudnnLogicalAndAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output);

/**
 * OUTPUT = 1 where INPUT or OTHER is not 0, else 0; NaN is not 0
 * Note:
 * 1. The data types of all the tensors are the same, INT64 excepted
 * 2. All the tensors have one shape and are contiguous
 */
tpudnnStatus_t tpudnnLogicalOrAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT << OTHER ( LEFT ) or INPUT >> OTHER, arithmetically: the sign comes in from the left
 * Note:
 * 1. INPUT and OUTPUT have one integer data type, OTHER one of its own; INT64 excepted
 * 2. An amount that is negative, or the width or more, gives 0 to the left, and the sign to the right
 * 3. All the tensors have one shape and are contiguous
 */
tpudnnStatus_t tpudnnShiftAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output, bool left);

/**
 * OUTPUT = INPUT << VALUE ( LEFT ) or INPUT >> VALUE, as tpudnnShiftAsync
 * Note:
 * 1. INPUT and OUTPUT have one integer data type, INT64 excepted; one shape, contiguous
 */
tpudnnStatus_t tpudnnShiftConstAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, char value, bool left);

/**
 * OUTPUT = 1 where INPUT ( MODE ) OTHER holds, else 0
 * Note:
 * 1. The data types of INPUT and OTHER are the same; of OUTPUT UINT8
 * 2. All the tensors have one shape and are contiguous
 */
tpudnnStatus_t tpudnnCompareAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output, CompareMode_t mode);

/**
 * OUTPUT = 1 where INPUT ( MODE ) SCALAR ( INVERSED ), or SCALAR ( MODE ) INPUT, holds, else 0
 * Note:
 * 1. The data type of INPUT is not INT64, of OUTPUT UINT8; one shape, contiguous
 */
tpudnnStatus_t tpudnnCompareConstAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar, CompareMode_t mode,
                                       bool inversed);

/**
 * OUTPUT = INPUT ^ OTHER, computed in FP32; what pow() of C gives for zeros, infinities and NaN
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have one shape and are contiguous
 */
tpudnnStatus_t tpudnnPowerAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT ^ SCALAR, as tpudnnPowerAsync
 * Note:
 * 1. INPUT and OUTPUT have one data type, one of FP32, FP16 and BF16; one shape, contiguous
 */
tpudnnStatus_t tpudnnPowerScalarAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar);

/**
 * OUTPUT = SCALAR ^ INPUT, as tpudnnPowerAsync
 * Note:
 * 1. INPUT and OUTPUT have one data type, one of FP32, FP16 and BF16; one shape, contiguous
 */
tpudnnStatus_t tpudnnScalarPowerAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar);

/**
 * OUTPUT = the angle of the point ( OTHER, INPUT ), between -pi and pi; what atan2( INPUT, OTHER ) of C gives for zeros, infinities and NaN
 * Note:
 * 1. The data type of all the tensors is FP32
 * 2. All the tensors have one shape and are contiguous
 */
tpudnnStatus_t tpudnnAtan2Async(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output);

/**
 * OUTPUT = atan2( INPUT, SCALAR ), as tpudnnAtan2Async
 * Note:
 * 1. The data type of INPUT and OUTPUT is FP32; one shape, contiguous
 */
tpudnnStatus_t tpudnnAtan2ScalarAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar);

/**
 * OUTPUT = atan2( SCALAR, INPUT ), as tpudnnAtan2Async
 * Note:
 * 1. The data type of INPUT and OUTPUT is FP32; one shape, contiguous
 */
tpudnnStatus_t tpudnnScalarAtan2Async(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar);

/**
 * OUTPUT = the cube root of INPUT, with its sign
 * Note:
 * 1. INPUT and OUTPUT have one data type, one of FP32, FP16 and BF16; one shape, contiguous
 */
tpudnnStatus_t tpudnnCbrtAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUTPUT = 1 where the sign bit of INPUT is set, also of -0 and NaN, else 0
 * Note:
 * 1. The data type of INPUT is FP32, FP16 or BF16, of OUTPUT UINT8; one shape, contiguous
 */
tpudnnStatus_t tpudnnSignbitAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT where it is greater than 0, else NEGATIVE_SLOPE * INPUT; NaN stays
 * Note:
 * 1. INPUT and OUTPUT have one data type, one of FP32, FP16 and BF16; one shape, contiguous
 */
tpudnnStatus_t tpudnnLeakyReLUAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float negative_slope);

/**
 * OUTPUT = INPUT, not less than MIN_VALUE and not more than MAX_VALUE; NaN stays
 * Note:
 * 1. INPUT and OUTPUT have one data type, one of FP32, FP16 and BF16; one shape, contiguous
 */
tpudnnStatus_t tpudnnHardtanhAsync(tpudnnHandle_t handle, tpudnnTensor_t input, float min_value, float max_value, tpudnnTensor_t output);

/**
 * GRAD_INPUT = GRAD_OUTPUT where INPUT is greater than 0, else 0
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have one shape and are contiguous
 */
tpudnnStatus_t tpudnnReLUBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t input, tpudnnTensor_t grad_input);

/**
 * OUTPUT = INPUT + SCALAR * ( TENSOR1 / TENSOR2 )
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have one shape and are contiguous
 */
tpudnnStatus_t tpudnnAddCDivAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t tensor1, tpudnnTensor_t tensor2, float scalar,
                                  tpudnnTensor_t output);

/**
 * OUTPUT = INPUT + SCALAR * TENSOR1 * TENSOR2
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The tensors have one number of dimensions; a size of INPUT, TENSOR1 and TENSOR2 is that of OUTPUT or 1
 * 3. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnAddCMulBcastAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t tensor1, tpudnnTensor_t tensor2, float scalar,
                                       tpudnnTensor_t output);

/**
 * OUT = VALUE where MASK is not 0, else INPUT
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUT have one shape; MASK has as many dimensions, or none, and a size of it is that of INPUT or 1
 * 3. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnMaskedFillAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t mask, float value, tpudnnTensor_t out);

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
 * 1. The data types of INPUT and OUTPUT are the same; OUTPUT of ACTIVE_ISINF and ACTIVE_ISNAN is UINT8
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
 * 5. Not for sg_b
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
 * 4. Not for sg_b
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
 * 5. Only for sg_b
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
 * 6. Only for sg_b
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
 * 3. Only for sg_b
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
 * 5. Only for sg_b
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
 * 3. Only for sg_b
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
 * 4. Not for sg_b
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
 * 3. Not for sg_b
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
