#ifndef VNN_ARCH_H
#define VNN_ARCH_H

#define VNN_LANES 40
#define VNN_LOCAL_BYTES (20 * 1024)

#endif
