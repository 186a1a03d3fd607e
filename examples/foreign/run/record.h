// What both programs print.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>

static inline void record(const char *kernel, const char *cores, const void *args, size_t bytes)
{
    std::printf("%s on %s:", kernel, cores);
    for (size_t i = 0; i < bytes; ++i)
        std::printf(" %02x", static_cast<const unsigned char *>(args)[i]);
    std::printf("\n");
}
static inline void answer(bool ok) { std::printf("%s\n", ok ? "ok" : "refused"); }
