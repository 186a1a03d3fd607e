#include "dispatch/Calls.h"

#include <ATen/record_function.h>

#include <algorithm>
#include <unordered_map>

#include "core/Device.h"
#include "dispatch/Operator.h"

namespace tpu::dispatch
{
namespace
{

std::unordered_map<std::string, Operator *> &counted()
{
    static auto *const leaked = new std::unordered_map<std::string, Operator *>;
    return *leaked;
}

bool onTpu(const c10::IValue &value)
{
    if (value.isTensor())
    {
        return value.toTensor().defined() && value.toTensor().device().type() == c10_tpu::kTPU;
    }
    if (value.isDevice())
    {
        return value.toDevice().type() == c10_tpu::kTPU;
    }
    if (value.isList())
    {
        const auto list = value.toListRef();
        return std::any_of(list.begin(), list.end(), &onTpu);
    }
    return false;
}

std::unique_ptr<at::ObserverContext> note(const at::RecordFunction &call)
{
    const auto name = call.operator_name();
    const auto found = name.has_value() ? counted().find(c10::toString(*name)) : counted().end();
    if (found != counted().end())
    {
        const auto inputs = call.inputs();
        if (std::any_of(inputs.begin(), inputs.end(), &onTpu))
        {
            found->second->countNative();
        }
    }
    return nullptr;
}

} // namespace

void countCalls(const std::vector<std::string> &names)
{
    TORCH_CHECK(counted().empty(), "calls are counted already");
    for (const std::string &name : names)
    {
        counted().emplace(name, &Operator::of(name));
    }
    at::addGlobalCallback(at::RecordFunctionCallback(&note).needsInputs(true).scopes({at::RecordScope::FUNCTION}));
}

} // namespace tpu::dispatch
