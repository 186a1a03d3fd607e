#include "distributed/Tccl.h"

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/native/SparseTensorUtils.h>
#include <ATen/ops/_sparse_coo_tensor_unsafe.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/full.h>
#include <ATen/ops/zeros.h>
#include <c10/core/Event.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/library.h>

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <sstream>
#include <utility>

#include "core/Device.h"
#include "core/Stream.h"
#include "distributed/HostBytes.h"
#include "distributed/SharedMemory.h"
#include "distributed/StagedWork.h"

namespace tpu::distributed
{
namespace
{

using at::Tensor;
using c10d::OpType;

constexpr int64_t kWords = 5;         // of a call, as the ranks tell each other
constexpr int64_t kAllAtOnce = 16384; // bytes of a reduction that every rank makes whole

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

// What all ranks have said; with it every rank comes to the same end.
struct Agreement
{
    std::string refusal; // empty where they agree
    std::vector<int64_t> sent;
};

Agreement agree(const Call &call, bool failed, Engine &engine, int64_t ranks)
{
    const bool splits = !call.sent.empty();
    Tensor mine = at::empty({kWords + (splits ? 2 * ranks : 0)}, at::TensorOptions(at::kLong));
    auto *const words = mine.mutable_data_ptr<int64_t>();
    words[0] = static_cast<int64_t>(call.type);
    words[1] = static_cast<int64_t>(call.dtype);
    words[2] = call.elements;
    words[3] = call.detail;
    words[4] = failed;
    std::copy(call.sent.begin(), call.sent.end(), words + kWords);
    std::copy(call.received.begin(), call.received.end(), words + kWords + (splits ? ranks : 0));
    // Calls of different kinds tell different numbers of words: the common ones first.
    const Tensor heads = engine.allGather(mine.narrow(0, 0, kWords).view(at::kByte)).view(at::kLong);
    const auto *const theirs = heads.const_data_ptr<int64_t>();
    Agreement found;
    std::ostringstream refusal;
    for (int64_t rank = 0; rank < ranks; ++rank)
    {
        const int64_t *const other = theirs + rank * kWords;
        if (!std::equal(theirs, theirs + kWords - 1, other))
        {
            refusal << "the ranks of the group make different calls: rank 0 " << spoken(theirs) << ", rank " << rank << " "
                    << spoken(other);
            found.refusal = refusal.str();
            return found;
        }
        if (other[kWords - 1] != 0 && refusal.str().empty())
        {
            refusal << "rank " << rank << " could not take part: what it had queued on its device failed";
        }
    }
    found.refusal = refusal.str();
    if (!splits || !found.refusal.empty())
    {
        return found;
    }
    const Tensor all = engine.allGather(mine.narrow(0, kWords, 2 * ranks).view(at::kByte)).view(at::kLong);
    const auto *const counts = all.const_data_ptr<int64_t>();
    for (int64_t from = 0; from < ranks; ++from)
    {
        for (int64_t to = 0; to < ranks; ++to)
        {
            const int64_t sent = counts[from * 2 * ranks + to];
            const int64_t received = counts[to * 2 * ranks + ranks + from];
            if (sent != received && found.refusal.empty())
            {
                refusal << "rank " << from << " sends " << sent << " elements to rank " << to << ", which expects " << received;
                found.refusal = refusal.str();
            }
            found.sent.push_back(sent);
        }
    }
    return found;
}

// The sizes of parts for all-to-all, where each rank has for rank t `count` values less those of the ranks before it, at most `share`.
std::vector<int64_t> shares(int64_t count, int64_t share, int64_t bytes, int64_t ranks)
{
    std::vector<int64_t> sizes;
    for (int64_t pair = 0; pair < ranks * ranks; ++pair)
    {
        sizes.push_back(std::clamp<int64_t>(count - pair % ranks * share, 0, share) * bytes);
    }
    return sizes;
}

// The reduction of what all ranks have in `host`, as bytes; with a root, there alone.
Tensor reduceOverRanks(Engine &engine, const Reduction &reduction, const Tensor &host, int64_t ranks, std::optional<int> root = {})
{
    const Tensor values = reduction.prepare(host);
    const int64_t bytes = reduction.sentBytes();
    const int64_t all = values.numel() / bytes;
    const int64_t step = std::clamp<int64_t>(engine.window() / bytes, 1, std::max<int64_t>(all, 1));
    Tensors results;
    for (int64_t first = 0; first < all; first += step)
    {
        const int64_t count = std::min(step, all - first);
        const Tensor mine = values.narrow(0, first * bytes, count * bytes);
        if (count * bytes <= kAllAtOnce)
        {
            const Tensor everything = root ? engine.gather(mine, *root) : engine.allGather(mine);
            results.push_back(everything.defined() ? reduction.reduce(everything) : Tensor());
            continue;
        }
        // Each rank makes a share of it.
        const int64_t share = (count + ranks - 1) / ranks;
        const Tensor made = reduction.reduce(engine.allToAll(mine, shares(count, share, bytes, ranks)));
        Tensor padded = made;
        if (made.numel() != share * reduction.resultBytes())
        {
            padded = emptyBytes(share * reduction.resultBytes()).zero_();
            padded.narrow(0, 0, made.numel()).copy_(made);
        }
        const Tensor whole = root ? engine.gather(padded, *root) : engine.allGather(padded);
        results.push_back(whole.defined() ? whole.narrow(0, 0, count * reduction.resultBytes()) : Tensor());
    }
    if (results.empty())
    {
        return emptyBytes(0);
    }
    return !results.front().defined() || results.size() == 1 ? results.front() : at::cat(results);
}

} // namespace

Tccl::Tccl(c10::intrusive_ptr<c10d::Backend> sockets, int rank, int size, std::chrono::milliseconds timeout, bool shares_memory)
    : Backend(rank, size), sockets_(std::move(sockets)), owner_(getpid()), shares_memory_(shares_memory), timeout_(timeout),
      socket_engine_(makeSocketEngine(sockets_, rank, size)), messages_(sockets_, rank, shares_memory)
{
}

Tccl::~Tccl()
{
    if (getpid() != owner_)
    {
        new c10::intrusive_ptr<c10d::Backend>(sockets_); // would wait for threads that a child of fork has not
    }
}

void Tccl::setTimeout(std::chrono::milliseconds timeout)
{
    timeout_ = timeout;
    sockets_->setTimeout(timeout);
}

void Tccl::abort()
{
    if (Engine *const engine = made_)
    {
        engine->leave("it has aborted its group");
    }
    sockets_->abort();
}

void Tccl::checkProcess(const char *name) const
{
    TORCH_CHECK(getpid() == owner_, "tccl::", name, ": this process is a fork of the rank that made the group, which cannot use it");
}

Engine &Tccl::engine()
{
    if (engine_ == nullptr)
    {
        engine_ = shareMemory(*socket_engine_, rank_, size_, timeout_, shares_memory_);
        if (engine_ == nullptr)
        {
            engine_ = std::move(socket_engine_);
        }
        made_ = engine_.get();
    }
    return *engine_;
}

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
    checkProcess(call.name);
    const c10::impl::VirtualGuardImpl guard(c10_tpu::kTPU);
    auto before = std::make_shared<std::vector<c10::Event>>();
    for (const c10::DeviceIndex device : devicesOf(inputs, outputs))
    {
        before->emplace_back(c10_tpu::kTPU).record(guard.getStream(c10::Device(c10_tpu::kTPU, device)));
    }
    const auto work = c10::make_intrusive<StagedWork>(rank_, call.type, call.name, inputs, outputs);
    // The inputs live until the work is done: the body holds them.
    queue_.push([this, work, before, call = std::move(call), timeout, body = std::move(body)] {
        const at::AutoDispatchBelowADInplaceOrView no_autograd;
        std::exception_ptr failure;
        try
        {
            for (const c10::Event &event : *before)
            {
                event.synchronize();
            }
        }
        catch (...)
        {
            failure = std::current_exception();
        }
        // Between the two the ranks may come to different ends: then the group is over for all of them.
        bool together = false;
        try
        {
            socket_engine_ ? socket_engine_->begin(timeout) : engine_->begin(timeout);
            Engine &engine = this->engine();
            engine.begin(timeout);
            const Agreement agreement = agree(call, failure != nullptr, engine, size_);
            together = failure != nullptr || !agreement.refusal.empty();
            if (failure != nullptr)
            {
                std::rethrow_exception(failure);
            }
            TORCH_CHECK(agreement.refusal.empty(), "tccl::", call.name, ": ", agreement.refusal);
            body(engine, agreement.sent);
        }
        catch (const std::exception &error)
        {
            failure = std::current_exception();
            if (!together && engine_ != nullptr)
            {
                engine_->leave(c10::Error(c10::SourceLocation{}, error.what()).what_without_backtrace());
            }
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
                      [=](Engine &engine, const Sizes &) {
                          const Tensor host = root ? bytesOf(tensor) : emptyBytes(sizeInBytes(tensor));
                          engine.broadcast(host, static_cast<int>(options.rootRank));
                          if (!root)
                          {
                              putBytes(tensor, host);
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
    return collective(call, tensors, tensors, options.timeout, [=, ranks = size_](Engine &engine, const Sizes &) {
        for (size_t i = 0; i < tensors.size(); ++i)
        {
            putBytes(tensors[i], reduceOverRanks(engine, reductions[i], onHost(tensors[i]), ranks));
        }
    });
}

// Indices and values of all ranks, padded to the longest; values of equal indices are added in the order of ranks.
WorkPtr Tccl::reduceSparse(const Tensor &tensor, const c10d::AllreduceOptions &options)
{
    const char *const name = "all_reduce";
    const auto refuse = refusing(name);
    if (tensor.layout() != at::kSparse || tensor.device().type() != c10_tpu::kTPU)
    {
        refuse("takes dense and sparse COO tensors on a tpu, not " + c10::str(tensor.layout(), " on ", tensor.device()));
    }
    if (options.reduceOp != c10d::ReduceOp::SUM || !(c10::isFloatingType(tensor.scalar_type()) || c10::isComplexType(tensor.scalar_type())))
    {
        refuse("sparse tensors are reduced with ReduceOp.SUM, those of floating and complex dtypes");
    }
    const Tensor whole = tensor.coalesce();
    const Tensor indices = whole._indices();
    const Tensor values = whole._values();
    const auto dtype = tensor.scalar_type();
    const auto wide = c10::elementSize(dtype) < 4 ? at::kFloat : dtype;
    const Call call{OpType::ALLREDUCE, "all_reduce", dtype, tensor.numel(), c10d::ReduceOp::SUM + 16 * tensor.sparse_dim()};
    return collective(
        call, {indices, values}, {tensor}, options.timeout, [=, ranks = static_cast<int64_t>(size_)](Engine &engine, const Sizes &) {
            const Tensor mine = at::full({1}, indices.size(1), at::TensorOptions(at::kLong));
            const Tensor counts = engine.allGather(mine.view(at::kByte)).view(at::kLong);
            const int64_t longest = counts.max().item<int64_t>();
            const auto all = [&](const Tensor &rows) {
                std::vector<int64_t> sizes = rows.sizes().vec();
                sizes.front() = longest;
                Tensor padded = at::zeros(sizes, rows.options());
                padded.narrow(0, 0, rows.size(0)).copy_(rows);
                sizes.insert(sizes.begin(), ranks);
                return engine.allGather(padded.reshape({-1}).view(at::kByte)).view(rows.scalar_type()).view(sizes);
            };
            const Tensor all_indices = all(indices.cpu().t().contiguous());
            const Tensor all_values = all(values.cpu());
            Tensors some_indices;
            Tensors some_values;
            for (int64_t rank = 0; rank < ranks; ++rank)
            {
                const int64_t count = counts.const_data_ptr<int64_t>()[rank];
                some_indices.push_back(all_indices[rank].narrow(0, 0, count));
                some_values.push_back(all_values[rank].narrow(0, 0, count).to(wide));
            }
            const Tensor sum =
                at::_sparse_coo_tensor_unsafe(at::cat(some_indices).t().contiguous(), at::cat(some_values), tensor.sizes()).coalesce();
            auto *const result = at::sparse::get_sparse_impl(tensor);
            result->set_indices_and_values_unsafe(sum._indices().to(tensor.device()), sum._values().to(dtype).to(tensor.device()));
            result->set_coalesced(true);
        });
}

WorkPtr Tccl::allreduce(Tensors &tensors, const c10d::AllreduceOptions &options)
{
    if (tensors.size() == 1 && tensors.front().layout() != at::kStrided)
    {
        return reduceSparse(tensors.front(), options);
    }
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
                      [=, ranks = size_](Engine &engine, const Sizes &) {
                          const Tensor result =
                              reduceOverRanks(engine, reduction, onHost(tensor), ranks, static_cast<int>(options.rootRank));
                          if (root)
                          {
                              putBytes(tensor, result);
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
    return collective(call, inputs, all, timeout, [=](Engine &engine, const Sizes &) {
        for (size_t i = 0; i < inputs.size(); ++i)
        {
            putBytesInTurn(outputs[i], engine.allGather(bytesOf(inputs[i])));
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
                      [=](Engine &engine, const Sizes &) {
                          const Tensor whole = engine.gather(bytesOf(input), static_cast<int>(options.rootRank));
                          if (!all.empty())
                          {
                              putBytesInTurn(all, whole);
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
                      [=](Engine &engine, const Sizes &) {
                          const Tensor whole = all.empty() ? Tensor() : bytesOf(all);
                          putBytes(output, engine.scatter(whole, sizeInBytes(output), static_cast<int>(options.rootRank)));
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
    return collective(call, all, outputs, options.timeout, [=, ranks = static_cast<int64_t>(size_)](Engine &engine, const Sizes &) {
        for (size_t i = 0; i < outputs.size(); ++i)
        {
            Tensors parts;
            for (const Tensor &input : inputs[i])
            {
                parts.push_back(reductions[i].prepare(onHost(input)));
            }
            const Tensor whole = (parts.size() == 1 ? parts.front() : at::cat(parts)).view({ranks, -1});
            const int64_t bytes = reductions[i].sentBytes();
            const int64_t count = whole.size(1) / bytes;
            const int64_t step = std::clamp<int64_t>(engine.window() / ranks / bytes, 1, std::max<int64_t>(count, 1));
            Tensors results{emptyBytes(0)};
            for (int64_t first = 0; first < count; first += step)
            {
                const int64_t size = std::min(step, count - first) * bytes;
                const std::vector<int64_t> sizes(static_cast<size_t>(ranks * ranks), size);
                results.push_back(
                    reductions[i].reduce(engine.allToAll(whole.narrow(1, first * bytes, size).contiguous().view({-1}), sizes)));
            }
            putBytes(outputs[i], results.size() == 2 ? results.back() : at::cat(results));
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
    return collective(call, inputs, outputs, options.timeout, [=](Engine &engine, const Sizes &sent) {
        Sizes sizes = sent;
        for (int64_t &size : sizes)
        {
            size *= static_cast<int64_t>(c10::elementSize(call.dtype));
        }
        putBytesInTurn(outputs, engine.allToAll(bytesOf(inputs), sizes));
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

WorkPtr Tccl::send(Tensors &tensors, int destination, int tag)
{
    checkProcess("send");
    return keep(messages_.send(single("send", tensors), destination, tag));
}

WorkPtr Tccl::recv(Tensors &tensors, int source, int tag) { return receive(tensors, source, tag); }

WorkPtr Tccl::recvAnysource(Tensors &tensors, int tag) { return receive(tensors, std::nullopt, tag); }

WorkPtr Tccl::receive(const Tensors &tensors, std::optional<int> source, int tag)
{
    checkProcess("recv");
    return keep(messages_.receive(single("recv", tensors), source, tag));
}

WorkPtr Tccl::barrier(const c10d::BarrierOptions &options)
{
    // That the ranks agree is all of it.
    return collective({OpType::BARRIER, "barrier"}, {}, {}, options.timeout, [](Engine &, const Sizes &) {});
}

namespace
{

// Through ProcessGroup, the class of them that Python and C++ both know as a value of an operator.
c10::intrusive_ptr<c10d::ProcessGroup> makeTccl(const c10::intrusive_ptr<c10d::ProcessGroup> &sockets, int64_t rank, int64_t size,
                                                int64_t timeout, bool shares_memory)
{
    auto group = c10::make_intrusive<c10d::ProcessGroup>(static_cast<int>(rank), static_cast<int>(size));
    const c10::intrusive_ptr<c10d::Backend> backend =
        c10::make_intrusive<Tccl>(sockets->getBackend(c10::DeviceType::CPU), static_cast<int>(rank), static_cast<int>(size),
                                  std::chrono::milliseconds(timeout), shares_memory);
    group->setBackend(c10_tpu::kTPU, c10d::ProcessGroup::BackendType::CUSTOM, backend);
    return group;
}

// torch has it for the sparse tensors of its own devices alone.
std::tuple<Tensors, WorkPtr> reduceSparseTensors(at::TensorList tensors, const c10::intrusive_ptr<c10d::ProcessGroup> &group,
                                                 const c10::intrusive_ptr<c10d::ReduceOp> &op, const std::optional<Tensor> &indices,
                                                 bool async, int64_t timeout)
{
    Tensors all = tensors.vec();
    c10d::AllreduceOptions options;
    options.reduceOp = *op;
    options.timeout = std::chrono::milliseconds(timeout);
    options.sparseIndices = indices;
    options.asyncOp = async;
    const WorkPtr work = group->getBackend(c10_tpu::kTPU)->allreduce(all, options);
    return {std::move(all), work};
}

TORCH_LIBRARY_IMPL(c10d, SparsePrivateUse1, m) { m.impl("allreduce_", &reduceSparseTensors); }

TORCH_LIBRARY_FRAGMENT(tpu_runtime, m) { m.def("make_tccl", &makeTccl); }

} // namespace
} // namespace tpu::distributed
