/* Activities: what the library does, told to whoever subscribes, while it is done. Part of tpuDNNTensor.h.
 *
 * Operators, launches, copies, fills, allocations and waits are activities, whoever asked for them. Each is told twice, when it begins and when the
 * call that does it ends, by the thread that does it; a subscriber that wants device times is told of work on a device a third time, once its times
 * are known. Without a subscriber an activity costs one load of a variable.
 *
 * What a captured stream records is not run and not told; each time a graph runs, every node of it is an activity. */
#ifndef TPUDNN_ACTIVITY_H
#define TPUDNN_ACTIVITY_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

typedef enum
{
    TPUDNN_ACTIVITY_OPERATOR = 0, /* a call of an operator */
    TPUDNN_ACTIVITY_GRAPH = 1,    /* a call of tpudnnGraphLaunch; the graph's nodes lie in it */
    TPUDNN_ACTIVITY_LAUNCH = 2,   /* of a kernel */
    TPUDNN_ACTIVITY_COPY_H2D = 3,
    TPUDNN_ACTIVITY_COPY_D2H = 4,
    TPUDNN_ACTIVITY_COPY_D2D = 5,
    TPUDNN_ACTIVITY_FILL = 6,
    TPUDNN_ACTIVITY_ALLOCATE = 7,
    TPUDNN_ACTIVITY_FREE = 8,
    TPUDNN_ACTIVITY_SYNCHRONIZE = 9 /* the host waits for a stream or an event */
} tpudnnActivityKind_t;

#define TPUDNN_ACTIVITY_KINDS 10
/* Sets of kinds: (1 << kind), or'ed. */
#define TPUDNN_ACTIVITY_ALL ((1u << TPUDNN_ACTIVITY_KINDS) - 1)

typedef enum
{
    TPUDNN_ACTIVITY_ENTER = 0,
    TPUDNN_ACTIVITY_EXIT = 1,       /* the call ends; on an asynchronous chip a kernel may still be to run */
    TPUDNN_ACTIVITY_DEVICE_TIME = 2 /* of LAUNCH, COPY_* and FILL: it has run, or will not */
} tpudnnActivityPhase_t;

/* Flags of tpudnnActivitySubscribe. */
#define TPUDNN_ACTIVITY_DEVICE_TIMES 1u

/* Which fields of phase DEVICE_TIME are known: bits of tpudnnActivity_t.measured. */
#define TPUDNN_ACTIVITY_HAS_DEVICE_NS 1u /* device_start_ns, device_end_ns */
#define TPUDNN_ACTIVITY_HAS_HOST_NS 2u   /* device_host_start_ns, device_host_end_ns */
#define TPUDNN_ACTIVITY_HAS_CYCLES 4u
#define TPUDNN_ACTIVITY_HAS_FLOPS 8u
#define TPUDNN_ACTIVITY_HAS_BYTES 16u /* device_bytes */

/* A tensor argument of an operator. */
typedef struct
{
    const char *name;              /* of the parameter */
    const tpudnnTensor_t *tensors; /* `count` of them: of a list, or one */
    int count;
    int use; /* 0: read, 1: written, 2: both */
} tpudnnActivityTensor_t;

/* An activity. What it points to lives as long as the callback runs; names live as long as the process. Fields that its kind does not name are 0. */
typedef struct tpudnnActivity_st
{
    uint32_t struct_size; /* bytes that the library fills */
    tpudnnActivityKind_t kind;
    tpudnnActivityPhase_t phase;
    tpudnnStatus_t status; /* EXIT: of the call; DEVICE_TIME: DEVICE_FAULT where it faulted on the device, or was dropped behind a fault */
    uint64_t sequence;     /* its number in the process, the same in all phases */
    uint64_t parent;       /* sequence of the OPERATOR or GRAPH of this thread that it lies in; 0: none, or nobody subscribes to that kind */
    uint64_t correlation;  /* of tpudnnActivityPushCorrelation, in this thread; 0: none */
    uint64_t thread;       /* the system's number of the thread */
    uint64_t start_ns;     /* of the call, CLOCK_MONOTONIC */
    uint64_t end_ns;       /* EXIT, DEVICE_TIME */
    int device;
    int stream_number;     /* of the device's streams in the order of creation, 0 is the default one; -1: none */
    const char *chip;      /* its name */
    tpudnnStream_t stream; /* NULL: none */
    /* OPERATOR: its key and function. LAUNCH: the key of its row in the kernel table, and the kernel's name in the firmware. */
    const char *key;
    const char *symbol;
    /* OPERATOR */
    const tpudnnActivityTensor_t *tensors; /* not in DEVICE_TIME */
    int tensor_count;
    int captured; /* 1: its stream is captured, and what it puts there is recorded only */
    /* LAUNCH */
    const char *args_name; /* of the argument struct */
    const void *args;      /* not in DEVICE_TIME */
    uint64_t args_size;
    int cores;
    int value; /* FILL */
    /* COPY_*, FILL: physical addresses, 0 for the host's end, which `host` has. ALLOCATE, FREE: dst, and the virtual `address`; ALLOCATE has them
     * in EXIT. */
    uint64_t dst;
    uint64_t src;
    uint64_t bytes;
    const void *host;
    void *address;
    /* DEVICE_TIME. What is not in `measured` is not known on this chip. */
    uint32_t measured;
    int simulated;                  /* 1: device_ns, cycles, flops and bytes are those of a model of the chip */
    double device_start_ns;         /* on the device's own clock; those of one stream can be compared */
    double device_end_ns;
    uint64_t device_host_start_ns;  /* when the device did it, on the host's CLOCK_MONOTONIC */
    uint64_t device_host_end_ns;
    uint64_t cycles;       /* that it took */
    uint64_t flops;        /* that it calculated */
    uint64_t device_bytes; /* that it moved to and from the device's memory */
} tpudnnActivity_t;

typedef void (*tpudnnActivityCallback_t)(const tpudnnActivity_t *activity, void *user);
typedef struct tpudnnActivitySubscriber_st *tpudnnActivitySubscriber_t;

/* From now on `callback` is called, with `user` as its last argument, for every activity of the set `kinds` that begins; *`subscriber` names the subscription.
 * Subscribers are independent, and each sees all phases of an activity or none of ENTER and EXIT. Callbacks run in the threads that act, several at once,
 * in the order of subscription at ENTER and the opposite one at EXIT; they may call this library, unsubscribe, and wait. What a callback does is told to
 * the other subscribers, not to those whose callbacks it lies in. A fault that a
 * wait for a stream meets in a callback is reported to it, and once more to the next wait outside of a callback. A callback must not throw.
 * `flags`: TPUDNN_ACTIVITY_DEVICE_TIMES asks for DEVICE_TIME of work that begins now: told by the thread that next waits for the
 * stream, at once on a synchronous chip. The streams stay asynchronous; on a chip whose driver has neither counters nor events each such work is
 * waited for. Errors: BAD_PARAM for an empty set, unknown kinds or flags. */
tpudnnStatus_t tpudnnActivitySubscribe(tpudnnActivitySubscriber_t *subscriber, uint32_t kinds, uint32_t flags,
                                       tpudnnActivityCallback_t callback, void *user);
/* Ends the subscription `subscriber`, and waits for its callbacks that run in other threads: `user` is not used afterwards. Called from a callback it does not
 * wait: a callback that already runs in another thread may then still run. Device times not yet told are not told any more
 * (tpudnnActivityFlush first). NULL is allowed. Errors: BAD_PARAM for one that has ended. */
tpudnnStatus_t tpudnnActivityUnsubscribe(tpudnnActivitySubscriber_t subscriber);
/* Waits for all streams of the devices that are in use, and tells the device times that are outstanding, in the calling thread. Streams that are captured
 * are waited for as far as they were queued. Errors: DEVICE_FAULT of work that was waited for; all times are told then too. */
tpudnnStatus_t tpudnnActivityFlush(void);

/* Activities of the calling thread have the correlation `id` from now on, until it is popped; nested, the last one counts. */
tpudnnStatus_t tpudnnActivityPushCorrelation(uint64_t id);
/* *`id`, where `id` is not NULL, = the correlation that ends; the one before counts again. Errors: BAD_PARAM where the thread has pushed none. */
tpudnnStatus_t tpudnnActivityPopCorrelation(uint64_t *id);

/* *`base` = the begin of the allocation that the virtual address `ptr` lies in, *`size` = its bytes. Errors: BAD_PARAM where it lies in none. */
tpudnnStatus_t tpudnnGetAddressRange(const void *ptr, void **base, uint64_t *size);

/* What a device can do at best, for all cores together; 0: not known. */
typedef struct
{
    double cycles_per_second;
    double flops_per_second;
    double bytes_per_second; /* between the cores and the device's memory */
    double launch_ns;        /* what every launch takes */
    int simulated;           /* 1: the rates of a model of the chip, by which its times are counted */
} tpudnnDevicePeak_t;

/* Fills *`peak` with what the driver says of device `deviceID`. Errors: NOT_SUPPORTED where it says nothing. */
tpudnnStatus_t tpudnnGetDevicePeak(int deviceID, tpudnnDevicePeak_t *peak);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_ACTIVITY_H */
