/* Unified library: types. */
#ifndef UNI_H
#define UNI_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
typedef enum { UNI_OK, UNI_BAD_ARGUMENT, UNI_NO_MEMORY, UNI_UNSUPPORTED, UNI_FAILED } uniStatus_t;
typedef enum { UNI_FLOAT32 = 20, UNI_FLOAT16, UNI_INT32, UNI_INT8 } uniType_t;
typedef struct uniQueue *uniQueue_t;
typedef const struct uniArray *uniArray_t;

int uniRank(uniArray_t array);
long uniExtent(uniArray_t array, int axis);
uniType_t uniType(uniArray_t array);
void *uniData(uniArray_t array);
#ifdef __cplusplus
}
#endif
#endif
