# Headers made from chips/<chip>/chip.yaml (dnnlib/codegen/chips.py): ${TPU_CHIP_HEADERS}/<chip>.
set(TPU_CHIP_HEADERS ${CMAKE_BINARY_DIR}/chip_headers)
set(outputs "")
file(GLOB codegen_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/dnnlib/codegen/*.py) # an installed package has them elsewhere, and they do not change
list(TRANSFORM chip_files PREPEND ${CMAKE_SOURCE_DIR}/chips/ OUTPUT_VARIABLE descriptions) # one may refer to another
foreach(chip ${TPU_CHIPS})
  set(yaml ${CMAKE_SOURCE_DIR}/chips/${chip}/chip.yaml)
  set(made ${TPU_CHIP_HEADERS}/${chip})
  add_custom_command(
    OUTPUT ${made}/chip_facts.h ${made}/chip_traits.h ${made}/chip_runtime.h ${made}/firmware_chip.h
    COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${CMAKE_SOURCE_DIR} ${Python3_EXECUTABLE} -m dnnlib.codegen chip --yaml ${yaml} --out ${made}
    DEPENDS ${descriptions} ${codegen_sources}
    COMMENT "Headers of ${chip}" VERBATIM)
  list(APPEND outputs ${made}/chip_facts.h ${made}/chip_traits.h ${made}/chip_runtime.h ${made}/firmware_chip.h)
endforeach()
add_custom_target(tpu_chip_headers DEPENDS ${outputs})

# tpu_chip_headers(target chip): the target is compiled with the headers of the chip.
function(tpu_chip_headers target chip)
  add_dependencies(${target} tpu_chip_headers)
  target_include_directories(${target} PRIVATE ${TPU_CHIP_HEADERS}/${chip})
endfunction()
