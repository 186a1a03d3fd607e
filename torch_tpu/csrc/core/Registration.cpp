#include "core/Registration.h"

#include <torch/csrc/jit/frontend/function_schema_parser.h>

#include <mutex>
#include <vector>

namespace c10_tpu
{
namespace
{

std::vector<Registration *> &pending()
{
    static auto *const leaked = new std::vector<Registration *>; // made by whichever source comes first
    return *leaked;
}

} // namespace

Registration::Registration(const char *space, c10::DispatchKey key, Fill fill) : space_(space), key_(key), fill_(fill)
{
    pending().push_back(this);
}

void Registration::run()
{
    library_.emplace(torch::Library::IMPL, space_, key_, __FILE__, __LINE__);
    fill_(*this);
}

std::string wholeName(const std::string &space, const char *name)
{
    const bool whole = std::string(name).find("::") != std::string::npos;
    return whole ? name : space + "::" + name;
}

std::optional<c10::OperatorHandle> findOperator(const std::string &space, const char *name)
{
    return c10::Dispatcher::singleton().findSchema(torch::jit::parseName(wholeName(space, name)));
}

bool Registration::taken(const char *name) const
{
    const auto found = findOperator(space_, name);
    return found.has_value() && found->hasKernelForDispatchKey(key_);
}

void Registration::fallback(torch::CppFunction kernel)
{
    if (!c10::Dispatcher::singleton().hasBackendFallbackForDispatchKey(key_))
    {
        library_->fallback(std::move(kernel));
    }
}

void registerDevice()
{
    static std::once_flag once;
    std::call_once(once, [] {
        for (Registration *registration : pending())
        {
            registration->run();
        }
    });
}

} // namespace c10_tpu
