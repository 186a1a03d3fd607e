#pragma once
#include <cstdint>
#include <cstddef>
#include <stdexcept>
#include "args.h"
namespace cx {
enum class Code : int { Ok, Bad };
enum class Elem { F32, F16 };
struct Stream;
class Block {
public:
    uint64_t device() const { return d_; }
    int rank() const { return r_; }
    int extent(int i) const { return e_[i]; }
    Elem elem() const { return t_; }
private:
    uint64_t d_; int r_; int e_[8]; Elem t_;
};
class Queue {
public:
    Code post(const char *kernel, const void *args, size_t bytes);
    Code postWide(const char *kernel, const void *args, size_t bytes);
};
Code cxAdd(const Block &a, const Block &b, const Block &out, Queue &q);
Code cxAddTwice(const Block &a, const Block &b, const Block &out, Queue &q);
}
#define CX_REQUIRE(c) do { if (!(c)) return cx::Code::Bad; } while (0)
