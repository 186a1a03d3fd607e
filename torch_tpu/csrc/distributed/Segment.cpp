#include "distributed/Segment.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <string>

namespace tpu::distributed
{
namespace
{

constexpr size_t kHead = 64; // of a segment: its nonce

} // namespace

Descriptor::~Descriptor()
{
    if (fd_ >= 0)
    {
        close(fd_);
    }
}

Place here()
{
    Place place;
    std::ifstream("/proc/sys/kernel/random/boot_id").read(place.boot, sizeof place.boot - 1);
    if (readlink("/proc/self/ns/pid", place.processes, sizeof place.processes - 1) < 0)
    {
        place.processes[0] = '\0';
    }
    place.process = getpid();
    return place;
}

bool sameHost(const Place &one, const Place &other)
{
    return one.boot[0] != '\0' && one.processes[0] != '\0' && std::memcmp(one.boot, other.boot, sizeof one.boot) == 0 &&
           std::memcmp(one.processes, other.processes, sizeof one.processes) == 0;
}

Segment::Segment(Descriptor descriptor, const Place &place, size_t bytes)
    : descriptor_(std::move(descriptor)), place_(place), bytes_(bytes),
      start_(mmap(nullptr, kHead + bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_.get(), 0))
{
}

Segment::~Segment()
{
    if (mapped())
    {
        munmap(start_, kHead + bytes_);
    }
}

bool Segment::mapped() const { return start_ != MAP_FAILED; }

unsigned char *Segment::data() const { return static_cast<unsigned char *>(start_) + kHead; }

std::unique_ptr<Segment> Segment::create(size_t bytes)
{
    Place place = here();
    const auto size = static_cast<off_t>(kHead + bytes);
    Descriptor file(memfd_create("torch_tpu.tccl", MFD_CLOEXEC));
    if (!file.valid() || ftruncate(file.get(), size) != 0 || posix_fallocate(file.get(), 0, size) != 0 ||
        getrandom(place.nonce.data(), place.nonce.size(), 0) != static_cast<ssize_t>(place.nonce.size()) ||
        pwrite(file.get(), place.nonce.data(), place.nonce.size(), 0) != static_cast<ssize_t>(place.nonce.size()))
    {
        return nullptr;
    }
    place.fd = file.get();
    std::unique_ptr<Segment> made(new Segment(std::move(file), place, bytes));
    return made->mapped() ? std::move(made) : nullptr;
}

std::unique_ptr<Segment> Segment::open(const Place &place, size_t bytes)
{
    const std::string path = "/proc/" + std::to_string(place.process) + "/fd/" + std::to_string(place.fd);
    Descriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC));
    if (!file.valid() || lseek(file.get(), 0, SEEK_END) != static_cast<off_t>(kHead + bytes))
    {
        return nullptr;
    }
    std::unique_ptr<Segment> opened(new Segment(std::move(file), place, bytes));
    opened->close();
    const bool right = opened->mapped() && std::memcmp(opened->start_, place.nonce.data(), place.nonce.size()) == 0;
    return right ? std::move(opened) : nullptr;
}

} // namespace tpu::distributed
