// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "harness.h"

#define DEGREE (3.14159265358979323846 / 180)

static harness h;

#define PID                                                                                        \
    "<component name=\"gravity\" member=\"arm\"><type><gravity/></type></component>"               \
    "<component name=\"law\" member=\"arm\"><type><pid><kp>1200 1200 800 800 60 50 12</kp>"        \
    "<kd>60 60 40 40 3 2.5 0.6</kd><ki>600 600 400 400 30 25 6</ki></pid></type></component>"
#define CARRIED                                                                                    \
    "<component name=\"guiding\" member=\"arm\"><type><guiding gravity=\"false\"><damping>3"       \
    "</damping></guiding></type>" TO_MOTION "</component>"

static void push(int axis, double effort) {
    char text[64];
    (void)snprintf(text, sizeof text, "force %d %g for 0.4", axis, effort);
    say(&h, "arm.drive", text);
}

static double farthest(const double *q) {
    double far = 0;
    for (int i = 0; i < h.arm->count; i++)
        far = fmax(far, fabs(h.arm->sensed.q[i] - q[i]));
    return far;
}

enum { TEXTS = 1 << 16 };

// every parameter of every component, as text
static bool add_parameter(const char *path, const snw_place *place, const char *value,
                          void *context) {
    char *all = context;
    if (place->field->role != SNW_PARAMETER) return true;
    const size_t used = strlen(all);
    (void)snprintf(all + used, TEXTS - used, "%s=%s\n", path, value);
    return true;
}

static void list_parameters(char *all) {
    all[0] = '\0';
    CHECK(snw_exec_list(h.exec, "**", add_parameter, all) > 0);
    CHECK(strstr(all, "law/kp[0]=") != NULL && strlen(all) < TEXTS - 1);
}

// Led away and let go, the arm stays where it was left; a second later too. At the end its laws
// hold it there, with the parameters that they had.
// spec: rccl:TCH-03
static void an_arm_that_is_led_stays_where_it_is_left_and_keeps_its_parameters(void) {
    static const char *const cells[] = {HEAD GUIDING LAW TAIL, HEAD CARRIED PID TAIL};
    static char before[TEXTS], after[TEXTS];
    for (int c = 0; c < 2; c++) {
        open_ready(&h, cells[c]);
        double from[SNW_AXES], left[SNW_AXES];
        memcpy(from, h.arm->sensed.q, sizeof from);
        list_parameters(before);
        say(&h, "guiding", "guide on");
        CHECK(wait_for(&h, "guiding/on", "true", 2));
        run_ticks(&h, 2000);
        CHECK(farthest(from) < 0.1 * DEGREE);
        push(0, 2);
        push(3, 1.5);
        push(1, -1.5);
        run_ticks(&h, 4000);
        memcpy(left, h.arm->sensed.q, sizeof left);
        CHECK(farthest(from) > 5 * DEGREE);
        run_ticks(&h, 3000);
        CHECK(farthest(left) < 0.1 * DEGREE);
        memcpy(left, h.arm->sensed.q, sizeof left);
        say(&h, "guiding", "guide off");
        // at no time, on the way to the end and afterwards, does it leave that place
        for (int i = 0; i < 5000; i++) {
            snw_exec_tick(h.exec);
            CHECK(farthest(left) < 0.1 * DEGREE);
        }
        CHECK_TEXT(shown(&h, "guiding/on"), "false");
        list_parameters(after);
        CHECK_TEXT(after, before);
        // and moves begin from there
        say(&h, "motion", "move " PANDA_AT);
        run_ticks(&h, 500);
        CHECK(farthest(from) < 0.1 * DEGREE);
        guard_was_quiet(&h);
        close_cell(&h);
    }
}

static void an_arm_whose_drives_follow_positions_is_not_led(void) {
    open_ready(&h, HEAD GUIDING FOLLOW TAIL);
    refused(&h, "guiding", "guide on", SNW_ERR_UNSUPPORTED);
    CHECK(strstr(h.why.text, "efforts") != NULL && h.why.fix[0] != '\0');
    CHECK_TEXT(shown(&h, "guiding/on"), "false");
    refused(&h, "guiding", "guide", SNW_ERR_UNKNOWN_NAME);
    close_cell(&h);
}

static void an_arm_that_moves_or_has_no_power_is_not_led(void) {
    open_ready(&h, HEAD POINTS GUIDING LAW TAIL);
    say(&h, "points", "put a 1 -0.7 0 -2.3 0 1.5 0.7");
    say(&h, "points", "go a");
    run_ticks(&h, 50);
    refused(&h, "guiding", "guide on", SNW_ERR_STATE);
    CHECK(wait_for(&h, "points/state", "idle", 20000));
    say(&h, "motion", "put move " PANDA_AT);
    run_ticks(&h, 50);
    refused(&h, "guiding", "guide on", SNW_ERR_STATE);
    run_ticks(&h, 3000);
    say(&h, "guiding", "guide on");
    run_ticks(&h, 10);
    refused(&h, "points", "go a", SNW_ERR_STATE);
    CHECK(snw_exec_request(h.exec, 0, SNW_REQUEST_STOP_1) == SNW_OK);
    CHECK(wait_for(&h, "guiding/on", "false", 1000));
    refused(&h, "guiding", "guide on", SNW_ERR_STATE);
    run_ticks(&h, 1000);
    enable(&h);
    run_ticks(&h, 1000);
    CHECK_TEXT(shown(&h, "guiding/on"), "false");
    say(&h, "points", "go a");
    CHECK(wait_for(&h, "points/state", "idle", 20000));
    close_cell(&h);
}

static void two_terms_that_carry_the_arm_are_refused(void) {
    CHECK(open_cell(&h, "bad.cell.xml", HEAD GUIDING PID TAIL) == SNW_ERR_ARGUMENT);
    bool told = false;
    for (int i = 0; i < h.diags.count; i++)
        told |= strcmp(h.reasons[i].subject, "gravity") == 0 && h.reasons[i].fix[0] != '\0';
    CHECK(told);
    close_cell(&h);
}

static void the_wam_is_without_weight_from_the_beginning(void) {
    CHECK(!snw_failed(open_cell(&h, SNW_SOURCE_DIR "/cells/wam.cell.xml", NULL)));
    enable(&h);
    CHECK(wait_for(&h, "guiding/on", "true", 10));
    double from[SNW_AXES];
    memcpy(from, h.arm->sensed.q, sizeof from);
    run_ticks(&h, 2500);
    CHECK(farthest(from) < 0.1 * DEGREE);
    push(1, 4);
    run_ticks(&h, 2500);
    CHECK(farthest(from) > 5 * DEGREE);
    guard_was_quiet(&h);
    close_cell(&h);
}

// --- who writes the target ----------------------------------------------------------------------

// Stands at the end of the task stage, and again behind the laws: between them nobody may change
// what the arm shall do. Laws before guiding in the file would otherwise see another target than
// those behind it.
typedef struct watcher {
    int unused;
} watcher;

static struct {
    snw_arm_target target;
    int taken, changed, efforts;
} watched;

static snw_status watch_target(snw_component *self, const snw_tick *tick) {
    (void)tick;
    const snw_arm_target *now = &self->arm->target;
    if (strcmp(self->name, "first") == 0) {
        watched.target = *now;
        watched.taken++;
        watched.efforts += now->mode == SNW_AXIS_EFFORT;
        return SNW_OK;
    }
    const size_t bytes = (size_t)self->arm->count * sizeof(double);
    const bool same = watched.target.mode == now->mode &&
                      memcmp(watched.target.q, now->q, bytes) == 0 &&
                      memcmp(watched.target.v, now->v, bytes) == 0 &&
                      memcmp(watched.target.a, now->a, bytes) == 0 &&
                      memcmp(watched.target.effort, now->effort, bytes) == 0;
    watched.changed += !same;
    return SNW_OK;
}

static const snw_field watcher_fields[] = {
    {SNW_AT(watcher, unused), .kind = SNW_KIND_INT, .help = "Nothing."}};
static const snw_component_functions watcher_functions = {
    .head = SNW_COMPONENT_HEAD, .stage = SNW_STAGE_USER, .needs_arm = true, .update = watch_target};
static const snw_type watcher_type = {SNW_TYPE(watcher, watcher_fields), .base = "component",
                                      .functions = &watcher_functions.head,
                                      .help = "Looks whether the target stays."};

#define WATCHER(name, stage)                                                                       \
    "<component name=\"" name "\" member=\"arm\" " stage "><type><watcher/></type></component>"

// Seen: guiding wrote the target from the servo stage, so what recorders and laws took for the wish
// of the tick depended on the order of the file.
static void the_target_is_written_before_the_laws_only(void) {
    harness_type = &watcher_type;
    watched.taken = watched.changed = watched.efforts = 0;
    open_ready(&h, HEAD WATCHER("first", "stage=\"task\"") GUIDING LAW WATCHER("last", "") TAIL);
    say(&h, "guiding", "guide on");
    run_ticks(&h, 100);
    CHECK(watched.efforts >= 100);
    push(1, 4);
    run_ticks(&h, 5000);
    say(&h, "guiding", "guide off");
    run_ticks(&h, 200);
    CHECK(watched.target.mode == SNW_AXIS_POSITION);
    CHECK(watched.taken > 800 && watched.changed == 0);
    guard_was_quiet(&h);
    close_cell(&h);
    harness_type = NULL;
}

int main(void) {
    RUN(an_arm_that_is_led_stays_where_it_is_left_and_keeps_its_parameters);
    RUN(an_arm_whose_drives_follow_positions_is_not_led);
    RUN(an_arm_that_moves_or_has_no_power_is_not_led);
    RUN(two_terms_that_carry_the_arm_are_refused);
    RUN(the_wam_is_without_weight_from_the_beginning);
    RUN(the_target_is_written_before_the_laws_only);
    return check_report();
}
