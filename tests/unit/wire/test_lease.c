// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <jansson.h>

#include "authority_harness.h"

enum { CLIENTS = 4 };

static snw_authority_config config;

// --- single steps -------------------------------------------------------------------------------

static void a_lease_is_taken_kept_and_given_back(void) {
    config = snw_authority_defaults();
    open_authority(&config);
    const int a = connect_as(SNW_ROLE_operator, true, 0),
              b = connect_as(SNW_ROLE_engineer, true, 0);
    snw_why why = {0};
    CHECK(snw_lease_acquire(&authority, a, 0, &why) == SNW_OK);
    const snw_lease_stamp first = authority.lease.stamp;
    CHECK(snw_lease_writes(&authority, a, &first) && !snw_lease_writes(&authority, b, &first));
    CHECK(!snw_lease_writes(&authority, a, NULL));
    CHECK(snw_lease_acquire(&authority, b, 0, &why) == SNW_ERR_STATE);
    CHECK(strstr(why.text, "operator") != NULL); // the name of the owner
    CHECK(snw_lease_return(&authority, b, &why) == SNW_ERR_STATE);
    CHECK(snw_lease_acquire(&authority, a, 0, &why) == SNW_OK); // again, and nothing changes
    CHECK(authority.lease.stamp.sequence == first.sequence);
    CHECK(snw_lease_return(&authority, a, &why) == SNW_OK);
    CHECK(!snw_lease_writes(&authority, a, &first));
    CHECK(snw_lease_acquire(&authority, a, 0, &why) == SNW_OK);
    CHECK(!snw_lease_writes(&authority, a, &first)); // an older one
    snw_lease_stamp other = authority.lease.stamp;
    CHECK(snw_lease_writes(&authority, a, &other));
    other.epoch[0] = other.epoch[0] == '0' ? '1' : '0'; // of another run
    CHECK(!snw_lease_writes(&authority, a, &other));
    const int watcher = connect_as(SNW_ROLE_observer, true, 0);
    const int admin = connect_as(SNW_ROLE_admin, true, 0);
    CHECK(snw_lease_take(&authority, watcher, true, 0, &why) == SNW_ERR_PERMISSION);
    CHECK(snw_lease_take(&authority, admin, true, 0, &why) == SNW_ERR_PERMISSION);
    close_authority();
}

static void a_lease_is_taken_over_at_rest_at_once_and_in_motion_after_a_stop(void) {
    config = snw_authority_defaults();
    open_authority(&config);
    const int a = connect_as(SNW_ROLE_operator, true, 0),
              b = connect_as(SNW_ROLE_engineer, true, 0);
    CHECK(snw_lease_acquire(&authority, a, 0, NULL) == SNW_OK);
    snw_lease_stamp stamp = authority.lease.stamp;
    CHECK(snw_lease_take(&authority, b, true, 0, NULL) == SNW_OK);
    CHECK(!snw_lease_writes(&authority, a, &stamp));
    snw_authority_orders orders = snw_authority_step(&authority, 0, 0, true);
    CHECK(orders.changed && orders.lost == a && !orders.stop);
    // back again while arms move: nobody writes until they stand
    stamp = authority.lease.stamp;
    CHECK(snw_lease_take(&authority, a, false, 10 * MS, NULL) == SNW_NOTHING_NEW);
    CHECK(!snw_lease_writes(&authority, b, &stamp));
    CHECK(snw_lease_acquire(&authority, b, 10 * MS, NULL) == SNW_ERR_STATE);
    CHECK(snw_lease_take(&authority, b, false, 10 * MS, NULL) == SNW_ERR_STATE);
    orders = snw_authority_step(&authority, 10 * MS, 0, false);
    CHECK(orders.stop && orders.granted < 0);
    CHECK_TEXT(orders.why.rule, "lease-taken");
    orders = snw_authority_step(&authority, 20 * MS, 0, false);
    CHECK(!orders.stop);                                            // asked for once ...
    CHECK(snw_authority_step(&authority, 511 * MS, 0, false).stop); // ... and again after a while
    orders = snw_authority_step(&authority, 600 * MS, 0, true);
    CHECK(orders.granted == a && orders.lost == b && orders.changed);
    CHECK(snw_lease_writes(&authority, a, &authority.lease.stamp));
    CHECK(authority.lease.stamp.sequence == stamp.sequence + 1);
    close_authority();
}

static void a_silent_owner_loses_it_sooner_while_it_streams(void) {
    config = snw_authority_defaults();
    for (int streams = 0; streams < 2; streams++) {
        open_authority(&config);
        const int a = connect_as(SNW_ROLE_operator, true, 0);
        CHECK(snw_lease_acquire(&authority, a, 0, NULL) == SNW_OK);
        const int64_t limit = (streams ? 300 : 2000) * MS;
        int64_t now = 0;
        for (int i = 0; i < 100; i++) { // as long as it answers, it goes on
            now += limit;
            if (streams) snw_lease_streamed(&authority, a, now);
            CHECK(!snw_authority_step(&authority, now, 0, false).stop);
            const char *challenge = authority.sessions[a].challenge;
            char answer[SNW_CHALLENGE];
            memcpy(answer, challenge, sizeof answer);
            CHECK(snw_lease_keep(&authority, a, answer, now, NULL) == SNW_OK);
        }
        if (streams) snw_lease_streamed(&authority, a, now);
        CHECK(!snw_authority_step(&authority, now + limit, 0, false).stop);
        const snw_authority_orders orders =
            snw_authority_step(&authority, now + limit + 1, 0, false);
        CHECK(orders.stop && authority.lease.state == SNW_LEASE_ENDING);
        CHECK_TEXT(orders.why.rule, "lease-stale");
        CHECK(snw_lease_keep(&authority, a, authority.sessions[a].challenge, now + limit + 2,
                             NULL) == SNW_ERR_STATE);
        CHECK(snw_authority_step(&authority, now + limit + 3, 0, true).lost == a);
        CHECK(authority.lease.state == SNW_LEASE_FREE);
    }
    close_authority();
}

static void a_sign_of_life_must_answer_the_challenge(void) {
    config = snw_authority_defaults();
    open_authority(&config);
    const int a = connect_as(SNW_ROLE_operator, true, 0);
    CHECK(snw_lease_acquire(&authority, a, 0, NULL) == SNW_OK);
    char seen[200][SNW_CHALLENGE];
    for (int i = 0; i < 200; i++) {
        memcpy(seen[i], authority.sessions[a].challenge, SNW_CHALLENGE);
        for (int k = 0; k < i; k++)
            CHECK(strcmp(seen[k], seen[i]) != 0); // never the same again
        CHECK(snw_lease_keep(&authority, a, "0000000000000000", i * MS, NULL) < 0);
        CHECK(snw_lease_keep(&authority, a, "", i * MS, NULL) < 0);
        if (i > 1) CHECK(snw_lease_keep(&authority, a, seen[i - 2], i * MS, NULL) < 0);
        CHECK(snw_lease_keep(&authority, a, seen[i], i * MS, NULL) == SNW_OK);
        CHECK(authority.lease.seen_ns == i * MS);
        // the same again, on its way while the new one was: no harm, and no news
        CHECK(snw_lease_keep(&authority, a, seen[i], i * MS, NULL) == SNW_OK);
    }
    close_authority();
}

static void who_comes_back_in_time_goes_on_and_others_do_not(void) {
    config = snw_authority_defaults();
    open_authority(&config);
    int a = connect_as(SNW_ROLE_operator, true, 0);
    const int b = connect_as(SNW_ROLE_engineer, true, 0);
    CHECK(snw_lease_acquire(&authority, a, 0, NULL) == SNW_OK);
    snw_authority_disconnect(&authority, a, 100 * MS);
    CHECK(!snw_authority_step(&authority, 200 * MS, 0, false).stop);
    CHECK(snw_lease_acquire(&authority, b, 300 * MS, NULL) == SNW_ERR_STATE);
    a = connect_as(SNW_ROLE_operator, true, 400 * MS);
    CHECK(snw_lease_acquire(&authority, a, 400 * MS, NULL) == SNW_OK);
    CHECK(!snw_authority_step(&authority, 2300 * MS, 0, false).stop);
    // who streamed has no such time
    snw_lease_streamed(&authority, a, 2300 * MS);
    snw_authority_disconnect(&authority, a, 2310 * MS);
    CHECK(snw_authority_step(&authority, 2311 * MS, 0, false).stop);
    close_authority();
}

static void who_breaks_the_protocol_loses_it_at_once(void) {
    config = snw_authority_defaults();
    open_authority(&config);
    const int a = connect_as(SNW_ROLE_operator, true, 0);
    const int b = connect_as(SNW_ROLE_engineer, true, 0);
    CHECK(snw_lease_acquire(&authority, a, 0, NULL) == SNW_OK);
    snw_lease_drop(&authority, b);
    snw_lease_drop(&authority, -1);
    const snw_lease_stamp stamp = authority.lease.stamp;
    CHECK(snw_lease_writes(&authority, a, &stamp));
    snw_lease_drop(&authority, a);
    snw_authority_disconnect(&authority, a, 0);
    CHECK(!snw_lease_writes(&authority, a, &stamp));
    // in motion: a stop first, and nobody has it until the arms stand
    const snw_authority_orders orders = snw_authority_step(&authority, MS, 0, false);
    CHECK(orders.stop && strcmp(orders.why.rule, "protocol") == 0);
    CHECK(snw_lease_acquire(&authority, b, 2 * MS, NULL) == SNW_ERR_STATE);
    (void)snw_authority_step(&authority, 3 * MS, 0, true);
    CHECK(snw_lease_acquire(&authority, b, 4 * MS, NULL) == SNW_OK);
    close_authority();
}

static void a_token_that_is_revoked_or_expires_ends_the_lease_within_a_second(void) {
    config = snw_authority_defaults();
    for (int kind = 0; kind < 2; kind++) {
        open_authority(&config);
        char text[SNW_TOKEN_TEXT];
        make_token("ann", SNW_ROLE_operator, kind == 0 ? 10 : INT64_MAX, text);
        snw_authority_use(&authority, &all_tokens);
        int a = -1;
        CHECK(snw_authority_connect(&authority, "10.0.0.1", false, 0, &a, NULL) == SNW_OK);
        CHECK(say_hello(a, text, 0, 9, NULL) == SNW_OK);
        CHECK(snw_lease_acquire(&authority, a, 0, NULL) == SNW_OK);
        CHECK(!snw_authority_step(&authority, 1, 9, false).stop);
        if (kind == 1) {
            CHECK(snw_tokens_revoke(&all_tokens, "ann", NULL) == SNW_OK);
            snw_authority_use(&authority, &all_tokens);
        }
        const snw_authority_orders orders = snw_authority_step(&authority, 2, 10, false);
        CHECK(orders.stop);
        CHECK_TEXT(orders.why.rule, "lease-token");
        CHECK(!snw_lease_writes(&authority, a, &authority.lease.stamp));
        CHECK(snw_authority_check(&authority, a, SNW_ACT_read, NULL, true, NULL) < 0);
    }
    close_authority();
}

static void local_mode_ends_leases_from_elsewhere_at_once(void) {
    config = snw_authority_defaults();
    open_authority(&config);
    const int a = connect_as(SNW_ROLE_operator, false, 0);
    const int b = connect_as(SNW_ROLE_operator, true, 0);
    CHECK(snw_lease_acquire(&authority, a, 0, NULL) == SNW_OK);
    authority.config.local = true;
    CHECK(snw_authority_step(&authority, 1, 0, false).stop);
    CHECK(snw_authority_step(&authority, 2, 0, true).lost == a);
    CHECK(snw_lease_acquire(&authority, a, 3, NULL) == SNW_ERR_PERMISSION);
    CHECK(snw_lease_acquire(&authority, b, 3, NULL) == SNW_OK);
    close_authority();
}

static void what_people_are_told_is_json(void) {
    config = snw_authority_defaults();
    open_authority(&config);
    const int a = connect_as(SNW_ROLE_operator, true, 0),
              b = connect_as(SNW_ROLE_observer, true, 0);
    CHECK(snw_lease_acquire(&authority, a, 0, NULL) == SNW_OK);
    static char buffer[8192];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_lease_json(&authority, b, 1500 * MS, &text);
    json_t *lease = json_loads(buffer, 0, NULL);
    CHECK(lease != NULL);
    CHECK_TEXT(json_string_value(json_object_get(lease, "owner")), "operator");
    CHECK(json_is_false(json_object_get(lease, "yours")));
    CHECK(json_is_false(json_object_get(lease, "free")));
    CHECK_NEAR(json_real_value(json_object_get(lease, "since")), 1.5, 1e-12);
    CHECK(json_object_get(lease, "sequence") == NULL); // not theirs to know
    json_decref(lease);
    text = snw_text_over(buffer, sizeof buffer);
    snw_sessions_json(&authority, 0, &text);
    json_t *sessions = json_loads(buffer, 0, NULL);
    CHECK(json_array_size(sessions) == 2);
    CHECK(json_is_true(json_object_get(json_array_get(sessions, 0), "lease")));
    CHECK(strstr(buffer, role_tokens[SNW_ROLE_operator]) == NULL);
    json_decref(sessions);
    close_authority();
}

// --- never two writers --------------------------------------------------------------------------

// What the clients, and the arms, know of the world.
typedef struct world {
    int session[CLIENTS];             // -1 when not connected
    snw_lease_stamp stamp[CLIENTS];   // as it was told when it got the lease
    bool thinks[CLIENTS];             // that it has it
    int64_t now, stops_at, last_sign; // stops_at: when a stop that is under way is over
    bool moving;
    int writer; // by the model: -1 for nobody
    int64_t highest;
} world;

static void client_got(world *w, int client) {
    w->stamp[client] = authority.lease.stamp;
    w->thinks[client] = true;
    CHECK(w->stamp[client].sequence > w->highest);
    w->highest = w->stamp[client].sequence;
    w->writer = client;
    w->last_sign = w->now;
}

static int client_of(const world *w, int session) {
    for (int i = 0; i < CLIENTS; i++)
        if (w->session[i] == session) return i;
    return -1;
}

static void stop_arms(world *w) {
    if (w->moving && w->stops_at == INT64_MAX) w->stops_at = w->now + check_int(1, 200) * MS;
}

static void act(world *w, int client) {
    const int session = w->session[client];
    const bool still = !w->moving;
    const int before = w->writer;
    switch (check_int(0, 9)) {
    case 0:
    case 1: // acquire: only when nobody has it, or its owner has gone and is the same
        if (snw_lease_acquire(&authority, session, w->now, NULL) == SNW_OK && before != client) {
            CHECK(before < 0);
            client_got(w, client);
        }
        break;
    case 2: { // take: at rest, or it has to wait
        const snw_status status = snw_lease_take(&authority, session, still, w->now, NULL);
        if (status == SNW_OK && before != client) {
            CHECK(still || before < 0);
            client_got(w, client);
        }
        if (status == SNW_NOTHING_NEW) {
            CHECK(!still);
            w->writer = -1;
            stop_arms(w);
        }
        break;
    }
    case 3:
        if (snw_lease_return(&authority, session, NULL) == SNW_OK) {
            CHECK(before == client);
            w->writer = -1;
        }
        break;
    case 4:
    case 5: { // a sign of life, sometimes of an application that is dead
        char answer[SNW_CHALLENGE];
        memcpy(answer, authority.sessions[session].challenge, sizeof answer);
        const bool wrong = check_int(0, 4) == 0;
        if (wrong) answer[3] = answer[3] == 'a' ? 'b' : 'a';
        const bool good = snw_lease_keep(&authority, session, answer, w->now, NULL) == SNW_OK;
        CHECK(good == (!wrong && before == client));
        if (good) w->last_sign = w->now;
        break;
    }
    case 6:
        snw_lease_streamed(&authority, session, w->now);
        break;
    default: // moves an arm, with the stamp that it has
        if (w->thinks[client] && snw_authority_check(&authority, session, SNW_ACT_move,
                                                     &w->stamp[client], still, NULL) == SNW_OK) {
            CHECK(before == client);
            w->moving = true;
            w->stops_at = check_int(0, 1) ? w->now + check_int(1, 3000) * MS : INT64_MAX;
        }
        break;
    }
}

static void step(world *w) {
    if (w->moving && w->now >= w->stops_at) {
        w->moving = false;
        w->stops_at = INT64_MAX;
    }
    const snw_authority_orders orders = snw_authority_step(&authority, w->now, 0, !w->moving);
    if (authority.lease.state != SNW_LEASE_HELD) {
        // who was heard within the shorter time, and from whom nobody took it, never loses it
        CHECK(w->writer < 0 || w->now - w->last_sign > 300 * MS || w->session[w->writer] < 0);
        w->writer = -1;
    }
    CHECK(authority.lease.state != SNW_LEASE_HELD || w->writer < 0 ||
          w->now - w->last_sign <= 2000 * MS);
    if (orders.stop) stop_arms(w);
    if (orders.granted >= 0) {
        CHECK(!w->moving && w->writer < 0);
        client_got(w, client_of(w, orders.granted));
    }
}

static void count_writers(const world *w) {
    int writers = 0;
    for (int i = 0; i < CLIENTS; i++) {
        const bool writes =
            w->session[i] >= 0 && snw_lease_writes(&authority, w->session[i], &w->stamp[i]);
        writers += writes;
        if (writes) CHECK(w->writer == i);
        // nobody writes with the stamp of another
        for (int k = 0; k < CLIENTS; k++) {
            if (i != k && w->session[i] >= 0 &&
                snw_lease_writes(&authority, w->session[i], &w->stamp[k])) {
                CHECK(w->stamp[i].sequence == w->stamp[k].sequence);
            }
        }
    }
    CHECK(writers <= 1);
}

// reliability G04: random interleavings of four clients, compared with a model step by step
static void G04_there_are_never_two_writers(void) {
    config = snw_authority_defaults();
    const long runs = check_scaled(1000);
    CHECK_CASES(runs) {
        open_authority(&config);
        char tokens[CLIENTS][SNW_TOKEN_TEXT];
        world w = {.writer = -1, .stops_at = INT64_MAX};
        for (int i = 0; i < CLIENTS; i++) {
            char name[16];
            (void)snprintf(name, sizeof name, "c%d", i);
            make_token(name, i % 2 ? SNW_ROLE_engineer : SNW_ROLE_operator, INT64_MAX, tokens[i]);
            w.session[i] = -1;
        }
        snw_authority_use(&authority, &all_tokens);
        for (int i = 0; i < 1000; i++) {
            const int client = check_int(0, CLIENTS - 1);
            if (w.session[client] < 0) {
                CHECK(snw_authority_connect(&authority, "a", true, w.now, &w.session[client],
                                            NULL) == SNW_OK);
                CHECK(say_hello(w.session[client], tokens[client], w.now, 0, NULL) == SNW_OK);
                w.thinks[client] = false;
            } else if (check_int(0, 60) == 0) {
                snw_authority_disconnect(&authority, w.session[client], w.now);
                w.session[client] = -1;
                if (w.writer == client) w.writer = -1;
            } else {
                act(&w, client);
            }
            w.now += check_int(0, 3) == 0 ? check_int(0, 800) * MS : check_int(0, 20) * MS;
            if (check_int(0, 1) == 0) step(&w);
            count_writers(&w);
        }
    }
    close_authority();
}

int main(void) {
    RUN(a_lease_is_taken_kept_and_given_back);
    RUN(a_lease_is_taken_over_at_rest_at_once_and_in_motion_after_a_stop);
    RUN(a_silent_owner_loses_it_sooner_while_it_streams);
    RUN(a_sign_of_life_must_answer_the_challenge);
    RUN(who_comes_back_in_time_goes_on_and_others_do_not);
    RUN(who_breaks_the_protocol_loses_it_at_once);
    RUN(a_token_that_is_revoked_or_expires_ends_the_lease_within_a_second);
    RUN(local_mode_ends_leases_from_elsewhere_at_once);
    RUN(what_people_are_told_is_json);
    RUN(G04_there_are_never_two_writers);
    return check_report();
}
