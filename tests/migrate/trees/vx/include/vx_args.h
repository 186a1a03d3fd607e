#ifndef VX_ARGS_H
#define VX_ARGS_H
#include <stdint.h>
typedef struct { uint64_t a, b, y; int64_t n; float k; int type; } vx_add_args;
typedef struct { uint64_t x, y; int64_t n; float slope; int type; int lanes; } vx_unary_args;
typedef struct { uint64_t x, y, tmp; int64_t rows, cols; int type; int tile; } vx_softmax_args;
typedef struct { uint64_t a, b, y; int m, k, n; int trans; int type; } vx_matmul_args;
#endif
