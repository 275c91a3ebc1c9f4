// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "doctor.h"

#include <string.h>

enum {
    PRIORITY_NEEDED = 80, // what a loop asks for: above the threads of interrupts, which have 50
    RESOLUTION_NEEDED_NS = 1000 // a thousandth of the period of a loop at 1 kHz
};

// stacks of 8 MiB for a dozen threads, and as much again for arenas and libraries
static const int64_t memory_needed = INT64_C(256) << 20;

static const char hidden_fix[] =
    "make /proc and /sys readable for this user; some containers hide parts of them";
static const char priority_fix[] =
    "add the line '@realtime - rtprio 98' to /etc/security/limits.d/sinew.conf, run 'sudo groupadd "
    "-f realtime && sudo usermod -aG realtime $USER' and log in again";
static const char memory_fix[] =
    "add the line '@realtime - memlock unlimited' to /etc/security/limits.d/sinew.conf, run 'sudo "
    "groupadd -f realtime && sudo usermod -aG realtime $USER' and log in again";

static snw_text found(doctor_check *check) {
    return snw_text_over(check->found, sizeof check->found);
}

static void blame(doctor_check *check, doctor_state state, const char *fix) {
    check->state = state;
    snw_copy_text(check->fix, sizeof check->fix, fix);
}

// a number of the report, where -1 means that the system does not say
static void add_number(snw_text *text, int64_t value, const char *unit) {
    if (value < 0) {
        snw_text_format(text, "unknown");
    } else {
        snw_text_format(text, "%lld%s", (long long)value, unit);
    }
}

static void add_size(snw_text *text, int64_t bytes) {
    add_number(text, bytes < 0 ? bytes : bytes >> 20, " MiB");
}

// --- machine ------------------------------------------------------------------------------------

static void judge_cpu(const doctor_facts *facts, int which, doctor_check *check) {
    (void)which;
    snw_text text = found(check);
    snw_text_format(&text, "%s", facts->cpu_model[0] ? facts->cpu_model : "unknown model");
}

static void judge_cores(const doctor_facts *facts, int which, doctor_check *check) {
    (void)which;
    const int count = facts->realtime.cpu_count;
    snw_text text = found(check);
    add_number(&text, count, "");
    if (count == 1) blame(check, DOCTOR_WARN, "use a machine with two processors or more");
    if (count < 1) blame(check, DOCTOR_WARN, hidden_fix);
}

static void judge_vectors(const doctor_facts *facts, int which, doctor_check *check) {
    (void)which;
    snw_text text = found(check);
    snw_text_format(&text, "%s, %d numbers at once", facts->vector_set, facts->vector_doubles);
}

static void judge_memory(const doctor_facts *facts, int which, doctor_check *check) {
    (void)which;
    const int64_t bytes = facts->realtime.memory_total_bytes;
    snw_text text = found(check);
    add_size(&text, bytes);
    if (bytes < 0) blame(check, DOCTOR_WARN, hidden_fix);
}

// --- build --------------------------------------------------------------------------------------

static void judge_version(const doctor_facts *facts, int which, doctor_check *check) {
    (void)which;
    snw_text text = found(check);
    snw_text_format(&text, "%s", facts->version);
}

static void judge_variant(const doctor_facts *facts, int which, doctor_check *check) {
    (void)which;
    snw_text text = found(check);
    snw_text_format(&text, "%s", facts->variant);
    if (strcmp(facts->variant, "release") == 0) return;
    blame(check, DOCTOR_WARN, "build with 'cmake --preset release' to drive hardware");
}

static void judge_compiler(const doctor_facts *facts, int which, doctor_check *check) {
    (void)which;
    snw_text text = found(check);
    snw_text_format(&text, "%s", facts->compiler);
}

static void judge_sanitizers(const doctor_facts *facts, int which, doctor_check *check) {
    (void)which;
    snw_text text = found(check);
    snw_text_format(&text, "%s", facts->sanitizers[0] ? facts->sanitizers : "none");
    if (facts->sanitizers[0] == '\0') return;
    blame(check, DOCTOR_WARN, "build with 'cmake --preset release' to drive hardware");
}

// --- real time ----------------------------------------------------------------------------------

static void judge_kernel(const doctor_facts *facts, int which, doctor_check *check) {
    (void)which;
    const char *release = facts->realtime.kernel_release;
    snw_text text = found(check);
    snw_text_format(&text, "%s", release[0] ? release : "unknown release");
}

static void judge_preemption(const doctor_facts *facts, int which, doctor_check *check) {
    (void)which;
    static const char *const names[] = {
        [SNW_PREEMPTION_UNKNOWN] = "unknown",
        [SNW_PREEMPTION_NONE] = "none",
        [SNW_PREEMPTION_VOLUNTARY] = "voluntary",
        [SNW_PREEMPTION_FULL] = "full, but not real-time",
        [SNW_PREEMPTION_DYNAMIC] = "chosen at boot, not real-time",
        [SNW_PREEMPTION_LAZY] = "lazy, not real-time",
        [SNW_PREEMPTION_REALTIME] = "real-time",
    };
    const snw_preemption preemption = facts->realtime.preemption;
    snw_text text = found(check);
    snw_text_format(&text, "%s", names[preemption]);
    if (preemption == SNW_PREEMPTION_REALTIME) return;
    blame(check, DOCTOR_WARN,
          "install a kernel with PREEMPT_RT, on Debian 'sudo apt install linux-image-rt-$(dpkg "
          "--print-architecture)', and restart into it");
}

static void judge_clock_source(const doctor_facts *facts, int which, doctor_check *check) {
    (void)which;
    // those that a program reads without a call into the kernel
    static const char *const good[] = {
        "tsc", "arch_sys_counter", "kvm-clock", "hyperv_clocksource_tsc_page", "riscv_clocksource",
    };
    const char *source = facts->realtime.clock_source;
    snw_text text = found(check);
    snw_text_format(&text, "%s", source[0] ? source : "unknown");
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        if (strcmp(source, good[i]) == 0) return;
    }
    blame(check, DOCTOR_WARN,
          source[0] ? "run 'echo tsc | sudo tee "
                      "/sys/devices/system/clocksource/clocksource0/current_clocksource', and add "
                      "clocksource=tsc tsc=reliable to the kernel command line to keep it"
                    : hidden_fix);
}

static void judge_resolution(const doctor_facts *facts, int which, doctor_check *check) {
    (void)which;
    const int64_t resolution = facts->realtime.clock_resolution_ns;
    snw_text text = found(check);
    add_number(&text, resolution, " ns");
    if (resolution >= 0 && resolution <= RESOLUTION_NEEDED_NS) return;
    blame(check, resolution < 0 ? DOCTOR_WARN : DOCTOR_FAIL,
          "remove highres=off from the kernel command line in /etc/default/grub, run 'sudo "
          "update-grub' and restart");
}

static void judge_priority(const doctor_facts *facts, int which, doctor_check *check) {
    (void)which;
    const int granted = facts->realtime.priority_granted;
    snw_text text = found(check);
    if (granted > 0) {
        snw_text_format(&text, "SCHED_FIFO granted up to priority %d", granted);
    } else {
        snw_text_format(&text, "SCHED_FIFO is not permitted");
    }
    if (granted < PRIORITY_NEEDED) blame(check, DOCTOR_WARN, priority_fix);
}

static void judge_priority_limit(const doctor_facts *facts, int which, doctor_check *check) {
    (void)which;
    const int64_t limit = facts->realtime.priority_limit;
    snw_text text = found(check);
    if (limit == INT64_MAX) {
        snw_text_format(&text, "unlimited");
    } else {
        add_number(&text, limit, "");
    }
    if (limit >= PRIORITY_NEEDED) return;
    if (facts->realtime.priority_granted >= PRIORITY_NEEDED) {
        snw_text_format(&text, ", which the privileges of this process override");
    } else {
        blame(check, DOCTOR_WARN, priority_fix);
    }
}

static void judge_memory_lock(const doctor_facts *facts, int which, doctor_check *check) {
    (void)which;
    const bool granted = facts->realtime.memory_lock_granted;
    snw_text text = found(check);
    snw_text_format(&text, granted ? "locking all memory is permitted"
                                   : "locking all memory is not permitted");
    if (!granted) blame(check, DOCTOR_WARN, memory_fix);
}

// The trial of the lock is made by a small process, which a small limit may let pass. Whether the
// limit counts at all for this process shows in the other one: no priority above it is granted
// without privileges.
static void judge_memory_limit(const doctor_facts *facts, int which, doctor_check *check) {
    (void)which;
    const snw_realtime_report *realtime = &facts->realtime;
    const int64_t limit = realtime->memory_limit_bytes;
    snw_text text = found(check);
    if (limit == INT64_MAX) {
        snw_text_format(&text, "unlimited");
        return;
    }
    add_size(&text, limit);
    if (limit >= memory_needed) return;
    const bool privileged = realtime->priority_granted > realtime->priority_limit;
    if (privileged && realtime->memory_lock_granted) {
        snw_text_format(&text, ", which the privileges of this process override");
    } else {
        blame(check, DOCTOR_WARN, memory_fix);
    }
}

static void judge_throttle(const doctor_facts *facts, int which, doctor_check *check) {
    (void)which;
    const int64_t runtime = facts->realtime.throttle_runtime_us;
    const int64_t period = facts->realtime.throttle_period_us;
    snw_text text = found(check);
    if (runtime < 0 || period <= 0 || runtime >= period) {
        snw_text_format(&text, "none");
        return;
    }
    snw_text_format(&text, "%lld of %lld us", (long long)runtime, (long long)period);
    if (runtime >= period - period / 10) return;
    blame(check, runtime > 0 ? DOCTOR_WARN : DOCTOR_FAIL,
          "run 'echo 950000 | sudo tee /proc/sys/kernel/sched_rt_runtime_us'");
}

static void judge_governor(const doctor_facts *facts, int which, doctor_check *check) {
    (void)which;
    const snw_realtime_report *realtime = &facts->realtime;
    int known = 0, slow = 0;
    const char *first_slow = "";
    for (int i = 0; i < SNW_REPORT_CPUS && i < realtime->cpu_count; i++) {
        const char *governor = realtime->governors[i];
        if (governor[0] == '\0') continue;
        known++;
        if (strcmp(governor, "performance") == 0) continue;
        if (slow++ == 0) first_slow = governor;
    }
    snw_text text = found(check);
    if (known == 0) {
        snw_text_format(&text, "none: the kernel does not change the frequency here");
    } else if (slow == 0) {
        snw_text_format(&text, "performance");
    } else {
        snw_text_format(&text, "%s on %d of %d processors", first_slow, slow, known);
        blame(check, DOCTOR_WARN,
              "run 'sudo cpupower frequency-set -g performance' (package linux-cpupower)");
    }
}

static void judge_isolation(const doctor_facts *facts, int which, doctor_check *check) {
    (void)which;
    const snw_realtime_report *realtime = &facts->realtime;
    snw_text text = found(check);
    if (realtime->isolated_cpus[0]) {
        snw_text_format(&text, "%s", realtime->isolated_cpus);
        return;
    }
    snw_text_format(&text, "none");

    // with one or two processors there is none to spare
    if (realtime->cpu_count < 3) return;
    char fix[DOCTOR_FIX];
    snw_text way = snw_text_over(fix, sizeof fix);
    snw_text_format(&way,
                    "add isolcpus=%d to GRUB_CMDLINE_LINUX in /etc/default/grub, run 'sudo "
                    "update-grub' and restart",
                    realtime->cpu_count - 1);
    blame(check, DOCTOR_WARN, fix);
}

static void judge_swap(const doctor_facts *facts, int which, doctor_check *check) {
    (void)which;
    const int64_t bytes = facts->realtime.swap_total_bytes;
    snw_text text = found(check);
    if (bytes == 0) {
        snw_text_format(&text, "none");
        return;
    }
    add_size(&text, bytes);
    blame(check, DOCTOR_WARN,
          bytes < 0 ? hidden_fix : "run 'sudo swapoff -a' and remove the swap line of /etc/fstab");
}

// --- directories --------------------------------------------------------------------------------

// the variable that leads elsewhere, and what a directory that cannot be written means
static const struct {
    const char *variable;
    doctor_state state;
} places[DOCTOR_DIRECTORIES] = {
    [SNW_USER_CONFIG] = {"XDG_CONFIG_HOME", DOCTOR_WARN},
    [SNW_USER_DATA] = {"XDG_DATA_HOME", DOCTOR_WARN},
    [SNW_USER_STATE] = {"XDG_STATE_HOME", DOCTOR_FAIL},
    [SNW_USER_CACHE] = {"XDG_CACHE_HOME", DOCTOR_WARN},
    [SNW_USER_RUNTIME] = {"XDG_RUNTIME_DIR", DOCTOR_FAIL},
};

static void judge_directory(const doctor_facts *facts, int which, doctor_check *check) {
    const doctor_directory *directory = &facts->directories[which];
    snw_text text = found(check);
    if (!snw_failed(directory->status)) {
        snw_text_format(&text, "%s", directory->path);
        return;
    }
    char fix[DOCTOR_FIX];
    snw_text way = snw_text_over(fix, sizeof fix);
    if (directory->path[0] == '\0') {
        snw_text_format(&text, "not usable: %s", snw_status_sentence(directory->status));
        snw_text_format(&way, "set HOME, or set %s to an absolute path", places[which].variable);
    } else {
        snw_text_format(&text, "%s cannot be written: %s", directory->path,
                        snw_status_sentence(directory->status));
        snw_text_format(&way, "run 'mkdir -p %s' as a user who may, or set %s to another place",
                        directory->path, places[which].variable);
    }
    blame(check, places[which].state, fix);
}

// --- the table ----------------------------------------------------------------------------------

static const char machine[] = "machine", build[] = "build", realtime[] = "real-time",
                  directories[] = "directories";

static const struct rule {
    const char *group, *name, *reason;
    void (*judge)(const doctor_facts *facts, int which, doctor_check *check);
    int which; // for rules that share a function
} rules[] = {
    {machine, "cpu", "Figures are compared between machines of one model only.", judge_cpu, 0},
    {machine, "cores", "The loop needs a processor that services do not use.", judge_cores, 0},
    {machine, "vectors", "Kernels for many states at once use the widest vectors.", judge_vectors,
     0},
    {machine, "memory", "All memory of the loop is locked.", judge_memory, 0},
    {build, "version", "Recordings and cells name the version that wrote them.", judge_version, 0},
    {build, "variant", "Checked contracts cost time in the loop.", judge_variant, 0},
    {build, "compiler", "Results are bit-identical for one binary only.", judge_compiler, 0},
    {build, "sanitizers", "They slow the loop by a factor of two to twenty.", judge_sanitizers, 0},
    {realtime, "kernel", "Reports of problems should name the kernel.", judge_kernel, 0},
    {realtime, "preemption", "Preemption bounds how late the loop may wake up.", judge_preemption,
     0},
    {realtime, "clock-source", "Each cycle reads the clock; a slow one costs microseconds.",
     judge_clock_source, 0},
    {realtime, "clock-resolution", "The loop cannot wake up more exactly than this.",
     judge_resolution, 0},
    {realtime, "priority", "Without it every other program delays the loop.", judge_priority, 0},
    {realtime, "priority-limit", "A login grants this limit to the user (RLIMIT_RTPRIO).",
     judge_priority_limit, 0},
    {realtime, "memory-lock", "A page that is not in memory stops the loop for milliseconds.",
     judge_memory_lock, 0},
    {realtime, "memory-limit", "A login grants this limit to the user (RLIMIT_MEMLOCK).",
     judge_memory_limit, 0},
    {realtime, "throttle", "Real-time threads may use this share of each period.", judge_throttle,
     0},
    {realtime, "governor", "A processor that sleeps or slows down wakes up late.", judge_governor,
     0},
    {realtime, "isolated-cpus", "Nothing else runs on them, so the loop never waits.",
     judge_isolation, 0},
    {realtime, "swap", "Other programs that swap delay the whole machine.", judge_swap, 0},
    {directories, "config", "Settings of the user are stored here.", judge_directory,
     SNW_USER_CONFIG},
    {directories, "data", "Robots and cells of the user are stored here.", judge_directory,
     SNW_USER_DATA},
    {directories, "state",
     "Logs and black boxes are stored here; without it a fault leaves no trace.", judge_directory,
     SNW_USER_STATE},
    {directories, "cache", "Converted meshes are stored here, and made again if missing.",
     judge_directory, SNW_USER_CACHE},
    {directories, "runtime", "Sockets between the parts of sinew are stored here.", judge_directory,
     SNW_USER_RUNTIME},
};

int doctor_judge(const doctor_facts *facts, doctor_check checks[DOCTOR_CHECKS_MOST]) {
    const int count = (int)(sizeof rules / sizeof *rules);
    _Static_assert(sizeof rules / sizeof *rules <= DOCTOR_CHECKS_MOST, "raise the limit");
    for (int i = 0; i < count; i++) {
        const struct rule *rule = &rules[i];
        checks[i] =
            (doctor_check){.group = rule->group, .name = rule->name, .reason = rule->reason};
        rule->judge(facts, rule->which, &checks[i]);
    }
    return count;
}
