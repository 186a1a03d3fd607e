#pragma once
#include "vx.h"
#define VX_ASSERT(c) do { if (!(c)) { vx_log(2, "%s:%d: " #c, __FILE__, __LINE__); return VX_ERR_ARG; } } while (0)
#define VX_TRY(e) do { int rc_ = (e); if (rc_ != VX_OK) return rc_; } while (0)
#define VX_TRACE(fmt, ...) vx_log(0, "[vx] " fmt, ##__VA_ARGS__)
#define VX_LAUNCH(ctx, name, ...) VX_TRY(vx_submit(ctx, name, __VA_ARGS__))
static inline int64_t numel(const vx_tens_t *t)
{
  int64_t n = 1;
  for (int i = 0; i < t->nd; ++i) n *= t->size[i];
  return n;
}
static inline int code(vx_type_t t)
{
  switch (t) {
  case VX_F32: return 3;
  case VX_F16: return 5;
  case VX_I32: return 9;
  }
  return -1;
}
