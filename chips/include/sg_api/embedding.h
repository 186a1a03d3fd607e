/* Gradient of an embedding: argument structs of the kernels in chips/common/kernels/embedding.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_EMBEDDING_H
#define SG_API_EMBEDDING_H

#include "types.h"

#pragma pack(push, 1)

/* grad_input [rows, width] = in each row the sum of the rows of grad_output [..., width] whose index is its number, in their order,
 * in f32, rounded once; 0 in a row without one. index is int32, or int64 with is_index_int64, 0 or more. sorted_index and
 * sorted_index_index take 4 bytes for each index, from_index and to_index 4 * window_size. */
typedef struct {
    unsigned long long grad_output_global_addr;
    unsigned long long index_global_addr;
    unsigned long long grad_input_global_addr;
    unsigned long long sorted_index_global_addr;
    unsigned long long sorted_index_index_global_addr;
    unsigned long long from_index_global_addr;
    unsigned long long to_index_global_addr;
    int grad_output_shape[FW_MAX_SHAPE_DIMS];
    int grad_output_dim;
    int index_shape[FW_MAX_SHAPE_DIMS];
    int index_dim;
    int grad_input_shape[FW_MAX_SHAPE_DIMS];
    int grad_input_dim;
    int window_size;
    int grad_output_dtype;
    int is_index_int64;
} sg_api_embedding_backward_t;

#pragma pack(pop)

#endif /* SG_API_EMBEDDING_H */
