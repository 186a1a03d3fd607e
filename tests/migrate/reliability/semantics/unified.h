// The unified library as generated functions use it; a kernel table per chip, addresses that must be translated exactly once.
#pragma once
#include "common.h"
#include <map>
#include <string>
enum tpudnnStatus_t { TPUDNN_STATUS_SUCCESS = 0, TPUDNN_STATUS_FAILED = 1, TPUDNN_STATUS_NOT_SUPPORTED = 3 };
enum tpudnnDataType_t { TPUDNN_DTYPE_FP32, TPUDNN_DTYPE_FP16 };
typedef void *tpudnnHandle_t;
struct tpudnnTensor_t { void *addr; int dim; int shape[8]; int stride[8]; tpudnnDataType_t dtype; };
namespace tpudnn { struct StatusPassed { explicit StatusPassed(tpudnnStatus_t) {} }; }
struct Row { const char *symbol; const char *cores; const char *follows; };
struct TPUDNNImpl {
  std::map<std::string, Row> rows;
  unsigned long long virtToPhys(const void *p) { return p ? reinterpret_cast<unsigned long long>(p) - 0x700000000ull : 0; }
  bool hasKernel(const char *key) { return rows.count(key) != 0; }
  bool follows(const char *key, const char *form) { return hasKernel(key) && rows[key].follows && !strcmp(rows[key].follows, form); }
  tpudnnStatus_t notSupported(const char *) { return TPUDNN_STATUS_NOT_SUPPORTED; }
  tpudnnStatus_t launchKernel(const char *key, const void *api, size_t size) {
    if (!hasKernel(key) || !rows[key].symbol) return TPUDNN_STATUS_NOT_SUPPORTED;
    launched(rows[key].symbol, rows[key].cores, api, size);
    return TPUDNN_STATUS_SUCCESS;
  }
  tpudnnStatus_t synchronize() { return TPUDNN_STATUS_SUCCESS; }
};
#define TPUDNN_CHECK(e) do { if (!(e)) throw 1; } while (false)
#define TPUDNN_SAFE_CALL(e) do { if ((e) != TPUDNN_STATUS_SUCCESS) throw 2; } while (false)
#define TPUDNN_REQUIRE_KERNEL(pimpl, key) do { if (!pimpl->hasKernel(key)) return pimpl->notSupported(key); } while (false)
