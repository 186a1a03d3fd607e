// Runs every operator on the legacy library and prints what reaches the kernels.
#include "record.h"
#include "xdnn.h"

struct XContext {};

static xaddr next = 0x9000;

static XStatus launched(const char *kernel, const char *cores, size_t bytes, const void *args)
{
    record(kernel, cores, args, bytes);
    return X_OK;
}
XStatus xkLaunch(const char *kernel, size_t bytes, const void *args, XContext *) { return launched(kernel, "1", bytes, args); }
XStatus xkLaunchAll(const char *kernel, size_t bytes, const void *args, XContext *) { return launched(kernel, "all", bytes, args); }
XStatus xkAlloc(XContext *, size_t bytes, XBuffer *buffer)
{
    buffer->where = next;
    next += bytes;
    return X_OK;
}
void xkFree(XBuffer buffer, XContext *) { std::printf("free %llx\n", (unsigned long long)buffer.where); }
xaddr xkWhere(XBuffer buffer) { return buffer.where; }

int main()
{
    XContext ctx;
    const XTensor x = {2, {3, 4}, X_FLOAT, 0x1000}, y = {2, {3, 4}, X_FLOAT, 0x2000}, h = {2, {3, 4}, X_HALF, 0x3000};
    answer(xdnnRelu(x, y, &ctx) == X_OK);
    answer(xdnnRelu(x, h, &ctx) == X_OK);
    answer(xdnnScale(h, 0.5f, h, &ctx) == X_OK);
    answer(xdnnSum(x, 1, y, &ctx) == X_OK);
    answer(xdnnSum(x, 2, y, &ctx) == X_OK);
    answer(xdnnAddScaled(x, y, 2.0f, y, &ctx) == X_OK);
    answer(xdnnSort(x, y, &ctx) == X_OK);
}
