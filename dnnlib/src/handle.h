// The handle behind the C API, without what only the bodies of operators need (tpudnn_impl.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "args_layout.h"
#include "status.h"
#include "tpuDNNRuntime.h"

namespace tpudnn
{
class Device;
class Stream;
struct KernelRow;

// Carries a status whose sentence is already the thread's last error.
class StatusPassed
{
public:
    explicit StatusPassed(tpudnnStatus_t status) : status_(status) {}
    tpudnnStatus_t status() const { return status_; }

private:
    tpudnnStatus_t status_;
};
} // namespace tpudnn

// The handle of the C API.
class TPUDNNInterface
{
public:
    virtual ~TPUDNNInterface() = default;
};

// A device and a stream of it. Functions that return a status have set the thread's last error when they fail; the others throw
// tpudnn::Error, which the entry of an operator turns into a status.
class TPUDNNImpl : public TPUDNNInterface
{
public:
    // `ownsStream`: the stream's name ends with the handle.
    TPUDNNImpl(std::shared_ptr<tpudnn::Stream> stream, bool ownsStream);
    ~TPUDNNImpl() override;
    TPUDNNImpl(const TPUDNNImpl &) = delete;
    TPUDNNImpl &operator=(const TPUDNNImpl &) = delete;

    // Physical address of a virtual one, interior pointers included; 0 for null. Throws for an address that is none of this device's.
    unsigned long long virtToPhys(const void *address) const; // the type of the fields that it is given to
    void *physToVirt(uint64_t address) const;

    // Launches what the chip's kernel table says for `key`. The argument struct is compared with the kernel's, field by field.
    template <class Args>
    tpudnnStatus_t launchKernel(const char *key, const Args *args, size_t size)
    {
        static_assert(tpudnn::KernelArgs<Args>::known,
                      "launchKernel takes a struct of chips/include/sg_api_struct.h or of a header in TPU_ARGUMENT_HEADERS");
        return launch(key, args, size, tpudnn::KernelArgs<Args>::layout());
    }
    // For arguments whose type is not known: the size alone is compared. `cores` 0: as many as the row says.
    tpudnnStatus_t launchBytes(const char *key, const void *args, size_t size, int cores);

    bool hasKernel(const char *key) const;
    // True where the chip's row of `key` says that it follows this form of the body.
    bool follows(const char *key, const char *form) const;
    // NOT_SUPPORTED and its sentence.
    tpudnnStatus_t notSupported(const char *key) const;

    tpudnnStatus_t memcpyD2S(void *dst, const void *src, uint64_t bytes); // waits
    tpudnnStatus_t memcpyS2D(void *dst, const void *src, uint64_t bytes); // host memory may go when it returns
    tpudnnStatus_t memcpyD2D(void *dst, uint64_t dstOffset, const void *src, uint64_t srcOffset, uint64_t bytes);
    tpudnnStatus_t synchronize();

    tpudnn::Device &device() const { return device_; }
    tpudnn::Stream &stream() const { return *stream_; }
    // "<chip> (device 1)"
    const std::string &deviceName() const;
    const tpudnn::KernelRow *row(const char *key) const;

private:
    tpudnnStatus_t launch(const char *key, const void *args, size_t size, const tpudnn::ArgsLayout &layout, int cores = 0);

    tpudnn::Device &device_;
    std::shared_ptr<tpudnn::Stream> stream_;
    bool ownsStream_;
};

// Owner of a function's device buffers, by virtual address. Buffers that are left are given back at the end of the scope, in stream order:
// kernels queued before still have them.
class TPUDNNScopedMemory
{
public:
    explicit TPUDNNScopedMemory(TPUDNNImpl *pimpl) : pimpl_(pimpl) {}
    ~TPUDNNScopedMemory();
    TPUDNNScopedMemory(const TPUDNNScopedMemory &) = delete;
    TPUDNNScopedMemory &operator=(const TPUDNNScopedMemory &) = delete;

    tpudnnStatus_t malloc(void **pointer, uint64_t bytes);
    void free(void *pointer);

private:
    TPUDNNImpl *pimpl_;
    std::vector<void *> buffers_;
};
