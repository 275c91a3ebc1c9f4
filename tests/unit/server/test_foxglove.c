// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "client.h"

#include "../os/scratch.h"
#include "sinew/wire/foxglove.h"

static char bytes[CLIENT_BYTES];
static size_t length;

// a session of the protocol; `more` are lines of its head
static client come(const char *protocol, const char *more) {
    client c = client_open();
    char text[1024];
    (void)snprintf(text, sizeof text,
                   "GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: Upgrade\r\n"
                   "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Key: c2luZXcgdGVzdCBrZXkhIQ==\r\n"
                   "Sec-WebSocket-Protocol: %s\r\n%s\r\n",
                   snw_server_port(st.server), protocol, more);
    client_send(&c, text, strlen(text));
    const char *end = NULL;
    for (int i = 0; i < CLIENT_TURNS && end == NULL && !c.over; i++) {
        stage_turn();
        client_receive(&c);
        end = strstr((const char *)c.bytes, "\r\n\r\n");
    }
    CHECK(end != NULL && strncmp((const char *)c.bytes, "HTTP/1.1 101", 12) == 0);
    client_drop(&c, (size_t)(end + 4 - (const char *)c.bytes));
    return c;
}

static client come_with_token(void) {
    char more[128];
    (void)snprintf(more, sizeof more, "Authorization: Bearer %s\r\n", st.token);
    return come("foxglove.sdk.v1", more);
}

// Some news come a quarter of a second later by the clock of the server: a turn that waits for
// them.
static void wait_turn(void) {
    snw_exec_tick(st.exec);
    snw_server_serve(st.server, 3000000);
}

static void expect_text(client *c, const char *part) {
    for (int i = 0; i < CLIENT_TURNS; i++) {
        wait_turn();
        for (int kind = client_next(c, bytes, sizeof bytes, &length); kind >= 0;
             kind = client_next(c, bytes, sizeof bytes, &length)) {
            if (kind == 1 && strstr(bytes, part) != NULL) return;
        }
        CHECK(!c->over);
    }
    print_error("no %s\n", part);
    CHECK(false);
}

// waits for a binary message of an opcode, and of a subscription or request
static void expect_bytes(client *c, int opcode, uint32_t id) {
    for (int i = 0; i < CLIENT_TURNS; i++) {
        wait_turn();
        for (int kind = client_next(c, bytes, sizeof bytes, &length); kind >= 0;
             kind = client_next(c, bytes, sizeof bytes, &length)) {
            uint32_t number = 0;
            if (kind != 2 || bytes[0] != opcode) continue;
            for (int k = 3; k >= 0 && length > 4; k--)
                number = number << 8 | (unsigned char)bytes[1 + k];
            if (number == id) return;
        }
        CHECK(!c->over);
    }
    print_error("no message %d of %u\n", opcode, id);
    CHECK(false);
}

static void begin(void) {
    stage_open("panda", NULL);
    stage_attach();
    for (int i = 0; i < 10; i++)
        stage_turn();
}

static void a_client_is_told_what_it_subscribes_to(void) {
    begin();
    client c = come("foxglove.websocket.v1", "");
    expect_text(&c, "\"op\":\"serverInfo\"");
    expect_text(&c, "\"topic\":\"/robot_description\"");
    client_frame(&c, 1, "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":10,\"channelId\":1}]}");
    expect_bytes(&c, 1, 10);
    CHECK(length > SNW_FOXGLOVE_MESSAGE_HEAD + 7 * 3 * sizeof(double));
    client_frame(&c, 1,
                 "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":11,\"channelId\":2},"
                 "{\"id\":12,\"channelId\":3},{\"id\":13,\"channelId\":4},"
                 "{\"id\":14,\"channelId\":5}]}");
    expect_bytes(&c, 1, 11);
    client_frame(&c, 1, "{\"op\":\"unsubscribe\",\"subscriptionIds\":[12]}");
    client_frame(&c, 1, "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":22,\"channelId\":3}]}");
    expect_bytes(&c, 1, 22);
    CHECK(length > 1000 && memcmp(bytes + 21, "<?xml", 5) == 0);
    expect_bytes(&c, 1, 14);
    CHECK(bytes[13] == '{' && bytes[length - 1] == '}');
    client_frame(&c, 1, "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":30,\"channelId\":2}]}");
    expect_text(&c, "already subscribed");
    client_close(&c);
    stage_close();
}

// a cell that shows its clearance has a channel more, which comes again and again
static void a_client_gets_the_nearest_pairs(void) {
    stage_open("scan", NULL);
    stage_attach();
    for (int i = 0; i < 10; i++)
        stage_turn();
    client c = come("foxglove.websocket.v1", "");
    expect_text(&c, "\"topic\":\"/clearance\"");
    client_frame(&c, 1, "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":5,\"channelId\":6}]}");
    for (int i = 0; i < 3; i++) {
        expect_bytes(&c, 1, 5);
        CHECK(bytes[13] == '{' && bytes[length - 1] == '}');
        bytes[length] = '\0';
        CHECK(strstr(bytes + 13, "\"lines\":[{") != NULL);
    }
    client_close(&c);
    stage_close();
    begin();
    c = come("foxglove.websocket.v1", "");
    client_frame(&c, 1, "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":5,\"channelId\":6}]}");
    expect_text(&c, "no channel");
    client_close(&c);
    stage_close();
}

// another cell: the channels go, and those of the next come
static void channels_go_and_come_with_the_cell(void) {
    begin();
    client c = come("foxglove.sdk.v1", "");
    expect_text(&c, "\"op\":\"advertise\"");
    client_frame(&c, 1, "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":1,\"channelId\":1}]}");
    client_frame(&c, 1, "{\"op\":\"subscribeParameterUpdates\",\"parameterNames\":[]}");
    client_frame(&c, 1, "{\"op\":\"fetchAsset\",\"uri\":\"package://a\",\"requestId\":1}");
    expect_bytes(&c, 1, 1);
    snw_server_detach(st.server);
    expect_text(&c, "\"op\":\"unadvertise\"");
    client_frame(&c, 1, "{\"op\":\"getParameters\",\"parameterNames\":[]}");
    expect_text(&c, "nothing runs");
    client_frame(&c, 1, "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":1,\"channelId\":1}]}");
    expect_text(&c, "no channel");
    stage_attach();
    expect_text(&c, "\"op\":\"advertise\"");
    stage_attach();
    expect_text(&c, "\"op\":\"unadvertise\"");
    expect_text(&c, "\"op\":\"advertise\"");
    client_frame(&c, 1, "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":2,\"channelId\":2}]}");
    expect_bytes(&c, 1, 2);
    client_close(&c);
    stage_close();
}

static void parameters_follow_the_rules_of_the_page(void) {
    static const char set[] = "{\"op\":\"setParameters\",\"parameters\":[{\"name\":"
                              "\"estimate/cutoff\",\"value\":33}],\"id\":\"s\"}";
    char value[64];
    begin();
    client nobody = come("foxglove.websocket.v1", "");
    client_frame(&nobody, 1, set);
    expect_text(&nobody, "\"level\":2");
    expect_text(&nobody, "\"id\":\"s\"");
    CHECK(strstr(bytes, "\"value\":33,") == NULL);
    client_frame(&nobody, 1,
                 "{\"op\":\"subscribeParameterUpdates\",\"parameterNames\":[\"estimate/cutoff\"]}");
    client_frame(&nobody, 1, "{\"op\":\"getParameters\",\"parameterNames\":[],\"id\":\"all\"}");
    expect_text(&nobody, "\"id\":\"all\"");

    client owner = come_with_token();
    client_frame(&owner, 1, set);
    expect_text(&owner, "\"id\":\"s\"");
    CHECK(strstr(bytes, "\"value\":33,\"type\":\"float64\"") != NULL);
    CHECK(snw_exec_get(st.exec, "estimate/cutoff", value, sizeof value, NULL) == SNW_OK);
    CHECK_TEXT(value, "33");
    expect_text(&nobody, "\"value\":33,");
    // the lease was held for the change alone
    client page = client_upgrade();
    CHECK(is_ok(client_hello(&page, 1, st.token)));
    CHECK(is_ok(client_ask(&page, 2, "\"command\":\"lease\",\"act\":\"acquire\"")));
    client_frame(&owner, 1,
                 "{\"op\":\"setParameters\",\"parameters\":[{\"name\":\"estimate/cutoff\","
                 "\"value\":44}]}");
    expect_text(&owner, "holds the lease");
    CHECK(snw_exec_get(st.exec, "estimate/cutoff", value, sizeof value, NULL) == SNW_OK);
    CHECK_TEXT(value, "33");
    client_close(&page);
    client_close(&owner);
    client_close(&nobody);
    stage_close();
}

static void who_brings_a_wrong_token_does_not_come_in(void) {
    static const char *const heads[] = {"Authorization: Bearer 00\r\n",
                                        "Authorization: Basic 00\r\n"};
    begin();
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        client c = come("foxglove.websocket.v1", heads[i]);
        bool closed = false;
        for (int k = 0; k < CLIENT_TURNS && !closed && !c.over; k++) {
            stage_turn();
            const int kind = client_next(&c, bytes, sizeof bytes, &length);
            CHECK(kind == -1 || kind == 8);
            if (kind == 8)
                closed = length == 2 && (unsigned char)bytes[0] == (1008 >> 8) &&
                         (unsigned char)bytes[1] == (1008 & 255);
        }
        CHECK(closed);
        client_close(&c);
    }
    stage_close();
}

static void assets_are_answered_one_by_one(void) {
    begin();
    client c = come("foxglove.websocket.v1", "");
    expect_text(&c, "\"op\":\"advertise\"");
    for (uint32_t i = 0; i < 3; i++) {
        char text[128];
        (void)snprintf(text, sizeof text,
                       "{\"op\":\"fetchAsset\",\"uri\":\"package://models/x\",\"requestId\":%u}",
                       i + 7);
        client_frame(&c, 1, text);
    }
    for (uint32_t i = 0; i < 3; i++) {
        expect_bytes(&c, 4, i + 7);
        CHECK(bytes[5] == 1 && length == 10 + strlen("no model of the cell names this file"));
    }
    client_frame(&c, 2, "x");
    expect_text(&c, "accepts no messages");
    client_close(&c);
    stage_close();
}

// a slide with a tail of many links behind it
static void write_long_cell(const char *path, int links) {
    static char cell[65536];
    snw_text text = snw_text_over(cell, sizeof cell);
    snw_text_format(&text, "<cell xmlns=\"urn:sinew:cell\" name=\"long\"><mechanisms>"
                           "<mechanism name=\"m\"><robot name=\"m\"><links>");
    for (int i = 0; i < links; i++)
        snw_text_format(&text,
                        "<link name=\"l%d\"><inertial mass=\"1\" ixx=\"1\" iyy=\"1\" "
                        "izz=\"1\"/></link>",
                        i);
    snw_text_format(&text, "</links><joints><joint name=\"j1\" kind=\"prismatic\" parent=\"l0\" "
                           "child=\"l1\"><limits lower=\"0\" upper=\"1\" velocity=\"1\" "
                           "acceleration=\"5\" effort=\"500\"/></joint>");
    for (int i = 2; i < links; i++)
        snw_text_format(&text,
                        "<joint name=\"j%d\" kind=\"fixed\" parent=\"l%d\" "
                        "child=\"l%d\"/>",
                        i, i - 1, i);
    snw_text_format(&text, "</joints></robot></mechanism></mechanisms><members>"
                           "<member name=\"arm\" mechanism=\"m\"/></members><control>"
                           "<loop period=\"1 ms\"><arms><arm member=\"arm\"><drive>"
                           "<simulated_arm/></drive></arm></arms></loop></control></cell>");
    CHECK(!snw_text_is_cut(&text));
    scratch_put(path, cell);
}

// each message of /tf has the number of its transforms behind the heads
static void many_links_take_several_messages(void) {
    enum { LINKS = 300 };
    char name[SCRATCH_PATH + 64];
    scratch_name file = scratch("long.cell.xml");
    write_long_cell(file.text, LINKS);
    file.text[strlen(file.text) - strlen(".cell.xml")] = '\0';
    (void)snprintf(name, sizeof name, "../../../../../../../../../../../..%s", file.text);
    stage_open(name, NULL);
    stage_attach();
    client c = come("foxglove.sdk.v1", "");
    expect_text(&c, "\"op\":\"advertise\"");
    CHECK(strstr(bytes, "/robot_description") == NULL);
    client_frame(&c, 1, "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":9,\"channelId\":2}]}");
    int counts[4];
    for (int i = 0; i < 4; i++) {
        expect_bytes(&c, 1, 9);
        CHECK(length > 21);
        counts[i] = (unsigned char)bytes[17] | (unsigned char)bytes[18] << 8;
    }
    CHECK(counts[0] == 128 && counts[1] == 128 && counts[2] == LINKS - 256 && counts[3] == 128);
    client_close(&c);
    stage_close();
}

int main(void) {
    scratch_open();
    RUN(many_links_take_several_messages);
    RUN(a_client_is_told_what_it_subscribes_to);
    RUN(a_client_gets_the_nearest_pairs);
    RUN(channels_go_and_come_with_the_cell);
    RUN(parameters_follow_the_rules_of_the_page);
    RUN(who_brings_a_wrong_token_does_not_come_in);
    RUN(assets_are_answered_one_by_one);
    return check_report();
}
