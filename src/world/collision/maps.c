// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

// --- what is known when the world is made --------------------------------------------------------

int snw_world_find(const snw_world *world, snw_body body) {
    if (body.member == SNW_BODY_VOLUME) {
        const bool is = 0 <= body.link && body.link < world->volume_count;
        return is ? world->first_volume + body.link : -1;
    }
    if (body.member < 0 || body.member >= world->system->member_count) return -1;
    const snw_model *model = world->system->members[body.member].model;
    if (body.link < 0 || body.link >= model->link_count) return -1;
    return world->number[world->first_link[body.member] + body.link];
}

const snw_pair_setting *snw_world_pair(const snw_world *world, snw_body a, snw_body b) {
    const int i = snw_world_find(world, a), j = snw_world_find(world, b);
    if (i < 0 || j < 0 || i == j) return &world->settings[SNW_PAIR_STATIC];
    if (i < world->moving_count) return snw__setting_of(world, i, j);
    if (j < world->moving_count) return snw__setting_of(world, j, i);
    return &world->settings[SNW_PAIR_STATIC];
}

double snw_world_most_keep(const snw_world *world) {
    double most = 0;
    for (int i = 0; i < world->setting_count; i++)
        if (world->settings[i].keep > most) most = world->settings[i].keep;
    return most;
}

// appends a text, as far as it fits
static void append_text(char *out, size_t size, const char *text) {
    const size_t length = strlen(out);
    if (length + 1 < size) snw_copy_text(out + length, size - length, text);
}

void snw_world_name(const snw_world *world, snw_body body, char out[SNW_BODY_NAME]) {
    out[0] = '\0';
    if (body.member == SNW_BODY_SENSED) {
        append_text(out, SNW_BODY_NAME, "sensed");
    } else if (snw_world_find(world, body) < 0) {
        append_text(out, SNW_BODY_NAME, "(no body)");
    } else if (body.member == SNW_BODY_VOLUME) {
        const snw_world_volume *v = &world->volumes[body.link];
        if (v->kind == SNW_VOLUME_SPACE)
            append_text(out, SNW_BODY_NAME, "outside of the space of ");
        append_text(out, SNW_BODY_NAME, v->name);
    } else {
        const snw_system_member *member = &world->system->members[body.member];
        append_text(out, SNW_BODY_NAME, member->name);
        append_text(out, SNW_BODY_NAME, "/");
        append_text(out, SNW_BODY_NAME, member->model->links[body.link].name);
    }
}

unsigned snw__kind_of(const snw_world *world, int moving, int other) {
    const snw_world_body *a = &world->bodies[moving], *b = &world->bodies[other];
    if (a->body.member == b->body.member) return SNW_NEAR_SELF;
    return b->moves ? SNW_NEAR_MUTUAL : SNW_NEAR_WORLD;
}

// --- what depends on what is held ----------------------------------------------------------------

// what is held touches what holds it
static bool may_touch(const snw_collision *c, snw_body part, snw_body other) {
    if (part.member < 0 || other.member < 0) return false;
    const snw__holder *on = &c->holders[part.member];
    return on->held && on->member == other.member && other.link >= on->touch_first &&
           other.link < on->touch_end;
}

// what is held has not been clear of what it lay on
static bool lies_on(const snw_collision *c, snw_body part, snw_body other) {
    if (part.member < 0) return false;
    const snw__holder *on = &c->holders[part.member];
    for (int i = 0; i < on->rest_count; i++)
        if (on->rests[i].member == other.member && on->rests[i].link == other.link) return true;
    return false;
}

const snw_pair_setting *snw__setting_now(const snw_collision *c, int moving, int other) {
    const snw_world *world = c->world;
    const snw_pair_setting *setting = snw__setting_of(world, moving, other);
    const snw_body a = world->bodies[moving].body, b = world->bodies[other].body;
    if (setting->reason == SNW_PAIR_UNDRIVEN) {
        const bool carried =
            c->holders[a.member].carried || (b.member >= 0 && c->holders[b.member].carried);
        const bool together = b.member >= 0 && c->holders[a.member].held &&
                              c->holders[b.member].held &&
                              c->holders[a.member].member == c->holders[b.member].member;
        if (!carried || together) return setting;
        const bool zone =
            b.member == SNW_BODY_VOLUME && world->volumes[b.link].kind == SNW_VOLUME_ZONE;
        setting = &world->settings[zone ? (int)SNW__SETTING_ZONE : (int)SNW_PAIR_DEFAULT];
    }
    if (setting->policy != SNW_PAIR_IGNORE && (may_touch(c, a, b) || may_touch(c, b, a))) {
        return &world->settings[SNW_PAIR_RIGID];
    }
    if (setting->policy == SNW_PAIR_KEEP && (lies_on(c, a, b) || lies_on(c, b, a))) {
        return &world->settings[SNW__SETTING_ZONE];
    }
    return setting;
}

bool snw_collision_rides(const snw_collision *c, snw_body body, int member) {
    for (int m = body.member; m >= 0; m = c->holders[m].member)
        if (m == member) return true;
    return false;
}
