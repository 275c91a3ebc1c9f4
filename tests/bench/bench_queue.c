// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// What the queue of moves costs on the Microbo (Kossman 1986): asking for the twelve motions of
// three rounds of the window washer, one tick in both modes, and what makes a Cartesian path ready
// before it begins: a line like any other, one past a singular place, and the same within a
// tolerance. The worst tick of a whole program is in a note, and so are the worst of the ticks over
// which the loop spreads such a preparation, and how many they are.
#include "sinew/queue.h"

#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "sinew/model.h"

typedef struct washer {
    snw_setup *setup;
    snw_model model;
    snw_arm arm;
    snw_queue queue;
    snw_frame frames[4];
    snw_equation corners[4];
    snw_sample sample;
    snw_arm_target target;
} washer;

static const double park[6] = {0, 0.2, 0.3, -1.2, -4, 0};

static void need(int condition, const char *what) {
    if (condition) return;
    (void)fprintf(stderr, "bench_queue: %s\n", what);
    exit(1);
}

static void *block_of(size_t size) {
    void *block = aligned_alloc(64, (size + 63) / 64 * 64);
    need(block != NULL, "memory");
    return block;
}

static void load_arm(washer *w) {
    static const double rows[6][4] = {{0, 0, 0, 0},          {0, SNW_PI / 2, 0, SNW_PI / 2},
                                      {0, 0, 0, 0},          {0, SNW_PI / 2, 0, 0},
                                      {0, SNW_PI / 2, 0, 0}, {0, 0, 0, 0}};
    static const double low[6] = {-2.6, 0.1, 0.2, -2.5, -4.7126, -3.4};
    static const double high[6] = {2.6, 0.35, 0.4, 2.1, -1.5706, 3.4};
    static const double speed[6] = {2, 0.2, 0.2, 3, 3, 3}, push[6] = {10, 1, 1, 20, 20, 20};
    snw_dh_joint joints[6];
    for (int i = 0; i < 6; i++) {
        joints[i] =
            (snw_dh_joint){.row = {rows[i][0], rows[i][1], rows[i][2], rows[i][3]},
                           .kind = i == 1 || i == 2 ? SNW_JOINT_PRISMATIC : SNW_JOINT_REVOLUTE,
                           .lower = low[i],
                           .upper = high[i]};
    }
    const snw_dh_table table = {.name = "microbo",
                                .convention = SNW_DH_STANDARD,
                                .joints = joints,
                                .joint_count = 6,
                                .base = snw_pose_identity(),
                                .tool = snw_pose_identity()};
    w->setup = snw_setup_create((size_t)1 << 24);
    snw_robot *robot = NULL;
    need(snw_robot_from_dh(&table, w->setup, &robot, NULL) == SNW_OK, "table");
    for (int i = 0; i < 6; i++) {
        robot->joints[i].limits.velocity = speed[i];
        robot->joints[i].limits.acceleration = push[i];
    }
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(&w->model, robot, &arena, NULL));
    arena = snw_arena_over(block_of(arena.needed), arena.needed);
    need(snw_model_compile(&w->model, robot, &arena, NULL) == SNW_OK, "model");
    need(snw_arm_init(&w->arm, &w->model, robot, NULL) == SNW_OK, "arm");
}

static void open_washer(washer *w) {
    load_arm(w);
    const snw_queue_config config =
        snw_queue_config_defaults(-1, snw_model_find_frame(&w->model, "tool"));
    snw_arena arena = {0};
    SNW_IGNORE(snw_queue_init(&w->queue, &w->arm, &config, park, &arena));
    arena = snw_arena_over(block_of(arena.needed), arena.needed);
    need(snw_queue_init(&w->queue, &w->arm, &config, park, &arena) == SNW_OK, "queue");
    const snw_vec3 x = {1, 0, 0};
    for (int i = 0; i < 4; i++) {
        snw_pose T;
        need(snw_rotation_about(x, SNW_PI, &T.R) == SNW_OK, "rotation");
        T.p = snw_vec3_of(0.325, i % 3 ? -0.15 : 0.15, i < 2 ? 0.3 : 0.25);
        need(snw_frame_const(&w->frames[i], "corner", T, NULL) == SNW_OK, "frame");
        need(SNW_POSITION(&w->corners[i], NULL, "corner", &snw_t6, &snw_eq, &w->frames[i], &snw_tl,
                          &snw_t6) == SNW_OK,
             "equation");
    }
}

static double tick(washer *w, double dt) {
    w->sample.number++;
    w->sample.dt = dt;
    need(snw_queue_step(&w->queue, &w->sample, &w->target) == SNW_OK, "step");
    return w->target.q[0];
}

static void ask(washer *w, int corner, snw_move_mode mode, double speed) {
    snw_move move = snw_move_defaults();
    move.equation = &w->corners[corner % 4];
    move.mode = mode;
    move.speed = speed;
    move.blend = mode == SNW_MOVE_CARTESIAN ? SNW_MOVE_BLEND_RADIUS : SNW_MOVE_STOP;
    move.blend_size = 0.01;
    need(snw_queue_move(&w->queue, &move, NULL, NULL) == SNW_OK, "move");
}

static void drain(washer *w) {
    snw_move_event event;
    while (snw_queue_event(&w->queue, &event) == SNW_OK) {
        need(event.code == 0, "a motion was refused");
    }
}

static void finish(washer *w) {
    do {
        (void)tick(w, 0.01);
    } while (snw_queue_progress(&w->queue).ended != w->queue.last_id);
    drain(w);
}

// twelve requests; the queue is emptied outside of the time taken
static double ask_twelve(void *context, long calls) {
    washer *w = context;
    for (long i = 0; i < calls; i++) {
        for (int k = 0; k < 12; k++) {
            ask(w, k + 1, SNW_MOVE_CARTESIAN, 0.1);
        }
    }
    return (double)w->queue.last_id;
}

static void time_twelve(washer *w) {
    double best = 1e9, median[64];
    for (int i = 0; i < 64; i++) {
        const int64_t t0 = bench_now_ns();
        (void)ask_twelve(w, 1);
        median[i] = (double)(bench_now_ns() - t0);
        best = median[i] < best ? median[i] : best;
        need(snw_queue_cancel(&w->queue) == SNW_OK, "cancel");
        do {
            (void)tick(w, 0.01);
        } while (snw_queue_progress(&w->queue).ended != w->queue.last_id);
        snw_move_event event;
        while (snw_queue_event(&w->queue, &event) == SNW_OK) {
        }
    }
    double worst = 0;
    for (int i = 1; i < 64; i++) {
        worst = median[i] > worst ? median[i] : worst;
    }
    char note[64];
    (void)snprintf(note, sizeof note, "worst_ns=%.0f", worst);
    bench_row("ask/12", best, NULL, 0, note);
    need(best < 1e6, "twelve requests take a millisecond");
}

static double ticks(void *context, long calls) {
    washer *w = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += tick(w, 1e-7);
    }
    return sum;
}

// A whole program at 1 kHz: the mean tick and the slowest. A tick does the same in every run, so
// the least of its times is its own and the rest is the machine's.
static void time_program(washer *w) {
    enum { RUNS = 7, MOST = 40000 };
    static double least[MOST];
    long count = 0;
    for (int run = 0; run < RUNS; run++) {
        for (int k = 0; k < 12; k++) {
            ask(w, k + 1, SNW_MOVE_CARTESIAN, 0.1);
        }
        count = 0;
        do {
            const int64_t t0 = bench_now_ns();
            (void)tick(w, 0.001);
            const double t = (double)(bench_now_ns() - t0);
            need(count < MOST, "too many ticks");
            if (run == 0 || t < least[count]) least[count] = t;
            count++;
        } while (snw_queue_progress(&w->queue).ended != w->queue.last_id);
        drain(w);
    }
    double sum = 0, worst = 0;
    for (long i = 0; i < count; i++) {
        sum += least[i];
        worst = least[i] > worst ? least[i] : worst;
    }
    char note[64];
    (void)snprintf(note, sizeof note, "worst_ns=%.0f", worst);
    bench_row("washer/tick", sum / (double)count, NULL, 0, note);
}

static double check_path(void *context, long calls) {
    washer *w = context;
    snw_move move = snw_move_defaults();
    move.equation = &w->corners[1];
    move.mode = SNW_MOVE_CARTESIAN;
    move.speed = 0.1;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        snw_move_report report;
        need(snw_queue_check(&w->queue, &move, w->target.q, &report, NULL) == SNW_OK, "path");
        sum += report.duration;
    }
    return sum;
}

/// A line past the place where the axes of joints 4 and 6 fall together.
typedef struct passage {
    washer *w;
    double q[6];
    snw_move move;
} passage;

static void open_passage(passage *p, washer *w, double tolerance) {
    static const double from[6] = {0.1, 0.2, 0.3, -1.0, -3.45, 0.2};
    static const double to[6] = {0.2, 0.22, 0.32, 0.9, -3.3, -1.2};
    p->w = w;
    p->move = snw_move_defaults();
    p->move.mode = SNW_MOVE_CARTESIAN;
    p->move.tolerance = tolerance;
    p->move.tolerance_rad = 4 * tolerance;
    for (int i = 0; i < 6; i++) {
        p->q[i] = from[i];
        p->move.joints[i] = to[i];
    }
}

static double check_passage(void *context, long calls) {
    passage *p = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        snw_move_report report;
        need(snw_queue_check(&p->w->queue, &p->move, p->q, &report, NULL) == SNW_OK, "passage");
        need(report.stretched || report.deviation > 0, "nothing holds the passage back");
        sum += report.duration;
    }
    return sum;
}

// ticks of the loop until the line begins, from rest; each costs the least of all runs
static void time_start(const char *name, passage *p) {
    enum { RUNS = 9, MOST = 200 };
    double least[MOST];
    washer *w = p->w;
    long count = 0;
    for (int run = 0; run < RUNS; run++) {
        need(snw_queue_place(&w->queue, p->q) == SNW_OK, "place");
        need(snw_queue_move(&w->queue, &p->move, NULL, NULL) == SNW_OK, "move");
        count = 0;
        do {
            const int64_t t0 = bench_now_ns();
            (void)tick(w, 0.001);
            const double t = (double)(bench_now_ns() - t0);
            need(count < MOST, "it does not begin");
            if (run == 0 || t < least[count]) least[count] = t;
            count++;
        } while (!snw_queue_progress(&w->queue).moving);
        drain(w);
        need(snw_queue_cancel(&w->queue) == SNW_OK, "cancel");
        while (snw_queue_progress(&w->queue).ended != w->queue.last_id)
            (void)tick(w, 0.01);
        snw_move_event event;
        while (snw_queue_event(&w->queue, &event) == SNW_OK) {
        }
    }
    double sum = 0, worst = 0;
    for (long i = 0; i < count; i++) {
        sum += least[i];
        worst = least[i] > worst ? least[i] : worst;
    }
    char note[64];
    (void)snprintf(note, sizeof note, "worst_ns=%.0f ticks=%ld", worst, count);
    bench_row(name, sum / (double)count, NULL, 0, note);
}

// a path of a hundred thousand records of six joints, from its file
static void time_load(void) {
    const char *file = "bench_queue_path.xml";
    const snw_path_config config = {.scalars = 6, .capacity = 100000};
    snw_path path;
    snw_arena arena = {0};
    SNW_IGNORE(snw_path_init(&path, &config, &arena));
    const size_t size = arena.needed;
    arena = snw_arena_over(block_of(size), size);
    need(snw_path_init(&path, &config, &arena) == SNW_OK, "path");
    for (int i = 0; i < config.capacity; i++) {
        double q[6];
        for (int k = 0; k < 6; k++) {
            q[k] = (double)((i * 7919 + k * 104729) % 1000003) / 333333.7;
        }
        need(snw_path_add(&path, i, q, NULL) == SNW_OK, "record");
    }
    need(snw_path_save(file, &path, NULL) == SNW_OK, "save");
    snw_diags diags = {0};
    arena = snw_arena_over(block_of(size), size);
    const int64_t t0 = bench_now_ns();
    need(snw_path_load(file, false, &path, &arena, &diags) == SNW_OK, "load");
    bench_row("path/load", (double)(bench_now_ns() - t0), NULL, 0, "records=100000");
    need(remove(file) == 0, "remove");
}

int main(int argc, char **argv) {
    static washer w;
    bench_open("queue", argc, argv);
    open_washer(&w);
    ask(&w, 0, SNW_MOVE_JOINT, 0);
    finish(&w);
    if (bench_wants("ask/12")) time_twelve(&w);
    ask(&w, 0, SNW_MOVE_JOINT, 0);
    finish(&w);
    if (bench_wants("washer/tick")) time_program(&w);
    bench_pair(&(bench_case){.name = "rest/tick", .ours = ticks, .context = &w, .calls = 1000});
    bench_pair(
        &(bench_case){.name = "cartesian/path", .ours = check_path, .context = &w, .calls = 4});
    passage exact, tolerant;
    open_passage(&exact, &w, 0);
    open_passage(&tolerant, &w, 0.005);
    bench_pair(&(bench_case){
        .name = "singular/path", .ours = check_passage, .context = &exact, .calls = 4});
    bench_pair(&(bench_case){
        .name = "tolerant/path", .ours = check_passage, .context = &tolerant, .calls = 4});
    if (bench_wants("singular/tick")) time_start("singular/tick", &exact);
    if (bench_wants("tolerant/tick")) time_start("tolerant/tick", &tolerant);
    ask(&w, 1, SNW_MOVE_JOINT, 0);
    for (int i = 0; i < 20; i++)
        (void)tick(&w, 0.01);
    bench_pair(&(bench_case){.name = "joint/tick", .ours = ticks, .context = &w, .calls = 1000});
    finish(&w);
    ask(&w, 0, SNW_MOVE_CARTESIAN, 0.05);
    for (int i = 0; i < 50; i++)
        (void)tick(&w, 0.01);
    bench_pair(&(bench_case){.name = "cartesian/tick", .ours = ticks, .context = &w, .calls = 200});
    if (bench_wants("path/load")) time_load();
    return bench_close();
}
