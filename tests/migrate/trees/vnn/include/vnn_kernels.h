#ifndef VNN_KERNELS_H
#define VNN_KERNELS_H

#include <stdint.h>

typedef enum {
  VNN_KERNEL_BINARY = 1,
  VNN_KERNEL_RELU,
  VNN_KERNEL_UNARY_EXP,
  VNN_KERNEL_UNARY_LOG,
  VNN_KERNEL_UNARY_SQRT,
  VNN_KERNEL_UNARY_NEG,
  VNN_KERNEL_SOFTMAX,
  VNN_KERNEL_SOFTMAX_FUSED,
  VNN_KERNEL_MATMUL,
  VNN_KERNEL_MATMUL_T,
  VNN_KERNEL_REDUCE,
  VNN_KERNEL_COPY,
  VNN_KERNEL_FILL,
  VNN_KERNEL_LAYERNORM,
  VNN_KERNEL_GATHER,
  VNN_KERNEL_CONV2D,
  VNN_KERNEL_CONV2D_WINOGRAD,
  VNN_KERNEL_CONV2D_V3,
  VNN_KERNEL_MAXPOOL,
  VNN_KERNEL_CAST,
} vnnKernelId;

#pragma pack(push, 1)

typedef struct {
  uint64_t a, b, y;
  float alpha;
  int32_t count;
  int32_t dtype;
  int32_t broadcast;
} VnnBinaryArgs;

typedef struct {
  uint64_t x, y;
  int32_t count;
  int32_t dtype;
  float slope;
} VnnReluArgs;

typedef struct {
  uint64_t x, y;
  int32_t count;
  int32_t dtype;
} VnnUnaryArgs;

typedef struct {
  uint64_t x, y, workspace;
  int32_t outer, extent, inner;
  int32_t dtype;
} VnnSoftmaxArgs;

typedef struct {
  uint64_t a, b, y;
  int32_t m, k, n, batch;
  int32_t trans_a, trans_b;
  int32_t dtype;
} VnnMatmulArgs;

typedef struct {
  uint64_t x, y;
  int32_t dims[6];
  int32_t ndim;
  int32_t mask;
  int32_t mode;
  int32_t dtype;
} VnnReduceArgs;

typedef struct {
  uint64_t src, dst;
  int32_t rows, bytes, src_pitch, dst_pitch;
} VnnCopyArgs;

typedef struct {
  uint64_t y;
  int32_t count;
  uint32_t pattern;
  int32_t size;
} VnnFillArgs;

typedef struct {
  uint64_t x, gamma, beta, y;
  int32_t rows, cols;
  float eps;
  int32_t dtype;
} VnnLayerNormArgs;

typedef struct {
  uint64_t x, index, y;
  int32_t outer, extent, inner, count;
  int32_t dtype;
} VnnGatherArgs;

typedef struct {
  uint64_t x, w, bias, y;
  int32_t n, c, h, wd, oc, oh, ow;
  int32_t kernel[2], stride[2], pad[4], dilation[2];
  int32_t groups;
  int32_t dtype;
} VnnConvArgs;

typedef struct {
  uint64_t x, y;
  int32_t count;
  int32_t from, to;
} VnnCastArgs;

#pragma pack(pop)

#endif
