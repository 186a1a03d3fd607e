#include "core/Draws.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/EmptyTensor.h>
#include <ATen/ops/_copy_from.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/zeros.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <atomic>
#include <cstring>
#include <iterator>
#include <utility>

#include "core/Capture.h"
#include "core/Device.h"
#include "core/Fork.h"
#include "core/Generator.h"
#include "core/Status.h"

namespace c10_tpu
{
namespace
{

std::atomic<uint64_t> lastCapture{0};

// The begin of a stand-in for a state. No state of a CPU generator begins so: behind the seed it counts numbers, up to 624.
struct StandIn
{
    uint64_t magic = 0x2170CA97DB5EED5AULL;
    uint64_t magic_too = 0xD1A7E5C0FFEE5EEDULL;
    uint64_t capture = 0;
    uint64_t slot = 0;
};

std::optional<StandIn> standIn(const at::Tensor &state)
{
    StandIn found;
    if (!state.device().is_cpu() || state.scalar_type() != at::kByte || state.numel() < static_cast<int64_t>(sizeof found) ||
        !state.is_contiguous())
    {
        return std::nullopt;
    }
    const StandIn expected;
    std::memcpy(&found, state.const_data_ptr(), sizeof found);
    return found.magic == expected.magic && found.magic_too == expected.magic_too ? std::optional(found) : std::nullopt;
}

// Device memory that no other work gets for as long as it is there: also not what the capture allocates, whose temporaries take turns.
std::shared_ptr<void> allocateApart(uint64_t bytes)
{
    void *data = nullptr;
    TPU_CHECK_STATUS(tpudnnMalloc(currentDevice(), &data, bytes));
    return {data, [](void *memory) {
                if (!inBadFork())
                {
                    tpudnnFree(memory); // a fault is reported to whoever waits for the stream
                }
            }};
}

void drawOnHost(const c10::OperatorHandle &op, torch::jit::Stack stack)
{
    const at::AutoDispatchBelowADInplaceOrView below_autograd;
    op.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::CPU), &stack);
}

at::Generator sharedGenerator(TPUGeneratorImpl &generator)
{
    return at::Generator(c10::intrusive_ptr<c10::GeneratorImpl>::unsafe_reclaim_from_nonowning(&generator));
}

} // namespace

bool isGenerator(const c10::Argument &argument)
{
    const std::string type = argument.type()->str();
    return type == "Generator?" || type == "Generator";
}

at::Tensor Draws::Draw::onHost() const { return host.view(dtype).as_strided(sizes, strides); }

Draws::Draws() : number_(++lastCapture) {}

Draws::~Draws()
{
    if (read_ != nullptr && !inBadFork())
    {
        tpudnnEventSynchronize(read_); // a fault is reported to whoever waits for the stream
        tpudnnEventDestroy(read_);
    }
}

void Draws::add(TPUGeneratorImpl &generator, std::variant<Draw, Seed, SaveState, LoadState, SetState> what)
{
    const at::Generator shared = sharedGenerator(generator);
    const std::lock_guard<std::mutex> lock(mutex_);
    if (known_.insert(&generator).second && generator.madeIn() == number_)
    {
        events_.push_back({shared, Seed{generator.current_seed()}}); // eagerly each step makes it anew
    }
    events_.push_back({shared, std::move(what)});
}

void Draws::seed(TPUGeneratorImpl &generator, uint64_t seed) { add(generator, Seed{seed}); }

at::Tensor Draws::saveState(TPUGeneratorImpl &generator)
{
    StandIn made;
    made.capture = number_;
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        made.slot = slot_count_++;
    }
    add(generator, SaveState{made.slot});
    const at::Tensor state = at::zeros({generator.host().get_state().numel()}, at::kByte);
    std::memcpy(state.mutable_data_ptr(), &made, sizeof made);
    return state;
}

void Draws::setState(TPUGeneratorImpl &generator, const at::Tensor &state)
{
    if (const auto found = standIn(state))
    {
        TORCH_CHECK(found->capture == number_,
                    "the state of a generator was read in another capture: it stands for what it is in a replay there");
        add(generator, LoadState{found->slot});
        return;
    }
    generator.host().clone().set_state(state); // its errors
    add(generator, SetState{state.clone()});
}

void Draws::requireState(const at::Tensor &state)
{
    TORCH_CHECK(!standIn(state),
                "the state of a generator was read while a stream was captured: it stands for what it is there in a replay, "
                "and is none that can be set outside of the capture");
}

void Draws::draw(const c10::OperatorHandle &op, torch::jit::Stack *stack)
{
    const auto &schema = op.schema().arguments();
    const auto first = std::prev(stack->end(), static_cast<std::ptrdiff_t>(schema.size()));
    std::vector<c10::IValue> arguments(first, stack->end());
    size_t tensor = schema.size();
    size_t generator = schema.size();
    for (size_t i = 0; i < schema.size(); ++i)
    {
        tensor = arguments[i].isTensor() ? i : tensor;
        generator = isGenerator(schema[i]) ? i : generator;
    }
    TORCH_INTERNAL_ASSERT(tensor < schema.size() && generator < schema.size(), op.operator_name(), " draws no numbers into a tensor");
    const at::Tensor target = std::exchange(arguments[tensor], c10::IValue()).toTensor();
    const c10::IValue given = std::exchange(arguments[generator], c10::IValue());
    if (schema[0].name() == "n" && target.sizes() != at::IntArrayRef{arguments[0].toInt()}) // of randperm
    {
        target.resize_({arguments[0].toInt()});
    }
    const at::Generator drawn = given.isNone() ? defaultGenerator(target.device().index()) : given.toGenerator();
    TORCH_CHECK_NOT_IMPLEMENTED(drawn.device() == target.device(), "drawing from a generator of ", drawn.device(), " for a tensor of ",
                                target.device(), " is not possible while the stream is captured");
    Draw made{op, std::move(arguments), tensor, generator, target.sizes().vec(), target.strides().vec(), target.scalar_type(), {}, {}};
    const c10::DeviceGuard guard(target.device());
    if (target.numel() > 0)
    {
        const size_t bytes = at::detail::computeStorageNbytes(made.sizes, made.strides, target.itemsize());
        made.host = at::empty({static_cast<int64_t>(bytes)}, at::TensorOptions(at::kByte).device(at::kCPU));
        made.arrived = allocateApart(bytes);
        // Once from a generator of its own: what the operator says against its arguments is said here.
        torch::jit::Stack trial = made.arguments;
        trial[tensor] = made.onHost();
        trial[generator] = at::detail::createCPUGenerator();
        drawOnHost(op, std::move(trial));
        if (target.is_non_overlapping_and_dense())
        {
            TPU_CHECK_STATUS(tpudnnMemcpyD2DAsync(getCurrentTPUStream(), target.data_ptr(), made.arrived.get(), bytes));
        }
        else
        {
            at::_copy_from(
                at::from_blob(made.arrived.get(), made.sizes, made.strides, [](void *) {}, target.options(), target.device()), target);
        }
        add(*drawn.get<TPUGeneratorImpl>(), std::move(made));
    }
    stack->erase(std::prev(stack->end(), static_cast<std::ptrdiff_t>(schema.size())), stack->end());
    stack->emplace_back(target);
}

void Draws::perform(Event &event, const TPUStream &stream)
{
    // None of the caller's modes has to do with what is drawn.
    const c10::impl::ExcludeDispatchKeyGuard without(c10::DispatchKeySet({c10::DispatchKey::Python, c10::DispatchKey::PythonTLSSnapshot}));
    auto &generator = *event.generator.get<TPUGeneratorImpl>();
    at::Generator &host = generator.host();
    if (auto *const draw = std::get_if<Draw>(&event.what))
    {
        torch::jit::Stack stack = draw->arguments;
        stack[draw->tensor] = draw->onHost();
        stack[draw->generator] = host;
        drawOnHost(draw->op, std::move(stack));
        TPU_CHECK_STATUS(tpudnnMemcpyH2DAsync(stream, draw->arrived.get(), draw->host.data_ptr(), draw->host.nbytes()));
        return;
    }
    const std::lock_guard<std::mutex> lock(generator.mutex_);
    if (const auto *const seed = std::get_if<Seed>(&event.what))
    {
        host.set_current_seed(seed->seed);
    }
    else if (const auto *const saved = std::get_if<SaveState>(&event.what))
    {
        slots_[saved->slot] = host.get_state();
    }
    else if (const auto *const loaded = std::get_if<LoadState>(&event.what))
    {
        host.set_state(slots_[loaded->slot]);
    }
    else if (const auto *const set = std::get_if<SetState>(&event.what))
    {
        host.set_state(set->state);
    }
}

void Draws::replay(const TPUStream &stream)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (events_.empty())
    {
        return;
    }
    if (read_ == nullptr)
    {
        TPU_CHECK_STATUS(tpudnnEventCreate(stream.device_index(), &read_));
    }
    TPU_CHECK_STATUS(tpudnnEventSynchronize(read_));
    slots_.resize(slot_count_);
    for (Event &event : events_)
    {
        perform(event, stream);
    }
    TPU_CHECK_STATUS(tpudnnEventRecord(read_, stream.stream()));
}

void Draws::replayInto(Draws &outer, const TPUStream &stream)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    const c10::DeviceGuard guard(stream.unwrap().device());
    size_t slots = 0;
    {
        const std::lock_guard<std::mutex> other(outer.mutex_);
        slots = std::exchange(outer.slot_count_, outer.slot_count_ + slot_count_);
    }
    for (const Event &event : events_)
    {
        auto what = event.what;
        if (auto *const draw = std::get_if<Draw>(&what))
        {
            // Memory of its own: the outer graph may replay this one more than once.
            draw->host = at::empty_like(draw->host);
            void *const inner = draw->arrived.get();
            draw->arrived = allocateApart(draw->host.nbytes());
            TPU_CHECK_STATUS(tpudnnMemcpyD2DAsync(stream, inner, draw->arrived.get(), draw->host.nbytes()));
        }
        else if (auto *const saved = std::get_if<SaveState>(&what))
        {
            saved->slot += slots;
        }
        else if (auto *const loaded = std::get_if<LoadState>(&what))
        {
            loaded->slot += slots;
        }
        outer.add(*event.generator.get<TPUGeneratorImpl>(), std::move(what));
    }
}

std::shared_ptr<Draws> drawsOfCapture(c10::DeviceIndex device)
{
    const auto memory = memoryOfCapture(device);
    return memory == nullptr ? nullptr : memory->draws;
}

} // namespace c10_tpu
