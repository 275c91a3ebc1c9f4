// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// From contacts to lines: along the normal, along the surface, about the normal, about axes in the
// surface. Springs act as they are at the end of the step.

// A motion of one point of a body: velocity along `lin` at the place, and angular about `ang`.
typedef struct screw {
    snw_vec3 lin, ang;
} screw;

static screw move_along(snw_vec3 direction, snw_vec3 arm) {
    return (screw){direction, snw_vec3_cross(arm, direction)};
}

static screw turn_about(snw_vec3 axis) {
    return (screw){snw_vec3_zero(), axis};
}

static double screw_by(screw s, snw_twist V) {
    return snw_vec3_dot(s.lin, V.lin) + snw_vec3_dot(s.ang, V.ang);
}

// --- levers -------------------------------------------------------------------------------------

static void fill_lever(snw__lever *lever, int line, const snw_contact_side *side, screw s,
                       double sign) {
    if (lever->body < 0) return;
    double *J = lever->J + (ptrdiff_t)line * lever->count;
    if (side->J == NULL) {
        const double loose[6] = {s.lin.x, s.lin.y, s.lin.z, s.ang.x, s.ang.y, s.ang.z};
        for (int i = 0; i < 6; i++)
            J[i] = sign * loose[i];
        return;
    }
    for (int i = 0; i < side->count; i++)
        J[i] = sign * screw_by(s, side->J[i]);
}

static snw__lever open_lever(struct snw__contact *work, const snw_contact_side *side, int lines) {
    snw__lever lever = {.body = side->body};
    if (side->body < 0) return lever;
    lever.first = side->J == NULL ? 0 : side->first;
    lever.count = side->J == NULL ? 6 : side->count;
    lever.J = work->levers + work->lever_used;
    work->lever_used += lines * lever.count;
    return lever;
}

static snw__lines *open_lines(struct snw__contact *work, const snw_contact_point *point, int count,
                              int *number) {
    *number = work->line_count++;
    snw__lines *lines = &work->lines[*number];
    *lines = (snw__lines){.count = count,
                          .a = open_lever(work, &point->a, count),
                          .b = open_lever(work, &point->b, count)};
    return lines;
}

// the velocity of a against b: along a direction at a place, or about an axis
static void fill_line(snw__lines *lines, int line, const snw_contact_point *point, screw of_a,
                      screw of_b) {
    fill_lever(&lines->a, line, &point->a, of_a, 1);
    fill_lever(&lines->b, line, &point->b, of_b, -1);
    if (point->a.body < 0) lines->given[line] += screw_by(of_a, point->a.given);
    if (point->b.body < 0) lines->given[line] -= screw_by(of_b, point->b.given);
}

static void fill_along(snw__lines *lines, int line, const snw_contact_point *point, snw_vec3 place,
                       snw_vec3 direction) {
    fill_line(lines, line, point, move_along(direction, snw_vec3_sub(place, point->a.origin)),
              move_along(direction, snw_vec3_sub(place, point->b.origin)));
}

static void fill_about(snw__lines *lines, int line, const snw_contact_point *point, snw_vec3 axis) {
    fill_line(lines, line, point, turn_about(axis), turn_about(axis));
}

// --- how easily a line moves --------------------------------------------------------------------

static double lever_mobility(const struct snw__contact *work, const snw__lever *lever, int line) {
    if (lever->body < 0) return 0;
    const snw__body *body = &work->bodies[lever->body];
    double x[SNW_CONTACT_RATES] = {0}, sum = 0;
    memcpy(x + lever->first, lever->J + (ptrdiff_t)line * lever->count,
           (size_t)lever->count * sizeof *x);
    snw__solve_lower(work->factor + body->mass_at, body->rates, body->rates, x);
    for (int i = 0; i < body->rates; i++)
        sum += x[i] * x[i];
    return sum;
}

double snw__line_mobility(const struct snw__contact *work, const snw__lines *lines) {
    double sum = 0;
    for (int i = 0; i < lines->count; i++)
        sum += lever_mobility(work, &lines->a, i) + lever_mobility(work, &lines->b, i);
    return fmax(sum / lines->count, 1e-300);
}

// what is rigid oscillates with the period of one step
static double resolve_stiffness(double stiffness, double mobility, double h) {
    const double rate = 2 * SNW_PI / h;
    return isinf(stiffness) ? rate * rate / mobility : stiffness;
}

// --- the lines of a point -----------------------------------------------------------------------

// two directions in the surface
static void lay_tangents(snw_vec3 n, snw_vec3 *t1, snw_vec3 *t2) {
    const double sign = copysign(1, n.z), a = -1 / (sign + n.z), b = n.x * n.y * a;
    *t1 = snw_vec3_of(1 + sign * n.x * n.x * a, sign * b, -sign * n.x);
    *t2 = snw_vec3_of(b, sign + n.y * n.y * a, -n.y);
}

static double make_normal(snw_contact_problem *problem, snw_contact_point *point,
                          snw__groups *groups) {
    struct snw__contact *work = problem->work;
    const double h = problem->step;
    snw__lines *lines = open_lines(work, point, 1, &groups->normal);
    fill_along(lines, 0, point, point->at, point->normal);
    double k = point->law.stiffness;
    if (isinf(k)) k = resolve_stiffness(k, snw__line_mobility(work, lines), h);
    double damping = 0;
    if (point->depth > 0) damping = point->law.damping + point->law.dissipation * k * point->depth;
    lines->start[0] = h * k * point->depth;
    lines->slope = h * (h * k + damping);
    lines->low = 0;
    lines->high = (double)INFINITY;
    return k;
}

static void make_tangent(snw_contact_problem *problem, snw_contact_point *point,
                         snw__groups *groups, double k_normal) {
    struct snw__contact *work = problem->work;
    const double h = problem->step;
    snw__lines *lines = open_lines(work, point, 2, &groups->tangent);
    fill_along(lines, 0, point, point->rub, groups->t1);
    fill_along(lines, 1, point, point->rub, groups->t2);
    double k = point->law.tangent_stiffness, damping = point->law.tangent_damping;
    if (k == 0) k = k_normal;
    const double mobility = isinf(k) || damping == 0 ? snw__line_mobility(work, lines) : 0;
    k = resolve_stiffness(k, mobility, h);
    if (damping == 0) damping = 2 * sqrt(k / mobility);
    groups->k_tangent = k;
    lines->start[0] = -h * k * snw_vec3_dot(point->memory.stretch, groups->t1);
    lines->start[1] = -h * k * snw_vec3_dot(point->memory.stretch, groups->t2);
    lines->slope = h * (h * k + damping);
}

// springs against turning have the stiffness of the surface at their length
static void make_turning(snw_contact_problem *problem, snw_contact_point *point,
                         snw__groups *groups, double k_normal) {
    struct snw__contact *work = problem->work;
    const double h = problem->step;
    if (point->law.spin > 0) {
        snw__lines *lines = open_lines(work, point, 1, &groups->spin);
        fill_about(lines, 0, point, point->normal);
        const double k = k_normal * point->law.spin * point->law.spin;
        groups->k_spin = k;
        lines->start[0] = -h * k * point->memory.spin;
        lines->slope = h * (h * k + 2 * sqrt(k / snw__line_mobility(work, lines)));
    }
    if (point->law.rolling > 0) {
        snw__lines *lines = open_lines(work, point, 2, &groups->rolling);
        fill_about(lines, 0, point, groups->t1);
        fill_about(lines, 1, point, groups->t2);
        const double k = k_normal * point->law.rolling * point->law.rolling;
        groups->k_rolling = k;
        lines->start[0] = -h * k * snw_vec3_dot(point->memory.roll, groups->t1);
        lines->start[1] = -h * k * snw_vec3_dot(point->memory.roll, groups->t2);
        lines->slope = h * (h * k + 2 * sqrt(k / snw__line_mobility(work, lines)));
    }
}

static void make_point(snw_contact_problem *problem, int number) {
    snw_contact_point *point = &problem->points[number];
    snw__groups *groups = &problem->work->groups[number];
    *groups = (snw__groups){.normal = -1, .tangent = -1, .spin = -1, .rolling = -1};
    lay_tangents(point->normal, &groups->t1, &groups->t2);
    const double k = make_normal(problem, point, groups);
    if (point->law.friction > 0) make_tangent(problem, point, groups, k);
    make_turning(problem, point, groups, k);
}

void snw__make_lines(snw_contact_problem *problem) {
    struct snw__contact *work = problem->work;
    // the lines of rows were made when they were told; they stay in front
    for (int i = 0; i < problem->point_count; i++)
        make_point(problem, i);
    SNW_ASSERT(work->lever_used <= work->lever_room);
}

// --- bounds and memory --------------------------------------------------------------------------

void snw__set_bounds(snw_contact_problem *problem, int point) {
    const snw_contact_point *p = &problem->points[point];
    const snw__groups *groups = &problem->work->groups[point];
    snw__lines *lines = problem->work->lines;
    const double pressed = problem->step * p->memory.load;
    if (groups->tangent >= 0) {
        lines[groups->tangent].high =
            pressed * (p->memory.slides ? p->law.kinetic : p->law.friction);
    }
    if (groups->rolling >= 0) lines[groups->rolling].high = pressed * p->law.rolling;
    if (groups->spin < 0) return;
    lines[groups->spin].high = pressed * p->law.spin;
    lines[groups->spin].low = -lines[groups->spin].high;
}

static snw_vec3 in_surface(const snw__groups *groups, double along, double across) {
    return snw_vec3_add_scaled(snw_vec3_scale(groups->t1, along), groups->t2, across);
}

// a spring that holds has stretched by the motion; one that gave way has the stretch of its force
static snw_vec3 next_stretch(const snw_contact_problem *problem, const snw__groups *groups,
                             const snw__lines *lines, snw_vec3 before, double k) {
    const double h = problem->step;
    if (!lines->inside)
        return in_surface(groups, -lines->impulse[0] / (h * k), -lines->impulse[1] / (h * k));
    return in_surface(groups, snw_vec3_dot(before, groups->t1) + h * lines->u[0],
                      snw_vec3_dot(before, groups->t2) + h * lines->u[1]);
}

void snw__keep_memory(snw_contact_problem *problem, int point) {
    snw_contact_memory *memory = &problem->points[point].memory;
    const snw__groups *groups = &problem->work->groups[point];
    const snw__lines *lines = problem->work->lines;
    if (memory->load == 0) {
        *memory = (snw_contact_memory){0};
        return;
    }
    if (groups->tangent >= 0) {
        memory->stretch = next_stretch(problem, groups, &lines[groups->tangent], memory->stretch,
                                       groups->k_tangent);
    }
    if (groups->rolling >= 0) {
        memory->roll =
            next_stretch(problem, groups, &lines[groups->rolling], memory->roll, groups->k_rolling);
    }
    if (groups->spin < 0) return;
    const snw__lines *spin = &lines[groups->spin];
    memory->spin = spin->inside ? memory->spin + problem->step * spin->u[0]
                                : -spin->impulse[0] / (problem->step * groups->k_spin);
}
