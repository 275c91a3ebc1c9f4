// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <string.h>

#include "../../../src/runtime/server/route.h"

static snw__hosts hosts;
static snw__files files;

static void open_tables(void) {
    static const char *const paths[] = {"/", "/assets/main.1234.js", "/mesh/00ff.glb"};
    hosts = (snw__hosts){.port = 8190};
    CHECK(snw__hosts_add(&hosts, "localhost") == SNW_OK);
    files = (snw__files){.items = calloc(SNW__FILES, sizeof *files.items)};
    CHECK(files.items != NULL);
    for (int i = 0; i < 3; i++)
        CHECK(snw__files_add(&files, paths[i], calloc(1, 8), 8, true) == SNW_OK);
}

static void close_tables(void) {
    snw__files_cut(&files, 0);
    free(files.items);
}

static snw__header_text header(const char *text) {
    return (snw__header_text){text, (int)strlen(text)};
}

static snw__request request(snw__method method, const char *path) {
    return (snw__request){.method = method,
                          .path = path,
                          .path_size = strlen(path),
                          .named_size = strlen(path),
                          .host = header("localhost:8190")};
}

static snw__route ask(snw__method method, const char *path) {
    const snw__request r = request(method, path);
    return snw__route_of(&r, &hosts, &files);
}

static bool refuses(snw__route route, int code) {
    return route.target == SNW__REFUSE && route.code == code && route.text[0] != '\0';
}

static void each_path_leads_where_the_protocol_says(void) {
    open_tables();
    CHECK(ask(SNW__GET, "/").file == &files.items[0]);
    CHECK(ask(SNW__GET, "/mesh/00ff.glb").file == &files.items[2]);
    CHECK(ask(SNW__HEAD, "/").head_only && !ask(SNW__GET, "/").head_only);
    CHECK(ask(SNW__GET, "/favicon.ico").target == SNW__NOTHING);
    CHECK(ask(SNW__POST, "/stop").target == SNW__STOP);
    const snw__route download = ask(SNW__GET, "/record/demo.mcap");
    CHECK(download.target == SNW__DOWNLOAD && strcmp(download.name, "demo.mcap") == 0);
    snw__request upload = request(SNW__POST, "/file/my.cell.xml");
    upload.length = header("1234");
    const snw__route route = snw__route_of(&upload, &hosts, &files);
    CHECK(route.target == SNW__UPLOAD && strcmp(route.name, "my.cell.xml") == 0);
    CHECK(route.size == 1234);
    close_tables();
}

static void nothing_is_changed_by_looking(void) {
    open_tables();
    static const char *const paths[] = {"/stop", "/file/x", "/ws", "/record", "/Stop", "/stop/"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        CHECK(refuses(ask(SNW__GET, paths[i]), 404) && refuses(ask(SNW__HEAD, paths[i]), 404));
    }
    CHECK(refuses(ask(SNW__HEAD, "/record/demo.mcap"), 404));
    CHECK(refuses(ask(SNW__POST, "/"), 404) && refuses(ask(SNW__POST, "/record/x"), 404));
    CHECK(refuses(ask(SNW__OTHER, "/stop"), 405) && ask(SNW__OTHER, "/stop").hang_up);
    close_tables();
}

// what climbs is no file of the table, however it is written
static void no_path_leads_out_of_the_table(void) {
    open_tables();
    static const char *const climbs[] = {"../",    "..%2f",  "%2e%2e/",       "%2e%2e%2f",
                                         "..\\",   "..%5c",  "....//",        "..;/",
                                         "/./../", "%252e/", "%c0%ae%c0%ae/", "..%252f"};
    static const char *const leaves[] = {"", "etc/passwd", "assets/main.1234.js", "tokens"};
    for (size_t i = 0; i < sizeof climbs / sizeof *climbs; i++) {
        for (size_t k = 0; k < sizeof leaves / sizeof *leaves; k++) {
            char path[128];
            (void)snprintf(path, sizeof path, "/%s%s%s", climbs[i], climbs[i], leaves[k]);
            CHECK(refuses(ask(SNW__GET, path), 404));
            (void)snprintf(path, sizeof path, "/assets/%s%s", climbs[i], leaves[k]);
            CHECK(refuses(ask(SNW__GET, path), 404));
            (void)snprintf(path, sizeof path, "/record/%s%s", climbs[i], leaves[k]);
            CHECK(!snw__is_file_name(ask(SNW__GET, path).name));
            (void)snprintf(path, sizeof path, "/file/%s%s", climbs[i], leaves[k]);
            CHECK(!snw__is_file_name(ask(SNW__POST, path).name));
        }
    }
    CHECK(refuses(ask(SNW__GET, "x"), 400) && refuses(ask(SNW__GET, ""), 400));
    CHECK(refuses(ask(SNW__GET, "/a b"), 400) && refuses(ask(SNW__GET, "/\x7f"), 400));
    CHECK(refuses(ask(SNW__GET, "/\xc3\xa4"), 400) && refuses(ask(SNW__GET, "*"), 400));
    // a zero byte, behind which there is more
    snw__request cut = request(SNW__GET, "/");
    cut.named_size = 9;
    CHECK(refuses(snw__route_of(&cut, &hosts, &files), 400));
    close_tables();
}

static void names_of_files_are_plain(void) {
    static const char *const good[] = {"a", "demo.mcap", "A-b_c.1", "x..y"};
    static const char *const bad[] = {"", ".", "..", ".hidden", "a/b", "a b", "a%2fb", "a\\b", "~"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        CHECK(snw__is_file_name(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(!snw__is_file_name(bad[i]));
    char longer[SNW__NAME + 1];
    memset(longer, 'a', sizeof longer);
    longer[SNW__NAME] = '\0';
    CHECK(!snw__is_file_name(longer));
    longer[SNW__NAME - 1] = '\0';
    CHECK(snw__is_file_name(longer));
}

static void a_body_has_one_length_that_is_a_number(void) {
    open_tables();
    static const char *const bad[] = {"-1",   "+1", "abc", "1.5", "99999999999999999999",
                                      "0x10", " 5", "5,5"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snw__request r = request(SNW__POST, "/file/x");
        r.length = header(bad[i]);
        CHECK(refuses(snw__route_of(&r, &hosts, &files), 400));
    }
    snw__request r = request(SNW__POST, "/file/x");
    r.length = (snw__header_text){"", -1};
    CHECK(refuses(snw__route_of(&r, &hosts, &files), 400));
    r.length = header("5");
    r.in_chunks = true;
    CHECK(refuses(snw__route_of(&r, &hosts, &files), 411));
    CHECK(snw__route_of(&r, &hosts, &files).hang_up);
    snw__request stop = request(SNW__POST, "/stop");
    stop.length = header("5");
    CHECK(refuses(snw__route_of(&stop, &hosts, &files), 400));
    CHECK(snw__route_of(&stop, &hosts, &files).hang_up);
    stop.length = header("0");
    CHECK(snw__route_of(&stop, &hosts, &files).target == SNW__STOP);
    close_tables();
}

static void other_names_are_refused_before_anything_else(void) {
    open_tables();
    static const char *const others[] = {"evil.example:8190", "localhost", "localhost:8191", ""};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        snw__request r = request(SNW__POST, "/stop");
        r.host = header(others[i]);
        CHECK(refuses(snw__route_of(&r, &hosts, &files), 403));
    }
    snw__request r = request(SNW__POST, "/stop");
    r.host = (snw__header_text){"", -1};
    CHECK(refuses(snw__route_of(&r, &hosts, &files), 403));
    r = request(SNW__POST, "/stop");
    r.origin = header("http://localhost:8190");
    CHECK(snw__route_of(&r, &hosts, &files).target == SNW__STOP);
    r.origin = header("http://evil.example");
    CHECK(refuses(snw__route_of(&r, &hosts, &files), 403));
    r.origin = (snw__header_text){"", -1};
    CHECK(refuses(snw__route_of(&r, &hosts, &files), 403));
    r.origin = header("http://evil.example");
    CHECK(snw__origins_add(&hosts, "http://evil.example", NULL) == SNW_OK);
    CHECK(snw__route_of(&r, &hosts, &files).target == SNW__STOP);
    close_tables();
}

int main(void) {
    RUN(each_path_leads_where_the_protocol_says);
    RUN(nothing_is_changed_by_looking);
    RUN(no_path_leads_out_of_the_table);
    RUN(names_of_files_are_plain);
    RUN(a_body_has_one_length_that_is_a_number);
    RUN(other_names_are_refused_before_anything_else);
    return check_report();
}
