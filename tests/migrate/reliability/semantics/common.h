// What legacy and unified code of a generated function share: the kernels' argument struct and a record of what was done.
#pragma once
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>
struct sg_api_one_t {
  unsigned long long input_global_addr = 0, other_global_addr = 0, output_global_addr = 0;
  int mode = 0, size = 0;
};
struct Other { unsigned long long addr; };
inline std::string record;
inline void probe(long long value) { record += "p" + std::to_string(value) + " "; }
inline int touch(int value) { probe(value); return value; }
inline void launched(const char *symbol, const char *cores, const void *api, size_t size) {
  const auto &a = *static_cast<const sg_api_one_t *>(api);
  char text[256];
  snprintf(text, sizeof text, "L(%s,%s,%llx,%llx,%llx,%d,%d,%zu) ", symbol, cores, a.input_global_addr, a.other_global_addr,
           a.output_global_addr, a.mode, a.size, size);
  record += text;
}
