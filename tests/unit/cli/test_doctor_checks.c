// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "doctor.h"

#include <string.h>

#include "check.h"

// a machine without fault
static doctor_facts good_machine(void) {
    doctor_facts facts = {
        .realtime =
            {
                .kernel_release = "6.1.0-18-rt-amd64",
                .preemption = SNW_PREEMPTION_REALTIME,
                .clock_source = "tsc",
                .clock_resolution_ns = 1,
                .cpu_count = 4,
                .governors = {"performance", "performance", "performance", "performance"},
                .isolated_cpus = "3",
                .throttle_runtime_us = -1,
                .throttle_period_us = 1000000,
                .priority_limit = 98,
                .memory_limit_bytes = INT64_MAX,
                .priority_granted = 98,
                .memory_lock_granted = true,
                .memory_total_bytes = INT64_C(8) << 30,
            },
        .cpu_model = "Imaginary 9000",
        .vector_set = "avx2",
        .vector_doubles = 4,
        .version = "1.2.3",
        .variant = "release",
        .compiler = "gcc 12",
        .sanitizers = "",
    };
    for (int i = 0; i < DOCTOR_DIRECTORIES; i++) {
        (void)snprintf(facts.directories[i].path, DOCTOR_PATH, "/home/u/%d", i);
    }
    return facts;
}

static doctor_check checks[DOCTOR_CHECKS_MOST];

static const doctor_check *judged(const doctor_facts *facts, const char *name) {
    const int count = doctor_judge(facts, checks);
    for (int i = 0; i < count; i++) {
        if (strcmp(checks[i].name, name) == 0) return &checks[i];
    }
    check_fail_at(name, __FILE__, __LINE__);
    return NULL;
}

// exactly `name` is in this state, with these words; every other check is ok
static void expect(const doctor_facts *facts, const char *name, doctor_state state,
                   const char *found, const char *fix) {
    const doctor_check *check = judged(facts, name);
    CHECK(check->state == state);
    CHECK_TEXT(check->found, found);
    CHECK(strstr(check->fix, fix) != NULL);
    CHECK((check->fix[0] == '\0') == (state == DOCTOR_OK));
    const int count = doctor_judge(facts, checks);
    for (int i = 0; i < count; i++) {
        CHECK(checks[i].state == DOCTOR_OK || strcmp(checks[i].name, name) == 0);
    }
}

static void a_good_machine_is_ok_in_every_check(void) {
    const doctor_facts facts = good_machine();
    const int count = doctor_judge(&facts, checks);
    CHECK(count >= 20);
    for (int i = 0; i < count; i++) {
        CHECK(checks[i].state == DOCTOR_OK);
        CHECK(checks[i].fix[0] == '\0' && checks[i].found[0] != '\0');
        CHECK(strlen(checks[i].reason) > 10 && strlen(checks[i].name) <= 16);
        for (int k = 0; k < i; k++) {
            CHECK(strcmp(checks[i].name, checks[k].name) != 0);
        }
    }
    expect(&facts, "cpu", DOCTOR_OK, "Imaginary 9000", "");
    expect(&facts, "vectors", DOCTOR_OK, "avx2, 4 numbers at once", "");
    expect(&facts, "memory", DOCTOR_OK, "8192 MiB", "");
    expect(&facts, "version", DOCTOR_OK, "1.2.3", "");
    expect(&facts, "kernel", DOCTOR_OK, "6.1.0-18-rt-amd64", "");
}

static void the_build_must_be_the_released_one(void) {
    doctor_facts facts = good_machine();
    facts.variant = "debug";
    expect(&facts, "variant", DOCTOR_WARN, "debug", "--preset release");
    facts = good_machine();
    facts.sanitizers = "address,undefined";
    expect(&facts, "sanitizers", DOCTOR_WARN, "address,undefined", "--preset release");
}

static void only_a_real_time_kernel_is_good_enough(void) {
    for (int i = SNW_PREEMPTION_UNKNOWN; i <= SNW_PREEMPTION_REALTIME; i++) {
        doctor_facts facts = good_machine();
        facts.realtime.preemption = (snw_preemption)i;
        const bool good = i == SNW_PREEMPTION_REALTIME;
        const doctor_check *check = judged(&facts, "preemption");
        CHECK(check->state == (good ? DOCTOR_OK : DOCTOR_WARN));
        CHECK((strstr(check->fix, "linux-image-rt-") != NULL) == !good);
        CHECK(check->found[0] != '\0');
    }
}

static void a_slow_or_coarse_clock_is_found(void) {
    doctor_facts facts = good_machine();
    (void)snprintf(facts.realtime.clock_source, SNW_REPORT_TEXT, "hpet");
    expect(&facts, "clock-source", DOCTOR_WARN, "hpet", "echo tsc | sudo tee /sys/devices");
    (void)snprintf(facts.realtime.clock_source, SNW_REPORT_TEXT, "arch_sys_counter");
    expect(&facts, "clock-source", DOCTOR_OK, "arch_sys_counter", "");
    facts.realtime.clock_source[0] = '\0';
    expect(&facts, "clock-source", DOCTOR_WARN, "unknown", "readable");

    facts = good_machine();
    facts.realtime.clock_resolution_ns = 1000;
    expect(&facts, "clock-resolution", DOCTOR_OK, "1000 ns", "");
    facts.realtime.clock_resolution_ns = 4000000;
    expect(&facts, "clock-resolution", DOCTOR_FAIL, "4000000 ns", "highres=off");
}

static void a_refused_priority_names_the_file_to_edit(void) {
    doctor_facts facts = good_machine();
    facts.realtime.priority_limit = 0;
    expect(&facts, "priority-limit", DOCTOR_OK, "0, which the privileges of this process override",
           "");
    facts.realtime.priority_granted = 0;
    CHECK(judged(&facts, "priority-limit")->state == DOCTOR_WARN);
    const doctor_check *check = judged(&facts, "priority");
    CHECK(check->state == DOCTOR_WARN);
    CHECK_TEXT(check->found, "SCHED_FIFO is not permitted");
    CHECK(strstr(check->fix, "'@realtime - rtprio 98' to /etc/security/limits.d/sinew.conf"));

    // some priority is not enough, and a limit that suffices does not help
    facts = good_machine();
    facts.realtime.priority_granted = 79;
    expect(&facts, "priority", DOCTOR_WARN, "SCHED_FIFO granted up to priority 79", "rtprio");
    facts.realtime.priority_granted = 80;
    expect(&facts, "priority", DOCTOR_OK, "SCHED_FIFO granted up to priority 80", "");
}

static void refused_memory_names_the_file_to_edit(void) {
    static const char line[] = "'@realtime - memlock unlimited' to /etc/security/limits.d/";
    doctor_facts facts = good_machine();
    facts.realtime.memory_lock_granted = false;
    expect(&facts, "memory-lock", DOCTOR_WARN, "locking all memory is not permitted", line);

    // a small process gets its lock within a small limit, a loop would not
    facts = good_machine();
    facts.realtime.memory_limit_bytes = 8 << 20;
    expect(&facts, "memory-limit", DOCTOR_WARN, "8 MiB", line);
    facts.realtime.memory_limit_bytes = 256 << 20;
    expect(&facts, "memory-limit", DOCTOR_OK, "256 MiB", "");
    facts.realtime.memory_limit_bytes--;
    expect(&facts, "memory-limit", DOCTOR_WARN, "255 MiB", line);

    // a process that gets more priority than its limit is above limits
    facts.realtime.priority_limit = 97;
    expect(&facts, "memory-limit", DOCTOR_OK,
           "255 MiB, which the privileges of this process override", "");
    facts.realtime.memory_lock_granted = false;
    CHECK(judged(&facts, "memory-limit")->state == DOCTOR_WARN);
}

static void throttling_that_the_loop_would_feel_is_found(void) {
    static const struct {
        int64_t runtime, period;
        doctor_state state;
        const char *found;
    } rows[] = {
        {-1, 1000000, DOCTOR_OK, "none"},
        {1000000, 1000000, DOCTOR_OK, "none"},
        {950000, 1000000, DOCTOR_OK, "950000 of 1000000 us"},
        {500000, 1000000, DOCTOR_WARN, "500000 of 1000000 us"},
        {0, 1000000, DOCTOR_FAIL, "0 of 1000000 us"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        doctor_facts facts = good_machine();
        facts.realtime.throttle_runtime_us = rows[i].runtime;
        facts.realtime.throttle_period_us = rows[i].period;
        expect(&facts, "throttle", rows[i].state, rows[i].found,
               rows[i].state == DOCTOR_OK ? "" : "sched_rt_runtime_us");
    }
}

static void one_slow_governor_is_enough_to_warn(void) {
    doctor_facts facts = good_machine();
    (void)snprintf(facts.realtime.governors[2], SNW_REPORT_GOVERNOR, "powersave");
    expect(&facts, "governor", DOCTOR_WARN, "powersave on 1 of 4 processors", "cpupower");
    memset(facts.realtime.governors, 0, sizeof facts.realtime.governors);
    expect(&facts, "governor", DOCTOR_OK, "none: the kernel does not change the frequency here",
           "");
}

static void isolation_is_asked_for_where_a_processor_can_be_spared(void) {
    doctor_facts facts = good_machine();
    facts.realtime.isolated_cpus[0] = '\0';
    expect(&facts, "isolated-cpus", DOCTOR_WARN, "none", "isolcpus=3 to GRUB_CMDLINE_LINUX");
    facts.realtime.cpu_count = 2;
    expect(&facts, "isolated-cpus", DOCTOR_OK, "none", "");
    facts.realtime.cpu_count = 1;
    expect(&facts, "cores", DOCTOR_WARN, "1", "two processors");
}

static void swap_is_to_be_switched_off(void) {
    doctor_facts facts = good_machine();
    facts.realtime.swap_total_bytes = INT64_C(2) << 30;
    expect(&facts, "swap", DOCTOR_WARN, "2048 MiB", "swapoff -a");
}

static void what_the_system_hides_is_unknown_and_not_ok(void) {
    doctor_facts facts = good_machine();
    facts.cpu_model[0] = facts.realtime.kernel_release[0] = '\0';
    facts.realtime.swap_total_bytes = facts.realtime.memory_total_bytes = -1;
    facts.realtime.cpu_count = -1;
    facts.realtime.clock_resolution_ns = -1;
    facts.realtime.priority_limit = facts.realtime.memory_limit_bytes = -1;
    facts.realtime.priority_granted = 0;
    facts.realtime.memory_lock_granted = false;
    static const char *const names[] = {
        "swap", "memory", "cores", "clock-resolution", "priority-limit", "memory-limit",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const doctor_check *check = judged(&facts, names[i]);
        CHECK_TEXT(check->found, "unknown");
        CHECK(check->state == DOCTOR_WARN && check->fix[0] != '\0');
    }
    CHECK_TEXT(judged(&facts, "cpu")->found, "unknown model");
    CHECK_TEXT(judged(&facts, "kernel")->found, "unknown release");
}

static void a_directory_that_cannot_be_written_names_its_variable(void) {
    static const struct {
        snw_user_files kind;
        const char *name, *variable;
        doctor_state state;
    } rows[] = {
        {SNW_USER_CONFIG, "config", "XDG_CONFIG_HOME", DOCTOR_WARN},
        {SNW_USER_DATA, "data", "XDG_DATA_HOME", DOCTOR_WARN},
        {SNW_USER_STATE, "state", "XDG_STATE_HOME", DOCTOR_FAIL},
        {SNW_USER_CACHE, "cache", "XDG_CACHE_HOME", DOCTOR_WARN},
        {SNW_USER_RUNTIME, "runtime", "XDG_RUNTIME_DIR", DOCTOR_FAIL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        doctor_facts facts = good_machine();
        doctor_directory *directory = &facts.directories[rows[i].kind];
        expect(&facts, rows[i].name, DOCTOR_OK, directory->path, "");
        (void)snprintf(directory->path, DOCTOR_PATH, "/mnt/x");
        directory->status = SNW_ERR_PERMISSION;
        expect(&facts, rows[i].name, rows[i].state, "/mnt/x cannot be written: not permitted",
               rows[i].variable);
        directory->path[0] = '\0';
        directory->status = SNW_ERR_NOT_FOUND;
        expect(&facts, rows[i].name, rows[i].state, "not usable: not found", "set HOME");
    }
}

int main(void) {
    RUN(a_good_machine_is_ok_in_every_check);
    RUN(the_build_must_be_the_released_one);
    RUN(only_a_real_time_kernel_is_good_enough);
    RUN(a_slow_or_coarse_clock_is_found);
    RUN(a_refused_priority_names_the_file_to_edit);
    RUN(refused_memory_names_the_file_to_edit);
    RUN(throttling_that_the_loop_would_feel_is_found);
    RUN(one_slow_governor_is_enough_to_warn);
    RUN(isolation_is_asked_for_where_a_processor_can_be_spared);
    RUN(swap_is_to_be_switched_off);
    RUN(what_the_system_hides_is_unknown_and_not_ok);
    RUN(a_directory_that_cannot_be_written_names_its_variable);
    return check_report();
}
