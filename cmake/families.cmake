# tpu_family_headers(VAR): the headers of operators' families; the overlay's where it has one.
function(tpu_family_headers var)
  file(GLOB names CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/dnnlib/include/tpuDNN/*.h)
  if(TPU_OVERLAY)
    file(GLOB overlaid CONFIGURE_DEPENDS RELATIVE ${TPU_OVERLAY} ${TPU_OVERLAY}/dnnlib/include/tpuDNN/*.h)
    list(APPEND names ${overlaid})
    list(REMOVE_DUPLICATES names)
  endif()
  set(headers "")
  foreach(name ${names})
    tpu_source(header ${name})
    list(APPEND headers ${header})
  endforeach()
  set(${var} ${headers} PARENT_SCOPE)
endfunction()

# tpu_families(target sources): each source sees of the operators' families those that it names (TPUDNN_FAMILIES of tpuDNNTensor.h), so that
# another operator of another family does not compile it again.
function(tpu_families target)
  tpu_family_headers(headers)
  file(GLOB codegen_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/dnnlib/codegen/*.py)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/families)
  set(made "")
  set(sources "")
  foreach(source ${ARGN})
    get_filename_component(source ${source} ABSOLUTE)
    list(APPEND sources ${source})
    string(SHA256 name ${source})
    string(SUBSTRING ${name} 0 8 name)
    get_filename_component(stem ${source} NAME_WE)
    set(name ${target}/${stem}-${name}.h)
    list(APPEND made ${folder}/${name})
    set_property(SOURCE ${source} APPEND PROPERTY COMPILE_DEFINITIONS "TPUDNN_FAMILIES=\"${name}\"")
  endforeach()
  add_custom_command(
    OUTPUT ${made}
    COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${CMAKE_SOURCE_DIR} ${Python3_EXECUTABLE} -m dnnlib.codegen.families
            --families ${headers} --sources ${sources} --out ${made}
    DEPENDS ${sources} ${headers} ${codegen_sources}
    COMMENT "Families of operators that ${target} uses" VERBATIM)
  add_custom_target(${target}_families DEPENDS ${made})
  add_dependencies(${target} ${target}_families)
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
