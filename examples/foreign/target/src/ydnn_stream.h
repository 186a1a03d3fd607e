// What operators are written with.
#pragma once

#include "ydnn_ops.h"

#define YDNN_REQUIRE(condition) do { if (!(condition)) return YDNN_INVALID; } while (0)
#define YDNN_TRY(call) do { const ydnnStatus ydnnTry = (call); if (ydnnTry != YDNN_OK) return ydnnTry; } while (0)

namespace ydnn
{

class Stream
{
public:
    ydnnStatus run(const char *key, const void *args, size_t bytes);
    ydnnStatus wait();
    uint64_t physical(const void *address) const;
    bool has(const char *key) const;
    bool variant(const char *key, const char *name) const;
    ydnnStatus missing(const char *key) const;
};

Stream &streamOf(ydnnHandle handle);

// Buffers of one call, given back at its end.
class Scratch
{
public:
    explicit Scratch(Stream &stream) : stream_(stream) {}
    ~Scratch();
    ydnnStatus take(void **buffer, size_t bytes);
    void give(void *buffer);

private:
    Stream &stream_;
    void *taken_[16];
    int count_ = 0;
};

} // namespace ydnn
