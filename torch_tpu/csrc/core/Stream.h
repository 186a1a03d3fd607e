#pragma once

#include <c10/core/Device.h>
#include <c10/core/Stream.h>

#include "core/Export.h"
#include "tpuDNNRuntime.h"

namespace c10_tpu
{

/// A stream of one tpu device: a c10 stream that converts to the libtpudnn handle behind it.
///
/// Stream id 0 is the device's default stream. A handle is made when a stream is first used and lives as long as the process.
class TPU_API TPUStream
{
public:
    explicit TPUStream(c10::Stream stream);

    /// The libtpudnn handle: what every tpudnn*Async function takes first.
    operator tpudnnHandle_t() const;
    tpudnnHandle_t handle() const;
    tpudnnStream_t stream() const;

    c10::Stream unwrap() const { return stream_; }
    c10::DeviceIndex device_index() const { return stream_.device_index(); }
    c10::StreamId id() const { return stream_.id(); }

    /// Waits for everything issued so far. Raises the fault of a kernel that ran on this stream.
    void synchronize() const;
    /// True when nothing issued so far is left to run.
    bool query() const;

private:
    c10::Stream stream_;
};

/// The calling thread's current stream of `device`; -1 means the current device.
TPU_API TPUStream getCurrentTPUStream(c10::DeviceIndex device = -1);
TPU_API TPUStream getDefaultTPUStream(c10::DeviceIndex device = -1);
/// A stream of its own, never shared with another caller.
TPU_API TPUStream getNewTPUStream(c10::DeviceIndex device = -1);
/// Makes `stream` current for the calling thread on its device; returns the one that was.
TPU_API TPUStream exchangeCurrentTPUStream(TPUStream stream);
/// Waits for all streams of `device`.
TPU_API void synchronizeDevice(c10::DeviceIndex device);

} // namespace c10_tpu
