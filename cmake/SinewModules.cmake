# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0

# Reads src/LAYERS: SNW_MODULES in order, SNW_CORE_MODULES and SNW_FOLDER_<module>.
function(snw_read_layers)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS src/LAYERS)
    file(STRINGS ${PROJECT_SOURCE_DIR}/src/LAYERS lines REGEX "^[a-z]")
    foreach(line IN LISTS lines)
        string(REGEX REPLACE " +" ";" words "${line}")
        list(GET words 0 module)
        list(GET words 1 folder)
        list(APPEND modules ${module})
        if(line MATCHES " core$")
            list(APPEND core ${module})
        endif()
        set(SNW_FOLDER_${module} ${folder} PARENT_SCOPE)
    endforeach()
    set(SNW_MODULES ${modules} PARENT_SCOPE)
    set(SNW_CORE_MODULES ${core} PARENT_SCOPE)
endfunction()

# snw_module(name [NUMERIC] SOURCES file... [LINKS module...] [LIBRARIES library...])
#
# One module: the static library snw_<name>. LINKS are the modules it uses, LIBRARIES what it takes
# from the system. NUMERIC modules may fuse products and sums.
function(snw_module name)
    cmake_parse_arguments(M "NUMERIC" "" "SOURCES;LINKS;LIBRARIES" ${ARGN})
    add_library(snw_${name} STATIC ${M_SOURCES})
    target_include_directories(snw_${name} PUBLIC
        ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src/inside)
    target_compile_definitions(snw_${name} PRIVATE SNW_BUILDING_LIBRARY)
    list(TRANSFORM M_LINKS PREPEND snw_)
    target_link_libraries(snw_${name} PUBLIC ${M_LINKS} ${M_LIBRARIES})
    if(M_NUMERIC)
        target_link_libraries(snw_${name} PRIVATE snw_warnings snw_numeric)
    else()
        target_link_libraries(snw_${name} PRIVATE snw_warnings snw_hardening snw_exact)
    endif()
endfunction()
