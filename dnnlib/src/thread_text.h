// A thread's last sentence. Keeping one cannot fail: where memory is short, what fits a few words is kept.
//
// For a thread_local variable declared with TPUDNN_THREAD_TEXT: no constructor, no destructor and no block of its own at first touch, since the C
// library ends the program where one of these finds no memory.
#pragma once

#include <pthread.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace tpudnn
{

struct ThreadText
{
    char *owned;
    bool isOwned; // else `words` has the sentence
    char words[64];

    const char *get() const { return isOwned ? owned : words; }

    void clear() { set("", 0); }

    void set(const char *text, size_t length) noexcept
    {
        isOwned = false;
        if (length < sizeof words)
        {
            std::memcpy(words, text, length);
            words[length] = '\0';
            return;
        }
        if (void *grown = keepUntilThreadEnds() ? std::realloc(owned, length + 1) : nullptr)
        {
            owned = static_cast<char *>(grown);
            std::memcpy(owned, text, length);
            owned[length] = '\0';
            isOwned = true;
            return;
        }
        std::memcpy(words, text, sizeof words - 4);
        std::memcpy(words + sizeof words - 4, "...", 4);
    }

    // "function: no host memory"
    void setNoMemory(const char *function) noexcept
    {
        isOwned = false;
        std::snprintf(words, sizeof words, "%s: no host memory", function);
    }

private:
    // The key's destructor frees what the thread owns. False where the thread cannot be given one.
    bool keepUntilThreadEnds() noexcept
    {
        static const pthread_key_t key = [] {
            pthread_key_t created = 0;
            return pthread_key_create(&created, [](void *text) { static_cast<ThreadText *>(text)->drop(); }) == 0 ? created
                                                                                                                  : ~pthread_key_t{0};
        }();
        return owned || (key != ~pthread_key_t{0} && pthread_setspecific(key, this) == 0);
    }
    void drop() noexcept
    {
        std::free(owned);
        owned = nullptr;
        isOwned = false;
        words[0] = '\0';
    }
};

} // namespace tpudnn

#define TPUDNN_THREAD_TEXT thread_local __attribute__((tls_model("initial-exec")))
