// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_BASE_ATTRIBUTES_H
#define SINEW_BASE_ATTRIBUTES_H

/// @file
/// Marks that stand in front of public functions. They say who may call a function, and from
/// where; tools/check_imports verifies the real-time mark on the object files.

/// Exported from libsinew; everything else stays hidden.
#define SNW_API __attribute__((visibility("default")))

/// May be called inside the control loop: bounded time, no allocation, lock, I/O or system call
/// (the clock and the bus excepted, in the modules that own them).
#define SNW_RT SNW_API

/// Called while a system is set up or beside the loop: may allocate, block, read files.
#define SNW_SETUP SNW_API

/// The result must be looked at.
#define SNW_NODISCARD __attribute__((warn_unused_result))

/// Looks away from a result on purpose, as when an init only measures; a cast to void is not enough
/// for gcc.
#define SNW_IGNORE(call) ((void)!(call))

/// Arguments are checked against the format at compile time, as for printf.
#define SNW_PRINTF(text, first) __attribute__((format(printf, text, first)))

/// Small value functions of headers. Unused ones cost nothing and raise no warning.
#define SNW_INLINE static inline __attribute__((unused))

/// Kernels whose callers pass compile-time constants; without this the switch stays in the loop.
#define SNW_FORCE_INLINE static inline __attribute__((always_inline, unused))

#endif // SINEW_BASE_ATTRIBUTES_H
