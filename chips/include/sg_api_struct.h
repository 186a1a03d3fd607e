/* Argument structs of the device kernels: what the host hands to a kernel, byte by byte.
 *
 * Shared by the host library, the firmware of every chip and the legacy example. Valid C11 and C++17. The region is
 * packed: size and offsets are the ABI between host and firmware, and change only together with both.
 *
 * Conventions
 * - `*_global_addr` is a physical device address. 0 means "absent", allowed only where the comment says optional.
 * - `shape` counts elements, outermost dimension first; `dim` is the number of dimensions in use. Tensors are contiguous
 *   unless the struct has strides for them. Strides count elements.
 * - `dtype` fields hold sg_kernel_dtype_t: `(precision << 1) | sign`.
 * - A kernel takes the struct named after it: `tpu_kernel_api_softmax` and `tpu_kernel_api_softmax_multi_core` take
 *   sg_api_softmax_t. Where the chips' kernels take different structs, the comment of each names its kernel.
 */
#ifndef SG_API_STRUCT_H
#define SG_API_STRUCT_H

#define FW_MAX_SHAPE_DIMS 8
#define FW_MAX_CONCAT_NUM 16

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
  SG_KERNEL_DTYPE_F8E5M2 = (7 << 1) | 1, /* sg_b */
  SG_KERNEL_DTYPE_INT64 = (10 << 1) | 1, /* sg_b; this project's own code */
  SG_KERNEL_DTYPE_F8E4M3 = (7 << 1) | 1 | (1 << 5), /* sg_b */
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

#pragma pack(push, 1)

/* --- matrix multiplication -------------------------------------------------------------------------------------- */

/* bm_a, tpu_kernel_api_batch_matmul: output[b] = left[b] x right[b] + bias. left [batch, left_row, left_column],
 * right [batch, left_column, right_column], output [batch, left_row, right_column], bias optional, [right_column].
 * is_right_transposed: right is stored [batch, right_column, left_column]. The chip has no transposed left operand:
 * is_left_transposed must be 0. */
typedef struct {
  unsigned long long left_global_addr;
  unsigned long long right_global_addr;
  unsigned long long bias_global_addr;
  unsigned long long output_global_addr;
  int batch;
  int left_row;
  int left_column;
  int right_column;
  int is_left_transposed;
  int is_right_transposed;
  int dtype;
} sg_api_batch_matmul_t;

/* sg_b, tpu_kernel_api_matmul_multi_core: as above with any number of leading batch dimensions (equal in both
 * operands). L_shape and R_shape are the logical shapes [.., M, K] and [.., K, N]; L_trans, R_trans: the operand is
 * stored with its last two dimensions exchanged. bias optional, [N], of in_dtype. */
typedef struct {
  unsigned long long left_global_addr;
  unsigned long long right_global_addr;
  unsigned long long bias_global_addr;
  unsigned long long output_global_addr;
  int L_shape[FW_MAX_SHAPE_DIMS];
  int R_shape[FW_MAX_SHAPE_DIMS];
  int L_dims;
  int R_dims;
  int L_trans;
  int R_trans;
  int in_dtype;
  int out_dtype;
} sg_api_matmul_multi_core_t;

/* sg_b: output [rows, columns] = input [rows, inner] x dequantised weight + bias. weight holds weight_bits (8 or 4;
 * of two 4-bit values in a byte the low half comes first) unsigned integers, [columns, inner] if R_trans, else
 * [inner, columns]. scale (io_dtype) and zp (uint8, optional, one byte each) are [columns, inner / q_group_size]:
 * value = (weight - zp) * scale. bias optional, [columns], io_dtype. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long weight_global_addr;
  unsigned long long bias_global_addr;
  unsigned long long scale_global_addr;
  unsigned long long zp_global_addr;
  unsigned long long output_global_addr;
  int final_row_num;
  int inner_num;
  int final_col_num;
  int q_group_size;
  int weight_bits;
  int R_trans;
  int has_bias;
  int has_zp;
  int io_dtype;
} sg_api_a16_matmul_t;

/* --- element by element, two inputs ----------------------------------------------------------------------------- */

/* output = input (op) value * other. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long other_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  float value;
  int binary_type;
  int dtype;
} sg_api_binary_t;

/* The same with broadcasting: per dimension the sizes are equal or one of them is 1. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long other_global_addr;
  unsigned long long output_global_addr;
  int input_shape[FW_MAX_SHAPE_DIMS];
  int other_shape[FW_MAX_SHAPE_DIMS];
  int dim;
  float value;
  int binary_type;
  int dtype;
} sg_api_binary_bcast_t;

/* output = input (op) value; inversed: value (op) input. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  float value;
  int binary_type;
  int inversed;
  int dtype;
} sg_api_binary_c_t;

/* output (uint8, 0 or 1) = input (mode) other. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long other_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int mode;
  int dtype;
} sg_api_comparision_t;

/* The same with broadcasting. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long other_global_addr;
  unsigned long long output_global_addr;
  int input_shape[FW_MAX_SHAPE_DIMS];
  int other_shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int mode;
  int dtype;
} sg_api_comparision_bcast_t;

/* output (uint8, 0 or 1) = input (mode) const_value; scalar_pos 0: const_value (mode) input. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  float const_value;
  int mode;
  int scalar_pos;
  int dtype;
} sg_api_comparision_c_t;

/* output = input ^ other. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long other_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int dtype;
} sg_api_pow_t;

/* output = min(input, other); NaN if either is. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long other_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int dtype;
} sg_api_minimum_t;

/* bm_a: output = sqrt(input^2 + other^2). */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long other_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int dtype;
} sg_api_hypot_t;

/* output (dst_dtype) = input (src_dtype) << other (other_dtype). Integers; a shift by a negative amount or by the
 * width or more gives 0. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long other_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int src_dtype;
  int other_dtype;
  int dst_dtype;
} sg_api_shift_left_t;

/* output = input + value * tensor1 * tensor2. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long tensor1_global_addr;
  unsigned long long tensor2_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  float value;
  int dtype;
} sg_api_addcmul_t;

/* --- element by element, one input ------------------------------------------------------------------------------ */

/* Integers: RELU, ABSVAL, SIGN, SQUARE and the four that round; the others take floats only. ISINF and ISNAN write uint8. sg_b
 * also takes it for the sign (ACTIVE_SIGN). */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int dtype;
  sg_active_type_t active_type;
} sg_api_active_t;

typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int dtype;
  sg_log_type_t log_type;
} sg_api_log_t;

typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int dtype;
} sg_api_neg_t;

/* output (uint8) = input == 0. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int dtype;
} sg_api_logical_not_t;

/* bm_a. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int dtype;
} sg_api_sign_t;

typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  float min;
  float max;
  int dtype;
} sg_api_clamp_t;

/* The exact form, x / 2 * (1 + erf(x / sqrt(2))). */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int dtype;
} sg_api_gelu_t;

typedef struct {
  unsigned long long input_global_addr;
  unsigned long long grad_output_global_addr;
  unsigned long long grad_input_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int dtype;
} sg_api_gelu_backward_t;

/* bm_a: keeps an element where its random number, uniform in [0, 1), is at least threshold, scaled by 1 / (1 - threshold);
 * others are 0. The numbers are a function of seed and element index alone. mask optional, uint8, 1 where kept. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  unsigned long long mask_global_addr;
  unsigned long long seed;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  float threshold;
  int dtype;
} sg_api_dropout_t;

/* bm_a: input *= inv_scale in place; found_inf (1 element, found_inf_dtype) = 1 if an input was not finite, else
 * unchanged. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long found_inf_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  float inv_scale;
  int idtype;
  int found_inf_dtype;
} sg_api_inf_check_unscale_t;

/* sg_b, tpu_kernel_api_inf_check_and_unscale_multi_core: found_inf_buffer takes 64 bytes for each core. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long found_inf_global_addr;
  unsigned long long found_inf_buffer_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  float inv_scale;
  int idtype;
  int found_inf_dtype;
} sg_api_inf_check_unscale_multi_core_t;

/* --- softmax, norms --------------------------------------------------------------------------------------------- */

typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int axis;
  int dtype;
} sg_api_softmax_t;

/* grad_input = output * (grad_output - sum over axis of grad_output * output). */
typedef struct {
  unsigned long long output_global_addr;
  unsigned long long grad_output_global_addr;
  unsigned long long grad_input_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int axis;
  int dtype;
} sg_api_softmax_backward_t;

/* Over the dimensions from axis on. weight, bias optional, shape[axis..]; mean, rstd optional outputs, shape[..axis).
 * All of dtype. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long weight_global_addr;
  unsigned long long bias_global_addr;
  unsigned long long output_global_addr;
  unsigned long long mean_global_addr;
  unsigned long long rstd_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int axis;
  float eps;
  int dtype;
} sg_api_layernorm_t;

/* weight and the three gradients are optional. */
typedef struct {
  unsigned long long grad_output_global_addr;
  unsigned long long input_global_addr;
  unsigned long long weight_global_addr;
  unsigned long long mean_global_addr;
  unsigned long long rstd_global_addr;
  unsigned long long grad_input_global_addr;
  unsigned long long grad_weight_global_addr;
  unsigned long long grad_bias_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int axis;
  int dtype;
} sg_api_layernorm_backward_t;

/* sg_b: output = input / sqrt(mean(input^2) + eps) * weight + bias over the dimensions from axis on; weight, bias
 * optional. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long weight_global_addr;
  unsigned long long bias_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int axis;
  float eps;
  int dtype;
} sg_api_rmsnorm_multi_core_t;

/* sg_b: output [.., N] = layernorm(input [.., K]; gamma, beta [K]) x weight [K, N] + bias [N]. gamma, beta and the
 * outputs mean, rstd [..] are optional; bias is read if has_bias. The normalised rows are rounded to dtype before
 * they are multiplied. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long gamma_global_addr;
  unsigned long long beta_global_addr;
  unsigned long long weight_global_addr;
  unsigned long long bias_global_addr;
  unsigned long long mean_global_addr;
  unsigned long long rstd_global_addr;
  unsigned long long output_global_addr;
  int in_shape[FW_MAX_SHAPE_DIMS];
  int w_shape[FW_MAX_SHAPE_DIMS];
  int in_dims;
  int w_dims;
  float eps;
  int has_bias;
  int in_dtype;
} sg_api_ln_mm_multi_core_t;

/* sg_b: out_add = input0 + input1, then as above on out_add. */
typedef struct {
  unsigned long long input0_global_addr;
  unsigned long long input1_global_addr;
  unsigned long long gamma_global_addr;
  unsigned long long beta_global_addr;
  unsigned long long weight_global_addr;
  unsigned long long bias_global_addr;
  unsigned long long out_add_global_addr;
  unsigned long long mean_global_addr;
  unsigned long long rstd_global_addr;
  unsigned long long output_global_addr;
  int in_shape[FW_MAX_SHAPE_DIMS];
  int w_shape[FW_MAX_SHAPE_DIMS];
  int in_dims;
  int w_dims;
  float eps;
  int has_bias;
  int in_dtype;
} sg_api_add_ln_mm_multi_core_t;

/* bm_a: output (1 element) = sqrt(sum of input^2). */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int dtype;
} sg_api_norm2_t;

/* sg_b, tpu_kernel_api_norm2_multi_core: buffer takes one float for each core. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  unsigned long long buffer_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int dtype;
} sg_api_norm2_multi_core_t;

/* --- reductions ------------------------------------------------------------------------------------------------- */

/* Over the dimensions start_dim <= d < end_dim; mode is sg_reduce_mode_t. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int start_dim;
  int end_dim;
  int mode;
  int dtype;
} sg_api_reduce_t;

/* One core on both chips. buffer takes as many bytes as input. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long buffer_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int axis;
  int dtype;
} sg_api_reduce_prod_t;

/* tpu_kernel_api_arg, on sg_b tpu_kernel_api_arg_muti_core: one core on both chips. mode is sg_arg_mode_t; values
 * (dtype) are written in every mode, optional in the first two; indices are int32; of equal elements the first
 * counts. buffer takes as many bytes as indices. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long values_global_addr;
  unsigned long long indices_global_addr;
  unsigned long long buffer_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int axis;
  int mode;
  int dtype;
} sg_api_reduce_arg_t;

/* --- data movement ---------------------------------------------------------------------------------------------- */

/* output, contiguous, has the dimensions of input in the order dim_order; stride is the input's. The two buffers take
 * as many bytes as input each and may be the same. One core on both chips. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long trans_buffer_global_addr;
  unsigned long long copy_buffer_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int stride[FW_MAX_SHAPE_DIMS];
  int dim_order[FW_MAX_SHAPE_DIMS];
  int dim;
  int dtype;
} sg_api_permute_t;

typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int input_stride[FW_MAX_SHAPE_DIMS];
  int output_stride[FW_MAX_SHAPE_DIMS];
  int dtype;
} sg_api_strided_copy_t;

/* Float to integer truncates towards zero and saturates; NaN gives 0. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int input_dtype;
  int output_dtype;
} sg_api_dtype_convert_t;

typedef struct {
  unsigned long long input_global_addrs[FW_MAX_CONCAT_NUM];
  unsigned long long output_global_addr;
  int input_shapes[FW_MAX_CONCAT_NUM][FW_MAX_SHAPE_DIMS];
  int dim;
  int input_num;
  int axis;
  int dtype;
} sg_api_concat_t;

/* index is int32, or int64 with is_index_int64 (sg_b). A negative index counts from the end. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long index_global_addr;
  unsigned long long output_global_addr;
  int input_shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int axis;
  int index_num;
  int is_index_int64;
  int dtype;
} sg_api_index_select_t;

/* isint64: the output holds 64-bit integers, dtype is int32. */
typedef struct {
  unsigned long long output_global_addr;
  int start;
  int end;
  int step;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int isint64;
  int dtype;
} sg_api_arange_t;

/* tpu_kernel_api_const_fill: value holds the bytes of one element, lowest first. */
typedef struct {
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  unsigned int value;
  int dtype;
} sg_api_constant_fill_t;

/* bm_a: output = cond ? self : other; each operand's size in a dimension is the output's or 1. */
typedef struct {
  unsigned long long cond_global_addr;
  unsigned long long self_global_addr;
  unsigned long long other_global_addr;
  unsigned long long output_global_addr;
  int cond_shape[FW_MAX_SHAPE_DIMS];
  int self_shape[FW_MAX_SHAPE_DIMS];
  int other_shape[FW_MAX_SHAPE_DIMS];
  int output_shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int cond_dtype;
  int dtype;
} sg_api_where_t;

/* sg_b, tpu_kernel_api_where_multi_core: an operand may be a number instead (self_is_scalar, other_is_scalar). */
typedef struct {
  unsigned long long output_global_addr;
  unsigned long long cond_global_addr;
  unsigned long long self_global_addr;
  unsigned long long other_global_addr;
  int output_shape[FW_MAX_SHAPE_DIMS];
  int cond_shape[FW_MAX_SHAPE_DIMS];
  int self_shape[FW_MAX_SHAPE_DIMS];
  int other_shape[FW_MAX_SHAPE_DIMS];
  int dims;
  int cond_dtype;
  int dtype;
  int self_is_scalar;
  int other_is_scalar;
  float self_val;
  float other_val;
} sg_api_where_multi_core_t;

/* bm_a: output [count, dim] (int32) are the positions of the elements that are not 0, in row-major order; num (int32)
 * their count. index takes 4 bytes for each element of input. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  unsigned long long index_global_addr;
  unsigned long long num_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int dtype;
} sg_api_nonzero_t;

/* sg_b, tpu_kernel_api_nonzero_multicore, one core: num_buffer takes 512 bytes. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  unsigned long long index_global_addr;
  unsigned long long num_global_addr;
  unsigned long long num_buffer_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int dtype;
} sg_api_nonzero_multi_core_t;

/* --- convolution (bm_a) ----------------------------------------------------------------------------------------- */

/* input [n, c, h, w], output [n, output_c, oh, ow]; pad is top, bottom, left, right; kernel, stride, dilation are h,
 * w. dtype fp32: weight [output_c, c / groups, kh, kw]. fp16 and bf16: weight in the order REORDER_WEIGHT_32IC. bias
 * optional, [output_c], always fp32. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long weight_global_addr;
  unsigned long long bias_global_addr;
  unsigned long long output_global_addr;
  int input_shape[4];
  int output_c;
  int groups;
  int kernel[2];
  int stride[2];
  int dilation[2];
  int pad[4];
  int dtype;
} sg_api_conv2d_t;

/* Of 16-bit elements; mode is sg_reorder_weight_mode_t, shape the input's. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int shape[4];
  int mode;
} sg_api_conv_weight_reorder_t;

/* --- measuring --------------------------------------------------------------------------------------------------- */

/* Launches nothing but itself: what a launch costs. reserved is 0. */
typedef struct {
  int reserved;
} sg_api_dummy_t;

#pragma pack(pop)

#endif /* SG_API_STRUCT_H */
