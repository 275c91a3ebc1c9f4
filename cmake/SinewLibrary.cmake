# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
#
# libsinew, shared and static, from the objects of all modules, and what a user needs to find it.

foreach(module IN LISTS SNW_MODULES)
    if(NOT TARGET snw_${module})
        continue()
    endif()
    list(APPEND snw_objects $<TARGET_OBJECTS:snw_${module}>)
    get_target_property(links snw_${module} LINK_LIBRARIES)
    foreach(link IN LISTS links)
        if(NOT link MATCHES "snw_" AND NOT link STREQUAL "m")
            list(APPEND snw_libraries ${link})
        endif()
    endforeach()
endforeach()
if(snw_libraries)
    list(REMOVE_DUPLICATES snw_libraries)
endif()

add_library(sinew SHARED ${snw_objects})
add_library(sinew_static STATIC ${snw_objects})
set_target_properties(sinew PROPERTIES
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} LINKER_LANGUAGE C)
set_target_properties(sinew_static PROPERTIES OUTPUT_NAME sinew LINKER_LANGUAGE C)
if(NOT SINEW_SANITIZE)
    # clang leaves its sanitizer's functions to the program
    target_link_options(sinew PRIVATE -Wl,--no-undefined)
endif()

foreach(target sinew sinew_static)
    # inline functions of the headers need libm; the rest is the library's own business
    target_link_libraries(${target} PUBLIC m PRIVATE ${snw_libraries})
    target_compile_definitions(${target} INTERFACE $<$<CONFIG:Debug>:SNW_CHECKS>)
    target_include_directories(${target} INTERFACE
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
add_library(sinew::sinew ALIAS sinew)

install(TARGETS sinew sinew_static EXPORT sinewTargets)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/sinew DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT sinewTargets NAMESPACE sinew:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)

include(CMakePackageConfigHelpers)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/sinewConfig.cmake.in
    ${PROJECT_BINARY_DIR}/sinewConfig.cmake
    INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sinewConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sinewConfig.cmake ${PROJECT_BINARY_DIR}/sinewConfigVersion.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)

# sinew.pc, and sinewd.pc for the variant with checks
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
    set(SNW_PC_NAME sinewd)
    set(SNW_PC_CFLAGS "-DSNW_CHECKS")
else()
    set(SNW_PC_NAME sinew)
    set(SNW_PC_CFLAGS "")
endif()
set(SNW_PC_PRIVATE "")
foreach(library IN LISTS snw_libraries)
    string(APPEND SNW_PC_PRIVATE " -l${library}")
endforeach()
# relative to the file itself, so that an installation may be moved
file(RELATIVE_PATH SNW_PC_PREFIX
    ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${PROJECT_SOURCE_DIR}/cmake/sinew.pc.in
    ${PROJECT_BINARY_DIR}/${SNW_PC_NAME}.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/${SNW_PC_NAME}.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
