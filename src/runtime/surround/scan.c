// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// A depth camera of a simulated cell: the rays of a picture one after the other, row by row, a lot
// of them in each update. What a ray meets is told to the map by a point just below its surface.

typedef struct scan {
    snw_component *obstacles;
    int member, link; // that carries it; -1 for the world
    int next;         // ray of the picture
} scan;

// how far below a surface its points are [m], so that they do not lie between two cells
static const double below_surface = 1e-6;

// --- the tick -----------------------------------------------------------------------------------

static snw_pose camera_pose(const snw_component *self) {
    const scan *s = self->work;
    const snw_pose own = ((const snw_scan *)self->config)->pose;
    if (s->member < 0) return own;
    const snw_pose T_world_link = snw_system_link_pose(
        snw_exec_system(self->exec), snw_exec_state(self->exec), s->member, s->link);
    return snw_pose_mul(T_world_link, own);
}

// The way of a ray: through the middle of its pixel in a plane at distance 1, x to the right and y
// down, as pictures are counted.
static snw_vec3 ray_way(const snw_scan *config, int ray) {
    const double column = ray % config->columns, row = (int)(ray / config->columns);
    const double x = (2 * column + 1) / config->columns - 1;
    const double y = (2 * row + 1) / config->rows - 1;
    const snw_vec3 way = {x * tan(config->width / 2), y * tan(config->height / 2), 1};
    return snw_vec3_normalize(way);
}

// where a ray ends; false when it meets nothing within the range
static bool cast_ray(const snw_collision *around, snw_vec3 eye, snw_vec3 way, double range,
                     snw_vec3 *end) {
    const snw_segment segment = {eye, snw_vec3_add_scaled(eye, way, range)};
    snw_world_hit hit;
    *end = segment.end;
    // the housing of the camera is not in its own way
    if (!snw_collision_ray(around, &segment, &hit) || hit.hit.inside) return false;
    *end = snw_vec3_add_scaled(hit.hit.point, way, below_surface);
    return true;
}

static snw_status scan_update(snw_component *self, const snw_tick *tick) {
    scan *s = self->work;
    const snw_scan *config = self->config;
    snw_scan_signals *shown = self->signals;
    if (s->obstacles->state != SNW_COMPONENT_RUNNING) return SNW_OK;
    const snw_collision *around = &((const snw__obstacles *)s->obstacles->work)->around;
    const snw_pose T = camera_pose(self);
    const int rays = config->columns * config->rows;
    snw__lot lot = {.eye = T.p, .has_eye = true};
    shown->hits = 0;
    while (lot.count < SNW_SCAN_RAYS && lot.count < rays) {
        const snw_vec3 way = snw_mat3_apply(T.R, ray_way(config, s->next));
        const bool hit = cast_ray(around, T.p, way, config->range, &lot.points[lot.count]);
        lot.free |= (uint32_t)!hit << lot.count;
        lot.count++;
        shown->hits += hit;
        s->next = (s->next + 1) % rays;
        shown->pictures += s->next == 0;
    }
    snw__obstacles_take(s->obstacles, &lot, tick->t_ns);
    return SNW_OK;
}

// --- set-up -------------------------------------------------------------------------------------

static snw_status find_mount(const snw_component *self, scan *s, snw_why *why) {
    const char *name = ((const snw_scan *)self->config)->link;
    s->member = -1;
    if (self->arm == NULL && name[0] == '\0') return SNW_OK;
    if (self->arm == NULL) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "scan", self->name,
                               "a link is named, but no arm", "add member=\"...\"");
    }
    s->member = snw_system_find(snw_exec_system(self->exec), self->arm->name);
    s->link = name[0] != '\0' ? snw_model_find_link(self->arm->model, name) : 0;
    if (s->link >= 0) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "scan", name,
                           "the arm has no link of that name", "name a link of the arm");
}

static snw_status scan_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    scan spare, *s = SNW_ARENA_ARRAY(arena, scan, 1);
    self->work = s;
    if (s == NULL) s = &spare;
    const snw_status status = find_mount(self, s, why);
    return snw_failed(status) ? status : snw_arena_status(arena);
}

static snw_status scan_start(snw_component *self, snw_why *why) {
    scan *s = self->work;
    s->next = 0;
    s->obstacles = snw_component_peer(self, "obstacles");
    if (s->obstacles != NULL) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_STATE, "scan", self->name,
                           "the map that it fills does not run", "start the component first");
}

// --- tables -------------------------------------------------------------------------------------

static const snw_field signal_fields[] = {
    {SNW_AT(snw_scan_signals, pictures), .kind = SNW_KIND_UINT, .role = SNW_SIGNAL,
     .help = "Number of complete pictures."},
    {SNW_AT(snw_scan_signals, hits), .kind = SNW_KIND_INT, .role = SNW_SIGNAL,
     .help = "Number of rays of the last update that met something."},
};
static const snw_type signals_type = {SNW_TYPE_AS("scan_signals", snw_scan_signals, signal_fields),
                                      .space = &snw_space_cell,
                                      .help = "What a simulated depth camera does."};

static const snw_peer peers[] = {
    {"obstacles", "obstacles", true, "The map that is filled."},
};

static const snw_component_functions scan_functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_SENSE,
    .signals = &signals_type,
    .peers = peers,
    .peer_count = 1,
    .configure = scan_configure,
    .start = scan_start,
    .update = scan_update,
};

static const snw_field scan_fields[] = {
    {SNW_AT(snw_scan, link), .kind = SNW_KIND_STRING, .initial = "",
     .help = "Link of the arm that carries the camera; empty means the base of the arm."},
    {SNW_AT(snw_scan, pose), .kind = SNW_KIND_POSE, .unit = "m",
     .help = "Pose of the camera in that link, or in the world without an arm; it looks along z, "
             "and y points down in its picture."},
    {SNW_AT(snw_scan, width), .kind = SNW_KIND_REAL, .unit = "rad", .range = {0.01, 3},
     .initial = "1", .help = "Angle of view from left to right."},
    {SNW_AT(snw_scan, height), .kind = SNW_KIND_REAL, .unit = "rad", .range = {0.01, 3},
     .initial = "0.8", .help = "Angle of view from top to bottom."},
    {SNW_AT(snw_scan, columns), .kind = SNW_KIND_INT, .range = {1, 4096}, .initial = "80",
     .help = "Number of rays in a row of a picture."},
    {SNW_AT(snw_scan, rows), .kind = SNW_KIND_INT, .range = {1, 4096}, .initial = "60",
     .help = "Number of rows of a picture."},
    {SNW_AT(snw_scan, range), .kind = SNW_KIND_REAL, .unit = "m", .range = {0.01, 100},
     .initial = "3", .help = "Length of a ray."},
};
const snw_type snw_scan_type = {SNW_TYPE_AS("scan", snw_scan, scan_fields), .base = "component",
                                .space = &snw_space_cell, .functions = &scan_functions.head,
                                .help = "Simulated depth camera that sees the shapes of the cell."};
