// Last failure of the calling thread: what bmSimLastFault and tpuRtSimLastFault return. Also printed to stderr.
#pragma once

#include <string>

namespace tpusim
{

// `function` is put before the sentence; null for none. Without memory for the sentence the status still says what it was.
void report_failure(const char *chip, int status, const char *function, const char *sentence) noexcept;
inline void report_failure(const char *chip, int status, const std::string &sentence) noexcept
{
    report_failure(chip, status, nullptr, sentence.c_str());
}
const char *last_failure() noexcept;
int last_status() noexcept; // the vendor's number; 0 before the first failure

} // namespace tpusim
