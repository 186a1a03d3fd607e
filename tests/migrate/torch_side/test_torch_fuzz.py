"""Damaged and generated torch-side files: no traceback, no hang, no byte lost, counts that add up, nothing changed by a second run."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_torch_cases import convert

from migrate.emit.certificate import certify, rederive
from migrate.report.build import count

CASES = sorted((Path(__file__).parent / "cases").glob("*.cpp"))
PIECES = [
    b"#if defined BACKEND_SG2260\n",
    b"#elif defined BACKEND_1684X\n",
    b"#else\n",
    b"#endif\n",
    b"#if 0\n",
    b"#ifdef X\n",
    b"#define M(x) \\\n  x \\\n",
    b"{\n",
    b"}\n",
    b"(",
    b")",
    b";\n",
    b'"text',
    b"'",
    b'R"(',
    b"/*",
    b"*/",
    b"// c\n",
    b"\\\n",
    b"\\\r\n",
    b"\r\n",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"else ",
    b"switch (a) {\n case 1: ",
    b"[=](){ ",
    b"void f(Tensor &a) {\n",
    b"auto status = sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a), tpu::TPUGenerateSgdnnTensor(b));\n",
    b"SAFE_CALL(sgdnnDelta(tpu::TPUGetDeviceResource(), false));\n",
    b"sgdnnBeta(tpu::TPUGetDeviceResource(), ",
    b"SgdnnTensor_t t = tpu::TPUGenerateSgdnnTensor(a), u;\n",
    b"std::vector<SgdnnTensor_t> v; v.push_back(tpu::TPUGenerateSgdnnTensor(a));\n",
    b"TORCH_CHECK(status == SG_SUCCESS);\n",
    b"TORCH_CHECK(false);\n",
    b"tpu_resource_t r = tpu::TPUGetDeviceResource();\n",
    b"sgdnn",
    b"tpu::",
]


def check(data: bytes) -> None:
    start = time.monotonic()
    text, result = convert(data)
    assert time.monotonic() - start < 20, "a hang"
    assert certify(data, result.edits, text) is None
    assert rederive(data, result.edits) == text
    for kind, row in count(result).items():
        assert row.found == row.converted + row.refused + row.done, kind
    assert result.outputs and all(0 <= r.span.start <= r.span.end <= len(data) for r in result.refusals)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_generated_text(pieces: list[bytes]) -> None:
    check(b"".join(pieces))


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    check(data)


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_damaged_cases(path: Path) -> None:
    original = path.read_bytes()
    for seed in range(60):
        rng = random.Random(f"{path.stem} {seed}")
        data = bytearray(original)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(data) + 1)
            kind = rng.randrange(3)
            if kind == 0:
                data[at : at + rng.randint(1, 80)] = b""
            elif kind == 1:
                data[at:at] = rng.choice(PIECES)
            else:
                del data[at:]
        check(bytes(data))
