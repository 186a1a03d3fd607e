#pragma once
#include "vu.h"
#include <stdio.h>
namespace vu {
struct Impl {
  vuStatus launch(const char *key, int cores, const void *args, size_t size);
  vuStatus wait();
  uint64_t device(const void *p);
  bool has(const char *key);
  bool follows(const char *key, const char *variant);
  vuStatus missing(const char *key);
};
Impl &impl(vuHandle h);
struct Scratch { explicit Scratch(Impl &); void *take(size_t bytes); void give(void *p); ~Scratch(); };
struct Passed { vuStatus status; };
}
#define VU_ASSERT(c) do { if (!(c)) return VU_BAD_PARAM; } while (0)
#define VU_TRY(e) do { vuStatus s_ = (e); if (s_ != VU_SUCCESS) return s_; } while (0)
#define VU_LOG(level, ...) fprintf(stderr, __VA_ARGS__)
