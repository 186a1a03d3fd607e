// A legacy library in another idiom: the context comes last, the build has one chip by number, tensors carry device addresses.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef uint64_t xaddr;

enum XStatus { X_OK = 0, X_BAD = 7 };
enum XType { X_FLOAT = 10, X_HALF = 11 };

struct XContext;
struct XBuffer
{
    xaddr where;
};
struct XTensor
{
    int rank;
    int extent[8];
    XType type;
    xaddr data;
};

XStatus xkLaunch(const char *kernel, size_t bytes, const void *args, XContext *ctx);
XStatus xkLaunchAll(const char *kernel, size_t bytes, const void *args, XContext *ctx);
XStatus xkAlloc(XContext *ctx, size_t bytes, XBuffer *buffer);
void xkFree(XBuffer buffer, XContext *ctx);
xaddr xkWhere(XBuffer buffer);

#define X_REQUIRE(condition) do { if (!(condition)) return X_BAD; } while (0)
#define X_TRY(call) do { XStatus xTry = (call); if (xTry != X_OK) return xTry; } while (0)

// y = max(x, 0).
XStatus xdnnRelu(XTensor x, XTensor y, XContext *ctx);
// y = x * factor, elements of one type.
XStatus xdnnScale(XTensor x, float factor, XTensor y, XContext *ctx);
// Sums x along one axis, in passes with a buffer between them.
XStatus xdnnSum(XTensor x, int axis, XTensor y, XContext *ctx);
// y = a + factor * b.
XStatus xdnnAddScaled(XTensor a, XTensor b, float factor, XTensor y, XContext *ctx);
// Sorts each row; chips of the third generation only.
XStatus xdnnSort(XTensor x, XTensor y, XContext *ctx);
