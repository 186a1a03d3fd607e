#include "check.h"

#include <cstdio>

#include "dtype.h"

namespace tpudnn::check
{

std::string textOf(tpudnnDataType_t value) { return dtypeName(value); }

std::string textOf(bool value) { return value ? "true" : "false"; }

std::string textOf(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

std::string textOf(const void *value) { return value ? hex(value) : "null"; }

std::string &operands()
{
    thread_local std::string text;
    return text;
}

void failed(const char *expression)
{
    std::string sentence = "the check failed: " + std::string(expression);
    if (!operands().empty())
    {
        sentence += " (" + operands() + ")";
    }
    throw Error(TPUDNN_STATUS_BAD_PARAM, sentence);
}

} // namespace tpudnn::check
