// What the sizes of an operator's tensors have to do with each other beyond the patterns of dnnlib/operators.yaml; a row names these functions.
// Each throws BAD_PARAM with a sentence. Nothing is computed in a type that could overflow.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "contract.h"

namespace tpudnn::relations
{

// A number of the row, as written there.
struct NamedValue
{
    const char *text;
    int64_t value;
};

// output.shape[i] == input.shape[order[i]]
void permuted(const NamedTensor &output, const NamedTensor &input, const int *order);
// The inputs one behind the other in `axis`, which may count from the end; the other sizes are the output's.
void concatenated(const NamedTensor &output, const NamedTensors &inputs, const NamedValue &count, const NamedValue &axis);
// As many elements as there are numbers start, start + step, ... before end, all within int.
void range(const NamedTensor &output, const NamedValue &start, const NamedValue &end, const NamedValue &step);
// input[indices[0], indices[1], ...]: dimension i of the output has the length of indices[i]; a single index may have several dimensions.
void selected(const NamedTensor &output, const NamedTensor &input, const NamedTensors &indices);
// `count` is the number of elements of the input, and the output has room for one number per element and dimension.
void positions(const NamedTensor &output, const NamedTensor &input, const NamedValue &count);
// value % divisor == 0, which the shape of the tensor rests on
void divides(const NamedTensor &tensor, const NamedValue &divisor, const NamedValue &value);
// Sizes of a two-dimensional convolution: channels by groups, kernel, and the output's height and width.
void convolved(const NamedTensor &output, const NamedTensor &input, const NamedTensor &weight, const tpudnnConv2dParam_t &param);
// The same of a three-dimensional one.
void convolved(const NamedTensor &output, const NamedTensor &input, const NamedTensor &weight, const tpudnnConv3dParam_t &param);
// [OC, IC, KH, KW] to [OC, KH * KW, IC / 32, 32], or with mode REORDER_WEIGHT_32OC to [IC, KH * KW, OC / 32, 32], rounded up; of any number of
// sizes of a kernel.
void reordered(const NamedTensor &output, const NamedTensor &input, const NamedValue &mode);
// Equal numbers of dimensions; in each one the two sizes are equal or one is 1, and the output has the other.
void broadcast(const NamedTensor &output, const NamedTensor &one, const NamedTensor &other);
// The same of three.
void broadcast(const NamedTensor &output, const NamedTensor &one, const NamedTensor &other, const NamedTensor &third);
// No dimensions, or as many as the target's; each size is the target's or 1.
void expands(const NamedTensor &tensor, const NamedTensor &target);
// UINT8 where `value` is one of `values`, else the input's data type.
void predicate(const NamedTensor &output, const NamedTensor &input, const NamedValue &value, std::initializer_list<NamedValue> values);
// An integer tensor only where `value` is one of `values`.
void integersFor(const NamedTensor &tensor, const NamedValue &value, std::initializer_list<NamedValue> values);
// An optional tensor that must be there where `value` is one of `values`.
void neededFor(const NamedTensor &tensor, const NamedValue &value, std::initializer_list<NamedValue> values);
// `count` dimensions or more.
void atLeast(const NamedTensor &tensor, const NamedValue &count);
// Dimension `axis` is not empty: there is something to choose from.
void hasElements(const NamedTensor &tensor, const NamedValue &axis);
// The input's sizes with those from `start` up to, not including, `end` as 1 (`keep` not 0) or left out.
void reduced(const NamedTensor &output, const NamedTensor &input, const NamedValue &start, const NamedValue &end, const NamedValue &keep);
// Either of the two.
void reducedEither(const NamedTensor &output, const NamedTensor &input, const NamedValue &start, const NamedValue &end);
// The same over the `count` dimensions `axes`.
void reducedOver(const NamedTensor &output, const NamedTensor &input, const int *axes, const NamedValue &count, const NamedValue &keep);
// Windows over the planes of [n, c, h, w]: the plane has elements where the windows' tensor has, and there are as many windows as fit.
void pooled(const NamedTensor &windows, const NamedTensor &plane, const TPUDNN_PoolingDescriptor_t &window);
// The same, in squares `kernel` wide; padding at most half of that.
void pooled(const NamedTensor &windows, const NamedTensor &plane, const NamedValue &kernel, const NamedValue &stride,
            const NamedValue &padding);
// The input has elements where the output has.
void sourceFor(const NamedTensor &input, const NamedTensor &output);
// One element, or with `reduction` 0 the input's shape.
void loss(const NamedTensor &output, const NamedTensor &input, const NamedValue &reduction);
// The input's sizes, with `count` along `axis`, and not more than there are.
void chosen(const NamedTensor &output, const NamedTensor &input, const NamedValue &count, const NamedValue &axis);
// As many dimensions as the input, and nowhere larger but along `axis`.
void gathered(const NamedTensor &index, const NamedTensor &input, const NamedValue &axis);
// The same of the output, and nowhere larger than `src`, which has as many dimensions.
void scattered(const NamedTensor &index, const NamedTensor &src, const NamedTensor &output, const NamedValue &axis);
// As many elements as the product of the first sizes of `tensor`, up to `axis` with it.
void rowsOf(const NamedTensor &indices, const NamedTensor &tensor, const NamedValue &axis);
// As many elements as `tensor` would have with as many rows along `axis` as there are indices.
void rowsFor(const NamedTensor &value, const NamedTensor &tensor, const NamedTensor &indices, const NamedValue &axis);
// The same sizes but for those of 1.
void squeezed(const NamedTensor &output, const NamedTensor &input);
// `count` dimensions: those of the input, aligned at the last one, each times its number of `times`.
void repeated(const NamedTensor &output, const NamedTensor &input, const int *times, const NamedValue &count);
// At least `bytes` bytes.
void holdsBytes(const NamedTensor &tensor, const NamedValue &bytes);
// Host memory with a length for each row of [rows, room]: from 0, and so that `added` more fit.
void appended(const NamedTensor &rows, const int *lengths, const NamedValue &count, const NamedValue &added);
// The input's sizes from `axis` on, which may count from the end; or undefined.
void sizesFrom(const NamedTensor &tensor, const NamedTensor &input, const NamedValue &axis);
// The mask has the first sizes of the input, the output any number of the rows behind them.
void rowsChosen(const NamedTensor &output, const NamedTensor &input, const NamedTensor &mask);
// Queries [..., heads, size] of a multiple of the keys' heads; cos and sin together, with a row of an even size for each token or each of `places`
// places, and mask with so many rows of `places`; all three are optional.
void attention(const NamedTensor &queries, const NamedTensor &keys, const NamedTensor &cos, const NamedTensor &sin, const NamedTensor &mask,
               const NamedValue &places);
// Host memory with `count` lengths from 0 to `most`, which add up to the rows of the tensor.
void sequences(const NamedTensor &rows, const int *lengths, const NamedValue &count, const NamedValue &most);
// Queries [tokens..., rank], cos and sin with a row of an even size for each token. Host memory, where it is not null, with `count` lengths: those of
// the new tokens, which add up to all, or with mode NORMAL_ATTENTION_DECODE `added` of them and the ones before.
void latent(const NamedTensor &queries, const NamedTensor &cos, const NamedTensor &sin, const int *lengths, const NamedValue &count,
            const NamedValue &added, const NamedValue &mode);
// An optional tensor that the operator does not take yet.
void absent(const NamedTensor &tensor);

} // namespace tpudnn::relations
