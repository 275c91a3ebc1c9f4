// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/urdf/mesh_file.h"
#include "sinew/wire/foxglove.h"

// Joints and links by the names that other tools know: those of the first arm as its URDF has them.

static const char world[] = "world";

// the member that the first arm drives, or -1
static int first_arm(const snw_packets *frames) {
    if (frames->arm_count == 0) return -1;
    return snw_system_find(frames->system, snw_exec_arm(frames->exec, 0)->name);
}

static const char *name_of(const snw_packets *frames, int member, const char *name,
                           snw_setup *setup) {
    char whole[2 * SNW_NAME];
    snw_text text = snw_text_over(whole, sizeof whole);
    if (member != first_arm(frames)) {
        snw_text_format(&text, "%s/", frames->system->members[member].name);
    }
    snw_text_format(&text, "%s", name);
    return snw_setup_text(setup, whole, strlen(whole));
}

static void name_joints(snw_foxglove_scene *scene, const snw_packets *frames, snw_setup *setup) {
    int at = 0;
    for (int i = 0; i < frames->arm_count; i++) {
        const snw_arm *arm = snw_exec_arm(frames->exec, i);
        const int member = snw_system_find(frames->system, arm->name);
        for (int k = 0; k < arm->count; k++)
            scene->names[at++] = name_of(frames, member, snw_arm_axis_name(arm, k), setup);
    }
}

// Each link in its parent, roots in the world. A root that is called like the world is the world.
static void name_frames(snw_foxglove_scene *scene, const snw_packets *frames, const char **names) {
    int first = 0;
    for (int i = 0; i < frames->system->member_count; i++) {
        const snw_model *model = frames->system->members[i].model;
        for (int k = 0; k < model->link_count; k++) {
            const int parent = model->links[k].parent;
            const char *above = parent >= 0 ? names[first + parent] : world;
            if (strcmp(above, names[first + k]) == 0) continue;
            scene->link[scene->frame_count] = first + k;
            scene->parent[scene->frame_count] = parent >= 0 ? first + parent : -1;
            scene->frames[scene->frame_count++] =
                (snw_frame_state){.parent = above, .child = names[first + k]};
        }
        first += model->link_count;
    }
}

snw_status snw_foxglove_scene_make(snw_foxglove_scene *scene, const snw_packets *frames,
                                   snw_setup *setup) {
    int joints = 0;
    const size_t links = (size_t)frames->link_count;
    *scene = (snw_foxglove_scene){0};
    for (int i = 0; i < frames->arm_count; i++)
        joints += snw_exec_arm(frames->exec, i)->count;
    const size_t count = (size_t)joints;
    scene->names = snw_setup_take(setup, (count + 1) * sizeof *scene->names, 8);
    scene->numbers = snw_setup_take(setup, (3 * count + 1) * sizeof *scene->numbers, 8);
    scene->frames = snw_setup_take(setup, (links + 1) * sizeof *scene->frames, 8);
    scene->link = snw_setup_take(setup, (links + 1) * sizeof *scene->link, 8);
    scene->parent = snw_setup_take(setup, (links + 1) * sizeof *scene->parent, 8);
    const char **names = snw_setup_take(setup, (links + 1) * sizeof *names, 8);
    if (snw_failed(snw_setup_status(setup))) return snw_setup_status(setup);

    int first = 0;
    for (int i = 0; i < frames->system->member_count; i++) {
        const snw_model *model = frames->system->members[i].model;
        for (int k = 0; k < model->link_count; k++)
            names[first + k] = name_of(frames, i, model->links[k].name, setup);
        first += model->link_count;
    }
    name_joints(scene, frames, setup);
    if (snw_failed(snw_setup_status(setup))) return snw_setup_status(setup);
    name_frames(scene, frames, names);
    scene->joints = (snw_joint_states){.names = scene->names,
                                       .count = joints,
                                       .position = scene->numbers,
                                       .velocity = scene->numbers + joints,
                                       .effort = scene->numbers + 2 * (ptrdiff_t)joints};
    return SNW_OK;
}

bool snw_foxglove_scene_look(snw_foxglove_scene *scene, snw_packets *frames) {
    if (!frames->valid) return false;
    snw_packets_pose(frames);
    for (int i = 0; i < scene->frame_count; i++) {
        const snw_pose T_world = frames->measured[scene->link[i]];
        const int parent = scene->parent[i];
        scene->frames[i].pose =
            parent < 0 ? T_world : snw_pose_inverse_mul(frames->measured[parent], T_world);
    }
    const int joints = scene->joints.count;
    double *at = scene->numbers;
    for (int i = 0; i < frames->arm_count; i++) {
        const int root = frames->arm_roots[i];
        const snw_arm *image = root >= 0 ? frames->roots->items[root].block : NULL;
        for (int k = 0; k < snw_exec_arm(frames->exec, i)->count; k++, at++) {
            at[0] = image != NULL ? image->sensed.q[k] : 0;
            at[joints] = image != NULL ? image->estimate.v[k] : 0;
            at[2 * (ptrdiff_t)joints] = image != NULL ? image->sensed.effort[k] : 0;
        }
    }
    scene->joints.t_ns = frames->t_ns;
    return true;
}

const char *snw_foxglove_urdf(const snw_packets *frames, const snw_cell *cell) {
    const int member = first_arm(frames);
    if (member < 0) return NULL;
    const char *name = frames->system->mechanisms[frames->system->members[member].mechanism].name;
    for (int i = 0; i < cell->mechanism_count; i++) {
        const char *found = cell->mechanisms[i].found;
        const char *dot = strrchr(found, '.');
        if (strcmp(cell->mechanisms[i].name, name) != 0) continue;
        return dot != NULL && strcmp(dot, ".urdf") == 0 ? found : NULL;
    }
    return NULL;
}

static const char *mesh_among(const snw_body_shape *bodies, int count, const char *uri) {
    for (int i = 0; i < count; i++) {
        if (bodies[i].shape.type != &snw_mesh_file_type) continue;
        const snw_mesh_file *file = bodies[i].shape.block;
        if (strcmp(file->name, uri) == 0 && file->file[0] != '\0') return file->file;
    }
    return NULL;
}

const char *snw_foxglove_mesh(const snw_system *system, const char *uri) {
    if (strncmp(uri, "package://", 10) != 0) return NULL;
    for (int i = 0; i < system->mechanism_count; i++) {
        const snw_robot *robot = system->mechanisms[i].robot;
        for (int k = 0; k < robot->link_count; k++) {
            const snw_link_description *link = &robot->links[k];
            const char *file = mesh_among(link->visuals, link->visual_count, uri);
            if (file == NULL) file = mesh_among(link->collisions, link->collision_count, uri);
            if (file != NULL) return file;
        }
    }
    return NULL;
}
