#include "report.h"

#include <pthread.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace tpusim
{
namespace
{

// Neither a constructor nor a destructor, and in the thread's static block: the C library ends the program where one of these finds no memory.
struct Last
{
    char *text;
    const char *shown;
    int status;
};
thread_local __attribute__((tls_model("initial-exec"))) Last last{};

bool freed_with_the_thread(Last &mine) noexcept
{
    static const int key = [] {
        pthread_key_t made = 0;
        const auto drop = [](void *kept) {
            auto *ending = static_cast<Last *>(kept);
            std::free(ending->text);
            *ending = {};
        };
        return pthread_key_create(&made, drop) == 0 ? static_cast<int>(made) : -1;
    }();
    return mine.text != nullptr || (key >= 0 && pthread_setspecific(static_cast<pthread_key_t>(key), &mine) == 0);
}

} // namespace

void report_failure(const char *chip, int status, const char *function, const char *sentence) noexcept
{
    const std::size_t room = (function != nullptr ? std::strlen(function) + 2 : 0) + std::strlen(sentence) + 1;
    const char *prefix = function != nullptr ? function : "";
    const char *colon = function != nullptr ? ": " : "";
    last.status = status;
    if (void *grown = freed_with_the_thread(last) ? std::realloc(last.text, room) : nullptr)
    {
        last.text = static_cast<char *>(grown);
        std::snprintf(last.text, room, "%s%s%s", prefix, colon, sentence);
        last.shown = last.text;
    }
    else
    {
        last.shown = "no host memory, nor for the sentence";
    }
    std::fprintf(stderr, "%s: %s%s%s\n", chip, prefix, colon, sentence);
}

const char *last_failure() noexcept { return last.shown != nullptr ? last.shown : ""; }

int last_status() noexcept { return last.status; }

} // namespace tpusim
