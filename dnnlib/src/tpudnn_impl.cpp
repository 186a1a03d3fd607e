#include <algorithm>

#include "device.h"
#include "enum_check.h"
#include "handle.h"
#include "stream.h"

using tpudnn::Error;
using tpudnn::guarded;

TPUDNNImpl::TPUDNNImpl(std::shared_ptr<tpudnn::Stream> stream, bool ownsStream)
    : device_(stream->device()), stream_(std::move(stream)), ownsStream_(ownsStream)
{
}

TPUDNNImpl::~TPUDNNImpl()
{
    if (ownsStream_)
    {
        guarded("destroying a handle's stream", [&] { tpudnn::Device::destroyStream(stream_->name()); });
    }
}

const std::string &TPUDNNImpl::deviceName() const { return device_.name(); }

unsigned long long TPUDNNImpl::virtToPhys(const void *address) const { return device_.toPhysical(address); }

void *TPUDNNImpl::physToVirt(uint64_t address) const { return device_.toVirtual(address); }

const tpudnn::KernelRow *TPUDNNImpl::row(const char *key) const { return device_.kernels().find(key); }

bool TPUDNNImpl::hasKernel(const char *key) const { return row(key) != nullptr; }

bool TPUDNNImpl::follows(const char *key, const char *form) const
{
    const tpudnn::KernelRow *found = row(key);
    return found && found->follows == form;
}

tpudnnStatus_t TPUDNNImpl::notSupported(const char *key) const
{
    return tpudnn::setLastError(TPUDNN_STATUS_NOT_SUPPORTED, std::string(key) + " is not supported on " + device_.name() +
                                                                 ": its kernel table (" + device_.kernels().path() +
                                                                 ") has no row that this operator can follow");
}

tpudnnStatus_t TPUDNNImpl::launchBytes(const char *key, const void *args, size_t size, int cores)
{
    return launch(key, args, size, tpudnn::ArgsLayout{nullptr, size, 0}, cores);
}

namespace
{

std::string describe(const char *name, uint64_t size)
{
    return std::string(name ? name : "a struct") + " (" + std::to_string(size) + " bytes)";
}

void checkLayout(const tpudnn::KernelRow &row, size_t size, const tpudnn::ArgsLayout &layout, const tpudnn::Device &device)
{
    const bool same = size == row.argsSize && layout.size == size && (!layout.name || layout.hash == row.argsLayout);
    if (!same)
    {
        throw Error(TPUDNN_STATUS_FAILED,
                    "launch '" + row.key + "' on " + device.name() + " passes " + describe(layout.name, layout.name ? layout.size : size) +
                        " of which " + std::to_string(size) + " bytes, the kernel " + row.symbol + " takes " +
                        describe(row.args.c_str(), row.argsSize) + ": correct the operator, or its row in " + device.kernels().path());
    }
}

} // namespace

tpudnnStatus_t TPUDNNImpl::launch(const char *key, const void *args, size_t size, const tpudnn::ArgsLayout &layout, int given)
{
    const tpudnn::KernelRow *found = key ? row(key) : nullptr;
    if (!found)
    {
        return notSupported(key ? key : "a launch without a name");
    }
    return guarded(key, [&] {
        if (found->symbol.empty())
        {
            throw Error(TPUDNN_STATUS_NOT_SUPPORTED, "the row of '" + found->key + "' in " + device_.kernels().path() +
                                                         " names no kernel: the operator launches nothing of its own there");
        }
        checkLayout(*found, size, layout, device_);
        const int available = device_.driverProperties().cores;
        const int cores = given > 0 ? given : found->cores == 0 ? available : found->cores;
        if (cores > available)
        {
            throw Error(TPUDNN_STATUS_FAILED, "the row of '" + found->key + "' in " + device_.kernels().path() + " asks for " +
                                                  std::to_string(cores) + " cores, " + device_.name() + " has " +
                                                  std::to_string(available));
        }
        stream_->launch({found, args, size, cores});
    });
}

tpudnnStatus_t TPUDNNImpl::memcpyD2S(void *dst, const void *src, uint64_t bytes)
{
    return guarded("memcpyD2S", [&] {
        stream_->copyD2H(dst, device_.toPhysical(src, bytes, "src"), bytes);
        stream_->synchronize();
    });
}

tpudnnStatus_t TPUDNNImpl::memcpyS2D(void *dst, const void *src, uint64_t bytes)
{
    return guarded("memcpyS2D", [&] {
        stream_->copyH2D(device_.toPhysical(dst, bytes, "dst"), src, bytes);
        if (!stream_->capturing())
        {
            stream_->synchronize();
        }
    });
}

tpudnnStatus_t TPUDNNImpl::memcpyD2D(void *dst, uint64_t dstOffset, const void *src, uint64_t srcOffset, uint64_t bytes)
{
    return guarded("memcpyD2D", [&] {
        const uint64_t to = device_.toPhysical(static_cast<char *>(dst) + dstOffset, bytes, "dst");
        const uint64_t from = device_.toPhysical(static_cast<const char *>(src) + srcOffset, bytes, "src");
        stream_->copyD2D(to, from, bytes);
    });
}

tpudnnStatus_t TPUDNNImpl::synchronize()
{
    return guarded("synchronize", [&] { stream_->synchronize(); });
}

TPUDNNScopedMemory::~TPUDNNScopedMemory()
{
    for (void *buffer : buffers_)
    {
        guarded("returning a temporary buffer", [&] { pimpl_->stream().releasePromised(buffer); });
    }
}

tpudnnStatus_t TPUDNNScopedMemory::malloc(void **pointer, uint64_t bytes)
{
    return guarded("allocating a temporary buffer", [&] {
        buffers_.reserve(buffers_.size() + 1); // nothing may fail once the memory is there
        pimpl_->stream().promiseRelease();
        *pointer = pimpl_->stream().allocate(bytes);
        if (*pointer)
        {
            buffers_.push_back(*pointer);
        }
    });
}

void TPUDNNScopedMemory::free(void *pointer)
{
    if (!pointer)
    {
        return;
    }
    const auto found = std::find(buffers_.begin(), buffers_.end(), pointer);
    if (found == buffers_.end())
    {
        throw Error(TPUDNN_STATUS_FAILED,
                    "a buffer is freed that this function did not allocate, or freed before: " + tpudnn::hex(pointer));
    }
    buffers_.erase(found);
    pimpl_->stream().releasePromised(pointer);
}
