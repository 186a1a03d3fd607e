#pragma once

#include <string>
#include <vector>

namespace tpu::dispatch
{

/// Counts calls of these operators ("aten::add.Tensor") that have to do with a tpu device as native: kernels that register themselves, as those
/// of a converted tree do, do not count their calls. May be called once.
void countCalls(const std::vector<std::string> &names);

} // namespace tpu::dispatch
