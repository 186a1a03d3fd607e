#include "vx.h"
#include "vx_args.h"
#include "chip.h"
#include "../../../common/checks.h"

int vx_op_add(vx_ctx_t *ctx, const vx_tens_t *a, const vx_tens_t *b, vx_tens_t *y, float k)
{
  VX_TRACE("add %d", a->nd);
  VX_ASSERT(a->type == b->type);
  VX_ASSERT(numel(a) == numel(b) && numel(a) == numel(y));
  vx_add_args args;
  args.a = a->data;
  args.b = b->data;
  args.y = y->data;
  args.n = numel(y);
  args.k = k;
  args.type = code(a->type);
  VX_LAUNCH(ctx, "mira_add", &args, sizeof(args));
  return VX_OK;
}

static int unary(vx_ctx_t *ctx, const vx_tens_t *x, vx_tens_t *y, float slope, const char *name)
{
  vx_unary_args args = {x->data, y->data, numel(x), slope, code(x->type), CHIP_LANES};
  return vx_submit(ctx, name, &args, sizeof(args));
}

int vx_op_relu(vx_ctx_t *ctx, const vx_tens_t *x, vx_tens_t *y, float slope)
{
  VX_TRACE("relu");
  VX_ASSERT(x->type == y->type);
  VX_TRY(unary(ctx, x, y, slope, "mira_relu"));
  return VX_OK;
}

int vx_op_add_relu(vx_ctx_t *ctx, const vx_tens_t *a, const vx_tens_t *b, vx_tens_t *y, float slope)
{
  VX_TRY(vx_op_add(ctx, a, b, y));
  return vx_op_relu(ctx, y, y, slope);
}
