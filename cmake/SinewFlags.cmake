# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
#
# Compiler flags, in four interface targets: warnings for all our code, hardening for the parts
# that meet input, arithmetic for the numeric modules and for all others.

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_FLAGS_RELEASE "-O2 -g1")
set(CMAKE_C_FLAGS_DEBUG "-Og -g3 -DSNW_CHECKS")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_DEBUG_POSTFIX d)

if(SINEW_NATIVE)
    string(APPEND CMAKE_C_FLAGS_RELEASE " -O3 -march=native")
endif()
if(SINEW_SANITIZE)
    set(CMAKE_C_FLAGS_DEBUG "-O1 -g1 -DSNW_CHECKS")
    add_compile_options(-fsanitize=${SINEW_SANITIZE} -fno-omit-frame-pointer
                        -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${SINEW_SANITIZE})
    # gcc says so by itself; tests that count allocations leave that to the sanitizer
    if(CMAKE_C_COMPILER_ID MATCHES Clang AND SINEW_SANITIZE MATCHES address)
        add_compile_definitions(__SANITIZE_ADDRESS__=1)
    endif()
endif()

# fuzz targets also tell which lines their corpora reach
if(SINEW_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link -fprofile-instr-generate -fcoverage-mapping)
    add_link_options(-fprofile-instr-generate)
endif()

add_library(snw_warnings INTERFACE)
target_compile_options(snw_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Wstrict-prototypes
    -Wmissing-prototypes -Wundef -Wvla -Wcast-qual -Wswitch-enum -Werror)

add_library(snw_hardening INTERFACE)
target_compile_options(snw_hardening INTERFACE -fstack-protector-strong)
if(NOT SINEW_SANITIZE AND CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(snw_hardening INTERFACE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
endif()
add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)

# A product and a sum may be fused in the numeric modules; nothing else is traded for speed. SLP
# packing of three-vectors costs more than it saves under gcc (docs/decisions.md).
add_library(snw_numeric INTERFACE)
target_compile_options(snw_numeric INTERFACE
    -ffp-contract=fast -fno-math-errno -fno-trapping-math
    $<$<C_COMPILER_ID:GNU>:-fno-tree-slp-vectorize>)

add_library(snw_exact INTERFACE)
target_compile_options(snw_exact INTERFACE -ffp-contract=off)
