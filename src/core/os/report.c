// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inside.h"
#include "internal.h"
#include "sinew/os/clock.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"
#include "sinew/os/realtime.h"
#include "sinew/os/thread.h"

enum { SMALL_FILE = 1 << 16, MASK_BITS = 64, BYTES_PER_KIB = 1024, CPU_MOST = 1 << 16 };

// reads a file of the kernel below `root`, without the newline at its end; empty when unreadable
static void read_text(const char *root, const char *name, char *out, size_t size) {
    char path[SNW_PATH_SIZE];
    out[0] = '\0';
    const int length = snprintf(path, sizeof path, "%s%s", root, name);
    if (length < 0 || (size_t)length >= sizeof path) return;
    const snw_file_reading how = {.limit = SMALL_FILE};
    snw_file_content content;
    if (snw_failed(snw_file_read(path, &how, &content, NULL))) return;
    content.data[strcspn(content.data, "\n")] = '\0';
    snw_copy_text(out, size, content.data);
    snw_file_free(&content);
}

// reads a file that holds one whole number; `missing` when it does not
static int64_t read_number(const char *root, const char *name, int64_t missing) {
    char text[SNW_REPORT_TEXT];
    int64_t value = missing;
    read_text(root, name, text, sizeof text);
    return snw_int_parse(text, strlen(text), &value, NULL) == SNW_OK ? value : missing;
}

static bool read_cpu(const char **text, int *cpu) {
    int64_t number = 0;
    size_t used = 0;
    if (**text < '0' || **text > '9') return false;
    if (snw_failed(snw_int_parse(*text, strlen(*text), &number, &used))) return false;
    if (number >= CPU_MOST) return false;
    *cpu = (int)number;
    *text += used;
    return true;
}

snw_status snw__cpu_list_parse(const char *text, uint64_t *mask, int *count) {
    uint64_t bits = 0;
    int total = 0;
    // an empty list is a list: first[-last], ...
    for (bool more = *text != '\0'; more;) {
        int first = 0, last = 0;
        if (!read_cpu(&text, &first)) return SNW_ERR_SYNTAX;
        last = first;
        if (*text == '-') {
            text++;
            if (!read_cpu(&text, &last) || last < first) return SNW_ERR_SYNTAX;
        }
        for (int i = first; i <= last && i < MASK_BITS; i++)
            bits |= (uint64_t)1 << i;
        total += last - first + 1;
        more = *text == ',';
        if (more) text++;
    }
    if (*text != '\0') return SNW_ERR_SYNTAX;
    *mask = bits;
    if (count) *count = total;
    return SNW_OK;
}

// Which preemption the kernel was built with, and for a dynamic one which it was told to use, if
// the debug file system lets us see: "none voluntary (full) lazy".
static snw_preemption find_preemption(const char *root, const char *version) {
    if (read_number(root, "/sys/kernel/realtime", 0) == 1 || strstr(version, "PREEMPT_RT") ||
        strstr(version, "PREEMPT RT")) {
        return SNW_PREEMPTION_REALTIME;
    }
    if (strstr(version, "PREEMPT_DYNAMIC")) {
        char modes[SNW_REPORT_TEXT];
        read_text(root, "/sys/kernel/debug/sched/preempt", modes, sizeof modes);
        if (strstr(modes, "(none)")) return SNW_PREEMPTION_NONE;
        if (strstr(modes, "(voluntary)")) return SNW_PREEMPTION_VOLUNTARY;
        if (strstr(modes, "(full)")) return SNW_PREEMPTION_FULL;
        if (strstr(modes, "(lazy)")) return SNW_PREEMPTION_LAZY;
        return SNW_PREEMPTION_DYNAMIC;
    }
    if (strstr(version, "PREEMPT_LAZY")) return SNW_PREEMPTION_LAZY;
    if (strstr(version, "PREEMPT")) return SNW_PREEMPTION_FULL;
    // the version does not tell voluntary from none
    return SNW_PREEMPTION_UNKNOWN;
}

static void read_cpus(snw_realtime_report *report, const char *root) {
    char online[SNW_REPORT_TEXT], path[SNW_REPORT_TEXT + 32];
    uint64_t mask = 0;
    read_text(root, "/sys/devices/system/cpu/online", online, sizeof online);
    if (online[0] == '\0' || snw_failed(snw__cpu_list_parse(online, &mask, &report->cpu_count))) {
        report->cpu_count = (int)sysconf(_SC_NPROCESSORS_ONLN);
    }
    for (int i = 0; i < SNW_REPORT_CPUS; i++) {
        (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor",
                       i);
        read_text(root, path, report->governors[i], SNW_REPORT_GOVERNOR);
    }
    read_text(root, "/sys/devices/system/cpu/isolated", report->isolated_cpus, SNW_REPORT_TEXT);
    if (snw_failed(snw__cpu_list_parse(report->isolated_cpus, &report->isolated_mask, NULL))) {
        report->isolated_mask = 0;
    }
}

// the number behind "Name:" in /proc/meminfo, in bytes; -1 when it is not there
static int64_t memory_line(const char *content, const char *name) {
    const char *line = strstr(content, name);
    if (!line) return -1;
    line += strlen(name);
    line += strspn(line, " \t");
    int64_t kib = 0;
    size_t used = 0;
    if (snw_failed(snw_int_parse(line, strlen(line), &kib, &used))) return -1;
    return kib >= 0 && kib <= INT64_MAX / BYTES_PER_KIB ? kib * BYTES_PER_KIB : -1;
}

static void read_memory(snw_realtime_report *report, const char *root) {
    char path[SNW_PATH_SIZE];
    report->memory_total_bytes = -1;
    report->swap_total_bytes = -1;
    const int length = snprintf(path, sizeof path, "%s/proc/meminfo", root);
    if (length < 0 || (size_t)length >= sizeof path) return;
    const snw_file_reading how = {.limit = SMALL_FILE};
    snw_file_content content;
    if (snw_failed(snw_file_read(path, &how, &content, NULL))) return;
    report->memory_total_bytes = memory_line(content.data, "MemTotal:");
    report->swap_total_bytes = memory_line(content.data, "SwapTotal:");
    snw_file_free(&content);
}

static int64_t soft_limit(int resource) {
    struct rlimit limit;
    if (getrlimit((__rlimit_resource_t)resource, &limit) != 0) return -1;
    const bool endless = limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > INT64_MAX;
    return endless ? INT64_MAX : (int64_t)limit.rlim_cur;
}

static void do_nothing(void *context) {
    (void)context;
}

// true when a thread of that priority can be started
static bool try_priority(int64_t priority) {
    if (priority < 1 || priority > SNW_THREAD_PRIORITY_MOST) return false;
    snw_thread_config config = snw_thread_defaults();
    config.run = do_nothing;
    config.priority = (int)priority;
    config.stack_size = SNW_THREAD_STACK_LEAST;
    config.required = true;
    snw_thread *thread = NULL;
    if (snw_failed(snw_thread_open(&thread, &config, NULL))) return false;
    SNW_IGNORE(snw_thread_join(thread, -1));
    return true;
}

// Locks are not inherited by a child, and a child's end with it: there is nothing to undo. Between
// fork and _exit the child calls only functions that are safe after a fork of a threaded process.
static bool try_memory_lock(void) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    char answer = 0;
    const pid_t child = fork();
    if (child == 0) {
        // pages are locked as they come, so that a large process need not be brought in
        answer = mlockall(MCL_CURRENT | MCL_ONFAULT) == 0 ? 1 : 0;
        const ssize_t n = write(ends[1], &answer, 1);
        _exit(n == 1 ? 0 : 1);
    }
    (void)close(ends[1]);
    if (child > 0) {
        while (read(ends[0], &answer, 1) < 0 && errno == EINTR) {
        }
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    (void)close(ends[0]);
    return answer == 1;
}

void snw_realtime_report_read(snw_realtime_report *report, const char *root) {
    *report = (snw_realtime_report){.cpu_count = -1};
    if (!root) root = "";
    read_text(root, "/proc/sys/kernel/osrelease", report->kernel_release, SNW_REPORT_TEXT);
    read_text(root, "/proc/sys/kernel/version", report->kernel_version, SNW_REPORT_TEXT);
    report->preemption = find_preemption(root, report->kernel_version);
    read_text(root, "/sys/devices/system/clocksource/clocksource0/current_clocksource",
              report->clock_source, SNW_REPORT_TEXT);
    read_cpus(report, root);
    report->throttle_runtime_us = read_number(root, "/proc/sys/kernel/sched_rt_runtime_us", -1);
    report->throttle_period_us = read_number(root, "/proc/sys/kernel/sched_rt_period_us", -1);
    read_memory(report, root);

    // of this process, whatever the root
    report->clock_resolution_ns = snw__clock_resolution_ns();
    report->timer_slack_ns = prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
    report->priority_limit = soft_limit(RLIMIT_RTPRIO);
    report->memory_limit_bytes = soft_limit(RLIMIT_MEMLOCK);
    if (try_priority(SNW_THREAD_PRIORITY_MOST)) {
        report->priority_granted = SNW_THREAD_PRIORITY_MOST;
    } else if (try_priority(report->priority_limit)) {
        report->priority_granted = (int)report->priority_limit;
    }
    report->memory_lock_granted = try_memory_lock();
}
