// Last failure of the calling thread: what bmSimLastFault and tpuRtSimLastFault return. Also printed to stderr.
#pragma once

#include <string>

namespace tpusim
{

void report_failure(const char *chip, const std::string &sentence);
const char *last_failure();

} // namespace tpusim
