#include "trace.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "fault.h"

namespace tpusim
{
namespace
{

std::string quoted(const std::string &value)
{
    std::string text = "\"";
    for (const char c : value)
    {
        if (c == '"' || c == '\\')
        {
            text += '\\';
            text += c;
        }
        else if (static_cast<unsigned char>(c) < 0x20)
        {
            char escape[7];
            std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
            text += escape;
        }
        else
        {
            text += c;
        }
    }
    return text + "\"";
}

} // namespace

TraceLine::TraceLine(const char *event, bool on) : on_(on)
{
    if (on_)
    {
        fields_ = std::string(",\"event\":\"") + event + "\"";
    }
}

TraceLine &TraceLine::text(const char *key, const std::string &value)
{
    if (on_)
    {
        fields_ += std::string(",\"") + key + "\":" + quoted(value);
    }
    return *this;
}

TraceLine &TraceLine::number(const char *key, double value)
{
    if (on_)
    {
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.17g", value);
        fields_ += std::string(",\"") + key + "\":" + digits;
    }
    return *this;
}

TraceLine &TraceLine::hex(const char *key, std::uint64_t value)
{
    return on_ ? text(key, tpusim::hex(value)) : *this;
}

TraceLine &TraceLine::bytes(const char *key, const void *data, std::size_t size)
{
    if (!on_)
    {
        return *this;
    }
    static const char digits[] = "0123456789abcdef";
    const auto *source = static_cast<const unsigned char *>(data);
    std::string value;
    value.reserve(2 * size);
    for (std::size_t i = 0; i < size; ++i)
    {
        value += digits[source[i] >> 4];
        value += digits[source[i] & 15];
    }
    return text(key, value);
}

Trace::Trace(const char *chip, const std::string &path) : chip_(chip)
{
    if (path.empty())
    {
        return;
    }
    file_ = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file_ < 0)
    {
        throw std::invalid_argument("environment variable TPUSIM_TRACE: cannot write " + path + ": " + std::strerror(errno));
    }
}

Trace::~Trace()
{
    if (file_ >= 0)
    {
        close(file_);
    }
}

std::uint64_t Trace::write(int device, const TraceLine &line)
{
    if (!on())
    {
        return 0;
    }
    const std::lock_guard lock(mutex_);
    const std::uint64_t order = ++order_;
    const std::string text = "{\"order\":" + std::to_string(order) + ",\"chip\":\"" + chip_ + "\",\"device\":" + std::to_string(device) +
                             line.fields() + "}\n";
    if (::write(file_, text.data(), text.size()) < 0)
    {
        std::fprintf(stderr, "%s: cannot write the trace: %s\n", chip_, std::strerror(errno));
    }
    return order;
}

} // namespace tpusim
