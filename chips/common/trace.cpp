#include "trace.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <stdexcept>

#include "fault.h"

namespace tpusim
{
namespace
{

std::string quoted(const char *value)
{
    std::string text = "\"";
    for (; *value != '\0'; ++value)
    {
        const char c = *value;
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

template <class Body>
TraceLine &TraceLine::add(Body &&body) noexcept
{
    if (on_)
    {
        try
        {
            body();
        }
        catch (const std::bad_alloc &)
        {
            on_ = false;
            std::fprintf(stderr, "a line of the trace is lost: no host memory\n");
        }
    }
    return *this;
}

TraceLine::TraceLine(const char *event, bool on) noexcept : on_(on)
{
    add([&] { fields_ = std::string(",\"event\":\"") + event + "\""; });
}

TraceLine &TraceLine::text(const char *key, const char *value) noexcept
{
    return add([&] { fields_ += std::string(",\"") + key + "\":" + quoted(value); });
}

TraceLine &TraceLine::number(const char *key, double value) noexcept
{
    return add([&] {
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.17g", value);
        fields_ += std::string(",\"") + key + "\":" + digits;
    });
}

TraceLine &TraceLine::hex(const char *key, std::uint64_t value) noexcept
{
    return add([&] { text(key, tpusim::hex(value)); });
}

TraceLine &TraceLine::bytes(const char *key, const void *data, std::size_t size) noexcept
{
    return add([&] {
        static const char digits[] = "0123456789abcdef";
        const auto *source = static_cast<const unsigned char *>(data);
        std::string value;
        value.reserve(2 * size);
        for (std::size_t i = 0; i < size; ++i)
        {
            value += digits[source[i] >> 4];
            value += digits[source[i] & 15];
        }
        text(key, value);
    });
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

std::uint64_t Trace::write(int device, const TraceLine &line) noexcept
{
    if (!on() || !line.on())
    {
        return 0;
    }
    const std::lock_guard lock(mutex_);
    const std::uint64_t order = ++order_;
    try
    {
        const std::string text = "{\"order\":" + std::to_string(order) + ",\"chip\":\"" + chip_ +
                                 "\",\"device\":" + std::to_string(device) + line.fields() + "}\n";
        if (::write(file_, text.data(), text.size()) < 0)
        {
            std::fprintf(stderr, "%s: cannot write the trace: %s\n", chip_, std::strerror(errno));
        }
    }
    catch (const std::bad_alloc &)
    {
        std::fprintf(stderr, "%s: line %llu of the trace is lost: no host memory\n", chip_, static_cast<unsigned long long>(order));
    }
    return order;
}

} // namespace tpusim
