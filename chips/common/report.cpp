#include "report.h"

#include <cstdio>

namespace tpusim
{
namespace
{
thread_local std::string last;
}

void report_failure(const char *chip, const std::string &sentence)
{
    last = sentence;
    std::fprintf(stderr, "%s: %s\n", chip, sentence.c_str());
}

const char *last_failure()
{
    return last.c_str();
}

} // namespace tpusim
