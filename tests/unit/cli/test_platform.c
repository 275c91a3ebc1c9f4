// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The ways to a running cell: the same requests in memory, through a pipe and through the local
// socket; and a thousand runs that leave nothing in the system.

#define _GNU_SOURCE // NOLINT: pipes, processes, directories
#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../parts/platform.h"
#include "sinew/os/clock.h"
#include "sinew/server/local.h"
#include "sinew/wire/serve.h"

enum { ANSWER = 1 << 20 };
static char answer[ANSWER];
static harness h;

// --- three ways ---------------------------------------------------------------------------------

typedef struct way {
    const char *name;
    void (*open)(void);
    /// Sends one line and receives one, ticking while the answer is under way.
    void (*ask)(const char *line, size_t size);
    void (*close)(void);
} way;

static snw_wire wire;

static void memory_open(void) {
    wire = (snw_wire){.exec = h.exec, .cell = "imi"};
}

// what serves a line, however it came
static size_t serve_line(const char *line, size_t size, char *out) {
    snw_setup *setup = snw_setup_create(1 << 20);
    snw_text text = snw_text_over(out, ANSWER);
    snw_wire_answer(&wire, line, size, setup, &text);
    for (int i = 0; i < 10000 && wire.pending; i++) {
        snw_exec_tick(h.exec);
        text = snw_text_over(out, ANSWER);
        snw_wire_continue(&wire, &text);
    }
    snw_setup_destroy(setup);
    CHECK(!wire.pending && !snw_text_is_cut(&text));
    return text.length;
}

static void memory_ask(const char *line, size_t size) {
    (void)serve_line(line, size, answer);
}

static void memory_close(void) {}

static int to_cell[2], from_cell[2];

static void pipe_open(void) {
    memory_open();
    CHECK(pipe(to_cell) == 0 && pipe(from_cell) == 0);
    CHECK(fcntl(from_cell[1], F_SETPIPE_SZ, ANSWER) > 0);
}

// reads up to the end of a line, a byte at a time
static size_t read_line(int descriptor, char *line, size_t most) {
    size_t length = 0;
    while (length < most && read(descriptor, line + length, 1) == 1) {
        if (line[length] == '\n') break;
        length++;
    }
    return length;
}

static void pipe_ask(const char *line, size_t size) {
    static char received[2 * SNW_WIRE_REQUEST], reply[ANSWER];
    CHECK(write(to_cell[1], line, size) == (ssize_t)size && write(to_cell[1], "\n", 1) == 1);
    const size_t length = read_line(to_cell[0], received, sizeof received);
    const size_t told_size = serve_line(received, length, reply);
    CHECK(write(from_cell[1], reply, told_size) == (ssize_t)told_size);
    const size_t end = read_line(from_cell[0], answer, ANSWER - 2);
    answer[end] = '\n';
    answer[end + 1] = '\0';
}

static void pipe_close(void) {
    for (int i = 0; i < 2; i++)
        CHECK(close(to_cell[i]) == 0 && close(from_cell[i]) == 0);
}

static snw_local server;
static snw_socket client;

static void socket_open(void) {
    snw_why why = {0};
    CHECK(snw_local_listen(&server, h.exec, "imi", &why) == SNW_OK);
    snw_socket_config config = snw_socket_defaults();
    config.address = (snw_address){.kind = SNW_ADDRESS_LOCAL};
    snw_copy_text(config.address.path, sizeof config.address.path, server.address);
    CHECK(!snw_failed(snw_socket_connect(&client, &config, &why)));
}

static void socket_send(const char *bytes, size_t size) {
    for (size_t done = 0; done < size;) {
        size_t sent = 0;
        CHECK(!snw_failed(snw_socket_send(client, bytes + done, size - done, &sent)));
        done += sent;
        snw_local_serve(&server, 0);
    }
}

static void socket_ask(const char *line, size_t size) {
    socket_send(line, size);
    socket_send("\n", 1);
    size_t length = 0;
    for (int i = 0; i < 100000; i++) {
        size_t received = 0;
        snw_local_serve(&server, 0);
        snw_exec_tick(h.exec);
        if (snw_socket_receive(client, answer + length, ANSWER - 1 - length, &received) == SNW_OK) {
            length += received;
        }
        if (length > 0 && answer[length - 1] == '\n') break;
    }
    answer[length] = '\0';
}

static void socket_close(void) {
    snw_socket_close(&client);
    snw_local_close(&server);
}

static const way ways[] = {{"memory", memory_open, memory_ask, memory_close},
                           {"pipe", pipe_open, pipe_ask, pipe_close},
                           {"socket", socket_open, socket_ask, socket_close}};

// --- one suite for all --------------------------------------------------------------------------

static void expect(const way *w, const char *request, const char *reply) {
    w->ask(request, strlen(request));
    if (strncmp(answer, reply, strlen(reply)) != 0) {
        print_error("%s: %s\n  gives %.200s\n", w->name, request, answer);
    }
    CHECK(strncmp(answer, reply, strlen(reply)) == 0);
    CHECK(answer[strlen(answer) - 1] == '\n');
}

static void suite(const way *w) {
    static const char done[] = "{\"ok\":true}\n", refused[] = "{\"ok\":false,\"error\":{";
    expect(w, "{\"command\":\"hello\"}", "{\"ok\":true,\"program\":\"sinew\"");
    expect(w, "{\"command\":\"get\",\"path\":\"law/kp[0]\"}", "{\"ok\":true,\"value\":\"400\"}\n");
    expect(w, "{\"command\":\"set\",\"path\":\"law/kp[0]\",\"value\":\"512.5\"}", done);
    expect(w, "{\"command\":\"get\",\"path\":\"law/kp[0]\"}",
           "{\"ok\":true,\"value\":\"512.5\"}\n");
    expect(w, "{\"command\":\"set\",\"path\":\"law/kp[0]\",\"value\":\"nan\"}", refused);
    expect(w, "{\"command\":\"list\",\"path\":\"law/kd*\"}",
           "{\"ok\":true,\"items\":[{\"path\":\"law/kd[0]\",\"value\":\"40\"");
    expect(w, "{\"command\":\"status\"}", "{\"ok\":true,\"cell\":\"imi\",\"period\":0.001,");
    CHECK(strstr(answer, "\"name\":\"law\",\"type\":\"computed_torque\"") != NULL);
    expect(w, "{\"command\":\"message\",\"object\":\"arm.drive\",\"text\":\"fly\"}", refused);
    expect(w, "{\"command\":\"save\",\"object\":\"law\"}", "{\"ok\":true,\"document\":\"<?xml");
    CHECK(strstr(answer, "512.5") != NULL);
    expect(w,
           "{\"command\":\"load\",\"object\":\"law\",\"document\":\"<computed_torque>"
           "<kp>300</kp><kd>30</kd></computed_torque>\"}",
           done);
    expect(w, "{\"command\":\"get\",\"path\":\"law/kd[0]\"}", "{\"ok\":true,\"value\":\"30\"}\n");
    expect(w, "{\"command\":\"load\",\"object\":\"law\",\"document\":\"<pd/>\"}", refused);
    expect(w, "{\"command\":\"load\",\"object\":\"nobody\",\"document\":\"<pd/>\"}", refused);
    expect(w, "{\"command\":\"save\",\"object\":\"nobody\"}", refused);
    expect(w, "{\"command\":\"halt\",\"object\":\"source\"}", done);
    expect(w, "{\"command\":\"start\",\"object\":\"source\"}", done);
    expect(w, "{\"command\":\"stop\",\"arm\":\"nobody\"}", refused);
    expect(w, "{\"command\":\"stop\"}", done);
    expect(w, "{\"command\":\"events\",\"most\":1}", "{\"ok\":true,\"events\":[");
    static const char *const hostile[] = {"",
                                          "{",
                                          "null",
                                          "{\"command\":\"fly\"}",
                                          "{\"command\":7}",
                                          "\xff\xfe\xfd",
                                          "{\"command\":\"get\"}{",
                                          "[[[[[[[[[[[[[[[[[[[["};
    for (size_t i = 0; i < sizeof hostile / sizeof hostile[0]; i++)
        expect(w, hostile[i], refused);
    expect(w, "{\"command\":\"quit\"}", done);
}

static void use_own_runtime_folder(void) {
    static char folder[64] = "/tmp/snw-platform-XXXXXX";
    static bool made;
    if (!made) CHECK(mkdtemp(folder) != NULL);
    made = true;
    CHECK(setenv("XDG_RUNTIME_DIR", folder, 1) == 0);
}

// spec: damore:ARC-10
static void one_handler_serves_memory_pipe_and_socket_alike(void) {
    use_own_runtime_folder();
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        CHECK(!snw_failed(open_cell(&h, SNW_SOURCE_DIR "/cells/imi.cell.xml", NULL)));
        run_ticks(&h, 5);
        ways[i].open();
        suite(&ways[i]);
        ways[i].close();
        close_cell(&h);
    }
}

// --- a thousand runs ----------------------------------------------------------------------------

static int count_entries(const char *folder) {
    DIR *list = opendir(folder);
    if (list == NULL) return 0;
    int count = 0;
    while (readdir(list) != NULL)
        count++;
    (void)closedir(list);
    return count;
}

static int count_lines(const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL) return 0;
    int count = 0;
    for (int c; (c = fgetc(file)) != EOF;)
        count += c == '\n';
    (void)fclose(file);
    return count;
}

// what outlives a process if nobody removes it
enum { OBJECTS = 5 };

static void count_objects(int counts[OBJECTS]) {
    counts[0] = count_entries("/dev/shm");
    counts[1] = count_entries("/dev/mqueue");
    counts[2] = count_lines("/proc/sysvipc/shm");
    counts[3] = count_lines("/proc/sysvipc/sem");
    counts[4] = count_lines("/proc/sysvipc/msg");
}

typedef enum ending { IN_ORDER, AT_ONCE, ABORTED, ENDINGS } ending;

// in a process of its own: a cell that listens and runs a little
static void child(ending how) {
    const struct rlimit none = {0, 0};
    (void)setrlimit(RLIMIT_CORE, &none);
    snw_why why = {0};
    if (snw_local_listen(&server, h.exec, "imi", &why) != SNW_OK) _exit(3);
    run_ticks(&h, 3);
    snw_local_serve(&server, 0);
    if (how == IN_ORDER) {
        snw_local_close(&server);
        _exit(snw_failed(snw_exec_close(h.exec, 1000000000, &why)) ? 4 : 0);
    }
    if (how == AT_ONCE) _exit(0);
    (void)signal(SIGABRT, SIG_DFL);
    abort();
}

// spec: loffler:L-136
static void a_thousand_runs_leave_nothing_in_the_system(void) {
    use_own_runtime_folder();
    CHECK(!snw_failed(open_cell(&h, SNW_SOURCE_DIR "/cells/imi.cell.xml", NULL)));
    char folder[SNW_PATH_SIZE];
    snw_why why = {0};
    CHECK(snw_user_directory(SNW_USER_RUNTIME, folder, sizeof folder, &why) == SNW_OK);
    int before[OBJECTS], after[OBJECTS];
    count_objects(before);
    const int descriptors = count_entries("/proc/self/fd");
    for (long i = 0; i < check_scaled(1000); i++) {
        const ending how = (ending)(i % ENDINGS);
        const pid_t process = fork();
        CHECK(process >= 0);
        if (process == 0) child(how);
        int status = 0;
        CHECK(waitpid(process, &status, 0) == process);
        // a socket that an aborted run left behind does not keep the next one from listening
        CHECK(how == ABORTED ? WIFSIGNALED(status) != 0
                             : WIFEXITED(status) != 0 && WEXITSTATUS(status) == 0);
    }
    // other programs of the machine come and go; a run that left one object would have left
    // hundreds
    count_objects(after);
    for (int i = 0; i < OBJECTS; i++)
        CHECK(after[i] - before[i] < 100);
    CHECK(count_entries("/proc/self/fd") == descriptors);
    CHECK(snw_local_listen(&server, h.exec, "imi", &why) == SNW_OK);
    snw_local_close(&server);
    CHECK(count_entries(folder) == 2); // "." and ".."
    close_cell(&h);
    CHECK(rmdir(folder) == 0 && rmdir(getenv("XDG_RUNTIME_DIR")) == 0);
}

int main(void) {
    RUN(one_handler_serves_memory_pipe_and_socket_alike);
    RUN(a_thousand_runs_leave_nothing_in_the_system);
    return check_report();
}
