// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdio.h>

#include "allocations.h"
#include "sinew/exec/state.h"
#include "slide.h"

static harness h;
static char answer[SNW_MESSAGE];

static const snw_clearance_signals *shown(void) {
    return component_of(&h, "near")->signals;
}

static int body(const char *name) {
    const snw_world *world = NULL;
    CHECK(snw_exec_world(h.exec, &world, NULL) == SNW_OK);
    for (int i = 0; i < world->body_count; i++) {
        char own[SNW_BODY_NAME];
        snw_world_name(world, world->bodies[i].body, own);
        if (strcmp(own, name) == 0) return i;
    }
    CHECK(false);
    return -1;
}

// The ball is 0.9 - q away from the wall and 0.9 + q from the box, whatever the motion.
static void the_nearest_pairs_are_those_of_a_closed_form(void) {
    open_slide(&h, SLIDE_CELL("0.1", SLIDE_RULES(""), CLEARANCE("range='5'")));
    enable(&h);
    run_ticks(&h, 10);
    snw_why why;
    const snw_status said = say(&h, "motion", "put move 0.6", answer, &why);
    if (said != SNW_OK) print_error("%s %s\n", why.subject, why.text);
    CHECK(said == SNW_OK);
    double least_q = INFINITY, most_q = -INFINITY;
    for (int i = 0; i < 3000; i++) {
        if (i == 1500) CHECK(say(&h, "motion", "put move -0.7", answer, &why) == SNW_OK);
        run_ticks(&h, 1);
        const double q = snw_exec_arm(h.exec, 0)->estimate.q[0];
        const snw_clearance_signals *s = shown();
        CHECK(s->count == 2 && s->number_count == 6);
        const bool wall_first = q > 0;
        const int wall = wall_first ? 0 : 1, box = 1 - wall;
        if (fabs(q) < 1e-9) continue;
        CHECK(s->a[wall] == body("arm/ball") && s->b[wall] == body("wall/face"));
        CHECK(s->a[box] == body("arm/ball") && s->b[box] == body("operator"));
        CHECK_NEAR(s->distance[wall], 0.9 - q, 1e-12);
        CHECK_NEAR(s->distance[box], 0.9 + q, 1e-12);
        CHECK(s->least[wall] <= s->distance[wall] && s->least[wall] > s->distance[wall] - 1e-9);
        CHECK_NEAR(s->point_a[3 * wall], q + 0.1, 1e-12);
        CHECK_NEAR(s->point_b[3 * wall], 1, 1e-12);
        CHECK(s->policy[0] == SNW_PAIR_KEEP && s->keep[0] == 0.02);
        CHECK_NEAR(s->nearest.distance, 0.9 - fabs(q), 1e-12);
        CHECK(s->nearest.keep == 0.02 && s->nearest.slow == 0.2);
        CHECK(s->nearest.a == s->a[0] && s->nearest.b == s->b[0]);
        least_q = fmin(least_q, q);
        most_q = fmax(most_q, q);
    }
    CHECK(most_q > 0.55 && least_q < -0.65);
    close_cell(&h);
}

static void pairs_beyond_the_range_are_not_shown(void) {
    open_slide(&h, SLIDE_CELL("0.6", SLIDE_RULES(""), CLEARANCE("range='0.4'")));
    run_ticks(&h, 2);
    CHECK(shown()->count == 1 && shown()->b[0] == body("wall/face"));
    CHECK(snw_exec_set(h.exec, "near/range", "0.2", NULL) == SNW_OK);
    run_ticks(&h, 2);
    CHECK(shown()->count == 0 && isnan(shown()->nearest.distance) && shown()->nearest.a == -1);
    CHECK(snw_exec_set(h.exec, "near/range", "2", NULL) == SNW_OK);
    run_ticks(&h, 2);
    CHECK(shown()->count == 2);
    close_cell(&h);
}

// A pair that is only watched may be the nearest one of all, and is never the nearest enforced one.
static void the_nearest_enforced_pair_is_not_one_that_is_watched(void) {
    open_slide(&h, SLIDE_CELL("0.5",
                              SLIDE_RULES("<pairs><pair a='arm' b='wall' policy='watch'/></pairs>"),
                              CLEARANCE("range='5'")));
    run_ticks(&h, 2);
    CHECK(shown()->count == 2 && shown()->policy[0] == SNW_PAIR_WATCH && shown()->keep[0] == 0);
    CHECK(shown()->nearest.b == body("operator"));
    CHECK_NEAR(shown()->nearest.distance, 1.4, 1e-12);
    close_cell(&h);
}

// more pairs than are shown, all of them watched: the enforced one is farther than these
static void an_enforced_pair_is_found_behind_watched_ones(void) {
    static char members[4096], text[16384];
    members[0] = '\0';
    for (int i = 0; i < 12; i++) {
        char one[256];
        (void)snprintf(one, sizeof one,
                       "<member name='m%d' mechanism='wall'><origin xyz='%.2f 0 0'/></member>", i,
                       1.15 + 0.05 * i);
        strncat(members, one, sizeof members - strlen(members) - 1);
    }
    static const char cell[] =
        SLIDE_CELL("0",
                   SLIDE_RULES("<pairs><pair a='arm' b='wall' policy='watch'/>"
                               "<pair a='arm' b='m*' policy='watch'/></pairs>"),
                   CLEARANCE("range='5'"));
    const char *at = strstr(cell, "</members>");
    (void)snprintf(text, sizeof text, "%.*s%s%s", (int)(at - cell), cell, members, at);
    open_slide(&h, text);
    run_ticks(&h, 2);
    CHECK(shown()->count == SNW_CLEARANCES);
    // walls at 0.9, 0.95, ..; the box at 0.9 is shown too, so it is made to be farther by a step
    CHECK_NEAR(shown()->distance[SNW_CLEARANCES - 1], 0.9 + 0.05 * (SNW_CLEARANCES - 2), 1e-12);
    CHECK(shown()->nearest.b == body("operator"));
    close_cell(&h);
    char *q = strstr(text, "<q>0<");
    CHECK(q != NULL);
    q[3] = '1';
    open_slide(&h, text);
    run_ticks(&h, 2);
    for (int i = 0; i < shown()->count; i++)
        CHECK(shown()->policy[i] == SNW_PAIR_WATCH);
    CHECK(shown()->nearest.b == body("operator"));
    CHECK_NEAR(shown()->nearest.distance, 1.9, 1e-12);
    close_cell(&h);
}

static void a_question_is_answered_for_any_body(void) {
    open_slide(&h, SLIDE_CELL("0.3", SLIDE_RULES(""), CLEARANCE("range='0.1'")));
    run_ticks(&h, 2);
    snw_why why;
    char a[256], b[256], policy[64];
    double n[3], p[6];
    static const char *const bodies[] = {"of arm/ball", "of wall/face"};
    for (int i = 0; i < 2; i++) {
        CHECK(say(&h, "near", bodies[i], answer, &why) == SNW_OK);
        CHECK(sscanf(answer, "%255s %255s %lf %lf %63s %lf %lf %lf %lf %lf %lf %lf", a, b, &n[0],
                     &n[1], policy, &n[2], &p[0], &p[1], &p[2], &p[3], &p[4], &p[5]) == 12);
        CHECK_TEXT(a, "arm/ball");
        CHECK_TEXT(b, "wall/face");
        CHECK_TEXT(policy, "keep");
        CHECK_NEAR(n[0], 0.6, 1e-9);
        CHECK_NEAR(p[0], 0.4, 1e-9);
        CHECK_NEAR(p[3], 1, 1e-9);
    }
    CHECK(say(&h, "near", "of operator", answer, &why) == SNW_OK);
    CHECK(strncmp(answer, "arm/ball operator 1.2", 21) == 0);
    CHECK(say(&h, "near", "of arm/bal", answer, &why) == SNW_ERR_UNKNOWN_NAME);
    CHECK(strstr(why.fix, "arm/ball") != NULL);
    CHECK(say(&h, "near", "of arm/rail", answer, &why) == SNW_ERR_UNKNOWN_NAME);
    close_cell(&h);
}

static void without_rules_pairs_are_watched(void) {
    open_slide(&h, SLIDE_CELL("0.3", "", CLEARANCE("range='5'")));
    run_ticks(&h, 2);
    CHECK(shown()->count == 1 && shown()->policy[0] == SNW_PAIR_WATCH);
    CHECK_NEAR(shown()->distance[0], 0.6, 1e-12);
    CHECK(isnan(shown()->nearest.distance));
    close_cell(&h);
}

static void a_tick_takes_no_memory(void) {
    open_slide(&h, SLIDE_CELL("0.1", SLIDE_RULES(""), CLEARANCE("range='5'")));
    enable(&h);
    void *volatile block = malloc(1);
    free(block);
    const long before = allocations;
    CHECK(!COUNTING || before > 0);
    run_ticks(&h, 1000);
    CHECK(allocations == before);
    close_cell(&h);
}

// Seen: "clearance: body: it is missing; use of BODY".
static void a_question_without_a_body_is_refused_in_a_sentence(void) {
    open_slide(&h, SLIDE_CELL("0.1", SLIDE_RULES(""), CLEARANCE("range='5'")));
    run_ticks(&h, 2);
    snw_why why;
    CHECK(say(&h, "near", "of", answer, &why) == SNW_ERR_SYNTAX);
    CHECK_TEXT(why.text, "the argument 'body' is missing");
    CHECK_TEXT(why.fix, "write 'of BODY'");
    close_cell(&h);
}

int main(void) {
    RUN(a_question_without_a_body_is_refused_in_a_sentence);
    RUN(the_nearest_pairs_are_those_of_a_closed_form);
    RUN(pairs_beyond_the_range_are_not_shown);
    RUN(the_nearest_enforced_pair_is_not_one_that_is_watched);
    RUN(an_enforced_pair_is_found_behind_watched_ones);
    RUN(a_question_is_answered_for_any_body);
    RUN(without_rules_pairs_are_watched);
    RUN(a_tick_takes_no_memory);
    return check_report();
}
