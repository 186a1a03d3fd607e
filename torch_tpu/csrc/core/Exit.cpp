#include "core/Exit.h"

#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>

namespace c10_tpu
{
namespace
{

pthread_t finalizer;
std::terminate_handler otherwise = nullptr;

template <class Function>
Function *interpreter(const char *name)
{
    return reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, name));
}

bool finalizing()
{
    auto *const asked = interpreter<int()>("Py_IsFinalizing"); // public since 3.13
    auto *const older = interpreter<int()>("_Py_IsFinalizing");
    auto *const initialized = interpreter<int()>("Py_IsInitialized");
    return (asked != nullptr && asked() != 0) || (older != nullptr && older() != 0) || (initialized != nullptr && initialized() == 0);
}

[[noreturn]] void sleepOrTerminate()
{
    if (pthread_equal(pthread_self(), finalizer) == 0 && std::current_exception() == nullptr && finalizing())
    {
        for (;;)
        {
            pause();
        }
    }
    if (otherwise != nullptr)
    {
        otherwise();
    }
    std::abort();
}

} // namespace

void prepareExit()
{
    finalizer = pthread_self();
    if (std::get_terminate() != &sleepOrTerminate)
    {
        otherwise = std::set_terminate(&sleepOrTerminate);
    }
    setenv("TORCH_AUTOGRAD_SHUTDOWN_WAIT_LIMIT", "0", 0); // torch's switch; read when its engine is destroyed
}

} // namespace c10_tpu
