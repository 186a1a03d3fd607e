/* Moving and converting: argument structs of the kernels in chips/common/kernels/movement.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_MOVEMENT_H
#define SG_API_MOVEMENT_H

#include "types.h"

#pragma pack(push, 1)

/* output, contiguous, has the dimensions of input in the order dim_order; stride is the input's. The two buffers take
 * as many bytes as input each and may be the same. One core on both chips. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long trans_buffer_global_addr;
    unsigned long long copy_buffer_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int stride[FW_MAX_SHAPE_DIMS];
    int dim_order[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_permute_t;

typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int input_stride[FW_MAX_SHAPE_DIMS];
    int output_stride[FW_MAX_SHAPE_DIMS];
    int dtype;
} sg_api_strided_copy_t;

/* Float to integer truncates towards zero and saturates; NaN gives 0. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int input_dtype;
    int output_dtype;
} sg_api_dtype_convert_t;

typedef struct {
    unsigned long long input_global_addrs[FW_MAX_CONCAT_NUM];
    unsigned long long output_global_addr;
    int input_shapes[FW_MAX_CONCAT_NUM][FW_MAX_SHAPE_DIMS];
    int dim;
    int input_num;
    int axis;
    int dtype;
} sg_api_concat_t;

#pragma pack(pop)

#endif /* SG_API_MOVEMENT_H */
