# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
#
# libsinew-core and libsinew, shared and static, from the objects of all modules, and what a user
# needs to find them. libsinew-core holds the modules that src/LAYERS calls core and needs the C
# library and libm only. libsinew holds all modules, so that a program names one library.

foreach(module IN LISTS SNW_MODULES)
    if(NOT TARGET snw_${module})
        continue()
    endif()
    set(part rest)
    if(module IN_LIST SNW_CORE_MODULES)
        set(part core)
    endif()
    list(APPEND snw_${part}_objects $<TARGET_OBJECTS:snw_${module}>)
    get_target_property(links snw_${module} LINK_LIBRARIES)
    foreach(link IN LISTS links)
        if(NOT link MATCHES "snw_" AND NOT link STREQUAL "m")
            list(APPEND snw_${part}_libraries ${link})
        endif()
    endforeach()
endforeach()
list(REMOVE_DUPLICATES snw_core_libraries)
set(snw_all_libraries ${snw_core_libraries} ${snw_rest_libraries})
list(REMOVE_DUPLICATES snw_all_libraries)

add_library(sinew_core SHARED ${snw_core_objects})
add_library(sinew_core_static STATIC ${snw_core_objects})
add_library(sinew SHARED ${snw_core_objects} ${snw_rest_objects})
add_library(sinew_static STATIC ${snw_core_objects} ${snw_rest_objects})
set_target_properties(sinew_core sinew_core_static PROPERTIES OUTPUT_NAME sinew-core)
set_target_properties(sinew_static PROPERTIES OUTPUT_NAME sinew)
set_target_properties(sinew_core PROPERTIES EXPORT_NAME core)
set_target_properties(sinew_core_static PROPERTIES EXPORT_NAME core_static)
set_target_properties(sinew_core sinew PROPERTIES
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
if(NOT SINEW_SANITIZE)
    # clang leaves its sanitizer's functions to the program
    target_link_options(sinew_core PRIVATE -Wl,--no-undefined)
    target_link_options(sinew PRIVATE -Wl,--no-undefined)
endif()

# inline functions of the headers need libm; the rest is the library's own business
target_link_libraries(sinew_core PUBLIC m PRIVATE ${snw_core_libraries})
target_link_libraries(sinew_core_static PUBLIC m PRIVATE ${snw_core_libraries})
target_link_libraries(sinew PUBLIC m PRIVATE ${snw_all_libraries})
target_link_libraries(sinew_static PUBLIC m PRIVATE ${snw_all_libraries})
set(snw_libraries sinew_core sinew_core_static sinew sinew_static)
foreach(target IN LISTS snw_libraries)
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C)
    target_compile_definitions(${target} INTERFACE $<$<CONFIG:Debug>:SNW_CHECKS>)
    target_include_directories(${target} INTERFACE
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
add_library(sinew::sinew ALIAS sinew)
add_library(sinew::core ALIAS sinew_core)

install(TARGETS ${snw_libraries} EXPORT sinewTargets)
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

# sinew.pc and sinew-core.pc; sinewd.pc and sinew-cored.pc for the variant with checks
set(SNW_PC_SUFFIX "")
set(SNW_PC_CFLAGS "")
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
    set(SNW_PC_SUFFIX d)
    set(SNW_PC_CFLAGS "-DSNW_CHECKS")
endif()
# relative to the file itself, so that an installation may be moved
file(RELATIVE_PATH SNW_PC_PREFIX
    ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
foreach(part core all)
    set(SNW_PC_PRIVATE "")
    foreach(library IN LISTS snw_${part}_libraries)
        string(APPEND SNW_PC_PRIVATE " -l${library}")
    endforeach()
    if(part STREQUAL core)
        set(SNW_PC_NAME sinew-core${SNW_PC_SUFFIX})
        set(SNW_PC_DESCRIPTION "Models, kinematics, dynamics and profiles of robot manipulators")
    else()
        set(SNW_PC_NAME sinew${SNW_PC_SUFFIX})
        set(SNW_PC_DESCRIPTION "Model, control, simulate and validate robot manipulators")
    endif()
    configure_file(${PROJECT_SOURCE_DIR}/cmake/sinew.pc.in
        ${PROJECT_BINARY_DIR}/${SNW_PC_NAME}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${SNW_PC_NAME}.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
