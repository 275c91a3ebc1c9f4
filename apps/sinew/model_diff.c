// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model_command.h"
#include "sinew/model/coordinates.h"

// Two models, side by side. Frames are matched by their names, be they links or attachments, and
// joints by theirs; joints that only one has, or that have other coordinates, stay at zero.

typedef struct side {
    const snw_model *model;
    snw_kin kin;
    void *memory;
    double *q;
} side;

// a frame that both have
typedef struct pair {
    model_frame a, b;
    double position, rotation; // largest differences [m], [rad]
} pair;

typedef struct comparison {
    side a, b;
    int samples;
    int64_t seed;
    double tolerance;
    bool common_only;
    pair *pairs;
    int pair_count;
    double position, rotation; // of all frames
    double mass, inertia;      // of all links [kg], [kg.m and kg.m^2]
    double limit;              // of all joints; infinite when only one side has one
    int only_a, only_b;        // frames and joints that the other does not have
    bool equal;
} comparison;

// --- coordinates --------------------------------------------------------------------------------

// the joint of B with the name and the coordinates of joint i of A; -1 for none
static int partner(const snw_model *a, int i, const snw_model *b) {
    const snw_link *link = &a->links[i];
    if (link->nq == 0) return -1;
    const int other = i == 0 ? 0 : snw_model_find_joint(b, link->joint_name);
    if (other < 0 || (i == 0) != (other == 0)) return -1;
    return b->links[other].nq == link->nq ? other : -1;
}

static void draw(comparison *c, int sample) {
    snw_random random = snw_random_stream((uint64_t)c->seed, (uint64_t)sample);
    snw_random_configuration(c->a.model, &random, c->a.q);
    snw_neutral(c->b.model, c->b.q);
    for (int i = 0; i < c->a.model->link_count; i++) {
        const snw_link *link = &c->a.model->links[i];
        const int other = partner(c->a.model, i, c->b.model);
        if (other >= 0) {
            memcpy(c->b.q + c->b.model->links[other].q_index, c->a.q + link->q_index,
                   (size_t)link->nq * sizeof(double));
        }
    }
    // what only A has stays at zero too
    double *neutral = c->a.q + c->a.model->nq;
    snw_neutral(c->a.model, neutral);
    for (int i = 0; i < c->a.model->link_count; i++) {
        const snw_link *link = &c->a.model->links[i];
        if (link->nq == 0 || partner(c->a.model, i, c->b.model) >= 0) continue;
        memcpy(c->a.q + link->q_index, neutral + link->q_index, (size_t)link->nq * sizeof(double));
    }
}

// --- frames -------------------------------------------------------------------------------------

static bool find(const snw_model *model, const char *name, model_frame *frame) {
    return !snw_failed(model_find_frame(model, name, frame, NULL));
}

static void match(comparison *c) {
    const snw_model *a = c->a.model, *b = c->b.model;
    for (int i = 0; i < model_frame_count(a); i++) {
        pair *p = &c->pairs[c->pair_count];
        p->a = model_frame_at(a, i);
        if (find(b, model_frame_name(a, p->a), &p->b)) {
            c->pair_count++;
        } else {
            c->only_a++;
        }
    }
    c->only_b += model_frame_count(b) - c->pair_count;
    for (int i = 0; i < a->link_count; i++) {
        c->only_a += a->links[i].nq > 0 && partner(a, i, b) < 0;
    }
    for (int i = 0; i < b->link_count; i++) {
        c->only_b += b->links[i].nq > 0 && partner(b, i, a) < 0;
    }
}

static snw_status compare_poses(comparison *c, snw_why *why) {
    for (int s = 0; s < c->samples; s++) {
        draw(c, s);
        snw_status status = snw_kin_update(&c->a.kin, c->a.q);
        if (!snw_failed(status)) status = snw_kin_update(&c->b.kin, c->b.q);
        if (snw_failed(status)) {
            return snw_refuse(why, status, NULL,
                              "a configuration has no poses in one of the models", NULL);
        }
        for (int i = 0; i < c->pair_count; i++) {
            pair *p = &c->pairs[i];
            const snw_twist d = snw_pose_difference(model_frame_pose(&c->a.kin, p->a),
                                                    model_frame_pose(&c->b.kin, p->b));
            p->position = fmax(p->position, snw_vec3_norm(d.lin));
            p->rotation = fmax(p->rotation, snw_vec3_norm(d.ang));
        }
    }
    for (int i = 0; i < c->pair_count; i++) {
        c->position = fmax(c->position, c->pairs[i].position);
        c->rotation = fmax(c->rotation, c->pairs[i].rotation);
    }
    return SNW_OK;
}

// --- masses and limits --------------------------------------------------------------------------

static double inertia_difference(snw_inertia a, snw_inertia b) {
    const snw_inertia d = snw_inertia_sub(a, b);
    const double numbers[] = {d.h.x, d.h.y, d.h.z, d.I.xx, d.I.yy, d.I.zz, d.I.xy, d.I.xz, d.I.yz};
    double largest = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        largest = fmax(largest, fabs(numbers[i]));
    }
    return largest;
}

// the link of B with the name of link i of A, or -1
static int same_link(const comparison *c, int i) {
    return snw_model_find_link(c->b.model, c->a.model->links[i].name);
}

static void compare_masses(comparison *c) {
    double total_a = 0, total_b = 0;
    for (int i = 0; i < c->a.model->link_count; i++) {
        const snw_inertia a = c->a.model->links[i].inertia;
        const int k = same_link(c, i);
        total_a += a.m;
        if (k < 0) continue;
        const snw_inertia b = c->b.model->links[k].inertia;
        c->mass = fmax(c->mass, fabs(a.m - b.m));
        c->inertia = fmax(c->inertia, inertia_difference(a, b));
    }
    for (int i = 0; i < c->b.model->link_count; i++) {
        total_b += c->b.model->links[i].inertia.m;
    }
    if (!c->common_only) c->mass = fmax(c->mass, fabs(total_a - total_b));
}

enum { LIMITS = 5 };
static const char *const limit_names[LIMITS] = {"lower", "upper", "velocity", "acceleration",
                                                "effort"};

static double limit_of(const snw_model *model, const snw_link *link, int part, int which) {
    const int q = link->q_index + part, v = link->v_index + part;
    if (which == 0) return model->lower[q];
    if (which == 1) return model->upper[q];
    if (part >= link->nv) return HUGE_VAL;
    const double *lists[] = {model->velocity, model->acceleration, model->effort};
    return lists[which - 2][v];
}

// equal infinities do not differ; one without the other does, by all
static double apart(double a, double b) {
    if (a == b) return 0;
    return isfinite(a) && isfinite(b) ? fabs(a - b) : HUGE_VAL;
}

// told of each limit that differs
typedef void limit_fn(void *out, const char *name, int which, double a, double b);

static double each_limit(const comparison *c, void *out, limit_fn *tell) {
    double largest = 0;
    for (int i = 0; i < c->a.model->link_count; i++) {
        const snw_link *link = &c->a.model->links[i];
        const int other = partner(c->a.model, i, c->b.model);
        for (int k = 0; other >= 0 && k < link->nq * LIMITS; k++) {
            const double a = limit_of(c->a.model, link, k / LIMITS, k % LIMITS);
            const double b =
                limit_of(c->b.model, &c->b.model->links[other], k / LIMITS, k % LIMITS);
            const double d = apart(a, b);
            largest = fmax(largest, d);
            if (tell != NULL && d > c->tolerance) {
                tell(out, model_joint_name(c->a.model, i), k % LIMITS, a, b);
            }
        }
    }
    return largest;
}

// --- output -------------------------------------------------------------------------------------

static void tell_limit(void *out, const char *name, int which, double a, double b) {
    snw_text *text = out;
    snw_text_format(text, "| ");
    model_cell(text, name);
    model_cell(text, limit_names[which]);
    model_cell_real(text, a);
    model_cell_real(text, b);
    snw_text_format(text, "\n");
}

static void tell_json_limit(void *out, const char *name, int which, double a, double b) {
    snw_json_writer *json = out;
    snw_json_object(json, NULL);
    snw_json_string(json, "joint", name);
    snw_json_string(json, "limit", limit_names[which]);
    snw_json_real(json, "a", a);
    snw_json_real(json, "b", b);
    snw_json_end(json);
}

// the next frame of `a` from *i on that `b` has not, or NULL
static const char *next_frame_only_in(const snw_model *a, const snw_model *b, int *i) {
    while (*i < model_frame_count(a)) {
        model_frame other;
        const char *name = model_frame_name(a, model_frame_at(a, (*i)++));
        if (!find(b, name, &other)) return name;
    }
    return NULL;
}

// the same for joints that move
static const char *next_joint_only_in(const snw_model *a, const snw_model *b, int *i) {
    while (*i < a->link_count) {
        const int link = (*i)++;
        if (a->links[link].nq > 0 && partner(a, link, b) < 0) return model_joint_name(a, link);
    }
    return NULL;
}

// names that only `a` has: joints, then frames
static void add_only(snw_text *text, const snw_model *a, const snw_model *b) {
    const char *name, *separator = "";
    for (int i = 0; (name = next_joint_only_in(a, b, &i)) != NULL; separator = ", ") {
        snw_text_format(text, "%sjoint %s", separator, name);
    }
    for (int i = 0; (name = next_frame_only_in(a, b, &i)) != NULL; separator = ", ") {
        snw_text_format(text, "%s%s", separator, name);
    }
    snw_text_format(text, "\n");
}

static void json_only(snw_json_writer *json, const char *key, const snw_model *a,
                      const snw_model *b) {
    const char *name;
    snw_json_new_line(json);
    snw_json_object(json, key);
    snw_json_array(json, "joints");
    for (int i = 0; (name = next_joint_only_in(a, b, &i)) != NULL;) {
        snw_json_string(json, NULL, name);
    }
    snw_json_end(json);
    snw_json_array(json, "frames");
    for (int i = 0; (name = next_frame_only_in(a, b, &i)) != NULL;) {
        snw_json_string(json, NULL, name);
    }
    snw_json_end(json);
    snw_json_end(json);
}

static void render_json(snw_text *text, const void *context) {
    const comparison *c = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_bool(&json, "equal", c->equal);
    snw_json_int(&json, "samples", c->samples);
    snw_json_real(&json, "tolerance", c->tolerance);
    snw_json_real(&json, "position", c->position);
    snw_json_real(&json, "rotation", c->rotation);
    snw_json_real(&json, "mass", c->mass);
    snw_json_real(&json, "inertia", c->inertia);
    snw_json_new_line(&json);
    snw_json_object(&json, "frames");
    for (int i = 0; i < c->pair_count; i++) {
        snw_json_object(&json, model_frame_name(c->a.model, c->pairs[i].a));
        snw_json_real(&json, "position", c->pairs[i].position);
        snw_json_real(&json, "rotation", c->pairs[i].rotation);
        snw_json_end(&json);
    }
    snw_json_end(&json);
    json_only(&json, "only_in_a", c->a.model, c->b.model);
    json_only(&json, "only_in_b", c->b.model, c->a.model);
    snw_json_new_line(&json);
    snw_json_array(&json, "limits");
    (void)each_limit(c, &json, tell_json_limit);
    snw_json_end(&json);
    cli_json_finish(&json);
}

static void compose_page(snw_text *text, const void *context) {
    const comparison *c = context;
    snw_text_format(text, "| Frame | Position [m] | Rotation [rad] |\n|---|---|---|\n");
    for (int i = 0; i < c->pair_count; i++) {
        const pair *p = &c->pairs[i];
        snw_text_format(text, "| ");
        model_cell(text, model_frame_name(c->a.model, p->a));
        model_cell_real(text, p->position);
        model_cell_real(text, p->rotation);
        snw_text_format(text, "\n");
    }
    if (c->limit > c->tolerance) {
        snw_text_format(text, "\n| Joint | Limit | A | B |\n|---|---|---|---|\n");
        (void)each_limit(c, text, tell_limit);
    }
    char mass[SNW_NUMBER_SIZE], inertia[SNW_NUMBER_SIZE];
    (void)snw_real_print(c->mass, mass);
    (void)snw_real_print(c->inertia, inertia);
    snw_text_format(text, "\nLargest difference of masses: %s kg, of moments: %s\n", mass, inertia);
    if (c->only_a > 0) snw_text_format(text, "Only in A: ");
    if (c->only_a > 0) add_only(text, c->a.model, c->b.model);
    if (c->only_b > 0) snw_text_format(text, "Only in B: ");
    if (c->only_b > 0) add_only(text, c->b.model, c->a.model);
    snw_text_format(text, "%s over %d configurations\n", c->equal ? "Equal" : "Different",
                    c->samples);
}

// --- the command --------------------------------------------------------------------------------

static snw_status open_side(side *s, const snw_model *model, snw_why *why) {
    s->model = model;
    // room for a second configuration behind the first
    s->q = calloc(2 * (size_t)model->nq + 1, sizeof *s->q);
    if (s->q == NULL) return SNW_ERR_MEMORY;
    return model_kin(model, &s->kin, &s->memory, why);
}

static snw_status compare(comparison *c, cli_io *io, snw_why *why) {
    match(c);
    snw_status status = compare_poses(c, why);
    if (snw_failed(status)) return status;
    compare_masses(c);
    c->limit = each_limit(c, NULL, NULL);
    const double tolerance = c->tolerance;
    c->equal = c->position <= tolerance && c->rotation <= tolerance && c->mass <= tolerance &&
               c->inertia <= tolerance && c->limit <= tolerance &&
               (c->common_only || c->only_a + c->only_b == 0);
    status = io->json ? cli_print(io, render_json, c) : model_print_page(io, compose_page, c, why);
    if (snw_failed(status) || c->equal) return status;
    io->answered = true;
    return SNW_ERR_CHECK;
}

static snw_status compare_models(const snw_model *a, const snw_model *b, const cli_values *values,
                                 cli_io *io, snw_why *why) {
    comparison c = {.samples = (int)cli_int(values, "samples"),
                    .seed = cli_int(values, "seed"),
                    .tolerance = cli_real(values, "tolerance"),
                    .common_only = cli_flag(values, "common")};
    c.pairs = calloc((size_t)model_frame_count(a) + 1, sizeof *c.pairs);
    snw_status status = c.pairs == NULL ? SNW_ERR_MEMORY : open_side(&c.a, a, why);
    if (!snw_failed(status)) status = open_side(&c.b, b, why);
    if (!snw_failed(status)) status = compare(&c, io, why);
    free(c.a.q);
    free(c.b.q);
    free(c.a.memory);
    free(c.b.memory);
    free(c.pairs);
    return status;
}

snw_status model_diff(const snw_registry *registry, const cli_values *values, cli_io *io,
                      snw_why *why) {
    model_input a, b;
    snw_status status = model_take(&a, cli_text(values, "a"), registry, values, io, why);
    if (snw_failed(status)) return status;
    status = model_take(&b, cli_text(values, "b"), registry, values, io, why);
    if (!snw_failed(status)) {
        status = compare_models(&a.model, &b.model, values, io, why);
        model_close(&b);
    }
    model_close(&a);
    return status;
}
