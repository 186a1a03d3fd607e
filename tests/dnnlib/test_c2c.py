"""Collectives between the devices of one process, chip to chip: each rank is a thread with a handle of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dnnlib.codegen.chips import read_chip
from utest_ops.chips import all_chips

pytestmark = pytest.mark.native
RANKS = 3
ROOT = Path(__file__).parents[2]

COMMON = """
import ctypes, os, threading
import numpy as np
from dnnlib import capi

lib = capi.library()
N = capi.device_count()
FP32, FP16, INT8, INT32, BF16, INT64, F8, BOOL = 0, 1, 2, 6, 8, 14, 13, 16
MEAN, SUM, MAX, MIN, PROD, L2 = range(6)
DTYPES = {FP32: np.float32, FP16: np.float16, INT8: np.int8, INT32: np.int32, INT64: np.int64, BOOL: np.uint8, F8: np.uint8}

class Rank:
    def __init__(self, rank, chips, uuid):
        self.rank, self.chips = rank, chips
        self.handle = capi.Handle(chips[rank])
        self.raw = self.handle.native
        self.group = (uuid, len(chips), rank, (ctypes.c_int * len(chips))(*chips))
    def put(self, array):
        array = np.ascontiguousarray(array)
        address = self.handle.malloc(max(array.nbytes, 1))
        lib.call('tpudnnMemcpyH2D', self.raw, address, array.ctypes.data, array.nbytes)
        return address
    def get(self, address, count, dtype):
        array = np.empty(count, dtype)
        lib.call('tpudnnMemcpyD2H', self.raw, array.ctypes.data, address, array.nbytes)
        return array
    def call(self, name, *arguments):
        lib.call('tpudnnC2C' + name, self.raw, *arguments, *self.group)

def together(program, chips=None, uuid=b'group'):
    chips = list(range(N)) if chips is None else chips
    results, errors = [None] * len(chips), [None] * len(chips)
    def run(rank):
        try:
            results[rank] = program(Rank(rank, chips, uuid))
        except Exception as error:
            errors[rank] = f'{error}'
    threads = [threading.Thread(target=run, args=(rank,)) for rank in range(len(chips))]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    return results, errors

def fine(program, **more):
    results, errors = together(program, **more)
    assert not any(errors), errors
    return results
"""

COLLECTIVES = """
rng = np.random.default_rng(0)
for dtype, kind in DTYPES.items():
    count = 1000
    data = [rng.integers(0, 5, count * N).astype(kind) for _ in range(N)]
    def moved(me):
        mine, found = data[me.rank], []
        a, b = me.put(mine[:count]), me.put(np.zeros(count * N, kind))
        lib.call('tpudnnC2CAllGather', me.raw, a, count, b, count * N, me.group[0], dtype, *me.group[1:])
        found.append(me.get(b, count * N, kind))
        whole, out = me.put(mine), me.put(np.zeros(count * N, kind))
        me.call('AllToAll', whole, dtype, out, count * N, dtype)
        found.append(me.get(out, count * N, kind))
        me.call('Scatter', whole if me.rank == 1 else None, dtype, out, count, dtype, 1)
        found.append(me.get(out, count, kind))
        me.call('Gather', a, count, b if me.rank == N - 1 else None, count, dtype, N - 1)
        found.append(me.get(b, count * N, kind))
        me.call('Send', a, count, dtype, (me.rank + 1) % N)
        me.call('Recv', out, count, dtype, (me.rank - 1) % N)
        found.append(me.get(out, count, kind))
        me.call('Broadcast', a, count, dtype, 0)
        found.append(me.get(a, count, kind))
        return found
    gathered = np.concatenate([one[:count] for one in data])
    for rank, (allg, a2a, scattered, g, received, cast) in enumerate(fine(moved)):
        assert (allg == gathered).all()
        assert (a2a == np.concatenate([one[rank * count:][:count] for one in data])).all()
        assert (scattered == data[1][rank * count:][:count]).all()
        assert rank != N - 1 or (g == gathered).all()
        assert (received == data[(rank - 1) % N][:count]).all()
        assert (cast == data[0][:count]).all()

def reductions(dtype, kind, make, exact):
    count = 513
    data = [make(rank, count) for rank in range(N)]
    for method, of in ((SUM, np.add), (PROD, np.multiply), (MAX, np.maximum), (MIN, np.minimum), (MEAN, np.add)):
        if method == MEAN and np.issubdtype(kind, np.integer):
            continue
        wide = [exact(one) for one in data]
        expected = wide[0]
        for one in wide[1:]:
            expected = of(expected, one)
        if method == MEAN:
            expected = expected / np.float32(N)
        def program(me):
            a, b = me.put(data[me.rank]), me.put(np.zeros(count, kind))
            me.call('AllReduce', a, b, count, dtype, method)
            all_reduced = me.get(b, count, kind)
            me.call('Reduce', a, a if me.rank == 1 else None, count, dtype, method, 1)
            return all_reduced, me.get(a, count, kind)
        for rank, (every, one) in enumerate(fine(program)):
            yield expected, every
            if rank == 1:
                yield expected, one
            else:
                assert (one == data[rank]).all()

draw = lambda rank, count: np.random.default_rng(rank).standard_normal(count)
for expected, got in reductions(FP32, np.float32, lambda r, n: draw(r, n).astype(np.float32), lambda x: x):
    assert (expected.astype(np.float32) == got).all()
for scale in (1, 1e-7, 3e4):
    for expected, got in reductions(FP16, np.float16, lambda r, n: (draw(r, n) * scale).astype(np.float16), lambda x: x.astype(np.float32)):
        with np.errstate(over='ignore'):
            assert (expected.astype(np.float16) == got).all()
for expected, got in reductions(BF16, np.uint16, lambda r, n: capi.bf16_bits(draw(r, n).astype(np.float32)), capi.bf16_values):
    assert (capi.bf16_bits(expected.astype(np.float32)) == got).all()
for dtype, kind in ((INT8, np.int8), (INT32, np.int32), (INT64, np.int64)):
    info = np.iinfo(kind)
    make = lambda r, n: np.random.default_rng(r).integers(info.min, info.max, n, kind, endpoint=True)
    for expected, got in reductions(dtype, kind, make, lambda x: x):
        assert (expected == got).all()

for expected, got in reductions(BOOL, np.uint8, lambda r, n: np.random.default_rng(r).integers(0, 2, n, np.uint8) * 3, lambda x: x != 0):
    assert (expected.astype(np.uint8) == got).all()
# Eight bits: every pair of codes, against torch.
if 'f8e4m3' in os.environ['DTYPES']:
    import torch
    for dtype, kind in ((13, torch.float8_e4m3fn), (12, torch.float8_e5m2)):
        codes = np.arange(256, dtype=np.uint8)
        data = [np.repeat(codes, 256), np.tile(codes, 256)] + [np.full(65536, 0x30, np.uint8)] * (N - 2)
        wide = [torch.from_numpy(one).view(kind).float() for one in data]
        for method, of in ((SUM, torch.add), (MAX, torch.maximum), (PROD, torch.mul), (MEAN, torch.add)):
            expected = wide[0]
            for one in wide[1:]:
                expected = of(expected, one)
            if method == MEAN:
                expected = expected / N
            def program(me):
                a = me.put(data[me.rank])
                me.call('AllReduce', a, a, 65536, dtype, method)
                return me.get(a, 65536, np.uint8)
            # Past 464 a chip has NaN in a type without infinity, torch the largest number.
            apart = expected.abs().gt(464) & (kind == torch.float8_e4m3fn)
            want = expected.to(kind).float().masked_fill(apart, torch.nan).nan_to_num(7e9)
            for got in fine(program):
                assert torch.equal(torch.from_numpy(got).view(kind).float().nan_to_num(7e9), want), (kind, method)

# Behind what the rank's own stream has queued; in place; nothing at all; a group of one.
def behind(me):
    a = me.put(np.zeros(1 << 18, np.uint8))
    lib.call('tpudnnMemsetAsync', me.raw, a, me.rank + 1, 1 << 18)
    me.call('AllReduce', a, a, 1 << 18, 3, SUM)
    me.call('AllReduce', None, None, 0, FP32, SUM)
    return me.get(a, 1 << 18, np.uint8)
for got in fine(behind):
    assert (got == N * (N + 1) // 2).all()
def alone(me):
    a = me.put(np.ones(3, np.float32))
    me.call('AllReduce', a, a, 3, FP32, MEAN)
    return me.get(a, 3, np.float32)
assert (fine(alone, chips=[N - 1])[0] == 1).all()

# Two groups at once, in which the ranks have other numbers.
def often(me):
    a = me.put(np.full(100, me.rank, np.int32))
    for _ in range(20):
        me.call('AllReduce', a, a, 100, INT32, MAX)
    return me.get(a, 100, np.int32)
both = {}
pair = [threading.Thread(target=lambda chips=chips, name=name: both.update({name: fine(often, chips=chips, uuid=name)}))
        for chips, name in (([0, 1, 2], b'one'), ([2, 0], b'other'))]
for thread in pair: thread.start()
for thread in pair: thread.join()
assert (both[b'one'][0] == 2).all() and (both[b'other'][1] == 1).all()

# Topology.
count, table = ctypes.c_int(), ctypes.POINTER(ctypes.c_int)()
lib.call('tpudnnSetupC2CTopology')
lib.call('tpudnnGetC2CTopology', ctypes.byref(count), ctypes.byref(table))
assert count.value == N and all((table[i * N + j] == -1) == (i == j) for i in range(N) for j in range(N))
ring = (ctypes.c_int * N)()
lib.call('tpudnnGetC2CRing', N, ring)
assert sorted(ring) == list(range(N))
lib.call('tpudnnCheckChipMap', N, ring)
one, two = ctypes.create_string_buffer(128), ctypes.create_string_buffer(128)
handle = Rank(0, [0], b'x')
lib.call('tpudnnGetUniqueId', handle.raw, one)
lib.call('tpudnnGetUniqueId', handle.raw, two)
assert one.value and one.value != two.value
print('fine')
"""

ERRORS = """
def refused(words, program, chips=None, ranks=None):
    _, errors = together(program, chips=chips)
    for rank, error in enumerate(errors):
        assert ranks is not None and rank not in ranks or error is not None and words in error, (words, errors)

def reduce(me, count=4, dtype=FP32, method=SUM, group=None, root=None):
    a = me.put(np.zeros(64, np.uint8))
    extra = () if root is None else (root,)
    lib.call('tpudnnC2CAllReduce' if root is None else 'tpudnnC2CReduce', me.raw, a, a, count, dtype, method, *extra, *(group or me.group))

chips = (ctypes.c_int * N)(*range(N))
refused('BAD_PARAM: tpudnnC2CAllReduce: the ranks of the group differ', lambda me: reduce(me, count=4 + (me.rank == 1)))
refused('the ranks of the group differ', lambda me: reduce(me, dtype=FP32 if me.rank else INT32))
refused('the ranks of the group differ', lambda me: reduce(me, root=int(me.rank > 0)))
refused('NOT_SUPPORTED', lambda me: reduce(me, method=L2))
refused('reduce_method 9', lambda me: reduce(me, method=9))
refused('NOT_SUPPORTED', lambda me: reduce(me, dtype=INT32, method=MEAN))
if 'f8e4m3' not in os.environ['DTYPES']:
    refused('no reduction of FP8E4M3', lambda me: reduce(me, dtype=F8))
refused('NOT_SUPPORTED', lambda me: reduce(me, dtype=BOOL, method=MEAN))
refused('BAD_PARAM', lambda me: reduce(me, dtype=77))
refused('NOT_SUPPORTED', lambda me: reduce(me, dtype=9))
refused('uuid is null', lambda me: reduce(me, group=(None, *me.group[1:])))
refused('uuid', lambda me: reduce(me, group=(b'', *me.group[1:])))
refused('uuid', lambda me: reduce(me, group=(b'x' * 200, *me.group[1:])))
refused('cur_rank', lambda me: reduce(me, group=(b'g', N, N, chips)))
refused('nranks', lambda me: reduce(me, group=(b'g', 0, 0, chips)))
refused('chip_map is null', lambda me: reduce(me, group=(b'g', N, me.rank, None)))
refused('chip_map[0]', lambda me: reduce(me, group=(b'g', N, me.rank, (ctypes.c_int * N)(*[0] * N))))
refused('the handle is of', lambda me: reduce(me, group=(b'g', N, (me.rank + 1) % N, chips)))
refused('send_buff', lambda me: reduce(me, count=10**6))
refused('2^40', lambda me: reduce(me, count=2**63))
refused('root', lambda me: reduce(me, root=N))
refused('recv_count', lambda me: lib.call('tpudnnC2CAllGather', me.raw, me.put(np.zeros(4, np.uint8)), 1, me.put(np.zeros(99, np.uint8)), 2, me.group[0], FP32, *me.group[1:]))
refused('multiple', lambda me: me.call('AllToAll', None, FP32, None, N + 1, FP32))
refused('recv_type', lambda me: me.call('AllToAll', None, FP32, None, N, INT32))
refused('did not call', lambda me: reduce(me) if me.rank else None, ranks=range(1, N))
refused('did not call', lambda me: None if me.rank else reduce(me), ranks=[0])
refused('sent nothing', lambda me: me.call('Recv', me.put(np.zeros(4, np.uint8)), 1, FP32, 0) if me.rank == 1 else None, ranks=[1])
def wrong(me):
    a = me.put(np.zeros(64, np.uint8))
    me.call('Send', a, 2, FP32, 1) if me.rank == 0 else me.call('Recv', a, 3, FP32, 0) if me.rank == 1 else None
refused('rank 0 sent 2 of FP32, not 3 of FP32', wrong, ranks=[1])
def good(me):
    reduce(me)
fine(good)
for call in (lambda: lib.call('tpudnnCheckChipMap', 2, (ctypes.c_int * 2)(0, 0)), lambda: lib.call('tpudnnCheckChipMap', 2, (ctypes.c_int * 2)(0, 99)),
             lambda: lib.call('tpudnnCheckChipMap', 0, chips), lambda: lib.call('tpudnnGetC2CRing', 99, (ctypes.c_int * 99)()),
             lambda: lib.call('tpudnnGetC2CTopology', None, None), lambda: lib.call('tpudnnC2CSend', None, None, 0, 0, 0, b'g', 1, 0, chips)):
    try:
        call()
    except capi.TpudnnError as error:
        assert error.status in ('BAD_PARAM', 'NOT_SUPPORTED'), error
    else:
        raise AssertionError('not refused')
print('fine')
"""

LINKS = """
from dnnlib.capi import ActivitySubscriber
latency, rate = float(os.environ['LATENCY']), float(os.environ['RATE'])
near = lambda a, b: abs(a - b) < 0.01
table, count = ctypes.POINTER(ctypes.c_int)(), ctypes.c_int()
lib.call('tpudnnGetC2CTopology', ctypes.byref(count), ctypes.byref(table))
assert [table[i] for i in range(N)] == [-1, 0, -1, 1] and [table[3 * N + i] for i in range(N)] == [0, -1, 1, -1]
four = lambda *chips: (ctypes.c_int * len(chips))(*chips)
for ring in ([0, 1, 2, 3], [2, 1, 0, 3], [1, 2], [3]):
    lib.call('tpudnnCheckChipMap', len(ring), four(*ring))
for no_ring in ([0, 2, 1, 3], [0, 2], [0, 1, 2]):
    try:
        lib.call('tpudnnCheckChipMap', len(no_ring), four(*no_ring))
    except capi.TpudnnError as error:
        assert 'no link' in str(error)
    else:
        raise AssertionError(no_ring)
for size in (1, 2, 4):
    ring = (ctypes.c_int * size)()
    lib.call('tpudnnGetC2CRing', size, ring)
    lib.call('tpudnnCheckChipMap', size, ring)
try:
    lib.call('tpudnnGetC2CRing', 3, four(0, 0, 0))
    raise AssertionError('a ring of three of four')
except capi.TpudnnError as error:
    assert error.status == 'NOT_SUPPORTED'

def copies(program, **more):
    told = []
    with ActivitySubscriber(lambda one: told.append(one.values()), ('copy_d2d', 'copy_h2d', 'copy_d2h'), device_times=True):
        results = fine(program, **more)
        capi.activity_flush()
    found = [one for one in told if one['phase'] == 'device_time']
    return results, found

def took(one):
    return one['device_end_ns'] - one['device_start_ns']

# A copy from one device to another takes the time of the links on its way, and no part of it goes through the host.
size = 1 << 20
data = np.random.default_rng(1).integers(0, 256, size).astype(np.uint8)
for source, hops in ((1, 1), (2, 2), (3, 1)):
    here, there = Rank(0, [0], b'x'), Rank(0, [source], b'y')
    a, b = there.put(data), here.put(np.zeros(size, np.uint8))
    _, found = copies(lambda me: lib.call('tpudnnMemcpyD2D', here.raw, b, a, size), chips=[0])
    assert [one['kind'] for one in found] == ['copy_d2d'], found
    assert found[0]['device'] == 0 and near(took(found[0]), hops * latency + size / rate), (found, hops)
    assert (here.get(b, size, np.uint8) == data).all()

# Collectives that only move go over the links alone: of an all-gather each rank gets three parts.
def gather(me):
    me.a, me.b = me.put(np.full(size, me.rank, np.uint8)), me.put(np.zeros(N * size, np.uint8))
    return me
def all_gather(me):
    lib.call('tpudnnC2CAllGather', me.raw, me.a, size, me.b, size, me.group[0], 3, *me.group[1:])
ranks = [gather(Rank(rank, list(range(N)), b'g')) for rank in range(N)]
_, found = copies(lambda me: all_gather(ranks[me.rank]))
assert all(one['kind'] == 'copy_d2d' for one in found)
for me in ranks:
    own = [took(one) for one in found if one['device'] == me.rank]
    assert near(max(own), 2 * latency + size / rate) and sorted(round(t) for t in own)[-3:][0] == round(latency + size / rate), own
    assert (me.get(me.b, N * size, np.uint8) == np.repeat(np.arange(N, dtype=np.uint8), size)).all()
# Of an all-reduce each rank gets three quarters twice.
def all_reduce(me):
    lib.call('tpudnnC2CAllReduce', me.raw, me.a, me.a, size, 3, SUM, *me.group)
_, found = copies(lambda me: all_reduce(ranks[me.rank]))
for me in ranks:
    over_links = [one for one in found if one['device'] == me.rank and one['kind'] == 'copy_d2d' and one['src'] >> 40 != one['dst'] >> 40]
    assert sum(one['bytes'] for one in over_links) == 2 * (N - 1) * size // N, over_links
    assert (me.get(me.a, size, np.uint8) == sum(range(N))).all()

# Where a rank writes over what others read.
def shifted(me):
    memory = me.put(np.arange(8 * N, dtype=np.int32) + 100 * me.rank)
    me.call('AllToAll', memory, INT32, memory, 2 * N, INT32)
    first = me.get(memory, 2 * N, np.int32)
    memory = me.put(np.arange(8 * N, dtype=np.int32) + 100 * me.rank)
    me.call('AllReduce', memory, memory + 4, 4, INT32, SUM)
    lib.call('tpudnnC2CAllGather', me.raw, memory + 8, 2, memory, 2, me.group[0], INT32, *me.group[1:])
    return first, me.get(memory, 2 * N, np.int32)
for rank, (turned, gathered) in enumerate(fine(shifted)):
    assert turned.tolist() == [100 * r + 2 * rank + i for r in range(N) for i in range(2)]
    assert gathered.tolist() == [4 + 600, 8 + 600] * N, gathered
print('fine')
"""

TWO_CHIPS = """
_, errors = together(lambda me: me.call('Broadcast', None, 0, FP32, 0))
assert all(error and 'NOT_SUPPORTED' in error and 'there is no link between' in error for error in errors), errors
try:
    lib.call('tpudnnCheckChipMap', 2, (ctypes.c_int * 2)(0, 1))
except capi.TpudnnError as error:
    assert 'no link' in str(error)
else:
    raise AssertionError('not refused')
count, table = ctypes.c_int(), ctypes.POINTER(ctypes.c_int)()
lib.call('tpudnnGetC2CTopology', ctypes.byref(count), ctypes.byref(table))
assert list(table[:4]) == [-1] * 4
print('fine')
"""


def of_chip(chip: str, ranks: int) -> dict[str, str]:
    return {
        "TPUDNN_CHIPS": chip,
        f"TPUSIM_{chip.upper()}_DEVICES": str(ranks),
        "DTYPES": ",".join(all_chips()[chip].dtypes),
    }


def run(program: str, **environment: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", COMMON + program],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "fine\n"), (done.stdout, done.stderr[-4000:])


@pytest.mark.parametrize("chip", sorted(all_chips()))
def test_collectives(chip: str) -> None:
    run(COLLECTIVES, **of_chip(chip, RANKS))


@pytest.mark.parametrize("chip", sorted(all_chips()))
def test_wrong_calls(chip: str) -> None:
    run(ERRORS, TPUDNN_C2C_TIMEOUT="1", **of_chip(chip, RANKS))


@pytest.mark.parametrize("chip", sorted(all_chips()))
def test_links(chip: str) -> None:
    links = read_chip(ROOT / "chips" / chip / "chip.yaml").links
    run(LINKS, LATENCY=str(links.latency_ns), RATE=str(links.bytes_per_ns), **of_chip(chip, 4))


def test_chips_of_two_kinds_are_not_linked() -> None:
    run(TWO_CHIPS, TPUDNN_CHIPS=",".join(sorted(all_chips())[:2]))
