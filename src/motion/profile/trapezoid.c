// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/profile/trapezoid.h"

#include <math.h>
#include <stdbool.h>

#include "inside.h"

// In the direction of the goal (way w >= 0) the motion over the turning speed u takes
//
//     up:    u >= v0, v1:  (u - v0)/a + (u - v1)/d,  way (u^2 - v0^2)/2a + (u^2 - v1^2)/2d
//     down:  u <= v0, v1:  (v0 - u)/d + (v1 - u)/a,  way (v0^2 - u^2)/2d + (v1^2 - u^2)/2a
//
// without cruise, a being the acceleration and d the deceleration. Both begin at the straight
// change from v0 to v1, whose way decides which of them has the least time; the turning speed then
// is the positive root going up and the negative one going down.

// one problem in the direction of its goal
typedef struct forward {
    double way, v0, v1, v, a, d;
} forward;

// turning speed (the cruise) and times of a solution
typedef struct answer {
    double u, first, cruise, last;
} answer;

static double total(const answer *x) {
    return x->first + x->cruise + x->last;
}

static answer over(const forward *f, double u) {
    // rates of getting to the turning speed and away from it
    const double rate0 = u >= f->v0 ? f->a : f->d, rate1 = f->v1 >= u ? f->a : f->d;
    return (answer){u, fabs(u - f->v0) / rate0, 0, fabs(f->v1 - u) / rate1};
}

static double way_over(const forward *f, const answer *x) {
    return 0.5 * (f->v0 + x->u) * x->first + 0.5 * (x->u + f->v1) * x->last;
}

// along one curve: its turning speed, or the limit with a cruise
static answer along(const forward *f, int up) {
    const double k0 = up ? 1 / f->a : -1 / f->d, k1 = up ? 1 / f->d : -1 / f->a;
    const double square = (2 * f->way + f->v0 * f->v0 * k0 + f->v1 * f->v1 * k1) / (k0 + k1);
    const double root = sqrt(square > 0 ? square : 0);
    const double edge = up ? fmax(f->v0, f->v1) : fmin(f->v0, f->v1);
    if (root > f->v) {
        answer x = over(f, up ? f->v : -f->v);
        const double cruise = (f->way - way_over(f, &x)) / x.u;
        x.cruise = cruise > 0 ? cruise : 0;
        return x;
    }
    return over(f, up ? fmax(root, edge) : fmin(-root, edge));
}

static answer least(const forward *f) {
    const answer straight = over(f, fmax(f->v0, f->v1));
    return along(f, f->way >= way_over(f, &straight));
}

// The cruise for a longer time T; the way is linear in it between the ends' speeds, quadratic
// beyond them.
static answer slower(const forward *f, double T) {
    const double top = fmax(f->v0, f->v1), bottom = fmin(f->v0, f->v1);
    const answer straight = over(f, top);
    const double spare = T - total(&straight);
    double u = (f->way - way_over(f, &straight)) / spare;
    if (u > top || u < bottom) {
        const double k0 = u > top ? 1 / f->a : -1 / f->d, k1 = u > top ? 1 / f->d : -1 / f->a;
        const double c1 = T + f->v0 * k0 + f->v1 * k1;
        const double c0 = f->way + 0.5 * (f->v0 * f->v0 * k0 + f->v1 * f->v1 * k1);
        const double square = c1 * c1 - 2 * (k0 + k1) * c0;
        const double root = sqrt(square > 0 ? square : 0);
        u = c1 > 0 ? 2 * c0 / (c1 + root) : (c1 - root) / (k0 + k1);
    }
    answer x = over(f, u);
    x.cruise = fmax(T - total(&x), 0);
    return x;
}

// Towards the goal faster than the goal needs, the axis can arrive early, or turn back and come
// again; between the two it would have to be slower than it can brake. Gives the next time.
static double possible(const forward *f, double T) {
    if (!(f->v0 > 0 && f->v1 > 0)) return T;
    const double square =
        (f->v0 * f->v0 / f->d + f->v1 * f->v1 / f->a - 2 * f->way) / (1 / f->d + 1 / f->a);
    if (!(square > 0)) return T;
    const double root = sqrt(square);
    const answer early = over(f, fmin(root, fmin(f->v0, f->v1))), late = along(f, 0);
    if (root > fmin(f->v0, f->v1)) return T > total(&late) ? T : total(&late);
    return T > total(&early) && T < total(&late) ? total(&late) : T;
}

static snw_status check(const snw_trapezoid_problem *p) {
    const double value[8] = {p->p0,       p->p1,           p->v0,           p->v1,
                             p->velocity, p->acceleration, p->deceleration, p->minimum_duration};
    for (int i = 0; i < 8; i++) {
        if (!isfinite(value[i])) return SNW_ERR_NOT_FINITE;
        const bool limit = i >= 4 && i < 7;
        if (limit && !(value[i] >= SNW_PROFILE_LEAST_LIMIT)) return SNW_ERR_RANGE;
        const double most = limit ? SNW_PROFILE_LARGEST_LIMIT : SNW_PROFILE_LARGEST;
        if (!(fabs(value[i]) <= most)) return SNW_ERR_RANGE;
    }
    const bool inside = fabs(p->v0) <= p->velocity && fabs(p->v1) <= p->velocity;
    return inside && p->minimum_duration >= 0 ? SNW_OK : SNW_ERR_RANGE;
}

snw_status snw__trapezoid_plan(snw_trapezoid *trapezoid, const snw_trapezoid_problem *problem) {
    const snw_trapezoid_problem *p = problem;
    const snw_status status = check(p);
    if (snw_failed(status)) return status;
    const double sign = p->p1 < p->p0 ? -1 : 1;
    const forward f = {sign * (p->p1 - p->p0), sign * p->v0,   sign * p->v1, p->velocity,
                       p->acceleration,        p->deceleration};
    answer x = least(&f);
    const double shortest = total(&x);
    double rate0 = x.u >= f.v0 ? f.a : -f.d, rate1 = f.v1 >= x.u ? f.a : -f.d;
    if (p->minimum_duration > shortest) {
        if (f.v0 == 0 && f.v1 == 0) {
            // from rest to rest: the same motion, played more slowly
            const double s = shortest / p->minimum_duration;
            const double slow = s > 0 ? 1 / s : 0;
            x = (answer){x.u * s, x.first * slow, x.cruise * slow, x.last * slow};
            if (!(s > 0)) x.cruise = p->minimum_duration;
            rate0 *= s * s;
            rate1 *= s * s;
        } else {
            x = slower(&f, possible(&f, p->minimum_duration));
            rate0 = x.u >= f.v0 ? f.a : -f.d;
            rate1 = f.v1 >= x.u ? f.a : -f.d;
        }
    }
    *trapezoid = (snw_trapezoid){.p0 = p->p0,
                                 .p1 = p->p1,
                                 .v0 = p->v0,
                                 .v1 = p->v1,
                                 .duration = total(&x),
                                 .least = shortest,
                                 .t1 = x.first,
                                 .t2 = x.first + x.cruise,
                                 .a1 = sign * rate0,
                                 .a2 = sign * rate1,
                                 .cruise = sign * x.u};
    return SNW_OK;
}

snw_profile_sample snw__trapezoid_at(const snw_trapezoid *trapezoid, double t) {
    const snw_trapezoid *x = trapezoid;
    const double time = t > 0 ? t : 0, left = x->duration - time;
    if (!(left > 0)) return (snw_profile_sample){x->p1 - x->v1 * left, x->v1, 0, 0};
    if (time < x->t1) {
        return (snw_profile_sample){x->p0 + time * (x->v0 + 0.5 * time * x->a1),
                                    x->v0 + time * x->a1, x->a1, 0};
    }
    if (time < x->t2) {
        const double p = x->p0 + 0.5 * (x->v0 + x->cruise) * x->t1;
        return (snw_profile_sample){p + x->cruise * (time - x->t1), x->cruise, 0, 0};
    }
    // the last part is reckoned back from the end, so that it ends there
    return (snw_profile_sample){x->p1 - left * (x->v1 - 0.5 * left * x->a2), x->v1 - left * x->a2,
                                x->a2, 0};
}
