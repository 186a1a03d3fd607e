# The chips of another build folder (TPU_PREBUILT) instead of ones built here: they do not depend on what is converted.
set(prebuilt ${TPU_PREBUILT}/lib)
file(MAKE_DIRECTORY ${TPU_LIB_DIR})

function(prebuilt_file file)
  if(NOT EXISTS ${prebuilt}/${file})
    message(FATAL_ERROR "TPU_PREBUILT: there is no ${prebuilt}/${file}. Build it first: cmake --build ${TPU_PREBUILT}")
  endif()
  file(CREATE_LINK ${prebuilt}/${file} ${TPU_LIB_DIR}/${file} SYMBOLIC)
endfunction()

# What chips/<chip>/CMakeLists.txt calls (chips/CMakeLists.txt).
function(tpusim_runtime chip library)
  prebuilt_file(lib${library}.so)
  add_library(${library} SHARED IMPORTED GLOBAL)
  set_target_properties(${library} PROPERTIES IMPORTED_LOCATION ${prebuilt}/lib${library}.so
    INTERFACE_INCLUDE_DIRECTORIES ${CMAKE_CURRENT_SOURCE_DIR}/include)
  add_library(tpusim_runtime_${chip} ALIAS ${library})
endfunction()

foreach(chip ${TPU_CHIPS})
  prebuilt_file(${chip}.firmware.so)
  add_subdirectory(chips/${chip})
endforeach()
