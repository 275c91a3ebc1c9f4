// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/model/coordinates.h"

#include <string.h>

#include "sinew/model/joint.h"

// All functions go over the links twice: first they look whether every result will be finite, then
// they write. So a refusal leaves the result as it was, and a result may be one of the inputs.

// place of the quaternion among a joint's coordinates, -1 for none
static int quat_place(const snw_link *link) {
    if (link->joint == SNW_JOINT_SPHERICAL) return 0;
    return link->joint == SNW_JOINT_FREE ? 3 : -1;
}

// coordinates that are added and subtracted as plain numbers; the position of a free joint is not
static int plain_count(const snw_link *link) {
    return quat_place(link) < 0 ? link->nq : 0;
}

// a continuous joint whose whole turns change nothing
static bool is_circle(const snw_link *link) {
    return link->joint == SNW_JOINT_CONTINUOUS && link->periodic;
}

static void put_quat(double *q, snw_quat value) {
    q[0] = value.x;
    q[1] = value.y;
    q[2] = value.z;
    q[3] = value.w;
}

static snw_vec3 get_vec3(const double *v) {
    return snw_vec3_of(v[0], v[1], v[2]);
}

static void put_vec3(double *v, snw_vec3 value) {
    v[0] = value.x;
    v[1] = value.y;
    v[2] = value.z;
}

snw_status snw_configuration_check(const snw_model *model, const double *q) {
    for (int i = 0; i < model->nq; i++) {
        if (!isfinite(q[i])) return SNW_ERR_NOT_FINITE;
    }
    for (int i = 0; i < model->rotation_count; i++) {
        const snw_link *link = &model->links[model->rotations[i]];
        const double *r = q + link->q_index + quat_place(link);
        const double norm2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3];
        if (!(fabs(norm2 - 1) <= 2e-3)) return SNW_ERR_RANGE;
    }
    return SNW_OK;
}

// --- sums and differences -----------------------------------------------------------------------

// twice the sum of all magnitudes bounds every number that is formed
static bool can_integrate(const snw_link *link, const double *q, const double *v, double dt) {
    double sum = 0;
    for (int k = 0; k < link->nq; k++) {
        sum += fabs(q[link->q_index + k]);
    }
    for (int k = 0; k < link->nv; k++) {
        sum += fabs(v[link->v_index + k] * dt);
    }
    return isfinite(2 * sum);
}

static void integrate_joint(const snw_link *link, const double *q, const double *v, double dt,
                            double *out) {
    for (int k = 0; k < plain_count(link); k++) {
        out[k] = q[k] + v[k] * dt;
    }
    const int place = quat_place(link);
    if (place < 0) return;
    const snw_quat turn = snw_joint_quat(q + place);
    const snw_vec3 rate = get_vec3(v + place);
    if (link->joint == SNW_JOINT_FREE) {
        const snw_vec3 way = snw_quat_rotate(turn, snw_vec3_scale(get_vec3(v), dt));
        put_vec3(out, snw_vec3_add(get_vec3(q), way));
    }
    put_quat(out + place, snw_quat_integrate_body(turn, rate, dt));
}

snw_status snw_integrate(const snw_model *model, const double *q, const double *v, double dt,
                         double *q_out) {
    const snw_status status = snw_configuration_check(model, q);
    if (snw_failed(status)) return status;
    if (!isfinite(dt)) return SNW_ERR_NOT_FINITE;
    for (int i = 0; i < model->link_count; i++) {
        if (!can_integrate(&model->links[i], q, v, dt)) return SNW_ERR_NOT_FINITE;
    }
    for (int i = 0; i < model->link_count; i++) {
        const snw_link *link = &model->links[i];
        if (link->nq == 0) continue;
        integrate_joint(link, q + link->q_index, v + link->v_index, dt, q_out + link->q_index);
    }
    return SNW_OK;
}

static void subtract_joint(const snw_link *link, const double *q1, const double *q0, double *v) {
    if (is_circle(link)) {
        v[0] = snw_angle_wrap(q1[0] - q0[0]);
        return;
    }
    for (int k = 0; k < plain_count(link); k++) {
        v[k] = q1[k] - q0[k];
    }
    const int place = quat_place(link);
    if (place < 0) return;
    const snw_quat turn0 = snw_joint_quat(q0 + place), turn1 = snw_joint_quat(q1 + place);
    const snw_vec3 way = snw_vec3_sub(get_vec3(q1), get_vec3(q0));
    const snw_quat between = snw_quat_mul(snw_quat_conj(turn0), turn1);
    if (place > 0) put_vec3(v, snw_quat_rotate(snw_quat_conj(turn0), way));
    put_vec3(v + place, snw_quat_log(between));
}

snw_status snw_difference(const snw_model *model, const double *q1, const double *q0, double *v) {
    snw_status status = snw_configuration_check(model, q1);
    if (status == SNW_OK) status = snw_configuration_check(model, q0);
    if (snw_failed(status)) return status;
    for (int i = 0; i < model->nq; i++) {
        if (!isfinite(4 * (q1[i] - q0[i]))) return SNW_ERR_NOT_FINITE;
    }
    for (int i = 0; i < model->link_count; i++) {
        const snw_link *link = &model->links[i];
        if (link->nq == 0) continue;
        subtract_joint(link, q1 + link->q_index, q0 + link->q_index, v + link->v_index);
    }
    return SNW_OK;
}

static void interpolate_joint(const snw_link *link, const double *q0, const double *q1, double t,
                              double *out) {
    const int place = quat_place(link);
    const int linear = place < 0 ? link->nq : place;
    snw_quat turn = snw_quat_identity();
    if (place >= 0)
        turn = snw_quat_slerp(snw_joint_quat(q0 + place), snw_joint_quat(q1 + place), t);
    const double circle = is_circle(link) ? q0[0] + t * snw_angle_wrap(q1[0] - q0[0]) : 0;
    for (int k = 0; k < linear; k++) {
        out[k] = is_circle(link) ? circle : (1 - t) * q0[k] + t * q1[k];
    }
    if (place >= 0) put_quat(out + place, turn);
}

snw_status snw_interpolate(const snw_model *model, const double *q0, const double *q1, double t,
                           double *q_out) {
    snw_status status = snw_configuration_check(model, q0);
    if (status == SNW_OK) status = snw_configuration_check(model, q1);
    if (snw_failed(status)) return status;
    if (!isfinite(t)) return SNW_ERR_NOT_FINITE;
    if (t == 0 || t == 1) {
        memmove(q_out, t == 0 ? q0 : q1, (size_t)model->nq * sizeof *q_out);
        return SNW_OK;
    }
    for (int i = 0; i < model->nq; i++) {
        const double most = fabs((1 - t) * q0[i]) + fabs(t * q1[i]);
        if (!isfinite(2 * most)) return SNW_ERR_NOT_FINITE;
    }
    for (int i = 0; i < model->link_count; i++) {
        const snw_link *link = &model->links[i];
        if (link->nq == 0) continue;
        const int at = link->q_index;
        interpolate_joint(link, q0 + at, q1 + at, t, q_out + at);
    }
    return SNW_OK;
}

// --- places -------------------------------------------------------------------------------------

static void set_rotations(const snw_model *model, double *q) {
    for (int i = 0; i < model->rotation_count; i++) {
        const snw_link *link = &model->links[model->rotations[i]];
        put_quat(q + link->q_index + quat_place(link), snw_quat_identity());
    }
}

void snw_neutral(const snw_model *model, double *q) {
    for (int i = 0; i < model->nq; i++) {
        q[i] = 0;
    }
    set_rotations(model, q);
}

void snw_midpoint(const snw_model *model, double *q) {
    for (int i = 0; i < model->nq; i++) {
        const double lower = model->lower[i], upper = model->upper[i];
        // halves first, so that the sum does not overflow
        if (isfinite(lower) && isfinite(upper)) {
            q[i] = 0.5 * lower + 0.5 * upper;
        } else {
            q[i] = lower > 0 ? lower : upper < 0 ? upper : 0;
        }
    }
    set_rotations(model, q);
}

// where nothing limits a coordinate it is drawn up to half a turn from 0, or as many metres
static double random_between(snw_random *random, double lower, double upper) {
    const double far = 1e15;
    const bool open_below = !(lower > -far), open_above = !(upper < far);
    double low = lower, high = upper;
    if (open_below) low = open_above || upper > -SNW_PI ? -SNW_PI : upper - 2 * SNW_PI;
    if (open_above) high = open_below || lower < SNW_PI ? SNW_PI : lower + 2 * SNW_PI;
    const double u = snw_random_unit(random);
    const double value = (1 - u) * low + u * high;
    return value < low ? low : value > high ? high : value; // rounding may leave the range
}

void snw_random_configuration(const snw_model *model, snw_random *random, double *q) {
    for (int i = 0; i < model->link_count; i++) {
        const snw_link *link = &model->links[i];
        const int place = quat_place(link), plain = place < 0 ? link->nq : place;
        for (int k = 0; k < plain; k++) {
            const int at = link->q_index + k;
            q[at] = random_between(random, model->lower[at], model->upper[at]);
        }
        if (place >= 0) put_quat(q + link->q_index + place, snw_random_quat(random));
    }
}

// --- limits -------------------------------------------------------------------------------------

static snw_status refuse_limit(const snw_model *model, int i, int at, double value, snw_why *why) {
    const snw_link *link = &model->links[i];
    const bool below = value < model->lower[at];
    const char *unit = link->joint == SNW_JOINT_PRISMATIC ? "m" : "rad";
    snw_why_set(why, SNW_ERR_LIMIT, link->joint_name,
                below ? "it is below its lower limit" : "it is above its upper limit");
    snw_why_rule(why, "joint-limit");
    snw_why_add(why, "joint", i, "");
    snw_why_add(why, "position", value, unit);
    snw_why_add(why, below ? "lower" : "upper", below ? model->lower[at] : model->upper[at], unit);
    snw_why_fix(why, "choose a position between the limits");
    return SNW_ERR_LIMIT;
}

static snw_status refuse_configuration(const snw_model *model, const double *q, snw_why *why) {
    const snw_status status = snw_configuration_check(model, q);
    if (snw_failed(status)) {
        snw_why_set(why, status, model->name,
                    status == SNW_ERR_RANGE ? "a quaternion is not of length 1"
                                            : "a coordinate is NaN or infinite");
        snw_why_rule(why, "configuration");
    }
    return status;
}

snw_status snw_in_limits(const snw_model *model, const double *q, snw_why *why) {
    const snw_status status = refuse_configuration(model, q, why);
    if (snw_failed(status)) return status;
    for (int i = 0; i < model->link_count; i++) {
        const snw_link *link = &model->links[i];
        for (int k = 0; k < link->nq; k++) {
            const int at = link->q_index + k;
            if (q[at] >= model->lower[at] && q[at] <= model->upper[at]) continue;
            return refuse_limit(model, i, at, q[at], why);
        }
    }
    return SNW_OK;
}

// The angle brought into range by the fewest whole turns; outside of it when that is not possible.
static double wrap_value(const snw_link *link, double value, double lower, double upper) {
    if (is_circle(link)) return snw_angle_wrap(value);
    if (!link->periodic || (value >= lower && value <= upper)) return value;
    const double turn = 2 * SNW_PI;
    const double turns =
        value < lower ? ceil((lower - value) / turn) : -ceil((value - upper) / turn);
    return value + turns * turn;
}

snw_status snw_wrap(const snw_model *model, const double *q, double *q_out, snw_why *why) {
    const snw_status status = refuse_configuration(model, q, why);
    if (snw_failed(status)) return status;
    for (int i = 0; i < model->link_count; i++) {
        const snw_link *link = &model->links[i];
        for (int k = 0; k < link->nq; k++) {
            const int at = link->q_index + k;
            const double value = wrap_value(link, q[at], model->lower[at], model->upper[at]);
            if (value >= model->lower[at] && value <= model->upper[at]) continue;
            return refuse_limit(model, i, at, q[at], why);
        }
    }
    for (int i = 0; i < model->link_count; i++) {
        const snw_link *link = &model->links[i];
        for (int k = 0; k < link->nq; k++) {
            const int at = link->q_index + k;
            q_out[at] = wrap_value(link, q[at], model->lower[at], model->upper[at]);
        }
    }
    return SNW_OK;
}
