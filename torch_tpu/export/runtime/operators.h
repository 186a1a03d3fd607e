// Operators that take more than one call of the C API. Each gives the status of the first call that failed.
#pragma once

#include <optional>

#include "program.h"
#include "sg_api/types.h"

namespace tpu_export::ops
{

tpudnnStatus_t matmul(Op &o, const Tensor &left, const Tensor &right);
tpudnnStatus_t batch_matmul(Op &o, const Tensor &left, const Tensor &right);
/// beta * self + alpha * left x right, for any self that is broadcast.
tpudnnStatus_t addmm(Op &o, const Tensor &self, const Tensor &left, const Tensor &right, double beta, double alpha);
tpudnnStatus_t baddbmm(Op &o, const Tensor &self, const Tensor &left, const Tensor &right, double beta, double alpha);

struct Window
{
    int kernel_h, kernel_w, stride_h, stride_w, pad_h, pad_w;
};

/// Of one to three dimensions. In FP8, of one or two: windows by copies, and matrix products.
tpudnnStatus_t convolution(Op &o, const Tensor &input, const Tensor &weight, const Tensor &bias, const Shape &stride, const Shape &padding,
                           const Shape &dilation, int64_t groups);
/// A convolution by the flipped kernel of the input with zeros between its elements and around them.
tpudnnStatus_t transposed_convolution(Op &o, const Tensor &input, const Tensor &weight, const Tensor &bias, const Shape &stride,
                                      const Shape &padding, const Shape &dilation, const Shape &output_padding, int64_t groups);
tpudnnStatus_t max_pooling(Op &o, const Tensor &input, const Window &window);
/// Sums of windows over `divisor`, else over their places, those of the padding counted or not.
tpudnnStatus_t average_pooling(Op &o, const Tensor &input, const Window &window, bool padding, std::optional<int64_t> divisor);
/// Of channels (dimension 1), by running statistics; weight and bias may be undefined.
tpudnnStatus_t batch_norm(Op &o, const Tensor &input, const Tensor &weight, const Tensor &bias, const Tensor &mean, const Tensor &variance,
                          double eps);
tpudnnStatus_t layer_norm(Op &o, const Tensor &input, const Tensor &weight, const Tensor &bias, int64_t normalized, double eps);

tpudnnStatus_t group_norm(Op &o, const Tensor &input, const Tensor &weight, const Tensor &bias, int64_t groups, double eps);

/// self (mode) alpha * other, broadcast.
tpudnnStatus_t binary(Op &o, const Tensor &self, const Tensor &other, double alpha, int mode);
tpudnnStatus_t compare(Op &o, const Tensor &self, const Tensor &other, int mode);
tpudnnStatus_t compare(Op &o, const Tensor &self, double other, int mode);
/// Elements of one shape, by a call that takes two inputs of the output's shape.
using Elementwise = tpudnnStatus_t (*)(tpudnnHandle_t, tpudnnTensor_t, tpudnnTensor_t, tpudnnTensor_t);
tpudnnStatus_t elementwise(Op &o, const Tensor &self, const Tensor &other, Elementwise call);
tpudnnStatus_t where(Op &o, const Tensor &condition, const Tensor &self, const Tensor &other);
tpudnnStatus_t where(Op &o, const Tensor &condition, const Tensor &self, double other);
tpudnnStatus_t masked_fill(Op &o, const Tensor &self, const Tensor &mask, double value);
tpudnnStatus_t power(Op &o, const Tensor &self, double exponent);
/// With the sign of `other`, which is positive for integers.
tpudnnStatus_t remainder(Op &o, const Tensor &self, double other);
tpudnnStatus_t elu(Op &o, const Tensor &self, double alpha, double scale, double input_scale);
tpudnnStatus_t softplus(Op &o, const Tensor &self, double beta, double threshold);
tpudnnStatus_t log_sigmoid(Op &o, const Tensor &self);
/// By the tangens hyperbolicus.
tpudnnStatus_t gelu_tanh(Op &o, const Tensor &self);
/// The error function; in FP32 where the chip has it for no other type.
tpudnnStatus_t error_function(Op &o, const Tensor &self, tensor_active_type_t function);

tpudnnStatus_t reduce(Op &o, const Tensor &self, const Shape &dims, int mode);
tpudnnStatus_t extreme(Op &o, const Tensor &self, const Shape &dims, int mode); // ARG_MAX or ARG_MIN
tpudnnStatus_t arg(Op &o, const Tensor &self, std::optional<int64_t> dim, int mode);
/// Squares of the distances from the mean, added up and divided by their number less `correction`.
tpudnnStatus_t variance(Op &o, const Tensor &self, const Shape &dims, double correction);
tpudnnStatus_t deviation(Op &o, const Tensor &self, const Shape &dims, double correction); // its square root
/// 1 where some element of a mask is not 0.
tpudnnStatus_t any(Op &o, const Tensor &self, const Shape &dims);
/// 0 in rows that are -infinity throughout.
tpudnnStatus_t safe_softmax(Op &o, const Tensor &self, int64_t dim);

tpudnnStatus_t cumsum(Op &o, const Tensor &self, int64_t dim);
tpudnnStatus_t gather(Op &o, const Tensor &self, int64_t dim, const Tensor &index);
/// self[.., indices[0], indices[1], ..], the first of them in dimension `first`; negative places count from the end.
tpudnnStatus_t index(Op &o, const Tensor &self, const std::vector<Tensor> &indices, int64_t first);
/// self with one value where a mask of its first dimensions is 1.
tpudnnStatus_t index_put(Op &o, const Tensor &self, const Tensor &mask, const Tensor &value);
tpudnnStatus_t fill(Op &o, double value);
tpudnnStatus_t cat(Op &o, const std::vector<Tensor> &tensors, int64_t dim);
tpudnnStatus_t pad(Op &o, const Tensor &self, const Shape &padding, double value);
tpudnnStatus_t repeat(Op &o, const Tensor &self, const Shape &times);
/// In the data type of the result.
tpudnnStatus_t copy(Op &o, const Tensor &self);
/// 1 where a mask is 0.
tpudnnStatus_t mask_not(Op &o, const Tensor &self);

} // namespace tpu_export::ops
