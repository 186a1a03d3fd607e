// The chip's table, as text: key, symbol or -, form that it follows or -.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <initializer_list>
#include <map>
#include <string>
#include "unn_ops.h"
#include "queue.h"

#define DESC unnDesc_t
#define TYPE unnType_t
#define HANDLE unnQueue_t
#define UNARY unnUnaryMode_t
#define REDUCE unnReduceMode_t
#define PARAM unnConvParam_t
#define F32 UNN_FLOAT
#define F16 UNN_HALF
#define BF16 UNN_BFLOAT16
#define I32 UNN_INT32
static int told(unnStatus_t status) { std::printf("-> %d\n", (int)status); return status; }
static size_t told(size_t size) { return size; }
#define ASK(name) [](auto... given) { return told(unn##name(given...)); }
#include "calls.h"

struct Row { std::string symbol, follows; };
static std::map<std::string, Row> rows;

unnStatus_t unnSubmit(unnQueue_t, const char *key, int cores, const void *args, size_t bytes)
{
    return launched(rows.at(key).symbol.c_str() + std::strlen("VNN_KERNEL_"), cores, args, bytes) ? UNN_DEVICE : UNN_OK;
}
unnStatus_t unnFlush(unnQueue_t) { std::printf("sync\n"); return UNN_OK; }
unnStatus_t unnAlloc(unnQueue_t, size_t bytes, void **ptr)
{
    std::printf("alloc %zu\n", bytes);
    *ptr = std::malloc(1);
    return UNN_OK;
}
void unnFree(unnQueue_t, void *ptr) { std::printf("free\n"); std::free(ptr); }
uint64_t unnDeviceAddress(unnQueue_t, const void *address) { return number_of(address); }
int unnCores(unnQueue_t) { return 8; }
int unnHasKernel(unnQueue_t, const char *key) { return rows.count(key) && rows[key].symbol != "-"; }
int unnIsVariant(unnQueue_t, const char *key, const char *variant) { return rows.count(key) && rows[key].follows == variant; }
unnStatus_t unnMissing(unnQueue_t, const char *) { return UNN_NOT_SUPPORTED; }
size_t unnNoSize(unnQueue_t, const char *) { return 12345; }
void unnUnsupported() { std::abort(); }
void unnRequire(unnQueue_t, const char *) { std::abort(); }
void unnLog(int, const char *, ...) {}

int main(int, char **arguments)
{
    std::ifstream table(arguments[1]);
    for (std::string key, symbol, follows; table >> key >> symbol >> follows;) rows[key] = {symbol, follows};
    return run(nullptr);
}
