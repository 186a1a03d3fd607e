// The same on the converted library. The chip's kernel table is made into rows.h: {key, symbol, cores, variant}.
#include "record.h"
#include "ydnn_stream.h"

#include <cstring>

struct Row { const char *key, *symbol, *cores, *variant; };
static const Row rows[] = {
#include "rows.h"
};
static const uint64_t kVirtual = 0x100000; // what lies between an address and its physical one
static uint64_t next = 0x9000;

static const Row *row(const char *key)
{
    for (const Row &one : rows)
        if (!std::strcmp(one.key, key))
            return &one;
    return nullptr;
}

namespace ydnn
{
static Stream theStream;
Stream &streamOf(ydnnHandle) { return theStream; }
ydnnStatus Stream::run(const char *key, const void *args, size_t bytes)
{
    if (!row(key))
        return missing(key);
    record(row(key)->symbol, row(key)->cores, args, bytes);
    return YDNN_OK;
}
uint64_t Stream::physical(const void *address) const { return address ? (uint64_t)address - kVirtual : 0; }
bool Stream::has(const char *key) const { return row(key) != nullptr; }
bool Stream::variant(const char *key, const char *name) const { return row(key) && !std::strcmp(row(key)->variant, name); }
ydnnStatus Stream::missing(const char *) const { return YDNN_MISSING; }
ydnnStatus Scratch::take(void **buffer, size_t bytes)
{
    *buffer = taken_[count_++] = (void *)(kVirtual + next);
    next += bytes;
    return YDNN_OK;
}
void Scratch::give(void *buffer)
{
    std::printf("free %llx\n", (unsigned long long)stream_.physical(buffer));
    for (int i = 0; i < count_; ++i)
        if (taken_[i] == buffer)
            taken_[i] = nullptr;
}
Scratch::~Scratch()
{
    for (int i = 0; i < count_; ++i)
        if (taken_[i])
            give(taken_[i]);
}
} // namespace ydnn

int main()
{
    const ydnnTensor x = {(void *)(kVirtual + 0x1000), 2, {3, 4}, YDNN_F32}, y = {(void *)(kVirtual + 0x2000), 2, {3, 4}, YDNN_F32};
    const ydnnTensor h = {(void *)(kVirtual + 0x3000), 2, {3, 4}, YDNN_F16};
    answer(ydnnReluAsync(nullptr, x, y) == YDNN_OK);
    answer(ydnnReluAsync(nullptr, x, h) == YDNN_OK);
    answer(ydnnScaleAsync(nullptr, h, 0.5f, h) == YDNN_OK);
    answer(ydnnSumAsync(nullptr, x, 1, y) == YDNN_OK);
    answer(ydnnSumAsync(nullptr, x, 2, y) == YDNN_OK);
    answer(ydnnAddScaledAsync(nullptr, x, y, 2.0f, y) == YDNN_OK);
    answer(ydnnSortAsync(nullptr, x, y) == YDNN_OK);
}
