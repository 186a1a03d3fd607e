// The same on the converted library. The chip's kernel table is made into rows.h: {key, symbol, variant}.
#include "queue.h"

struct uniArray
{
    int rank;
    long extents[6];
    uniType_t type;
    void *data;
};
struct uniQueue
{
    unsigned long long next;
};
struct Row
{
    const char *key, *symbol, *variant;
};
static const Row rows[] = {
#include "rows.h"
};
static const unsigned long long kVirtual = 0x100000; // what lies between an address and its physical one

static const Row *row(const char *key)
{
    for (const Row &one : rows)
        if (!std::strcmp(one.key, key))
            return &one;
    return nullptr;
}

int uniRank(uniArray_t array) { return array->rank; }
long uniExtent(uniArray_t array, int axis) { return array->extents[axis]; }
uniType_t uniType(uniArray_t array) { return array->type; }
void *uniData(uniArray_t array) { return array->data; }
uniStatus_t uniSubmit(uniQueue_t, const char *key, int cores, const void *args, size_t bytes)
{
    if (!row(key))
        return UNI_UNSUPPORTED;
    std::printf("%s on %d:", row(key)->symbol, cores);
    for (size_t i = 0; i < bytes; ++i)
        std::printf(" %02x", static_cast<const unsigned char *>(args)[i]);
    std::printf("\n");
    return UNI_OK;
}
uniStatus_t uniFlush(uniQueue_t)
{
    std::printf("wait\n");
    return UNI_OK;
}
unsigned long long uniScratchNumber(uniQueue_t queue, size_t bytes)
{
    queue->next += bytes;
    return 0x9000 + queue->next - bytes;
}
void uniReleaseNumber(uniQueue_t, unsigned long long number) { std::printf("drop %llx\n", number); }
unsigned long long uniDeviceAddress(uniQueue_t, const void *address)
{
    return address ? (unsigned long long)address - kVirtual : 0;
}
int uniHasKernel(uniQueue_t, const char *key) { return row(key) != nullptr; }
int uniIsVariant(uniQueue_t, const char *key, const char *variant)
{
    return row(key) && !std::strcmp(row(key)->variant, variant);
}
uniStatus_t uniMissing(uniQueue_t, const char *) { return UNI_UNSUPPORTED; }
static void answer(uniStatus_t status) { std::printf("%s\n", status == UNI_OK ? "ok" : "refused"); }

int main()
{
    uniQueue queue = {0};
    const auto at = [](unsigned long long address) { return (void *)(kVirtual + address); };
    uniArray x = {2, {3, 4}, UNI_FLOAT32, at(0x1000)}, y = {2, {3, 4}, UNI_FLOAT32, at(0x2000)};
    uniArray half = {2, {3, 4}, UNI_FLOAT16, at(0x3000)}, mask = {2, {3, 4}, UNI_INT8, at(0x4000)};
    uniArray tall = {2, {100, 4}, UNI_FLOAT32, at(0x5000)}, square = {2, {4, 4}, UNI_FLOAT32, at(0x6000)};
    const uniArray *both[2] = {&x, &y};
    answer(uni_relu(&queue, &x, &y));
    answer(uni_relu(&queue, &x, &half));
    answer(uni_affine(&queue, &x, 2, 1, &y));
    answer(uni_where(&queue, &mask, &x, &y, &y));
    answer(uni_where(&queue, &x, &x, &y, &y));
    answer(uni_matmul(&queue, &x, &square, false, &y));
    answer(uni_matmul(&queue, &tall, &square, false, &tall));
    answer(uni_matmul(&queue, &tall, &square, true, &tall));
    answer(uni_reduce_sum(&queue, &x, 1, &y));
    answer(uni_reduce_sum(&queue, &x, 2, &y));
    answer(uni_reduce_mean(&queue, &half, -1, &y));
    answer(uni_concat(&queue, both, 2, 1, &y));
    answer(uni_topk(&queue, &x, 2, &y, &half));
    answer(uni_topk(&queue, &x, 9, &y, &half));
}
