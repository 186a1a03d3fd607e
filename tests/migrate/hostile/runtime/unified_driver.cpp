// Runs the unified build of a case for one chip after the other, in one process: LIBRARY RECORD TABLE [RECORD TABLE ...]. A table has a line per
// row of the chip's kernels.yaml: key, symbol or -, cores (0: all), struct or -, form that it follows or -.
//
// TPUDNNImpl and TPUDNNScopedMemory are those of the library's own header; here they record. An address that is translated twice, or
// was no virtual one, is an error as it is in the library.
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>

#include "recorder.h"
#include "tpudnn_impl.h"

using hostile::recorder;

namespace
{

struct Row
{
    std::string symbol, args, follows;
    int cores;
};

std::map<std::string, Row> rows;

const Row *find(const char *key)
{
    const auto found = rows.find(key);
    return found == rows.end() ? nullptr : &found->second;
}

tpudnnStatus_t status(int failed) { return failed ? TPUDNN_STATUS_FAILED : TPUDNN_STATUS_SUCCESS; }

uint64_t physical(const void *address)
{
    const auto value = reinterpret_cast<uint64_t>(address);
    if (value && (value < HOSTILE_OFFSET || !recorder.known(value - HOSTILE_OFFSET)))
    {
        recorder.add("no virtual address " + hostile::hex(value));
        throw tpudnn::Error(TPUDNN_STATUS_BAD_PARAM, "no virtual address");
    }
    return value ? value - HOSTILE_OFFSET : 0;
}

} // namespace

namespace tpudnn
{
class Device
{
};
class Stream
{
public:
    Device &device() { return device_; }

private:
    Device device_;
};
} // namespace tpudnn

TPUDNNImpl::TPUDNNImpl(std::shared_ptr<tpudnn::Stream> stream, bool ownsStream)
    : device_(stream->device()), stream_(std::move(stream)), ownsStream_(ownsStream)
{
}
TPUDNNImpl::~TPUDNNImpl() { (void)ownsStream_; }

unsigned long long TPUDNNImpl::virtToPhys(const void *address) const { return physical(address); }
void *TPUDNNImpl::physToVirt(uint64_t address) const { return address ? reinterpret_cast<void *>(address + HOSTILE_OFFSET) : nullptr; }
bool TPUDNNImpl::hasKernel(const char *key) const { return find(key) != nullptr; }
bool TPUDNNImpl::follows(const char *key, const char *form) const { return find(key) && find(key)->follows == form; }
tpudnnStatus_t TPUDNNImpl::notSupported(const char *) const { return TPUDNN_STATUS_NOT_SUPPORTED; }

tpudnnStatus_t TPUDNNImpl::launch(const char *key, const void *args, size_t size, const tpudnn::ArgsLayout &layout, int)
{
    const Row *row = find(key);
    if (!row || row->symbol.empty())
    {
        return TPUDNN_STATUS_NOT_SUPPORTED;
    }
    if (layout.name && row->args != layout.name)
    {
        recorder.add("the row of " + std::string(key) + " names " + row->args + ", the launch passes " + layout.name);
        return TPUDNN_STATUS_FAILED;
    }
    return status(event_launch(row->symbol.c_str(), row->cores, args, size, 0));
}

tpudnnStatus_t TPUDNNImpl::launchBytes(const char *key, const void *args, size_t size, int)
{
    return launch(key, args, size, tpudnn::ArgsLayout{nullptr, size, 0});
}

tpudnnStatus_t TPUDNNImpl::memcpyD2S(void *dst, const void *src, uint64_t size) { return status(event_read(dst, physical(src), size)); }
tpudnnStatus_t TPUDNNImpl::memcpyS2D(void *dst, const void *src, uint64_t size) { return status(event_write(physical(dst), src, size)); }
tpudnnStatus_t TPUDNNImpl::memcpyD2D(void *dst, uint64_t dstOffset, const void *src, uint64_t srcOffset, uint64_t size)
{
    return status(event_copy(physical(dst) + dstOffset, physical(src) + srcOffset, size));
}
tpudnnStatus_t TPUDNNImpl::synchronize() { return status(event_wait()); }

TPUDNNScopedMemory::~TPUDNNScopedMemory()
{
    for (void *buffer : buffers_)
    {
        recorder.add("scope frees " + hostile::hex(physical(buffer)));
    }
    (void)pimpl_;
}

tpudnnStatus_t TPUDNNScopedMemory::malloc(void **pointer, uint64_t size)
{
    const unsigned long long address = event_malloc(size);
    *pointer = address ? reinterpret_cast<void *>(address + HOSTILE_OFFSET) : nullptr;
    if (address)
    {
        buffers_.push_back(*pointer);
    }
    return status(address == 0);
}

void TPUDNNScopedMemory::free(void *pointer)
{
    if (!pointer)
    {
        return;
    }
    for (size_t i = 0; i < buffers_.size(); ++i)
    {
        if (buffers_[i] == pointer)
        {
            buffers_.erase(buffers_.begin() + static_cast<long>(i));
            event_free(physical(pointer));
            return;
        }
    }
    recorder.add("frees what is not its own");
    throw tpudnn::Error(TPUDNN_STATUS_FAILED, "a buffer is freed that this function did not allocate, or freed before");
}

extern "C" void *hostile_handle(void)
{
    static TPUDNNImpl impl(std::make_shared<tpudnn::Stream>(), false);
    return static_cast<TPUDNNInterface *>(&impl);
}

static void load(const char *path)
{
    rows.clear();
    std::ifstream table(path);
    std::string key, symbol, args, follows;
    int cores = 0;
    while (table >> key >> symbol >> cores >> args >> follows)
    {
        const auto text = [](const std::string &word) { return word == "-" ? std::string() : word; };
        rows[key] = {text(symbol), text(args), text(follows), cores};
    }
}

int main(int argc, char **argv)
{
    int ended = argc > 3 ? 0 : 3;
    for (int at = 2; at + 1 < argc && !ended; at += 2)
    {
        load(argv[at + 1]);
        char *one[] = {argv[0], argv[1], argv[at]};
        ended = hostile::run(3, one);
    }
    return ended;
}
