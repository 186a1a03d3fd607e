"""The documented kinds through a pointer, a reference, a variable, an array and a switch; and sound code in the same forms."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from migrate.commands.run.library import defect_headers, find_defects
from migrate.frontend.compiler.clang import ParseRequest, parse
from migrate.project.config import Project
from migrate.project.loading import load_project

EXAMPLE = Path(__file__).parents[3] / "examples" / "legacy"
HEAD = (
    '#include "sgdnn_api.h"\n'
    "static int sgdnnTPUKernelDType ( SgdnnDataType_t dtype );\n"
    'static const char * const UNHEARD_OF = "tpu_kernel_api_unheard_of";\n'
    "tpu_status_t sgdnnForm ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )\n{\n"
)
LAUNCH = 'SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_neg", &api, sizeof ( api ), non_blocking ) );\n'
MEMS = "tpu_device_mem_t a, b;\n"
STRUCT = "sg_api_neg_t api = {0};\napi.input_global_addr = sgdnnGetDeviceAddr ( mem );\n" + LAUNCH
MALLOC = "SAFE_CALL ( sgdnnMallocDeviceByte ( resource, %s, 64 ) );\n"
FREE = "sgdnnFreeDevice ( resource, %s );\n"
DECLARED = "tpu_device_mem_t mem;\n"

FLAWED = {
    "status_overwritten": (
        "F10",
        "tpu_status_t s = sgdnnForm ( resource, input, output, 2, true );\nprobe ( 1 );\n"
        "s = sgdnnForm ( resource, input, output, 3, true );\nreturn s;\n",
    ),
    "status_overwritten_in_a_branch": (
        "F10",
        "tpu_status_t s = SG_SUCCESS;\nif ( mode )\n{\ns = sgdnnForm ( resource, input, output, 2, true );\n"
        "s = sgdnnForm ( resource, input, output, 3, true );\n}\nreturn s;\n",
    ),
    "two_sizes_of_codes": (
        "F07",
        "int c = sgdnnTPUKernelDType ( input.dtype );\nreturn sgdnnForm ( resource, input, output, c * 16 + c * 32, true );\n",
    ),
    "number_of_a_copy_before_it_is_done": (
        "F06",
        "int found = 0;\ntpu_device_mem_t from = sgdnnMemFromDevice ( input.addr, 4 );\n"
        'SAFE_CALL ( sgdnnMemcpyD2S ( resource, &found, from, 4 ) );\nprintf ( "%llx", ( unsigned long long ) found );\n',
    ),
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
    "leak_of_the_one_that_a_ternary_chose": (
        "F02",
        MEMS + MALLOC % "mode ? &a : &b" + "sg_api_neg_t api = {0};\n" + LAUNCH,
    ),
    "the_other_one_of_a_ternary_is_freed": (
        "F02",
        MEMS + MALLOC % "mode ? &a : &b" + "if ( mode )\n" + FREE % "a" + "if ( mode > 100 ) return SG_SUCCESS;\n",
    ),
    "leak_through_a_pointer_that_a_ternary_chose": (
        "F02",
        MEMS + "tpu_device_mem_t * p = mode ? &a : &b;\n" + MALLOC % "p" + "sg_api_neg_t api = {0};\n" + LAUNCH,
    ),
    "leak_through_a_pointer_set_later": (
        "F02",
        DECLARED + "tpu_device_mem_t * p;\np = &mem;\n" + MALLOC % "p" + STRUCT,
    ),
    "leak_through_an_array_of_pointers": (
        "F02",
        MEMS
        + "tpu_device_mem_t * all[] = { &a, &b };\nfor ( auto * p : all )\n{\n"
        + MALLOC % "p"
        + "}\n"
        + FREE % "a",
    ),
    "leak_in_a_range_for": (
        "F02",
        "tpu_device_mem_t mems[2];\nfor ( auto & m : mems )\n{\n" + MALLOC % "&m" + "}\n",
    ),
    "leak_in_a_lambda": (
        "F02",
        DECLARED + "auto get = [&] ( tpu_device_mem_t * p ) { " + MALLOC % "p" + "};\nget ( &mem );\n" + STRUCT,
    ),
    "leak_through_a_cast": (
        "F02",
        DECLARED + MALLOC % "( tpu_device_mem_t * ) ( & ( mem ) )" + STRUCT,
    ),
    "leak_through_a_named_cast": (
        "F02",
        DECLARED + MALLOC % "static_cast<tpu_device_mem_t *> ( &mem )" + STRUCT,
    ),
    "leak_through_a_binding": (
        "F02",
        "tpu_device_mem_t mems[2];\nauto & [ first, second ] = mems;\n"
        + MALLOC % "&first"
        + MALLOC % "&second"
        + FREE % "second",
    ),
    "freed_in_a_loop_that_may_not_run": (
        "F11",
        DECLARED + MALLOC % "&mem" + STRUCT + "for ( int i = 0; i < mode; ++i )\n{\n" + FREE % "mem" + "break;\n}\n",
    ),
    "allocated_in_a_loop_that_may_not_run": (
        "F05",
        DECLARED + "for ( int i = 0; i < mode; ++i )\n{\n" + MALLOC % "&mem" + "break;\n}\n" + STRUCT + FREE % "mem",
    ),
    "allocated_again_in_a_loop": (
        "F11",
        DECLARED + "for ( int i = 0; i < 3; ++i )\n{\n" + MALLOC % "&mem" + "}\n" + STRUCT + FREE % "mem",
    ),
    "allocated_in_a_while_that_may_not_run": (
        "F05",
        DECLARED + "while ( mode > 3 )\n{\n" + MALLOC % "&mem" + "break;\n}\n" + STRUCT + FREE % "mem",
    ),
    "left_by_a_return_in_a_lambda_s_caller": (
        "F11",
        DECLARED
        + MALLOC % "&mem"
        + "auto done = [&] { "
        + FREE % "mem"
        + "};\nif ( mode ) return SG_SUCCESS;\ndone ();\n",
    ),
    "left_by_a_return_under_another_name": (
        "F11",
        DECLARED
        + MALLOC % "&mem"
        + "tpu_status_t answer = sgdnnForm ( resource, input, output, 1, true );\nif ( answer ) return answer;\n"
        + FREE % "mem",
    ),
    "used_on_the_path_without_the_allocation": (
        "F05",
        DECLARED
        + "bool big = mode > 4;\nif ( big )\n{\n"
        + MALLOC % "&mem"
        + "}\n"
        + STRUCT
        + "if ( big )\n{\n"
        + FREE % "mem"
        + "}\n",
    ),
    "allocated_with_and": (
        "F05",
        DECLARED
        + "if ( mode && sgdnnMallocDeviceByte ( resource, &mem, 64 ) ) return SG_SUCCESS;\n"
        + STRUCT
        + "if ( mode )\n{\n"
        + FREE % "mem"
        + "}\n",
    ),
    "used_and_never_set_in_a_ternary": (
        "F05",
        MEMS + "sg_api_neg_t api = {0};\napi.input_global_addr = sgdnnGetDeviceAddr ( mode ? a : b );\n" + LAUNCH,
    ),
    "status_before_a_comma": ("F04", "sgdnnForm ( resource, input, output, 2, true ), probe ( 1 );\n"),
    "status_behind_a_comma": ("F04", "probe ( 1 ), sgdnnForm ( resource, input, output, 2, true );\n"),
    "status_before_a_comma_in_a_condition": (
        "F04",
        "if ( sgdnnForm ( resource, input, output, 2, true ), mode ) return SG_SUCCESS;\n",
    ),
    "status_in_parentheses": ("F04", "( sgdnnForm ( resource, input, output, 2, true ) );\n"),
    "status_of_a_choice": (
        "F04",
        "mode ? sgdnnForm ( resource, input, output, 2, true ) : sgdnnNeg ( resource, input, output, true );\n",
    ),
    "status_behind_and": ("F04", "mode && sgdnnForm ( resource, input, output, 2, true );\n"),
    "status_of_a_step": (
        "F04",
        "for ( int i = 0; i < 2; ++i, sgdnnForm ( resource, input, output, i, true ) ) probe ( i );\n",
    ),
    "status_in_a_lambda": (
        "F04",
        "auto go = [&] { sgdnnForm ( resource, input, output, 2, true ); };\ngo ();\n",
    ),
    "status_before_a_comma_in_a_safe_call": (
        "F04",
        "SAFE_CALL ( ( sgdnnForm ( resource, input, output, 2, true ), sgdnnNeg ( resource, input, output, true ) ) );\n",
    ),
    "status_in_braces_of_else": (
        "F04",
        "if ( mode ) probe ( 1 ); else sgdnnForm ( resource, input, output, 2, true );\n",
    ),
    "code_in_a_table": (
        "F07",
        "const int codes[] = { sgdnnTPUKernelDType ( input.dtype ), 4 };\n"
        "return sgdnnForm ( resource, input, output, input.dim * codes[mode], true );\n",
    ),
    "code_in_a_table_through_a_variable": (
        "F07",
        "static const int codes[] = { 2, sgdnnTPUKernelDType ( input.dtype ) };\nint code = codes[mode];\n"
        "return sgdnnForm ( resource, input, output, code * 4, true );\n",
    ),
    "code_in_an_element": (
        "F07",
        "int codes[2];\ncodes[0] = sgdnnTPUKernelDType ( input.dtype );\n"
        "return sgdnnForm ( resource, input, output, codes[0] * 4, true );\n",
    ),
    "code_of_a_choice": (
        "F07",
        "int code = mode ? 4 : sgdnnTPUKernelDType ( input.dtype );\nreturn sgdnnForm ( resource, input, output, code * 4, true );\n",
    ),
    "code_in_parentheses": (
        "F07",
        "return sgdnnForm ( resource, input, output, 4 * ( ( sgdnnTPUKernelDType ( input.dtype ) ) ), true );\n",
    ),
    "code_through_a_cast": (
        "F07",
        "auto code = static_cast<size_t> ( sgdnnTPUKernelDType ( input.dtype ) );\n"
        "return sgdnnForm ( resource, input, output, ( int ) code * 4, true );\n",
    ),
    "code_multiplied_into": (
        "F07",
        "int bytes = 4;\nbytes *= sgdnnTPUKernelDType ( input.dtype );\nreturn sgdnnForm ( resource, input, output, bytes, true );\n",
    ),
    "code_in_a_lambda": (
        "F07",
        "auto code = [&] { return sgdnnTPUKernelDType ( input.dtype ); };\n"
        "return sgdnnForm ( resource, input, output, 4 * code (), true );\n",
    ),
    "code_set_in_a_branch": (
        "F07",
        "int size = 4;\nif ( mode ) size = sgdnnTPUKernelDType ( input.dtype );\n"
        "return sgdnnForm ( resource, input, output, size * 4, true );\n",
    ),
    "kernel_chosen_by_a_ternary": (
        "F13",
        'sg_api_neg_t api = {0};\nSAFE_CALL ( sgdnnTPUKernelLaunch ( resource, mode ? "tpu_kernel_api_neg" : "tpu_kernel_api_unheard_of", '
        "&api, sizeof ( api ), non_blocking ) );\n",
    ),
    "kernel_of_a_variable_chosen_by_a_ternary": (
        "F13",
        'sg_api_neg_t api = {0};\nconst char * name = mode ? "tpu_kernel_api_unheard_of" : "tpu_kernel_api_neg";\n'
        "SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ), non_blocking ) );\n",
    ),
    "kernel_of_a_table": (
        "F13",
        'sg_api_neg_t api = {0};\nstatic const char * const names[] = { "tpu_kernel_api_neg", "tpu_kernel_api_unheard_of" };\n'
        "SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, names[mode], &api, sizeof ( api ), non_blocking ) );\n",
    ),
    "kernel_set_in_a_branch": (
        "F13",
        'sg_api_neg_t api = {0};\nconst char * name = "tpu_kernel_api_neg";\nif ( mode ) name = "tpu_kernel_api_unheard_of";\n'
        "SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ), non_blocking ) );\n",
    ),
    "kernel_of_a_string": (
        "F13",
        'sg_api_neg_t api = {0};\nstd::string name = "tpu_kernel_api_";\nname += "unheard_of";\n'
        "SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str (), &api, sizeof ( api ), non_blocking ) );\n",
    ),
    "kernel_of_joined_texts": (
        "F13",
        'sg_api_neg_t api = {0};\nSAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_" "unheard_of", &api, sizeof ( api ), non_blocking ) );\n',
    ),
    "kernel_of_a_constant": (
        "F13",
        "sg_api_neg_t api = {0};\nSAFE_CALL ( sgdnnTPUKernelLaunch ( resource, UNHEARD_OF, &api, sizeof ( api ), non_blocking ) );\n",
    ),
    "struct_through_an_arrow_of_a_reference": (
        "F08",
        "sg_api_neg_t api;\nauto & r = api;\nr.input_global_addr = input.addr;\n"
        "#if defined BACKEND_1684X\n( &r )->dim = input.dim;\n#endif\n" + LAUNCH,
    ),
    "struct_launched_through_a_pointer": (
        "F08",
        "sg_api_neg_t api;\nsg_api_neg_t * p = &api;\napi.input_global_addr = input.addr;\n"
        "#if defined BACKEND_1684X\napi.dim = input.dim;\n#endif\n" + LAUNCH.replace("&api", "p"),
    ),
    "assignment_behind_and": ("F01", "SGDNN_CHECK ( mode && ( input.dim = output.dim ) );\n"),
    "assignment_of_a_ternary": ("F01", "SGDNN_CHECK ( mode ? input.dim = output.dim : true );\n"),
    "assignment_behind_a_comma": ("F01", "SGDNN_CHECK ( ( probe ( 1 ), input.dim = output.dim ) );\n"),
    "always_true_with_not": ("F09", "SGDNN_CHECK ( ! ( mode == 1 && mode == 2 ) );\n"),
    "always_true_turned": ("F09", "SGDNN_CHECK ( 1 != mode || mode != 2 );\n"),
    "always_true_in_parentheses": ("F09", "SGDNN_CHECK ( ( mode > 2 ) || ( mode <= 2 ) );\n"),
    "always_true_of_three": ("F09", "SGDNN_CHECK ( mode < 2 || mode == 2 || mode > 2 );\n"),
    "result_shadowed": (
        "F10",
        "int n = probe ( 1 );\nif ( mode )\n{\nint n = probe ( 2 );\nprobe ( n );\n}\n",
    ),
    "result_of_a_choice": ("F10", "int n = mode ? probe ( 1 ) : 2;\n"),
    "read_through_a_pointer_before_the_copy_is_done": (
        "F06",
        "float found = 0.f;\nfloat * p = &found;\ntpu_device_mem_t from = sgdnnMemFromDevice ( input.addr, 4 );\n"
        "SAFE_CALL ( sgdnnMemcpyD2S ( resource, p, from, 4 ) );\nif ( *p > 1.f ) return SG_SUCCESS;\n",
    ),
    "read_of_an_element_before_the_copy_is_done": (
        "F06",
        "float found[4];\ntpu_device_mem_t from = sgdnnMemFromDevice ( input.addr, 16 );\n"
        "SAFE_CALL ( sgdnnMemcpyD2S ( resource, found, from, 16 ) );\nif ( found[1] > 1.f ) return SG_SUCCESS;\n",
    ),
}

SOUND = {
    "status_read_by_a_jump": "tpu_status_t s = sgdnnForm ( resource, input, output, 2, true );\nif ( mode ) goto done;\n"
    "s = sgdnnForm ( resource, input, output, 3, true );\ndone:\nreturn s;\n",
    "status_read_by_a_lambda": "tpu_status_t s;\nauto look = [&] { return s != SG_SUCCESS; };\n"
    "s = sgdnnForm ( resource, input, output, 2, true );\nif ( look () ) return SG_SUCCESS;\n"
    "s = sgdnnForm ( resource, input, output, 3, true );\nreturn s;\n",
    "status_read_by_a_handler": "tpu_status_t s = SG_SUCCESS;\ntry\n{\ns = sgdnnForm ( resource, input, output, 2, true );\n"
    "s = sgdnnForm ( resource, input, output, 3, true );\n}\ncatch ( ... ) { return s; }\nreturn s;\n",
    "status_read_by_what_comes_next": "tpu_status_t s = sgdnnForm ( resource, input, output, 2, true );\n"
    "s = sgdnnForm ( resource, input, output, s == SG_SUCCESS, true );\nreturn s;\n",
    "status_overwritten_on_one_path": "tpu_status_t s = sgdnnForm ( resource, input, output, 2, true );\n"
    "if ( mode ) s = sgdnnForm ( resource, input, output, 3, true );\nreturn s;\n",
    "codes_packed": "int c = sgdnnTPUKernelDType ( input.dtype ), d = sgdnnTPUKernelDType ( output.dtype );\n"
    "return sgdnnForm ( resource, input, output, ( c * 16 + d ) * 16 + c, true );\n",
    "address_of_a_copy_printed": "int found[4];\ntpu_device_mem_t from = sgdnnMemFromDevice ( input.addr, 16 );\n"
    "SAFE_CALL ( sgdnnMemcpyD2S ( resource, found, from, 16 ) );\n"
    'printf ( "%llx %p", ( unsigned long long ) found, ( void * ) found );\n',
    "result_that_one_chip_reads": "int n = probe ( 1 );\n#if defined BACKEND_1684X\nprobe ( n );\n#endif\n",
    "element_behind_a_long_loop": "tpu_device_mem_t mems[16];\nfor ( int i = 0; i < 16; ++i )\n{\n"
    + MALLOC % "&mems[i]"
    + "}\nsg_api_neg_t api = {0};\napi.input_global_addr = sgdnnGetDeviceAddr ( mems[15] );\n"
    + LAUNCH
    + "for ( int i = 0; i < 16; ++i )\n{\n"
    + FREE % "mems[i]"
    + "}\n",
    "field_filled_through_a_pointer": "sg_api_neg_t api;\napi.dim = 1;\nint * s = api.shape;\n"
    "#if defined BACKEND_1684X\ns[0] = 1;\n#else\nstd::copy ( input.shape, input.shape + 4, api.shape );\n#endif\n"
    + LAUNCH,
    "allocated_in_a_check": DECLARED
    + "SGDNN_CHECK ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) == SG_SUCCESS );\n"
    + STRUCT
    + FREE % "mem",
    "the_one_that_a_ternary_chose_is_freed": MEMS + MALLOC % "mode ? &a : &b" + FREE % "mode ? a : b",
    "both_of_a_ternary_are_freed": MEMS
    + "tpu_device_mem_t * p = mode ? &a : &b;\n"
    + MALLOC % "p"
    + "if ( mode )\n{\n"
    + FREE % "a"
    + "}\nelse\n{\n"
    + FREE % "b"
    + "}\n",
    "freed_through_a_pointer_set_later": DECLARED
    + "tpu_device_mem_t * p;\np = &mem;\n"
    + MALLOC % "p"
    + STRUCT
    + FREE % "*p",
    "freed_through_an_array_of_pointers": MEMS
    + "tpu_device_mem_t * all[] = { &a, &b };\nfor ( auto * p : all )\n{\n"
    + MALLOC % "p"
    + "}\n"
    + "for ( auto * p : all )\n{\n"
    + FREE % "*p"
    + "}\n",
    "freed_in_a_range_for": "tpu_device_mem_t mems[2];\nfor ( auto & m : mems )\n{\n"
    + MALLOC % "&m"
    + "}\nfor ( auto m : mems )\n{\n"
    + FREE % "m"
    + "}\n",
    "vector_freed_in_a_range_for": "std::vector<tpu_device_mem_t> mems ( mode );\nfor ( auto & m : mems )\n{\n"
    + MALLOC % "&m"
    + "}\nfor ( auto & m : mems )\n{\n"
    + FREE % "m"
    + "}\n",
    "freed_in_a_lambda": DECLARED
    + "auto done = [&] { "
    + FREE % "mem"
    + "};\n"
    + MALLOC % "&mem"
    + STRUCT
    + "done ();\n",
    "freed_by_a_lambda_that_another_calls": DECLARED
    + MALLOC % "&mem"
    + STRUCT
    + "later ( [&] { "
    + FREE % "mem"
    + "} );\n",
    "freed_by_a_guard": DECLARED + MALLOC % "&mem" + STRUCT + "Guard guard ( resource, &mem );\n",
    "freed_by_a_guard_in_braces": DECLARED + MALLOC % "&mem" + STRUCT + "Guard guard { resource, mem };\n",
    "freed_through_a_copy": DECLARED + MALLOC % "&mem" + STRUCT + "tpu_device_mem_t keep = mem;\n" + FREE % "keep",
    "freed_through_a_cast": DECLARED + MALLOC % "( tpu_device_mem_t * ) &mem" + STRUCT + FREE % "( mem )",
    "freed_through_a_binding": "tpu_device_mem_t mems[2];\nauto & [ first, second ] = mems;\n"
    + MALLOC % "&first"
    + MALLOC % "&second"
    + FREE % "mems[0]"
    + FREE % "second",
    "allocated_and_freed_as_often": "tpu_device_mem_t mems[4];\nfor ( int i = 0; i < mode; ++i )\n{\n"
    + MALLOC % "&mems[i]"
    + "}\nfor ( int j = 0; j < mode; ++j )\n{\n"
    + FREE % "mems[j]"
    + "}\n",
    "allocated_used_and_freed_under_one_condition": DECLARED
    + "bool big = mode > 4;\nif ( big )\n{\n"
    + MALLOC % "&mem"
    + "}\nsg_api_neg_t api = {0};\nif ( big ) api.input_global_addr = sgdnnGetDeviceAddr ( mem );\n"
    + LAUNCH
    + "if ( mode > 4 )\n{\n"
    + FREE % "mem"
    + "}\n",
    "allocated_under_what_follows": DECLARED
    + "if ( mode == 3 )\n{\n"
    + MALLOC % "&mem"
    + "}\n"
    + "sg_api_neg_t api = {0};\nif ( mode > 2 && mode < 4 )\n{\napi.input_global_addr = sgdnnGetDeviceAddr ( mem );\n"
    + FREE % "mem"
    + "}\n"
    + LAUNCH,
    "used_in_a_ternary_under_its_condition": DECLARED + "if ( mode )\n{\n" + MALLOC % "&mem" + "}\n"
    "sg_api_neg_t api = {0};\napi.input_global_addr = mode ? sgdnnGetDeviceAddr ( mem ) : 0;\n"
    + LAUNCH
    + "if ( mode )\n{\n"
    + FREE % "mem"
    + "}\n",
    "left_where_the_allocation_failed": DECLARED
    + "tpu_status_t answer = sgdnnMallocDeviceByte ( resource, &mem, 64 );\nif ( answer ) return answer;\n"
    + STRUCT
    + FREE % "mem",
    "left_where_the_allocation_failed_in_the_condition": DECLARED
    + "if ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) != SG_SUCCESS ) return SG_SUCCESS;\n"
    + STRUCT
    + FREE % "mem",
    "left_where_the_allocation_failed_with_an_initialiser": DECLARED
    + "if ( auto answer = sgdnnMallocDeviceByte ( resource, &mem, 64 ); answer != SG_SUCCESS ) return answer;\n"
    + STRUCT
    + FREE % "mem",
    "freed_behind_one_pass": DECLARED
    + "do\n{\n"
    + MALLOC % "&mem"
    + STRUCT
    + "if ( mode ) break;\nprobe ( 1 );\n}\nwhile ( 0 );\n"
    + FREE % "mem",
    "freed_behind_a_goto_of_each_failure": DECLARED
    + "tpu_status_t answer = SG_SUCCESS;\n"
    + MALLOC % "&mem"
    + "answer = sgdnnForm ( resource, input, output, 1, true );\nif ( answer != SG_SUCCESS ) goto out;\n"
    "answer = sgdnnForm ( resource, input, output, 2, true );\nout:\n" + FREE % "mem" + "return answer;\n",
    "a_set_buffer_is_no_allocation": "tpu_device_mem_t from = sgdnnMemFromDevice ( input.addr, 4 );\nsg_api_neg_t api = {0};\n"
    "api.input_global_addr = sgdnnGetDeviceAddr ( from );\n" + LAUNCH,
    "void_in_front_is_meant": "( void ) sgdnnForm ( resource, input, output, 2, true );\n",
    "void_cast_is_meant": "static_cast<void> ( sgdnnForm ( resource, input, output, 2, true ) );\n",
    "status_of_a_choice": "return mode ? sgdnnForm ( resource, input, output, 2, true ) : sgdnnNeg ( resource, input, output, true );\n",
    "status_in_a_condition": "if ( mode && sgdnnForm ( resource, input, output, 2, true ) == SG_SUCCESS ) probe ( 1 );\n",
    "status_returned_from_a_lambda": "auto go = [&] { return sgdnnForm ( resource, input, output, 2, true ); };\nSAFE_CALL ( go () );\n",
    "status_as_the_last_of_a_comma": "return probe ( 1 ), sgdnnForm ( resource, input, output, 2, true );\n",
    "code_in_a_table": "sg_api_neg_t api = {0};\nconst int codes[] = { sgdnnTPUKernelDType ( input.dtype ), 4 };\napi.dtype = codes[mode];\n"
    + LAUNCH,
    "code_compared": "sg_api_neg_t api = {0};\nint code = sgdnnTPUKernelDType ( input.dtype );\napi.dtype = code;\n"
    "return sgdnnForm ( resource, input, output, 4 * ( code == 3 ), true );\n",
    "code_as_an_index": "static const int sizes[] = { 1, 2, 4, 4 };\nint code = sgdnnTPUKernelDType ( input.dtype );\n"
    "return sgdnnForm ( resource, input, output, 4 * sizes[code], true );\n",
    "another_element_of_the_table": "const int codes[] = { sgdnnTPUKernelDType ( input.dtype ), 4 };\nprobe ( codes[0] );\n"
    "return sgdnnForm ( resource, input, output, 4 * codes[1], true );\n",
    "code_of_another_variable_of_its_name": "int code = 4;\nif ( mode )\n{\nint code = sgdnnTPUKernelDType ( input.dtype );\nprobe ( code );\n}\n"
    "return sgdnnForm ( resource, input, output, 4 * code, true );\n",
    "kernel_chosen_by_a_ternary": 'sg_api_neg_t api = {0};\nSAFE_CALL ( sgdnnTPUKernelLaunch ( resource, mode ? "tpu_kernel_api_neg" : "tpu_kernel_api_neg", '
    "&api, sizeof ( api ), non_blocking ) );\n",
    "kernel_replaced_before_the_launch": 'sg_api_neg_t api = {0};\nconst char * name = "tpu_kernel_api_unheard_of";\nname = "tpu_kernel_api_neg";\n'
    "SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ), non_blocking ) );\n",
    "struct_cleared": "sg_api_neg_t api;\nmemset ( &api, 0, sizeof ( api ) );\n#if defined BACKEND_1684X\napi.dim = input.dim;\n#endif\napi.dtype = 1;\n"
    + LAUNCH,
    "struct_filled_by_a_helper": "sg_api_neg_t api;\nfill ( &api );\n#if defined BACKEND_1684X\napi.dim = input.dim;\n#endif\napi.dtype = 1;\n"
    + LAUNCH,
    "struct_set_in_both_branches_of_one_chip": "sg_api_neg_t api;\napi.dtype = 1;\n#if defined BACKEND_1684X\napi.dim = 1;\n#else\n"
    "if ( mode ) api.dim = 1; else api.dim = 2;\n#endif\n" + LAUNCH,
    "lambda_with_a_capture_by_value": "SGDNN_CHECK ( [=] { return mode > 2; } () );\n",
    "assigned_within_a_call": "int n;\nSGDNN_CHECK ( probe ( n = mode ) );\nreturn sgdnnForm ( resource, input, output, n, true );\n",
    "assigned_and_compared_in_both": "int n, m;\nSGDNN_CHECK ( ( n = mode ) > 1 && ( m = mode ) < 9 );\nreturn sgdnnForm ( resource, input, output, n + m, true );\n",
    "a_check_that_may_fail": "SGDNN_CHECK ( mode < 2 || mode > 2 );\nSGDNN_CHECK ( ! ( mode == 1 || mode == 2 ) );\nSGDNN_CHECK ( mode >= 4 || mode < input.dim );\n",
    "result_read_in_a_lambda": "int n = probe ( 1 );\nauto go = [=] { return probe ( n ); };\nprobe ( go () );\n",
    "result_of_a_guard": "auto guard = std::unique_lock<std::mutex> ( lock );\n",
    "result_marked_unused": "[[maybe_unused]] int n = probe ( 1 );\n",
    "result_used_by_its_condition": "int n;\nif ( ( n = probe ( 1 ) ) > 2 ) return SG_SUCCESS;\n",
    "result_through_a_reference": "int n = probe ( 1 );\nint & r = n;\nprobe ( r );\n",
    "read_behind_a_wait": "float found = 0.f;\ntpu_device_mem_t from = sgdnnMemFromDevice ( input.addr, 4 );\n"
    "SAFE_CALL ( sgdnnMemcpyD2S ( resource, &found, from, 4 ) );\nSAFE_CALL ( sgdnnStreamSynchronize ( resource ) );\nif ( found > 1.f ) return SG_SUCCESS;\n",
    "overwritten_before_it_is_read": "float found = 0.f;\ntpu_device_mem_t from = sgdnnMemFromDevice ( input.addr, 4 );\n"
    "SAFE_CALL ( sgdnnMemcpyD2S ( resource, &found, from, 4 ) );\nfound = 1.f;\nif ( found > 1.f ) return SG_SUCCESS;\n",
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
    + "case 2:\nif ( mode == 1 )\n"
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


@pytest.mark.parametrize("condition", ["mode", "mode != 3", "mode <= 3", "mode >= 3", "mode == 3", "mode < 3"])
def test_the_path_that_lacks_something_is_named_as_it_is(project: Project, condition: str) -> None:
    body = DECLARED + f"if ( {condition} )\n{{\n" + MALLOC % "&mem" + "}\n" + STRUCT + FREE % "mem"
    text = HEAD + body + "return SG_SUCCESS;\n}\n"
    found = find_defects(project, "sgdnn/src/form.cpp", text.encode(), defect_headers(project))
    (said,) = {f.message for f in found if f.id == "F05"}
    assert said.endswith(f"not where `{condition}` is false")


@pytest.mark.parametrize("name", sorted(SOUND))
def test_sound_code_raises_no_alarm(project: Project, name: str) -> None:
    assert ids(project, SOUND[name]) == []


BOOL = (
    '#include "sgdnn_api.h"\nstatic tpu_status_t given ( int n )\n{\nreturn SG_SUCCESS;\n}\n'
    "bool sgdnnForm ( tpu_resource_t resource, SgdnnTensor_t input, tpu_status_t before, int mode )\n{\n%s}\n"
)
AS_BOOL = {
    "parameter": "return before;\n",
    "parentheses": "return ( given ( 1 ) );\n",
    "choice": "return mode ? given ( 1 ) : given ( 2 );\n",
    "success_of_a_choice": "return mode ? SG_SUCCESS : before;\n",
    "comma": "return probe ( 1 ), given ( 1 );\n",
    "cast": "return static_cast<bool> ( given ( 1 ) );\n",
    "bool_variable": "bool ok = given ( 1 );\nreturn ok;\n",
    "auto_variable": "const auto answer = given ( 1 );\nreturn answer;\n",
    "variable_set_later": "bool ok = true;\nif ( mode ) ok = given ( 1 );\nreturn ok;\n",
    "assignment": "tpu_status_t answer;\nreturn answer = given ( 1 );\n",
    "in_a_loop": "for ( int i = 0; i < 2; ++i ) if ( mode ) return given ( i );\nreturn true;\n",
    "braces": "return { given ( 1 ) };\n",
}
NOT_AS_BOOL = {
    "compared": "return given ( 1 ) == SG_SUCCESS;\n",
    "turned": "return ! given ( 1 );\n",
    "bool_variable": "bool ok = given ( 1 ) == SG_SUCCESS;\nreturn ok;\n",
    "choice_of_bools": "return given ( 1 ) ? false : true;\n",
    "choice_by_status": "return mode == 2 && ! before;\n",
    "lambda": "auto go = [] { return given ( 1 ); };\nreturn go () == SG_SUCCESS;\n",
    "argument": "return other ( given ( 1 ) );\n",
    "another_variable": "tpu_status_t answer = given ( 1 );\nbool ok = answer == SG_SUCCESS;\nreturn ok;\n",
}


def bool_ids(project: Project, body: str) -> set[str]:
    found = find_defects(project, "sgdnn/src/form.cpp", (BOOL % body).encode(), defect_headers(project))
    return {f.id for f in found}


@pytest.mark.parametrize("name", sorted(AS_BOOL))
def test_a_status_in_another_form_is_no_bool(project: Project, name: str) -> None:
    assert bool_ids(project, AS_BOOL[name]) == {"F03"}


@pytest.mark.parametrize("name", sorted(NOT_AS_BOOL))
def test_what_is_a_bool_raises_no_alarm(project: Project, name: str) -> None:
    assert bool_ids(project, NOT_AS_BOOL[name]) == set()


@pytest.mark.parametrize(
    "kernel",
    ['mode ? "tpu_kernel_api_square" : "tpu_kernel_api_neg"', "KERNEL", "names[1]", "( const char * ) KERNEL"],
)
def test_another_operator_s_kernel_under_another_spelling(project: Project, kernel: str) -> None:
    """F12: the twin launches the kernel with its own struct."""
    names = '#define KERNEL "tpu_kernel_api_neg"\nstatic const char * const names[] = { "tpu_kernel_api_square", KERNEL };\n'
    head, twin = HEAD.replace("\n", "\n" + names, 1), HEAD.split("\n", 3)[3].replace("sgdnnForm", "sgdnnTwin")
    flawed = (
        head
        + "sg_api_square_t api = {0};\n"
        + LAUNCH.replace('"tpu_kernel_api_neg"', kernel)
        + "return SG_SUCCESS;\n}\n"
    )
    text = flawed + twin + "sg_api_neg_t api = {0};\n" + LAUNCH + "return SG_SUCCESS;\n}\n"
    found = find_defects(project, "sgdnn/src/form.cpp", text.encode(), defect_headers(project))
    assert {(f.id, f.function) for f in found if f.id != "F13"} == {("F12", "sgdnnForm")}


@pytest.mark.parametrize(
    "body",
    [
        "int x = " + "mode ? 1 : " * 1200 + "0;\n",
        "int x = " + "1 + " * 5000 + "0;\nprobe ( x );\n",
        "probe ( " + "(" * 900 + "1" + ")" * 900 + " );\n",
        "if ( mode ) probe ( 1 );\nelse " * 600 + ";\n",
        "{" * 900 + "}" * 900,
        "for ( int i = 0; i < mode; ++i )\n{\nif ( input.shape[i] ) return SG_SUCCESS;\n}\n" * 60,
    ],
)
def test_what_is_nested_deeply_or_has_many_paths_is_read_to_its_end(project: Project, body: str) -> None:
    assert ids(project, body) == []


def test_damaged_text_is_read_to_its_end(project: Project) -> None:
    """The compiler refuses it; the checks must not be what ends the run."""
    text = (EXAMPLE / "sgdnn/src/defects.cpp").read_bytes()
    pieces = re.findall(rb"\w+|\s+|[^\w\s]", text)
    draw = random.Random(7)
    headers = defect_headers(project)
    for _ in range(10):
        damaged = list(pieces)
        for _ in range(300):
            at = draw.randrange(len(damaged))
            damaged[at : at + draw.randrange(2)] = [draw.choice(pieces)][: draw.randrange(2)]
        find_defects(project, "sgdnn/src/form.cpp", b"".join(damaged), headers)


COMPILED = """\
typedef int tpu_status_t;
void check ( bool );
#define SGDNN_CHECK( x ) check ( x )
#define SG_SUCCESS 0
tpu_status_t probe ( int );
struct Guard { Guard ( int ); ~Guard (); };
struct Number { int n; };
enum Kind { NARROW, WIDE = 4, LARGE = 4 };
Guard guarded ( int );
Number number ( int );
tpu_status_t sgdnnForm ( float x, int mode )
{
%sreturn SG_SUCCESS;
}
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("SGDNN_CHECK ( x == x );\n", set()),  # no number is not equal to itself
        ("SGDNN_CHECK ( mode == mode );\n", {"F09"}),
        ("SGDNN_CHECK ( mode != NARROW || mode != WIDE );\n", {"F09"}),
        ("SGDNN_CHECK ( mode != LARGE || mode != WIDE );\n", set()),  # one number
        ("SGDNN_CHECK ( mode == NARROW || mode == WIDE );\n", set()),
        ("auto lives = guarded ( 1 );\n", set()),
        ("auto unread = number ( 1 );\n", {"F10"}),
        ("Guard lives = guarded ( 1 );\n", set()),
        ("probe ( 1 );\n", {"F04"}),
    ],
)
def test_the_compiler_says_what_a_name_is(project: Project, tmp_path: Path, body: str, expected: set[str]) -> None:
    text, path = (COMPILED % body).encode(), str(tmp_path / "form.cpp")
    facts = [parse(ParseRequest(path, chip.name, ("-std=c++17",), text=text)) for chip in project.chips]
    found = find_defects(project, "form.cpp", text, defect_headers(project), None, facts)
    assert {f.id for f in found} == expected
