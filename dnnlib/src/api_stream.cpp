// C API: streams and events.
#include "device.h"
#include "status.h"
#include "stream.h"

using tpudnn::checked;
using tpudnn::Device;
using tpudnn::Event;
using tpudnn::guarded;
using tpudnn::publish;
using tpudnn::required;
using tpudnn::retired;
using tpudnn::Stream;

extern "C" tpudnnStatus_t tpudnnStreamCreate(int deviceID, tpudnnStream_t *stream)
{
    return guarded("tpudnnStreamCreate", [&] {
        *required(stream, "stream") = nullptr;
        *stream = Device::get(deviceID).createStream(nullptr, nullptr)->name();
    });
}

extern "C" tpudnnStatus_t tpudnnStreamDestroy(tpudnnStream_t stream)
{
    return guarded("tpudnnStreamDestroy", [&] {
        if (stream)
        {
            Device::destroyStream(stream);
        }
    });
}

extern "C" tpudnnStatus_t tpudnnGetDefaultStream(int deviceID, tpudnnStream_t *stream)
{
    return guarded("tpudnnGetDefaultStream", [&] { *required(stream, "stream") = Device::get(deviceID).defaultStream()->name(); });
}

extern "C" tpudnnStatus_t tpudnnStreamSynchronize(tpudnnStream_t stream)
{
    return guarded("tpudnnStreamSynchronize", [&] { checked<Stream>(stream, "stream")->synchronize(); });
}

extern "C" tpudnnStatus_t tpudnnStreamQuery(tpudnnStream_t stream, int *done)
{
    return guarded("tpudnnStreamQuery", [&] { *required(done, "done") = checked<Stream>(stream, "stream")->query() ? 1 : 0; });
}

extern "C" tpudnnStatus_t tpudnnStreamWaitEvent(tpudnnStream_t stream, tpudnnEvent_t event)
{
    return guarded("tpudnnStreamWaitEvent", [&] { checked<Stream>(stream, "stream")->waitEvent(*checked<Event>(event, "event")); });
}

extern "C" tpudnnStatus_t tpudnnEventCreate(int deviceID, tpudnnEvent_t *event)
{
    return guarded("tpudnnEventCreate", [&] {
        *required(event, "event") = nullptr;
        *event = publish<Event>(std::make_unique<Event>(Device::get(deviceID)));
    });
}

extern "C" tpudnnStatus_t tpudnnEventDestroy(tpudnnEvent_t event)
{
    return guarded("tpudnnEventDestroy", [&] {
        if (event)
        {
            retired<Event>(event, "event");
        }
    });
}

extern "C" tpudnnStatus_t tpudnnEventRecord(tpudnnEvent_t event, tpudnnStream_t stream)
{
    return guarded("tpudnnEventRecord", [&] { checked<Event>(event, "event")->record(*checked<Stream>(stream, "stream")); });
}

extern "C" tpudnnStatus_t tpudnnEventQuery(tpudnnEvent_t event, int *done)
{
    return guarded("tpudnnEventQuery", [&] { *required(done, "done") = checked<Event>(event, "event")->query() ? 1 : 0; });
}

extern "C" tpudnnStatus_t tpudnnEventSynchronize(tpudnnEvent_t event)
{
    return guarded("tpudnnEventSynchronize", [&] { checked<Event>(event, "event")->synchronize(); });
}

extern "C" tpudnnStatus_t tpudnnEventElapsedTime(float *ms, tpudnnEvent_t start, tpudnnEvent_t end)
{
    return guarded("tpudnnEventElapsedTime", [&] {
        required(ms, "ms");
        *ms = checked<Event>(end, "end")->elapsedSince(*checked<Event>(start, "start"));
    });
}
