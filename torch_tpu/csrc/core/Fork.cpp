#include "core/Fork.h"

#include <c10/util/Exception.h>
#include <pthread.h>

#include <atomic>

namespace c10_tpu
{
namespace
{

std::atomic<bool> used{false};
std::atomic<bool> forked{false};

void noteFork() { forked = forked || used; }

} // namespace

void useDevices()
{
    TORCH_CHECK(!forked.load(std::memory_order_relaxed),
                "Cannot re-initialize tpu in forked subprocess: the parent has used a tpu device, and its driver does not survive a fork. "
                "To use the tpu with multiprocessing, you must use the 'spawn' start method "
                "(torch.multiprocessing.get_context(\"spawn\"), DataLoader(multiprocessing_context=\"spawn\"))");
    if (!used.load(std::memory_order_relaxed))
    {
        static const int registered = pthread_atfork(nullptr, nullptr, &noteFork);
        TORCH_CHECK(registered == 0, "no memory to register a handler of forks");
        used = true;
    }
}

bool inBadFork() noexcept { return forked.load(std::memory_order_relaxed); }

} // namespace c10_tpu
