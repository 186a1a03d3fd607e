// C API: streams and events.
#include "device.h"
#include "status.h"
#include "stream.h"

using tpudnn::Device;
using tpudnn::Error;
using tpudnn::guarded;
using tpudnn::required;

extern "C" tpudnnStatus_t tpudnnStreamCreate(int deviceID, tpudnnStream_t *stream)
{
    return guarded("tpudnnStreamCreate", [&] {
        *required(stream, "stream") = nullptr;
        *stream = Device::get(deviceID).createStream(nullptr, nullptr);
    });
}

extern "C" tpudnnStatus_t tpudnnStreamDestroy(tpudnnStream_t stream)
{
    return guarded("tpudnnStreamDestroy", [&] {
        if (!stream)
        {
            return;
        }
        Device &device = stream->device();
        if (stream == &device.defaultStream())
        {
            throw Error(TPUDNN_STATUS_BAD_PARAM, "the default stream of " + device.name() + " cannot be destroyed");
        }
        const tpudnnStatus_t waited = stream->capturing() ? TPUDNN_STATUS_SUCCESS
                                                          : guarded("waiting before the stream goes", [&] { stream->synchronize(); });
        device.destroyStream(stream);
        if (waited != TPUDNN_STATUS_SUCCESS)
        {
            throw Error(waited, tpudnn::lastError());
        }
    });
}

extern "C" tpudnnStatus_t tpudnnGetDefaultStream(int deviceID, tpudnnStream_t *stream)
{
    return guarded("tpudnnGetDefaultStream", [&] { *required(stream, "stream") = &Device::get(deviceID).defaultStream(); });
}

extern "C" tpudnnStatus_t tpudnnStreamSynchronize(tpudnnStream_t stream)
{
    return guarded("tpudnnStreamSynchronize", [&] { required(stream, "stream")->synchronize(); });
}

extern "C" tpudnnStatus_t tpudnnStreamQuery(tpudnnStream_t stream, int *done)
{
    return guarded("tpudnnStreamQuery", [&] { *required(done, "done") = required(stream, "stream")->query() ? 1 : 0; });
}

extern "C" tpudnnStatus_t tpudnnStreamWaitEvent(tpudnnStream_t stream, tpudnnEvent_t event)
{
    return guarded("tpudnnStreamWaitEvent", [&] { required(stream, "stream")->waitEvent(*required(event, "event")); });
}

extern "C" tpudnnStatus_t tpudnnEventCreate(int deviceID, tpudnnEvent_t *event)
{
    return guarded("tpudnnEventCreate", [&] {
        *required(event, "event") = nullptr;
        *event = new tpudnnEvent_st(Device::get(deviceID));
    });
}

extern "C" tpudnnStatus_t tpudnnEventDestroy(tpudnnEvent_t event)
{
    return guarded("tpudnnEventDestroy", [&] { delete event; });
}

extern "C" tpudnnStatus_t tpudnnEventRecord(tpudnnEvent_t event, tpudnnStream_t stream)
{
    return guarded("tpudnnEventRecord", [&] { required(event, "event")->record(*required(stream, "stream")); });
}

extern "C" tpudnnStatus_t tpudnnEventQuery(tpudnnEvent_t event, int *done)
{
    return guarded("tpudnnEventQuery", [&] { *required(done, "done") = required(event, "event")->query() ? 1 : 0; });
}

extern "C" tpudnnStatus_t tpudnnEventSynchronize(tpudnnEvent_t event)
{
    return guarded("tpudnnEventSynchronize", [&] { required(event, "event")->synchronize(); });
}

extern "C" tpudnnStatus_t tpudnnEventElapsedTime(float *ms, tpudnnEvent_t start, tpudnnEvent_t end)
{
    return guarded("tpudnnEventElapsedTime",
                   [&] { *required(ms, "ms") = required(end, "end")->elapsedSince(*required(start, "start")); });
}
