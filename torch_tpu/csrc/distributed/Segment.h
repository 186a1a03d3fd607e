#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include <sys/types.h>

namespace tpu::distributed
{

/// Owns an open file.
class Descriptor
{
public:
    explicit Descriptor(int fd = -1) : fd_(fd) {}
    Descriptor(Descriptor &&other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Descriptor &operator=(Descriptor &&other) noexcept
    {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~Descriptor();
    int get() const { return fd_; }
    bool valid() const { return fd_ >= 0; }

private:
    int fd_;
};

/// A process of a host, and a segment of it where `fd` is one. Ranks tell it each other as bytes.
struct Place
{
    char boot[40] = {};
    char processes[40] = {}; // the namespace of its process number
    pid_t process = 0;
    int32_t fd = -1;
    std::array<unsigned char, 16> nonce{}; // of the segment
};

/// This process. Where it cannot say what its host is, no other is on it.
Place here();
bool sameHost(const Place &one, const Place &other);

/// Memory that processes of a host share. It has no name in any file system, so that nothing of it outlives them.
class Segment
{
public:
    /// With pages at once, and zeroes: later there would be no error but a signal. Null where the host has none.
    static std::unique_ptr<Segment> create(size_t bytes);
    /// Another process's, which still has it. Null where this one may not map it.
    static std::unique_ptr<Segment> open(const Place &place, size_t bytes);

    ~Segment();
    Segment(const Segment &) = delete;
    Segment &operator=(const Segment &) = delete;

    unsigned char *data() const; // aligned to 64 bytes
    size_t bytes() const { return bytes_; }
    const Place &place() const { return place_; }
    /// No further process opens it.
    void close() { descriptor_ = Descriptor(); }

private:
    Segment(Descriptor descriptor, const Place &place, size_t bytes);
    bool mapped() const;

    Descriptor descriptor_;
    Place place_;
    size_t bytes_;
    void *start_;
};

} // namespace tpu::distributed
