#pragma once
#include "vega_ops.h"
namespace vega
{
class Queue
{
public:
    Status enqueue(const char *key, const void *args, size_t bytes);
    Status enqueue(const char *key, const void *args, size_t bytes, int cores);
    Status drain();
    uint64_t deviceAddress(const void *p) const;
    uint64_t reserve(size_t bytes);
    void giveBack(uint64_t address);
    bool knows(const char *key) const;
    bool takes(const char *key, const char *variant) const;
    Status unknown(const char *key) const;
};
}
#define VEGA_CHECK(c) do { if (!(c)) return vega::Status::BadParam; } while (false)
#define VEGA_TRY(c) do { const auto s_ = (c); if (s_ != vega::Status::Success) return s_; } while (false)
