// Single-precision matrix product for kernels: OpenBLAS on one thread with a fixed core type.
#pragma once

#include <cstdint>

namespace tpusim
{

// Row-major C[m, n] = op(A) * op(B) + beta * C. op(A) is m x k, op(B) is k x n; lda, ldb, ldc are row strides in elements of the stored matrices.
void gemm_f32(bool transpose_a, bool transpose_b, std::int64_t m, std::int64_t n, std::int64_t k, const float *a, std::int64_t lda,
              const float *b, std::int64_t ldb, float beta, float *c, std::int64_t ldc);

} // namespace tpusim
