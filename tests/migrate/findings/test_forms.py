"""The documented kinds through a pointer, a reference, a variable, an array and a switch; and sound code in the same forms."""

from __future__ import annotations

from pathlib import Path

import pytest

from migrate.commands.run.worker import defect_headers, find_defects
from migrate.project.config import Project, load_project

EXAMPLE = Path(__file__).parents[3] / "examples" / "legacy"
HEAD = (
    '#include "sgdnn_api.h"\n'
    "static int sgdnnTPUKernelDType ( SgdnnDataType_t dtype );\n"
    "tpu_status_t sgdnnForm ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )\n{\n"
)
LAUNCH = 'SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_neg", &api, sizeof ( api ), non_blocking ) );\n'
STRUCT = "sg_api_neg_t api = {0};\napi.input_global_addr = sgdnnGetDeviceAddr ( mem );\n" + LAUNCH
MALLOC = "SAFE_CALL ( sgdnnMallocDeviceByte ( resource, %s, 64 ) );\n"
FREE = "sgdnnFreeDevice ( resource, %s );\n"
DECLARED = "tpu_device_mem_t mem;\n"

FLAWED = {
    "leak_through_pointer": ("F02", DECLARED + "tpu_device_mem_t * p = &mem;\n" + MALLOC % "p" + STRUCT),
    "left_in_a_case": (
        "F11",
        DECLARED
        + "switch ( mode )\n{\ncase 1:\n"
        + MALLOC % "&mem"
        + "if ( input.dim ) return SG_SUCCESS;\nbreak;\ndefault:\nreturn SG_SUCCESS;\n}\n"
        + STRUCT
        + FREE % "mem",
    ),
    "leak_through_two_pointers": (
        "F02",
        DECLARED + "tpu_device_mem_t * p = &mem;\ntpu_device_mem_t ** q = &p;\n" + MALLOC % "*q" + STRUCT,
    ),
    "leak_in_do": ("F02", "do\n{\n" + DECLARED + MALLOC % "&mem" + STRUCT + "}\nwhile ( 0 );\n"),
    "code_through_reference": (
        "F07",
        "int code = sgdnnTPUKernelDType ( input.dtype );\nint & r = code;\nint bytes = input.dim * r;\n"
        "return sgdnnForm ( resource, input, output, bytes, true );\n",
    ),
    "leak_through_reference": ("F02", DECLARED + "tpu_device_mem_t & r = mem;\n" + MALLOC % "&r" + STRUCT),
    "leak_of_element": (
        "F02",
        "tpu_device_mem_t mems[2];\n" + MALLOC % "&mems[0]" + MALLOC % "&mems[1]" + FREE % "mems[0]",
    ),
    "freed_in_one_case": (
        "F11",
        DECLARED
        + MALLOC % "&mem"
        + STRUCT
        + "switch ( mode )\n{\ncase 1:\n"
        + FREE % "mem"
        + "break;\ndefault:\nbreak;\n}\n",
    ),
    "allocated_in_one_case": (
        "F05",
        DECLARED
        + "switch ( mode )\n{\ncase 1:\n"
        + MALLOC % "&mem"
        + "break;\ncase 2:\nbreak;\n}\n"
        + STRUCT
        + FREE % "mem",
    ),
    "used_before_set_through_pointer": (
        "F05",
        DECLARED + "tpu_device_mem_t * p = &mem;\n" + STRUCT + MALLOC % "p" + FREE % "*p",
    ),
    "code_in_variable": (
        "F07",
        "int code = sgdnnTPUKernelDType ( input.dtype );\nint bytes = input.dim * code;\nreturn sgdnnForm ( resource, input, output, bytes, true );\n",
    ),
    "status_in_case": (
        "F04",
        "switch ( mode )\n{\ncase 1:\nsgdnnForm ( resource, input, output, 2, true );\nbreak;\ndefault:\nbreak;\n}\n",
    ),
    "assignment_in_check_of_case": (
        "F01",
        "switch ( mode )\n{\ncase 1:\nSGDNN_CHECK ( input.dim = output.dim );\nbreak;\n}\n",
    ),
    "kernel_in_variable": (
        "F13",
        'sg_api_neg_t api = {0};\nconst char * name = "tpu_kernel_api_unheard_of";\n'
        "SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ), non_blocking ) );\n",
    ),
    "struct_through_pointer": (
        "F08",
        "sg_api_neg_t api;\nsg_api_neg_t * p = &api;\np->input_global_addr = input.addr;\n"
        "#if defined BACKEND_1684X\np->dim = input.dim;\n#endif\n" + LAUNCH,
    ),
}

SOUND = {
    "freed_through_pointer": DECLARED + "tpu_device_mem_t * p = &mem;\n" + MALLOC % "p" + STRUCT + FREE % "*p",
    "freed_through_reference": DECLARED + "tpu_device_mem_t & r = mem;\n" + MALLOC % "&mem" + STRUCT + FREE % "r",
    "freed_through_two_pointers": DECLARED
    + "tpu_device_mem_t * p = &mem;\ntpu_device_mem_t ** q = &p;\n"
    + MALLOC % "*q"
    + STRUCT
    + FREE % "**q",
    "freed_and_left_in_a_loop": "for ( int i = 0; i < 2; ++i )\n{\n"
    + DECLARED
    + MALLOC % "&mem"
    + STRUCT
    + "if ( i )\n{\n"
    + FREE % "mem"
    + "continue;\n}\n"
    + FREE % "mem"
    + "}\n",
    "freed_behind_a_label": DECLARED
    + MALLOC % "&mem"
    + STRUCT
    + "if ( mode ) goto out;\nmode = 1;\nout:\n"
    + FREE % "mem",
    "freed_in_loop": "tpu_device_mem_t mems[2];\nfor ( int i = 0; i < 2; ++i )\n{\n"
    + MALLOC % "&mems[i]"
    + "}\nfor ( int j = 0; j < 2; ++j )\n{\n"
    + FREE % "mems[j]"
    + "}\n",
    "elements_freed_in_loop": "tpu_device_mem_t mems[2];\n"
    + MALLOC % "&mems[0]"
    + MALLOC % "&mems[1]"
    + "for ( int j = 0; j < 2; ++j )\n{\n"
    + FREE % "mems[j]"
    + "}\n",
    "freed_by_helper": DECLARED + MALLOC % "&mem" + STRUCT + "release ( resource, mem );\n",
    "handed_out": DECLARED + MALLOC % "&mem" + STRUCT + "kept = mem;\n",
    "other_cases_return": DECLARED
    + "switch ( mode )\n{\ncase 1:\n"
    + MALLOC % "&mem"
    + "break;\ndefault:\nreturn SG_SUCCESS;\n}\n"
    + STRUCT
    + FREE % "mem",
    "freed_in_every_case": DECLARED
    + MALLOC % "&mem"
    + STRUCT
    + "switch ( mode )\n{\ncase 1:\n"
    + FREE % "mem"
    + "break;\ndefault:\n"
    + FREE % "mem"
    + "break;\n}\n",
    "allocated_in_every_case": DECLARED
    + "switch ( mode )\n{\ncase 1:\n"
    + MALLOC % "&mem"
    + "break;\ndefault:\n"
    + MALLOC % "&mem"
    + "break;\n}\n"
    + STRUCT
    + FREE % "mem",
    "allocated_and_freed_in_a_case": DECLARED
    + "switch ( mode )\n{\ncase 1:\n"
    + MALLOC % "&mem"
    + STRUCT
    + FREE % "mem"
    + "break;\ncase 2:\nbreak;\n}\n",
    "falls_through_to_the_free": DECLARED
    + "switch ( mode )\n{\ncase 1:\n"
    + MALLOC % "&mem"
    + STRUCT
    + "case 2:\n"
    + FREE % "mem"
    + "break;\n}\n",
    "assigned_and_compared": "int n;\nSGDNN_CHECK ( ( n = input.dim ) == output.dim );\nreturn sgdnnForm ( resource, input, output, n, true );\n",
    "code_in_field": "sg_api_neg_t api = {0};\nint code = sgdnnTPUKernelDType ( input.dtype );\napi.dtype = code;\n"
    + LAUNCH,
    "code_behind_pointer": "sg_api_neg_t api = {0};\nint * p = &mode;\n*p = sgdnnTPUKernelDType ( input.dtype );\napi.dtype = mode;\n"
    + LAUNCH,
    "kernel_in_variable": 'sg_api_neg_t api = {0};\nconst char * name = "tpu_kernel_api_neg";\n'
    "SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ), non_blocking ) );\n",
    "struct_through_pointer": "sg_api_neg_t api;\nsg_api_neg_t * p = &api;\np->input_global_addr = input.addr;\n"
    "#if defined BACKEND_1684X\np->dim = input.dim;\n#else\n(*p).dim = 4;\n#endif\n" + LAUNCH,
    "status_in_case": "switch ( mode )\n{\ncase 1:\nSAFE_CALL ( sgdnnForm ( resource, input, output, 2, true ) );\nbreak;\n}\n",
}


@pytest.fixture(scope="module")
def project() -> Project:
    return load_project(EXAMPLE / "migrate.yaml")


def ids(project: Project, body: str) -> list[str]:
    text = HEAD + body + "return SG_SUCCESS;\n}\n"
    found = find_defects(project, "sgdnn/src/form.cpp", text.encode(), defect_headers(project))
    return sorted({f.id for f in found if "neg`" not in f.message})  # sg_b's firmware has the kernel under another name


@pytest.mark.parametrize("name", sorted(FLAWED))
def test_a_defect_in_another_form_is_found(project: Project, name: str) -> None:
    id, body = FLAWED[name]
    assert ids(project, body) == [id]


@pytest.mark.parametrize("name", sorted(SOUND))
def test_sound_code_raises_no_alarm(project: Project, name: str) -> None:
    assert ids(project, SOUND[name]) == []
