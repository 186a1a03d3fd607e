// The device's activities for torch.profiler: kernels, copies and fills with their times, each behind the operator that caused it.

// As in the build of PyTorch, whose headers these are.
#define FMT_HEADER_ONLY // PyTorch hides its own
#define USE_KINETO
#define KINETO_NAMESPACE libkineto
#include <libkineto.h>
#include <output_base.h>
#include <torch/csrc/profiler/standalone/privateuse1_profiler.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/Status.h"
#include "tpuDNN.h"
#include "tpuDNN/Activity.h" // a converted tree's tpuDNNTensor.h has its own families only

namespace c10_tpu
{
namespace
{

using libkineto::ActivityType;
using libkineto::GenericTraceActivity;

constexpr uint32_t kWork = 1U << TPUDNN_ACTIVITY_LAUNCH | 1U << TPUDNN_ACTIVITY_COPY_H2D | 1U << TPUDNN_ACTIVITY_COPY_D2H |
                           1U << TPUDNN_ACTIVITY_COPY_D2D | 1U << TPUDNN_ACTIVITY_FILL;

/// One launch, copy or fill.
struct Work
{
    tpudnnActivity_t activity{}; // what lasts of it
    bool ran = false;            // its device times are there
};

ActivityType typeOf(tpudnnActivityKind_t kind)
{
    switch (kind)
    {
    case TPUDNN_ACTIVITY_LAUNCH:
        return ActivityType::CONCURRENT_KERNEL;
    case TPUDNN_ACTIVITY_FILL:
        return ActivityType::GPU_MEMSET;
    default:
        return ActivityType::GPU_MEMCPY;
    }
}

const char *nameOf(const tpudnnActivity_t &activity)
{
    switch (activity.kind)
    {
    case TPUDNN_ACTIVITY_LAUNCH:
        return activity.symbol;
    case TPUDNN_ACTIVITY_COPY_H2D:
        return "Memcpy HtoD";
    case TPUDNN_ACTIVITY_COPY_D2H:
        return "Memcpy DtoH";
    case TPUDNN_ACTIVITY_COPY_D2D:
        return "Memcpy DtoD";
    default:
        return "Memset";
    }
}

// Between the library's clock and that of the profiler, in nanoseconds.
int64_t clockOffset()
{
    const auto monotonic = std::chrono::steady_clock::now().time_since_epoch();
    const auto wall = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(wall - monotonic).count();
}

class Session final : public libkineto::IActivityProfilerSession
{
public:
    ~Session() override { tpudnnActivityUnsubscribe(subscriber_); }

    void start() override
    {
        offset_ = clockOffset();
        const auto note = [](const tpudnnActivity_t *activity, void *self) { static_cast<Session *>(self)->note(*activity); };
        if (tpudnnActivitySubscribe(&subscriber_, kWork, TPUDNN_ACTIVITY_DEVICE_TIMES, note, this) != TPUDNN_STATUS_SUCCESS)
        {
            errors_.emplace_back(tpudnnGetLastError());
        }
        status_ = libkineto::TraceStatus::RECORDING;
    }

    void stop() override
    {
        // A fault of the work is told by the program's own next wait, too.
        if (tpudnnActivityFlush() != TPUDNN_STATUS_SUCCESS)
        {
            errors_.emplace_back(tpudnnGetLastError());
        }
        tpudnnActivityUnsubscribe(std::exchange(subscriber_, nullptr));
        status_ = libkineto::TraceStatus::PROCESSING;
    }

    std::vector<std::string> errors() override { return errors_; }

    void processTrace(libkineto::ActivityLogger &logger) override
    {
        processTrace(logger, [](int32_t) -> const libkineto::ITraceActivity * { return nullptr; }, INT64_MIN, INT64_MAX);
    }

    void processTrace(libkineto::ActivityLogger &logger, libkineto::getLinkedActivityCallback linked, int64_t start, int64_t end) override
    {
        for (const auto &[sequence, work] : work_)
        {
            const int64_t called = static_cast<int64_t>(work.activity.start_ns) + offset_;
            if (called < start || called > end)
            {
                continue;
            }
            const auto *cause = work.activity.correlation != 0 ? linked(static_cast<int32_t>(work.activity.correlation)) : nullptr;
            addCall(work, sequence, cause);
            if (work.ran)
            {
                addWork(work, sequence, cause);
            }
        }
        for (const auto &activity : buffer_->activities)
        {
            activity->log(logger);
        }
        for (const auto &[device, name] : devices_)
        {
            logger.handleDeviceInfo({device, libkineto::kExceedMaxPid + device, name, name}, start);
        }
        for (const auto &[device, stream] : streams_)
        {
            logger.handleResourceInfo({stream, stream, device, "stream " + std::to_string(stream)}, start);
        }
    }

    std::unique_ptr<libkineto::DeviceInfo> getDeviceInfo() override { return nullptr; } // one each, in processTrace
    std::vector<libkineto::ResourceInfo> getResourceInfos() override { return {}; }
    std::unique_ptr<libkineto::CpuTraceBuffer> getTraceBuffer() override { return std::move(buffer_); }

    void pushCorrelationId(uint64_t id) override { tpudnnActivityPushCorrelation(id); }
    void popCorrelationId() override { tpudnnActivityPopCorrelation(nullptr); }

private:
    void note(const tpudnnActivity_t &activity)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (activity.phase == TPUDNN_ACTIVITY_DEVICE_TIME)
        {
            const auto found = work_.find(activity.sequence);
            if (found != work_.end())
            {
                const uint64_t returned = found->second.activity.end_ns; // the call
                found->second = {activity, (activity.measured & TPUDNN_ACTIVITY_HAS_HOST_NS) != 0};
                found->second.activity.end_ns = returned;
            }
        }
        else if (activity.phase == TPUDNN_ACTIVITY_ENTER)
        {
            work_[activity.sequence].activity = activity;
        }
        else
        {
            work_[activity.sequence].activity.end_ns = activity.end_ns;
        }
    }

    GenericTraceActivity &add(const Work &work, ActivityType type, const std::string &name, uint64_t begin, uint64_t end, uint64_t sequence)
    {
        buffer_->emplace_activity(buffer_->span, type, name);
        GenericTraceActivity &made = *buffer_->activities.back();
        made.startTime = static_cast<int64_t>(begin) + offset_;
        made.endTime = static_cast<int64_t>(end) + offset_;
        made.id = static_cast<int32_t>(sequence);
        made.threadId = static_cast<int32_t>(work.activity.thread);
        made.flow.id = static_cast<uint32_t>(sequence);
        made.flow.type = libkineto::kLinkAsyncCpuGpu;
        return made;
    }

    // The call that put the work on its stream.
    void addCall(const Work &work, uint64_t sequence, const libkineto::ITraceActivity *cause)
    {
        const tpudnnActivity_t &of = work.activity;
        const std::string name = std::string("tpudnn ") + (of.kind == TPUDNN_ACTIVITY_LAUNCH ? "launch" : nameOf(of));
        GenericTraceActivity &made =
            add(work, ActivityType::PRIVATEUSE1_RUNTIME, name, of.start_ns, std::max(of.end_ns, of.start_ns), sequence);
        made.device = libkineto::processId();
        made.resource = static_cast<int32_t>(of.thread);
        made.flow.start = 1;
        made.linked = cause;
        made.addMetadata("correlation", sequence);
        if (of.correlation != 0)
        {
            made.addMetadata("External id", of.correlation);
        }
    }

    void addWork(const Work &work, uint64_t sequence, const libkineto::ITraceActivity *cause)
    {
        const tpudnnActivity_t &of = work.activity;
        GenericTraceActivity &made = add(work, typeOf(of.kind), nameOf(of), of.device_host_start_ns, of.device_host_end_ns, sequence);
        made.device = of.device;
        made.resource = of.stream_number;
        made.linked = cause;
        devices_.try_emplace(of.device, "tpu:" + std::to_string(of.device) + " (" + of.chip + ")");
        streams_.emplace(of.device, of.stream_number);
        made.addMetadataQuoted("chip", of.chip);
        made.addMetadata("device", of.device);
        made.addMetadata("stream", of.stream_number);
        made.addMetadata("correlation", sequence);
        if (of.correlation != 0)
        {
            made.addMetadata("External id", of.correlation);
        }
        if (of.kind == TPUDNN_ACTIVITY_LAUNCH)
        {
            made.addMetadataQuoted("kernel table row", of.key);
            made.addMetadata("cores", of.cores);
        }
        else
        {
            made.addMetadata("bytes", of.bytes);
        }
        addMeasured(made, of);
    }

    static void addMeasured(GenericTraceActivity &made, const tpudnnActivity_t &of)
    {
        const std::string model = of.simulated != 0 ? "simulated " : "";
        if ((of.measured & TPUDNN_ACTIVITY_HAS_CYCLES) != 0)
        {
            made.addMetadata(model + "cycles", of.cycles);
        }
        if ((of.measured & TPUDNN_ACTIVITY_HAS_DEVICE_NS) != 0)
        {
            made.addMetadata(model + "ns", of.device_end_ns - of.device_start_ns);
        }
        if ((of.measured & TPUDNN_ACTIVITY_HAS_FLOPS) != 0)
        {
            made.addMetadata(model + "flops", of.flops);
        }
        if ((of.measured & TPUDNN_ACTIVITY_HAS_BYTES) != 0)
        {
            made.addMetadata(model + "bytes of memory", of.device_bytes);
        }
    }

    tpudnnActivitySubscriber_t subscriber_ = nullptr;
    int64_t offset_ = 0;
    std::vector<std::string> errors_;
    std::mutex mutex_;
    std::map<uint64_t, Work> work_; // by sequence
    std::map<int, std::string> devices_;
    std::set<std::pair<int, int>> streams_;
    std::unique_ptr<libkineto::CpuTraceBuffer> buffer_ = std::make_unique<libkineto::CpuTraceBuffer>();
};

class Profiler final : public libkineto::IActivityProfiler
{
public:
    const std::string &name() const override { return name_; }
    const std::set<ActivityType> &availableActivities() const override { return types_; }

    std::unique_ptr<libkineto::IActivityProfilerSession> configure(const std::set<ActivityType> &wanted,
                                                                   const libkineto::Config & /*config*/) override
    {
        const bool device = std::any_of(types_.begin(), types_.end(), [&](ActivityType type) { return wanted.count(type) != 0; });
        return device ? std::make_unique<Session>() : nullptr;
    }
    std::unique_ptr<libkineto::IActivityProfilerSession>
    configure(int64_t /*ts_ms*/, int64_t /*duration_ms*/, const std::set<ActivityType> &wanted, const libkineto::Config &config) override
    {
        return configure(wanted, config);
    }

private:
    const std::string name_ = "tpu";
    const std::set<ActivityType> types_{ActivityType::GPU_MEMCPY, ActivityType::GPU_MEMSET, ActivityType::CONCURRENT_KERNEL,
                                        ActivityType::PRIVATEUSE1_RUNTIME};
};

const bool registered = [] {
    torch::profiler::impl::PrivateUse1ProfilerRegistry::instance().registerFactory([] { return std::make_unique<Profiler>(); });
    return true;
}();

} // namespace
} // namespace c10_tpu
