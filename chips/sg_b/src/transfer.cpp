#include "transfer.h"

#include <cstring>

namespace tpusim::sg_b
{
namespace
{

void *resolve(const Transfer &transfer, const End &end, const char *argument, std::uint64_t sequence)
{
    return end.device != nullptr ? end.device->memory.resolve(end.address, transfer.bytes, {transfer.function, argument, sequence})
                                 : reinterpret_cast<void *>(end.address);
}

} // namespace

TraceLine Transfer::line(const Trace &trace) const
{
    TraceLine line = trace.line(event);
    if (dst.device != nullptr)
    {
        line.hex("dst", dst.address);
    }
    if (src.device != nullptr)
    {
        line.hex("src", src.address);
    }
    if (is_fill)
    {
        line.number("value", value);
    }
    return line.number("bytes", static_cast<double>(bytes));
}

Work Transfer::run(std::uint64_t sequence) const
{
    if (bytes == 0)
    {
        return {};
    }
    const End &device_end = dst.device != nullptr ? dst : src;
    device_end.device->injection.fault_if_due(TPUSIM_COPY, function);
    void *to = resolve(*this, dst, "dst", sequence);
    if (is_fill)
    {
        std::memset(to, value, bytes);
    }
    else
    {
        std::memmove(to, resolve(*this, src, "src", sequence), bytes);
    }
    const int of = device_end.device->id;
    return copied(chip, src.device ? src.device->id : of, dst.device ? dst.device->id : of, runtime().settings.devices, bytes);
}

void run_now(const Transfer &transfer, Device &device)
{
    Trace &trace = device.trace;
    const std::uint64_t order = trace.write(device.id, transfer.line(trace));
    const double duration = transfer.run(++device.sequence).ns;
    trace.write(device.id, trace.line("run").number("of", static_cast<double>(order)).number("duration_ns", duration));
}

void run_on(const Transfer &transfer, Stream &stream)
{
    Task task;
    Trace &trace = stream.device().trace;
    task.trace_order = trace.write(stream.device().id, transfer.line(trace).number("stream", stream.id()));
    task.run = [transfer](Stream &, std::uint64_t sequence) { return transfer.run(sequence); };
    stream.enqueue(std::move(task));
}

} // namespace tpusim::sg_b
