#include "bridges/TreeLibrary.h"

#include <algorithm>

#include "core/Registration.h"
#include "dispatch/Fallback.h"
#include "dispatch/Operator.h"

namespace tpu
{
namespace
{

class OnHost final : public c10::OperatorKernel
{
public:
    void operator()(const c10::OperatorHandle &op, c10::DispatchKeySet /*keys*/, torch::jit::Stack *stack)
    {
        dispatch::runOnHost(op, stack);
    }
};

// A kernel of fewer parameters than its operator has today.
class Narrowed final : public c10::OperatorKernel
{
public:
    Narrowed(c10::KernelFunction kernel, size_t parameters) : kernel_(std::move(kernel)), parameters_(parameters) {}

    void operator()(const c10::OperatorHandle &op, c10::DispatchKeySet keys, torch::jit::Stack *stack)
    {
        dispatch::Operator &record = dispatch::Operator::of(c10::toString(op.operator_name()));
        if (record.forced())
        {
            record.countFallback("forced");
            dispatch::runOnHost(op, stack);
            return;
        }
        const auto &all = op.schema().arguments();
        const size_t first = stack->size() - all.size();
        for (size_t i = parameters_; i < all.size(); ++i)
        {
            if ((*stack)[first + i] != *all[i].default_value())
            {
                record.countFallback("the kernel is older than the argument " + all[i].name());
                dispatch::runOnHost(op, stack);
                return;
            }
        }
        stack->resize(first + parameters_);
        kernel_.callBoxed(op, keys, stack);
    }

private:
    const c10::KernelFunction kernel_;
    const size_t parameters_;
};

// Whether a kernel's parameters are the first ones of the operator's, the others have default values, and both return the same.
bool fits(const c10::FunctionSchema &kernel, const c10::FunctionSchema &op)
{
    const auto same = [](const c10::Argument &left, const c10::Argument &right) { return *left.type() == *right.type(); };
    const auto &few = kernel.arguments();
    const auto &all = op.arguments();
    return few.size() <= all.size() && std::equal(few.begin(), few.end(), all.begin(), same) &&
           std::equal(kernel.returns().begin(), kernel.returns().end(), op.returns().begin(), op.returns().end(), same) &&
           std::all_of(all.begin() + static_cast<std::ptrdiff_t>(few.size()), all.end(),
                       [](const c10::Argument &argument) { return argument.default_value().has_value(); });
}

} // namespace

Forcible::Forcible(const std::string &name)
    : record_(name.rfind("aten::", 0) == 0 && name.rfind("aten::_copy", 0) != 0 ? &dispatch::Operator::of(name) : nullptr),
      on_host_(c10::BoxedKernel::makeFromFunctor(
          std::make_unique<dispatch::hook::Boxed>(c10::KernelFunction::makeFromBoxedFunctor(std::make_unique<OnHost>()))))
{
}

bool Forcible::forced()
{
    if (record_ == nullptr || !record_->forced()) [[likely]]
    {
        return false;
    }
    record_->countFallback("forced");
    return true;
}

TreeLibrary::TreeLibrary(const char *space, c10::DispatchKey key, Fill fill, const char *file, uint32_t line)
    : space_(space), library_(torch::Library::IMPL, space, key, file, line)
{
    fill(*this);
}

void TreeLibrary::implFunction(const char *name, torch::CppFunction kernel, c10::KernelFunction plain,
                               std::unique_ptr<c10::FunctionSchema> own)
{
    std::string why;
    try
    {
        library_.impl(name, std::move(kernel));
        return;
    }
    catch (const c10::Error &error)
    {
        why = error.what_without_backtrace();
    }
    const auto op = c10_tpu::findOperator(space_, name);
    if (op.has_value() && fits(*own, op->schema()))
    {
        library_.impl(name, dispatch::hookedBoxed(c10::KernelFunction::makeFromBoxedFunctor(
                                std::make_unique<Narrowed>(std::move(plain), own->arguments().size()))));
        return;
    }
    TORCH_WARN("the kernel of ", name, " does not fit PyTorch's operator, which runs on the CPU: ", why);
}

} // namespace tpu
