// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/os/thread.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "inside.h"
#include "internal.h"

enum { NAME_SIZE = 16, MASK_BITS = 64 }; // the kernel keeps 15 bytes of a name and a zero
enum { EXTRA_STEP = 1 << 18, EXTRA_MOST = 1 << 22 };

struct snw_thread {
    pthread_t native;
    snw_thread_config config;
    char name[NAME_SIZE];
    void *stack; // guard page, then the stack
    size_t stack_bytes, guard_bytes;
    snw_mutex mutex;
    snw_condition changed;
    bool ready, done;   // under the mutex
    int priority;       // granted; constant once ready
    int priority_error; // errno of a refused priority, or 0; constant once ready
    int cpus_error;     // errno of refused processors, or 0; constant once ready
    bool has_mutex, has_changed;
};

snw_thread_config snw_thread_defaults(void) {
    return (snw_thread_config){.stack_size = SNW_THREAD_STACK};
}

static int wish_cpus(uint64_t mask) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (size_t i = 0; i < MASK_BITS; i++) {
        if (mask >> i & 1) CPU_SET(i, &set);
    }
    return pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

static int wish_priority(int priority) {
    const struct sched_param parameters = {.sched_priority = priority};
    return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
}

static void raise_flag(snw_thread *thread, bool *flag) {
    snw_mutex_lock(&thread->mutex);
    *flag = true;
    snw_condition_wake_all(&thread->changed);
    snw_mutex_unlock(&thread->mutex);
}

// The new thread asks for its own priority and processors, so that a refusal has its own reason and
// leaves a thread to go on with.
static void *thread_main(void *argument) {
    snw_thread *thread = argument;
    const snw_thread_config *config = &thread->config;
    if (thread->name[0]) (void)pthread_setname_np(pthread_self(), thread->name);
    if (config->cpus != 0) thread->cpus_error = wish_cpus(config->cpus);
    if (config->priority > 0) thread->priority_error = wish_priority(config->priority);
    if (config->priority > 0 && thread->priority_error == 0) thread->priority = config->priority;

    // read before the flag is up: afterwards the opener may look
    const bool refused = thread->cpus_error != 0 || thread->priority_error != 0;
    raise_flag(thread, &thread->ready);
    if (!(refused && config->required)) config->run(config->context);
    raise_flag(thread, &thread->done);
    return NULL;
}

static snw_status check_config(const snw_thread_config *config, snw_why *why) {
    const char *text = NULL;
    if (!config->run) text = "the thread has nothing to run";
    if (config->priority < 0 || config->priority > SNW_THREAD_PRIORITY_MOST) {
        text = "the priority is not in 0..99";
    }
    if (config->stack_size != 0 && (config->stack_size < SNW_THREAD_STACK_LEAST ||
                                    config->stack_size > SNW_THREAD_STACK_MOST)) {
        text = "the stack is not of 128 KiB to 1 GiB";
    }
    if (!text) return SNW_OK;
    return snw_refuse(why, SNW_ERR_ARGUMENT, config->name, text, "correct the thread's config");
}

// A stack of our own: every page is in memory before the thread starts, and the lowest is a guard,
// so that an overflow is a fault and not silent damage. 0 or errno.
static int make_stack(snw_thread *thread, size_t wanted) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t bytes = (wanted + page - 1) / page * page;
    void *stack = mmap(NULL, bytes + page, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_POPULATE, -1, 0);
    if (stack == MAP_FAILED) return errno;
    thread->stack = stack;
    thread->stack_bytes = bytes;
    thread->guard_bytes = page;
    return mprotect(stack, page, PROT_NONE) == 0 ? 0 : errno;
}

static void free_stack(snw_thread *thread) {
    if (thread->stack) (void)munmap(thread->stack, thread->guard_bytes + thread->stack_bytes);
    thread->stack = NULL;
}

// Signals of the process are for the thread that waits for them (signals.c). Those that a thread
// causes itself, and those of profilers, stay.
static void block_signals(sigset_t *before) {
    static const int kept[] = {SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,    SIGTRAP,
                               SIGSYS,  SIGABRT, SIGPROF, SIGVTALRM, SIGSTKFLT};
    sigset_t set;
    (void)sigfillset(&set);
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        (void)sigdelset(&set, kept[i]);
    (void)pthread_sigmask(SIG_BLOCK, &set, before);
}

// starts the native thread on its stack; 0 or errno
static int start_on_stack(snw_thread *thread) {
    pthread_attr_t attributes;
    int error = pthread_attr_init(&attributes);
    if (error != 0) return error;
    char *bottom = (char *)thread->stack + thread->guard_bytes;
    error = pthread_attr_setstack(&attributes, bottom, thread->stack_bytes);
    // An ordinary thread is ordinary even when a real-time one opens it. Policy and priority both
    // have to be named: the C library takes what is missing from the opener.
    const struct sched_param ordinary = {.sched_priority = 0};
    if (error == 0) error = pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    if (error == 0) error = pthread_attr_setschedpolicy(&attributes, SCHED_OTHER);
    if (error == 0) error = pthread_attr_setschedparam(&attributes, &ordinary);
    if (error == 0) {
        sigset_t before;
        block_signals(&before);
        error = pthread_create(&thread->native, &attributes, thread_main, thread);
        (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    (void)pthread_attr_destroy(&attributes);
    return error;
}

// The C library keeps the thread-local data of all libraries on the stack and answers EINVAL when
// they leave too little of it; how much they need is not to be had. So larger stacks are tried.
static int start(snw_thread *thread) {
    const size_t wanted = thread->config.stack_size ? thread->config.stack_size : SNW_THREAD_STACK;
    int error = EINVAL;
    for (size_t extra = 0; error == EINVAL && extra <= EXTRA_MOST; extra += EXTRA_STEP) {
        free_stack(thread);
        error = make_stack(thread, wanted + extra);
        if (error == 0) error = start_on_stack(thread);
    }
    return error;
}

static void free_thread(snw_thread *thread) {
    if (thread->has_changed) (void)pthread_cond_destroy(&thread->changed.native);
    if (thread->has_mutex) (void)pthread_mutex_destroy(&thread->mutex.native);
    free_stack(thread);
    free(thread);
}

static bool is_ready(void *context) {
    return ((const snw_thread *)context)->ready;
}

static bool is_done(void *context) {
    return ((const snw_thread *)context)->done;
}

// says which wishes were refused; nothing when none was
static snw_status explain_refusal(const snw_thread *thread, snw_why *why) {
    const bool no_priority = thread->priority_error != 0, no_cpus = thread->cpus_error != 0;
    if (!no_priority && !no_cpus) return SNW_OK;
    const char *text = no_priority && no_cpus ? "real-time priority and processors were refused"
                       : no_priority          ? "the real-time priority was refused"
                                              : "the processors were refused";
    snw_why_set(why, SNW_ERR_REALTIME, thread->name, text);
    snw_why_rule(why, no_priority ? "thread-priority" : "thread-cpus");
    snw_why_fix(why, no_priority ? "raise RLIMIT_RTPRIO (ulimit -r) or run as root"
                                 : "choose processors that exist and are allowed here");
    if (no_priority) snw_why_add(why, "priority", thread->config.priority, "");
    if (no_cpus) snw_why_add(why, "cpus", (double)thread->config.cpus, "");
    if (why && !thread->config.required) why->severity = SNW_WARNING;
    return thread->config.required ? SNW_ERR_REALTIME : SNW_OK;
}

snw_status snw_thread_open(snw_thread **thread, const snw_thread_config *config, snw_why *why) {
    snw_status status = check_config(config, why);
    if (snw_failed(status)) return status;

    snw_thread *made = calloc(1, sizeof *made);
    if (!made) return snw_errno_why(why, ENOMEM, config->name, "start a thread");
    made->config = *config;
    if (config->name) (void)strncpy(made->name, config->name, NAME_SIZE - 1);
    int error = snw__mutex_make(&made->mutex);
    made->has_mutex = error == 0;
    if (error == 0) error = snw__condition_make(&made->changed);
    made->has_changed = error == 0;
    if (error == 0) error = start(made);
    if (error != 0) {
        free_thread(made);
        return snw_errno_why(why, error, config->name, "start a thread");
    }

    // wait until the thread knows what it was granted
    snw_mutex_lock(&made->mutex);
    snw_condition_wait(&made->changed, &made->mutex, is_ready, made);
    snw_mutex_unlock(&made->mutex);
    snw_why_set(why, SNW_OK, made->name, "the thread runs as configured");
    status = explain_refusal(made, why);
    if (snw_failed(status)) {
        SNW_IGNORE(snw_thread_join(made, -1));
        return status;
    }
    *thread = made;
    return SNW_OK;
}

int snw_thread_priority(const snw_thread *thread) {
    return thread->priority;
}

snw_status snw_thread_join(snw_thread *thread, int64_t limit_ns) {
    if (!thread) return SNW_OK;
    const int64_t deadline_ns = snw__deadline_ns(limit_ns);
    snw_mutex_lock(&thread->mutex);
    const snw_status status =
        snw__condition_wait_until(&thread->changed, &thread->mutex, deadline_ns, is_done, thread);
    snw_mutex_unlock(&thread->mutex);
    if (snw_failed(status)) return status;
    // from here it is only a few instructions to the end of the thread
    (void)pthread_join(thread->native, NULL);
    free_thread(thread);
    return SNW_OK;
}

void snw_thread_yield(void) {
    (void)sched_yield();
}

int snw__thread_cpu_count(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
    const int count = CPU_COUNT(&set);
    return count > 0 ? count : 1;
}
