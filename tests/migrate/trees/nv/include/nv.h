/* Accelerator operators, C. */
#ifndef NV_H
#define NV_H
#include <stddef.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef long nv_rc;
#define NV_FINE 0L
#define NV_EINVAL (-22L)
#define NV_ENOMEM (-12L)
#define NV_ENOSYS (-38L)

typedef enum nv_kind { NV_KIND_F32 = 1, NV_KIND_F16, NV_KIND_I32, NV_KIND_I8 } nv_kind;
typedef struct nv_device nv_device;
typedef struct nv_tensor nv_tensor;
typedef struct nv_tensor *nv_tensor_p;

int nv_tensor_rank(const nv_tensor *t);
long nv_tensor_extent(const nv_tensor *t, int axis);
nv_kind nv_tensor_kind(const nv_tensor *t);
unsigned long long nv_tensor_where(const nv_tensor *t);

nv_rc nv_run(const char *kernel, const void *args, unsigned int bytes, int sync, nv_device *dev);
nv_rc nv_run_on(const char *kernel, int cores, const void *args, unsigned int bytes, nv_device *dev);
unsigned long long nv_grab(size_t bytes, nv_device *dev);
void nv_drop(unsigned long long addr, nv_device *dev);
nv_rc nv_wait(nv_device *dev);

#define NV_TRY(rc_, expr_, label_) do { (rc_) = (expr_); if ((rc_) != NV_FINE) { fprintf(stderr, "%s:%d failed\n", __FILE__, __LINE__); goto label_; } } while (0)
#define NV_ASSERT(cond_) do { if (!(cond_)) return NV_EINVAL; } while (0)
#define NV_ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

/* y = max(x, 0) */
nv_rc nv_relu(const nv_tensor *x, nv_tensor *y, nv_device *dev);
/* y = x * k + b */
nv_rc nv_affine(const nv_tensor *x, double k, double b, nv_tensor *y, nv_device *dev);
/* y = a . b */
nv_rc nv_matmul(const nv_tensor *a, const nv_tensor *b, bool left_transposed, nv_tensor *y, nv_device *dev);
/* y = sum(x, axis) */
nv_rc nv_reduce_sum(const nv_tensor *x, int axis, nv_tensor *y, nv_device *dev);
/* y = mean(x, axis) */
nv_rc nv_reduce_mean(const nv_tensor *x, int axis, nv_tensor *y, nv_device *dev);
/* the largest ones of each row */
nv_rc nv_topk(const nv_tensor *x, int k, nv_tensor *values, nv_tensor *indices, nv_device *dev);
/* y = concatenation of xs along axis */
nv_rc nv_concat(const nv_tensor *const *xs, int count, int axis, nv_tensor *y, nv_device *dev);
/* y = where(cond, a, b) */
nv_rc nv_where(const nv_tensor *cond, const nv_tensor *a, const nv_tensor *b, nv_tensor *y, nv_device *dev);

#ifdef __cplusplus
}
#endif
#endif
