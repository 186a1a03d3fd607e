/* The driver of a chip as one of an older header: the table of OLDER_DRIVER (its file) ends where `memory_info` does, and without events too where
 * OLDER_WITHOUT_EVENTS is set. Everything else is the driver's own. */
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"

TPUDNN_DRIVER_EXPORT const tpudnnDriver_v1 *tpudnnGetDriver(void)
{
    static tpudnnDriver_v1 table;
    void *library = dlopen(getenv("OLDER_DRIVER"), RTLD_NOW | RTLD_LOCAL);
    tpudnnGetDriver_t own = library ? (tpudnnGetDriver_t)dlsym(library, "tpudnnGetDriver") : NULL;
    if (!own)
    {
        return NULL;
    }
    memset(&table, 0xff, sizeof table); /* nobody may look behind the end */
    memcpy(&table, own(), offsetof(tpudnnDriver_v1, mark));
    table.struct_size = offsetof(tpudnnDriver_v1, mark);
    if (getenv("OLDER_WITHOUT_EVENTS"))
    {
        memset(&table.event_create, 0, offsetof(tpudnnDriver_v1, memory_info) - offsetof(tpudnnDriver_v1, event_create));
    }
    return &table;
}
