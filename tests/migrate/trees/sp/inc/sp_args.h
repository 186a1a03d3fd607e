#pragma once
#include <stdint.h>
struct CopyArgs { uint64_t from, to; int count; };
