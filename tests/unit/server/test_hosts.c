// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <string.h>

#include "../../../src/runtime/server/tables.h"

static snw__hosts hosts;

static void make(bool secure, int port) {
    hosts = (snw__hosts){.secure = secure, .port = port};
    CHECK(snw__hosts_add(&hosts, "localhost") == SNW_OK);
    CHECK(snw__hosts_add(&hosts, "127.0.0.1") == SNW_OK);
    CHECK(snw__hosts_add(&hosts, "::1") == SNW_OK);
    CHECK(snw__hosts_add(&hosts, "Robot-7.example") == SNW_OK);
}

static bool host(const char *text) {
    return snw__host_allowed(&hosts, text, strlen(text));
}

static bool origin(const char *text) {
    return snw__origin_allowed(&hosts, text, strlen(text));
}

static void own_names_are_ours_and_no_others(void) {
    make(false, 8190);
    static const char *const good[] = {"localhost:8190", "127.0.0.1:8190", "[::1]:8190",
                                       "LOCALHOST:8190", "robot-7.EXAMPLE:8190"};
    static const char *const bad[] = {"",
                                      ":8190",
                                      "localhost",
                                      "localhost:",
                                      "localhost:8191",
                                      "localhost:81900",
                                      "localhost:08190 ",
                                      "localhost:8190x",
                                      "localhost:-8190",
                                      "localhost.:8190",
                                      "xlocalhost:8190",
                                      "localhostx:8190",
                                      "::1:8190",
                                      "[::1]",
                                      "[::1]8190",
                                      "[::2]:8190",
                                      "127.0.0.1:8190:8190",
                                      "127.0.0.1:8190/",
                                      "user@127.0.0.1:8190",
                                      "evil.example:8190"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        CHECK(host(good[i]));
        char text[128];
        (void)snprintf(text, sizeof text, "http://%s", good[i]);
        CHECK(origin(text));
        (void)snprintf(text, sizeof text, "https://%s", good[i]);
        CHECK(!origin(text));
        (void)snprintf(text, sizeof text, "http://%s/", good[i]);
        CHECK(!origin(text));
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK(!host(bad[i]));
        char text[128];
        (void)snprintf(text, sizeof text, "http://%s", bad[i]);
        CHECK(!origin(text));
    }
    CHECK(!origin("null") && !origin("http://") && !origin("http:/localhost:8190"));
}

// what a scheme means without a port
static void the_port_of_the_scheme_may_be_left_out(void) {
    make(false, 80);
    CHECK(host("localhost") && host("localhost:80") && !host("localhost:443"));
    CHECK(origin("http://localhost") && !origin("https://localhost"));
    make(true, 443);
    CHECK(host("[::1]") && host("localhost:443") && !host("localhost:80"));
    CHECK(origin("https://robot-7.example") && !origin("http://robot-7.example"));
}

// The second opinion compares whole texts: a text is ours when it is one of the few that can be.
static bool is_ours(const char *text) {
    static const char *const all[] = {"localhost:8190", "127.0.0.1:8190", "[::1]:8190",
                                      "robot-7.example:8190"};
    char lower[64];
    size_t i = 0;
    for (; text[i] != '\0' && i < sizeof lower - 1; i++) {
        lower[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + 32 : text[i]);
    }
    lower[i] = '\0';
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        if (strcmp(all[k], lower) == 0) return true;
    }
    return false;
}

static void changed_names_are_judged_as_the_list_of_all_texts_does(void) {
    static const char *const seeds[] = {"localhost:8190", "127.0.0.1:8190", "[::1]:8190",
                                        "robot-7.example:8190"};
    static const char letters[] = "alhost:8190127.[]@/xL -";
    make(false, 8190);
    long ours = 0;
    CHECK_CASES(check_scaled(200000)) {
        char text[64];
        (void)snprintf(text, sizeof text, "%s", seeds[check_int(0, 3)]);
        const int changes = check_int(0, 3);
        for (int k = 0; k < changes; k++) {
            const size_t length = strlen(text);
            const size_t at = (size_t)check_int(0, (int)length);
            const int kind = check_int(0, 2);
            if (kind == 0 && at < length) memmove(text + at, text + at + 1, length - at);
            if (kind == 1 && at < length) text[at] = letters[check_int(0, sizeof letters - 2)];
            if (kind == 2 && length < sizeof text - 2) {
                memmove(text + at + 1, text + at, length - at + 1);
                text[at] = letters[check_int(0, sizeof letters - 2)];
            }
        }
        CHECK(host(text) == is_ours(text));
        ours += is_ours(text) ? 1 : 0;
    }
    CHECK(ours > 100);
}

static void names_that_do_not_fit_are_refused(void) {
    make(false, 1);
    char longer[SNW__HOST_NAME + 1];
    memset(longer, 'a', sizeof longer);
    longer[SNW__HOST_NAME] = '\0';
    CHECK(snw__hosts_add(&hosts, longer) == SNW_ERR_FULL);
    CHECK(!snw__host_allowed(&hosts, longer, SNW__HOST_NAME));
    while (hosts.count < SNW__HOSTS)
        CHECK(snw__hosts_add(&hosts, "x") == SNW_OK);
    CHECK(snw__hosts_add(&hosts, "y") == SNW_ERR_FULL);
}

static void other_sites_may_when_they_were_named(void) {
    make(false, 8190);
    static const char *const sites[] = {"https://app.example.org", "http://192.168.1.9:3000",
                                        "https://[fd00::7]:8443", "http://Panel_2"};
    for (size_t i = 0; i < sizeof sites / sizeof *sites; i++) {
        CHECK(!origin(sites[i]));
        CHECK(snw__origins_add(&hosts, sites[i], NULL) == SNW_OK);
        CHECK(origin(sites[i]));
        // nothing in front of it, behind it, or less of it
        char text[128];
        (void)snprintf(text, sizeof text, "%s.evil.example", sites[i]);
        CHECK(!origin(text));
        (void)snprintf(text, sizeof text, "%s/", sites[i]);
        CHECK(!origin(text));
        (void)snprintf(text, sizeof text, "x%s", sites[i]);
        CHECK(!origin(text));
        CHECK(!snw__origin_allowed(&hosts, sites[i], strlen(sites[i]) - 1));
    }
    CHECK(origin("HTTPS://APP.Example.org") && origin("http://panel_2"));
    CHECK(!origin("http://app.example.org") && !origin("https://app.example.org:444"));
    // it is no name of ours by that
    CHECK(!host("app.example.org:8190") && origin("http://localhost:8190"));
}

static void sites_that_no_browser_would_name_so_are_refused(void) {
    static const char *const bad[] = {"",
                                      "*",
                                      "null",
                                      "https://*",
                                      "https://*.example.org",
                                      "app.example.org",
                                      "//app.example.org",
                                      "ws://app.example.org",
                                      "file://",
                                      "https://",
                                      "https:///",
                                      "https://app.example.org/",
                                      "https://app.example.org/page",
                                      "https://ann@app.example.org",
                                      "https://app.example.org:",
                                      "https://app.example.org:0",
                                      "https://app.example.org:0443",
                                      "https://app.example.org:443",
                                      "http://app.example.org:80",
                                      "https://app.example.org:65536",
                                      "https://app.example.org:x",
                                      "https://app example.org",
                                      "https://app.example.org https://b.example",
                                      "https://app.example.org,https://b.example",
                                      "https://\xc3\xa4.example",
                                      "https://[::1",
                                      "https://?",
                                      " https://app.example.org"};
    make(false, 8190);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snw_why why = {0};
        CHECK(snw__origins_add(&hosts, bad[i], &why) == SNW_ERR_ARGUMENT);
        CHECK(why.text[0] != '\0' && why.fix[0] != '\0');
        CHECK(hosts.origin_count == 0 && !origin(bad[i]));
    }
    char longer[SNW__HOST_NAME + 16] = "https://";
    memset(longer + 8, 'a', SNW__HOST_NAME);
    CHECK(snw__origins_add(&hosts, longer, NULL) == SNW_ERR_ARGUMENT);
    while (hosts.origin_count < SNW__ORIGINS)
        CHECK(snw__origins_add(&hosts, "https://x.example", NULL) == SNW_OK);
    CHECK(snw__origins_add(&hosts, "https://y.example", NULL) == SNW_ERR_FULL);
}

int main(void) {
    RUN(own_names_are_ours_and_no_others);
    RUN(the_port_of_the_scheme_may_be_left_out);
    RUN(changed_names_are_judged_as_the_list_of_all_texts_does);
    RUN(names_that_do_not_fit_are_refused);
    RUN(other_sites_may_when_they_were_named);
    RUN(sites_that_no_browser_would_name_so_are_refused);
    return check_report();
}
