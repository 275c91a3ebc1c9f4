// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "path_arm.h"
#include "record_command.h"
#include "sinew/draw.h"

static const char *const quantities[] = {"position", "velocity", "acceleration", "jerk", NULL};

static const char path_plot_description[] =
    "Draws a panel for each of position, velocity, acceleration and jerk, with one curve for each "
    "column. With --cell the joints are those of its arm, which follows poses, and its limits are "
    "drawn as straight lines. Between linear records accelerations and jerks are differences of "
    "neighbours.\n\n--json writes {file, signals, duration} if --out is given.";
static const cli_parameter path_plot_arguments[] = {
    {.name = "file",
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "Path to plot: .xml, .json, a table .csv or a recording .mcap."},
    {0},
};
static const cli_parameter path_plot_options[] = {
    {.name = "out",
     .letter = 'o',
     .kind = CLI_FILE,
     .sentence = "Picture to write, .svg; drawn in the terminal if omitted."},
    {.name = "cell",
     .letter = 'c',
     .kind = CLI_FILE,
     .sentence = "Cell whose arm limits are drawn."},
    {.name = "quantity",
     .kind = CLI_CHOICE,
     .choices = quantities,
     .need = CLI_REPEATED,
     .sentence = "Plot only this quantity; may be repeated."},
    {.name = "width",
     .kind = CLI_INT,
     .low = 40,
     .high = 10000,
     .sentence = "Width: 960 pixels, or 80 characters in a terminal."},
    {.name = "height",
     .kind = CLI_INT,
     .low = 4,
     .high = 10000,
     .sentence = "Height of each panel: 220 pixels, or 16 lines in a terminal."},
    {.name = "ascii", .sentence = "Use no Braille characters in the terminal."},
    {.name = "force", .sentence = "Replace the output file if it exists."},
    PATH_ARM_OPTIONS,
    PATH_INPUT_OPTIONS,
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_example path_plot_examples[] = {
    {"sinew path plot pick.xml --cell puma560 -o pick.svg", "Draw the limits of the arm as well."},
    {"sinew path plot taught.csv --quantity velocity", "Draw in the terminal."},
    {0},
};

enum { POINTS = 2000, LABEL = 128 };

typedef struct job {
    snw_plot p;
    path_arm a;
    bool has_arm;
    path_input file, joints;
    const path_input *shown; // one of them
    path_pieces pieces;
    char names[SNW_PLOT_SIGNALS][LABEL], units[4][LABEL];
} job;

// --- curves -------------------------------------------------------------------------------------

static bool asked(const cli_values *values, const char *option, const char *name) {
    int count = 0;
    const char *const *words = cli_texts(values, option, &count);
    bool found = count == 0;
    for (int i = 0; i < count; i++) {
        const size_t length = strlen(words[i]);
        const bool open = length > 0 && words[i][length - 1] == '*';
        found = found ||
                (open ? strncmp(words[i], name, length - 1) == 0 : strcmp(words[i], name) == 0);
    }
    return found;
}

// a curve with room for its points; NULL when there is none
static snw_plot_signal *add_curve(job *j, int quantity, const char *name, size_t points) {
    snw_plot *p = &j->p;
    if (p->count == SNW_PLOT_SIGNALS) return NULL;
    snw_plot_signal *s = &p->signals[p->count];
    s->t = calloc(points, sizeof *s->t);
    s->v = calloc(points, sizeof *s->v);
    if (s->t == NULL || s->v == NULL) return NULL;
    snw_text text = snw_text_over(j->names[p->count], LABEL);
    snw_text_format(&text, "%s/%s", quantities[quantity], name);
    s->path = j->names[p->count++];
    s->unit = j->units[quantity];
    s->panel = p->panels;
    s->count = s->room = points;
    return s;
}

static double pick(const snw_profile_sample *s, int quantity) {
    const double all[4] = {s->p, s->v, s->a, s->j};
    return all[quantity];
}

static bool add_curves(job *j, int quantity, const cli_values *values) {
    snw_profile_sample *s = calloc((size_t)j->pieces.columns, sizeof *s);
    bool full = s == NULL;
    const double duration = path_pieces_duration(&j->pieces);
    for (int i = 0; i < j->pieces.columns && !full; i++) {
        // of tables the columns were chosen when they were read
        if (!j->file.chosen && !asked(values, "signal", j->shown->names[i])) continue;
        snw_plot_signal *curve = add_curve(j, quantity, j->shown->names[i], POINTS);
        full = curve == NULL;
        for (int k = 0; k < POINTS && !full; k++) {
            const double t = duration * k / (POINTS - 1);
            path_pieces_at(&j->pieces, t, s);
            curve->t[k] = t;
            curve->v[k] = pick(&s[i], quantity);
        }
    }
    free(s);
    return !full;
}

static double limit_of(const snw_arm_limits *l, int quantity, int axis, bool low) {
    const double a = fmin(l->acceleration[axis], l->deceleration[axis]);
    const double most[4] = {l->upper[axis], l->velocity[axis], a, l->jerk[axis]};
    const double least[4] = {l->lower[axis], -l->velocity[axis], -a, -l->jerk[axis]};
    return low ? least[quantity] : most[quantity];
}

// one line for each limit that differs from those before
static bool add_limits(job *j, int quantity) {
    const snw_arm *arm = j->a.arm;
    for (int i = 0; i < 2 * arm->count; i++) {
        const double limit = limit_of(&arm->limits, quantity, i / 2, i % 2 == 0);
        bool drawn = !isfinite(limit);
        for (int k = 0; k < i && !drawn; k++) {
            drawn = limit_of(&arm->limits, quantity, k / 2, k % 2 == 0) == limit;
        }
        if (drawn) continue;
        snw_plot_signal *line = add_curve(j, quantity, "limit", 2);
        if (line == NULL) return false;
        line->t[1] = j->p.last;
        line->v[0] = line->v[1] = limit;
    }
    return true;
}

static snw_status draw(job *j, const cli_values *values, snw_why *why) {
    const char *unit = j->shown->units[0];
    j->p.last = path_pieces_duration(&j->pieces);
    for (int q = 0; q < 4; q++) {
        if (!asked(values, "quantity", quantities[q])) continue;
        snw_text text = snw_text_over(j->units[q], LABEL);
        static const char *const per[4] = {"", "/s", "/s^2", "/s^3"};
        snw_text_format(&text, "%s%s", unit[0] != '\0' ? unit : "1", per[q]);
        bool room = add_curves(j, q, values);
        if (room && j->has_arm) room = add_limits(j, q);
        j->p.panels++;
        if (room) continue;
        snw_why_set(why, SNW_ERR_TOO_LARGE, "plot", "too many curves for one picture");
        snw_why_add(why, "most", SNW_PLOT_SIGNALS, "");
        snw_why_fix(why, "choose some with --signal or --quantity");
        return SNW_ERR_TOO_LARGE;
    }
    if (j->p.count > 0) return SNW_OK;
    return snw_refuse(why, SNW_ERR_NOT_FOUND, "plot", "the path has no such column", NULL);
}

// --- output -------------------------------------------------------------------------------------

static void render_json(snw_text *text, const void *context) {
    const job *j = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "file", j->p.title);
    snw_json_int(&json, "signals", j->p.count);
    snw_json_real(&json, "duration", j->p.last);
    cli_json_finish(&json);
}

static snw_status write_svg(job *j, const char *out, const cli_values *values, cli_io *io,
                            snw_why *why) {
    snw_plot *p = &j->p;
    p->width = cli_given(values, "width") ? (int)cli_int(values, "width") : 960;
    p->height = cli_given(values, "height") ? (int)cli_int(values, "height") : 220;
    if (p->width < 200 || p->height < 50) {
        return snw_refuse(why, SNW_ERR_RANGE, out,
                          "a picture must be at least 200 wide, a panel 50 high", NULL);
    }
    size_t length = 0;
    char *svg = model_composed(snw_plot_svg, p, &length, why);
    if (svg == NULL) return SNW_ERR_MEMORY;
    snw_status status = snw_file_write(out, svg, length, why);
    free(svg);
    if (!snw_failed(status)) cli_note(io, "%s: %d curves", out, p->count);
    if (!snw_failed(status) && io->json) status = cli_print(io, render_json, j);
    return status;
}

static snw_status draw_terminal(job *j, const cli_values *values, cli_io *io) {
    snw_plot *p = &j->p;
    const char *all = getenv("LC_ALL"), *language = getenv("LANG");
    const char *place = all != NULL && all[0] != '\0' ? all : language != NULL ? language : "";
    p->width = cli_given(values, "width") ? (int)cli_int(values, "width") : 80;
    p->height = cli_given(values, "height") ? (int)cli_int(values, "height") : 16;
    p->ascii = cli_flag(values, "ascii") || strstr(place, "UTF-8") == NULL;
    p->colour = io->colour_out;
    // Braille curves are told apart by colour alone
    for (int i = 0; i < p->count && !p->ascii && !p->colour; i++) {
        p->signals[i].panel = i;
        p->panels = p->count;
    }
    return cli_print(io, snw_plot_terminal, p);
}

// --- the command --------------------------------------------------------------------------------

static snw_status check_out(const char *out, const cli_values *values, snw_why *why) {
    if (out == NULL) return SNW_OK;
    if (strcmp(path_ending(out), ".svg") != 0) {
        return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "format", out,
                               "the extension does not fit what is written",
                               "end the name in .svg");
    }
    return record_check_output(out, cli_flag(values, "force"), why);
}

static snw_status load(job *j, const snw_registry *registry, const cli_values *values, cli_io *io,
                       snw_why *why) {
    const char *cell = cli_text(values, "cell");
    const path_source from = {.file = cli_text(values, "file")};
    snw_status status = path_open(&j->file, &from, values, io, why);
    if (snw_failed(status)) return status;
    j->shown = &j->file;
    if (cell != NULL) {
        status = path_arm_open(&j->a, cell, registry, values, io, why);
        j->has_arm = !snw_failed(status);
        if (j->has_arm) status = path_arm_joints(&j->a, &j->file, values, &j->joints, why);
        j->shown = &j->joints;
    }
    if (snw_failed(status)) return status;
    if (j->shown->path.config.scalars == 0 || j->shown->path.count < 2) {
        return snw_refuse(why, SNW_ERR_UNSUPPORTED, j->p.title, "there are no joints to draw",
                          "name the cell whose arm follows the poses with --cell");
    }
    return path_pieces_make(&j->pieces, j->shown, why);
}

static snw_status run(const snw_registry *registry, const cli_values *values, cli_io *io,
                      snw_why *why) {
    const char *out = cli_text(values, "out");
    snw_status status = check_out(out, values, why);
    if (snw_failed(status)) return status;
    job *j = calloc(1, sizeof *j);
    if (j == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, "plot", NULL, NULL);
    }
    j->p.title = cli_text(values, "file");
    status = load(j, registry, values, io, why);
    if (!snw_failed(status)) status = draw(j, values, why);
    if (!snw_failed(status)) {
        status = out != NULL ? write_svg(j, out, values, io, why) : draw_terminal(j, values, io);
    }
    for (int i = 0; i < SNW_PLOT_SIGNALS; i++) {
        free(j->p.signals[i].t);
        free(j->p.signals[i].v);
    }
    path_pieces_free(&j->pieces);
    path_close(&j->joints);
    path_close(&j->file);
    if (j->has_arm) path_arm_close(&j->a);
    free(j);
    return status;
}

static snw_status run_path_plot(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(run, values, io, why);
}

const cli_command path_plot_command = {
    .name = "path plot",
    .group = "Motion",
    .summary = "Plot position, velocity, acceleration and jerk of a path.",
    .description = path_plot_description,
    .arguments = path_plot_arguments,
    .options = path_plot_options,
    .examples = path_plot_examples,
    .run = run_path_plot};
