// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// Questions about distances. They are answered beside the loop, with a workspace of their own and
// the state of the cell in the newest picture.

typedef struct body_order {
    char body[SNW_BODY_NAME];
} body_order;

typedef struct clearance_answer {
    char a[SNW_BODY_NAME], b[SNW_BODY_NAME];
    double distance, least;
    snw_pair_policy policy;
    double keep;
    double point_a[3], point_b[3];
} clearance_answer;

// the number of a body by its name; -1 for none
static int find_body(const snw_world *world, const char *name) {
    for (int i = 0; i < world->body_count; i++) {
        char own[SNW_BODY_NAME];
        snw_world_name(world, world->bodies[i].body, own);
        if (strcmp(own, name) == 0) return i;
    }
    return -1;
}

static snw_status refuse_body(const snw_world *world, const char *name, snw_why *why) {
    enum { MOST = 256 };
    char names[MOST][SNW_BODY_NAME];
    const char *known[MOST];
    int count = 0;
    for (; count < world->body_count && count < MOST; count++) {
        snw_world_name(world, world->bodies[count].body, names[count]);
        known[count] = names[count];
    }
    char fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(fix, sizeof fix);
    const char *closest = snw_closest_name(name, known, count);
    if (closest != NULL) snw_text_format(&line, "did you mean '%s'?", closest);
    return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "clearance", name,
                           "there is no body of that name",
                           closest != NULL ? fix : "write member/link or the name of a volume");
}

static void fill_answer(const snw_world *world, const snw_near *near, clearance_answer *out) {
    snw_world_name(world, near->a, out->a);
    snw_world_name(world, near->b, out->b);
    out->distance = near->closest.distance;
    out->least = near->closest.least;
    out->policy = near->policy;
    out->keep = near->keep;
    const snw_vec3 a = near->closest.a, b = near->closest.b;
    memcpy(out->point_a, (const double[]){a.x, a.y, a.z}, sizeof out->point_a);
    memcpy(out->point_b, (const double[]){b.x, b.y, b.z}, sizeof out->point_b);
}

// What is sensed belongs to the loop: the pairs that it shows are what is known of it here. Fills
// the answer when a body is nearer to that than `below`.
static bool fill_sensed(const snw_world *world, const snw_clearance_signals *shown, int body,
                        double below, clearance_answer *out) {
    for (int i = 0; shown != NULL && i < shown->count; i++) {
        if (shown->a[i] != body || shown->b[i] != world->body_count ||
            !(shown->distance[i] < below))
            continue;
        snw_world_name(world, world->bodies[body].body, out->a);
        snw_world_name(world, (snw_body){SNW_BODY_SENSED, 0}, out->b);
        out->distance = shown->distance[i];
        out->least = shown->least[i];
        out->policy = shown->policy[i];
        out->keep = shown->keep[i];
        memcpy(out->point_a, &shown->point_a[(ptrdiff_t)3 * i], sizeof out->point_a);
        memcpy(out->point_b, &shown->point_b[(ptrdiff_t)3 * i], sizeof out->point_b);
        return true;
    }
    return false;
}

static snw_status ask_clearance(const void *self, const void *signals, const void *arguments,
                                void *answer, snw_why *why) {
    const snw_component *component = self;
    snw__clearance *c = component->work;
    const char *name = ((const body_order *)arguments)->body;
    const int body = find_body(c->world, name);
    if (body < 0) return refuse_body(c->world, name, why);
    snw_status status = snw_exec_read_state(component->exec, &c->state);
    if (!snw_failed(status)) status = snw_collision_place(&c->asked, &c->state);
    if (snw_failed(status)) {
        return snw_refuse_rule(why, status, "clearance", name, "the cell has no state yet",
                               "ask again when the loop runs");
    }
    snw_near near;
    const snw_near_query query = {
        .member = -1, .below = (double)INFINITY, .most = 1, .body = &c->world->bodies[body].body};
    const int count = snw_collision_near(&c->asked, &query, &near, NULL);
    const double below = count > 0 ? near.closest.distance : query.below;
    if (fill_sensed(c->world, signals, body, below, answer)) return SNW_OK;
    if (count == 0) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "clearance", name,
                               "this body is compared with no other one",
                               "write a pair rule that watches it");
    }
    fill_answer(c->world, &near, answer);
    return SNW_OK;
}

static const snw_field body_fields[] = {
    {SNW_AT(body_order, body), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Name of a body: member/link, or a box, zone or space of the rules."}};
static const snw_type body_type = {SNW_TYPE_AS("clearance_body", body_order, body_fields),
                                   .space = &snw_space_cell, .help = "A body by its name."};

#define ANSWER(member) SNW_AT(clearance_answer, member)
static const snw_field answer_fields[] = {
    {ANSWER(a), .kind = SNW_KIND_STRING, .help = "Name of the first body."},
    {ANSWER(b), .kind = SNW_KIND_STRING, .help = "Name of the second body."},
    {ANSWER(distance), .kind = SNW_KIND_REAL, .unit = "m", .help = "Distance of the two."},
    {ANSWER(least), .kind = SNW_KIND_REAL, .unit = "m",
     .help = "Certified lower bound of the distance."},
    {ANSWER(policy), .kind = SNW_KIND_ENUM, SNW_CHOICES(snw__policy_choices),
     .help = "Policy of the pair."},
    {ANSWER(keep), .kind = SNW_KIND_REAL, .unit = "m",
     .help = "Distance that the pair must keep; 0 for a pair that is watched."},
    {SNW_AT_ARRAY(clearance_answer, point_a), .kind = SNW_KIND_REAL, .unit = "m",
     .help = "Nearest point of the first body in the world: x y z."},
    {SNW_AT_ARRAY(clearance_answer, point_b), .kind = SNW_KIND_REAL, .unit = "m",
     .help = "Nearest point of the second body in the world: x y z."},
};
static const snw_type answer_type = {
    SNW_TYPE_AS("clearance_answer", clearance_answer, answer_fields), .space = &snw_space_cell,
    .help = "The nearest pair of a body."};

const snw_command snw__clearance_commands[SNW__CLEARANCE_COMMANDS] = {
    {.word = "of",
     .kind = SNW_COMMAND_ASK,
     .arguments = &body_type,
     .answer = &answer_type,
     .ask = ask_clearance,
     .usage = "BODY",
     .help = "Return the nearest pair of a body: both names, distance, least, policy, keep and "
             "the nearest point of each."},
};
