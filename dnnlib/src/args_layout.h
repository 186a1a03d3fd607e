// What the library knows of a kernel's argument struct; kernel_args.gen.h has it for each.
#pragma once

#include <cstdint>

namespace tpudnn
{

struct ArgsLayout
{
    const char *name;
    uint64_t size;
    uint64_t hash; // of every field's name, offset and size
};

template <class T>
struct KernelArgs
{
    static constexpr bool known = false;
    static constexpr ArgsLayout layout() { return {"", 0, 0}; }
};

} // namespace tpudnn
