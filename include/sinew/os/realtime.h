// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_REALTIME_H
#define SINEW_OS_REALTIME_H

/// @file
/// Memory that stays in memory, and what this machine grants to a real-time program.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Locks all memory of the process, present and future, so that the loop never waits for a page.
/// SNW_ERR_REALTIME, with the limit in `why`, when the system refuses.
SNW_SETUP SNW_NODISCARD snw_status snw_memory_lock(snw_why *why);

/// Undoes snw_memory_lock().
SNW_SETUP void snw_memory_unlock(void);

/// How soon the kernel lets an urgent thread run.
typedef enum snw_preemption {
    SNW_PREEMPTION_UNKNOWN,
    SNW_PREEMPTION_NONE,      ///< only when kernel code gives way
    SNW_PREEMPTION_VOLUNTARY, ///< at chosen points of kernel code
    SNW_PREEMPTION_FULL,      ///< nearly everywhere (PREEMPT)
    SNW_PREEMPTION_DYNAMIC,   ///< chosen at boot, and which was chosen is not readable
    SNW_PREEMPTION_LAZY,      ///< urgent threads everywhere, ordinary ones at the next tick
    SNW_PREEMPTION_REALTIME   ///< PREEMPT_RT
} snw_preemption;

enum {
    SNW_REPORT_TEXT = 64,     ///< bytes of a text in the report
    SNW_REPORT_GOVERNOR = 24, ///< bytes of a governor's name
    SNW_REPORT_CPUS = 64      ///< processors that the report describes
};

/// What matters for real time on this machine. Plain data. Texts are empty and numbers -1 where the
/// system does not say.
typedef struct snw_realtime_report {
    char kernel_release[SNW_REPORT_TEXT]; ///< "6.1.0-18-rt-amd64"
    char kernel_version[SNW_REPORT_TEXT]; ///< "#1 SMP PREEMPT_RT Debian 6.1.76-1"
    snw_preemption preemption;
    char clock_source[SNW_REPORT_TEXT]; ///< "tsc" is good, "hpet" and "acpi_pm" are slow
    int64_t clock_resolution_ns;
    int64_t timer_slack_ns; ///< of the calling thread; real-time threads have none
    int cpu_count;          ///< processors that are switched on
    char governors[SNW_REPORT_CPUS][SNW_REPORT_GOVERNOR]; ///< of each; "performance" is good
    char isolated_cpus[SNW_REPORT_TEXT];                  ///< kernel's list, "2-3"; may be empty
    uint64_t isolated_mask;                               ///< bit i: processor i is isolated
    int64_t throttle_runtime_us; ///< of each period for real-time threads; -1: all of it
    int64_t throttle_period_us;  ///< -1: neither of the two is known
    int64_t priority_limit;      ///< RLIMIT_RTPRIO
    int64_t memory_limit_bytes;  ///< RLIMIT_MEMLOCK; INT64_MAX is unlimited
    int priority_granted;        ///< highest SCHED_FIFO priority that was granted in a trial, or 0
    bool memory_lock_granted;    ///< mlockall() was granted in a trial
    int64_t memory_total_bytes;
    int64_t swap_total_bytes; ///< 0 is good
} snw_realtime_report;

/// Finds all this out. The trials are made in a thread and in a process of their own, so nothing
/// changes for the caller. `root` stands before /proc and /sys: NULL or "" is this machine, a
/// directory is a copy of another one's files; limits and trials are always of this process.
SNW_SETUP void snw_realtime_report_read(snw_realtime_report *report, const char *root);

#ifdef __cplusplus
}
#endif

#endif // SINEW_OS_REALTIME_H
