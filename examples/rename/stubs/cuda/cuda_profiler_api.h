#pragma once

#include <cstdio>

inline void cudaProfilerNote(const char *text, int) { std::printf("note %s\n", text); }
