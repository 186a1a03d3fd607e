"""Source text of the program that calls one build of the library, and the wire form of its inputs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from migrate.verify.trace.inputs import Inputs, TensorValue
from migrate.verify.trace.signature import Array, Scalar, Signature, Struct, Tensor, TensorList

DTYPES = ("FP32", "FP16", "BF16", "INT8", "UINT8", "INT16", "UINT16", "INT32", "UINT32", "INT64")
_BYTES = {
    "FP32": 4,
    "FP16": 2,
    "BF16": 2,
    "INT8": 1,
    "UINT8": 1,
    "INT16": 2,
    "UINT16": 2,
    "INT32": 4,
    "UINT32": 4,
    "INT64": 8,
}

# How each vendor runtime allocates for a legacy build; the unified build uses its own library.
RUNTIMES = {
    "bmlib": """
static bm_handle_t resource;
static std::vector<bm_device_mem_t> owned;
static uint64_t traceAlloc(size_t bytes, const char *host)
{
    bm_device_mem_t mem;
    if (bm_malloc_device_byte(resource, &mem, bytes) != BM_SUCCESS) std::abort();
    bm_memcpy_s2d(resource, mem, const_cast<char *>(host));
    owned.push_back(mem);
    return bm_mem_get_device_addr(mem);
}
static unsigned long long tracePhysical(unsigned long long address) { return address; }
static void traceRead(void *host, uint64_t address, size_t bytes)
{
    bm_memcpy_d2s(resource, host, bm_mem_from_device(address, bytes));
}
static void traceRelease() { for (auto &mem : owned) bm_free_device(resource, mem); owned.clear(); }
static void traceSync() { if (const int status = bm_thread_sync(resource)) std::printf("@sync %d\\n", status); }
static void traceSetup() { if (bm_dev_request(&resource, 0) != BM_SUCCESS) std::abort(); SETUP }
""",
    "tpuv7": """
static tpuRtStream_t resource;
static std::vector<void *> owned;
static uint64_t traceAlloc(size_t bytes, const char *host)
{
    void *mem = nullptr;
    if (tpuRtMalloc(&mem, bytes, 0) != tpuRtSuccess) std::abort();
    tpuRtMemcpyS2D(mem, host, bytes);
    owned.push_back(mem);
    return reinterpret_cast<uint64_t>(mem);
}
static unsigned long long tracePhysical(unsigned long long address) { return address; }
static void traceRead(void *host, uint64_t address, size_t bytes)
{
    tpuRtMemcpyD2S(host, reinterpret_cast<void *>(address), bytes);
}
static void traceRelease() { for (auto &mem : owned) tpuRtFree(&mem, 0); owned.clear(); }
static void traceSync() { if (const int status = tpuRtStreamSynchronize(resource)) std::printf("@sync %d\\n", status); }
static void traceSetup() { tpuRtInit(); tpuRtSetDevice(0); if (tpuRtStreamCreate(&resource) != tpuRtSuccess) std::abort(); SETUP }
""",
    "tpudnn": """
static tpudnnHandle_t resource;
static std::vector<void *> owned;
static void *traceAlloc(size_t bytes, const char *host)
{
    void *mem = nullptr;
    if (tpudnnMalloc(0, &mem, bytes) != TPUDNN_STATUS_SUCCESS) std::abort();
    tpudnnMemcpyH2D(resource, mem, host, bytes);
    owned.push_back(mem);
    return mem;
}
static unsigned long long tracePhysical(void *address) { return tpudnnVirtToPhys(resource, address); }
static void traceRead(void *host, void *address, size_t bytes) { tpudnnMemcpyD2H(resource, host, address, bytes); }
static void traceRelease() { for (auto mem : owned) tpudnnFree(mem); owned.clear(); }
static void traceSync()
{
    const auto status = tpudnnSync(resource);
    if (status != TPUDNN_STATUS_SUCCESS) std::printf("@sync %d %s\\n", int(status), tpudnnGetLastError());
    std::printf("@error %s\\n", tpudnnGetLastError());
}
static void traceSetup()
{
    resource = tpudnnCreate(0);
    if (!resource) { std::fprintf(stderr, "%s\\n", tpudnnGetLastError()); std::exit(3); }
}
""",
}


@dataclass(frozen=True)
class Dialect:
    """How one build spells things: headers, tensor type, dtype enumerators, runtime, set-up statement."""

    headers: tuple[str, ...]
    tensor_type: str
    dtype_type: str
    dtype_prefix: str
    runtime: str
    setup: str = ""
    prologue: str = ""
    last_argument: str = ""  # passed after the inputs: what non_blocking is given in a legacy call


def _call(signature: Signature, dialect: Dialect) -> dict[str, object]:
    read, show, arguments = [], [], ["resource"]
    for param in signature.params:
        if isinstance(param, Tensor):
            read.append(f"{dialect.tensor_type} {param.name} = r.tensor();")
            arguments.append(param.name)
        elif isinstance(param, TensorList):
            read.append(f"auto {param.name} = r.tensors();")
            arguments.append(param.name if param.vector else f"{param.name}.data()")
        elif isinstance(param, Scalar):
            read.append(
                f"const auto {param.name} = r.number<{param.ctype}>();"
                if param.ctype != "bool"
                else f"const bool {param.name} = r.number<int>() != 0;"
            )
            arguments.append(param.name)
        elif isinstance(param, Array):
            read.append(f"auto {param.name} = r.array<{param.ctype}>();")
            arguments.append(f"{param.name}.data()")
            show.append(f"show({param.name});")
        elif isinstance(param, Struct):
            read.append(f"{param.ctype} {param.name}; std::memset(&{param.name}, 0, sizeof {param.name});")
            read += [
                f"{param.name}.{f.name} = ({f.ctype})r.number<{'double' if f.code == 'f' else 'int'}>();"
                for f in param.fields
            ]
            arguments.append(param.name)
    if signature.blocking_flag and dialect.last_argument:
        arguments.append(dialect.last_argument)
    return {"name": signature.name, "read": read, "show": show, "arguments": ", ".join(arguments)}


def render(signatures: list[Signature], dialect: Dialect, enumerators: set[str]) -> str:
    """C++ source calling `signatures`; dtypes the build has no enumerator for stand as its unknown one."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    known = [
        dialect.dtype_prefix + d if dialect.dtype_prefix + d in enumerators else f"{dialect.dtype_prefix}UNKNOWN"
        for d in DTYPES
    ]
    return environment.get_template("harness.cpp.j2").render(
        headers=dialect.headers,
        prologue=dialect.prologue,
        runtime=RUNTIMES[dialect.runtime].replace("SETUP", dialect.setup),
        tensor_type=dialect.tensor_type,
        dtype_type=dialect.dtype_type,
        dtypes=known,
        dtype_bytes=[_BYTES[d] for d in DTYPES],
        calls=[_call(s, dialect) for s in signatures],
    )


def _tensor_words(tensor: TensorValue) -> list[str]:
    return [
        str(int(tensor.present)),
        str(DTYPES.index(tensor.dtype)),
        str(len(tensor.shape)),
        *map(str, tensor.shape),
        *map(str, tensor.strides),
    ]


def encode(signature: Signature, name: str, inputs: Inputs, data: int) -> str:
    """One line for the harness's stdin."""
    words = [name, str(data)]
    for param in signature.params:
        if isinstance(param, Struct):
            words += [repr(inputs[f"{param.name}.{f.name}"]) for f in param.fields]
            continue
        value = inputs[param.name]
        if isinstance(value, TensorValue):
            words += _tensor_words(value)
        elif isinstance(param, TensorList):
            words.append(str(len(value)))
            words += [word for tensor in value for word in _tensor_words(tensor)]
        elif isinstance(value, tuple):
            words += [repr(v) for v in value]
        else:
            words.append(repr(value))
    return " ".join(words)
