// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

// --- set-up -------------------------------------------------------------------------------------

static int find_root(const snw_roots *roots, const char *name) {
    for (int i = 0; i < roots->count; i++) {
        if (strcmp(roots->items[i].name, name) == 0) return i;
    }
    return -1;
}

static const snw_loop *loop_of(const snw_cell *cell) {
    return cell->control.type == &snw_loop_type ? cell->control.block : NULL;
}

// Loose members are listed by a component of type `objects`: `list` names them, and what it shows
// has seven numbers for each in `pose`. Found by its tables, so that a cell may go without.
static void find_objects(snw_frames *frames, const snw_cell *cell) {
    const snw_loop *loop = loop_of(cell);
    frames->objects_root = -1;
    for (int i = 0; loop != NULL && i < loop->component_count; i++) {
        const snw_component_entry *entry = &loop->components[i];
        const snw_type *type = entry->type.type;
        if (type == NULL || strcmp(type->token, "objects") != 0) continue;
        const snw_component_functions *functions = snw_component_of(type);
        const snw_field *list = snw_type_field(type, "list");
        const snw_field *pose = functions != NULL && functions->signals != NULL
                                    ? snw_type_field(functions->signals, "pose")
                                    : NULL;
        const snw_field *name = list != NULL && list->kind == SNW_KIND_STRUCT
                                    ? snw_type_field(list->type, "member")
                                    : NULL;
        if (name == NULL || pose == NULL || pose->kind != SNW_KIND_REAL) continue;
        frames->objects_root = find_root(snw_exec_signals(frames->exec), entry->name);
        frames->objects_offset = pose->offset;
        const int count = snw_field_count(list, entry->type.block);
        for (int k = 0; k < count && 7 * (k + 1) <= pose->length; k++) {
            const void *item = snw_field_place_const(list, entry->type.block, k);
            const int member =
                snw_system_find(frames->system, snw_field_place_const(name, item, 0));
            if (member >= 0) frames->members[member].object = k;
        }
        return;
    }
}

// A component of type `gripper` may name a member in `hand`, whose joints are each half of the
// `width` that it shows.
static void find_hands(snw_frames *frames, const snw_cell *cell) {
    const snw_loop *loop = loop_of(cell);
    for (int i = 0; loop != NULL && i < loop->component_count; i++) {
        const snw_component_entry *entry = &loop->components[i];
        const snw_type *type = entry->type.type;
        if (type == NULL || strcmp(type->token, "gripper") != 0) continue;
        const snw_component_functions *functions = snw_component_of(type);
        const snw_field *hand = snw_type_field(type, "hand");
        const snw_field *width = functions != NULL && functions->signals != NULL
                                     ? snw_type_field(functions->signals, "width")
                                     : NULL;
        if (hand == NULL || hand->kind != SNW_KIND_STRING || width == NULL ||
            width->kind != SNW_KIND_REAL) {
            continue;
        }
        const char *name = snw_field_place_const(hand, entry->type.block, 0);
        const int member = snw_system_find(frames->system, name);
        if (member < 0) continue;
        frames->members[member].width_root = find_root(snw_exec_signals(frames->exec), entry->name);
        frames->members[member].width_offset = width->offset;
    }
}

static void find_arms(snw_frames *frames) {
    const snw_roots *roots = snw_exec_signals(frames->exec);
    for (int i = 0; i < frames->arm_count; i++) {
        const snw_arm *arm = snw_exec_arm(frames->exec, i);
        frames->arm_roots[i] = find_root(roots, arm->name);
        const snw_field *guard =
            frames->arm_roots[i] >= 0
                ? snw_type_field(roots->items[frames->arm_roots[i]].type, "guard")
                : NULL;
        if (guard == NULL) {
            frames->arm_roots[i] = -1;
        } else {
            frames->guard_offsets[i] = guard->offset;
        }
        const int member = snw_system_find(frames->system, arm->name);
        if (member >= 0) frames->members[member].arm = i;
    }
}

// where members are that nothing drives: the state in which the loop begins
static void put_state(const snw_cell *cell, const snw_system *system, snw_system_state *state) {
    const snw_loop *loop = loop_of(cell);
    const char *name = loop != NULL ? loop->state : "";
    for (int i = 0; i < cell->state_count; i++) {
        if (name[0] != '\0' && strcmp(cell->states[i].name, name) != 0) continue;
        SNW_IGNORE(snw_system_state_put(system, &cell->states[i], state, NULL));
        return;
    }
}

snw_status snw_frames_init(snw_frames *frames, snw_exec *exec, const snw_cell *cell,
                           const snw_system *system, snw_arena *arena) {
    *frames = (snw_frames){.exec = exec,
                           .system = system,
                           .link_count = system->link_count,
                           .arm_count = snw_exec_arm_count(exec),
                           .speed = 1,
                           .still = true};
    frames->measured = SNW_ARENA_ARRAY(arena, snw_pose, system->link_count);
    frames->commanded = SNW_ARENA_ARRAY(arena, snw_pose, system->link_count);
    frames->members = SNW_ARENA_ARRAY(arena, snw_frames_member, system->member_count);
    frames->arm_roots = SNW_ARENA_ARRAY(arena, int, frames->arm_count);
    frames->guard_offsets = SNW_ARENA_ARRAY(arena, size_t, frames->arm_count);
    snw_system_state state;
    SNW_IGNORE(snw_system_state_init(&state, system, arena));
    for (int i = 0; i < system->member_count; i++) {
        snw_kin spare;
        snw_kin *kin = frames->members != NULL ? &frames->members[i].kin : &spare;
        SNW_IGNORE(snw_kin_init(kin, system->members[i].model, arena));
    }
    const snw_status status = snw_arena_status(arena);
    if (snw_failed(status)) return status;

    put_state(cell, system, &state);
    int first = 0;
    for (int i = 0; i < system->member_count; i++) {
        snw_frames_member *member = &frames->members[i];
        member->first = first;
        member->arm = member->object = member->width_root = -1;
        member->q = state.q + system->members[i].q_index;
        first += system->members[i].model->link_count;
    }
    find_arms(frames);
    find_objects(frames, cell);
    find_hands(frames, cell);
    // what stands on something that stays, stays
    for (int i = 0; i < system->member_count; i++) {
        const int carrier = system->members[i].carrier;
        snw_frames_member *member = &frames->members[i];
        member->stays = member->arm < 0 && member->object < 0 && member->width_root < 0 &&
                        (carrier < 0 || frames->members[carrier].stays);
    }
    return SNW_OK;
}

// --- pictures -----------------------------------------------------------------------------------

// loop time per wall time, over a second at least
static void measure_speed(snw_frames *frames, int64_t now_ns) {
    if (!frames->valid) {
        frames->speed_wall_ns = now_ns;
        frames->speed_t_ns = frames->t_ns;
    }
    const int64_t wall = now_ns - frames->speed_wall_ns;
    if (wall < 1000000000) return;
    frames->speed = (float)((double)(frames->t_ns - frames->speed_t_ns) / (double)wall);
    frames->speed_wall_ns = now_ns;
    frames->speed_t_ns = frames->t_ns;
}

bool snw_frames_look(snw_frames *frames, int64_t now_ns) {
    frames->roots = snw_exec_look(frames->exec);
    if (frames->roots == NULL) return false;
    const snw_loop_signals *loop = frames->roots->items[0].block;
    const bool is_new = !frames->valid || loop->ticks != frames->tick;
    frames->tick = loop->ticks;
    frames->t_ns = (int64_t)(loop->t * 1e9 + 0.5);
    frames->still = loop->at_rest;
    measure_speed(frames, now_ns);
    frames->valid = true;
    return is_new;
}

// what an arm shows in the picture; its head is not in it
static const snw_arm *arm_image(const snw_frames *frames, int arm) {
    const int root = frames->arm_roots[arm];
    return root >= 0 ? frames->roots->items[root].block : NULL;
}

static const snw_guard_signals *guard_image(const snw_frames *frames, int arm) {
    const int root = frames->arm_roots[arm];
    const unsigned char *block = frames->roots->items[root].block;
    return (const snw_guard_signals *)(const void *)(block + frames->guard_offsets[arm]);
}

// the pose of a loose member as `objects` shows it; false when it shows none that can be one
static bool object_pose(const snw_frames *frames, int object, snw_pose *T) {
    if (object < 0 || frames->objects_root < 0) return false;
    const unsigned char *block = frames->roots->items[frames->objects_root].block;
    double n[7];
    memcpy(n, block + frames->objects_offset + (size_t)object * sizeof n, sizeof n);
    const snw_quat q = snw_quat_of(n[6], n[3], n[4], n[5]);
    const snw_vec3 p = snw_vec3_of(n[0], n[1], n[2]);
    snw_quat unit;
    if (snw_failed(snw_quat_normalize(q, &unit)) || !snw_vec3_is_finite(p)) return false;
    T->R = snw_quat_to_mat3(unit);
    T->p = p;
    return true;
}

static void pose_member(snw_frames *frames, int index, const snw_pose *carriers, bool commanded,
                        snw_pose *poses) {
    const snw_system_member *member = &frames->system->members[index];
    snw_frames_member *own = &frames->members[index];
    snw_pose base = member->T_carrier_base;
    if (member->carrier >= 0) {
        const int link = frames->members[member->carrier].first + member->carrier_link;
        base = snw_pose_mul(carriers[link], base);
    }
    // a floating root would be placed twice
    if (object_pose(frames, own->object, &base)) snw_neutral(member->model, own->q);
    const snw_arm *image = own->arm >= 0 ? arm_image(frames, own->arm) : NULL;
    if (image != NULL) {
        const double *q = commanded ? image->command.q : image->sensed.q;
        snw_arm_to_q(snw_exec_arm(frames->exec, own->arm), q, own->q);
    }
    if (own->width_root >= 0) {
        const unsigned char *block = frames->roots->items[own->width_root].block;
        double width;
        memcpy(&width, block + own->width_offset, sizeof width);
        for (int i = 0; i < member->model->nq; i++)
            own->q[i] = 0.5 * width;
    }
    // a pose that cannot be computed leaves the one before
    SNW_IGNORE(snw_kin_set_base(&own->kin, base));
    if (snw_failed(snw_kin_update(&own->kin, own->q))) return;
    memcpy(poses + own->first, own->kin.T_world_link,
           (size_t)member->model->link_count * sizeof *poses);
}

void snw_frames_pose(snw_frames *frames) {
    if (!frames->valid || (frames->posed && frames->posed_tick == frames->tick)) return;
    for (int i = 0; i < frames->system->member_count; i++) {
        if (frames->posed && frames->members[i].stays) continue;
        pose_member(frames, i, frames->measured, false, frames->measured);
        pose_member(frames, i, frames->commanded, true, frames->commanded);
    }
    frames->posed = true;
    frames->posed_tick = frames->tick;
}

// --- bytes --------------------------------------------------------------------------------------

static unsigned char *put(unsigned char *at, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++)
        at[i] = (unsigned char)(value >> (8 * i));
    return at + bytes;
}

static unsigned char *put_number(unsigned char *at, double value) {
    const float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    return put(at, bits, 4);
}

static unsigned char *put_real(unsigned char *at, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return put(at, bits, 8);
}

static unsigned char *put_poses(unsigned char *at, const snw_pose *poses, int count) {
    for (int i = 0; i < count; i++) {
        const snw_quat q = snw_quat_from_mat3(poses[i].R);
        const double numbers[7] = {poses[i].p.x, poses[i].p.y, poses[i].p.z, q.x, q.y, q.z, q.w};
        for (int k = 0; k < 7; k++)
            at = put_number(at, numbers[k]);
    }
    return at;
}

static unsigned char *put_arm(unsigned char *at, const snw_frames *frames, int index) {
    const int count = snw_exec_arm(frames->exec, index)->count;
    const snw_arm *image = arm_image(frames, index);
    const snw_guard_signals *guard = image != NULL ? guard_image(frames, index) : NULL;
    at = put(at, guard != NULL ? (uint64_t)guard->state : 0, 1);
    at = put(at, image != NULL && image->follows, 1);
    at = put(at, image != NULL && image->taken, 1);
    at = put(at, (uint64_t)count, 1);
    at = put(at, guard != NULL ? (uint64_t)guard->cause : 0, 4);
    for (int i = 0; i < count; i++) {
        at = put_real(at, image != NULL ? image->sensed.q[i] : 0);
        at = put_real(at, image != NULL ? image->estimate.v[i] : 0);
        at = put_real(at, image != NULL ? image->sensed.effort[i] : 0);
        at = put_real(at, image != NULL ? image->command.q[i] : 0);
    }
    return at;
}

size_t snw_frames_size(const snw_frames *frames, const snw_subscription *subscription) {
    size_t size = SNW_FRAME_HEAD + (size_t)frames->link_count * 2 * 7 * 4;
    for (int i = 0; i < frames->arm_count; i++)
        size += 8 + (size_t)snw_exec_arm(frames->exec, i)->count * 32;
    if (subscription == NULL) return size;
    return size + (size_t)subscription->row_count * (size_t)(subscription->count + 1) * 8;
}

static unsigned char *put_head(unsigned char *at, const snw_frames *frames,
                               const snw_subscription *subscription, const snw_frame_stamp *stamp) {
    const snw_loop_signals *loop = frames->roots->items[0].block;
    const unsigned late = loop->bucket > 0 ? SNW_FRAME_LATE : 0;
    at = put(at, SNW_FRAME_MAGIC, 4);
    at = put(at, 1, 2);
    at = put(at, stamp->flags | late, 2);
    at = put(at, frames->tick, 8);
    at = put(at, (uint64_t)frames->t_ns, 8);
    at = put(at, stamp->sequence, 4);
    at = put_number(at, (double)frames->speed);
    at = put(at, (uint64_t)frames->link_count, 2);
    at = put(at, (uint64_t)frames->arm_count, 1);
    at = put(at, 0, 1);
    at = put(at, subscription != NULL ? (uint64_t)subscription->count : 0, 2);
    return put(at, subscription != NULL ? (uint64_t)subscription->row_count : 0, 2);
}

size_t snw_frames_write(snw_frames *frames, snw_subscription *subscription,
                        const snw_frame_stamp *stamp, unsigned char *bytes, size_t size) {
    const size_t needed = snw_frames_size(frames, subscription);
    if (!frames->valid || needed > size) return 0;
    snw_frames_pose(frames);
    unsigned char *at = put_head(bytes, frames, subscription, stamp);
    at = put_poses(at, frames->measured, frames->link_count);
    at = put_poses(at, frames->commanded, frames->link_count);
    for (int i = 0; i < frames->arm_count; i++)
        at = put_arm(at, frames, i);
    if (subscription == NULL) return needed;
    // all before it is a multiple of eight bytes
    const int numbers = subscription->row_count * (subscription->count + 1);
    for (int i = 0; i < numbers; i++)
        at = put_real(at, subscription->rows[i]);
    subscription->row_count = 0;
    return needed;
}
