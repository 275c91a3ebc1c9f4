// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/os/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "internal.h"
#include "sinew/os/clock.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { LIMIT_MEMORY = 0 };
#else
enum { LIMIT_MEMORY = 1 };
#endif

// --- limits -------------------------------------------------------------------------------------

// Lowers one limit, both the value in force and the border of it; 0 or a number of errno.h. Calls
// nothing that a process between fork and exec must not call.
static int lower(int resource, rlim_t value) {
    struct rlimit now;
    if (getrlimit((__rlimit_resource_t)resource, &now) != 0) return errno;
    if (now.rlim_max > value) now.rlim_max = value;
    now.rlim_cur = now.rlim_max < value ? now.rlim_max : value;
    return setrlimit((__rlimit_resource_t)resource, &now) == 0 ? 0 : errno;
}

static int lower_all(const snw_process_limits *limits) {
    int error = lower(RLIMIT_CORE, 0);
    if (error == 0 && limits->memory > 0 && LIMIT_MEMORY) error = lower(RLIMIT_AS, limits->memory);
    if (error == 0 && limits->cpu_s > 0) error = lower(RLIMIT_CPU, (rlim_t)limits->cpu_s);
    if (error == 0 && limits->no_files) error = lower(RLIMIT_FSIZE, 0);
    if (error == 0 && limits->no_children) error = lower(RLIMIT_NPROC, 0);
    return error;
}

snw_status snw_process_limit(const snw_process_limits *limits, snw_why *why) {
    const int error = lower_all(limits);
    return error == 0 ? SNW_OK : snw_errno_why(why, error, "process", "lower its limits");
}

// --- starting -----------------------------------------------------------------------------------

// both ends of a pipe; -1 for closed
typedef struct ends {
    int read, write;
} ends;

// a program that runs
typedef struct child {
    pid_t id;
    ends output, words, start; // its streams, and why it could not be started
} child;

static void close_end(int *end) {
    if (*end >= 0) (void)close(*end);
    *end = -1;
}

static void close_ends(child *c) {
    ends *all[3] = {&c->output, &c->words, &c->start};
    for (int i = 0; i < 3; i++) {
        close_end(&all[i]->read);
        close_end(&all[i]->write);
    }
}

static int open_pipe(ends *e) {
    int both[2];
    if (pipe2(both, O_CLOEXEC) != 0) return errno;
    *e = (ends){both[0], both[1]};
    return 0;
}

// In the child: streams, limits, then the program. Only calls that are safe after fork in a process
// with threads.
static void become(const child *c, const snw_process_config *config) {
    sigset_t none;
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int empty = open("/dev/null", O_RDONLY | O_CLOEXEC);
    int error = 0;
    if (empty < 0 || dup2(empty, STDIN_FILENO) < 0 || dup2(c->output.write, STDOUT_FILENO) < 0 ||
        dup2(c->words.write, STDERR_FILENO) < 0) {
        error = errno;
    }
    if (error == 0) error = lower_all(&config->limits);
    if (error == 0) {
        // exec promises not to change the texts, but its type is older than const
        char *const *arguments;
        memcpy(&arguments, &config->arguments, sizeof arguments);
        (void)execvp(arguments[0], arguments);
        error = errno;
    }
    const ssize_t told = write(c->start.write, &error, sizeof error);
    _exit(told == (ssize_t)sizeof error ? 127 : 126);
}

// 0, or a number of errno.h: of this process, or of the new one up to the moment when it has become
// the program
static int start(child *c, const snw_process_config *config) {
    int error = open_pipe(&c->output);
    if (error == 0) error = open_pipe(&c->words);
    if (error == 0) error = open_pipe(&c->start);
    if (error != 0) return error;
    c->id = fork();
    if (c->id < 0) return errno;
    if (c->id == 0) become(c, config);
    close_end(&c->output.write);
    close_end(&c->words.write);
    close_end(&c->start.write);
    ssize_t got;
    do {
        got = read(c->start.read, &error, sizeof error);
    } while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof error ? error : 0;
}

// --- listening ----------------------------------------------------------------------------------

enum { PIECE = 1 << 16 };

// Reads what is there. SNW_NOTHING_NEW at the end of the stream, which is then closed.
static snw_status take_output(child *c, snw_process_result *r, size_t *room, size_t limit) {
    if (r->output_size + PIECE + 1 > *room) {
        const size_t more = *room + *room / 2 + PIECE + 1;
        char *larger = realloc(r->output, more);
        if (larger == NULL) return SNW_ERR_MEMORY;
        r->output = larger;
        *room = more;
    }
    const ssize_t got = read(c->output.read, r->output + r->output_size, PIECE);
    if (got < 0) return errno == EINTR || errno == EAGAIN ? SNW_OK : SNW_ERR_IO;
    r->output_size += (size_t)got;
    r->output[r->output_size] = '\0';
    if (r->output_size > limit) return SNW_ERR_TOO_LARGE;
    if (got == 0) close_end(&c->output.read);
    return SNW_OK;
}

// the first words are kept, the others only taken
static void take_words(child *c, snw_process_result *r, size_t *kept) {
    char piece[SNW_PROCESS_WORDS];
    const ssize_t got = read(c->words.read, piece, sizeof piece);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (got <= 0) {
        close_end(&c->words.read);
        return;
    }
    const size_t room = sizeof r->words - 1 - *kept;
    const size_t take = (size_t)got < room ? (size_t)got : room;
    memcpy(r->words + *kept, piece, take);
    *kept += take;
    r->words[*kept] = '\0';
}

// ms until the deadline, in steps that poll() can count; 0 when it has passed
static int wait_ms(int64_t deadline_ns) {
    enum { NS_PER_MS = 1000000, LONGEST = 60000 };
    const int64_t left = deadline_ns - snw_clock_now_ns();
    if (left <= 0) return 0;
    return left / NS_PER_MS >= LONGEST ? LONGEST : (int)(left / NS_PER_MS) + 1;
}

static snw_status listen_to(child *c, const snw_process_config *config, int64_t deadline_ns,
                            snw_process_result *r) {
    size_t room = 0, kept = 0;
    while (c->output.read >= 0 || c->words.read >= 0) {
        struct pollfd streams[2] = {{.fd = c->output.read, .events = POLLIN},
                                    {.fd = c->words.read, .events = POLLIN}};
        const int ms = wait_ms(deadline_ns);
        if (ms == 0) return SNW_ERR_TIMEOUT;
        if (poll(streams, 2, ms) < 0 && errno != EINTR) return SNW_ERR_IO;
        snw_status status = SNW_OK;
        if (streams[0].revents != 0) status = take_output(c, r, &room, config->output_limit);
        if (streams[1].revents != 0) take_words(c, r, &kept);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

// Waits for the end of a program that has closed its streams; most have ended by then.
static snw_status wait_for(child *c, int64_t deadline_ns, snw_process_result *r) {
    static const int64_t step_ns = 1000000;
    for (;;) {
        int state = 0;
        const pid_t ended = waitpid(c->id, &state, WNOHANG);
        if (ended == c->id) {
            c->id = 0;
            r->exit_code = WIFEXITED(state) ? WEXITSTATUS(state) : -1;
            r->signal = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
            return SNW_OK;
        }
        if (ended < 0 && errno != EINTR) return SNW_ERR_IO;
        if (wait_ms(deadline_ns) == 0) return SNW_ERR_TIMEOUT;
        const struct timespec step = snw__timespec(step_ns);
        (void)nanosleep(&step, NULL);
    }
}

static void kill_child(child *c) {
    if (c->id <= 0) return;
    (void)kill(-c->id, SIGKILL);
    (void)kill(c->id, SIGKILL);
    while (waitpid(c->id, NULL, 0) < 0 && errno == EINTR) {
    }
    c->id = 0;
}

// --- all of it ----------------------------------------------------------------------------------

static snw_status explain(snw_status status, const snw_process_config *config, snw_why *why) {
    const char *program = config->arguments[0];
    snw_why_set(why, status, program, NULL);
    if (status == SNW_ERR_TIMEOUT) {
        snw_why_set(why, status, program, "the program did not end in time and was stopped");
        snw_why_add(why, "limit", (double)config->limit_ns / SNW__NS_PER_S, "s");
    } else if (status == SNW_ERR_TOO_LARGE) {
        snw_why_set(why, status, program, "the program wrote too much and was stopped");
        snw_why_add(why, "limit", (double)config->output_limit, "B");
    }
    return status;
}

snw_status snw_process_run(const snw_process_config *config, snw_process_result *result,
                           snw_why *why) {
    *result = (snw_process_result){.exit_code = -1};
    if (config->arguments == NULL || config->arguments[0] == NULL) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, "process", "no program is named", NULL);
    }
    child c = {.output = {-1, -1}, .words = {-1, -1}, .start = {-1, -1}};
    const int64_t deadline_ns = snw__deadline_ns(config->limit_ns);
    const int error = start(&c, config);
    snw_status status = SNW_OK;
    if (error != 0) {
        status = snw_errno_why(why, error, config->arguments[0], "start the program");
    } else {
        status = listen_to(&c, config, deadline_ns, result);
        if (status == SNW_OK) status = wait_for(&c, deadline_ns, result);
        if (snw_failed(status)) status = explain(status, config, why);
    }
    kill_child(&c);
    close_ends(&c);
    if (snw_failed(status)) snw_process_free(result);
    return status;
}

void snw_process_free(snw_process_result *result) {
    free(result->output);
    *result = (snw_process_result){.exit_code = -1};
}
