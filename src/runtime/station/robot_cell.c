// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "robot_base.h"
#include "sinew/document/xml.h"
#include "sinew/os/file.h"

// A cell around a bare robot. It is written as the text of a cell file, which names the robot's
// file, and is then read as every other one: what can be run can be saved and recorded.

typedef struct facts {
    const char *path;
    char name[SNW_NAME];
    char tool[SNW_NAME]; // link or attachment at the end of the longest chain; "" for no arm
    bool has_mass;
    bool floats, unsupported;
    char reason[SNW_WHY_TEXT]; // why it floats, when neither file nor user asked for it
    bool posed;                // it begins at q, not in the middle of its ranges
    double *q;                 // of the set-up arena, with the coordinates of a floating base
    int q_count;
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
    snw_text_xml_attribute(text, words);
    snw_text_format(text, "\"");
}

// it moves the tool in the world, which needs a base that stands
static void add_task(snw_text *text, const facts *f) {
    snw_text_format(text, "<component name=\"task\" member=\"arm\"><type><task><control law=\"qp\">"
                          "<effectors><frame_effector name=\"tool\" link=");
    add_quoted(text, f->tool);
    snw_text_format(text, "/></effectors><objectives><joint_limits zone=\"0.3\"/></objectives>"
                          "</control></task></type></component>");
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
    // empty until steps are taught; it waits for `run`
    snw_text_format(text, "<component name=\"program\" member=\"arm\"><type>"
                          "<sequence automatic=\"false\"/></type><peers>"
                          "<peer role=\"motion\" component=\"motion\"/>"
                          "<peer role=\"points\" component=\"points\"/></peers></component>");
    if (!f->floats) add_task(text, f);
    snw_text_format(text, "<component name=\"follow\" member=\"arm\"><type><follow/></type>"
                          "</component></components>");
}

static void add_state(snw_text *text, const facts *f) {
    snw_text_format(text, "<states><state name=\"start\"><members><member member=\"arm\"><q>");
    for (int i = 0; i < f->q_count; i++) {
        if (i > 0) snw_text_format(text, " ");
        snw_text_real(text, f->q[i]);
    }
    snw_text_format(text, "</q></member></members></state></states>");
}

static void compose_cell(snw_text *text, const void *context) {
    const facts *f = context;
    snw_text_format(text, "<cell xmlns=\"urn:sinew:cell\" name=");
    add_quoted(text, f->name);
    snw_text_format(text, "><mechanisms><mechanism name=");
    add_quoted(text, f->name);
    snw_text_format(text, " file=");
    add_quoted(text, f->path);
    snw_text_format(text, "/></mechanisms><members><member name=\"arm\" mechanism=");
    add_quoted(text, f->name);
    snw_text_format(text, " base=\"%s\"/></members>", f->floats ? "floating" : "fixed");
    if (f->posed) add_state(text, f);
    snw_text_format(text, "<control><loop period=\"1 ms\">");
    if (f->tool[0] != '\0') {
        const char *drive = f->has_mass ? "simulated_arm" : "limited_arm";
        const bool stands = f->floats && f->has_mass && !f->unsupported;
        snw_text_format(text, "<arms><arm member=\"arm\"><drive><%s%s/></drive></arm></arms>",
                        drive, stands ? " support=\"stand\"" : "");
        add_components(text, f);
    }
    snw_text_format(text, "</loop></control></cell>");
}

// --- opening ------------------------------------------------------------------------------------

// memory for the model of a description, which is compiled into it
static void *compile_robot(const snw_robot *robot, snw_model *model, snw_diags *diags,
                           snw_status *status) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(model, robot, &arena, NULL));
    void *memory = snw__station_block(arena.needed, &arena, NULL);
    *status = memory != NULL ? snw_model_compile(model, robot, &arena, diags) : SNW_ERR_MEMORY;
    return memory;
}

static snw_model_format format_of(const char *path) {
    snw_file_content content;
    if (snw_failed(snw_file_read(path, NULL, &content, NULL))) return SNW_FORMAT_UNKNOWN;
    const snw_source source = {content.data, content.size, path, NULL};
    const snw_model_format format = snw_model_format_of(&source);
    snw_file_free(&content);
    return format;
}

// What was asked for; else the file says it where its format can, and what the robot stands on.
static snw_status choose_base(const char *path, const snw_load_options *load,
                              const snw_robot *robot, facts *f) {
    f->unsupported = load->unsupported;
    f->floats = load->base == SNW_BASE_FLOATING;
    if (load->base != SNW_BASE_AS_DESCRIBED) return SNW_OK;
    const snw_model_format format = format_of(path);
    if (format == SNW_FORMAT_ROBOT_XML || format == SNW_FORMAT_ROBOT_JSON) {
        f->floats = robot->floating;
        return SNW_OK;
    }
    snw_robot held = *robot;
    snw_model model;
    snw_status status;
    held.floating = false;
    void *memory = compile_robot(&held, &model, NULL, &status);
    if (!snw_failed(status)) {
        f->floats = snw__robot_walks(&model, f->reason, sizeof f->reason);
    }
    free(memory);
    return status == SNW_ERR_MEMORY ? status : SNW_OK;
}

// the robot once for itself: what the cell looks like depends on it
static snw_status look_at(const char *path, const snw_load_options *load, snw_loaded_cell *input,
                          facts *f) {
    snw_robot *robot = NULL;
    snw_model model;
    snw_status status = snw_robot_load(path, load, input->setup, &robot, &input->diags);
    if (!snw_failed(status)) status = choose_base(path, load, robot, f);
    // the rates of a floating base need room beside those of the axes
    if (!snw_failed(status) && f->floats && robot->joint_count > SNW_AXES - 6) {
        input->load.most_driven = SNW_AXES - 6;
        status = snw_robot_load(path, load, input->setup, &robot, &input->diags);
    }
    if (snw_failed(status)) return status;
    robot->floating = f->floats;
    void *memory = compile_robot(robot, &model, &input->diags, &status);
    if (!snw_failed(status)) {
        find_tool(&model, f);
        // told once more when the cell is read
        input->diags.count = input->diags.errors = input->diags.warnings = 0;
        f->q_count = model.nq;
        f->q =
            snw_setup_take(input->setup, ((size_t)model.nq + 1) * sizeof *f->q, _Alignof(double));
        if (f->q == NULL) status = SNW_ERR_MEMORY;
        if (f->q != NULL) {
            f->has_mass = snw__robot_can_fall(&model, path, f->q, &f->posed, &input->diags);
        }
        if (f->q != NULL && f->floats) {
            snw__robot_tell_base(f->name, path, f->reason, f->has_mass, f->unsupported,
                                 &input->diags);
        }
    }
    free(memory);
    return status;
}

snw_status snw__cell_open_robot(snw_loaded_cell *input, const char *path,
                                const snw_load_options *with, snw_why *why) {
    snw_cell_options options;
    char folder[SNW_PATH_SIZE];
    snw_status status = snw__load_begin(input, with, &options, why);
    if (!snw_failed(status)) {
        status = snw_file_real_path(path, input->path, sizeof input->path, why);
    }
    if (!snw_failed(status)) status = snw_path_parent(input->path, folder, sizeof folder);
    if (snw_failed(status)) return status;
    facts f = {.path = input->path};
    name_after(input->path, f.name);
    input->is_made = true;
    input->load.hold_joints = true; // drives have one coordinate each
    input->load.most_driven = SNW_AXES;
    input->status = look_at(input->path, &input->load, input, &f);
    if (snw_failed(input->status)) return SNW_OK;
    size_t length = 0;
    char *text = snw__compose(compose_cell, &f, &length, why);
    if (text == NULL) return SNW_ERR_MEMORY;
    const snw_source source = {text, length, input->path, folder};
    input->status = snw_cell_read(&source, &options, input->setup, &input->cell, &input->diags);
    free(text);
    snw__load_finish(input);
    snw_robot_place(input->path, &input->load, &input->diags);
    return SNW_OK;
}

// an SDF is told by the reader of robots, which knows what it is
static bool is_sdf(const snw_source *source) {
    if (snw_source_first(source) != '<') return false;
    snw_xml *xml = snw_xml_open(source->bytes, source->length, source->name);
    const snw_xml_event event = xml != NULL ? snw_xml_next(xml) : SNW_XML_EOF;
    const bool found =
        (event == SNW_XML_START || event == SNW_XML_EMPTY) && strcmp(snw_xml_name(xml), "sdf") == 0;
    snw_xml_close(xml);
    return found;
}

static bool is_robot(const char *path) {
    snw_file_content content;
    if (snw_failed(snw_file_read(path, NULL, &content, NULL))) return false;
    const snw_source source = {content.data, content.size, path, NULL};
    const snw_model_format format = snw_model_format_of(&source);
    const bool robot = format == SNW_FORMAT_UNKNOWN ? is_sdf(&source) : format != SNW_FORMAT_CELL;
    snw_file_free(&content);
    return robot;
}

snw_status snw__cell_open_any(snw_loaded_cell *input, const char *word,
                              const snw_load_options *with, snw_why *why) {
    char path[SNW_PATH_SIZE];
    snw_status status = snw__cell_find(word, path, sizeof path, why);
    // a name that no cell has may be that of a robot
    if (snw_failed(status) && !snw_failed(snw_robot_find(word, path, sizeof path, NULL))) {
        if (why != NULL) *why = (snw_why){0};
        return snw__cell_open_robot(input, path, with, why);
    }
    if (status == SNW_ERR_NOT_FOUND) return snw__cell_unknown(word, true, why);
    if (snw_failed(status)) return status;
    if (is_robot(path)) return snw__cell_open_robot(input, path, with, why);
    if (with->base != SNW_BASE_AS_DESCRIBED || with->unsupported) {
        return snw_refuse(why, SNW_ERR_USAGE, word, "a cell says itself which bases float",
                          "write base=\"floating\" or base=\"fixed\" at its members");
    }
    return snw_cell_open(input, word, with, why);
}
