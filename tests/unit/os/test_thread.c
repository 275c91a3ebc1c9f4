// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "sinew/os/thread.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "../../../src/core/os/inside.h"
#include "check.h"
#include "scratch.h"
#include "sinew/os/stop.h"

// what a thread finds out about itself, with the system's own functions
typedef struct self {
    int ran;
    char name[32];
    int policy, priority;
    cpu_set_t cpus;
    sigset_t blocked;
    size_t stack_size, pages, resident;
    int guarded;
} self;

static void look_at_stack(self *s) {
    pthread_attr_t attributes;
    void *bottom = NULL;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    (void)pthread_attr_getstack(&attributes, &bottom, &s->stack_size);
    (void)pthread_attr_destroy(&attributes);
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    static unsigned char map[1 << 16];
    s->pages = s->stack_size / page;
    if (s->pages > sizeof map || mincore(bottom, s->stack_size, map) != 0) return;
    for (size_t i = 0; i < s->pages; i++)
        s->resident += map[i] & 1;

    // the system refuses to read the byte below the stack, and takes the one at its bottom
    int ends[2];
    if (pipe(ends) != 0) return;
    const char *below = (const char *)bottom - 1;
    s->guarded = write(ends[1], below, 1) < 0 && errno == EFAULT && write(ends[1], bottom, 1) == 1;
    (void)close(ends[0]);
    (void)close(ends[1]);
}

static void look(void *context) {
    self *s = context;
    struct sched_param parameters = {0};
    s->ran++;
    (void)pthread_getname_np(pthread_self(), s->name, sizeof s->name);
    (void)pthread_getschedparam(pthread_self(), &s->policy, &parameters);
    s->priority = parameters.sched_priority;
    (void)pthread_getaffinity_np(pthread_self(), sizeof s->cpus, &s->cpus);
    (void)pthread_sigmask(SIG_BLOCK, NULL, &s->blocked);
    look_at_stack(s);
}

static self found;
static snw_why why;

// runs look() in a thread of that config; the status of open
static snw_status run(snw_thread_config config) {
    memset(&found, 0, sizeof found);
    config.run = look;
    config.context = &found;
    snw_thread *thread = NULL;
    const snw_status status = snw_thread_open(&thread, &config, &why);
    if (status != SNW_OK) {
        CHECK(!thread && found.ran == 0);
        return status;
    }
    CHECK(snw_thread_priority(thread) >= 0);
    CHECK(snw_thread_join(thread, -1) == SNW_OK);
    CHECK(found.ran == 1);
    return status;
}

static void a_thread_runs_its_body_once_under_its_name(void) {
    snw_thread_config config = snw_thread_defaults();
    config.name = "a-rather-long-name-of-a-thread";
    CHECK(run(config) == SNW_OK);
    CHECK(why.code == SNW_OK);
    CHECK_TEXT(found.name, "a-rather-long-n");
    CHECK(found.policy == SCHED_OTHER && found.priority == 0);
    CHECK(snw_thread_join(NULL, -1) == SNW_OK);
}

static void signals_of_the_process_are_blocked_and_faults_are_not(void) {
    sigset_t before, after;
    CHECK(pthread_sigmask(SIG_BLOCK, NULL, &before) == 0);
    CHECK(run(snw_thread_defaults()) == SNW_OK);
    static const int blocked[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGCHLD, SIGALRM};
    static const int open[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    for (int i = 0; i < 6; i++)
        CHECK(sigismember(&found.blocked, blocked[i]) == 1);
    for (int i = 0; i < 4; i++)
        CHECK(sigismember(&found.blocked, open[i]) == 0);
    // the opener's own mask is as before
    CHECK(pthread_sigmask(SIG_BLOCK, NULL, &after) == 0);
    for (int i = 1; i < 32; i++)
        CHECK(sigismember(&before, i) == sigismember(&after, i));
}

static void the_whole_stack_is_in_memory_and_has_a_guard(void) {
    static const size_t sizes[] = {0, SNW_THREAD_STACK_LEAST, 300000, 4 << 20};
    static const size_t expected[] = {SNW_THREAD_STACK, SNW_THREAD_STACK_LEAST, 300000, 4 << 20};
    for (int i = 0; i < 4; i++) {
        snw_thread_config config = snw_thread_defaults();
        config.stack_size = sizes[i];
        CHECK(run(config) == SNW_OK);
        CHECK(found.stack_size >= expected[i]);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
        CHECK(found.stack_size < expected[i] + (size_t)sysconf(_SC_PAGESIZE));
#endif
        CHECK(found.pages > 0 && found.resident == found.pages);
        CHECK(found.guarded);
    }
}

static void a_chosen_processor_is_the_only_one_used(void) {
    cpu_set_t allowed;
    CHECK(sched_getaffinity(0, sizeof allowed, &allowed) == 0);
    CHECK(snw__thread_cpu_count() == CPU_COUNT(&allowed));
    for (size_t cpu = 0; cpu < 64; cpu++) {
        if (!CPU_ISSET(cpu, &allowed)) continue;
        snw_thread_config config = snw_thread_defaults();
        config.cpus = (uint64_t)1 << cpu;
        config.required = true;
        CHECK(run(config) == SNW_OK);
        CHECK(CPU_COUNT(&found.cpus) == 1 && CPU_ISSET(cpu, &found.cpus));
    }
    // no choice leaves all
    CHECK(run(snw_thread_defaults()) == SNW_OK);
    CHECK(CPU_EQUAL(&found.cpus, &allowed));
}

static void a_processor_that_is_not_there_is_reported_or_fatal_as_asked(void) {
    cpu_set_t allowed;
    CHECK(sched_getaffinity(0, sizeof allowed, &allowed) == 0);
    if (CPU_ISSET(63, &allowed)) skip();
    snw_thread_config config = snw_thread_defaults();
    config.name = "wishful";
    config.cpus = (uint64_t)1 << 63;
    CHECK(run(config) == SNW_OK);
    CHECK(why.code == SNW_ERR_REALTIME && why.severity == SNW_WARNING);
    CHECK_TEXT(why.subject, "wishful");
    CHECK(strstr(why.text, "processors") && why.fix[0] && why.number_count == 1);
    config.required = true;
    CHECK(run(config) == SNW_ERR_REALTIME);
    CHECK(why.code == SNW_ERR_REALTIME && why.severity == SNW_ERROR);
}

static void a_priority_is_granted_or_the_refusal_is_reported(void) {
    snw_thread_config config = snw_thread_defaults();
    config.priority = 7;
    CHECK(run(config) == SNW_OK);
    if (why.code == SNW_OK) {
        CHECK(found.policy == SCHED_FIFO && found.priority == 7);
    } else {
        CHECK(why.code == SNW_ERR_REALTIME && why.severity == SNW_WARNING);
        CHECK(found.policy == SCHED_OTHER && found.priority == 0);
    }
}

// without the right to real-time priorities, in a process of its own
static int ask_without_rights(void) {
    const struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_RTPRIO, &none) != 0) return 99;
    if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0) return 99;
    memset(&found, 0, sizeof found);
    snw_thread_config config = snw_thread_defaults();
    config.run = look;
    config.context = &found;
    config.priority = 7;
    snw_thread *thread = NULL;
    if (snw_thread_open(&thread, &config, &why) != SNW_OK) return 1;
    if (why.code != SNW_ERR_REALTIME || why.severity != SNW_WARNING) return 2;
    if (!strstr(why.text, "priority") || !strstr(why.fix, "RLIMIT_RTPRIO")) return 3;
    if (snw_thread_priority(thread) != 0) return 4;
    if (snw_thread_join(thread, -1) != SNW_OK || found.ran != 1) return 5;
    if (found.policy != SCHED_OTHER) return 6;
    // both wishes refused are both named
    config.cpus = (uint64_t)1 << 63;
    config.required = true;
    if (snw_thread_open(&thread, &config, &why) != SNW_ERR_REALTIME) return 7;
    if (!strstr(why.text, "priority and processors") || found.ran != 1) return 8;
    return 0;
}

static void a_refused_priority_is_reported_or_fatal_as_asked(void) {
    CHECK(scratch_in_child(ask_without_rights) == 0);
}

// An ordinary thread that a real-time thread opens is ordinary.
static void open_another(void *context) {
    *(snw_status *)context = run(snw_thread_defaults());
}

static void the_priority_of_the_opener_is_not_inherited(void) {
    snw_status status = SNW_ERR_INTERNAL;
    snw_thread_config config = snw_thread_defaults();
    config.run = open_another;
    config.context = &status;
    config.priority = 5;
    snw_thread *thread = NULL;
    CHECK(snw_thread_open(&thread, &config, NULL) == SNW_OK);
    CHECK(snw_thread_join(thread, -1) == SNW_OK);
    CHECK(status == SNW_OK && found.policy == SCHED_OTHER);
}

static void a_config_outside_its_ranges_is_refused(void) {
    snw_thread_config config = snw_thread_defaults();
    snw_thread *thread = NULL;
    CHECK(snw_thread_open(&thread, &config, &why) == SNW_ERR_ARGUMENT);
    config.priority = 100;
    CHECK(run(config) == SNW_ERR_ARGUMENT);
    config.priority = -1;
    CHECK(run(config) == SNW_ERR_ARGUMENT);
    config.priority = 0;
    config.stack_size = SNW_THREAD_STACK_LEAST - 1;
    CHECK(run(config) == SNW_ERR_ARGUMENT);
    config.stack_size = (size_t)SNW_THREAD_STACK_MOST + 1;
    CHECK(run(config) == SNW_ERR_ARGUMENT);
    CHECK(why.text[0] && why.fix[0]);
}

static void wait_for_stop(void *context) {
    while (!snw_stop_asked(context))
        snw_thread_yield();
}

static void a_join_gives_up_after_its_limit_and_can_be_repeated(void) {
    snw_stop stop = {0};
    snw_thread_config config = snw_thread_defaults();
    config.run = wait_for_stop;
    config.context = &stop;
    snw_thread *thread = NULL;
    CHECK(snw_thread_open(&thread, &config, &why) == SNW_OK);
    CHECK(snw_thread_join(thread, 0) == SNW_ERR_TIMEOUT);
    CHECK(snw_thread_join(thread, 2000000) == SNW_ERR_TIMEOUT);
    CHECK(snw_stop_ask(&stop, 1));
    CHECK(snw_thread_join(thread, INT64_MAX) == SNW_OK);
}

// J05: when the system has no thread left to give, that is a refusal.
static int open_too_many(void) {
    const struct rlimit none = {0, 0};
    if (geteuid() == 0 && setresuid(65533, 65533, 65533) != 0) return 99;
    if (setrlimit(RLIMIT_NPROC, &none) != 0) return 99;
    snw_thread_config config = snw_thread_defaults();
    config.run = look;
    config.context = &found;
    snw_thread *thread = NULL;
    return snw_thread_open(&thread, &config, &why) == SNW_ERR_FULL && why.fix[0] ? 0 : 1;
}

static void a_thread_that_cannot_be_had_is_a_refusal(void) {
    CHECK(scratch_in_child(open_too_many) == 0);
}

int main(void) {
    RUN(a_thread_runs_its_body_once_under_its_name);
    RUN(signals_of_the_process_are_blocked_and_faults_are_not);
    RUN(the_whole_stack_is_in_memory_and_has_a_guard);
    RUN(a_chosen_processor_is_the_only_one_used);
    RUN(a_processor_that_is_not_there_is_reported_or_fatal_as_asked);
    RUN(a_priority_is_granted_or_the_refusal_is_reported);
    RUN(a_refused_priority_is_reported_or_fatal_as_asked);
    RUN(the_priority_of_the_opener_is_not_inherited);
    RUN(a_config_outside_its_ranges_is_refused);
    RUN(a_join_gives_up_after_its_limit_and_can_be_repeated);
    RUN(a_thread_that_cannot_be_had_is_a_refusal);
    return check_report();
}
