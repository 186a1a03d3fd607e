#include "vx.h"
#include "vx_args.h"
#include "chip.h"
#include "../../../common/checks.h"

int vx_op_matmul(vx_ctx_t *ctx, const vx_tens_t *a, const vx_tens_t *b, vx_tens_t *y, bool trans)
{
  VX_ASSERT(a->nd == 2 && b->nd == 2);
  vx_matmul_args args = {};
  args.a = a->data;
  args.b = b->data;
  args.y = y->data;
  args.m = (int)a->size[0];
  args.k = (int)a->size[1];
  args.n = (int)b->size[trans ? 0 : 1];
  args.trans = trans;
  args.type = code(a->type);
  VX_LAUNCH(ctx, "nova_gemm", &args, sizeof(args));
  return VX_OK;
}
