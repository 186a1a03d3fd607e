/* Element types, modes and limits that argument structs speak of. Valid C11 and C++17. */
#ifndef SG_API_TYPES_H
#define SG_API_TYPES_H

#define FW_MAX_SHAPE_DIMS 8
#define FW_MAX_CONCAT_NUM 10

/* Element type codes in `dtype` fields: (precision << 1) | sign. */
typedef enum {
    SG_KERNEL_DTYPE_UINT8 = (0 << 1) | 0,
    SG_KERNEL_DTYPE_INT8 = (0 << 1) | 1,
    SG_KERNEL_DTYPE_FP16 = (1 << 1) | 1,
    SG_KERNEL_DTYPE_FP32 = (2 << 1) | 1,
    SG_KERNEL_DTYPE_UINT16 = (3 << 1) | 0,
    SG_KERNEL_DTYPE_INT16 = (3 << 1) | 1,
    SG_KERNEL_DTYPE_UINT32 = (4 << 1) | 0,
    SG_KERNEL_DTYPE_INT32 = (4 << 1) | 1,
    SG_KERNEL_DTYPE_BF16 = (5 << 1) | 1,
    SG_KERNEL_DTYPE_F8E5M2 = (7 << 1) | 1,            /* chips with FP8 */
    SG_KERNEL_DTYPE_INT64 = (10 << 1) | 1,            /* chips with 64-bit arithmetic; this project's own code */
    SG_KERNEL_DTYPE_F8E4M3 = (7 << 1) | 1 | (1 << 5), /* chips with FP8 */
} sg_kernel_dtype_t;

typedef enum {
    ACTIVE_TANH = 0,
    ACTIVE_SIGMOID = 1,
    ACTIVE_RELU = 2,
    ACTIVE_EXP = 3,
    ACTIVE_ELU = 4,
    ACTIVE_SQRT = 5,
    ACTIVE_SQUARE = 6,
    ACTIVE_RSQRT = 7,
    ACTIVE_ABSVAL = 8,
    ACTIVE_LN = 9,
    ACTIVE_ROUND = 10,
    ACTIVE_CEIL = 11,
    ACTIVE_FLOOR = 12,
    ACTIVE_SIN = 13,
    ACTIVE_COS = 14,
    ACTIVE_IS_FINITE = 15,
    ACTIVE_MISH = 16,
    ACTIVE_SWISH = 17,
    ACTIVE_HSWISH = 18,
    ACTIVE_SILU = 19,
    ACTIVE_ARCSIN = 20,
    ACTIVE_ARCCOS = 21,
    ACTIVE_ARCSINH = 22,
    ACTIVE_ARCCOSH = 23,
    ACTIVE_ARCTANH = 24,
    ACTIVE_SINH = 25,
    ACTIVE_COSH = 26,
    ACTIVE_TAN = 27,
    ACTIVE_SIGN = 28,
    ACTIVE_GELU = 29,
    ACTIVE_ERF = 30,
    ACTIVE_HSIGMOID = 31,
    ACTIVE_LOG_SIGMOID = 32,
    ACTIVE_SOFT_PLUS = 33,
    ACTIVE_SOFT_SIGN = 34,
    ACTIVE_ERFC = 35,
    ACTIVE_ISINF = 36,
    ACTIVE_ISNAN = 37,
    ACTIVE_EXPM1 = 38,
    ACTIVE_RECIPROCAL = 39,
    ACTIVE_EXP2 = 40,
    ACTIVE_TRUNC = 41,
    ACTIVE_ARCTAN = 42,
    ACTIVE_ISNEGINF = 43,
    ACTIVE_ISPOSINF = 44,
} sg_active_type_t;

typedef enum {
    LOG_E = 0,
    LOG_1P = 1,
    LOG_2 = 2,
    LOG_10 = 10,
} sg_log_type_t;

typedef enum {
    BINARY_ADD = 0,
    BINARY_SUB = 1,
    BINARY_MUL = 2,
    BINARY_DIV = 3,
} sg_binary_type_t;

typedef enum {
    EQUAL = 0,
    NOT_EQUAL = 1,
    GREATER = 2,
    GREATER_OR_EQUAL = 3,
    LESS_THAN = 4,
    LESS_THAN_OR_EQUAL = 5,
} sg_comparision_mode_t;

typedef enum {
    REDUCE_MEAN = 0,
    REDUCE_SUM = 1,
} sg_reduce_mode_t;

typedef enum {
    ARG_ARGMAX = 0, /* indices of the maxima */
    ARG_ARGMIN = 1,
    ARG_MAX = 2, /* maxima and their indices */
    ARG_MIN = 3,
} sg_arg_mode_t;

typedef enum {
    REORDER_WEIGHT_32IC = 0, /* [oc, ic, kh, kw] -> [oc, kh * kw, ceil(ic / 32), 32], padded with zeros */
    REORDER_WEIGHT_32OC = 1, /* [oc, ic, kh, kw] -> [ic, kh * kw, ceil(oc / 32), 32], padded with zeros */
} sg_reorder_weight_mode_t;

typedef enum {
    BITWISE_XOR = 0,
    BITWISE_AND = 1,
    BITWISE_OR = 2,
} sg_bitwise_type_t;

typedef enum {
    POOLING_MAX = 0,
    POOLING_MIN = 1,
    POOLING_AVG = 2,
} sg_pooling_mode_t;

typedef struct {
    int kh;
    int kw;
    int pad_h;
    int pad_w;
    int stride_h;
    int stride_w;
    int output_h;
    int output_w;
    sg_pooling_mode_t mode;
} PoolingDescriptor_t;

/* Whose positions an upsampling takes. */
typedef enum {
    CAFFE_SUPPORT = 0,
    TENSORFLOW_SUPPORT = 1,
    CAFFE_NEAREST = 2,
    TENSORFLOW_NEAREST = 3,
    PYTORCH_SUPPORT = 4,
    PYTORCH_NEAREST = 5,
    OPENCV_BILINEAR = 6,
    ONNX_NEAREST = 7,
} PLATFORM_SUPPORT;

/* What stands beyond the ends of a dimension of 1, 2, 3. */
typedef enum {
    PAD_CONSTANT = 0,
    PAD_REFLECT = 1,   /* 3 2 | 1 2 3 | 2 1 */
    PAD_SYMMETRIC = 2, /* 2 1 | 1 2 3 | 3 2 */
    PAD_REPLICATE = 3, /* 1 1 | 1 2 3 | 3 3 */
    PAD_CIRCULAR = 4,  /* 2 3 | 1 2 3 | 1 2 */
} sg_pad_mode_t;

#endif /* SG_API_TYPES_H */
