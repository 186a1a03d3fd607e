"""What dnnlib/codegen makes of chips/<chip>/chip.yaml; a mistake carries its line."""

import subprocess
from pathlib import Path

import pytest

from dnnlib import capi, paths
from dnnlib.codegen.chips import DTYPES, enumerator, read_chip, render_facts, render_firmware_chip, render_traits
from dnnlib.codegen.errors import SourceError

CHIPS = sorted((paths.ROOT / "chips").glob("*/chip.yaml"))
PRINT = """
#include <cstdio>
#include "chip_facts.h"
#include "firmware_chip.h"
int main()
{
    using Chip = tpusim::FirmwareChip;
    std::printf("%s %s %d %d %llu %s%s", ChipFacts::name, ChipFacts::aliases, ChipFacts::cores, ChipFacts::alignment,
                static_cast<unsigned long long>(ChipFacts::dtypes), TPUSIM_ON_single_core("single") "", TPUSIM_ON_multi_core("multi") "");
    return Chip::cores == ChipFacts::cores && Chip::name[0] == ChipFacts::name[0] ? 0 : 1;
}
"""


def bits(dtypes: tuple[str, ...], header: str) -> int:
    """The set of types by the numbers of the C header."""
    numbers = {
        name: int(value)
        for name, _, value in (line.strip(" ,").partition(" = ") for line in header.split("\n"))
        if value.isdecimal()
    }
    return sum(1 << numbers[enumerator(dtype)] for dtype in dtypes)


@pytest.mark.parametrize("description", CHIPS, ids=lambda path: path.parent.name)
def test_headers_say_what_the_description_says(tmp_path: Path, description: Path) -> None:
    chip = read_chip(description)
    (tmp_path / "chip_facts.h").write_text(render_facts(chip), encoding="utf-8")
    (tmp_path / "chip_traits.h").write_text(render_traits(chip), encoding="utf-8")
    (tmp_path / "firmware_chip.h").write_text(render_firmware_chip(chip), encoding="utf-8")
    (tmp_path / "print.cpp").write_text(PRINT, encoding="utf-8")
    include = [f"-I{paths.ROOT / folder}" for folder in ("dnnlib/include", "chips/common")]
    program = tmp_path / "print"
    subprocess.run(
        ["g++", "-std=c++17", "-Wall", "-Werror", *include, f"-I{tmp_path}", tmp_path / "print.cpp", "-o", program],
        check=True,
    )
    header = (paths.ROOT / "dnnlib/include/tpuDNNTensor.h").read_text(encoding="utf-8")
    printed = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    form = chip.kernels.removesuffix("_core")
    assert printed.split() == [
        chip.name,
        ",".join(chip.aliases),
        str(chip.cores),
        str(chip.alignment),
        str(bits(chip.dtypes, header)),
        form,
    ]


@pytest.mark.native
@pytest.mark.parametrize("description", CHIPS, ids=lambda path: path.parent.name)
def test_the_device_is_what_the_description_says(description: Path) -> None:
    chip = read_chip(description)
    properties = capi.device_properties(capi.device_by_name(chip.name))
    assert (properties["cores"], properties["alignment"]) == (chip.cores, chip.alignment)
    assert capi.device_by_name(chip.aliases[0]) == capi.device_by_name(chip.name)


def test_every_data_type_has_its_enumerator() -> None:
    header = (paths.ROOT / "dnnlib/include/tpuDNNTensor.h").read_text(encoding="utf-8")
    assert all(f" {enumerator(dtype)} = " in header for dtype in DTYPES)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("cores: 8", "cores: 0", "6:8: cores must be a number of cores from 1"),
        ("cores: 8", "cores: true", "6:8: cores must be a number of cores from 1"),
        ("cores: 8\n", "", "the file has no 'cores': a number of cores from 1"),
        ("chip: sg_b", "chip: other", "chip must be the name of its folder, sg_b"),
        ("f8e4m3]", "f9]", "dtypes must be a list of f32, f16"),
        ("kernels: multi_core", "kernels: both", "kernels must be one of single_core, multi_core"),
        (
            "bf16: nearest}",
            "bf16: up}",
            "rounding must be a mapping of data types, bf16 among them, to one of nearest, nearest_away, toward_zero",
        ),
        ("unset_byte: 0xAB", "unset_byte: 0x1AB", "unset_byte must be a byte"),
        ("poison_byte: 0xDE", "poison_byte: no", "poison_byte must be a byte, or null for none"),
        ("launch_ns: 5000", "launch_ns: 0", "launch_ns must be a positive number"),
        ("topology: ring", "topology: star", "topology must be ring"),
        ("latency_ns: 1000", "latency_ns: -1", "latency_ns must be a positive number"),
        ("dropout: all", "dropout: none", "lacks must be a mapping"),
        ("cores: 8", "colour: red\ncores: 8", "6:9: unknown entry 'colour'"),
        ("cores: 8", "cores: [", "not YAML"),
    ],
)
def test_mistakes(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    text = (paths.ROOT / "chips/sg_b/chip.yaml").read_text(encoding="utf-8")
    assert old in text
    description = tmp_path / "sg_b" / "chip.yaml"
    description.parent.mkdir()
    description.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(SourceError) as raised:
        read_chip(description)
    assert sentence in str(raised.value)


def test_what_another_chip_lacks(tmp_path: Path) -> None:
    text = (paths.ROOT / "chips/sg_b/chip.yaml").read_text(encoding="utf-8")
    description = tmp_path / "new" / "chip.yaml"
    description.parent.mkdir()
    text = text[: text.index("lacks:")].replace("chip: sg_b", "chip: new")
    description.write_text(f"{text}lacks: sg_b\n", encoding="utf-8")
    assert read_chip(description).lacks == read_chip(paths.ROOT / "chips/sg_b/chip.yaml").lacks
    for wrong in ("new", "no_chip", "[]"):
        description.write_text(f"{text}lacks: {wrong}\n", encoding="utf-8")
        with pytest.raises(SourceError, match=r"or a chip that lacks the same"):
            read_chip(description)
