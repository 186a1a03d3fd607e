#include "stream.h"

#include <exception>

#include "kernel_table.h"
#include "log.h"
#include "observed.h" // for those of tpudnnActivitySubscribe
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

template <class MakeWork>
bool Stream::recordedWork(MakeWork &&work)
{
    return recorded([&](Recording &recording) { recording.nodes.push_back({work(), runningOperator(), currentCorrelation()}); });
}

template <class Queue>
void Stream::measure(Measurement &measurement, Queue &&queue)
{
    const std::lock_guard<std::mutex> lock(measuring_);
    measurement.begin(*this);
    queue();
    measurement.end(*this, timeBase_);
}

template <class Describe, class Queue>
void Stream::perform(uint32_t kind, Describe &&describe, Queue &&queue)
{
    if (!subscribedTo(kind))
    {
        queue();
        return;
    }
    Measurements times;
    const auto run = [&](Activity *activity) {
        if (!activity || !activity->timed())
        {
            queue();
            return;
        }
        Measurement &measurement = times.emplace_back(*activity);
        try
        {
            measure(measurement, queue);
        }
        catch (...)
        {
            measurement.forget();
            keep(times); // the driver may still write there
            throw;
        }
    };
    observed(static_cast<tpudnnActivityKind_t>(kind), device_, this, describe, run);
    keep(times);
}

// Device times that are told once the stream was waited for; on a synchronous chip it has been.
void Stream::keep(Measurements &measurements) noexcept
{
    if (!device_.driverProperties().asynchronous)
    {
        for (Measurement &measurement : measurements)
        {
            measurement.tell(this);
        }
        return;
    }
    const std::lock_guard<std::mutex> lock(timesMutex_);
    times_.splice(times_.end(), measurements);
}

void Stream::launch(const KernelLaunch &launch)
{
    const auto work = [&] {
        const auto *bytes = static_cast<const unsigned char *>(launch.args);
        return LaunchNode{launch.row, {bytes, bytes + launch.argsSize}, launch.cores};
    };
    if (recordedWork(work))
    {
        return;
    }
    const auto describe = [&](tpudnnActivity_t &activity) {
        activity.key = launch.row->key.c_str();
        activity.symbol = launch.row->symbol.c_str();
        activity.args_name = launch.row->args.c_str();
        activity.args = launch.args;
        activity.args_size = launch.argsSize;
        activity.cores = launch.cores;
    };
    perform(TPUDNN_ACTIVITY_LAUNCH, describe, [&] {
        queued();
        const tpudnnDriverLaunch_t native{launch.row->symbol.c_str(), launch.args, launch.argsSize, launch.cores};
        device_.check(device_.driver().launch(native_, &native), native.symbol);
    });
}

void Stream::beginProfile(size_t room, bool withArguments)
{
    auto profile = std::make_shared<Profile>(*this, room, withArguments);
    const std::lock_guard<std::mutex> lock(mutex_);
    if (profile_)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, "the handle's stream is recorded already; call tpudnnDisableProfile first");
    }
    profile->start();
    profile_ = std::move(profile);
}

std::shared_ptr<Profile> Stream::endProfile()
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!profile_)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, "the handle's stream is not recorded; call tpudnnEnableProfile first");
    }
    return std::move(profile_);
}

namespace
{

// What an activity tells of a copy: physical addresses, 0 for the host's end.
auto ends(uint64_t dst, uint64_t src, const void *host, uint64_t bytes)
{
    return [=](tpudnnActivity_t &activity) {
        activity.dst = dst;
        activity.src = src;
        activity.host = host;
        activity.bytes = bytes;
    };
}

} // namespace

void Stream::copyH2D(uint64_t dst, const void *src, uint64_t bytes)
{
    const auto work = [&] {
        const auto *data = static_cast<const unsigned char *>(src);
        return UploadNode{dst, std::make_shared<const std::vector<unsigned char>>(data, data + bytes)};
    };
    if (recordedWork(work))
    {
        return;
    }
    perform(TPUDNN_ACTIVITY_COPY_H2D, ends(dst, 0, src, bytes), [&] {
        queued();
        device_.check(device_.driver().copy_h2d(native_, dst, src, bytes), "copying to the device");
    });
}

void Stream::copyD2H(void *dst, uint64_t src, uint64_t bytes)
{
    refuseInCapture("a copy to the host");
    perform(TPUDNN_ACTIVITY_COPY_D2H, ends(0, src, dst, bytes), [&] {
        queued();
        device_.check(device_.driver().copy_d2h(native_, dst, src, bytes), "copying to the host");
    });
}

void Stream::copyD2D(uint64_t dst, uint64_t src, uint64_t bytes)
{
    if (recordedWork([&] { return CopyNode{dst, src, bytes}; }))
    {
        return;
    }
    perform(TPUDNN_ACTIVITY_COPY_D2D, ends(dst, src, nullptr, bytes), [&] {
        queued();
        device_.check(device_.driver().copy_d2d(native_, dst, src, bytes), "copying on the device");
    });
}

void Stream::copyPeer(uint64_t dst, const Device &from, uint64_t src, uint64_t bytes)
{
    refuseInCapture("a copy from another device");
    perform(TPUDNN_ACTIVITY_COPY_D2D, ends(dst, src, nullptr, bytes), [&] {
        queued();
        device_.check(device_.driver().copy_peer(native_, dst, from.native(), src, bytes), "copying from another device");
    });
}

void Stream::fill(uint64_t dst, int value, uint64_t bytes)
{
    if (recordedWork([&] { return FillNode{dst, value, bytes}; }))
    {
        return;
    }
    const auto describe = [&](tpudnnActivity_t &activity) {
        activity.dst = dst;
        activity.value = value;
        activity.bytes = bytes;
    };
    perform(TPUDNN_ACTIVITY_FILL, describe, [&] {
        queued();
        device_.check(device_.driver().fill(native_, dst, value, bytes), "filling memory");
    });
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

void *Stream::allocate(uint64_t bytes)
{
    void *address = nullptr;
    if (!recorded([&](Recording &recording) { address = recording.memory->take(bytes); }))
    {
        return device_.allocate(bytes, this);
    }
    if (!address)
    {
        address = device_.allocate(bytes, nullptr);
        recorded([&](Recording &recording) { recording.memory->own(address, bytes); });
    }
    return address;
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
    observed(TPUDNN_ACTIVITY_SYNCHRONIZE, device_, this, [](tpudnnActivity_t &) {}, [&](Activity *) { wait(); });
}

void Stream::wait()
{
    Measurements reachable;
    {
        const std::lock_guard<std::mutex> lock(timesMutex_);
        reachable.swap(times_);
    }
    const uint64_t reached = sequence_.load();
    const tpudnnStatus_t status = device_.driver().stream_synchronize(native_);
    if (status == TPUDNN_STATUS_SUCCESS)
    {
        finished_ = reached;
    }
    std::exception_ptr failure;
    try
    {
        device_.check(status, "waiting for the stream"); // now: callbacks may change what the driver says
        reportHeldFault();
    }
    catch (const Error &error)
    {
        failure = std::current_exception();
        holdFault(error);
    }
    if (status != TPUDNN_STATUS_SUCCESS && status != TPUDNN_STATUS_DEVICE_FAULT) // perhaps it has not waited
    {
        const std::lock_guard<std::mutex> lock(timesMutex_);
        times_.splice(times_.begin(), reachable);
    }
    for (Measurement &measurement : reachable)
    {
        measurement.tell(this);
    }
    if (failure)
    {
        std::rethrow_exception(failure);
    }
}

// A fault is reported once. What a callback's wait has met is the program's too.
void Stream::holdFault(const Error &error)
{
    if (error.status() == TPUDNN_STATUS_DEVICE_FAULT && inCallback())
    {
        const std::lock_guard<std::mutex> lock(timesMutex_);
        heldFault_ = error.what();
    }
}

void Stream::reportHeldFault()
{
    if (inCallback())
    {
        return;
    }
    std::string held;
    {
        const std::lock_guard<std::mutex> lock(timesMutex_);
        held.swap(heldFault_);
    }
    if (!held.empty())
    {
        throw Error(TPUDNN_STATUS_DEVICE_FAULT, held);
    }
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
    if (recorded([&](Recording &outer) { outer.replayed.push_back(recording.memory); }))
    {
        replayNodes(recording);
        return;
    }
    observed(TPUDNN_ACTIVITY_GRAPH, device_, this, [](tpudnnActivity_t &) {}, [&](Activity *) { replayNodes(recording); });
}

void Stream::replayNodes(const Recording &recording)
{
    for (const Node &node : recording.nodes)
    {
        if (const auto *kernel = std::get_if<LaunchNode>(&node.work))
        {
            launch({kernel->row, kernel->args.data(), kernel->args.size(), kernel->cores});
        }
        else if (const auto *upload = std::get_if<UploadNode>(&node.work))
        {
            copyH2D(upload->dst, upload->bytes->data(), upload->bytes->size());
        }
        else if (const auto *copy = std::get_if<CopyNode>(&node.work))
        {
            copyD2D(copy->dst, copy->src, copy->bytes);
        }
        else if (const auto *set = std::get_if<FillNode>(&node.work))
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
        observed(
            TPUDNN_ACTIVITY_SYNCHRONIZE, device_, nullptr, [](tpudnnActivity_t &) {},
            [&](Activity *) { device_.check(device_.driver().event_synchronize(native_), "waiting for an event"); });
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
