// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/servo/bumpless.h"

#include <math.h>
#include <string.h>

#include "inside.h"
#include "internal.h"

snw_status snw_bumpless_init(snw_bumpless *blend, const snw_bumpless_config *config,
                             const snw_arm *arm, snw_arena *arena) {
    if (!(config->time >= 0)) return SNW_ERR_RANGE;
    memset(blend, 0, sizeof *blend);
    blend->signals.count = arm->count;
    return snw_arena_status(arena);
}

void snw_bumpless_reset(snw_bumpless *blend, const snw_arm *arm) {
    snw_bumpless_signals *s = &blend->signals;
    s->count = arm->count;
    s->share = 0;
    memset(s->added, 0, sizeof s->added);
    blend->primed = blend->begun = false;
}

void snw_bumpless_begin(snw_bumpless *blend) {
    blend->begun = true;
}

// what would have been a step, reported, and from now on fading
static void take_bump(snw_bumpless *blend, const double *effort, int count) {
    snw_bumpless_signals *s = &blend->signals;
    blend->begun = false;
    s->changes++;
    s->share = 1;
    blend->progress = 0;
    for (int i = 0; i < count; i++) {
        s->bump[i] = effort[i] - blend->output[i];
        s->largest = fmax(s->largest, fabs(s->bump[i]));
    }
}

// 1 - 10 x^3 + 15 x^4 - 6 x^5: slope and curvature are zero at both ends, the slope at most 15/8
static double left_over(double x) {
    return x < 1 ? 1 - x * x * x * (10 + x * (6 * x - 15)) : 0;
}

snw_status snw_bumpless_update(snw_bumpless *blend, const snw_bumpless_config *config,
                               const snw_arm *arm, double dt, double *effort) {
    snw_bumpless_signals *s = &blend->signals;
    const int count = arm->count;
    if (!snw__tick_is_sound(dt) || !(config->time >= 0)) return SNW_ERR_RANGE;
    if (!snw__all_finite(effort, count)) return SNW_ERR_NOT_FINITE;

    // the tick of a change goes on with the old output, later ones with less and less of it
    if (blend->begun && blend->primed) {
        take_bump(blend, effort, count);
        if (config->time == 0) s->share = 0;
    } else if (s->share > 0) {
        blend->progress += config->time > 0 ? dt / config->time : 1;
        s->share = left_over(blend->progress);
    }
    blend->begun = false;
    for (int i = 0; i < count; i++) {
        s->added[i] = -s->share * s->bump[i];
        effort[i] += s->added[i];
        blend->output[i] = effort[i];
    }
    blend->primed = true;
    return SNW_OK;
}

snw_status snw__switch_init(snw_switch *choice, snw_law **laws, int law_count, const snw_arm *arm,
                            snw_arena *arena) {
    if (law_count < 1) return SNW_ERR_ARGUMENT;
    const snw_bumpless_config at_once = {0};
    memset(choice, 0, sizeof *choice);
    choice->laws = laws;
    choice->law_count = law_count;
    choice->signals.count = arm->count;
    return snw_bumpless_init(&choice->blend, &at_once, arm, arena);
}

snw_status snw__switch_choose(snw_switch *choice, int law) {
    if (law < 0 || law >= choice->law_count) return SNW_ERR_ARGUMENT;
    choice->chosen = law;
    return SNW_OK;
}

void snw__switch_reset(snw_switch *choice, const snw_arm *arm) {
    choice->current = choice->chosen;
    snw_law_reset(choice->laws[choice->current], arm);
    snw_bumpless_reset(&choice->blend, arm);
}

snw_status snw__switch_update(snw_switch *choice, const snw_bumpless_config *config,
                              const snw_arm *arm, double dt, double *effort) {
    double term[SNW_AXES] = {0};
    if (choice->chosen != choice->current) {
        choice->current = choice->chosen;
        snw_law_reset(choice->laws[choice->current], arm);
        snw_bumpless_begin(&choice->blend);
    }
    const snw_status news = snw_law_update(choice->laws[choice->current], arm, dt, term);
    if (snw_failed(news)) return news;
    snw_status status = snw_bumpless_update(&choice->blend, config, arm, dt, term);
    if (!snw_failed(status)) {
        status = snw__servo_add(term, arm->count, choice->signals.effort, effort);
    }
    return snw_failed(status) ? status : news;
}

static const snw_field config_fields[] = {
    {LIVE_REAL(snw_bumpless_config, time), .unit = "s", .range = {0, 60}, .initial = "0.1",
     .help = "Blend time after a change of law or gain [s]; 0 means none."},
};
const snw_type snw_bumpless_config_type = {SERVO_TYPE(snw_bumpless_config, config_fields),
                                           .help = "How efforts are blended when the law changes."};

static const snw_field signals_fields[] = {
    {SHOWN(snw_bumpless_signals, bump),
     .help = "Step of effort that the last change would have caused [N.m or N]."},
    {SHOWN(snw_bumpless_signals, added),
     .help = "Part of the step that is still compensated [N.m or N]."},
    {SNW_AT(snw_bumpless_signals, share), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL,
     .help = "Fraction of the step that is still compensated, from 1 to 0."},
    {SNW_AT(snw_bumpless_signals, largest), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL,
     .help = "Largest step of effort of all changes [N.m or N]."},
    {SHOWN_COUNT(snw_bumpless_signals, changes), .help = "Number of changes so far."},
};
const snw_type snw_bumpless_signals_type = {SERVO_TYPE(snw_bumpless_signals, signals_fields),
                                            .help = "Status of the blending of efforts."};
