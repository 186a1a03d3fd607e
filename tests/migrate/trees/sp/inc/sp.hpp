#pragma once
#include <cstddef>
#include <cstdint>
#include "sp_args.h"
namespace sp {
enum class Kind { F32, F16 };
struct Plane { uint64_t base; int rank; int len[8]; Kind kind; };
struct Lane { bool go(const char *kernel, const void *args, size_t bytes, bool queued); };
bool spCopy(Lane &lane, const Plane &from, const Plane &to);
bool spHalve(Lane &lane, const Plane &from, const Plane &to);
bool spTurn(Lane &lane, const Plane &from, const Plane &to);
bool spAdd(Lane &lane, const Plane &from, float value);
bool spAdd(Lane &lane, const Plane &from, const Plane &to);
}
