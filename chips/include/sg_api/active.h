/* Activations: one input, the function is a number: argument structs of the kernels in chips/common/kernels/active.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_ACTIVE_H
#define SG_API_ACTIVE_H

#include "types.h"

#pragma pack(push, 1)

/* Integers: RELU, ABSVAL, SIGN, SQUARE and the four that round; the others take floats only. ISINF and ISNAN write uint8. The
 * multi-core form also takes it for the sign (ACTIVE_SIGN). */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
    sg_active_type_t active_type;
} sg_api_active_t;

#pragma pack(pop)

#endif /* SG_API_ACTIVE_H */
