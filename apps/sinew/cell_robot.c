// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "cell_input.h"
#include "sinew/os/file.h"

// A cell around a bare robot. It is written as the text of a cell file, which names the robot's
// file, and is then read as every other one: what can be run can be saved and recorded.

typedef struct facts {
    const char *path;
    char name[SNW_NAME];
    char tool[SNW_NAME]; // link or attachment at the end of the longest chain; "" for no arm
    bool has_mass;
    bool floats;
} facts;

// --- what the robot is like ---------------------------------------------------------------------

// driven joints from the root to a link
static int depth_of(const snw_model *model, int link) {
    int depth = 0;
    for (int l = link; l >= 0; l = model->links[l].parent) {
        if (model->links[l].parent >= 0 && model->links[l].nv > 0) depth++;
    }
    return depth;
}

// the last link that the most joints move; -1 when nothing moves
static int last_link(const snw_model *model) {
    int best = -1, deepest = 0;
    for (int l = 0; l < model->link_count; l++) {
        const int depth = depth_of(model, l);
        if (depth < deepest || depth == 0) continue;
        best = l;
        deepest = depth;
    }
    return best;
}

static void find_tool(const snw_model *model, facts *f) {
    static const char *const usual[] = {"tool", "tcp", "tool0"};
    const int last = last_link(model);
    if (last < 0) return;
    snw_copy_text(f->tool, sizeof f->tool, model->links[last].name);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        if (snw_model_find_frame(model, usual[i]) < 0) continue;
        snw_copy_text(f->tool, sizeof f->tool, usual[i]);
        return;
    }
}

// all that a joint moves has mass, itself or by what it carries
static bool has_mass(const snw_model *model) {
    for (int l = 0; l < model->link_count; l++) {
        const snw_link *link = &model->links[l];
        double carried = 0;
        if (link->parent < 0 || link->nv == 0) continue;
        for (int i = l; i < link->end; i++)
            carried += model->links[i].inertia.m;
        if (!(carried > 0)) return false;
    }
    return true;
}

// a name of a cell from that of a file: letters, digits, '-' and '_'
static void name_after(const char *path, char out[SNW_NAME]) {
    char leaf[SNW_PATH_SIZE];
    if (snw_failed(snw_path_leaf(path, leaf, sizeof leaf))) leaf[0] = '\0';
    leaf[strcspn(leaf, ".")] = '\0';
    snw_copy_text(out, SNW_NAME, leaf[0] != '\0' ? leaf : "robot");
    for (char *at = out; *at != '\0'; at++) {
        const bool good = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
                          (*at >= '0' && *at <= '9') || *at == '-' || *at == '_';
        if (!good) *at = '-';
    }
}

// --- the text -----------------------------------------------------------------------------------

static void add_quoted(snw_text *text, const char *words) {
    snw_text_format(text, "\"");
    for (const char *at = words; *at != '\0'; at++) {
        const char *entity = *at == '&'   ? "&amp;"
                             : *at == '<' ? "&lt;"
                             : *at == '"' ? "&quot;"
                                          : NULL;
        if (entity != NULL) {
            snw_text_format(text, "%s", entity);
        } else {
            snw_text_add(text, at, 1);
        }
    }
    snw_text_format(text, "\"");
}

static void add_components(snw_text *text, const facts *f) {
    static const char *const taught[] = {"points", "paths"};
    snw_text_format(text,
                    "<components>"
                    "<component name=\"estimate\" member=\"arm\"><type><rate_estimate/></type>"
                    "</component>"
                    "<component name=\"motion\" member=\"arm\"><type><motion frame=");
    add_quoted(text, f->tool);
    snw_text_format(text, "/></type></component>");
    for (size_t i = 0; i < sizeof taught / sizeof *taught; i++) {
        snw_text_format(text,
                        "<component name=\"%s\" member=\"arm\"><type><%s/></type>"
                        "<peers><peer role=\"motion\" component=\"motion\"/></peers></component>",
                        taught[i], taught[i]);
    }
    snw_text_format(text, "<component name=\"task\" member=\"arm\"><type><task><control law=\"qp\">"
                          "<effectors><frame_effector name=\"tool\" link=");
    add_quoted(text, f->tool);
    snw_text_format(text, "/></effectors><objectives><joint_limits zone=\"0.3\"/></objectives>"
                          "</control></task></type></component>"
                          "<component name=\"follow\" member=\"arm\"><type><follow/></type>"
                          "</component></components>");
}

static void compose(snw_text *text, const void *context) {
    const facts *f = context;
    snw_text_format(text, "<cell xmlns=\"urn:sinew:cell\" name=");
    add_quoted(text, f->name);
    snw_text_format(text, "><mechanisms><mechanism name=");
    add_quoted(text, f->name);
    snw_text_format(text, " file=");
    add_quoted(text, f->path);
    snw_text_format(text, "/></mechanisms><members><member name=\"arm\" mechanism=");
    add_quoted(text, f->name);
    // what moves freely by itself is held where it stands
    if (f->floats) snw_text_format(text, " base=\"fixed\"");
    snw_text_format(text, "/></members><control><loop period=\"1 ms\">");
    if (f->tool[0] != '\0') {
        const char *drive = f->has_mass ? "simulated_arm" : "limited_arm";
        snw_text_format(text, "<arms><arm member=\"arm\"><drive><%s/></drive></arm></arms>", drive);
        add_components(text, f);
    }
    snw_text_format(text, "</loop></control></cell>");
}

// --- opening ------------------------------------------------------------------------------------

// the robot once for itself: what the cell looks like depends on it
static snw_status look_at(const char *path, const snw_load_options *load, cell_input *input,
                          facts *f) {
    snw_robot *robot = NULL;
    snw_model model;
    snw_arena arena = {0};
    snw_status status = snw_robot_load(path, load, input->setup, &robot, &input->diags);
    if (snw_failed(status)) return status;
    SNW_IGNORE(snw_model_compile(&model, robot, &arena, NULL));
    void *memory = model_block(arena.needed, &arena, NULL);
    if (memory == NULL) return SNW_ERR_MEMORY;
    status = snw_model_compile(&model, robot, &arena, &input->diags);
    if (!snw_failed(status)) {
        find_tool(&model, f);
        f->has_mass = has_mass(&model);
        f->floats = model.floating;
        // told once more when the cell is read
        input->diags.count = input->diags.errors = 0;
    }
    free(memory);
    return status;
}

snw_status cell_open_robot(cell_input *input, const char *path, const snw_registry *registry,
                           const cli_values *values, snw_why *why) {
    snw_cell_options options;
    char folder[SNW_PATH_SIZE];
    snw_status status = cell_begin(input, registry, values, &options, why);
    if (!snw_failed(status)) {
        status = snw_file_real_path(path, input->path, sizeof input->path, why);
    }
    if (!snw_failed(status)) status = snw_path_parent(input->path, folder, sizeof folder);
    if (snw_failed(status)) return status;
    facts f = {.path = input->path};
    name_after(input->path, f.name);
    input->is_made = true;
    input->status = look_at(input->path, &input->load, input, &f);
    if (snw_failed(input->status)) return SNW_OK;
    size_t length = 0;
    char *text = model_composed(compose, &f, &length, why);
    if (text == NULL) return SNW_ERR_MEMORY;
    const snw_source source = {text, length, input->path, folder};
    input->status = snw_cell_read(&source, &options, input->setup, &input->cell, &input->diags);
    free(text);
    cell_finish(input);
    return SNW_OK;
}

static bool is_robot(const char *path) {
    snw_file_content content;
    if (snw_failed(snw_file_read(path, NULL, &content, NULL))) return false;
    const snw_source source = {content.data, content.size, path, NULL};
    const snw_model_format format = snw_model_format_of(&source);
    snw_file_free(&content);
    return format != SNW_FORMAT_CELL && format != SNW_FORMAT_UNKNOWN;
}

snw_status cell_open_any(cell_input *input, const char *word, const snw_registry *registry,
                         const cli_values *values, snw_why *why) {
    char path[SNW_PATH_SIZE];
    snw_why other = {0};
    snw_status status = cell_find(word, path, sizeof path, why);
    // a name that no cell has may be that of a robot
    if (snw_failed(status) && !snw_failed(model_find(word, path, sizeof path, &other))) {
        *why = (snw_why){0};
        return cell_open_robot(input, path, registry, values, why);
    }
    if (!snw_failed(status) && is_robot(path)) {
        return cell_open_robot(input, path, registry, values, why);
    }
    return cell_open(input, word, registry, values, why);
}
