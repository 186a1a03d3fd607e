/* What a build asks its chip for, in order. All addresses are physical; the unified side translates before it records. */
#ifndef HOSTILE_EVENTS_H
#define HOSTILE_EVENTS_H

#include <stddef.h>

/* Distance between a virtual address of the unified build and its physical one. */
#define HOSTILE_OFFSET 0x700000000000ull

#ifdef __cplusplus
extern "C" {
#endif

/* cores: 1, or 0 for all. wait: the call returns when the kernel has run. Returns 0, or 1 where the input asks for a failure here. */
int event_launch(const char *symbol, int cores, const void *arguments, size_t size, int wait);
/* Physical address of a new buffer, 0 on failure. */
unsigned long long event_malloc(unsigned long long size);
void event_free(unsigned long long address);
int event_read(void *host, unsigned long long address, unsigned long long size);
int event_write(unsigned long long address, const void *host, unsigned long long size);
int event_copy(unsigned long long to, unsigned long long from, unsigned long long size);
int event_wait(void);
/* What a case observes by itself: evaluation order, side effects. Returns its argument. */
int probe(int value);

#ifdef __cplusplus
}
#endif

#endif
