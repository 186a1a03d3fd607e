// Ordered JSON-lines trace of what a runtime was asked to do and did (TPUSIM_TRACE).
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

namespace tpusim
{

// One line under construction: trace.line("malloc").hex("address", a).number("bytes", n). Costs nothing while the trace is off. A line that
// finds no memory is lost; what it tells of is not.
class TraceLine
{
public:
    TraceLine(const char *event, bool on) noexcept;
    TraceLine &text(const char *key, const char *value) noexcept;
    TraceLine &text(const char *key, const std::string &value) noexcept { return text(key, value.c_str()); }
    TraceLine &number(const char *key, double value) noexcept;
    TraceLine &hex(const char *key, std::uint64_t value) noexcept;
    TraceLine &bytes(const char *key, const void *data, std::size_t size) noexcept;
    const std::string &fields() const { return fields_; }
    bool on() const { return on_; }

private:
    template <class Body>
    TraceLine &add(Body &&body) noexcept;

    bool on_;
    std::string fields_;
};

// Thread-safe. Lines of several runtimes may go to one file; each is appended by one write.
class Trace
{
public:
    Trace(const char *chip, const std::string &path); // "" : off. Throws std::invalid_argument if the file cannot be opened.
    ~Trace();
    Trace(const Trace &) = delete;
    Trace &operator=(const Trace &) = delete;

    bool on() const { return file_ >= 0; }
    TraceLine line(const char *event) const { return TraceLine(event, on()); }
    std::uint64_t write(int device, const TraceLine &line) noexcept; // the line's order, from 1; 0 while the trace is off

private:
    const char *chip_;
    int file_ = -1;
    std::mutex mutex_;
    std::uint64_t order_ = 0;
};

} // namespace tpusim
