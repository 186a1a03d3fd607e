#include "distributed/Tccl.h"

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <c10/core/Event.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/library.h>

#include <algorithm>
#include <sstream>
#include <thread>
#include <utility>

#include "core/Device.h"
#include "core/Stream.h"
#include "distributed/StagedWork.h"

namespace tpu::distributed
{
namespace
{

using at::Tensor;
using c10d::OpType;

constexpr int64_t kWords = 4; // of a call, as the ranks tell each other

// The sentences that torch's own engines have, with the name of the call.
std::function<void(const std::string &)> refusing(const char *name)
{
    return [name](const std::string &sentence) { TORCH_CHECK(false, "tccl::", name, ": ", sentence); };
}

void checkTensors(const char *name, at::TensorList tensors)
{
    const auto refuse = refusing(name);
    for (const Tensor &tensor : tensors)
    {
        c10d::assertDense(refuse, tensor);
        if (tensor.device().type() != c10_tpu::kTPU)
        {
            refuse("only supports tpu tensors, not one on " + tensor.device().str());
        }
    }
}

const Tensor &single(const char *name, const Tensors &tensors)
{
    c10d::assertSingleElement(refusing(name), tensors);
    checkTensors(name, tensors);
    return tensors.front();
}

// On the host, dense, its elements one behind the other.
Tensor onHost(const Tensor &tensor)
{
    Tensor host = at::empty(tensor.sizes(), tensor.options().device(at::kCPU));
    host.copy_(tensor);
    return host.reshape({-1});
}

Tensor bytesOf(const Tensor &tensor) { return onHost(tensor).view(at::kByte); }

Tensor bytesOf(at::TensorList tensors)
{
    Tensors parts;
    for (const Tensor &tensor : tensors)
    {
        parts.push_back(bytesOf(tensor));
    }
    return at::cat(parts);
}

Tensor emptyBytes(int64_t bytes) { return at::empty({bytes}, at::TensorOptions(at::kByte)); }

int64_t sizeInBytes(const Tensor &tensor) { return tensor.numel() * static_cast<int64_t>(tensor.itemsize()); }

void putBytes(const Tensor &tensor, const Tensor &host_bytes) { tensor.copy_(host_bytes.view(tensor.scalar_type()).view(tensor.sizes())); }

// Fills tensors with bytes that lie one behind the other.
void putBytesInTurn(at::TensorList tensors, const Tensor &bytes)
{
    int64_t first = 0;
    for (const Tensor &tensor : tensors)
    {
        const int64_t size = sizeInBytes(tensor);
        putBytes(tensor, bytes.narrow(0, first, size));
        first += size;
    }
}

void flatten(Tensors &all, const TensorLists &lists)
{
    for (const Tensors &list : lists)
    {
        all.insert(all.end(), list.begin(), list.end());
    }
}

std::vector<c10::DeviceIndex> devicesOf(const Tensors &inputs, const Tensors &outputs)
{
    std::vector<c10::DeviceIndex> devices;
    for (const Tensors *tensors : {&inputs, &outputs})
    {
        for (const Tensor &tensor : *tensors)
        {
            if (std::find(devices.begin(), devices.end(), tensor.device().index()) == devices.end())
            {
                devices.push_back(tensor.device().index());
            }
        }
    }
    return devices;
}

std::string spoken(const int64_t *words)
{
    std::ostringstream text;
    text << c10d::opTypeToString(static_cast<OpType>(words[0])) << " of " << words[2] << " elements of "
         << c10::toString(static_cast<at::ScalarType>(words[1])) << " (" << words[3] << ")";
    return text.str();
}

// Raises on every rank where the ranks do not make the same call: an engine would copy too little, or end the process.
void agree(const Call &call, c10d::Backend &engine, std::chrono::milliseconds timeout)
{
    const int64_t ranks = engine.getSize();
    if (ranks == 1)
    {
        return;
    }
    Tensor mine = at::empty({kWords + ranks}, at::TensorOptions(at::kLong)).zero_();
    auto *const words = mine.mutable_data_ptr<int64_t>();
    words[0] = static_cast<int64_t>(call.type);
    words[1] = static_cast<int64_t>(call.dtype);
    words[2] = call.elements;
    words[3] = call.detail;
    std::copy(call.sent.begin(), call.sent.end(), words + kWords);
    Tensor all = at::empty({ranks * mine.numel()}, mine.options());
    c10d::AllgatherOptions options;
    options.timeout = timeout;
    engine._allgather_base(all, mine, options)->wait();
    const auto *const theirs = all.const_data_ptr<int64_t>();
    for (int64_t rank = 0; rank < ranks; ++rank)
    {
        const int64_t *const other = theirs + rank * mine.numel();
        if (!std::equal(theirs, theirs + kWords, other))
        {
            TORCH_CHECK(false, "tccl::", call.name, ": the ranks of the group make different calls: rank 0 ", spoken(theirs), ", rank ",
                        rank, " ", spoken(other));
        }
    }
    // Every rank looks at every pair, so that all refuse together.
    if (!call.sent.empty())
    {
        Tensor wanted = at::empty({ranks}, mine.options());
        std::copy(call.received.begin(), call.received.end(), wanted.mutable_data_ptr<int64_t>());
        Tensor all_wanted = at::empty({ranks * ranks}, mine.options());
        engine._allgather_base(all_wanted, wanted, options)->wait();
        const auto *const received = all_wanted.const_data_ptr<int64_t>();
        for (int64_t from = 0; from < ranks; ++from)
        {
            for (int64_t to = 0; to < ranks; ++to)
            {
                const int64_t sent = theirs[from * mine.numel() + kWords + to];
                TORCH_CHECK(sent == received[to * ranks + from], "tccl::", call.name, ": rank ", from, " sends ", sent,
                            " elements to rank ", to, ", which expects ", received[to * ranks + from]);
            }
        }
    }
}

} // namespace

Tccl::Tccl(c10::intrusive_ptr<c10d::Backend> engine, int rank, int size) : Backend(rank, size), engine_(std::move(engine)) {}

void Tccl::startCoalescing()
{
    const std::lock_guard<std::mutex> lock(mutex_);
    TORCH_CHECK(!coalesced_.has_value(), "tccl: coalescing has started already");
    coalesced_.emplace();
}

WorkPtr Tccl::endCoalescing()
{
    const std::lock_guard<std::mutex> lock(mutex_);
    TORCH_CHECK(coalesced_.has_value(), "tccl: coalescing has not started");
    auto works = std::move(*coalesced_);
    coalesced_.reset();
    return c10::make_intrusive<CoalescedWork>(rank_, std::move(works));
}

uint64_t Tccl::getSequenceNumberForGroup()
{
    const std::lock_guard<std::mutex> lock(mutex_);
    return calls_;
}

WorkPtr Tccl::keep(WorkPtr work)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    ++calls_;
    if (coalesced_.has_value())
    {
        coalesced_->push_back(work);
    }
    return work;
}

WorkPtr Tccl::collective(Call call, const Tensors &inputs, const Tensors &outputs, std::chrono::milliseconds timeout, Body body)
{
    const c10::impl::VirtualGuardImpl guard(c10_tpu::kTPU);
    auto before = std::make_shared<std::vector<c10::Event>>();
    for (const c10::DeviceIndex device : devicesOf(inputs, outputs))
    {
        before->emplace_back(c10_tpu::kTPU).record(guard.getStream(c10::Device(c10_tpu::kTPU, device)));
    }
    const auto work = c10::make_intrusive<StagedWork>(rank_, call.type, call.name, inputs, outputs);
    // The inputs live until the work is done: the body holds them.
    queue_.push([work, before, call = std::move(call), timeout, body = std::move(body), engine = engine_] {
        const at::AutoDispatchBelowADInplaceOrView no_autograd;
        std::exception_ptr failure;
        try
        {
            agree(call, *engine, timeout);
            for (const c10::Event &event : *before)
            {
                event.synchronize();
            }
            body(*engine);
        }
        catch (...)
        {
            failure = std::current_exception();
        }
        work->complete(failure);
    });
    return keep(work);
}

WorkPtr Tccl::broadcast(Tensors &tensors, const c10d::BroadcastOptions &options)
{
    const char *const name = "broadcast";
    const Tensor tensor = single(name, tensors);
    c10d::assertRootRank(refusing(name), options.rootRank, size_);
    c10d::assertRootTensor(refusing(name), options.rootTensor, 1);
    const bool root = rank_ == options.rootRank;
    return collective({OpType::BROADCAST, name, tensor.scalar_type(), tensor.numel(), options.rootRank}, tensors, tensors, options.timeout,
                      [=](c10d::Backend &engine) {
                          Tensors host{root ? bytesOf(tensor) : emptyBytes(sizeInBytes(tensor))};
                          engine.broadcast(host, options)->wait();
                          if (!root)
                          {
                              putBytes(tensor, host.front());
                          }
                      });
}

WorkPtr Tccl::reduceAll(Call call, const Tensors &tensors, const c10d::AllreduceOptions &options)
{
    c10d::assertNonEmpty(refusing(call.name), tensors);
    checkTensors(call.name, tensors);
    std::vector<Reduction> reductions;
    call.dtype = tensors.front().scalar_type();
    call.detail = options.reduceOp.op_;
    for (const Tensor &tensor : tensors)
    {
        reductions.emplace_back(options.reduceOp, tensor.scalar_type(), size_);
        call.elements += tensor.numel();
    }
    return collective(call, tensors, tensors, options.timeout, [=](c10d::Backend &engine) {
        std::vector<Tensors> hosts;
        std::vector<WorkPtr> works;
        for (size_t i = 0; i < tensors.size(); ++i)
        {
            hosts.push_back({reductions[i].prepare(onHost(tensors[i]))});
            c10d::AllreduceOptions own = options;
            own.reduceOp = reductions[i].engineOp();
            works.push_back(engine.allreduce(hosts.back(), own));
        }
        for (size_t i = 0; i < tensors.size(); ++i)
        {
            works[i]->wait();
            tensors[i].copy_(reductions[i].finish(hosts[i].front()).view(tensors[i].sizes()));
        }
    });
}

WorkPtr Tccl::allreduce(Tensors &tensors, const c10d::AllreduceOptions &options)
{
    single("all_reduce", tensors);
    return reduceAll({OpType::ALLREDUCE, "all_reduce"}, tensors, options);
}

WorkPtr Tccl::allreduce_coalesced(Tensors &tensors, const c10d::AllreduceCoalescedOptions &options)
{
    return reduceAll({OpType::ALLREDUCE_COALESCED, "all_reduce_coalesced"}, tensors, options);
}

WorkPtr Tccl::reduce(Tensors &tensors, const c10d::ReduceOptions &options)
{
    const char *const name = "reduce";
    const Tensor tensor = single(name, tensors);
    c10d::assertRootRank(refusing(name), options.rootRank, size_);
    c10d::assertRootTensor(refusing(name), options.rootTensor, 1);
    const Reduction reduction(options.reduceOp, tensor.scalar_type(), size_);
    const bool root = rank_ == options.rootRank;
    const int64_t detail = options.rootRank * 16 + options.reduceOp.op_;
    return collective({OpType::REDUCE, name, tensor.scalar_type(), tensor.numel(), detail}, tensors, tensors, options.timeout,
                      [=](c10d::Backend &engine) {
                          Tensors host{reduction.prepare(onHost(tensor))};
                          c10d::ReduceOptions own = options;
                          own.reduceOp = reduction.engineOp();
                          engine.reduce(host, own)->wait();
                          if (root)
                          {
                              tensor.copy_(reduction.finish(host.front()).view(tensor.sizes()));
                          }
                      });
}

WorkPtr Tccl::gatherAll(Call call, const Tensors &inputs, const TensorLists &outputs, std::chrono::milliseconds timeout)
{
    c10d::assertNonEmpty(refusing(call.name), inputs);
    c10d::assertInputOutputTensorListsSameSize(refusing(call.name), outputs.size(), inputs.size());
    Tensors all;
    flatten(all, outputs);
    checkTensors(call.name, inputs);
    checkTensors(call.name, all);
    call.dtype = inputs.front().scalar_type();
    for (const Tensor &input : inputs)
    {
        call.elements += input.numel();
    }
    return collective(call, inputs, all, timeout, [=, ranks = static_cast<int64_t>(size_)](c10d::Backend &engine) {
        c10d::AllgatherOptions options;
        options.timeout = timeout;
        for (size_t i = 0; i < inputs.size(); ++i)
        {
            Tensor mine = bytesOf(inputs[i]);
            Tensor everything = emptyBytes(mine.numel() * ranks);
            engine._allgather_base(everything, mine, options)->wait();
            putBytesInTurn(outputs[i], everything);
        }
    });
}

WorkPtr Tccl::allgather(TensorLists &outputs, Tensors &inputs, const c10d::AllgatherOptions &options)
{
    const char *const name = "all_gather";
    const auto refuse = refusing(name);
    const Tensor input = single(name, inputs);
    c10d::assertInputOutputTensorListsSameSize(refuse, outputs.size(), 1);
    if (outputs.front().size() != static_cast<size_t>(size_))
    {
        refuse("invalid output tensor list at index 0 (expected length " + std::to_string(size_) + ", got " +
               std::to_string(outputs.front().size()) + ")");
    }
    c10d::assertTypeAndSizesMatch(refuse, outputs.front(), input.options(), input.sizes());
    return gatherAll({OpType::ALLGATHER, name}, inputs, outputs, options.timeout);
}

WorkPtr Tccl::_allgather_base(Tensor &output, Tensor &input, const c10d::AllgatherOptions &options)
{
    Tensors outputs{output};
    Tensors inputs{input};
    return allgather_into_tensor_coalesced(outputs, inputs, options);
}

WorkPtr Tccl::allgather_coalesced(TensorLists &outputs, Tensors &inputs, const c10d::AllgatherOptions &options)
{
    const char *const name = "all_gather_coalesced";
    const auto refuse = refusing(name);
    c10d::assertNonEmptyInputTensorList(refuse, inputs.size());
    c10d::assertAllgatherCoalescedOutputTensorLists(refuse, outputs, inputs.size(), size_);
    TensorLists turned(inputs.size());
    for (const Tensors &of_rank : outputs)
    {
        for (size_t i = 0; i < inputs.size(); ++i)
        {
            c10d::assertTypeMatch(refuse, inputs[i].options(), of_rank, i);
            c10d::assertSizesMatch(refuse, inputs[i].sizes(), of_rank, i);
            turned[i].push_back(of_rank[i]);
        }
    }
    return gatherAll({OpType::ALLGATHER_COALESCED, name}, inputs, turned, options.timeout);
}

WorkPtr Tccl::allgather_into_tensor_coalesced(Tensors &outputs, Tensors &inputs, const c10d::AllgatherOptions &options)
{
    const char *const name = "all_gather_into_tensor";
    c10d::assertInputOutputTensorListsSameSize(refusing(name), outputs.size(), inputs.size());
    TensorLists wholes;
    for (size_t i = 0; i < inputs.size(); ++i)
    {
        c10d::assertTypeMatch(refusing(name), inputs[i].options(), outputs, i);
        TORCH_CHECK(outputs[i].numel() == inputs[i].numel() * size_,
                    "output tensor size must be equal to world_size times input tensor size");
        wholes.push_back({outputs[i]});
    }
    return gatherAll({OpType::_ALLGATHER_BASE, name}, inputs, wholes, options.timeout);
}

WorkPtr Tccl::gather(TensorLists &outputs, Tensors &inputs, const c10d::GatherOptions &options)
{
    const char *const name = "gather";
    const auto refuse = refusing(name);
    const Tensor input = single(name, inputs);
    c10d::assertRootRank(refuse, options.rootRank, size_);
    Tensors all;
    if (rank_ == options.rootRank)
    {
        c10d::assertGatherOutputTensorList(refuse, outputs, size_);
        c10d::assertTypeAndSizesMatch(refuse, outputs.front(), input.options(), input.sizes());
        all = outputs.front();
        checkTensors(name, all);
    }
    else
    {
        c10d::assertEmptyOutputTensorList(refuse, outputs);
    }
    return collective({OpType::GATHER, name, input.scalar_type(), input.numel(), options.rootRank}, inputs, all, options.timeout,
                      [=](c10d::Backend &engine) {
                          Tensors mine{bytesOf(input)};
                          TensorLists hosts;
                          if (!all.empty())
                          {
                              hosts.emplace_back();
                              for (const Tensor &output : all)
                              {
                                  hosts.front().push_back(emptyBytes(sizeInBytes(output)));
                              }
                          }
                          engine.gather(hosts, mine, options)->wait();
                          for (size_t i = 0; i < all.size(); ++i)
                          {
                              putBytes(all[i], hosts.front()[i]);
                          }
                      });
}

WorkPtr Tccl::scatter(Tensors &outputs, TensorLists &inputs, const c10d::ScatterOptions &options)
{
    const char *const name = "scatter";
    const auto refuse = refusing(name);
    const Tensor output = single(name, outputs);
    c10d::assertRootRank(refuse, options.rootRank, size_);
    Tensors all;
    if (rank_ == options.rootRank)
    {
        c10d::assertScatterInputTensorList(refuse, inputs, size_);
        c10d::assertTypeAndSizesMatch(refuse, inputs.front(), output.options(), output.sizes());
        all = inputs.front();
        checkTensors(name, all);
    }
    else
    {
        c10d::assertEmptyInputTensorList(refuse, inputs);
    }
    return collective({OpType::SCATTER, name, output.scalar_type(), output.numel(), options.rootRank}, all, outputs, options.timeout,
                      [=](c10d::Backend &engine) {
                          Tensors mine{emptyBytes(sizeInBytes(output))};
                          TensorLists hosts;
                          if (!all.empty())
                          {
                              hosts.emplace_back();
                              for (const Tensor &input : all)
                              {
                                  hosts.front().push_back(bytesOf(input));
                              }
                          }
                          engine.scatter(mine, hosts, options)->wait();
                          putBytes(output, mine.front());
                      });
}

WorkPtr Tccl::reduceScatter(Call call, const TensorLists &inputs, const Tensors &outputs, const c10d::ReduceScatterOptions &options)
{
    c10d::assertNonEmpty(refusing(call.name), outputs);
    Tensors all;
    flatten(all, inputs);
    checkTensors(call.name, all);
    checkTensors(call.name, outputs);
    std::vector<Reduction> reductions;
    call.dtype = outputs.front().scalar_type();
    call.detail = options.reduceOp.op_;
    for (const Tensor &output : outputs)
    {
        reductions.emplace_back(options.reduceOp, output.scalar_type(), size_);
        call.elements += output.numel();
    }
    return collective(call, all, outputs, options.timeout, [=](c10d::Backend &engine) {
        for (size_t i = 0; i < outputs.size(); ++i)
        {
            Tensors parts;
            for (const Tensor &input : inputs[i])
            {
                parts.push_back(reductions[i].prepare(onHost(input)));
            }
            Tensor whole = parts.size() == 1 ? parts.front() : at::cat(parts);
            Tensor mine = reductions[i].room(outputs[i].numel());
            c10d::ReduceScatterOptions own = options;
            own.reduceOp = reductions[i].engineOp();
            engine._reduce_scatter_base(mine, whole, own)->wait();
            outputs[i].copy_(reductions[i].finish(mine).view(outputs[i].sizes()));
        }
    });
}

WorkPtr Tccl::reduce_scatter(Tensors &outputs, TensorLists &inputs, const c10d::ReduceScatterOptions &options)
{
    const char *const name = "reduce_scatter";
    const auto refuse = refusing(name);
    const Tensor output = single(name, outputs);
    c10d::assertScatterInputTensorList(refuse, inputs, size_);
    c10d::assertTypeAndSizesMatch(refuse, inputs.front(), output.options(), output.sizes());
    return reduceScatter({OpType::REDUCE_SCATTER, name}, inputs, outputs, options);
}

WorkPtr Tccl::_reduce_scatter_base(Tensor &output, Tensor &input, const c10d::ReduceScatterOptions &options)
{
    Tensors outputs{output};
    Tensors inputs{input};
    return reduce_scatter_tensor_coalesced(outputs, inputs, options);
}

WorkPtr Tccl::reduce_scatter_tensor_coalesced(Tensors &outputs, Tensors &inputs, const c10d::ReduceScatterOptions &options)
{
    const char *const name = "reduce_scatter_tensor";
    c10d::assertInputOutputTensorListsSameSize(refusing(name), outputs.size(), inputs.size());
    TensorLists wholes;
    for (size_t i = 0; i < inputs.size(); ++i)
    {
        c10d::assertTypeMatch(refusing(name), outputs[i].options(), inputs, i);
        TORCH_CHECK(inputs[i].numel() == outputs[i].numel() * size_, "input tensor must be the same size as output size times world size");
        wholes.push_back({inputs[i]});
    }
    return reduceScatter({OpType::_REDUCE_SCATTER_BASE, name}, wholes, outputs, options);
}

WorkPtr Tccl::exchange(Call call, const Tensors &inputs, const Tensors &outputs, const c10d::AllToAllOptions &options)
{
    checkTensors(call.name, inputs);
    checkTensors(call.name, outputs);
    return collective(call, inputs, outputs, options.timeout, [=](c10d::Backend &engine) {
        const auto size = static_cast<int64_t>(c10::elementSize(call.dtype));
        auto sent = call.sent;
        auto received = call.received;
        int64_t total = 0;
        for (size_t i = 0; i < sent.size(); ++i)
        {
            sent[i] *= size;
            received[i] *= size;
            total += received[i];
        }
        Tensor mine = bytesOf(inputs);
        Tensor theirs = emptyBytes(total);
        engine.alltoall_base(theirs, mine, received, sent, options)->wait();
        putBytesInTurn(outputs, theirs);
    });
}

WorkPtr Tccl::alltoall_base(Tensor &output, Tensor &input, std::vector<int64_t> &output_splits, std::vector<int64_t> &input_splits,
                            const c10d::AllToAllOptions &options)
{
    const char *const name = "all_to_all_single";
    c10d::assertTypeMatch(refusing(name), input.options(), output, 0);
    const auto elements = [this](const std::vector<int64_t> &splits, const Tensor &tensor) {
        c10d::checkSplitSizes(splits, tensor, size_);
        const int64_t rows = tensor.size(0);
        const int64_t row = rows == 0 ? 0 : tensor.numel() / rows;
        std::vector<int64_t> counts = splits.empty() ? std::vector<int64_t>(static_cast<size_t>(size_), rows / size_) : splits;
        for (int64_t &count : counts)
        {
            TORCH_CHECK(count >= 0, "Split sizes must not be negative");
            count *= row;
        }
        return counts;
    };
    Call call{OpType::ALLTOALL_BASE, name, input.scalar_type()};
    call.sent = elements(input_splits, input);
    call.received = elements(output_splits, output);
    return exchange(std::move(call), {input}, {output}, options);
}

WorkPtr Tccl::alltoall(Tensors &outputs, Tensors &inputs, const c10d::AllToAllOptions &options)
{
    const char *const name = "all_to_all";
    c10d::assertAllToAllTensorListSizes(refusing(name), outputs.size(), inputs.size(), size_);
    Call call{OpType::ALLTOALL, name, inputs.front().scalar_type()};
    for (size_t i = 0; i < inputs.size(); ++i)
    {
        c10d::assertTypeMatch(refusing(name), inputs.front().options(), inputs, i);
        c10d::assertTypeMatch(refusing(name), inputs.front().options(), outputs, i);
        call.sent.push_back(inputs[i].numel());
        call.received.push_back(outputs[i].numel());
    }
    return exchange(std::move(call), inputs, outputs, options);
}

WorkPtr Tccl::message(OpType type, const char *title, const Tensors &tensors, const std::function<WorkPtr(Tensors &)> &start)
{
    const Tensor tensor = single(title, tensors);
    const bool sends = type == OpType::SEND;
    const c10::impl::VirtualGuardImpl guard(c10_tpu::kTPU);
    guard.getStream(tensor.device()).synchronize();
    const at::AutoDispatchBelowADInplaceOrView no_autograd;
    auto host = std::make_shared<Tensors>(1, sends ? bytesOf(tensor) : emptyBytes(sizeInBytes(tensor)));
    const WorkPtr under_way = start(*host); // here, so that messages to one rank leave in the order of the calls
    const auto work = c10::make_intrusive<StagedWork>(rank_, type, title, tensors, sends ? Tensors{} : tensors);
    // A thread each: which message ends first is not known.
    std::thread([work, under_way, host, tensor, sends, engine = engine_] {
        const at::AutoDispatchBelowADInplaceOrView no_autograd;
        std::exception_ptr failure;
        try
        {
            under_way->wait();
            if (!sends)
            {
                putBytes(tensor, host->front());
                work->setSourceRank(under_way->sourceRank());
            }
        }
        catch (...)
        {
            failure = std::current_exception();
        }
        work->complete(failure);
    }).detach();
    return keep(work);
}

WorkPtr Tccl::send(Tensors &tensors, int destination, int tag)
{
    return message(OpType::SEND, "send", tensors, [=, this](Tensors &host) { return engine_->send(host, destination, tag); });
}

WorkPtr Tccl::recv(Tensors &tensors, int source, int tag)
{
    return message(OpType::RECV, "recv", tensors, [=, this](Tensors &host) { return engine_->recv(host, source, tag); });
}

WorkPtr Tccl::recvAnysource(Tensors &tensors, int tag)
{
    return message(OpType::RECVANYSOURCE, "recv", tensors, [=, this](Tensors &host) { return engine_->recvAnysource(host, tag); });
}

WorkPtr Tccl::barrier(const c10d::BarrierOptions &options)
{
    return collective({OpType::BARRIER, "barrier"}, {}, {}, options.timeout, [=](c10d::Backend &engine) {
        c10d::BarrierOptions own = options;
        own.device.reset();
        own.device_ids.clear();
        engine.barrier(own)->wait();
    });
}

namespace
{

// Through ProcessGroup, the class of them that Python and C++ both know as a value of an operator.
c10::intrusive_ptr<c10d::ProcessGroup> makeTccl(const c10::intrusive_ptr<c10d::ProcessGroup> &engine, int64_t rank, int64_t size)
{
    auto group = c10::make_intrusive<c10d::ProcessGroup>(static_cast<int>(rank), static_cast<int>(size));
    const c10::intrusive_ptr<c10d::Backend> backend =
        c10::make_intrusive<Tccl>(engine->getBackend(c10::DeviceType::CPU), static_cast<int>(rank), static_cast<int>(size));
    group->setBackend(c10_tpu::kTPU, c10d::ProcessGroup::BackendType::CUSTOM, backend);
    return group;
}

TORCH_LIBRARY_FRAGMENT(tpu_runtime, m) { m.def("make_tccl", &makeTccl); }

} // namespace
} // namespace tpu::distributed
