#pragma once
#include <stdint.h>
struct AddArgs { uint64_t lhs, rhs, out; int count; };
