#pragma once
namespace acme
{
namespace kernels
{
enum Mode { PLAIN = 0, WIDE = 3 };
struct args_t
{
  unsigned long long input_global_addr, output_global_addr;
  int mode;
};
constexpr int kLanes = 8;
inline int lanes ( int n ) { return n * kLanes; }
} // namespace kernels
} // namespace acme
