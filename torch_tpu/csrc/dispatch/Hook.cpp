#include "dispatch/Hook.h"

#include <c10/util/Exception.h>
#include <torch/csrc/jit/frontend/function_schema_parser.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "dispatch/Fallback.h"
#include "dispatch/Operator.h"

namespace tpu::dispatch
{
namespace
{

struct Entry
{
    int64_t number;
    Listener function;
    std::vector<std::string> patterns;

    bool wants(const std::string &name) const
    {
        return patterns.empty() || std::any_of(patterns.begin(), patterns.end(), [&](const auto &each) { return matches(each, name); });
    }
};
using Entries = std::vector<std::shared_ptr<const Entry>>; // the oldest first

struct Call
{
    const c10::OperatorHandle &op;
    c10::DispatchKeySet keys;
    const c10::KernelFunction &kernel;
    Entries ahead; // listeners that are not asked yet, the next one last
    int depth = 0;
    std::vector<c10::IValue> arguments;
    std::vector<c10::IValue> results;
    bool done = false;
    std::exception_ptr raised; // by what was made of the call
    std::string failed;        // what a listener says
};

struct State
{
    std::mutex mutex; // of what follows
    Entries entries;
    int64_t listeners = 0; // ever
    int64_t calls = 0;     // ever
    std::unordered_map<int64_t, Call *> running;
};

State &state()
{
    static auto *const leaked = new State; // kernels may run while the process ends
    return *leaked;
}

thread_local int depth = 0;          // of the device's kernels
thread_local bool answering = false; // a listener's own calls

/// Sets a variable of the thread for the length of a block.
template <class T>
class Within
{
public:
    Within(T &variable, T value) : variable_(variable), before_(std::exchange(variable, value)) {}
    ~Within() { variable_ = before_; }
    Within(const Within &) = delete;
    Within &operator=(const Within &) = delete;

private:
    T &variable_;
    T before_;
};

Call &running(int64_t number)
{
    const std::lock_guard<std::mutex> lock(state().mutex);
    const auto found = state().running.find(number);
    TORCH_CHECK(found != state().running.end(), "the call ", number, " does not run any more: a listener may use a call until it returns");
    return *found->second;
}

/// Names a call for as long as it runs.
class Running
{
public:
    explicit Running(Call &call)
    {
        const std::lock_guard<std::mutex> lock(state().mutex);
        number_ = ++state().calls;
        state().running.emplace(number_, &call);
    }
    ~Running()
    {
        const std::lock_guard<std::mutex> lock(state().mutex);
        state().running.erase(number_);
    }
    Running(const Running &) = delete;
    Running &operator=(const Running &) = delete;
    int64_t number() const { return number_; }

private:
    int64_t number_;
};

void ask(Call &call, int64_t number);

void makeCall(Call &call, int64_t number, bool on_cpu)
{
    if (!on_cpu && !call.ahead.empty())
    {
        ask(call, number);
        return;
    }
    torch::jit::Stack stack = call.arguments;
    const Within<int> deeper(depth, depth + 1);
    const Within<bool> kernels(answering, false);
    if (on_cpu)
    {
        runOnHost(call.op, &stack);
    }
    else
    {
        call.kernel.callBoxed(call.op, call.keys, &stack);
    }
    call.results = std::move(stack);
    call.done = true;
}

void ask(Call &call, int64_t number)
{
    const auto entry = call.ahead.back();
    call.ahead.pop_back();
    const size_t before = call.ahead.size();
    call.done = false;
    Answer answer;
    {
        const Within<bool> listener(answering, true);
        answer = entry->function(entry->number, number);
    }
    if (answer == Answer::failed)
    {
        const std::string sentence = std::exchange(call.failed, std::string());
        if (sentence.empty() && call.raised)
        {
            std::rethrow_exception(call.raised);
        }
        TORCH_CHECK(false, sentence.empty() ? "a listener failed" : sentence);
    }
    if (!call.done)
    {
        call.ahead.resize(std::min(before, call.ahead.size()));
        makeCall(call, number, false);
    }
}

std::vector<c10::IValue> made(int64_t number, bool on_cpu)
{
    Call &call = running(number);
    const Entries ahead = call.ahead; // a listener may make the call more than once
    call.raised = nullptr;
    try
    {
        makeCall(call, number, on_cpu);
    }
    catch (...)
    {
        call.ahead = ahead;
        call.raised = std::current_exception();
        throw;
    }
    call.ahead = ahead;
    return call.results;
}

} // namespace

namespace hook
{

std::atomic<int> listeners{0};

c10::OperatorHandle operatorCalled(const std::string &name)
{
    const auto found = c10::Dispatcher::singleton().findSchema(torch::jit::parseName(name));
    TORCH_INTERNAL_ASSERT(found.has_value(), name, " has a kernel and is no operator");
    return *found;
}

void callListened(const c10::OperatorHandle &op, c10::DispatchKeySet keys, torch::jit::Stack *stack, const c10::KernelFunction &kernel)
{
    Call call{op, keys, kernel, {}, depth, {}, {}, false, nullptr, {}};
    if (listening() && !answering)
    {
        const std::string name = c10::toString(op.operator_name());
        const std::lock_guard<std::mutex> lock(state().mutex);
        std::copy_if(state().entries.begin(), state().entries.end(), std::back_inserter(call.ahead),
                     [&](const auto &entry) { return entry->wants(name); });
    }
    if (call.ahead.empty())
    {
        const Within<int> deeper(depth, depth + 1);
        kernel.callBoxed(op, keys, stack);
        return;
    }
    const auto count = static_cast<std::ptrdiff_t>(op.schema().arguments().size());
    call.arguments.assign(stack->end() - count, stack->end());
    const Running named(call);
    ask(call, named.number());
    stack->erase(stack->end() - count, stack->end());
    stack->insert(stack->end(), call.results.begin(), call.results.end());
}

} // namespace hook

int64_t addListener(Listener listener, const std::vector<std::string> &patterns)
{
    const std::lock_guard<std::mutex> lock(state().mutex);
    const int64_t number = ++state().listeners;
    state().entries.push_back(std::make_shared<const Entry>(Entry{number, listener, patterns}));
    hook::listeners = static_cast<int>(state().entries.size());
    return number;
}

void removeListener(int64_t listener)
{
    const std::lock_guard<std::mutex> lock(state().mutex);
    auto &entries = state().entries;
    entries.erase(std::remove_if(entries.begin(), entries.end(), [&](const auto &entry) { return entry->number == listener; }),
                  entries.end());
    hook::listeners = static_cast<int>(entries.size());
}

c10::OperatorName callOperator(int64_t call) { return running(call).op.operator_name(); }

const c10::FunctionSchema &callSchema(int64_t call) { return running(call).op.schema(); }

std::vector<c10::IValue> callArguments(int64_t call) { return running(call).arguments; }

int64_t callDepth(int64_t call) { return running(call).depth; }

std::vector<c10::IValue> callProceed(int64_t call) { return made(call, false); }

std::vector<c10::IValue> callOnCpu(int64_t call) { return made(call, true); }

void callSetResults(int64_t number, std::vector<c10::IValue> results)
{
    Call &call = running(number);
    const size_t wanted = call.op.schema().returns().size();
    TORCH_CHECK(results.size() == wanted, c10::toString(call.op.operator_name()), " has ", wanted, " results, not ", results.size());
    for (size_t i = 0; i < wanted; ++i)
    {
        const auto &type = call.op.schema().returns()[i].type();
        if (results[i].isNone() && type->kind() == c10::TypeKind::TensorType)
        {
            results[i] = at::Tensor();
        }
        TORCH_CHECK(results[i].type()->isSubtypeOf(*type), "result ", i, " of ", c10::toString(call.op.operator_name()), " is a ",
                    type->str(), ", not a ", results[i].type()->str());
    }
    call.results = std::move(results);
    call.done = true;
}

void callFail(int64_t call, const std::string &sentence) { running(call).failed = sentence; }

} // namespace tpu::dispatch
