// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

static void open_probe(rig *r) {
    rig_moving(r);
    (void)rig_add(r, "one", &probe_type, "");
    rig_go(r);
}

static snw_status set(rig *r, const char *path, const char *value) {
    return snw_exec_set(r->exec, path, value, &r->why);
}

// spec: loffler:L-141 damore:ARC-01
static void a_live_change_is_there_whole_at_the_next_update(void) {
    rig r;
    open_probe(&r);
    rig_enable(&r);
    rig_ticks(&r, 300); // it moves
    CHECK(set(&r, "one/gain", "7.5") == SNW_OK);
    CHECK(rig_number(&r, "one/gain") == 7.5); // as asked for
    const probe_signals *seen = snw_exec_find(r.exec, "one")->signals;
    CHECK(seen->gain == 1);
    rig_ticks(&r, 1);
    CHECK(seen->gain == 7.5);
    CHECK(*(const double *)snw_exec_find(r.exec, "one")->derived == 15);

    // a vector changes whole: no update sees half of it
    for (int i = 1; i < 200; i++) {
        char text[128];
        (void)snprintf(text, sizeof text, "%d %d %d %d %d %d", i, i, i, i, i, i);
        CHECK(set(&r, "one/vector", text) == SNW_OK);
        rig_ticks(&r, 1);
        CHECK(seen->vector[0] == i && seen->vector[5] == i && seen->torn == 0);
    }
    rig_close(&r);
}

// spec: damore:ARC-07
static void one_element_of_a_vector_is_set_alone(void) {
    rig r;
    open_probe(&r);
    CHECK(set(&r, "one/vector", "1 2 3 4 5 6") == SNW_OK);
    rig_ticks(&r, 1);
    CHECK(set(&r, "one/vector[3]", "40") == SNW_OK);
    rig_ticks(&r, 1);
    const probe *config = snw_exec_find(r.exec, "one")->config;
    for (int i = 0; i < 6; i++)
        CHECK(config->vector[i] == (i == 3 ? 40 : i + 1));
    CHECK_TEXT(rig_get(&r, "one/vector"), "1 2 3 40 5 6");
    rig_close(&r);
}

static void a_change_is_refused_with_its_reason(void) {
    rig r;
    open_probe(&r);
    rig_ticks(&r, 1);
    CHECK(set(&r, "one/gain", "-1") == SNW_ERR_RANGE);
    CHECK(set(&r, "one/gain", "nan") < 0);
    CHECK(set(&r, "one/gain", "much") == SNW_ERR_SYNTAX);
    CHECK(set(&r, "one/gian", "1") == SNW_ERR_UNKNOWN_NAME && strstr(r.why.fix, "gain") != NULL);
    CHECK(set(&r, "won/gain", "1") == SNW_ERR_UNKNOWN_NAME);
    CHECK(set(&r, "arm/sensed/q[0]", "1") == SNW_ERR_UNKNOWN_NAME);
    CHECK(set(&r, "one/load", "3") == SNW_ERR_STATE);
    CHECK(set(&r, "one/sum", "5") == SNW_OK);
    CHECK(set(&r, "one/gain", "6") == SNW_ERR_CHECK); // a rule between fields
    CHECK(rig_number(&r, "one/gain") == 1);
    CHECK(set(&r, "one/gain", "4.5") == SNW_OK);
    rig_ticks(&r, 1);
    CHECK(((const probe *)snw_exec_find(r.exec, "one")->config)->gain == 4.5);
    rig_close(&r);
}

static void what_changes_at_standstill_waits_for_it(void) {
    rig r;
    open_probe(&r);
    CHECK(set(&r, "one/still", "1") == SNW_OK); // before the first tick nothing moves
    rig_enable(&r);
    rig_ticks(&r, 300);
    CHECK_TEXT(rig_get(&r, "loop/at_rest"), "false");
    CHECK(set(&r, "one/still", "2") == SNW_ERR_STATE);
    CHECK(set(&r, "one/gain", "2") == SNW_OK);
    CHECK(snw_exec_request(r.exec, 0, SNW_REQUEST_STOP_2) == SNW_OK);
    rig_ticks(&r, 300);
    CHECK_TEXT(rig_get(&r, "loop/at_rest"), "true");
    CHECK(set(&r, "one/still", "3") == SNW_OK);
    rig_ticks(&r, 1);
    const probe *config = snw_exec_find(r.exec, "one")->config;
    CHECK(config->still == 3 && config->gain == 2);
    rig_close(&r);
}

static void signals_are_read_as_of_the_last_tick(void) {
    rig r;
    open_probe(&r);
    char text[64];
    CHECK(snw_exec_look(r.exec) == NULL);
    CHECK(snw_exec_get(r.exec, "arm/sensed/q[0]", text, sizeof text, &r.why) == SNW_ERR_STATE);
    rig_enable(&r);
    rig_ticks(&r, 123);
    const snw_arm *arm = snw_exec_arm(r.exec, 0);
    CHECK(rig_number(&r, "arm/sensed/q[4]") == arm->sensed.q[4]);
    CHECK(rig_number(&r, "arm.sensed/q[4]") == arm->sensed.q[4]); // the same
    CHECK(rig_number(&r, "arm/command/q[4]") == arm->command.q[4]);
    CHECK_TEXT(rig_get(&r, "arm/guard/state"), "enabled");
    CHECK(rig_number(&r, "arm/drive/acts") == 135);
    CHECK(rig_number(&r, "one/updates") == 135);
    CHECK(rig_number(&r, "move/amplitude") == 0.4);
    CHECK(snw_exec_get(r.exec, "one/updats", text, sizeof text, &r.why) == SNW_ERR_UNKNOWN_NAME);
    CHECK(snw_exec_get(r.exec, "law/updates", text, sizeof text, &r.why) == SNW_ERR_UNKNOWN_NAME);
    CHECK(snw_exec_get(r.exec, "nobody/x", text, sizeof text, &r.why) == SNW_ERR_UNKNOWN_NAME);
    CHECK(snw_exec_get(r.exec, "one/vector", text, 4, &r.why) == SNW_ERR_SIZE);
    char longer[300];
    memset(longer, 'x', sizeof longer);
    longer[299] = '\0';
    CHECK(snw_exec_get(r.exec, longer, text, sizeof text, &r.why) == SNW_ERR_TOO_LARGE);

    // a picture stays what it is while the loop goes on
    const snw_roots *picture = snw_exec_look(r.exec);
    snw_place place, own;
    CHECK(snw_roots_resolve(picture, "arm/sensed/q[0]", &place, &r.why) == SNW_OK);
    CHECK(snw_roots_resolve(snw_exec_signals(r.exec), "arm/sensed/q[0]", &own, &r.why) == SNW_OK);
    CHECK(own.number == &arm->sensed.q[0] && place.number != own.number);
    const double before = snw_place_read(&place);
    CHECK(before == arm->sensed.q[0]);
    rig_ticks(&r, 50);
    CHECK(snw_place_read(&place) == before && arm->sensed.q[0] != before);
    (void)snw_exec_look(r.exec);
    CHECK(rig_number(&r, "arm/sensed/q[0]") == arm->sensed.q[0]);
    rig_close(&r);
}

static void a_loop_with_another_thread_makes_a_picture_in_every_tick(void) {
    rig r;
    rig_moving(&r);
    r.options.threaded = true;
    rig_go(&r);
    CHECK(snw_exec_look(r.exec) == NULL);
    for (int i = 1; i < 100; i++) {
        rig_ticks(&r, 1);
        const snw_loop_signals *seen = snw_exec_look(r.exec)->items[0].block;
        CHECK(seen->ticks == (uint64_t)i && snw_exec_look(r.exec)->items[0].block == seen);
    }
    // what nobody looked at is not shown later
    rig_ticks(&r, 5);
    const snw_loop_signals *seen = snw_exec_look(r.exec)->items[0].block;
    CHECK(seen->ticks == 104);
    rig_close(&r);
}

typedef struct tally {
    int count, parameters, signals, stop_after;
} tally;

static bool count_one(const char *path, const snw_place *place, const char *value, void *context) {
    tally *t = context;
    CHECK(strchr(path, '/') != NULL && value != NULL);
    t->parameters += place->role == SNW_PARAMETER;
    t->signals += place->role == SNW_SIGNAL;
    return ++t->count != t->stop_after;
}

static tally list(rig *r, const char *pattern, int stop_after) {
    tally t = {.stop_after = stop_after};
    CHECK(snw_exec_list(r->exec, pattern, count_one, &t) == t.count);
    return t;
}

static void lists_hold_parameters_and_signals(void) {
    rig r;
    open_probe(&r);
    rig_ticks(&r, 1);
    CHECK(list(&r, "one/*", 0).parameters == 10); // gain, six numbers, sum, still, load
    CHECK(list(&r, "one/*", 0).signals == 9);
    CHECK(list(&r, "arm/sensed/q*", 0).count == 6);
    CHECK(list(&r, "components/*/state", 0).count == 3);
    CHECK(list(&r, "**/gain", 0).count == 2);
    CHECK(list(&r, "nothing", 0).count == 0);
    CHECK(list(&r, "**", 5).count == 5);
    CHECK(list(&r, "**", 0).count > 100);
    rig_close(&r);
}

// spec: damore:ARC-07
static void a_thousand_visits_do_no_harm_and_rates_are_true(void) {
    rig r;
    rig_open(&r);
    (void)rig_arm(&r, "arm", 6);
    static const int divisors[] = {1, 2, 5, 20, 50};
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    for (int i = 0; i < 5; i++)
        rig_add(&r, names[i], &probe_type, "")->divisor = divisors[i];
    rig_go(&r);
    check_seed(11);
    const long visits = check_scaled(1000);
    for (long i = 0; i < visits; i++) {
        rig_ticks(&r, check_int(1, 5));
        CHECK(list(&r, "**", 0).count > 100);
        char path[32], value[32];
        (void)snprintf(path, sizeof path, "%s/vector[%d]", names[i % 5], check_int(0, 5));
        (void)snprintf(value, sizeof value, "%d", check_int(0, 9));
        CHECK(set(&r, path, value) == SNW_OK);
        CHECK_TEXT(rig_get(&r, path), value);
    }
    rig_ticks(&r, 3000);
    for (int i = 0; i < 5; i++) {
        char path[32];
        (void)snprintf(path, sizeof path, "components/%s/rate", names[i]);
        const double rate = 1000.0 / divisors[i];
        CHECK_NEAR(rig_number(&r, path), rate, 0.01 * rate);
    }
    rig_close(&r);
}

// --- lists --------------------------------------------------------------------------------------

// A component with a list beside a gain.
typedef struct item {
    char name[SNW_NAME];
    double weight;
} item;

typedef struct holder {
    double gain;
    item *list;
    int list_count;
} holder;

static const snw_field item_fields[] = {
    {SNW_AT(item, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED, .help = "Name."},
    {SNW_AT(item, weight), .kind = SNW_KIND_REAL, .when = SNW_LIVE, .help = "Weight."},
};
static const snw_type item_type = {SNW_TYPE(item, item_fields), .help = "An item."};

static const snw_field holder_fields[] = {
    {SNW_AT(holder, gain), .kind = SNW_KIND_REAL, .initial = "1", .when = SNW_LIVE,
     .help = "A gain."},
    {SNW_AT_LIST(holder, list, list_count, 8), .kind = SNW_KIND_STRUCT, .type = &item_type,
     .help = "Items."},
};

static double gain_seen, weight_seen;

static snw_status holder_update(snw_component *self, const snw_tick *tick) {
    (void)tick;
    const holder *config = self->config;
    gain_seen = config->gain;
    weight_seen = config->list_count > 0 ? config->list[0].weight : -1;
    return SNW_OK;
}

static const snw_component_functions holder_functions = {
    .head = SNW_COMPONENT_HEAD, .stage = SNW_STAGE_USER, .update = holder_update};
static const snw_type holder_type = {SNW_TYPE(holder, holder_fields), .base = "component",
                                     .functions = &holder_functions.head, .help = "Holds items."};

static bool tell_when(const char *path, const snw_place *place, const char *value, void *context) {
    snw_text *text = context;
    (void)value;
    snw_text_format(text, "%s=%d ", path, (int)place->when);
    return true;
}

// Seen: one list in the table of a component made all of its parameters fixed, and nobody was told.
static void a_list_is_fixed_at_load_and_the_rest_stays_live(void) {
    rig r;
    rig_moving(&r);
    holder *first = rig_add(&r, "one", &holder_type, "")->type.block;
    item *entry = add_to(&holder_type, first, "list", r.p.setup);
    snw_copy_text(entry->name, SNW_NAME, "a");
    entry->weight = 3;
    rig_go(&r);
    rig_enable(&r);
    rig_ticks(&r, 300); // it moves
    CHECK(set(&r, "one/gain", "7.5") == SNW_OK);
    rig_ticks(&r, 1);
    CHECK(gain_seen == 7.5 && weight_seen == 3 && first->gain == 1);

    CHECK(set(&r, "one/list[a]/weight", "4") == SNW_ERR_STATE);
    CHECK_TEXT(r.why.subject, "one/list[a]/weight");
    CHECK(strstr(r.why.text, "fixed at load") != NULL && r.why.fix[0] != '\0');
    CHECK(set(&r, "one/list[b]/weight", "4") == SNW_ERR_UNKNOWN_NAME);
    CHECK(entry->weight == 3 && rig_number(&r, "one/list[a]/weight") == 3);

    // who lists them is told when each may change
    char told[512];
    snw_text text = snw_text_over(told, sizeof told);
    CHECK(snw_exec_list(r.exec, "one/**", tell_when, &text) >= 2);
    char expected[64];
    (void)snprintf(expected, sizeof expected, "one/gain=%d", (int)SNW_LIVE);
    CHECK(strstr(told, expected) != NULL);
    (void)snprintf(expected, sizeof expected, "weight=%d", (int)SNW_AT_LOAD);
    CHECK(strstr(told, expected) != NULL);

    // as a whole: the gain changes, an equal list at another place is as good, another one is not
    holder next;
    CHECK(snw_exec_parameters(r.exec, "one", &next, &r.why) == SNW_OK);
    CHECK(next.gain == 7.5 && next.list == entry);
    item other = *entry;
    next.list = &other;
    next.gain = 8;
    CHECK(snw_exec_tune(r.exec, "one", &next, &r.why) == SNW_OK);
    other.weight = 5;
    rig_ticks(&r, 1);
    CHECK(gain_seen == 8 && weight_seen == 3);
    next.gain = 9;
    CHECK(snw_exec_tune(r.exec, "one", &next, &r.why) == SNW_ERR_STATE);
    rig_ticks(&r, 1);
    CHECK(gain_seen == 8);
    rig_close(&r);
}

int main(void) {
    RUN(a_live_change_is_there_whole_at_the_next_update);
    RUN(one_element_of_a_vector_is_set_alone);
    RUN(a_change_is_refused_with_its_reason);
    RUN(what_changes_at_standstill_waits_for_it);
    RUN(signals_are_read_as_of_the_last_tick);
    RUN(a_loop_with_another_thread_makes_a_picture_in_every_tick);
    RUN(lists_hold_parameters_and_signals);
    RUN(a_list_is_fixed_at_load_and_the_rest_stays_live);
    RUN(a_thousand_visits_do_no_harm_and_rates_are_true);
    return check_report();
}
