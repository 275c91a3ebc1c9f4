# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
#
# Kernels: one source file, compiled once per instruction set (docs/lanes.md).

# The instruction sets of a processor family, narrowest first: name, bytes of a vector, flags. The
# flags name exactly the features that snw_lanes_isa() asks the processor for, and no more; the
# leading -march takes back what a build for this very machine has switched on.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    set(SNW_KERNEL_ISAS baseline avx2 avx512)
    set(SNW_KERNEL_X86 1)
    set(SNW_KERNEL_FLAGS_baseline -march=x86-64)
    set(SNW_KERNEL_FLAGS_avx2 -march=x86-64 -mavx2 -mfma -mbmi -mbmi2)
    set(SNW_KERNEL_FLAGS_avx512 ${SNW_KERNEL_FLAGS_avx2}
        -mavx512f -mavx512cd -mavx512bw -mavx512dq -mavx512vl)
else()
    set(SNW_KERNEL_ISAS baseline)
    set(SNW_KERNEL_X86 0)
    set(SNW_KERNEL_FLAGS_baseline "")
endif()
set(SNW_KERNEL_BYTES_baseline 16)
set(SNW_KERNEL_BYTES_avx2 32)
set(SNW_KERNEL_BYTES_avx512 64)

# Vectors stay inside an object file, so how they would be passed does not matter (-Wno-psabi).
set(SNW_KERNEL_ARITHMETIC -ffp-contract=fast -fno-math-errno -fno-trapping-math -Wno-psabi)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    list(APPEND SNW_KERNEL_ARITHMETIC -fno-tree-slp-vectorize)
endif()

# What is compiled: the settings of one copy, then the kernel's file.
set(SNW_KERNEL_UNIT [[
#define SNW_KERNEL_SUFFIX @SNW_KERNEL_SUFFIX@
#define SNW_KERNEL_REAL_BITS @SNW_KERNEL_REAL_BITS@
#define SNW_KERNEL_BYTES @SNW_KERNEL_BYTES@
#include "@SNW_KERNEL_SOURCE@"
]])

# One copy of a kernel's file. The first, doubles in the baseline, is the file itself, for which
# sinew/lanes/kernel.h needs no settings; so it stands in compile_commands.json under its own name.
function(snw_kernel_copy target file real isa)
    set(unit ${file})
    if(NOT "${real}_${isa}" STREQUAL "f64_baseline")
        get_filename_component(name ${file} NAME_WE)
        set(unit ${CMAKE_CURRENT_BINARY_DIR}/kernels/${name}_${real}_${isa}.c)
        string(REPLACE "f" "" SNW_KERNEL_REAL_BITS ${real})
        set(SNW_KERNEL_SUFFIX ${real}_${isa})
        set(SNW_KERNEL_BYTES ${SNW_KERNEL_BYTES_${isa}})
        set(SNW_KERNEL_SOURCE ${file})
        file(CONFIGURE OUTPUT ${unit} CONTENT "${SNW_KERNEL_UNIT}" @ONLY)
    endif()
    set_source_files_properties(${unit} PROPERTIES COMPILE_OPTIONS
        "${SNW_KERNEL_FLAGS_${isa}};${SNW_KERNEL_ARITHMETIC}")
    target_sources(${target} PRIVATE ${unit})
endfunction()

# snw_kernels(target file.c... [REALS f64 f32])
#
# Adds each file to `target` once per instruction set and kind of number (f64 alone when REALS is
# not given; f64 is always among them). The file includes sinew/lanes/kernel.h, writes its functions
# with snw_v and SNW_W, and names the external ones SNW_KERNEL(name): snw__fk becomes
# snw__fk_f64_avx2. All sources of the target see SNW_KERNEL_X86, from which SNW_KERNEL_EACH() of
# sinew/lanes.h lists the sets.
function(snw_kernels target)
    cmake_parse_arguments(K "" "" "REALS" ${ARGN})
    target_compile_definitions(${target} PRIVATE SNW_KERNEL_X86=${SNW_KERNEL_X86})
    list(APPEND K_REALS f64)
    list(REMOVE_DUPLICATES K_REALS)
    foreach(file IN LISTS K_UNPARSED_ARGUMENTS)
        get_filename_component(file ${file} ABSOLUTE)
        foreach(real IN LISTS K_REALS)
            foreach(isa IN LISTS SNW_KERNEL_ISAS)
                snw_kernel_copy(${target} ${file} ${real} ${isa})
            endforeach()
        endforeach()
    endforeach()
endfunction()
