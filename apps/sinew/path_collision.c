// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "path_collision.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/collision.h"

// A path is swept along chords. Between the ends of one, of duration h, a cubic is at most
// max |a| h^2 / 8 away from it, so so many chords are taken that the arm is nowhere farther from
// them than `chord_margin`; that is demanded beyond the keep distance.

static const double chord_margin = 1e-4;

enum { CHORDS = 4096 }; // of one piece at most

typedef struct sweeping {
    const path_arm *a;
    const path_pieces *pieces;
    snw_world world;
    snw_collision around;
    snw_setup *setup;
    int member;
    double lever[SNW_AXES]; // how far a point moves at most for a unit of an axis
    double *q0, *q1;
} sweeping;

// --- the world ----------------------------------------------------------------------------------

static snw_status lay_out(sweeping *s, snw_why *why) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_collision_init(&s->around, &s->world, &arena));
    void *block = snw_setup_take(s->setup, arena.needed, SNW_ARENA_ALIGN);
    const size_t nq = (size_t)s->a->arm->model->nq;
    s->q0 = snw_setup_take(s->setup, 2 * nq * sizeof *s->q0, _Alignof(double));
    if (block == NULL || s->q0 == NULL) return snw_refuse(why, SNW_ERR_MEMORY, NULL, NULL, NULL);
    s->q1 = s->q0 + nq;
    arena = snw_arena_over(block, arena.needed);
    snw_status status = snw_collision_init(&s->around, &s->world, &arena);
    if (!snw_failed(status)) status = snw_collision_place(&s->around, snw_exec_state(s->a->exec));
    return snw_failed(status) ? snw_refuse(why, status, s->a->arm->name, NULL, NULL) : SNW_OK;
}

static snw_status open_world(sweeping *s, snw_why *why) {
    const snw_loaded_cell *cell = &s->a->cell;
    snw_why found[16];
    snw_diags diags = {.items = found, .capacity = 16};
    s->setup = snw_setup_create((size_t)4 << 30);
    if (s->setup == NULL) return snw_refuse(why, SNW_ERR_MEMORY, cell->path, NULL, NULL);
    const snw_status status =
        snw_world_of_cell(&s->world, cell->cell, &cell->system, s->setup, &diags);
    if (snw_failed(status)) {
        snw_why_set(why, status, cell->path, "the bodies of the cell cannot be compared");
        snw_cell_locate(cell, &diags);
        for (int i = 0; i < diags.count; i++) {
            if (found[i].severity != SNW_ERROR) continue;
            *why = found[i];
            break;
        }
        return model_status(status);
    }
    s->member = snw_system_find(&cell->system, s->a->arm->name);
    return lay_out(s, why);
}

// a point of the arm, or of what it carries, is at most twice its reach from any of its axes
static void find_levers(sweeping *s) {
    const snw_arm *arm = s->a->arm;
    const double reach = snw_world_reach(&s->world, s->member).radius;
    for (int i = 0; i < arm->count; i++) {
        const bool slides = arm->model->links[arm->link[i]].joint == SNW_JOINT_PRISMATIC;
        s->lever[i] = slides ? 1 : 2 * (isfinite(reach) ? reach : 10);
    }
}

// --- chords -------------------------------------------------------------------------------------

// how far a piece is from one chord at most; it falls by the square of how many there are
static double bulge_of(const sweeping *s, int piece, double duration) {
    const snw_profile_sample *begin = &s->pieces->piece[(ptrdiff_t)piece * s->pieces->columns];
    double bulge = 0;
    if (s->pieces->linear) return 0;
    for (int i = 0; i < s->pieces->columns; i++) {
        const double a = fmax(fabs(begin[i].a), fabs(begin[i].a + begin[i].j * duration));
        bulge += s->lever[i] * a * duration * duration / 8;
    }
    return bulge;
}

static void configuration_at(const sweeping *s, double t, double *q) {
    snw_profile_sample at[SNW_AXES];
    double values[SNW_AXES];
    path_pieces_at(s->pieces, t, at);
    for (int i = 0; i < s->pieces->columns; i++)
        values[i] = at[i].p;
    snw_arm_to_q(s->a->arm, values, q);
}

static void accuse(const sweeping *s, const snw_sweep_result *r, double t, snw_why *why) {
    char a[SNW_BODY_NAME], b[SNW_BODY_NAME], subject[SNW_WHY_SUBJECT];
    snw_world_name(&s->world, r->at.a, a);
    snw_world_name(&s->world, r->at.b, b);
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "%.46s, %.46s", a, b);
    snw_why_set(why, SNW_ERR_CHECK, subject,
                s->world.has_rules ? "the path brings these bodies nearer than they must keep"
                                   : "the path brings these bodies into contact");
    snw_why_rule(why, "collision");
    snw_why_fix(why, "move the path away, or change the rules of the cell");
    snw_why_add(why, "t", t, "s");
    snw_why_add(why, "distance", r->at.closest.distance, "m");
    snw_why_add(why, "keep", r->at.keep, "m");
}

// SNW_DONE when something is in the way
static snw_status sweep_piece(sweeping *s, int piece, snw_why *found, snw_why *why) {
    const path_pieces *p = s->pieces;
    const double from = 1e-9 * (double)(p->times[piece] - p->times[0]);
    const double to = 1e-9 * (double)(p->times[piece + 1] - p->times[0]);
    const double bulge = bulge_of(s, piece, to - from);
    const double wanted = ceil(sqrt(bulge / chord_margin));
    const int chords = wanted < 1 ? 1 : wanted > CHORDS ? CHORDS : (int)wanted;
    const snw_sweep_options options = {.margin = bulge / chords / chords,
                                       .enforced = s->world.has_rules};
    configuration_at(s, from, s->q0);
    for (int i = 0; i < chords; i++) {
        const double begin = from + (to - from) * i / chords;
        const double end =
            i + 1 < chords ? from + (to - from) * (i + 1) / chords : nextafter(to, from);
        configuration_at(s, end, s->q1);
        snw_sweep_result r;
        const snw_status status =
            snw_collision_sweep(&s->around, s->member, s->q0, s->q1, &options, &r);
        if (snw_failed(status)) return snw_refuse(why, status, s->a->arm->name, NULL, NULL);
        if (!r.clear) {
            accuse(s, &r, begin + r.t * (end - begin), found);
            return SNW_DONE;
        }
        memcpy(s->q0, s->q1, (size_t)s->a->arm->model->nq * sizeof *s->q0);
    }
    return SNW_OK;
}

snw_status path_sweep(const path_arm *a, const path_pieces *pieces, snw_why *found, bool *enforced,
                      snw_why *why) {
    sweeping s = {.a = a, .pieces = pieces};
    snw_status status = open_world(&s, why);
    if (!snw_failed(status)) {
        *enforced = s.world.has_rules;
        find_levers(&s);
        // joints that are no axes stay where the arm starts
        const snw_system_member *one = &a->cell.system.members[s.member];
        const double *start = snw_exec_state(a->exec)->q + one->q_index;
        memcpy(s.q0, start, (size_t)one->model->nq * sizeof *start);
        memcpy(s.q1, start, (size_t)one->model->nq * sizeof *start);
    }
    for (int k = 0; k < pieces->count && status == SNW_OK; k++)
        status = sweep_piece(&s, k, found, why);
    snw_setup_destroy(s.setup);
    return status;
}
