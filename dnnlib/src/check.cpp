#include "check.h"

#include <cstdio>

#include "dtype.h"
#include "thread_text.h"

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

namespace
{

TPUDNN_THREAD_TEXT ThreadText operands{};

} // namespace

void forgetOperands() noexcept { operands.clear(); }

void keepOperands(const std::string &text) noexcept { operands.set(text.data(), text.size()); }

void failed(const char *expression)
{
    std::string sentence = "the check failed: " + std::string(expression);
    if (*operands.get())
    {
        sentence += " (" + std::string(operands.get()) + ")";
    }
    throw Error(TPUDNN_STATUS_BAD_PARAM, sentence);
}

} // namespace tpudnn::check

namespace tpudnn
{

char *bytesAt(void *address)
{
    if (!address)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, "an offset is added to the address of a tensor that is not there");
    }
    return static_cast<char *>(address);
}

} // namespace tpudnn
