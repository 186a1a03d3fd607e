#ifndef VNN_ARCH_H
#define VNN_ARCH_H

#define VNN_LANES 60
#define VNN_LOCAL_BYTES (30 * 1024)

#endif
