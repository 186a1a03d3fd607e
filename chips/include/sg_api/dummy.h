/* Measuring: argument structs of the kernels in chips/common/kernels/dummy.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_DUMMY_H
#define SG_API_DUMMY_H

#include "types.h"

#pragma pack(push, 1)

/* Launches nothing but itself: what a launch costs. reserved is 0. */
typedef struct {
    int reserved;
} sg_api_dummy_t;

#pragma pack(pop)

#endif /* SG_API_DUMMY_H */
