#pragma once
#include <cstdio>
#include <cstring>
#include "unn_ops.h"

#define UNN_CHECK(c) do { if (!(c)) return UNN_BAD_PARAM; } while (0)
#define UNN_TRY(c) do { const unnStatus_t s_ = (c); if (s_ != UNN_OK) return s_; } while (0)

unnStatus_t unnSubmit(unnQueue_t queue, const char *key, int cores, const void *args, size_t bytes);
unnStatus_t unnFlush(unnQueue_t queue);
unnStatus_t unnAlloc(unnQueue_t queue, size_t bytes, void **ptr);
void unnFree(unnQueue_t queue, void *ptr);
uint64_t unnDeviceAddress(unnQueue_t queue, const void *address);
int unnCores(unnQueue_t queue);
int unnHasKernel(unnQueue_t queue, const char *key);
int unnIsVariant(unnQueue_t queue, const char *key, const char *variant);
unnStatus_t unnMissing(unnQueue_t queue, const char *key);
size_t unnNoSize(unnQueue_t queue, const char *key);
[[noreturn]] void unnUnsupported();
void unnRequire(unnQueue_t queue, const char *key);
#define UNN_LOG(...) unnLog(0, __VA_ARGS__)
void unnLog(int level, const char *format, ...);
int unnElements(const unnDesc_t *desc);
