// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/contact/problem.h"

#include <math.h>
#include <string.h>

#include "internal.h"

// Room of a problem, and what is told to it.

static const int most_rates = 4096;

// --- room ---------------------------------------------------------------------------------------

static snw_status check_size(snw_contact_size size, snw_why *why) {
    const bool fits = size.bodies >= 1 && size.bodies <= SNW_CONTACT_BODIES && size.rates >= 1 &&
                      size.rates <= most_rates && size.points >= 0 && size.points <= 65536 &&
                      size.rows >= 0 && size.rows <= 65536;
    if (fits) return SNW_OK;
    return snw_refuse_rule(
        why, SNW_ERR_SIZE, "contact-size", "contact problem",
        "the room of the problem is outside its limits",
        "use 1 to 256 bodies, 1 to 4096 rates, and up to 65536 contacts and rows");
}

static int widest_of(snw_contact_size size) {
    return size.rates < SNW_CONTACT_RATES ? size.rates : SNW_CONTACT_RATES;
}

static void take_bodies(struct snw__contact *work, snw_contact_size size, snw_arena *arena) {
    const int widest = widest_of(size);
    work->mass_room = size.rates * widest;
    work->bodies = SNW_ARENA_ARRAY(arena, snw__body, size.bodies);
    work->mass = SNW_ARENA_ARRAY(arena, double, work->mass_room);
    work->factor = SNW_ARENA_ARRAY(arena, double, work->mass_room);
    double **all[] = {&work->now,      &work->free,      &work->rates, &work->push,
                      &work->gradient, &work->direction, &work->moved, &work->scratch};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i] = SNW_ARENA_ARRAY(arena, double, size.rates);
}

static void take_lines(struct snw__contact *work, snw_contact_size size, snw_arena *arena) {
    const int groups = size.points * SNW__LINE_GROUPS + size.rows;
    work->groups = SNW_ARENA_ARRAY(arena, snw__groups, size.points);
    work->wanted = SNW_ARENA_ARRAY(arena, double, size.points);
    work->meets = SNW_ARENA_ARRAY(arena, bool, size.points);
    work->lines = SNW_ARENA_ARRAY(arena, snw__lines, groups);
    work->lever_room = (size.points * SNW__LINES * 2 + size.rows) * widest_of(size);
    work->levers = SNW_ARENA_ARRAY(arena, double, work->lever_room);
    work->parent = SNW_ARENA_ARRAY(arena, int, size.bodies);
    work->body_list = SNW_ARENA_ARRAY(arena, int, size.bodies);
    work->line_list = SNW_ARENA_ARRAY(arena, int, groups);
    work->point_list = SNW_ARENA_ARRAY(arena, int, size.points);
    work->starts = SNW_ARENA_ARRAY(arena, int, 3 * (size.bodies + 1));
}

static void take_matrix(struct snw__contact *work, snw_contact_size size, snw_arena *arena) {
    work->matrix = snw_arena_take_array(arena, size.rates, (size_t)size.rates * sizeof(double), 64);
    work->beside = snw_arena_take_array(arena, size.bodies, sizeof *work->beside, 8);
    work->below = snw_arena_take_array(arena, size.bodies, sizeof *work->below, 8);
    work->order = SNW_ARENA_ARRAY(arena, int, size.bodies);
    work->turn = SNW_ARENA_ARRAY(arena, int, size.bodies);
    work->block_at = SNW_ARENA_ARRAY(arena, int, size.bodies *size.bodies);
}

snw_status snw_contact_problem_init(snw_contact_problem *problem, snw_contact_size size,
                                    snw_arena *arena, snw_why *why) {
    memset(problem, 0, sizeof *problem);
    const snw_status status = check_size(size, why);
    if (snw_failed(status)) return status;
    struct snw__contact *work = SNW_ARENA_ARRAY(arena, struct snw__contact, 1), spare = {0};
    struct snw__contact *own = work != NULL ? work : &spare;
    problem->size = size;
    problem->points = SNW_ARENA_ARRAY(arena, snw_contact_point, size.points);
    take_bodies(own, size, arena);
    take_lines(own, size, arena);
    take_matrix(own, size, arena);
    problem->work = work;
    return snw_arena_status(arena);
}

// --- telling ------------------------------------------------------------------------------------

void snw_contact_begin(snw_contact_problem *problem, double step) {
    SNW_ASSERT(step > 0);
    problem->step = step;
    problem->body_count = problem->point_count = problem->row_count = 0;
    struct snw__contact *work = problem->work;
    work->mass_used = work->rate_count = work->line_count = work->lever_used = 0;
}

static bool all_finite(const double *values, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i] * 0;
    return sum == 0;
}

snw_status snw_contact_add_body(snw_contact_problem *problem, const snw_contact_body *body,
                                int *number) {
    struct snw__contact *work = problem->work;
    const int n = body->rates;
    if (n < 1 || n > SNW_CONTACT_RATES) return SNW_ERR_SIZE;
    if (problem->body_count >= problem->size.bodies || work->rate_count + n > problem->size.rates)
        return SNW_ERR_FULL;
    if (!all_finite(body->mass, n * n) || !all_finite(body->now, n) || !all_finite(body->free, n))
        return SNW_ERR_NOT_FINITE;
    const size_t square = (size_t)(n * n) * sizeof(double), line = (size_t)n * sizeof(double);
    double *factor = work->factor + work->mass_used;
    memcpy(factor, body->mass, square);
    if (!snw__factor_dense(factor, n, n)) return SNW_ERR_SINGULAR;
    memcpy(work->mass + work->mass_used, body->mass, square);
    memcpy(work->now + work->rate_count, body->now, line);
    memcpy(work->free + work->rate_count, body->free, line);
    memcpy(work->rates + work->rate_count, body->now, line);
    *number = problem->body_count++;
    work->bodies[*number] =
        (snw__body){.rates = n, .first = work->rate_count, .mass_at = work->mass_used};
    work->mass_used += n * n;
    work->rate_count += n;
    return SNW_OK;
}

static snw_status check_side(const snw_contact_problem *problem, const snw_contact_side *side) {
    if (!snw_vec3_is_finite(side->origin)) return SNW_ERR_NOT_FINITE;
    if (side->body < 0) {
        return snw_vec3_is_finite(side->given.lin) && snw_vec3_is_finite(side->given.ang)
                   ? SNW_OK
                   : SNW_ERR_NOT_FINITE;
    }
    if (side->body >= problem->body_count) return SNW_ERR_ARGUMENT;
    const int rates = problem->work->bodies[side->body].rates;
    if (side->J == NULL) return rates == 6 ? SNW_OK : SNW_ERR_ARGUMENT;
    if (side->first < 0 || side->count < 0 || side->first + side->count > rates)
        return SNW_ERR_ARGUMENT;
    return all_finite((const double *)side->J, 6 * side->count) ? SNW_OK : SNW_ERR_NOT_FINITE;
}

// stiffness may be infinite
static bool is_law(const snw_contact_pair *law) {
    return law->stiffness > 0 && law->damping >= 0 && law->dissipation >= 0 && law->friction >= 0 &&
           law->kinetic >= 0 && law->kinetic <= law->friction && law->tangent_stiffness >= 0 &&
           law->tangent_damping >= 0 && law->spin >= 0 && law->rolling >= 0 &&
           isfinite(law->damping + law->dissipation + law->friction + law->tangent_damping +
                    law->spin + law->rolling);
}

static bool is_memory(const snw_contact_memory *memory) {
    return memory->load >= 0 && isfinite(memory->load + memory->spin) &&
           snw_vec3_is_finite(memory->stretch) && snw_vec3_is_finite(memory->roll);
}

snw_status snw_contact_add_point(snw_contact_problem *problem, const snw_contact_point *point) {
    if (point->a.body < 0 && point->b.body < 0) return SNW_ERR_ARGUMENT;
    snw_status status = check_side(problem, &point->a);
    if (!snw_failed(status)) status = check_side(problem, &point->b);
    if (snw_failed(status)) return status;
    if (!snw_vec3_is_finite(point->at) || !snw_vec3_is_finite(point->rub) ||
        !isfinite(point->depth) || !is_memory(&point->memory))
        return SNW_ERR_NOT_FINITE;
    if (!(fabs(snw_vec3_norm2(point->normal) - 1) < 1e-6) || !is_law(&point->law))
        return SNW_ERR_ARGUMENT;
    if (problem->point_count >= problem->size.points) return SNW_ERR_FULL;
    problem->points[problem->point_count++] = *point;
    return SNW_OK;
}

snw_status snw_contact_add_row(snw_contact_problem *problem, const snw_contact_row *row) {
    struct snw__contact *work = problem->work;
    if (row->body < 0 || row->body >= problem->body_count) return SNW_ERR_ARGUMENT;
    const int rates = work->bodies[row->body].rates;
    if (!all_finite(row->along, rates) || !isfinite(row->start) || !isfinite(row->slope))
        return SNW_ERR_NOT_FINITE;
    if (!(row->slope >= 0) || !(row->low <= row->high)) return SNW_ERR_ARGUMENT;
    // the lines of rows come first, so no contact may have been solved for yet
    if (problem->row_count >= problem->size.rows) return SNW_ERR_FULL;
    SNW_ASSERT(work->line_count == problem->row_count);
    snw__lines *lines = &work->lines[work->line_count++];
    double *J = work->levers + work->lever_used;
    work->lever_used += rates;
    memcpy(J, row->along, (size_t)rates * sizeof *J);
    *lines = (snw__lines){.count = 1,
                          .a = {.body = row->body, .count = rates, .J = J},
                          .b = {.body = -1},
                          .start = {row->start},
                          .slope = row->slope,
                          .low = row->low,
                          .high = row->high};
    problem->row_count++;
    return SNW_OK;
}

// --- asking -------------------------------------------------------------------------------------

const double *snw_contact_rates(const snw_contact_problem *problem, int body) {
    SNW_ASSERT(0 <= body && body < problem->body_count);
    return problem->work->rates + problem->work->bodies[body].first;
}

double snw_contact_row_impulse(const snw_contact_problem *problem, int row) {
    SNW_ASSERT(0 <= row && row < problem->row_count);
    return problem->work->lines[row].impulse[0];
}

snw_contact_impulse snw_contact_impulse_of(const snw_contact_problem *problem, int point) {
    SNW_ASSERT(0 <= point && point < problem->point_count);
    const snw__groups *groups = &problem->work->groups[point];
    const snw__lines *lines = problem->work->lines;
    snw_contact_impulse out = {.normal = lines[groups->normal].impulse[0]};
    if (groups->tangent >= 0) {
        const double *p = lines[groups->tangent].impulse;
        out.tangent = snw_vec3_add_scaled(snw_vec3_scale(groups->t1, p[0]), groups->t2, p[1]);
    }
    if (groups->rolling >= 0) {
        const double *p = lines[groups->rolling].impulse;
        out.torque = snw_vec3_add_scaled(snw_vec3_scale(groups->t1, p[0]), groups->t2, p[1]);
    }
    if (groups->spin >= 0) {
        out.torque = snw_vec3_add_scaled(out.torque, problem->points[point].normal,
                                         lines[groups->spin].impulse[0]);
    }
    return out;
}
