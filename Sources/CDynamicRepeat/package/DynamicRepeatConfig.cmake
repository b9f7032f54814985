# find_package(DynamicRepeat) gives the targets DynamicRepeat::dynamicrepeat (shared) and
# DynamicRepeat::static. The folder that holds include and the libraries is found from this file's.
get_filename_component(DynamicRepeat_libdir "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
set(DynamicRepeat_prefix "${DynamicRepeat_libdir}")
while(NOT EXISTS "${DynamicRepeat_prefix}/include/dynamic_repeat.h")
  get_filename_component(DynamicRepeat_above "${DynamicRepeat_prefix}" DIRECTORY)
  if(DynamicRepeat_above STREQUAL DynamicRepeat_prefix)
    set(DynamicRepeat_FOUND FALSE)
    set(DynamicRepeat_NOT_FOUND_MESSAGE "dynamic_repeat.h is not installed beside the libraries")
    return()
  endif()
  set(DynamicRepeat_prefix "${DynamicRepeat_above}")
endwhile()

if(NOT TARGET DynamicRepeat::dynamicrepeat)
  add_library(DynamicRepeat::dynamicrepeat SHARED IMPORTED)
  set_target_properties(DynamicRepeat::dynamicrepeat PROPERTIES
    IMPORTED_LOCATION "${DynamicRepeat_libdir}/libdynamicrepeat.so.0"
    IMPORTED_SONAME libdynamicrepeat.so.0
    INTERFACE_INCLUDE_DIRECTORIES "${DynamicRepeat_prefix}/include")
  add_library(DynamicRepeat::static STATIC IMPORTED)
  set_target_properties(DynamicRepeat::static PROPERTIES
    IMPORTED_LOCATION "${DynamicRepeat_libdir}/libdynamicrepeat.a"
    INTERFACE_LINK_LIBRARIES m
    INTERFACE_INCLUDE_DIRECTORIES "${DynamicRepeat_prefix}/include")
endif()
unset(DynamicRepeat_above)
