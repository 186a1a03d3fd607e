#ifndef NN_H
#define NN_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
typedef uintptr_t nn_dev;
typedef struct nn_ctx nn_ctx;
enum nn_kind { NN_F32, NN_F16 };
typedef struct nn_tensor { nn_dev base; int ndim; int dims[8]; int steps[8]; enum nn_kind kind; } nn_tensor;
typedef struct { uint64_t src, dst; int32_t n; float slope; } nn_unary_param;
typedef struct { uint64_t a, b, out; int32_t m, n, k; } nn_gemm_param;
int nn_submit(nn_ctx *c, const char *kernel, void *param, size_t bytes);
int nn_submit_cluster(nn_ctx *c, const char *kernel, void *param, size_t bytes, int cores);
int nn_tmp_get(nn_ctx *c, nn_dev *p, size_t bytes);
void nn_tmp_put(nn_ctx *c, nn_dev p);
#define NN_ASSERT(x) do { if (!(x)) { fprintf(stderr, "nn: %s\n", #x); return -22; } } while (0)
int nn_leaky_relu(nn_ctx *c, nn_tensor x, float slope, nn_tensor y);
int nn_gemm(nn_ctx *c, nn_tensor a, nn_tensor b, nn_tensor out);
int nn_gemm_relu(nn_ctx *c, nn_tensor a, nn_tensor b, nn_tensor out);
#endif
