// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/contact/memory.h"

#include <math.h>
#include <string.h>

// Memories of patches, in the frame of the lower body. There are two lists: that of the last step,
// which is asked, and that of this one, which is written.

typedef struct old_point {
    snw_vec3 at, rub;
    snw_contact_memory memory;
} old_point;

struct snw__patch_memory {
    uint64_t pair;
    int count;
    old_point points[SNW_CONTACT_FACE];
};

// a new point takes over the memory of an old one that is nearer than this share of the patch
static const double same_place = 0.25;

// --- the lists ----------------------------------------------------------------------------------

static int table_size_of(int room) {
    int size = 2;
    while (size < 2 * room)
        size *= 2;
    return size;
}

snw_status snw_contact_memories_init(snw_contact_memories *memories, int room, snw_arena *arena) {
    memset(memories, 0, sizeof *memories);
    if (room < 1 || room > 65536) return SNW_ERR_SIZE;
    memories->room = room;
    memories->table_size = table_size_of(room);
    memories->now = SNW_ARENA_ARRAY(arena, struct snw__patch_memory, room);
    memories->next = SNW_ARENA_ARRAY(arena, struct snw__patch_memory, room);
    memories->table = SNW_ARENA_ARRAY(arena, int, memories->table_size);
    const snw_status status = snw_arena_status(arena);
    if (!snw_failed(status)) snw_contact_keep_end(memories);
    return status;
}

static int first_slot(const snw_contact_memories *memories, uint64_t pair) {
    const uint64_t mixed = (pair ^ (pair >> 29)) * UINT64_C(0x9e3779b97f4a7c15);
    return (int)(mixed >> 40) & (memories->table_size - 1);
}

static const struct snw__patch_memory *find_patch(const snw_contact_memories *memories,
                                                  uint64_t pair) {
    int slot = first_slot(memories, pair);
    while (memories->table[slot] >= 0) {
        const struct snw__patch_memory *patch = &memories->now[memories->table[slot]];
        if (patch->pair == pair) return patch;
        slot = (slot + 1) & (memories->table_size - 1);
    }
    return NULL;
}

void snw_contact_keep_end(snw_contact_memories *memories) {
    struct snw__patch_memory *written = memories->next;
    memories->next = memories->now;
    memories->now = written;
    memories->count = memories->next_count;
    memories->next_count = 0;
    memset(memories->table, 0xff, (size_t)memories->table_size * sizeof *memories->table);
    for (int i = 0; i < memories->count; i++) {
        int slot = first_slot(memories, memories->now[i].pair);
        while (memories->table[slot] >= 0)
            slot = (slot + 1) & (memories->table_size - 1);
        memories->table[slot] = i;
    }
}

// --- frames -------------------------------------------------------------------------------------

static snw_contact_memory turn_memory(snw_mat3 R, snw_contact_memory memory) {
    memory.stretch = snw_mat3_apply(R, memory.stretch);
    memory.roll = snw_mat3_apply(R, memory.roll);
    return memory;
}

snw_status snw_contact_keep(snw_contact_memories *memories, uint64_t pair, snw_pose T,
                            const snw_contact_point *points, int count) {
    bool pressed = false;
    for (int i = 0; i < count; i++)
        pressed = pressed || points[i].memory.load > 0;
    if (!pressed) return SNW_OK;
    if (count > SNW_CONTACT_FACE) return SNW_ERR_SIZE;
    if (memories->next_count >= memories->room) return SNW_ERR_FULL;
    struct snw__patch_memory *patch = &memories->next[memories->next_count++];
    patch->pair = pair;
    patch->count = count;
    const snw_mat3 R = snw_mat3_transpose(T.R);
    for (int i = 0; i < count; i++) {
        patch->points[i] = (old_point){.at = snw_pose_apply_inverse(T, points[i].at),
                                       .rub = snw_pose_apply_inverse(T, points[i].rub),
                                       .memory = turn_memory(R, points[i].memory)};
    }
    return SNW_OK;
}

// --- what all old points together say
// ---------------------------------------------------------------

// stretch = mean + turn * n x (p - center): two faces that shift and turn against each other
typedef struct field {
    snw_vec3 center, normal, mean, roll;
    double turn, spin;
    double load; // of all points
    double size; // mean distance of the points from the centre
    double slides;
} field;

static double weight_of(const old_point *point) {
    return point->memory.load;
}

static void fit_means(const struct snw__patch_memory *patch, field *f) {
    for (int i = 0; i < patch->count; i++) {
        const old_point *point = &patch->points[i];
        const double w = weight_of(point);
        f->load += w;
        f->center = snw_vec3_add_scaled(f->center, point->rub, w);
        f->mean = snw_vec3_add_scaled(f->mean, point->memory.stretch, w);
        f->roll = snw_vec3_add_scaled(f->roll, point->memory.roll, w);
        f->spin += w * point->memory.spin;
        f->slides += point->memory.slides ? w : 0;
    }
    f->center = snw_vec3_divide(f->center, f->load);
    f->mean = snw_vec3_divide(f->mean, f->load);
    f->roll = snw_vec3_divide(f->roll, f->load);
    f->spin /= f->load;
}

// normal in the frame of the old points
static field fit_field(const struct snw__patch_memory *patch, snw_vec3 normal) {
    field f = {.normal = normal};
    fit_means(patch, &f);
    double above = 0, below = 0;
    for (int i = 0; i < patch->count; i++) {
        const old_point *point = &patch->points[i];
        const snw_vec3 arm = snw_vec3_sub(point->rub, f.center);
        const snw_vec3 turned = snw_vec3_cross(normal, arm);
        const double w = weight_of(point);
        above += w * snw_vec3_dot(turned, snw_vec3_sub(point->memory.stretch, f.mean));
        below += w * snw_vec3_norm2(turned);
        f.size += snw_vec3_norm(arm) / patch->count;
    }
    f.turn = below > 0 ? above / below : 0;
    return f;
}

static snw_contact_memory ask_field(const field *f, snw_vec3 rub) {
    const snw_vec3 turned = snw_vec3_cross(f->normal, snw_vec3_sub(rub, f->center));
    return (snw_contact_memory){.stretch = snw_vec3_add_scaled(f->mean, turned, f->turn),
                                .roll = f->roll,
                                .spin = f->spin,
                                .slides = f->slides > 0.5 * f->load};
}

// an old point at another place of the same face
static snw_contact_memory move_memory(const field *f, const old_point *old, snw_vec3 rub) {
    snw_contact_memory memory = old->memory;
    const snw_vec3 turned = snw_vec3_cross(f->normal, snw_vec3_sub(rub, old->rub));
    memory.stretch = snw_vec3_add_scaled(memory.stretch, turned, f->turn);
    return memory;
}

static const old_point *nearest_old(const struct snw__patch_memory *patch, snw_vec3 at,
                                    double below) {
    const old_point *best = NULL;
    for (int i = 0; i < patch->count; i++) {
        const double distance = snw_vec3_distance(patch->points[i].at, at);
        if (distance > below) continue;
        below = distance;
        best = &patch->points[i];
    }
    return best;
}

// --- where friction acts
// --------------------------------------------------------------------------

// integral of sec^3 up to the angle with this tangent
static double cubed_secant(double tangent) {
    const double t = fabs(tangent), secant = sqrt(1 + t * t);
    return copysign(0.5 * (t * secant + log(t + secant)), tangent);
}

// integral of the distance from the origin over the triangle of the origin and an edge, and its
// area
static void add_triangle(snw_vec3 a, snw_vec3 b, snw_vec3 normal, double *moment, double *area) {
    const snw_vec3 edge = snw_vec3_sub(b, a);
    const double length = snw_vec3_norm(edge);
    if (!(length > 0)) return;
    const double twice = snw_vec3_dot(normal, snw_vec3_cross(a, b)), height = twice / length;
    if (fabs(height) < 1e-12 * length) return;
    // along the edge, from the foot of the origin on
    const double u = snw_vec3_dot(a, edge) / (length * fabs(height));
    const double v = snw_vec3_dot(b, edge) / (length * fabs(height));
    *moment += height * height * height / 3 * (cubed_secant(v) - cubed_secant(u));
    *area += 0.5 * twice;
}

static snw_vec3 center_of_pressure(const snw_contact_point *points, int count) {
    snw_vec3 pressed = {0, 0, 0}, all = {0, 0, 0};
    double load = 0;
    for (int i = 0; i < count; i++) {
        pressed = snw_vec3_add_scaled(pressed, points[i].at, points[i].memory.load);
        all = snw_vec3_add_scaled(all, points[i].at, 1.0 / count);
        load += points[i].memory.load;
    }
    return load > 0 ? snw_vec3_divide(pressed, load) : all;
}

static double mean_of_corners(const snw_contact_point *points, int count, snw_vec3 center) {
    double sum = 0, load = 0;
    for (int i = 0; i < count; i++) {
        sum += points[i].memory.load * snw_vec3_distance(points[i].at, center);
        load += points[i].memory.load;
    }
    if (load > 0) return sum / load;
    for (int i = 0; i < count; i++)
        sum += snw_vec3_distance(points[i].at, center) / count;
    return sum;
}

static double mean_of_area(const snw_contact_point *points, int count, snw_vec3 center) {
    double moment = 0, area = 0;
    for (int i = 0; i < count; i++) {
        add_triangle(snw_vec3_sub(points[i].at, center),
                     snw_vec3_sub(points[(i + 1) % count].at, center), points[0].normal, &moment,
                     &area);
    }
    return area != 0 ? fabs(moment / area) : 0;
}

static void place_friction(snw_contact_point *points, int count) {
    for (int i = 0; i < count; i++)
        points[i].rub = points[i].at;
    if (count < 3) return;
    const snw_vec3 center = center_of_pressure(points, count);
    const double corners = mean_of_corners(points, count, center);
    if (!(corners > 0)) return;
    const double ratio = fmin(mean_of_area(points, count, center) / corners, 1);
    for (int i = 0; i < count; i++) {
        const snw_vec3 arm = snw_vec3_sub(points[i].at, center);
        points[i].rub = snw_vec3_add_scaled(center, arm, ratio);
    }
}

// the load is shared by as many points as there are now
static double load_for(const struct snw__patch_memory *patch, const field *f, const old_point *old,
                       int count) {
    return old != NULL ? old->memory.load * patch->count / count : f->load / count;
}

// --- remembering
// ----------------------------------------------------------------------------------

void snw_contact_recall(const snw_contact_memories *memories, uint64_t pair, snw_pose T,
                        snw_contact_point *points, int count) {
    if (count == 0) return;
    for (int i = 0; i < count; i++)
        points[i].memory = (snw_contact_memory){0};
    const struct snw__patch_memory *patch = find_patch(memories, pair);
    if (patch == NULL) {
        place_friction(points, count);
        return;
    }
    const field f = fit_field(patch, snw_mat3_apply_t(T.R, points[0].normal));
    const old_point *old[SNW_CONTACT_FACE];
    for (int i = 0; i < count; i++) {
        old[i] = nearest_old(patch, snw_pose_apply_inverse(T, points[i].at), same_place * f.size);
        points[i].memory.load = load_for(patch, &f, old[i], count);
    }
    place_friction(points, count);
    for (int i = 0; i < count; i++) {
        const snw_vec3 rub = snw_pose_apply_inverse(T, points[i].rub);
        const snw_contact_memory memory =
            old[i] != NULL ? move_memory(&f, old[i], rub) : ask_field(&f, rub);
        const double load = points[i].memory.load;
        points[i].memory = turn_memory(T.R, memory);
        points[i].memory.load = load;
    }
}
