/* Other places, the same elements: argument structs of the kernels in chips/common/kernels/rearrange.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_REARRANGE_H
#define SG_API_REARRANGE_H

#include "types.h"

#pragma pack(push, 1)

/* output is input in reverse order along axis, which counts from the end if negative. output may be input. other is not read. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int axis;
    int dim;
    int dtype;
} sg_api_flip_t;

/* output has repeat_dim dimensions, at least dim: those of input, aligned at the last one, each repeat_times as long. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int repeat_times[FW_MAX_SHAPE_DIMS];
    int dim;
    int repeat_dim;
    int dtype;
} sg_api_repeat_t;

/* The last pad_size / 2 dimensions grow (shrink, if negative) by pad[2 * i] before and pad[2 * i + 1] behind, the outermost of
 * them first. mode: PAD_CONSTANT with value (as dtype: to the nearest, halves to even), PAD_REFLECT, PAD_SYMMETRIC,
 * PAD_REPLICATE, PAD_CIRCULAR. The legacy firmware stages three padded dimensions (pad3d) through buffer and takes
 * PAD_REPLICATE alone for them; here neither is read. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    unsigned long long buffer_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int pad[FW_MAX_SHAPE_DIMS];
    int dim;
    int pad_size;
    float value;
    int mode;
    int dtype;
    int pad3d;
} sg_api_pad_t;

/* output = input, in the same order: a shape has changed its dimensions of size 1. tile_axis and tile_num are not set by the
 * legacy host, and not read. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int tile_axis;
    int tile_num;
    int dtype;
} sg_api_squeeze_t;

/* In each matrix of the last two dimensions what lies below (is_upper) or above the diagonal is 0. diagonal moves it, upwards
 * if positive. output may be input. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dims;
    int is_upper;
    int diagonal;
    int dtype;
} sg_api_triangularize_t;

/* output = input, but row indices[i, j] along dim is row j of src, for each index i of the dimensions before dim. indices is int32,
 * [product of the sizes before dim, src_shape[dim]], 0 or more: the row of a core lies behind those of the cores before it, where
 * the legacy firmware reads the first core's again (its host writes the same row for all). Of equal indices the last counts. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long src_global_addr;
    unsigned long long indices_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int input_dim;
    int src_shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_slice_scatter_t;

#pragma pack(pop)

#endif /* SG_API_REARRANGE_H */
