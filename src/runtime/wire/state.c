// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/surround.h"
#include "sinew/wire/state.h"

// --- set-up -------------------------------------------------------------------------------------

static int find_root(const snw_roots *roots, const char *name) {
    for (int i = 0; i < roots->count; i++) {
        if (strcmp(roots->items[i].name, name) == 0) return i;
    }
    return -1;
}

// the first root of a type
static int find_shown(const snw_roots *roots, const snw_type *type) {
    for (int i = 0; i < roots->count; i++) {
        if (roots->items[i].type == type) return i;
    }
    return -1;
}

static void find_arms(snw_packets *frames) {
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

snw_status snw_packets_init(snw_packets *frames, snw_exec *exec, const snw_system *system,
                            snw_arena *arena) {
    *frames = (snw_packets){.exec = exec,
                            .system = system,
                            .link_count = system->link_count,
                            .arm_count = snw_exec_arm_count(exec),
                            .speed = 1,
                            .still = true};
    frames->measured = SNW_ARENA_ARRAY(arena, snw_pose, system->link_count);
    frames->commanded = SNW_ARENA_ARRAY(arena, snw_pose, system->link_count);
    frames->members = SNW_ARENA_ARRAY(arena, snw_packets_member, system->member_count);
    frames->arm_roots = SNW_ARENA_ARRAY(arena, int, frames->arm_count);
    frames->guard_offsets = SNW_ARENA_ARRAY(arena, size_t, frames->arm_count);
    SNW_IGNORE(snw_system_state_init(&frames->state, system, arena));
    frames->posed_q = SNW_ARENA_ARRAY(arena, double, frames->state.nq);
    for (int i = 0; i < system->member_count; i++) {
        snw_kin spare;
        snw_kin *kin = frames->members != NULL ? &frames->members[i].kin : &spare;
        SNW_IGNORE(snw_kin_init(kin, system->members[i].model, arena));
    }
    const snw_status status = snw_arena_status(arena);
    if (snw_failed(status)) return status;

    int first = 0;
    for (int i = 0; i < system->member_count; i++) {
        frames->members[i].first = first;
        frames->members[i].arm = -1;
        first += system->members[i].model->link_count;
    }
    find_arms(frames);
    frames->clearance_root =
        find_shown(snw_exec_signals(frames->exec), &snw_clearance_signals_type);
    return SNW_OK;
}

// --- pictures -----------------------------------------------------------------------------------

// loop time per wall time, over a second at least
static void measure_speed(snw_packets *frames, int64_t now_ns) {
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

bool snw_packets_look(snw_packets *frames, int64_t now_ns) {
    frames->roots = snw_exec_look(frames->exec);
    if (frames->roots == NULL) return false;
    const snw_loop_signals *loop = frames->roots->items[0].block;
    const bool is_new = !frames->valid || loop->ticks != frames->tick;
    frames->tick = loop->ticks;
    frames->t_ns = (int64_t)(loop->t * 1e9 + 0.5);
    frames->still = loop->at_rest;
    SNW_IGNORE(snw_exec_picture_state(frames->exec, frames->roots, &frames->state));
    measure_speed(frames, now_ns);
    frames->valid = true;
    return is_new;
}

// what an arm shows in the picture; its head is not in it
static const snw_arm *arm_image(const snw_packets *frames, int arm) {
    const int root = frames->arm_roots[arm];
    return root >= 0 ? frames->roots->items[root].block : NULL;
}

static const snw_guard_signals *guard_image(const snw_packets *frames, int arm) {
    const int root = frames->arm_roots[arm];
    const unsigned char *block = frames->roots->items[root].block;
    return (const snw_guard_signals *)(const void *)(block + frames->guard_offsets[arm]);
}

// All links of a member at coordinates q, on what carries it. Coordinates that cannot be used leave
// the poses before.
static void pose_member(snw_packets *frames, int index, const double *q, snw_pose *poses) {
    const snw_system_member *member = &frames->system->members[index];
    snw_packets_member *own = &frames->members[index];
    snw_pose base = member->T_carrier_base;
    if (member->carrier >= 0) {
        const int link = frames->members[member->carrier].first + member->carrier_link;
        base = snw_pose_mul(poses[link], base);
    }
    SNW_IGNORE(snw_kin_set_base(&own->kin, base));
    if (snw_failed(snw_kin_update(&own->kin, q))) return;
    memcpy(poses + own->first, own->kin.T_world_link,
           (size_t)member->model->link_count * sizeof *poses);
}

// Whether a member may be elsewhere than in the last picture: it is driven, its coordinates are
// others, or what carries it moved.
static bool has_moved(const snw_packets *frames, int index) {
    const snw_system_member *member = &frames->system->members[index];
    const size_t size = (size_t)member->model->nq * sizeof(double);
    const double *q = frames->state.q + member->q_index, *old = frames->posed_q + member->q_index;
    if (!frames->posed || frames->members[index].arm >= 0) return true;
    if (size > 0 && memcmp(q, old, size) != 0) return true;
    return member->carrier >= 0 && frames->members[member->carrier].moved;
}

// What is measured is the state of the cell, as the loop believes it to be. What is commanded is
// the same with every driven member where its drives are told to be.
void snw_packets_pose(snw_packets *frames) {
    if (!frames->valid || (frames->posed && frames->posed_tick == frames->tick)) return;
    for (int i = 0; i < frames->system->member_count; i++) {
        const snw_system_member *member = &frames->system->members[i];
        snw_packets_member *own = &frames->members[i];
        double *q = frames->state.q + member->q_index, *told = frames->posed_q + member->q_index;
        const size_t size = (size_t)member->model->nq * sizeof *q;
        own->moved = has_moved(frames, i);
        if (!own->moved) continue;
        pose_member(frames, i, q, frames->measured);
        if (size > 0) memcpy(told, q, size);
        const snw_arm *image = own->arm >= 0 ? arm_image(frames, own->arm) : NULL;
        if (image != NULL) {
            snw_arm_to_q(snw_exec_arm(frames->exec, own->arm), image->command.q, told);
        }
        pose_member(frames, i, told, frames->commanded);
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

static unsigned char *put_arm(unsigned char *at, const snw_packets *frames, int index) {
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

// what is shown of the nearest pairs; NULL in a cell that has no such component
static const snw_clearance_signals *clearance_image(const snw_packets *frames) {
    if (frames->clearance_root < 0 || frames->roots == NULL) return NULL;
    return frames->roots->items[frames->clearance_root].block;
}

static size_t pairs_size(const snw_packets *frames) {
    const snw_clearance_signals *shown = clearance_image(frames);
    return shown != NULL ? SNW_PACKET_PAIRS + (size_t)shown->count * SNW_PACKET_PAIR : 0;
}

static unsigned char *put_points(unsigned char *at, const double *numbers) {
    for (int k = 0; k < 3; k++)
        at = put_number(at, numbers[k]);
    return at;
}

static unsigned char *put_pairs(unsigned char *at, const snw_packets *frames) {
    const snw_clearance_signals *shown = clearance_image(frames);
    if (shown == NULL) return at;
    uint64_t enforced = 0;
    for (int i = 0; i < shown->count; i++)
        enforced |= (uint64_t)(shown->policy[i] == SNW_PAIR_KEEP) << i;
    at = put(at, (uint64_t)shown->count, 4);
    at = put(at, enforced, 4);
    for (int i = 0; i < shown->count; i++) {
        at = put(at, (uint64_t)shown->a[i], 2);
        at = put(at, (uint64_t)shown->b[i], 2);
        at = put_points(at, &shown->point_a[(ptrdiff_t)3 * i]);
        at = put_points(at, &shown->point_b[(ptrdiff_t)3 * i]);
        at = put_number(at, shown->distance[i]);
    }
    return at;
}

size_t snw_packets_size(const snw_packets *frames, const snw_subscription *subscription) {
    size_t size = SNW_PACKET_HEAD + (size_t)frames->link_count * 2 * 7 * 4;
    for (int i = 0; i < frames->arm_count; i++)
        size += 8 + (size_t)snw_exec_arm(frames->exec, i)->count * 32;
    size += pairs_size(frames);
    if (subscription == NULL) return size;
    return size + (size_t)subscription->row_count * (size_t)(subscription->count + 1) * 8;
}

static unsigned char *put_head(unsigned char *at, const snw_packets *frames,
                               const snw_subscription *subscription,
                               const snw_packet_stamp *stamp) {
    const snw_loop_signals *loop = frames->roots->items[0].block;
    const unsigned late = loop->bucket > 0 ? SNW_PACKET_LATE : 0;
    at = put(at, SNW_PACKET_MAGIC, 4);
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

size_t snw_packets_write(snw_packets *frames, snw_subscription *subscription,
                         const snw_packet_stamp *stamp, unsigned char *bytes, size_t size) {
    const size_t needed = snw_packets_size(frames, subscription);
    if (!frames->valid || needed > size) return 0;
    snw_packets_pose(frames);
    unsigned char *at = put_head(bytes, frames, subscription, stamp);
    at = put_poses(at, frames->measured, frames->link_count);
    at = put_poses(at, frames->commanded, frames->link_count);
    for (int i = 0; i < frames->arm_count; i++)
        at = put_arm(at, frames, i);
    // all before it is a multiple of eight bytes
    const int numbers =
        subscription != NULL ? subscription->row_count * (subscription->count + 1) : 0;
    for (int i = 0; i < numbers; i++)
        at = put_real(at, subscription->rows[i]);
    if (subscription != NULL) subscription->row_count = 0;
    (void)put_pairs(at, frames);
    return needed;
}
