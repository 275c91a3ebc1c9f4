// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "sinew/exec/sense.h"

// Points become cells in the loop, a bounded number in each tick, so that a run in virtual time is
// the same every time. A file is read beside the loop into the other map, which the loop takes in
// the place of its own.

static const int64_t fade_period_ns = 100000000;

// --- points -------------------------------------------------------------------------------------

// the middle of the cell of a point
static snw_vec3 middle_of(const snw_voxel_map *map, snw_vec3 p) {
    const snw_vec3 at = snw_vec3_scale(snw_vec3_sub(p, map->low), 1 / map->size);
    const snw_vec3 cell = {floor(at.x) + 0.5, floor(at.y) + 0.5, floor(at.z) + 0.5};
    return snw_vec3_add(map->low, snw_vec3_scale(cell, map->size));
}

void snw__obstacles_take(snw_component *self, const snw__lot *lot, int64_t t_ns) {
    snw__obstacles *o = self->work;
    const snw_obstacles *config = self->config;
    snw_obstacles_signals *shown = self->signals;
    snw_voxel_map *map = &o->maps[o->live];
    snw_vec3 seen[SNW_SCAN_RAYS];
    int count = 0;
    for (int i = 0; i < lot->count; i++) {
        if (lot->free >> i & 1U) continue;
        shown->points++;
        const snw_vec3 p = lot->points[i];
        const bool own =
            snw_vec3_is_finite(p) &&
            snw_collision_is_self(&o->around, &o->sensed, middle_of(map, p), config->self_margin);
        if (own) shown->own++;
        if (!own) seen[count++] = p;
    }
    // what rays pass is empty, also where they end at an arm; then what they end at is filled
    if (lot->has_eye) snw_voxel_map_sweep(map, lot->eye, lot->points, lot->count);
    const int held = snw_voxel_map_insert(map, seen, count, t_ns);
    shown->lost += (uint64_t)(count - held);
    o->data_ns = t_ns;
}

int snw_obstacles_insert(snw_component *component, const snw_vec3 *eye, const snw_vec3 *points,
                         int count) {
    if (component->type != &snw_obstacles_type || component->work == NULL) return 0;
    const snw__obstacles *o = component->work;
    int taken = 0;
    while (taken < count) {
        snw__lot lot = {.has_eye = eye != NULL};
        if (eye != NULL) lot.eye = *eye;
        lot.count = count - taken < SNW_SCAN_RAYS ? count - taken : SNW_SCAN_RAYS;
        memcpy(lot.points, points + taken, (size_t)lot.count * sizeof *points);
        if (snw_failed(snw_ring_push(&o->lots, &lot))) break;
        taken += lot.count;
    }
    return taken;
}

// --- time ---------------------------------------------------------------------------------------

// the map that a file was read into takes the place of the one before
static void take_loaded(snw__obstacles *o, int64_t t_ns) {
    if (__atomic_load_n(&o->loaded, __ATOMIC_ACQUIRE) != 1) return;
    o->live = 1 - o->live;
    o->sensed.map = &o->maps[o->live];
    o->data_ns = t_ns;
    __atomic_store_n(&o->loaded, 0, __ATOMIC_RELEASE);
}

static void stop_for_stale(snw_component *self, double age) {
    snw_why why;
    snw_why_set(&why, SNW_ERR_TIMEOUT, self->name, "no data has come for too long");
    snw_why_rule(&why, "obstacles-stale");
    snw_why_fix(&why, "see why the sensor is silent; the arms go on when its data comes again");
    snw_why_add(&why, "age", age, "s");
    snw_why_add(&why, "hold", ((const snw_obstacles *)self->config)->hold, "s");
    snw_component_demand_stop(self, &why);
}

// Cells fade that were not seen while data came. When none comes they stay, and after twice the
// time the arms stop, for as long as that lasts.
static void judge_age(snw_component *self, const snw_tick *tick) {
    snw__obstacles *o = self->work;
    snw_obstacles_signals *shown = self->signals;
    const double hold = ((const snw_obstacles *)self->config)->hold;
    shown->age = (double)(tick->t_ns - o->data_ns) * 1e-9;
    const bool stale = hold > 0 && shown->age > 2 * hold;
    if (stale && !o->stale) stop_for_stale(self, shown->age);
    if (stale && o->stale) snw_component_demand(self, SNW_STOP_2);
    o->stale = shown->stale = stale;
    if (!(hold > 0) || shown->age > hold || tick->t_ns - o->fade_ns < fade_period_ns) return;
    o->fade_ns = tick->t_ns;
    SNW_IGNORE(snw_voxel_map_fade(&o->maps[o->live], tick->t_ns - (int64_t)(hold * 1e9)));
}

static snw_status obstacles_update(snw_component *self, const snw_tick *tick) {
    snw__obstacles *o = self->work;
    snw_obstacles_signals *shown = self->signals;
    if (!o->begun) o->data_ns = tick->t_ns; // it is waited for from now on
    o->begun = true;
    const snw_status status = snw_collision_place(&o->around, snw_exec_state(self->exec));
    if (snw_failed(status)) return status;
    take_loaded(o, tick->t_ns);
    snw__lot lot;
    for (int i = 0; i < SNW__LOTS_A_TICK && snw_ring_pop(&o->lots, &lot) == SNW_OK; i++)
        snw__obstacles_take(self, &lot, tick->t_ns);
    judge_age(self, tick);
    shown->cells = o->maps[o->live].cell_count;
    shown->blocks = o->maps[o->live].block_count;
    return SNW_OK;
}

static snw_status obstacles_start(snw_component *self, snw_why *why) {
    (void)why;
    ((snw__obstacles *)self->work)->begun = false;
    return SNW_OK;
}

// --- set-up -------------------------------------------------------------------------------------

static snw_status lay_out(snw_component *self, snw__obstacles *o, snw_arena *arena, snw_why *why) {
    const snw_obstacles *config = self->config;
    const snw_voxel_map_config map = {
        .bounds = {config->low, config->high}, .size = config->size, .blocks = config->blocks};
    for (int i = 0; i < 2; i++) {
        const snw_status status = snw_voxel_map_init(&o->maps[i], &map, arena, why);
        if (snw_failed(status) && status != SNW_ERR_MEMORY) return status;
    }
    SNW_IGNORE(snw_sensed_init(&o->sensed, config->size, arena, NULL));
    SNW_IGNORE(snw_ring_init(&o->lots, sizeof(snw__lot), SNW__LOTS, arena));
    return snw_arena_status(arena);
}

static snw_status obstacles_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    const snw_world *world = NULL;
    snw_status status = snw_exec_world(self->exec, &world, why);
    if (snw_failed(status)) return status;
    snw__obstacles spare, *o = SNW_ARENA_ARRAY(arena, snw__obstacles, 1);
    self->work = o;
    if (o == NULL) o = &spare;
    SNW_IGNORE(snw_collision_init(&o->around, world, arena));
    status = lay_out(self, o, arena, why);
    if (snw_failed(status)) return status;
    o->live = 0;
    o->sensed.map = &o->maps[0];
    snw__exec_sense(self->exec, &o->sensed);
    return SNW_OK;
}

static void obstacles_cleanup(snw_component *self) {
    snw__exec_sense(self->exec, NULL);
}

// --- tables -------------------------------------------------------------------------------------

#define SIGNAL(member) SNW_AT(snw_obstacles_signals, member), .role = SNW_SIGNAL
static const snw_field signal_fields[] = {
    {SIGNAL(cells), .kind = SNW_KIND_INT, .help = "Number of filled cells."},
    {SIGNAL(blocks), .kind = SNW_KIND_INT, .help = "Number of blocks in use."},
    {SIGNAL(points), .kind = SNW_KIND_UINT, .help = "Number of points received."},
    {SIGNAL(own), .kind = SNW_KIND_UINT,
     .help = "Number of points left out because they are too near to an arm."},
    {SIGNAL(lost), .kind = SNW_KIND_UINT,
     .help = "Number of points outside of the box or without room for their block."},
    {SIGNAL(age), .kind = SNW_KIND_REAL, .unit = "s", .help = "Time since the last data came."},
    {SIGNAL(stale), .kind = SNW_KIND_BOOL,
     .help = "No data has come for so long that the arms are stopped."},
};
static const snw_type signals_type = {
    SNW_TYPE_AS("obstacles_signals", snw_obstacles_signals, signal_fields),
    .space = &snw_space_cell, .help = "The map of what sensors see."};

static const snw_component_functions obstacles_functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_SENSE,
    .signals = &signals_type,
    .commands = snw__obstacles_commands,
    .command_count = SNW__OBSTACLES_COMMANDS,
    .configure = obstacles_configure,
    .start = obstacles_start,
    .update = obstacles_update,
    .cleanup = obstacles_cleanup,
};

static const snw_field obstacles_fields[] = {
    {SNW_AT(snw_obstacles, low), .kind = SNW_KIND_VEC3, .unit = "m", .flags = SNW_REQUIRED,
     .help = "Lowest corner of the mapped box in the world."},
    {SNW_AT(snw_obstacles, high), .kind = SNW_KIND_VEC3, .unit = "m", .flags = SNW_REQUIRED,
     .help = "Highest corner of the mapped box in the world."},
    {SNW_AT(snw_obstacles, size), .kind = SNW_KIND_REAL, .unit = "m", .range = {0.001, 1},
     .initial = "0.02", .help = "Edge length of a cell."},
    {SNW_AT(snw_obstacles, blocks), .kind = SNW_KIND_INT, .range = {1, SNW_VOXEL_MAP_BLOCKS},
     .initial = "512", .help = "Number of blocks of 16 x 16 x 16 cells that can be in use."},
    {SNW_AT(snw_obstacles, hold), .kind = SNW_KIND_REAL, .unit = "s", .range = {0, 1e6},
     .initial = "0", .when = SNW_LIVE,
     .help =
         "Time after which cells that are not seen again fade; without data the arms stop after "
         "twice this time. 0 turns both off."},
    {SNW_AT(snw_obstacles, self_margin), .kind = SNW_KIND_REAL, .unit = "m", .range = {0, 1},
     .initial = "0.05", .when = SNW_LIVE,
     .help = "Distance from the arms below which no cell is filled."},
};
const snw_type snw_obstacles_type = {
    SNW_TYPE_AS("obstacles", snw_obstacles, obstacles_fields), .base = "component",
    .space = &snw_space_cell, .functions = &obstacles_functions.head,
    .help = "Map of what sensors see; arms keep away from its filled cells."};
