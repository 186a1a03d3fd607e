#include "stream.h"

#include "log.h"
#include "status.h"

using tpudnn::Error;

// --- streams -------------------------------------------------------------------------------------------------------------------------------

tpudnnStream_st::~tpudnnStream_st() { device_.driver().stream_destroy(native_); }

void tpudnnStream_st::refuseInCapture(const char *what) const
{
    if (recording_)
    {
        throw Error(TPUDNN_STATUS_NOT_SUPPORTED,
                    std::string(what) + " is not possible while the stream is captured; end the capture with tpudnnStreamEndCapture first");
    }
}

void tpudnnStream_st::launch(const tpudnn::KernelLaunch &launch)
{
    if (recording_)
    {
        const auto *bytes = static_cast<const unsigned char *>(launch.args);
        recording_->nodes.emplace_back(tpudnn::LaunchNode{launch.symbol, {bytes, bytes + launch.argsSize}, launch.cores});
        return;
    }
    queued();
    const tpudnnDriverLaunch_t native{launch.symbol, launch.args, launch.argsSize, launch.cores};
    device_.check(device_.driver().launch(native_, &native), launch.symbol);
}

void tpudnnStream_st::copyH2D(uint64_t dst, const void *src, uint64_t bytes)
{
    if (recording_)
    {
        const auto *data = static_cast<const unsigned char *>(src);
        recording_->nodes.emplace_back(
            tpudnn::UploadNode{dst, std::make_shared<const std::vector<unsigned char>>(data, data + bytes)});
        return;
    }
    queued();
    device_.check(device_.driver().copy_h2d(native_, dst, src, bytes), "copying to the device");
}

void tpudnnStream_st::copyD2H(void *dst, uint64_t src, uint64_t bytes)
{
    refuseInCapture("a copy to the host");
    queued();
    device_.check(device_.driver().copy_d2h(native_, dst, src, bytes), "copying to the host");
}

void tpudnnStream_st::copyD2D(uint64_t dst, uint64_t src, uint64_t bytes)
{
    if (recording_)
    {
        recording_->nodes.emplace_back(tpudnn::CopyNode{dst, src, bytes});
        return;
    }
    queued();
    device_.check(device_.driver().copy_d2d(native_, dst, src, bytes), "copying on the device");
}

void tpudnnStream_st::fill(uint64_t dst, int value, uint64_t bytes)
{
    if (recording_)
    {
        recording_->nodes.emplace_back(tpudnn::FillNode{dst, value, bytes});
        return;
    }
    queued();
    device_.check(device_.driver().fill(native_, dst, value, bytes), "filling memory");
}

void tpudnnStream_st::waitEvent(const tpudnnEvent_st &event)
{
    refuseInCapture("waiting for an event");
    if (!event.recorded())
    {
        return;
    }
    if (&event.device() == &device_ && event.native())
    {
        queued();
        device_.check(device_.driver().stream_wait_event(native_, event.native()), "waiting for an event");
        return;
    }
    event.synchronize(); // of another device: the host waits
}

void tpudnnStream_st::release(void *address)
{
    if (recording_ && address)
    {
        recording_->memory->keep(address);
        return;
    }
    device_.release(address, this);
}

void tpudnnStream_st::synchronize()
{
    refuseInCapture("waiting for the stream");
    device_.check(device_.driver().stream_synchronize(native_), "waiting for the stream");
    finished_ = sequence_;
}

bool tpudnnStream_st::query()
{
    refuseInCapture("asking the stream");
    if (!device_.driverProperties().asynchronous || finished_ == sequence_)
    {
        return true;
    }
    if (marked_ != sequence_)
    {
        if (!marker_)
        {
            marker_ = std::make_unique<tpudnnEvent_st>(device_);
        }
        marker_->record(*this);
        marked_ = sequence_;
    }
    return marker_->query();
}

void tpudnnStream_st::beginCapture()
{
    if (recording_)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, "the stream is captured already");
    }
    recording_ = std::make_unique<tpudnn::Recording>(device_);
}

std::unique_ptr<tpudnn::Recording> tpudnnStream_st::endCapture()
{
    if (!recording_)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, "the stream is not captured; call tpudnnStreamBeginCapture first");
    }
    return std::move(recording_);
}

void tpudnnStream_st::replay(const tpudnn::Recording &recording)
{
    if (&recording.device != &device_)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM,
                    "the graph was captured on " + recording.device.name() + ", the stream is of " + device_.name());
    }
    for (const tpudnn::Node &node : recording.nodes)
    {
        if (const auto *kernel = std::get_if<tpudnn::LaunchNode>(&node))
        {
            launch({kernel->symbol, kernel->args.data(), kernel->args.size(), kernel->cores});
        }
        else if (const auto *upload = std::get_if<tpudnn::UploadNode>(&node))
        {
            copyH2D(upload->dst, upload->bytes->data(), upload->bytes->size());
        }
        else if (const auto *copy = std::get_if<tpudnn::CopyNode>(&node))
        {
            copyD2D(copy->dst, copy->src, copy->bytes);
        }
        else if (const auto *set = std::get_if<tpudnn::FillNode>(&node))
        {
            fill(set->dst, set->value, set->bytes);
        }
    }
}

// --- events --------------------------------------------------------------------------------------------------------------------------------

tpudnnEvent_st::tpudnnEvent_st(tpudnn::Device &device) : device_(device)
{
    if (device.driver().event_create)
    {
        device.check(device.driver().event_create(device.native(), &native_), "creating an event");
    }
}

tpudnnEvent_st::~tpudnnEvent_st()
{
    if (native_)
    {
        device_.driver().event_destroy(native_);
    }
}

void tpudnnEvent_st::record(tpudnnStream_st &stream)
{
    if (&stream.device() != &device_)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, "the event is of " + device_.name() + ", the stream of " + stream.device().name());
    }
    if (stream.capturing())
    {
        throw Error(TPUDNN_STATUS_NOT_SUPPORTED, "events are not recorded while the stream is captured");
    }
    if (native_)
    {
        device_.check(device_.driver().event_record(native_, stream.native()), "recording an event");
    }
    else
    {
        stream.synchronize();
        time_ = std::chrono::steady_clock::now();
    }
    recorded_ = true;
}

bool tpudnnEvent_st::query() const
{
    if (!native_ || !recorded_)
    {
        return true;
    }
    int done = 0;
    device_.check(device_.driver().event_query(native_, &done), "asking an event");
    return done != 0;
}

void tpudnnEvent_st::synchronize() const
{
    if (native_ && recorded_)
    {
        device_.check(device_.driver().event_synchronize(native_), "waiting for an event");
    }
}

float tpudnnEvent_st::elapsedSince(const tpudnnEvent_st &start) const
{
    if (&start.device() != &device_ || !recorded_ || !start.recorded_)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, "both events must have been recorded, on one device");
    }
    start.synchronize();
    synchronize();
    if (!native_)
    {
        return std::chrono::duration<float, std::milli>(time_ - start.time_).count();
    }
    float ms = 0;
    device_.check(device_.driver().event_elapsed(&ms, start.native_, native_), "reading the time between events");
    return ms;
}
