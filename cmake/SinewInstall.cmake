# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
#
# `./run` builds the program alone, so `cmake --install` after it would find no libraries. What is
# missing is built first. This stands before all other rules of installation, which run in order.

install(CODE [[
    include("${CMAKE_CURRENT_LIST_DIR}/installed.cmake")
]])

# snw_installed(TARGET...): what is installed; names that are no target here are passed over
function(snw_installed)
    set(files "${PROJECT_BINARY_DIR}/completions/sinew")
    add_custom_target(sinew_installed)
    add_dependencies(sinew_installed sinew_completion)
    foreach(target IN LISTS ARGN)
        if(TARGET ${target})
            add_dependencies(sinew_installed ${target})
            list(APPEND files "$<TARGET_FILE:${target}>")
        endif()
    endforeach()
    string(REPLACE ";" "\" \"" quoted "${files}")
    file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/installed.cmake CONTENT "
foreach(file IN ITEMS \"${quoted}\")
    if(NOT EXISTS \"\${file}\" AND NOT built)
        message(STATUS \"Building what is not built yet\")
        execute_process(COMMAND \"${CMAKE_COMMAND}\" --build \"${PROJECT_BINARY_DIR}\"
            --target sinew_installed RESULT_VARIABLE result)
        if(NOT result EQUAL 0)
            message(FATAL_ERROR \"what is to be installed cannot be built\")
        endif()
        set(built TRUE)
    endif()
endforeach()
")
endfunction()
