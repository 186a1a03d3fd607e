// What legacy and unified code of a generated function share: the kernels' argument struct and a record of what was done.
#pragma once
#include <cstddef>
#include <cstdio>
#include <cstring>
struct sg_api_one_t {
  unsigned long long input_global_addr = 0, other_global_addr = 0, output_global_addr = 0;
  int mode = 0, size = 0;
};
struct Other { unsigned long long addr; };
inline char record[1 << 16];  // no std::string: every conversion of a test reads this header, and that one costs nine tenths of the time
inline size_t recorded;
template <class... T> void note(const char *format, T... values) {
  recorded += snprintf(record + recorded, sizeof record - recorded, format, values...);
  if (recorded >= sizeof record) throw "the record is full";
}
inline void probe(long long value) { note("p%lld ", value); }
inline int touch(int value) { probe(value); return value; }
inline void launched(const char *symbol, const char *cores, const void *api, size_t size) {
  const auto &a = *static_cast<const sg_api_one_t *>(api);
  note("L(%s,%s,%llx,%llx,%llx,%d,%d,%zu) ", symbol, cores, a.input_global_addr, a.other_global_addr, a.output_global_addr, a.mode, a.size, size);
}
