#include "vx.h"
#include "vx_args.h"
#include "chip.h"
#include "../../../common/checks.h"

int vx_op_softmax(vx_ctx_t *ctx, const vx_tens_t *x, vx_tens_t *y, int axis)
{
  VX_ASSERT(x->nd > 0);
  if (axis < 0) axis += x->nd;
  VX_ASSERT(axis == x->nd - 1);
  vx_softmax_args args;
  args.x = x->data;
  args.y = y->data;
  args.cols = x->size[axis];
  args.rows = numel(x) / args.cols;
  args.type = code(x->type);
  args.tile = kTile;
  vx_dptr tmp = vx_alloc(ctx, args.rows * sizeof(float));
  if (tmp == 0) return VX_ERR_MEM;
  args.tmp = tmp;
  int rc = vx_submit_n(ctx, "lyra_softmax", CHIP_CORES, &args, sizeof(args));
  vx_sync(ctx);
  vx_free(ctx, tmp);
  return rc;
}
