// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// A server whose audit log cannot be written: a limit of the size of files stands for a full disk.
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client.h"
#include "sinew/os/file.h"
#include "sinew/wire/audit.h"

static const char *const file = SNW_BINARY_DIR "/server-audit.log";

static void limit_files(rlim_t bytes) {
    struct rlimit limit;
    CHECK(getrlimit(RLIMIT_FSIZE, &limit) == 0);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

static rlim_t size_of_log(void) {
    struct stat facts;
    CHECK(stat(file, &facts) == 0);
    return (rlim_t)facts.st_size;
}

static bool is_in_log(const char *part) {
    snw_file_reading how = snw_file_reading_defaults();
    snw_file_content content;
    snw_audit_report report;
    CHECK(snw_file_read(file, &how, &content, NULL) == SNW_OK);
    CHECK(snw_audit_verify(content.data, content.size, NULL, &report, NULL) == SNW_OK);
    char *text = malloc(content.size + 1);
    CHECK(text != NULL);
    memcpy(text, content.data, content.size);
    text[content.size] = '\0';
    const bool found = strstr(text, part) != NULL;
    free(text);
    snw_file_free(&content);
    return found;
}

static int uploads;

static snw_status count_upload(void *context, const char *name, const char *data, size_t size,
                               snw_why *why) {
    (void)context, (void)name, (void)data, (void)size, (void)why;
    uploads++;
    return SNW_OK;
}

// sends a file by HTTP, and compares the beginning of the answer
static void send_file(const char *begins, const char *holds) {
    char head[256];
    client c = client_open();
    (void)snprintf(head, sizeof head, "Authorization: Bearer %s\r\nContent-Length: 4\r\n\r\nname",
                   st.token);
    const char *text = client_http(&c, "POST", "/file/some.cell.xml", head);
    if (strncmp(text, begins, strlen(begins)) != 0) print_error("%s: %.300s\n", begins, text);
    CHECK(strncmp(text, begins, strlen(begins)) == 0);
    CHECK(strstr(text, holds) != NULL);
    client_close(&c);
}

// Seen: a file that came by HTTP was accepted without a record, since only the requests of the
// page were held back.
static void uploads_are_refused_while_the_log_cannot_be_written(void) {
    (void)unlink(file);
    uploads = 0;
    stage_audit = file;
    stage_open("panda", NULL);
    st.cell.host.upload = count_upload;
    stage_attach();
    send_file("HTTP/1.1 204", "");
    CHECK(uploads == 1);

    limit_files(size_of_log() + 100);
    send_file("HTTP/1.1 503", "the audit log cannot be written");
    send_file("HTTP/1.1 503", "free some space on its disk");
    CHECK(uploads == 1);

    limit_files(RLIM_INFINITY);
    send_file("HTTP/1.1 204", "");
    CHECK(uploads == 2);
    stage_close();
    stage_audit = NULL;
    CHECK(is_in_log("\"action\":\"gap\""));
    (void)unlink(file);
}

// Seen: changes went on without a record, and nobody was told.
static void changes_are_refused_while_the_log_cannot_be_written(void) {
    static char text[CLIENT_BYTES];
    (void)unlink(file);
    stage_audit = file;
    stage_open("panda", NULL);
    stage_attach();
    client c = client_upgrade(), watcher = client_upgrade();
    CHECK(is_ok(client_hello(&c, 1, st.token)) && is_ok(client_hello(&watcher, 1, st.token)));
    char set[512];
    const char *answer = client_ask(&c, 2, "\"command\":\"lease\",\"act\":\"acquire\"");
    const char *lease = strstr(answer, "\"lease\":{");
    if (lease == NULL) abort();
    (void)snprintf(set, sizeof set,
                   "\"command\":\"message\",\"object\":\"loop\",\"text\":\"reset "
                   "statistics\",%.*s",
                   (int)strcspn(lease, "}") + 1, lease);
    CHECK(is_ok(client_ask(&c, 3, set)));

    // changes are refused with the reason, from the first one on, and everybody hears of it
    limit_files(size_of_log() + 100);
    answer = client_ask(&c, 4, set);
    CHECK(!is_ok(answer) && strstr(answer, "\"rule\":\"audit-log\"") != NULL);
    CHECK(client_wait(&watcher, "write the audit log", text, sizeof text));
    CHECK(strstr(text, "\"audit-log\"") != NULL);
    // to read, to stop and to give back the lease are not
    answer = client_ask(&c, 5, set);
    CHECK(!is_ok(answer) && strstr(answer, "\"rule\":\"audit-log\"") != NULL);
    CHECK(is_ok(client_ask(&c, 6, "\"command\":\"status\"")));
    CHECK(is_ok(client_ask(&c, 7, "\"command\":\"stop\"")));
    CHECK(!is_in_log("\"action\":\"gap\""));

    // room again
    limit_files(RLIM_INFINITY);
    CHECK(is_ok(client_ask(&c, 8, set)));
    CHECK(client_wait(&watcher, "the audit log is written again", text, sizeof text));
    CHECK(is_in_log("\"action\":\"gap\""));
    client_close(&watcher);
    client_close(&c);
    stage_close();
    stage_audit = NULL;
    CHECK(is_in_log("\"action\":\"end\""));
    (void)unlink(file);
}

// in a process of its own: a limit that was lowered is not raised again
static void too_few_descriptors_are_told_before_anybody_comes(void) {
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        const struct rlimit few = {60, 60};
        snw_server *server = NULL;
        snw_server_config config = snw_server_defaults();
        snw_why why = {0};
        config.port = 0;
        if (setrlimit(RLIMIT_NOFILE, &few) != 0) _exit(2);
        const snw_status status = snw_server_open(&server, &config, &why);
        const bool told = status == SNW_ERR_STATE && server == NULL &&
                          strstr(why.text, "too few files") != NULL && why.number_count == 2;
        _exit(told ? 0 : 1);
    }
    int result = 0;
    CHECK(waitpid(child, &result, 0) == child);
    CHECK(WIFEXITED(result) && WEXITSTATUS(result) == 0);
}

int main(void) {
    // a writing behind the limit fails, as on a full disk, instead of ending the process
    CHECK(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    RUN(too_few_descriptors_are_told_before_anybody_comes);
    RUN(changes_are_refused_while_the_log_cannot_be_written);
    RUN(uploads_are_refused_while_the_log_cannot_be_written);
    return check_report();
}
