#pragma once
#include <cstdio>
#include <cstring>
#include "uni_ops.h"

#define UNI_ASSERT(c) do { if (!(c)) return UNI_BAD_ARGUMENT; } while (0)
#define UNI_TRY(c) do { const uniStatus_t s_ = (c); if (s_ != UNI_OK) return s_; } while (0)
#define UNI_LEN(a) (sizeof(a) / sizeof((a)[0]))
#define UNI_TRY_ELSE(rc, c, label) do { (rc) = (c); if ((rc) != UNI_OK) goto label; } while (0)

uniStatus_t uniSubmit(uniQueue_t queue, const char *key, int cores, const void *args, size_t bytes);
uniStatus_t uniFlush(uniQueue_t queue);
unsigned long long uniDeviceAddress(uniQueue_t queue, const void *address);
int uniHasKernel(uniQueue_t queue, const char *key);
int uniIsVariant(uniQueue_t queue, const char *key, const char *variant);
uniStatus_t uniMissing(uniQueue_t queue, const char *key);
unsigned long long uniScratchNumber(uniQueue_t queue, size_t bytes);
void uniReleaseNumber(uniQueue_t queue, unsigned long long number);
