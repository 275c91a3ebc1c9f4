// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/utsname.h>

#include "../../../src/core/os/inside.h"
#include "check.h"
#include "scratch.h"
#include "sinew/os/realtime.h"
#include "sinew/os/thread.h"

static snw_realtime_report report;

// --- lists of processors ------------------------------------------------------------------------

static void lists_of_processors_are_read_as_the_kernel_writes_them(void) {
    static const struct {
        const char *text;
        uint64_t mask;
        int count;
    } table[] = {
        {"", 0, 0},
        {"0", 1, 1},
        {"0-1", 3, 2},
        {"2-3,5", 0x2C, 3},
        {"0,2,4,6", 0x55, 4},
        {"63", UINT64_C(1) << 63, 1},
        {"0-127", UINT64_MAX, 128},
        {"64-65", 0, 2},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        uint64_t mask = 99;
        int count = 99;
        CHECK(snw__cpu_list_parse(table[i].text, &mask, &count) == SNW_OK);
        CHECK(mask == table[i].mask && count == table[i].count);
        CHECK(snw__cpu_list_parse(table[i].text, &mask, NULL) == SNW_OK);
    }
    static const char *const wrong[] = {"a",          "0-", "-1",   "1-0",
                                        "0,",         ",0", "0 1",  "0--1",
                                        "0-1-2",      "+1", "0,,1", "99999999999999999999",
                                        "0-999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        uint64_t mask = 99;
        int count = 98;
        CHECK(snw__cpu_list_parse(wrong[i], &mask, &count) == SNW_ERR_SYNTAX);
        CHECK(mask == 99 && count == 98);
    }
}

// --- another machine, as a copy of its files -----------------------------------------------------

static void put(const char *name, const char *text) {
    char path[256], command[1024];
    (void)snprintf(path, sizeof path, "machine%s", name);
    const scratch_name file = scratch(path);
    (void)snprintf(command, sizeof command, "mkdir -p \"$(dirname '%s')\"", file.text);
    CHECK(system(command) == 0);
    scratch_put(file.text, text);
}

static void a_real_time_machine_is_described_from_its_files(void) {
    put("/proc/sys/kernel/osrelease", "6.1.0-18-rt-amd64\n");
    put("/proc/sys/kernel/version", "#1 SMP PREEMPT_RT Debian 6.1.76-1 (2024-02-01)\n");
    put("/sys/kernel/realtime", "1\n");
    put("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
    put("/sys/devices/system/cpu/online", "0-3\n");
    put("/sys/devices/system/cpu/isolated", "2-3\n");
    put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
    put("/sys/devices/system/cpu/cpu3/cpufreq/scaling_governor", "performance\n");
    put("/proc/sys/kernel/sched_rt_runtime_us", "950000\n");
    put("/proc/sys/kernel/sched_rt_period_us", "1000000\n");
    put("/proc/meminfo", "MemTotal:       16294972 kB\nMemFree: 1 kB\nSwapTotal:  2097148 kB\n");

    snw_realtime_report_read(&report, scratch("machine").text);
    CHECK_TEXT(report.kernel_release, "6.1.0-18-rt-amd64");
    CHECK_TEXT(report.kernel_version, "#1 SMP PREEMPT_RT Debian 6.1.76-1 (2024-02-01)");
    CHECK(report.preemption == SNW_PREEMPTION_REALTIME);
    CHECK_TEXT(report.clock_source, "tsc");
    CHECK(report.cpu_count == 4);
    CHECK_TEXT(report.isolated_cpus, "2-3");
    CHECK(report.isolated_mask == 0xC);
    CHECK_TEXT(report.governors[0], "powersave");
    CHECK_TEXT(report.governors[1], "");
    CHECK_TEXT(report.governors[3], "performance");
    CHECK(report.throttle_runtime_us == 950000 && report.throttle_period_us == 1000000);
    CHECK(report.memory_total_bytes == INT64_C(16294972) * 1024);
    CHECK(report.swap_total_bytes == INT64_C(2097148) * 1024);
}

static void the_kind_of_preemption_is_told_apart(void) {
    static const struct {
        const char *version, *realtime, *modes;
        snw_preemption kind;
    } table[] = {
        {"#1 SMP PREEMPT RT Thu", "0", "", SNW_PREEMPTION_REALTIME},
        {"#1 SMP x", "1", "", SNW_PREEMPTION_REALTIME},
        {"#1 SMP PREEMPT_DYNAMIC x", "0", "none voluntary (full)", SNW_PREEMPTION_FULL},
        {"#1 SMP PREEMPT_DYNAMIC x", "0", "none (voluntary) full", SNW_PREEMPTION_VOLUNTARY},
        {"#1 SMP PREEMPT_DYNAMIC x", "0", "(none) voluntary full", SNW_PREEMPTION_NONE},
        {"#1 SMP PREEMPT_DYNAMIC x", "0", "full (lazy)", SNW_PREEMPTION_LAZY},
        {"#1 SMP PREEMPT_DYNAMIC x", "0", "", SNW_PREEMPTION_DYNAMIC},
        {"#1 SMP PREEMPT_LAZY x", "0", "", SNW_PREEMPTION_LAZY},
        {"#1 SMP PREEMPT x", "0", "", SNW_PREEMPTION_FULL},
        {"#1 SMP x", "0", "", SNW_PREEMPTION_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        put("/proc/sys/kernel/version", table[i].version);
        put("/sys/kernel/realtime", table[i].realtime);
        put("/sys/kernel/debug/sched/preempt", table[i].modes);
        snw_realtime_report_read(&report, scratch("machine").text);
        CHECK(report.preemption == table[i].kind);
    }
}

static void what_a_machine_does_not_say_is_left_open(void) {
    snw_realtime_report_read(&report, scratch("no-machine").text);
    CHECK_TEXT(report.kernel_release, "");
    CHECK_TEXT(report.clock_source, "");
    CHECK(report.preemption == SNW_PREEMPTION_UNKNOWN);
    CHECK(report.cpu_count >= 1);
    CHECK(report.isolated_mask == 0 && report.isolated_cpus[0] == '\0');
    CHECK(report.throttle_runtime_us == -1 && report.throttle_period_us == -1);
    CHECK(report.memory_total_bytes == -1 && report.swap_total_bytes == -1);
}

// --- this machine --------------------------------------------------------------------------------

static long locked_kib(void) {
    char line[256];
    long kib = -1;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        (void)sscanf(line, "VmLck: %ld", &kib);
    if (file) (void)fclose(file);
    return kib;
}

static void this_machine_is_described_and_nothing_changes_for_the_caller(void) {
    struct utsname name;
    struct rlimit limit;
    struct sched_param before = {0}, after = {0};
    const int policy = sched_getscheduler(0);
    const long locked = locked_kib();
    CHECK(uname(&name) == 0 && sched_getparam(0, &before) == 0);
    snw_realtime_report_read(&report, NULL);
    CHECK(sched_getscheduler(0) == policy && sched_getparam(0, &after) == 0);
    CHECK(before.sched_priority == after.sched_priority && locked_kib() == locked);
    CHECK(waitpid(-1, NULL, WNOHANG) < 0); // no child is left

    CHECK_TEXT(report.kernel_release, name.release);
    CHECK(strncmp(report.kernel_version, name.version, 40) == 0);
    CHECK(report.cpu_count == sysconf(_SC_NPROCESSORS_ONLN));
    CHECK(report.clock_resolution_ns >= 1);
    CHECK(report.timer_slack_ns == prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0));
    CHECK(report.memory_total_bytes > 0 && report.swap_total_bytes >= 0);
    CHECK(getrlimit(RLIMIT_RTPRIO, &limit) == 0);
    CHECK(report.priority_limit ==
          (limit.rlim_cur == RLIM_INFINITY ? INT64_MAX : (int64_t)limit.rlim_cur));
    CHECK(getrlimit(RLIMIT_MEMLOCK, &limit) == 0);
    CHECK(report.memory_limit_bytes ==
          (limit.rlim_cur == RLIM_INFINITY ? INT64_MAX : (int64_t)limit.rlim_cur));
}

static void do_nothing(void *context) {
    (void)context;
}

static int is_granted(int priority) {
    snw_thread_config config = snw_thread_defaults();
    config.run = do_nothing;
    config.priority = priority;
    config.required = true;
    snw_thread *thread = NULL;
    return snw_thread_open(&thread, &config, NULL) == SNW_OK &&
           snw_thread_join(thread, -1) == SNW_OK;
}

static void the_trials_agree_with_what_the_process_really_gets(void) {
    snw_realtime_report_read(&report, NULL);
    const int granted = report.priority_granted;
    CHECK(granted >= 0 && granted <= 99);
    if (granted > 0) CHECK(is_granted(granted));
    if (granted < 99) CHECK(!is_granted(granted + 1));
}

// limits in a process of its own: what a user has without a line in limits.conf, and with one
static int report_without_rights(void) {
    const struct rlimit none = {0, 0}, memory = {65536, 65536};
    if (setrlimit(RLIMIT_RTPRIO, &none) != 0 || setrlimit(RLIMIT_MEMLOCK, &memory) != 0) return 99;
    if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0) return 99;
    snw_realtime_report_read(&report, NULL);
    if (report.priority_limit != 0 || report.memory_limit_bytes != 65536) return 1;
    if (report.priority_granted != 0) return 2;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    if (report.memory_lock_granted) return 3;
#endif
    return 0;
}

static int report_with_a_limit(void) {
    const struct rlimit priority = {12, 12};
    if (setrlimit(RLIMIT_RTPRIO, &priority) != 0) return 77;
    if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0) return 99;
    snw_realtime_report_read(&report, NULL);
    return report.priority_limit == 12 && report.priority_granted == 12 ? 0 : 1;
}

static void without_rights_nothing_is_granted(void) {
    CHECK(scratch_in_child(report_without_rights) == 0);
}

static void the_limit_of_the_user_is_the_priority_that_is_granted(void) {
    const int code = scratch_in_child(report_with_a_limit);
    if (code == 77) {
        print_message("no right to raise the limit: not tried\n");
        skip();
    }
    CHECK(code == 0);
}

int main(void) {
    scratch_open();
    RUN(lists_of_processors_are_read_as_the_kernel_writes_them);
    RUN(a_real_time_machine_is_described_from_its_files);
    RUN(the_kind_of_preemption_is_told_apart);
    RUN(what_a_machine_does_not_say_is_left_open);
    RUN(this_machine_is_described_and_nothing_changes_for_the_caller);
    RUN(the_trials_agree_with_what_the_process_really_gets);
    RUN(without_rights_nothing_is_granted);
    RUN(the_limit_of_the_user_is_the_priority_that_is_granted);
    return check_report();
}
