/* The runtime of tc_c. Device memory is named by 32-bit handles; kernels are given addresses. Every call has done its work when it returns; one that
 * fails leaves a sentence for tcLastError in its thread. Any thread may call. */
#pragma once

#include <stdint.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif
typedef enum {
    TC_OK = 0,
    TC_BAD_ARGUMENT = 1,
    TC_NO_MEMORY = 2, /* of the device or the host */
    TC_NO_DEVICE = 3,
    TC_FAULT = 4, /* of a kernel or a copy: an access outside a buffer, arguments that it cannot run */
} tcStatus;

typedef uint32_t tcBuffer; /* of one device; 0 is none */
typedef struct {
    tcBuffer buffer;
    uint64_t offset;
} tcPlace;

tcStatus tcDeviceCount(int *count);
tcStatus tcLoadKernels(int device, const char *firmware); /* in place of those it has */
tcStatus tcMemory(int device, uint64_t *free_bytes, uint64_t *total_bytes);
tcStatus tcAlloc(int device, uint64_t bytes, tcBuffer *buffer, uint64_t *address);
tcStatus tcFree(tcBuffer buffer);
tcStatus tcWrite(tcPlace dst, const void *src, uint64_t bytes);
tcStatus tcRead(void *dst, tcPlace src, uint64_t bytes);
tcStatus tcCopy(tcPlace dst, tcPlace src, uint64_t bytes);
tcStatus tcFill(tcPlace dst, unsigned char byte, uint64_t bytes);
tcStatus tcLaunch(int device, const char *kernel, const void *args, uint64_t args_size, int cores);
const char *tcLastError(void);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
