/* Writing to positions: argument structs of the kernels in chips/common/kernels/scatter.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_SCATTER_H
#define SG_API_SCATTER_H

#include "types.h"

#pragma pack(push, 1)

/* output[.., index[.., i, ..], ..] = src[.., i, ..] along axis (added to it, with add: floats in f32, rounded once), for each element of
 * index_shape, in their order: of equal indices the last counts. What no index names stays. index_shape is nowhere larger than
 * src_shape, and but along axis nowhere larger than output_shape. index is int32, or int64 with is_index_int64, 0 or more. */
typedef struct {
    unsigned long long output_global_addr;
    unsigned long long src_global_addr;
    unsigned long long index_global_addr;
    int output_shape[FW_MAX_SHAPE_DIMS];
    int src_shape[FW_MAX_SHAPE_DIMS];
    int index_shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int axis;
    int dtype;
    int add;
    int is_index_int64;
} sg_api_scatter_t;

/* output[.., index[i], ..] = src[.., i, ..] along axis (added to it, with add: floats in f32, rounded once), for each i below index_num in their
 * order: of equal indices the last counts. What no index names stays. src has the sizes of output, along axis index_num. index is int32, or int64
 * with is_index_int64, 0 or more. */
typedef struct {
    unsigned long long output_global_addr;
    unsigned long long src_global_addr;
    unsigned long long index_global_addr;
    int output_shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int index_num;
    int axis;
    int dtype;
    int add;
    int is_index_int64;
} sg_api_index_put_t;

#pragma pack(pop)

#endif /* SG_API_SCATTER_H */
