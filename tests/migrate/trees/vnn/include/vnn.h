#ifndef VNN_H
#define VNN_H

#include <stddef.h>
#include <stdint.h>
#include "vnn_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** y = a * alpha + b, element by element. */
vnnStatus vnnAdd(vnnContext *ctx, const vnnTensorDesc *aDesc, const void *a, const vnnTensorDesc *bDesc,
                 const void *b, float alpha, const vnnTensorDesc *yDesc, void *y, unsigned flags);
size_t vnnAddWorkspaceSize(vnnContext *ctx, const vnnTensorDesc *aDesc, const vnnTensorDesc *bDesc);

/** y = relu(x), or its leaky form. */
vnnStatus vnnRelu(vnnContext *ctx, const vnnTensorDesc *xDesc, const void *x, float slope, const vnnTensorDesc *yDesc,
                  void *y, unsigned flags);

vnnStatus vnnUnary(vnnContext *ctx, vnnUnaryMode mode, const vnnTensorDesc *xDesc, const void *x,
                   const vnnTensorDesc *yDesc, void *y, unsigned flags);

vnnStatus vnnSoftmax(vnnContext *ctx, const vnnTensorDesc *xDesc, const void *x, int axis, const vnnTensorDesc *yDesc,
                     void *y, void *workspace, size_t workspaceSize, unsigned flags);
size_t vnnSoftmaxWorkspaceSize(vnnContext *ctx, const vnnTensorDesc *xDesc, int axis);

vnnStatus vnnMatmul(vnnContext *ctx, const vnnTensorDesc *aDesc, const void *a, int transA, const vnnTensorDesc *bDesc,
                    const void *b, int transB, const vnnTensorDesc *yDesc, void *y, unsigned flags);

vnnStatus vnnReduce(vnnContext *ctx, vnnReduceMode mode, const vnnTensorDesc *xDesc, const void *x, const int *axes,
                    int numAxes, const vnnTensorDesc *yDesc, void *y, unsigned flags);

vnnStatus vnnConcat(vnnContext *ctx, const vnnTensorDesc *const *xDescs, const void *const *xs, int count, int axis,
                    const vnnTensorDesc *yDesc, void *y, unsigned flags);

vnnStatus vnnFill(vnnContext *ctx, const vnnTensorDesc *yDesc, void *y, double value, unsigned flags);

vnnStatus vnnLayerNorm(vnnContext *ctx, const vnnTensorDesc *xDesc, const void *x, const void *gamma, const void *beta,
                       float eps, const vnnTensorDesc *yDesc, void *y, unsigned flags);

vnnStatus vnnGather(vnnContext *ctx, const vnnTensorDesc *xDesc, const void *x, const vnnTensorDesc *iDesc,
                    const void *index, int axis, const vnnTensorDesc *yDesc, void *y, unsigned flags);

vnnStatus vnnConv2d(vnnContext *ctx, const vnnTensorDesc *xDesc, const void *x, const vnnTensorDesc *wDesc,
                    const void *w, const void *bias, const vnnConvParam *param, const vnnTensorDesc *yDesc, void *y,
                    unsigned flags);
vnnStatus vnnMaxPool2d(vnnContext *ctx, const vnnTensorDesc *xDesc, const void *x, const vnnConvParam *param,
                       const vnnTensorDesc *yDesc, void *y, unsigned flags);

vnnStatus vnnCast(vnnContext *ctx, const vnnTensorDesc *xDesc, const void *x, const vnnTensorDesc *yDesc, void *y,
                  unsigned flags);

#ifdef __cplusplus
}
#endif

#endif
