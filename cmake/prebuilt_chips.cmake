# The chips of another build folder (TPU_PREBUILT) instead of ones built here: they do not depend on what is converted.
set(prebuilt ${TPU_PREBUILT}/lib)

# prebuilt_runtime(target chip): a vendor's runtime.
function(prebuilt_runtime target chip)
  add_library(${target} SHARED IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES IMPORTED_LOCATION ${prebuilt}/lib${target}.so
    INTERFACE_INCLUDE_DIRECTORIES ${CMAKE_SOURCE_DIR}/chips/${chip}/include)
endfunction()

prebuilt_runtime(bmlib bm_a)
prebuilt_runtime(tpuv7_rt sg_b)

file(MAKE_DIRECTORY ${TPU_LIB_DIR})
foreach(file libbmlib.so libtpuv7_rt.so bm_a.firmware.so sg_b.firmware.so)
  if(NOT EXISTS ${prebuilt}/${file})
    message(FATAL_ERROR "TPU_PREBUILT: there is no ${prebuilt}/${file}. Build it first: cmake --build ${TPU_PREBUILT}")
  endif()
  file(CREATE_LINK ${prebuilt}/${file} ${TPU_LIB_DIR}/${file} SYMBOLIC)
endforeach()
