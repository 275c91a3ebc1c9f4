// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "inside.h"
#include "points_internal.h"

// Commands of points: tables and texts; questions are answered from the list that is published.

typedef struct point_answer {
    char name[SNW_NAME];
    double pose[7];
    double q[SNW_AXES];
    int q_count;
} point_answer;

// --- questions ----------------------------------------------------------------------------------

static snw_status count_points(const void *self, const void *signals, const void *arguments,
                               void *answer, snw_why *why) {
    (void)self, (void)arguments, (void)why;
    ((snw__count_answer *)answer)->count = ((const snw__points_signals *)signals)->count;
    return SNW_OK;
}

static snw_status tell_point(const void *self, const void *signals, const void *arguments,
                             void *answer, snw_why *why) {
    const snw_component *component = self;
    snw__points *p = component->work;
    point_answer *told = answer;
    const int index = ((const snw__index_order *)arguments)->index;
    if (index < 0 || index >= ((const snw__points_signals *)signals)->count) {
        return snw_refuse_rule(why, SNW_ERR_RANGE, "teach", component->name,
                               "there is no such point",
                               "give a number from 0, less than the count");
    }
    snw_point point;
    snw_pose pose;
    snw_status status =
        snw_published_read(&p->shown, (size_t)index * sizeof point, &point, sizeof point);
    if (!snw_failed(status)) status = snw__tool_pose(&p->asked, component->arm, point.q, &pose);
    if (snw_failed(status)) {
        return snw_refuse_rule(why, status, "teach", component->name,
                               "the point cannot be returned", "try again");
    }
    snw_copy_text(told->name, SNW_NAME, point.name);
    told->q_count = component->arm->count;
    memcpy(told->q, point.q, sizeof told->q);
    snw__pose_numbers(pose, told->pose);
    return SNW_OK;
}

// the loop may narrow the limits at this moment
static bool is_within(const snw_arm *arm, const double *q) {
    for (int i = 0; i < arm->count; i++) {
        double lower, upper;
        __atomic_load(&arm->limits.lower[i], &lower, __ATOMIC_RELAXED);
        __atomic_load(&arm->limits.upper[i], &upper, __ATOMIC_RELAXED);
        if (!(q[i] >= lower && q[i] <= upper)) return false;
    }
    return true;
}

// The joints of a point that is moved in a picture: found from those that it has, so that the arm
// keeps its posture. A pose that only another posture reaches is refused: the way there is long.
static snw_status search_joints(const snw_component *self, const snw_point *from, snw_pose goal,
                                double q[SNW_AXES], snw_why *why) {
    snw__points *p = self->work;
    const snw_arm *arm = self->arm;
    const double far = 1e-4; // [m, rad] of what the axes alone make of the answer
    snw_ik_options options = snw_ik_options_default();
    options.starts = 1;
    options.iterations = 200;
    options.posture = p->q0;
    options.posture_gain = 0.1;
    memcpy(p->q0, p->asked.q, (size_t)arm->model->nq * sizeof *p->q0);
    snw_arm_to_q(arm, from->q, p->q0);
    const snw_ik_target target = snw_ik_target_pose(goal);
    snw_ik_result result;
    snw_ik_solve(&p->ik, &target, &options, p->q0, p->found, &result);
    if (result.status != SNW_IK_OK) {
        return snw_refuse_rule(why, SNW_ERR_LIMIT, "teach", from->name,
                               "the tool cannot be brought there from this posture",
                               "move the point less, or jog the arm there and replace the point");
    }
    for (int i = 0; i < arm->count; i++)
        q[i] = p->found[arm->q_index[i]];
    if (!is_within(arm, q)) {
        return snw_refuse_rule(why, SNW_ERR_LIMIT, "teach", from->name,
                               "a joint would be beyond its limit there", "move the point less");
    }
    snw_pose made;
    const snw_status status = snw__tool_pose(&p->asked, arm, q, &made);
    if (snw_failed(status)) return status;
    if (snw_vec3_distance(made.p, goal.p) < far && snw_mat3_near(made.R, goal.R, far)) {
        return SNW_OK;
    }
    return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "teach", from->name,
                           "coupled joints cannot be searched for", "jog the arm there");
}

static snw_status search_point(const void *self, const void *signals, const void *arguments,
                               void *answer, snw_why *why) {
    const snw_component *component = self;
    snw__points *p = component->work;
    const snw__pose_order *order = arguments;
    point_answer *told = answer;
    const int count = ((const snw__points_signals *)signals)->count;
    snw_point point = {0};
    snw_pose goal;
    snw_status status = SNW_ERR_UNKNOWN_NAME;
    for (int i = 0; i < count && strcmp(point.name, order->name) != 0; i++) {
        status = snw_published_read(&p->shown, (size_t)i * sizeof point, &point, sizeof point);
        if (snw_failed(status)) return status;
    }
    if (snw_failed(status) || strcmp(point.name, order->name) != 0) {
        return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "teach", order->name,
                               "there is no point of that name", "store it first");
    }
    if (snw_failed(snw__pose_of_numbers(order->pose, &goal)) || !p->can_search) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "teach", order->name,
                               p->can_search ? "this is not a pose" : "no joint moves the tool",
                               "reach NAME X Y Z QX QY QZ QW");
    }
    status = search_joints(component, &point, goal, told->q, why);
    if (snw_failed(status)) return status;
    snw_copy_text(told->name, SNW_NAME, point.name);
    told->q_count = component->arm->count;
    snw__pose_numbers(goal, told->pose);
    return SNW_OK;
}

static void write_point(const void *answer, char *text) {
    const point_answer *told = answer;
    snw__line line = snw__line_over(text, SNW_COMMAND_TEXT);
    snw__line_word(&line, told->name);
    snw__line_reals(&line, told->q, told->q_count);
    snw__line_word(&line, "|");
    snw__line_reals(&line, told->pose, 7);
}

// --- texts --------------------------------------------------------------------------------------

static snw_status refuse_name(const snw_component *self, snw_why *why) {
    return snw_refuse_rule(why, SNW_ERR_SYNTAX, "teach", self->name,
                           "this is not a name of a point",
                           "use letters, digits, '_', '.' and '-'; not all, joint, line, times");
}

static snw_status take_name(const snw_component *self, snw_words *words, char name[SNW_NAME],
                            snw_why *why) {
    snw_word word;
    const bool given = snw_words_next(words, &word) && snw_word_copy(word, name, SNW_NAME);
    return given && snw__point_name_is_good(name) ? SNW_OK : refuse_name(self, why);
}

static snw_status read_put(const void *self, const char *text, void *arguments, snw_why *why) {
    const snw_component *component = self;
    snw_point *order = arguments;
    snw_words words = snw_words_over(text);
    const snw_status status = take_name(component, &words, order->name, why);
    if (snw_failed(status)) return status;
    order->q_count = snw_words_reals(&words, order->q, SNW_AXES);
    if (order->q_count == component->arm->count) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_SIZE, "teach", order->name,
                           "a point needs one number for each axis", "put NAME Q1 Q2 ...");
}

static void print_put(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw_point *order = arguments;
    snw__line line = snw__line_over(out, SNW_COMMAND_TEXT);
    snw__line_word(&line, order->name);
    snw__line_reals(&line, order->q, order->q_count);
}

static snw_status read_reach(const void *self, const char *text, void *arguments, snw_why *why) {
    snw__pose_order *order = arguments;
    snw_words words = snw_words_over(text);
    const snw_status status = take_name(self, &words, order->name, why);
    if (snw_failed(status)) return status;
    if (snw_words_reals(&words, order->pose, 7) == 7) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_SYNTAX, "teach", order->name, "this is not a pose",
                           "reach NAME X Y Z QX QY QZ QW");
}

static void print_reach(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__pose_order *order = arguments;
    snw__line line = snw__line_over(out, SNW_COMMAND_TEXT);
    snw__line_word(&line, order->name);
    snw__line_reals(&line, order->pose, 7);
}

static snw_status read_order(const void *self, const char *text, void *arguments, snw_why *why) {
    snw__place_order *order = arguments;
    snw_words words = snw_words_over(text);
    const snw_status status = take_name(self, &words, order->name, why);
    if (!snw_failed(status)) order->index = snw__words_index(&words);
    return status;
}

static void print_order(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__place_order *order = arguments;
    snw__line line = snw__line_over(out, SNW_COMMAND_TEXT);
    snw__line_word(&line, order->name);
    snw__line_int(&line, order->index);
}

// "NAME [joint|line] [SPEED]": SPEED is a part of the usual one
static snw_status read_go(const void *self, const char *text, void *arguments, snw_why *why) {
    const snw_component *component = self;
    snw__go_order *order = arguments;
    snw_words words = snw_words_over(text);
    const snw_status status = take_name(component, &words, order->name, why);
    if (snw_failed(status)) return status;
    order->line = snw_words_take(&words, "line");
    if (!order->line) (void)snw_words_take(&words, "joint");
    const int numbers = snw_words_reals(&words, &order->speed, 1);
    if (numbers >= 0 && (numbers == 0 || (order->speed > 0 && order->speed <= 2))) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_RANGE, "teach", component->name, "this is not a speed",
                           "go NAME [joint|line] [SPEED], SPEED above 0 and up to 2");
}

static void print_go(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__go_order *order = arguments;
    snw__line line = snw__line_over(out, SNW_COMMAND_TEXT);
    snw__line_word(&line, order->name);
    if (order->line) snw__line_word(&line, "line");
    if (!isinf(order->speed)) snw__line_reals(&line, &order->speed, 1);
}

// "all|NAME NAME ... [times N]"
static snw_status read_cycle(const void *self, const char *text, void *arguments, snw_why *why) {
    const snw_component *component = self;
    snw__cycle_order *order = arguments;
    snw_words words = snw_words_over(text);
    order->all = snw_words_take(&words, "all");
    while (!snw_words_take(&words, "times")) {
        if (snw_words_end(&words)) return SNW_OK;
        if (order->count == SNW__CYCLE_NAMES) {
            return snw_refuse_rule(why, SNW_ERR_FULL, "teach", component->name,
                                   "the cycle is too long", "name fewer points");
        }
        const snw_status status = take_name(component, &words, order->names[order->count], why);
        if (snw_failed(status)) return status;
        order->count++;
    }
    const int times = snw__words_index(&words);
    order->times = times;
    if (times >= 1) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_RANGE, "teach", component->name,
                           "this is not a number of cycles", "cycle all|NAME NAME ... [times N]");
}

static void print_cycle(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__cycle_order *order = arguments;
    snw__line line = snw__line_over(out, SNW_COMMAND_TEXT);
    if (order->all) snw__line_word(&line, "all");
    for (int i = 0; i < order->count; i++)
        snw__line_word(&line, order->names[i]);
    if (order->times == 0) return;
    snw__line_word(&line, "times");
    snw__line_int(&line, order->times);
}

// --- tables -------------------------------------------------------------------------------------

#define TYPE(token, structure, table, text)                                                        \
    { SNW_TYPE_AS(token, structure, table), .space = &snw_space_cell, .help = (text) }
#define NAME(structure, member, text)                                                              \
    { SNW_AT(structure, member), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED, .help = (text) }

static const snw_choice ways[] = {{"joint", 0, "Move all joints together."},
                                  {"line", 1, "Move the tool on a straight line."}};
static const snw_field put_fields[] = {
    NAME(snw_point, name, "Name of the point."),
    {SNW_AT_COUNTED(snw_point, q, q_count), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6},
     .flags = SNW_REQUIRED, .help = "Joint positions, one number for each axis [rad or m]."}};
static const snw_field reach_fields[] = {
    NAME(snw__pose_order, name, "Name of the point whose joints the search begins with."),
    {SNW_AT_ARRAY(snw__pose_order, pose), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6},
     .flags = SNW_REQUIRED,
     .help = "Pose of the tool in the world: x y z [m] and quaternion x y z w."}};
static const snw_field rename_fields[] = {NAME(snw__rename_order, old, "Current name."),
                                          NAME(snw__rename_order, name, "New name.")};
static const snw_field order_fields[] = {NAME(snw__place_order, name, "Name of the point."),
                                         {SNW_AT(snw__place_order, index), .kind = SNW_KIND_INT,
                                          .range = {-1, 1e9}, .flags = SNW_REQUIRED,
                                          .help = "New index in the list, from 0."}};
static const snw_field go_fields[] = {
    NAME(snw__go_order, name, "Name of the point."),
    {SNW_AT(snw__go_order, line), .kind = SNW_KIND_ENUM, SNW_CHOICES(ways),
     .help = "Kind of move."},
    {SNW_AT(snw__go_order, speed), .kind = SNW_KIND_REAL, .range = {0, 1e6}, .initial = "INF",
     .flags = SNW_INFINITE,
     .help = "Fraction of the usual speed, above 0 to 2; unchanged if omitted."}};
static const snw_field cycle_fields[] = {
    {SNW_AT(snw__cycle_order, all), .kind = SNW_KIND_BOOL,
     .help = "Cycle through all points in their order."},
    {SNW_AT_COUNTED(snw__cycle_order, names, count), .kind = SNW_KIND_STRING,
     .help = "Points in the order of the cycle."},
    {SNW_AT(snw__cycle_order, times), .kind = SNW_KIND_INT, .range = {0, 1e9},
     .help = "Number of cycles; 0 means until stopped."}};
static const snw_field point_fields[] = {
    {SNW_AT(point_answer, name), .kind = SNW_KIND_STRING, .help = "Name of the point."},
    {SNW_AT_ARRAY(point_answer, pose), .kind = SNW_KIND_REAL,
     .help = "Pose of the tool there: x y z [m] and quaternion x y z w."},
    {SNW_AT_COUNTED(point_answer, q, q_count), .kind = SNW_KIND_REAL,
     .help = "Joint positions [rad or m]."}};
static const snw_type put_type =
    TYPE("points_put", snw_point, put_fields, "Name and joint positions of a point.");
static const snw_type reach_type =
    TYPE("points_reach", snw__pose_order, reach_fields, "A point and a pose of the tool.");
static const snw_type rename_type =
    TYPE("points_rename", snw__rename_order, rename_fields, "Old and new name of a point.");
static const snw_type order_type =
    TYPE("points_order", snw__place_order, order_fields, "New index of a point.");
static const snw_type go_type = TYPE("points_go", snw__go_order, go_fields, "Goal of a move.");
static const snw_type cycle_type =
    TYPE("points_cycle", snw__cycle_order, cycle_fields, "Points of a cycle.");
static const snw_type point_type =
    TYPE("points_point", point_answer, point_fields, "A taught point.");

#define NAMED(its_word, its_act, text)                                                             \
    {                                                                                              \
        .word = (its_word), .kind = SNW_COMMAND_SET, .arguments = &snw__name_type,                 \
        .act = (its_act), .help = (text)                                                           \
    }
#define PLAIN(its_word, its_kind, its_act, text)                                                   \
    { .word = (its_word), .kind = (its_kind), .act = (its_act), .help = (text) }
#define WRITTEN(its_word, its_kind, name, its_act, its_usage, text)                                \
    {                                                                                              \
        .word = (its_word), .kind = (its_kind), .arguments = &name##_type, .act = (its_act),       \
        .help = (text), .usage = (its_usage), .read = read_##name, .print = print_##name           \
    }

const snw_command snw__points_commands[SNW__POINTS_COMMANDS] = {
    NAMED("store", snw__points_store, "Store the position of the arm as a new point."),
    NAMED("replace", snw__points_replace, "Replace a point by the position of the arm."),
    WRITTEN("put", SNW_COMMAND_SET, put, snw__points_put, "NAME Q1 Q2 ...",
            "Store a point that is given by numbers."),
    NAMED("remove", snw__points_remove, "Remove a point."),
    {.word = "rename",
     .kind = SNW_COMMAND_SET,
     .arguments = &rename_type,
     .act = snw__points_rename,
     .help = "Rename a point.",
     .usage = "OLD NEW"},
    WRITTEN("order", SNW_COMMAND_SET, order, snw__points_order, "NAME INDEX",
            "Move a point to another index in the list."),
    PLAIN("clear", SNW_COMMAND_SET, snw__points_clear, "Remove all points."),
    {.word = "point",
     .kind = SNW_COMMAND_ASK,
     .arguments = &snw__index_type,
     .answer = &point_type,
     .ask = tell_point,
     .help = "Return a point: name, joints, and the pose of the tool there, in the world.",
     .usage = "INDEX",
     .read = snw__read_index,
     .print = snw__print_index,
     .write = write_point},
    {.word = "reach",
     .kind = SNW_COMMAND_ASK,
     .arguments = &reach_type,
     .answer = &point_type,
     .ask = search_point,
     .help =
         "Return the joints that bring the tool to a pose in the world, near to those of a point.",
     .usage = "NAME X Y Z QX QY QZ QW",
     .read = read_reach,
     .print = print_reach,
     .write = write_point},
    {.word = "count",
     .kind = SNW_COMMAND_ASK,
     .answer = &snw__count_type,
     .ask = count_points,
     .help = "Return the number of points."},
    WRITTEN("go", SNW_COMMAND_MOVE, go, snw__points_go, "NAME [joint|line] [SPEED]",
            "Move to a point; SPEED is a fraction of the usual speed."),
    WRITTEN("cycle", SNW_COMMAND_MOVE, cycle, snw__points_cycle, "all|NAME NAME ... [times N]",
            "Cycle through points."),
    PLAIN("stop", SNW_COMMAND_END, snw__points_stop, "Stop what is in progress."),
    PLAIN("pause", SNW_COMMAND_END, snw__points_pause, "Pause the motion."),
    PLAIN("resume", SNW_COMMAND_MOVE, snw__points_resume, "Continue the motion."),
};
