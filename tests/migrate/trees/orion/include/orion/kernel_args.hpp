#pragma once
#include <cstdint>
namespace orion::kernels
{
struct UnaryArgs { uint64_t in; uint64_t out; int64_t count; int32_t type; int32_t mode; };
struct SoftmaxArgs { uint64_t in, out, tmp; int64_t outer, inner, axis; int32_t type; bool log; };
struct LinearArgs { uint64_t x, w, bias, out; int64_t m, k, n; int32_t type; bool with_bias; };
struct AddArgs { uint64_t a, b, out; int64_t count; float alpha; int32_t type; };
struct NormArgs { uint64_t x, gamma, beta, out; int64_t rows, row; double eps; int32_t type; };
struct FillArgs { uint64_t out; int64_t count; union { float f; int32_t i; } value; int32_t type; };
}
