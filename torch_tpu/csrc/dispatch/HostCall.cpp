#include "dispatch/HostCall.h"

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/List.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_strided.h>
#include <ATen/ops/zeros.h>
#include <c10/core/DeviceGuard.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/Capture.h"
#include "core/Device.h"
#include "core/Status.h"
#include "core/Stream.h"
#include "dispatch/StorageView.h"

namespace tpu::dispatch
{
namespace
{

bool onTpu(const at::Tensor &tensor) { return tensor.defined() && tensor.device().type() == c10_tpu::kTPU; }

// Replaces every defined tensor of a value by what `map` gives for it.
template <class Map>
void mapTensors(c10::IValue &value, Map &&map)
{
    const auto mapped = [&](const at::Tensor &tensor) { return tensor.defined() ? map(tensor) : tensor; };
    if (value.isTensor())
    {
        value = mapped(value.toTensor());
    }
    else if (value.isTensorList())
    {
        c10::List<at::Tensor> list;
        for (const at::Tensor &tensor : value.toTensorVector())
        {
            list.push_back(mapped(tensor));
        }
        value = std::move(list);
    }
    else if (value.isOptionalTensorList())
    {
        c10::List<std::optional<at::Tensor>> list;
        for (const std::optional<at::Tensor> &tensor : value.toOptionalTensorVector())
        {
            list.push_back(tensor.has_value() ? std::optional<at::Tensor>(mapped(*tensor)) : tensor);
        }
        value = std::move(list);
    }
}

template <class Visit>
void visitValue(const c10::IValue &value, Visit &&visit)
{
    c10::IValue copy = value;
    mapTensors(copy, [&](const at::Tensor &tensor) {
        visit(tensor);
        return tensor;
    });
}

// Operators that take host tensors beside device tensors, as on other accelerators: lengths, counts of steps. (Lists of indices may
// lie on the host for every operator.)
bool takesHostTensors(std::string_view name) { return name == "aten::_ctc_loss" || name.rfind("aten::_fused_", 0) == 0; }

/// One call: arguments, what becomes of them, results.
class Call
{
public:
    Call(const c10::OperatorHandle &op, torch::jit::Stack *stack, HostKernel kernel) : op_(op), stack_(stack), kernel_(kernel)
    {
        const auto &schema = op.schema().arguments();
        const size_t first = stack->size() - schema.size();
        for (size_t i = 0; i < schema.size(); ++i)
        {
            const auto *alias = schema[i].alias_info();
            note((*stack)[first + i], alias != nullptr && alias->isWrite(), schema[i].is_out());
        }
        checkHostTensors();
    }

    // -1: the current one.
    c10::DeviceIndex device() const { return target_.has_value() ? target_->index() : operands_.has_value() ? operands_->index() : -1; }
    // It uses nothing that may be another in a replay: its device tensors are outputs, or have no elements.
    bool isConstant() const { return constant_; }
    void leaveOutputs() { outputs_ = false; }

    void run()
    {
        const c10::OptionalDeviceGuard guard(operands_);
        outputs_ ? images_.load() : images_.loadInputs();
        const size_t first = stack_->size() - op_.schema().arguments().size();
        for (size_t i = first; i < stack_->size(); ++i)
        {
            toHost((*stack_)[i]);
        }
        runKernel();
        images_.store();
        const c10::OptionalDeviceGuard target(target_);
        const auto results = std::prev(stack_->end(), static_cast<std::ptrdiff_t>(op_.schema().returns().size()));
        for (auto each = results; each != stack_->end(); ++each)
        {
            visitValue(*each, [this](const at::Tensor &tensor) { noteResult(tensor); });
        }
        for (auto each = results; each != stack_->end(); ++each)
        {
            mapTensors(*each, [this](const at::Tensor &tensor) { return toDevice(tensor); });
        }
    }

private:
    void runKernel()
    {
        if (kernel_ == HostKernel::cpu)
        {
            op_.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::CPU), stack_);
            return;
        }
        const at::AutoDispatchBelowADInplaceOrView below_autograd;
        op_.callBoxed(stack_);
    }

    void note(const c10::IValue &value, bool declared, bool output)
    {
        if (value.isDevice())
        {
            named_ = value.toDevice();
            target_ = value.toDevice().type() == c10_tpu::kTPU ? std::optional(value.toDevice()) : std::nullopt;
        }
        visitValue(value, [&](const at::Tensor &tensor) {
            if (!onTpu(tensor))
            {
                if (!value.isOptionalTensorList())
                {
                    host_arguments_.push_back(tensor);
                }
                return;
            }
            TORCH_CHECK(!operands_.has_value() || *operands_ == tensor.device(),
                        "Expected all tensors to be on the same device, but found at least two devices, ", *operands_, " and ",
                        tensor.device(), "! (when calling ", op_.operator_name(), ")");
            operands_ = tensor.device();
            constant_ = constant_ && tensor.layout() == at::kStrided && (output || tensor.numel() == 0);
            target_ = named_.has_value() ? target_ : operands_;
            images_.add(tensor, declared, output);
        });
    }

    void checkHostTensors() const
    {
        if (!operands_.has_value() || takesHostTensors(op_.operator_name().name))
        {
            return;
        }
        for (const at::Tensor &tensor : host_arguments_)
        {
            TORCH_CHECK(tensor.dim() == 0 || !tensor.device().is_cpu(),
                        "Expected all tensors to be on the same device, but found at least two devices, ", *operands_, " and ",
                        tensor.device(), "! (when calling ", op_.operator_name(), ")");
        }
    }

    void toHost(c10::IValue &value)
    {
        if (value.isDevice())
        {
            value = c10::Device(c10::kCPU);
        }
        else if (operands_.has_value())
        {
            mapTensors(value, [this](const at::Tensor &tensor) { return onTpu(tensor) ? images_.hostOf(tensor) : tensor; });
        }
    }

    bool stays(const at::Tensor &result) const
    {
        const auto same = [&](const at::Tensor &argument) { return argument.is_same(result); };
        return (named_.has_value() && !target_.has_value()) || !result.device().is_cpu() ||
               std::any_of(host_arguments_.begin(), host_arguments_.end(), same);
    }

    // What is needed of the storage of a new result. Results may share one.
    void noteResult(const at::Tensor &result)
    {
        if (!stays(result) && result.layout() == at::kStrided && !result.is_quantized() && result.numel() > 0)
        {
            const auto [begin, end] = byteSpan(result);
            Landing &landing = landings_[storageOf(result)];
            landing.begin = std::min(landing.begin, begin);
            landing.end = std::max(landing.end, end);
        }
    }

    at::Tensor toDevice(const at::Tensor &result)
    {
        if (stays(result))
        {
            return result;
        }
        if (at::Tensor argument = images_.deviceOf(result); argument.defined())
        {
            return argument;
        }
        const c10::Device device = target_.value_or(c10::Device(c10_tpu::kTPU, c10_tpu::currentDevice()));
        if (result.layout() != at::kStrided || result.is_quantized())
        {
            return result.to(device);
        }
        if (result._is_zerotensor())
        {
            return at::zeros(result.sizes(), result.options().device(device)); // it has no memory
        }
        if (result.numel() == 0)
        {
            return at::empty_strided(result.sizes(), result.strides(), result.options().device(device));
        }
        at::Tensor &made = made_[result.unsafeGetTensorImpl()];
        if (!made.defined())
        {
            Landing &landing = landings_.at(storageOf(result));
            land(landing, result, device);
            made = storageView(landing.storage, result, -static_cast<int64_t>(landing.begin));
        }
        return made;
    }

    struct Landing
    {
        size_t begin = SIZE_MAX;
        size_t end = 0;
        c10::Storage storage;
    };

    static const c10::StorageImpl *storageOf(const at::Tensor &tensor)
    {
        return tensor.unsafeGetTensorImpl()->unsafe_storage().unsafeGetStorageImpl();
    }

    static void land(Landing &landing, const at::Tensor &result, c10::Device device)
    {
        if (landing.storage)
        {
            return;
        }
        const size_t bytes = landing.end - landing.begin;
        landing.storage = at::empty({static_cast<int64_t>(bytes)}, at::TensorOptions(at::kByte).device(device)).storage();
        const auto *source = static_cast<const char *>(result.storage().data()) + landing.begin;
        TPU_CHECK_STATUS(tpudnnMemcpyH2D(c10_tpu::getCurrentTPUStream(), landing.storage.mutable_data(), source, bytes));
    }

    const c10::OperatorHandle &op_;
    torch::jit::Stack *stack_;
    HostKernel kernel_;
    bool constant_ = true;
    bool outputs_ = true; // their contents are loaded
    HostImages images_;
    std::vector<at::Tensor> host_arguments_;
    std::optional<c10::Device> operands_; // where the tpu tensors lie
    std::optional<c10::Device> named_;    // a device argument
    std::optional<c10::Device> target_;   // where results go; none: the CPU if one is named, else the current device
    std::unordered_map<const c10::StorageImpl *, Landing> landings_;
    std::unordered_map<const c10::TensorImpl *, at::Tensor> made_;
};

} // namespace

void callOnHost(const c10::OperatorHandle &op, torch::jit::Stack *stack, HostKernel kernel)
{
    Call call(op, stack, kernel);
    if (c10_tpu::memoryOfCapture(call.device()) != nullptr)
    {
        if (!call.isConstant())
        {
            c10_tpu::refuseInCapture("running on the CPU");
        }
        call.leaveOutputs();
    }
    call.run();
}

} // namespace tpu::dispatch
