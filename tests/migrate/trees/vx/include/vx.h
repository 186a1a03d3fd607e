#ifndef VX_H
#define VX_H
#include <stdint.h>
#include <stddef.h>
/* Public header of the VX operator library. */
typedef struct vx_ctx vx_ctx_t;
typedef uint64_t vx_dptr;
typedef enum { VX_F32 = 0, VX_F16 = 1, VX_I32 = 2 } vx_type_t;
typedef struct {
  vx_dptr data;
  int nd;
  int64_t size[6];
  vx_type_t type;
} vx_tens_t;
enum { VX_OK = 0, VX_ERR_ARG = -1, VX_ERR_MEM = -2, VX_ERR_RUN = -3 };
int vx_submit(vx_ctx_t *ctx, const char *kernel, const void *args, size_t bytes);
int vx_submit_n(vx_ctx_t *ctx, const char *kernel, int cores, const void *args, size_t bytes);
int vx_sync(vx_ctx_t *ctx);
vx_dptr vx_alloc(vx_ctx_t *ctx, size_t bytes);
void vx_free(vx_ctx_t *ctx, vx_dptr p);
void vx_log(int level, const char *fmt, ...);

/** y = a + k * b */
int vx_op_add(vx_ctx_t *ctx, const vx_tens_t *a, const vx_tens_t *b, vx_tens_t *y, float k = 1.f);
/** y = max(x, slope * x) */
int vx_op_relu(vx_ctx_t *ctx, const vx_tens_t *x, vx_tens_t *y, float slope = 0.f);
/** y = softmax(x) over the last dimension */
int vx_op_softmax(vx_ctx_t *ctx, const vx_tens_t *x, vx_tens_t *y, int axis = -1);
/** y = relu(a + b) */
int vx_op_add_relu(vx_ctx_t *ctx, const vx_tens_t *a, const vx_tens_t *b, vx_tens_t *y, float slope = 0.f);
/** y = a x b */
int vx_op_matmul(vx_ctx_t *ctx, const vx_tens_t *a, const vx_tens_t *b, vx_tens_t *y, bool trans = false);
#endif
