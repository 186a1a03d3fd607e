#include "stream.h"

#include "log.h"
#include "profile.h"
#include "status.h"

namespace tpudnn
{

// --- streams -------------------------------------------------------------------------------------------------------------------------------

Stream::Stream(Device &device, void *native, void *module) : device_(device)
{
    device.check(device.driver().stream_create(device.native(), native, module, &native_),
                 native || module ? "a handle on the runtime's own objects" : "creating a stream");
}

Stream::~Stream() { device_.driver().stream_destroy(native_); }

void Stream::refuseEnded() const { throw Error(TPUDNN_STATUS_BAD_PARAM, "the handle's stream " + hex(name_) + " was destroyed"); }

void Stream::refuseInCapture(const char *what) const
{
    if (capturing())
    {
        throw Error(TPUDNN_STATUS_NOT_SUPPORTED,
                    std::string(what) + " is not possible while the stream is captured; end the capture with tpudnnStreamEndCapture first");
    }
}

template <class Record>
bool Stream::recorded(Record &&record)
{
    if (!capturing())
    {
        return false;
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    if (recording_)
    {
        record(*recording_);
    }
    return recording_ != nullptr;
}

void Stream::launch(const KernelLaunch &launch)
{
    const auto record = [&](Recording &recording) {
        const auto *bytes = static_cast<const unsigned char *>(launch.args);
        recording.nodes.emplace_back(LaunchNode{launch.symbol, {bytes, bytes + launch.argsSize}, launch.cores});
    };
    if (recorded(record))
    {
        return;
    }
    const auto queue = [&] {
        queued();
        const tpudnnDriverLaunch_t native{launch.symbol, launch.args, launch.argsSize, launch.cores};
        device_.check(device_.driver().launch(native_, &native), launch.symbol);
    };
    if (profiled_.load(std::memory_order_relaxed))
    {
        std::unique_lock<std::mutex> lock(mutex_);
        const std::shared_ptr<Profile> profile = profile_;
        lock.unlock();
        if (profile)
        {
            profile->launch(launch, queue);
            return;
        }
    }
    queue();
}

void Stream::beginProfile(size_t room, bool withArguments)
{
    auto profile = std::make_shared<Profile>(*this, room, withArguments);
    const std::lock_guard<std::mutex> lock(mutex_);
    if (profile_)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, "the handle's stream is recorded already; call tpudnnDisableProfile first");
    }
    profile_ = std::move(profile);
    profiled_ = true;
}

std::shared_ptr<Profile> Stream::endProfile()
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!profile_)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, "the handle's stream is not recorded; call tpudnnEnableProfile first");
    }
    profiled_ = false;
    return std::move(profile_);
}

void Stream::copyH2D(uint64_t dst, const void *src, uint64_t bytes)
{
    const auto record = [&](Recording &recording) {
        const auto *data = static_cast<const unsigned char *>(src);
        recording.nodes.emplace_back(UploadNode{dst, std::make_shared<const std::vector<unsigned char>>(data, data + bytes)});
    };
    if (!recorded(record))
    {
        queued();
        device_.check(device_.driver().copy_h2d(native_, dst, src, bytes), "copying to the device");
    }
}

void Stream::copyD2H(void *dst, uint64_t src, uint64_t bytes)
{
    refuseInCapture("a copy to the host");
    queued();
    device_.check(device_.driver().copy_d2h(native_, dst, src, bytes), "copying to the host");
}

void Stream::copyD2D(uint64_t dst, uint64_t src, uint64_t bytes)
{
    if (!recorded([&](Recording &recording) { recording.nodes.emplace_back(CopyNode{dst, src, bytes}); }))
    {
        queued();
        device_.check(device_.driver().copy_d2d(native_, dst, src, bytes), "copying on the device");
    }
}

void Stream::fill(uint64_t dst, int value, uint64_t bytes)
{
    if (!recorded([&](Recording &recording) { recording.nodes.emplace_back(FillNode{dst, value, bytes}); }))
    {
        queued();
        device_.check(device_.driver().fill(native_, dst, value, bytes), "filling memory");
    }
}

void Stream::waitEvent(const Event &event)
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

void Stream::release(void *address)
{
    if (!recorded([&](Recording &recording) { recording.memory->keep(address); }))
    {
        device_.release(address, this);
    }
}

void Stream::promiseRelease()
{
    recorded([](Recording &recording) { recording.memory->promise(); });
}

void Stream::releasePromised(void *address)
{
    if (!recorded([&](Recording &recording) { recording.memory->keepPromised(address); }))
    {
        device_.release(address, this);
    }
}

void Stream::synchronize()
{
    refuseInCapture("waiting for the stream");
    drain();
}

void Stream::drain()
{
    const uint64_t reached = sequence_.load();
    device_.check(device_.driver().stream_synchronize(native_), "waiting for the stream");
    finished_ = reached;
}

bool Stream::query()
{
    refuseInCapture("asking the stream");
    if (!device_.driverProperties().asynchronous || finished_ == sequence_)
    {
        return true;
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    const uint64_t asked = sequence_;
    if (marked_ != asked)
    {
        if (!marker_)
        {
            marker_ = std::make_unique<Event>(device_);
        }
        marker_->record(*this);
        marked_ = asked;
    }
    return marker_->query();
}

void Stream::beginCapture()
{
    auto recording = std::make_unique<Recording>(device_);
    const std::lock_guard<std::mutex> lock(mutex_);
    if (recording_)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, "stream " + hex(name_) + " is captured already");
    }
    recording_ = std::move(recording);
    capturing_ = true;
}

std::unique_ptr<Recording> Stream::endCapture()
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!recording_)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, "stream " + hex(name_) + " is not captured; call tpudnnStreamBeginCapture first");
    }
    capturing_ = false;
    return std::move(recording_);
}

void Stream::replay(const Recording &recording)
{
    if (&recording.device != &device_)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM,
                    "exec was captured on " + recording.device.name() + ", the stream " + hex(name_) + " is of " + device_.name());
    }
    recorded([&](Recording &outer) { outer.replayed.push_back(recording.memory); });
    for (const Node &node : recording.nodes)
    {
        if (const auto *kernel = std::get_if<LaunchNode>(&node))
        {
            launch({kernel->symbol, kernel->args.data(), kernel->args.size(), kernel->cores});
        }
        else if (const auto *upload = std::get_if<UploadNode>(&node))
        {
            copyH2D(upload->dst, upload->bytes->data(), upload->bytes->size());
        }
        else if (const auto *copy = std::get_if<CopyNode>(&node))
        {
            copyD2D(copy->dst, copy->src, copy->bytes);
        }
        else if (const auto *set = std::get_if<FillNode>(&node))
        {
            fill(set->dst, set->value, set->bytes);
        }
    }
}

// --- events --------------------------------------------------------------------------------------------------------------------------------

Event::Event(Device &device) : device_(device)
{
    if (device.driver().event_create)
    {
        device.check(device.driver().event_create(device.native(), &native_), "creating an event");
    }
}

Event::~Event()
{
    if (native_)
    {
        device_.driver().event_destroy(native_);
    }
}

void Event::record(Stream &stream)
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
        time_ = Clock::now().time_since_epoch();
    }
    recorded_ = true;
}

bool Event::query() const
{
    if (!native_ || !recorded_)
    {
        return true;
    }
    int done = 0;
    device_.check(device_.driver().event_query(native_, &done), "asking an event");
    return done != 0;
}

void Event::synchronize() const
{
    if (native_ && recorded_)
    {
        device_.check(device_.driver().event_synchronize(native_), "waiting for an event");
    }
}

float Event::elapsedSince(const Event &start) const
{
    if (&start.device() != &device_)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, "start is an event of " + start.device().name() + ", end of " + device_.name());
    }
    if (!recorded_ || !start.recorded_)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, std::string(start.recorded_ ? "end" : "start") +
                                                 " was never recorded; both events must have been recorded, by tpudnnEventRecord");
    }
    start.synchronize();
    synchronize();
    if (!native_)
    {
        return std::chrono::duration<float, std::milli>(time_.load() - start.time_.load()).count();
    }
    float ms = 0;
    const auto status = device_.driver().event_elapsed(&ms, start.native_, native_);
    if (status != TPUDNN_STATUS_SUCCESS && status != TPUDNN_STATUS_OUT_OF_MEMORY)
    {
        // Both were reached a moment ago: another thread has recorded one of them again.
        throw Error(TPUDNN_STATUS_BAD_PARAM, "start or end was recorded again by another thread while the time between them was read");
    }
    device_.check(status, "reading the time between events");
    return ms;
}

} // namespace tpudnn
