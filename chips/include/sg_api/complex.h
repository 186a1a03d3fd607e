/* Pairs of real and imaginary parts: argument structs of the kernels in chips/common/kernels/complex.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_COMPLEX_H
#define SG_API_COMPLEX_H

#include "types.h"

#pragma pack(push, 1)

/* tpu_kernel_api_real: output = the first numbers of the pairs of input. tpu_kernel_api_conj: output = pairs, the second numbers
 * negated. shape counts pairs, dtype is that of their numbers. Pairs lie side by side: strides are not read. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int input_stride[FW_MAX_SHAPE_DIMS];
    int output_stride[FW_MAX_SHAPE_DIMS];
    int dtype;
} sg_api_real_t;

#pragma pack(pop)

#endif /* SG_API_COMPLEX_H */
