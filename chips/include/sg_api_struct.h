/* Argument structs of the device kernels: what the host hands to a kernel, byte by byte.
 *
 * Shared by the host library, the firmware of every chip and the legacy example. Valid C11 and C++17. The region is
 * packed: size and offsets are the ABI between host and firmware, and change only together with both.
 *
 * Conventions
 * - `*_global_addr` is a physical device address. 0 means "absent", allowed only where the comment says optional.
 * - `shape` counts elements, outermost dimension first; `dim` is the number of dimensions in use. Tensors are contiguous
 *   unless the struct has strides for them. Strides count elements.
 * - `dtype` fields hold sg_kernel_dtype_t: `(precision << 1) | sign`.
 * - A kernel takes the struct named after it: `tpu_kernel_api_softmax` and `tpu_kernel_api_softmax_multi_core` take
 *   sg_api_softmax_t. Where the chips' kernels take different structs, the comment of each names its kernel.
 *
 * One header per family in sg_api/, named as the kernels' own in chips/common/kernels/. This header has them all; who
 * includes only the family it uses, or sg_api/types.h, is not compiled again when another family changes.
 */
#ifndef SG_API_STRUCT_H
#define SG_API_STRUCT_H

#include "sg_api/a16_matmul.h"
#include "sg_api/active.h"
#include "sg_api/active_backward.h"
#include "sg_api/attention.h"
#include "sg_api/binary.h"
#include "sg_api/bitwise.h"
#include "sg_api/channel_norm.h"
#include "sg_api/complex.h"
#include "sg_api/conv2d.h"
#include "sg_api/embedding.h"
#include "sg_api/extremes.h"
#include "sg_api/fill.h"
#include "sg_api/grad_scale.h"
#include "sg_api/index.h"
#include "sg_api/latent_attention.h"
#include "sg_api/loss.h"
#include "sg_api/matmul.h"
#include "sg_api/mlp.h"
#include "sg_api/movement.h"
#include "sg_api/norm.h"
#include "sg_api/norm_matmul.h"
#include "sg_api/optimizer.h"
#include "sg_api/plane.h"
#include "sg_api/pooling.h"
#include "sg_api/rearrange.h"
#include "sg_api/reduce.h"
#include "sg_api/scaled_matmul.h"
#include "sg_api/scatter.h"
#include "sg_api/sequence_attention.h"
#include "sg_api/softmax.h"
#include "sg_api/sort.h"
#include "sg_api/types.h"
#include "sg_api/unary.h"

#endif /* SG_API_STRUCT_H */
