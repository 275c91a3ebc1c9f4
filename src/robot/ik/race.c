// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "search.h"
#include "sinew/random.h"

#define TURN (2 * SNW_PI)

snw__ik_step_fn *snw__ik_step_best(void) {
    static snw__ik_step_fn *const steps[] = {
#define SNW__STEP(isa) snw__ik_step_f64_##isa,
        SNW_KERNEL_EACH(SNW__STEP)
#undef SNW__STEP
    };
    const int isa = (int)snw_lanes_isa(), count = (int)(sizeof steps / sizeof *steps);
    return steps[isa < count ? isa : count - 1];
}

// --- starts -------------------------------------------------------------------------------------

// Start number `start` of coordinate i: within limits; where there are none, within half a turn.
static double drawn(const snw_ik *ik, uint64_t seed, int start, int i) {
    const uint64_t bits = snw_random_at(seed, (uint64_t)start, (uint64_t)i);
    const double unit = (double)(bits >> 11) * 0x1p-53;
    double low = ik->lower[i], high = ik->upper[i];
    if (!(low > -1e3)) low = fmin(-TURN / 2, high - TURN);
    if (!(high < 1e3)) high = fmax(TURN / 2, low + TURN);
    return low + (high - low) * unit;
}

typedef struct race {
    const snw__ik_query *query;
    snw_ik *ik;
    const double *q0;
    int next_start; // the next to be drawn
    int last_start; // of this leg, excluded
    int iterations;
    bool running[SNW__IK_LANES];
    int age[SNW__IK_LANES];           // steps since the lane's start
    int since[SNW__IK_LANES];         // steps since its error last fell clearly
    double least[SNW__IK_LANES];      // the error then
    double kept_error[SNW__IK_LANES]; // of the configuration in ik->kept
    _Alignas(64) double error[SNW__IK_LANES];
    _Alignas(64) double ratio[SNW__IK_LANES];
} race;

static void begin_lane(race *r, int lane) {
    snw_ik *ik = r->ik;
    r->running[lane] = r->next_start < r->last_start;
    if (!r->running[lane]) return;
    r->age[lane] = r->since[lane] = 0;
    r->least[lane] = HUGE_VAL;
    for (int i = 0; i < ik->count; i++) {
        ik->q[i * SNW__IK_LANES + lane] = r->next_start == 0
                                              ? r->q0[ik->q_index[i]]
                                              : drawn(ik, r->query->options.seed, r->next_start, i);
    }
    r->next_start++;
}

// a start that stands still, or has had its share, makes room for the next
static bool worn_out(race *r, int lane) {
    enum { PATIENCE = 6 };
    r->age[lane]++;
    r->since[lane]++;
    if (r->error[lane] < 0.7 * r->least[lane]) {
        r->least[lane] = r->error[lane];
        r->since[lane] = 0;
    }
    return r->since[lane] >= PATIENCE || r->age[lane] >= r->query->options.iterations ||
           !isfinite(r->error[lane]);
}

static void keep_best(race *r, int lane) {
    if (!(r->error[lane] < r->kept_error[lane])) return;
    r->kept_error[lane] = r->error[lane];
    for (int i = 0; i < r->ik->count; i++) {
        r->ik->kept[i * SNW__IK_LANES + lane] = r->ik->q[i * SNW__IK_LANES + lane];
    }
}

static void copy_lane(const snw_ik *ik, int from, int to) {
    for (int i = 0; i < ik->count; i++) {
        ik->q[i * SNW__IK_LANES + to] = ik->q[i * SNW__IK_LANES + from];
    }
}

// Runs starts until one arrives or none is left; returns its lane, or -1.
static int run_lanes(race *r, const snw__ik_problem *problem) {
    snw_ik *ik = r->ik;
    snw__ik_step_fn *step = snw__ik_step_best();
    for (int lane = 0; lane < SNW__IK_LANES; lane++) {
        r->kept_error[lane] = HUGE_VAL;
        begin_lane(r, lane);
        // a lane without a start of its own computes something harmless
        if (!r->running[lane]) copy_lane(ik, 0, lane);
    }
    for (;;) {
        const snw__ik_block block = {ik->q, ik->next, r->error, r->ratio};
        step(problem, &block);
        r->iterations++;
        int running = 0;
        for (int lane = 0; lane < SNW__IK_LANES; lane++) {
            if (r->running[lane] && r->ratio[lane] <= 1) return lane;
            if (r->running[lane]) keep_best(r, lane);
        }
        double *swap = ik->q;
        ik->q = ik->next;
        ik->next = swap;
        for (int lane = 0; lane < SNW__IK_LANES; lane++) {
            if (r->running[lane] && worn_out(r, lane)) begin_lane(r, lane);
            running += r->running[lane];
        }
        if (running == 0) return -1;
    }
}

// --- lanes --------------------------------------------------------------------------------------

// Damping and the longest step by measurement: 10,000 random targets of a Panda take 8.1 steps of
// the lanes in the mean; 7.9 and 8.6 with half and twice the damping, 9.4 and 8.0 with half and
// twice the step.
static snw__ik_problem problem_of(const snw__ik_query *query, const double *endless) {
    const snw_ik *ik = query->ik;
    const snw_ik_target *target = query->target;
    const bool limits = !query->options.ignore_limits;
    snw__ik_problem p = {.count = ik->count,
                         .body_count = ik->body_count,
                         .bodies = ik->bodies,
                         .tip = ik->T_body_tip,
                         .lower = limits ? ik->lower : endless,
                         .upper = limits ? ik->upper : endless + SNW_IK_JOINTS,
                         .damping = 0.1,
                         .longest = 0.8};
    p.start = snw_pose_inverse_mul(target->T_world_goal,
                                   snw_pose_mul(ik->kin.T_world_base, ik->T_root_body));
    bool large = false;
    for (int i = 0; i < 6; i++) {
        p.weight[i] = query->weight[i];
        p.precision[i] = isfinite(target->tolerance[i]) ? 1 / target->tolerance[i] : 0;
        if (i >= 3 && !isfinite(target->tolerance[i])) p.turned = true;
        if (i >= 3 && !(target->tolerance[i] < 1e-2)) large = true;
        p.slack[i] = query->slack[i];
        if (p.slack[i] > 0) p.slackens = true;
    }
    // lanes measure angles by their chord, which is shorter by up to pi / 2
    for (int i = 3; i < 6 && large; i++) {
        p.precision[i] *= SNW_PI / 2;
        p.slack[i] /= SNW_PI / 2;
    }
    return p;
}

static void take_lane(const snw_ik *ik, const double *lanes, int lane, double *q) {
    for (int i = 0; i < ik->count; i++) {
        q[ik->q_index[i]] = lanes[i * SNW__IK_LANES + lane];
    }
}

static int best_lane(const double *errors) {
    int best = -1;
    double least = HUGE_VAL;
    for (int i = 0; i < SNW__IK_LANES; i++) {
        if (errors[i] < least) least = errors[i], best = i;
    }
    return best;
}

snw__ik_outcome snw__ik_race_lanes(const snw__ik_query *query, const double *q0, bool thorough,
                                   double *q) {
    snw_ik *ik = query->ik;
    const size_t size = sizeof(double) * (size_t)ik->model->nq;
    double endless[2 * SNW_IK_JOINTS];
    for (int i = 0; i < SNW_IK_JOINTS; i++) {
        endless[i] = -HUGE_VAL;
        endless[SNW_IK_JOINTS + i] = HUGE_VAL;
    }
    const snw__ik_problem problem = problem_of(query, endless);
    race r = {.query = query, .ik = ik, .q0 = q0};
    snw__ik_outcome out = {.cost = HUGE_VAL};
    const int starts = query->options.starts;

    // in two legs, so that twice as many are bettered
    while (!out.arrived && r.last_start < starts) {
        r.last_start =
            r.last_start > 0 || starts <= SNW__IK_LANES || !thorough ? starts : starts / 2;
        const int winner = run_lanes(&r, &problem);
        if (winner >= 0) {
            take_lane(ik, ik->q, winner, q);
            out.arrived = true;
            out.cost = r.error[winner];
            break;
        }

        // the best of every lane, the best of all first, bettered one by one until one arrives
        memcpy(ik->best, q0, size);
        for (int lane = best_lane(r.kept_error); lane >= 0; lane = best_lane(r.kept_error)) {
            r.kept_error[lane] = HUGE_VAL;
            take_lane(ik, ik->kept, lane, ik->best);
            const snw__ik_outcome one =
                snw__ik_polish(query, 4 * query->options.iterations, ik->best);
            out.iterations += one.iterations;
            if (one.cost < out.cost) {
                out.cost = one.cost;
                out.still = one.still;
                out.arrived = one.arrived;
                memcpy(q, ik->best, size);
            }
            if (out.arrived || !thorough) break;
        }
    }
    out.iterations += r.iterations;
    out.starts = r.next_start;
    return out;
}

// --- one by one ---------------------------------------------------------------------------------

// start number `start`: only what moves the frame is drawn anew
static void draw(const snw__ik_query *query, const double *q0, int start, double *q) {
    snw_ik *ik = query->ik;
    memcpy(q, q0, sizeof(double) * (size_t)ik->model->nq);
    if (start == 0) return;
    snw_random random = snw_random_stream(query->options.seed, (uint64_t)start);
    snw_random_configuration(ik->model, &random, ik->trial);
    for (int i = 0; i < ik->count; i++) {
        const snw_link *link = &ik->model->links[ik->model->link_of_v[ik->rates[i]]];
        memcpy(q + link->q_index, ik->trial + link->q_index, sizeof(double) * (size_t)link->nq);
    }
}

snw__ik_outcome snw__ik_race_single(const snw__ik_query *query, const double *q0, double *q) {
    snw_ik *ik = query->ik;
    snw__ik_outcome out = {.cost = HUGE_VAL};
    while (out.starts < query->options.starts && !out.arrived) {
        draw(query, q0, out.starts, ik->best);
        const snw__ik_outcome one = snw__ik_polish(query, query->options.iterations, ik->best);
        out.iterations += one.iterations;
        out.starts++;
        if (!(one.cost < out.cost) && !one.arrived) continue;
        out.cost = one.cost;
        out.still = one.still;
        out.arrived = one.arrived;
        memcpy(q, ik->best, sizeof(double) * (size_t)ik->model->nq);
    }
    if (out.arrived || !isfinite(out.cost)) return out;
    // the best has deserved a verdict
    const snw__ik_outcome last = snw__ik_polish(query, 4 * query->options.iterations, q);
    out.iterations += last.iterations;
    out.cost = last.cost;
    out.still = last.still;
    out.arrived = last.arrived;
    return out;
}
