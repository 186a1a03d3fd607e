#ifndef VNN_ARCH_H
#define VNN_ARCH_H

#define VNN_LANES 20
#define VNN_LOCAL_BYTES (10 * 1024)

#endif
