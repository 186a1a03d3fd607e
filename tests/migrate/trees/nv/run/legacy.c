/* Runs every operator on the legacy library and prints what reaches the kernels. */
#include "nv.h"

struct nv_tensor
{
    int rank;
    long extents[6];
    nv_kind kind;
    unsigned long long where;
};
struct nv_device
{
    unsigned long long next;
};

int nv_tensor_rank(const nv_tensor *t) { return t->rank; }
long nv_tensor_extent(const nv_tensor *t, int axis) { return t->extents[axis]; }
nv_kind nv_tensor_kind(const nv_tensor *t) { return t->kind; }
unsigned long long nv_tensor_where(const nv_tensor *t) { return t->where; }

static void record(const char *kernel, int cores, const void *args, unsigned int bytes)
{
    printf("%s on %d:", kernel, cores);
    for (unsigned int i = 0; i < bytes; ++i)
        printf(" %02x", ((const unsigned char *)args)[i]);
    printf("\n");
}
nv_rc nv_run(const char *kernel, const void *args, unsigned int bytes, int sync, nv_device *dev)
{
    (void)dev;
    record(kernel, 1, args, bytes);
    if (sync)
        printf("wait\n");
    return NV_FINE;
}
nv_rc nv_run_on(const char *kernel, int cores, const void *args, unsigned int bytes, nv_device *dev)
{
    (void)dev;
    record(kernel, cores, args, bytes);
    return NV_FINE;
}
unsigned long long nv_grab(size_t bytes, nv_device *dev)
{
    dev->next += bytes;
    return 0x9000 + dev->next - bytes;
}
void nv_drop(unsigned long long addr, nv_device *dev)
{
    (void)dev;
    printf("drop %llx\n", addr);
}
static void answer(nv_rc rc) { printf("%s\n", rc == NV_FINE ? "ok" : "refused"); }

int main(void)
{
    nv_device dev = {0};
    nv_tensor x = {2, {3, 4}, NV_KIND_F32, 0x1000}, y = {2, {3, 4}, NV_KIND_F32, 0x2000};
    nv_tensor half = {2, {3, 4}, NV_KIND_F16, 0x3000}, mask = {2, {3, 4}, NV_KIND_I8, 0x4000};
    nv_tensor tall = {2, {100, 4}, NV_KIND_F32, 0x5000}, square = {2, {4, 4}, NV_KIND_F32, 0x6000};
    const nv_tensor *both[2] = {&x, &y};
    answer(nv_relu(&x, &y, &dev));
    answer(nv_relu(&x, &half, &dev));
    answer(nv_affine(&x, 2, 1, &y, &dev));
    answer(nv_where(&mask, &x, &y, &y, &dev));
    answer(nv_where(&x, &x, &y, &y, &dev));
    answer(nv_matmul(&x, &square, false, &y, &dev));
    answer(nv_matmul(&tall, &square, false, &tall, &dev));
    answer(nv_matmul(&tall, &square, true, &tall, &dev));
    answer(nv_reduce_sum(&x, 1, &y, &dev));
    answer(nv_reduce_sum(&x, 2, &y, &dev));
    answer(nv_reduce_mean(&half, -1, &y, &dev));
    answer(nv_concat(both, 2, 1, &y, &dev));
    answer(nv_topk(&x, 2, &y, &half, &dev));
    answer(nv_topk(&x, 9, &y, &half, &dev));
    return 0;
}
