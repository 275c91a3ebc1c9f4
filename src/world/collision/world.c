// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// A world is made in steps: what can move relative to what, shapes, volumes, the policy of each
// pair, overlaps that are meant, and the tree over what stands still.

static const size_t scratch_limit = (size_t)1 << 30;

void *snw__making_take(snw__making *m, snw_setup *setup, size_t count, size_t size) {
    void *block = snw_setup_take(setup, (count > 0 ? count : 1) * size, SNW_ARENA_ALIGN);
    if (block == NULL) m->status = SNW_ERR_MEMORY;
    return block;
}

void snw__collision_say(snw__making *m, snw_severity severity, const snw_why *why) {
    snw_why said = *why;
    said.severity = severity;
    snw_diags_add(m->diags, &said);
    if (severity == SNW_ERROR && !snw_failed(m->status)) {
        m->status = snw_failed(why->code) ? why->code : SNW_ERR_CHECK;
    }
}

// --- what moves ----------------------------------------------------------------------------------

// the link that carries the root of a member, among all links; -1 for the world
static int carrier_of(const snw__making *m, const snw_system_member *member) {
    return member->carrier < 0 ? -1 : m->first_link[member->carrier] + member->carrier_link;
}

// Links that never part have the number of the first of them; those that are fixed to the world -1.
static void find_motion(snw__making *m) {
    const snw_system *system = m->world->system;
    for (int i = 0; i < system->member_count; i++) {
        const snw_system_member *member = &system->members[i];
        const bool articulated = snw_model_joint_dof(member->model) > 0;
        for (int l = 0; l < member->model->link_count; l++) {
            const snw_link *link = &member->model->links[l];
            const int at = m->first_link[i] + l;
            const int below = l > 0 ? m->first_link[i] + link->parent : carrier_of(m, member);
            const bool fixed = link->joint == SNW_JOINT_FIXED;
            m->rigid[at] = !fixed ? at : (below < 0 ? -1 : m->rigid[below]);
            m->driven[at] = below >= 0 && m->driven[below];
            // a base that floats is driven by the legs of its own robot
            if (!fixed && (l > 0 || articulated)) m->driven[at] = true;
            m->moves[at] = m->rigid[at] >= 0;
        }
    }
}

static bool lay_out_links(snw__making *m) {
    const snw_system *system = m->world->system;
    const size_t members = (size_t)system->member_count;
    m->first_link = snw__making_take(m, m->setup, members, sizeof *m->first_link);
    for (int i = 0; i < system->member_count && m->first_link != NULL; i++) {
        m->first_link[i] = m->link_count;
        m->link_count += system->members[i].model->link_count;
    }
    const size_t links = (size_t)m->link_count;
    m->number = snw__making_take(m, m->setup, links, sizeof *m->number);
    m->rigid = snw__making_take(m, m->setup, links, sizeof *m->rigid);
    m->moves = snw__making_take(m, m->setup, links, sizeof *m->moves);
    m->driven = snw__making_take(m, m->setup, links, sizeof *m->driven);
    if (snw_failed(m->status)) return false;
    find_motion(m);
    m->world->first_link = m->first_link;
    m->world->number = m->number;
    m->world->rigid = m->rigid;
    m->world->driven = m->driven;
    return true;
}

// --- bodies --------------------------------------------------------------------------------------

// the shapes of a link, as its mechanism has them
static const snw_link_description *shapes_of(const snw__making *m, int member, int link) {
    const snw_system *system = m->world->system;
    return system->mechanisms[system->members[member].mechanism].shape_of[link];
}

// Sizes are judged before memory is taken.
static bool is_small_enough(snw__making *m) {
    const snw_system *system = m->world->system;
    double bodies = m->world->volume_count, moving = 0;
    double parts = 6.0 * m->world->volume_count;
    for (int i = 0; i < system->member_count; i++) {
        for (int l = 0; l < system->members[i].model->link_count; l++) {
            const int count = shapes_of(m, i, l)->collision_count;
            if (count == 0) continue;
            const bool moves = m->moves[m->first_link[i] + l];
            bodies++;
            moving += moves ? 1 : 0;
            parts += moves ? 0 : count;
        }
    }
    if (moving * bodies <= SNW_WORLD_PAIRS && parts <= SNW_WORLD_PARTS) return true;
    snw_why why;
    snw_why_set(&why, SNW_ERR_TOO_LARGE, system->name, "there are too many bodies");
    snw_why_rule(&why, "collision-size");
    snw_why_fix(&why, "leave out shapes that nothing can meet");
    snw_why_add(&why, "pairs", moving * bodies, "");
    snw_why_add(&why, "most pairs", SNW_WORLD_PAIRS, "");
    snw_why_add(&why, "static shapes", parts, "");
    snw_why_add(&why, "most static shapes", SNW_WORLD_PARTS, "");
    snw__collision_say(m, SNW_ERROR, &why);
    return false;
}

// members of one mechanism share its solids
typedef struct shared_parts {
    snw_world_part *parts;
    int count;
    bool known;
} shared_parts;

static void take_parts(snw__making *m, shared_parts *shared, int member, int link,
                       snw_world_body *body) {
    const snw_system *system = m->world->system;
    const snw_system_mechanism *mechanism = &system->mechanisms[system->members[member].mechanism];
    if (!shared->known) {
        shared->parts =
            snw__parts_of_link(m, shapes_of(m, member, link), mechanism->name, &shared->count);
        shared->known = true;
    }
    body->parts = shared->parts;
    body->part_count = shared->count;
    body->ball = snw__ball_of_parts(shared->parts, shared->count);
}

// Of a link that has shapes; a link whose shapes have no parts is no body.
static void add_body(snw__making *m, shared_parts *shared, int member, int link) {
    snw_world *world = m->world;
    const int at = m->first_link[member] + link;
    if (shapes_of(m, member, link)->collision_count == 0) return;
    snw_world_body *body = &m->bodies[world->body_count];
    take_parts(m, shared, member, link, body);
    if (body->part_count == 0) return;
    body->body = (snw_body){member, link};
    body->moves = m->moves[at];
    body->driven = m->driven[at];
    m->number[at] = world->body_count++;
}

// Of all links that move, or of all that do not. The solids of a mechanism's links are from its
// number in `first` on.
static void add_bodies(snw__making *m, shared_parts *shared, const int *first, bool moving) {
    const snw_system *system = m->world->system;
    for (int i = 0; i < system->member_count && !snw_failed(m->status); i++) {
        shared_parts *own = shared + first[system->members[i].mechanism];
        for (int l = 0; l < system->members[i].model->link_count; l++) {
            if (m->moves[m->first_link[i] + l] == moving) add_body(m, &own[l], i, l);
        }
    }
}

static bool make_bodies(snw__making *m) {
    snw_world *world = m->world;
    const snw_system *system = world->system;
    const size_t room = (size_t)m->link_count + (size_t)world->volume_count;
    m->bodies = snw__making_take(m, m->setup, room, sizeof *m->bodies);
    int *first = snw__making_take(m, m->scratch, (size_t)system->mechanism_count, sizeof *first);
    int models = 0;
    for (int i = 0; i < system->mechanism_count && first != NULL; i++) {
        first[i] = models;
        models += system->mechanisms[i].robot->link_count;
    }
    shared_parts *shared = snw__making_take(m, m->scratch, (size_t)models, sizeof *shared);
    if (snw_failed(m->status)) return false;
    memset(m->number, -1, (size_t)m->link_count * sizeof *m->number);
    // those that move, then those that stand still
    add_bodies(m, shared, first, true);
    world->moving_count = world->body_count;
    add_bodies(m, shared, first, false);
    world->first_volume = world->body_count;
    snw__make_volumes(m, m->bodies + world->body_count);
    world->body_count += world->volume_count;
    world->bodies = m->bodies;
    return !snw_failed(m->status);
}

// driven links that no distance knows of
static void tell_shapeless(snw__making *m) {
    const snw_system *system = m->world->system;
    for (int i = 0; i < system->member_count; i++) {
        const snw_model *model = system->members[i].model;
        int driven = 0, shapes = 0;
        for (int l = 0; l < model->link_count; l++) {
            driven += m->driven[m->first_link[i] + l];
            shapes += m->number[m->first_link[i] + l] >= 0;
        }
        if (driven == 0 || shapes > 0) continue;
        snw_why why;
        snw_why_set(&why, SNW_ERR_CHECK, system->members[i].name,
                    "no link of this member has a shape in <collisions>, so nothing is known of "
                    "its distances");
        snw_why_rule(&why, "collision-no-shapes");
        snw_why_fix(&why, "use a model with collision shapes");
        snw__collision_say(m, SNW_WARNING, &why);
    }
}

// --- volumes -------------------------------------------------------------------------------------

static const char *keep_text(snw__making *m, const char *text) {
    const char *kept = snw_setup_text(m->setup, text, strlen(text));
    if (kept == NULL) m->status = SNW_ERR_MEMORY;
    return kept;
}

static bool list_volumes(snw__making *m) {
    const snw_collision_rules *rules = m->rules;
    const int count = rules->box_count + rules->zone_count + rules->space_count;
    m->volumes = snw__making_take(m, m->setup, (size_t)count, sizeof *m->volumes);
    for (int i = 0; i < count && !snw_failed(m->status); i++) {
        snw_world_volume *v = &m->volumes[i];
        if (i < rules->box_count + rules->zone_count) {
            const bool zone = i >= rules->box_count;
            const snw_box_rule *box = zone ? &rules->zones[i - rules->box_count] : &rules->boxes[i];
            *v = (snw_world_volume){zone ? SNW_VOLUME_ZONE : SNW_VOLUME_BOX,
                                    keep_text(m, box->name), -1, box->low, box->high};
        } else {
            const snw_space_rule *space = &rules->spaces[i - rules->box_count - rules->zone_count];
            *v = (snw_world_volume){SNW_VOLUME_SPACE, keep_text(m, space->member),
                                    snw_system_find(m->world->system, space->member), space->low,
                                    space->high};
        }
    }
    m->world->volumes = m->volumes;
    m->world->volume_count = count;
    return !snw_failed(m->status);
}

// --- places of what stands still -----------------------------------------------------------------

static bool take_first_state(snw__making *m) {
    if (m->options->first != NULL) {
        m->first = *m->options->first;
        return true;
    }
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_state_init(&m->first, m->world->system, &arena));
    void *block = snw__making_take(m, m->scratch, arena.needed, 1);
    if (block == NULL) return false;
    arena = snw_arena_over(block, arena.needed);
    const snw_status status = snw_system_state_init(&m->first, m->world->system, &arena);
    if (snw_failed(status)) m->status = status;
    return !snw_failed(status);
}

static bool place_static(snw__making *m) {
    snw_world *world = m->world;
    const snw_system *system = world->system;
    const int count = world->body_count - world->moving_count;
    snw_pose *T = snw__making_take(m, m->setup, (size_t)count, sizeof *T);
    snw_pose *bases = snw__making_take(m, m->setup, (size_t)system->member_count, sizeof *bases);
    if (T == NULL || bases == NULL) return false;
    for (int i = 0; i < count; i++) {
        const snw_body body = world->bodies[world->moving_count + i].body;
        T[i] = body.member == SNW_BODY_VOLUME
                   ? system->T_world_system
                   : snw_system_link_pose(system, &m->first, body.member, body.link);
    }
    for (int i = 0; i < system->member_count; i++) {
        bases[i] = snw_system_base_pose(system, &m->first, i);
    }
    world->T_static = T;
    world->T_first_base = bases;
    return true;
}

// --- the whole -----------------------------------------------------------------------------------

static snw_status make_world(snw__making *m) {
    if (lay_out_links(m) && list_volumes(m) && is_small_enough(m) && take_first_state(m) &&
        make_bodies(m) && place_static(m)) {
        tell_shapeless(m);
        snw__make_settings(m);
        if (!snw_failed(m->status)) snw__make_tree(m);
        if (!snw_failed(m->status)) snw__list_pairs(m);
        if (!snw_failed(m->status)) snw__ignore_overlaps(m);
    }
    if (!snw_failed(m->status)) m->status = snw_setup_status(m->setup);
    return m->status;
}

snw_status snw_world_init(snw_world *world, const snw_system *system,
                          const snw_world_options *options, snw_setup *setup, snw_diags *diags) {
    static const snw_world_options none = {0};
    if (options == NULL) options = &none;
    snw_collision_rules defaults;
    snw_block_defaults(&snw_collision_rules_type, &defaults);
    *world = (snw_world){.system = system, .has_rules = options->rules != NULL};
    snw__making m = {.world = world,
                     .options = options,
                     .rules = options->rules != NULL ? options->rules : &defaults,
                     .setup = setup,
                     .scratch = snw_setup_create(scratch_limit),
                     .diags = diags};
    if (m.scratch == NULL) return SNW_ERR_MEMORY;
    world->keep = m.rules->keep;
    world->slow = m.rules->slow;
    world->combine = m.rules->combine;
    const snw_status status = make_world(&m);
    snw_setup_destroy(m.scratch);
    return status;
}
