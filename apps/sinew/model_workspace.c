// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "model_workspace.h"
#include "model_command.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"
#include "rows.h"
#include "sinew/model/coordinates.h"
#include "sinew/os/error.h"
#include "sinew/os/file.h"

static const char *const parts[] = {"linear", "angular", "all", NULL};

static const cli_parameter model_workspace_options[] = {
    {.name = "frame",
     .letter = 'f',
     .kind = CLI_TEXT,
     .sentence = "Link or attachment to sample; the last link of a chain if omitted."},
    {.name = "samples",
     .letter = 'n',
     .kind = CLI_INT,
     .standard = "100000",
     .low = 1,
     .high = 1e9,
     .sentence = "Number of random configurations."},
    {.name = "seed",
     .kind = CLI_INT,
     .standard = "1",
     .low = 0,
     .high = 1e15,
     .sentence = "Random seed of the configurations."},
    {.name = "part",
     .kind = CLI_CHOICE,
     .choices = parts,
     .standard = "linear",
     .sentence = "Motion that manipulability measures; all mixes m and rad."},
    {.name = "csv", .kind = CLI_FILE, .sentence = "Write every sample to this file."},
    {.name = "out",
     .letter = 'o',
     .kind = CLI_FILE,
     .sentence = "Draw a picture to this file, .svg."},
    {.name = "force", .sentence = "Replace existing files."},
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_example model_workspace_examples[] = {
    {"sinew model workspace ur5 -o reach.svg", "Compute the reach and draw a picture."},
    {"sinew model workspace panda -f hand -n 1000000 --csv hand.csv",
     "Write every sample as well."},
    {0},
};

// a run of samples
typedef struct sampling {
    workspace w;
    snw_kin kin;
    snw_dexterity dexterity;
    void *kin_memory, *dexterity_memory;
    int link; // that carries the frame
    snw_vec3 p_link;
    snw_kin_part part;
    double *q; // [nq]
    cli_io *io;
    snw_why *why;
    FILE *csv;           // or NULL
    char *csv_path;      // until it is complete
    const char *csv_end; // its name then
    rows_line line;
    double row[5]; // what a sample adds to its coordinates
} sampling;

// --- samples ------------------------------------------------------------------------------------

// Sample number i, whichever were drawn before. The position is in the frame of the root, so that a
// base that floats does not count.
static snw_status draw(sampling *s, int64_t i, snw_vec3 *p) {
    snw_random random = snw_random_stream((uint64_t)s->w.seed, (uint64_t)i);
    snw_random_configuration(s->w.model, &random, s->q);
    const snw_status status = snw_kin_update(&s->kin, s->q);
    if (snw_failed(status)) {
        return snw_refuse(s->why, status, s->w.model->name,
                          "a configuration within limits has no pose", NULL);
    }
    *p = snw_pose_apply(snw_kin_between(&s->kin, 0, s->link), s->p_link);
    return SNW_OK;
}

// The product of as many singular values as there are directions: Yoshikawa's measure (1985) for
// arms that can move all ways, and its counterpart in their own plane or line for others.
static double manipulability(const sampling *s, double *isotropy) {
    const double *S = s->dexterity.svd.S;
    double product = 1;
    for (int i = 0; i < s->w.directions; i++) {
        product *= S[i];
    }
    *isotropy = S[0] > 0 ? S[s->w.directions - 1] / S[0] : 0;
    return product;
}

static snw_status measure(sampling *s) {
    const snw_status status =
        snw_dexterity_update(&s->dexterity, &s->kin, s->link, s->p_link, s->part);
    if (!snw_failed(status)) return status;
    return snw_refuse_rule(s->why, SNW_ERR_UNSUPPORTED, "no-motion",
                           model_frame_name(s->w.model, s->w.frame),
                           status == SNW_ERR_SIZE ? "no joint moves it, or too many joints" : NULL,
                           "'sinew model show' draws the tree");
}

// the directions that a place has in general; one of a few random samples shows them
static snw_status find_directions(sampling *s) {
    enum { TRIES = 16 };
    for (int i = 0; i < TRIES; i++) {
        snw_vec3 p;
        snw_status status = draw(s, i, &p);
        if (!snw_failed(status)) status = measure(s);
        if (snw_failed(status)) return status;
        const int rank = snw_svd_rank(&s->dexterity.svd, 1e-9 * s->dexterity.svd.S[0]);
        if (s->dexterity.svd.S[0] > 0 && rank > s->w.directions) s->w.directions = rank;
    }
    return SNW_OK;
}

// first pass: how far it goes
static snw_status survey(sampling *s, progress *bar) {
    workspace *w = &s->w;
    w->nearest = HUGE_VAL;
    for (int64_t i = 0; i < w->samples; i++) {
        snw_vec3 p;
        const snw_status status = draw(s, i, &p);
        if (snw_failed(status)) return status;
        const double reach = snw_vec3_norm(p);
        w->nearest = fmin(w->nearest, reach);
        w->farthest = fmax(w->farthest, reach);
        if (i == 0) w->low = w->high = p;
        w->low = snw_vec3_of(fmin(w->low.x, p.x), fmin(w->low.y, p.y), fmin(w->low.z, p.z));
        w->high = snw_vec3_of(fmax(w->high.x, p.x), fmax(w->high.y, p.y), fmax(w->high.z, p.z));
        progress_tell(bar, i, (double)i / (double)w->samples / 4);
    }
    return SNW_OK;
}

// --- cells --------------------------------------------------------------------------------------

int workspace_cell(const workspace *w, int view, snw_vec3 p) {
    const double up = view == 0 ? p.z - w->corner.z : p.y - w->corner.y;
    const int column = (int)floor((p.x - w->corner.x) / w->cell);
    const int row = (int)floor(up / w->cell);
    if (column < 0 || column >= w->columns || row < 0 || row >= w->rows[view]) return -1;
    return row * w->columns + column;
}

// square cells over the box and the root, which is seen too
static snw_status lay_cells(workspace *w) {
    const snw_vec3 low = {fmin(w->low.x, 0), fmin(w->low.y, 0), fmin(w->low.z, 0)};
    const snw_vec3 high = {fmax(w->high.x, 0), fmax(w->high.y, 0), fmax(w->high.z, 0)};
    const snw_vec3 size = snw_vec3_sub(high, low);
    const double largest = fmax(fmax(size.x, size.y), fmax(size.z, 1e-9));
    // a cell is left free on both sides
    w->cell = largest / (WORKSPACE_CELLS - 3);
    const double lengths[3] = {size.x, size.z, size.y};
    int counts[3];
    for (int i = 0; i < 3; i++) {
        // views that would be thin lines get some height
        counts[i] = (int)fmax(ceil(lengths[i] / w->cell) + 2, 12);
    }
    const double cells[3] = {counts[0], counts[2], counts[1]};
    w->corner = snw_vec3_of((low.x + high.x - cells[0] * w->cell) / 2,
                            (low.y + high.y - cells[1] * w->cell) / 2,
                            (low.z + high.z - cells[2] * w->cell) / 2);
    w->columns = counts[0];
    for (int i = 0; i < WORKSPACE_VIEWS; i++) {
        w->rows[i] = counts[i + 1];
        w->counts[i] = calloc((size_t)w->rows[i] * (size_t)w->columns, sizeof *w->counts[i]);
        if (w->counts[i] == NULL) return SNW_ERR_MEMORY;
    }
    return SNW_OK;
}

// --- the table ----------------------------------------------------------------------------------

static snw_status write_failure(const sampling *s) {
    return snw_errno_why(s->why, errno != 0 ? errno : EIO, s->csv_end, "write the samples");
}

static void render_names(snw_text *text, const void *context) {
    const sampling *s = context;
    for (int i = 0; i < s->w.model->nq; i++) {
        char name[MODEL_COLUMN];
        model_coordinate_column(s->w.model, i, name);
        rows_cell(text, name);
        snw_text_add(text, ",", 1);
    }
    snw_text_format(text, "x [m],y [m],z [m],reach [m],manipulability,isotropy\n");
}

static void render_sample(snw_text *text, const void *context) {
    const sampling *s = context;
    rows_reals(text, s->q, s->w.model->nq, true);
    rows_reals(text, &s->row[0], 5, s->w.model->nq == 0);
    const double isotropy = s->dexterity.isotropy;
    rows_reals(text, &isotropy, 1, false);
    snw_text_add(text, "\n", 1);
}

static snw_status put(sampling *s, cli_render_fn *render) {
    const snw_status status = rows_write(&s->line, s->csv, render, s);
    return status == SNW_ERR_IO ? write_failure(s) : status;
}

// the samples go to a file beside the one that is wanted, which takes its name when all are there
static snw_status open_csv(sampling *s) {
    if (s->csv_end == NULL) return SNW_OK;
    const size_t size = strlen(s->csv_end) + 6;
    s->csv_path = malloc(size);
    if (s->csv_path == NULL) return SNW_ERR_MEMORY;
    snw_text text = snw_text_over(s->csv_path, size);
    snw_text_format(&text, "%s.part", s->csv_end);
    errno = 0;
    s->csv = fopen(s->csv_path, "w");
    return s->csv == NULL ? write_failure(s) : put(s, render_names);
}

static snw_status close_csv(sampling *s, snw_status status) {
    if (s->csv == NULL) return status;
    errno = 0;
    if (fclose(s->csv) != 0 && !snw_failed(status)) status = write_failure(s);
    if (!snw_failed(status) && rename(s->csv_path, s->csv_end) != 0) status = write_failure(s);
    if (snw_failed(status)) (void)remove(s->csv_path);
    return status;
}

// --- second pass --------------------------------------------------------------------------------

static snw_status take_sample(sampling *s, int64_t i) {
    workspace *w = &s->w;
    snw_vec3 p;
    snw_status status = draw(s, i, &p);
    if (!snw_failed(status)) status = measure(s);
    if (snw_failed(status)) return status;
    const double value = manipulability(s, &s->dexterity.isotropy);
    w->mean += (value - w->mean) / (double)(i + 1);
    if (i == 0 || value > w->best) {
        w->best = value;
        w->best_at = p;
        memcpy(w->best_q, s->q, sizeof *s->q * (size_t)w->model->nq);
    }
    for (int view = 0; view < WORKSPACE_VIEWS; view++) {
        const int at = workspace_cell(w, view, p);
        if (at >= 0) w->counts[view][at]++;
    }
    const double row[5] = {p.x, p.y, p.z, snw_vec3_norm(p), value};
    memcpy(s->row, row, sizeof row);
    return s->csv != NULL ? put(s, render_sample) : SNW_OK;
}

static snw_status sample(sampling *s) {
    progress bar = progress_begin(s->io, "samples", false);
    snw_status status = find_directions(s);
    if (!snw_failed(status)) status = survey(s, &bar);
    if (!snw_failed(status)) status = lay_cells(&s->w);
    if (!snw_failed(status)) status = open_csv(s);
    for (int64_t i = 0; i < s->w.samples && !snw_failed(status); i++) {
        status = take_sample(s, i);
        progress_tell(&bar, i, 0.25 + 0.75 * (double)i / (double)s->w.samples);
    }
    progress_end(&bar);
    return close_csv(s, status);
}

// --- output -------------------------------------------------------------------------------------

static void render_json(snw_text *text, const void *context) {
    const workspace *w = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "frame", model_frame_name(w->model, w->frame));
    snw_json_int(&json, "samples", w->samples);
    snw_json_int(&json, "seed", w->seed);
    snw_json_object(&json, "reach");
    snw_json_real(&json, "min", w->nearest);
    snw_json_real(&json, "max", w->farthest);
    snw_json_end(&json);
    snw_json_object(&json, "box");
    snw_json_reals(&json, "low", &w->low.x, 3);
    snw_json_reals(&json, "high", &w->high.x, 3);
    snw_json_end(&json);
    snw_json_object(&json, "manipulability");
    snw_json_string(&json, "part", w->part);
    snw_json_int(&json, "directions", w->directions);
    snw_json_real(&json, "best", w->best);
    snw_json_real(&json, "mean", w->mean);
    snw_json_reals(&json, "q", w->best_q, w->model->nq);
    snw_json_reals(&json, "position", &w->best_at.x, 3);
    snw_json_end(&json);
    cli_json_finish(&json);
}

static void add_line(snw_text *text, const char *name, double a, double b) {
    snw_text_format(text, "| %s | ", name);
    model_cell_real(text, a);
    model_cell_real(text, b);
    snw_text_format(text, "\n");
}

static void compose_page(snw_text *text, const void *context) {
    const workspace *w = context;
    snw_text_format(text, "%lld random configurations within the limits\n\n",
                    (long long)w->samples);
    snw_text_format(text, "| Quantity | Smallest | Largest |\n|---|---|---|\n");
    add_line(text, "reach [m]", w->nearest, w->farthest);
    add_line(text, "x [m]", w->low.x, w->high.x);
    add_line(text, "y [m]", w->low.y, w->high.y);
    add_line(text, "z [m]", w->low.z, w->high.z);
    snw_text_format(text, "\nManipulability (%s, %d direction%s): ", w->part, w->directions,
                    w->directions == 1 ? "" : "s");
    snw_text_real(text, w->best);
    snw_text_format(text, " at best, ");
    snw_text_real(text, w->mean);
    snw_text_format(text, " on average; best at q =");
    for (int i = 0; i < w->model->nq; i++) {
        char number[SNW_NUMBER_SIZE];
        (void)snw_real_print(round(w->best_q[i] * 1e4) / 1e4 + 0.0, number);
        snw_text_format(text, " %s", number);
    }
    snw_text_format(text, "\n");
}

static snw_status write_picture(const sampling *s, const char *path) {
    if (path == NULL) return SNW_OK;
    size_t length = 0;
    char *svg = model_composed(workspace_render_svg, &s->w, &length, s->why);
    if (svg == NULL) return SNW_ERR_MEMORY;
    const snw_status status = snw_file_write(path, svg, length, s->why);
    free(svg);
    return status;
}

// --- the command --------------------------------------------------------------------------------

static snw_status may_replace(const cli_values *values, const char *option, const char *end,
                              snw_why *why) {
    const char *path = cli_text(values, option);
    if (path == NULL) return SNW_OK;
    const size_t length = strlen(path), tail = strlen(end);
    if (length <= tail || strcmp(path + length - tail, end) != 0) {
        char fix[SNW_WHY_TEXT];
        snw_text line = snw_text_over(fix, sizeof fix);
        snw_text_format(&line, "end the name in %s", end);
        return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "format", path,
                               "the extension does not fit what is written", fix);
    }
    if (!snw_file_exists(path) || cli_flag(values, "force")) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_PERMISSION, "exists", path, "the file already exists",
                           "choose another name, or replace it with --force");
}

// the frame that is named, or the one end of the tree
static snw_status choose_frame(sampling *s, const char *name) {
    workspace *w = &s->w;
    if (name != NULL) return model_find_frame(w->model, name, &w->frame, s->why);
    int ends = 0;
    for (int i = 0; i < w->model->link_count; i++) {
        if (snw_model_subtree_count(w->model, i) > 1) continue;
        w->frame = (model_frame){.link = i, .frame = -1};
        ends++;
    }
    if (ends == 1) return SNW_OK;
    snw_why_set(s->why, SNW_ERR_USAGE, w->model->name, "the model has several ends");
    snw_why_add(s->why, "ends", ends, "");
    snw_why_rule(s->why, "missing");
    snw_why_fix(s->why, "name one with --frame");
    return SNW_ERR_USAGE;
}

static snw_status prepare(sampling *s, const char *frame) {
    workspace *w = &s->w;
    snw_status status = choose_frame(s, frame);
    if (snw_failed(status)) return status;
    const int number = w->frame.frame;
    s->link = w->frame.link >= 0 ? w->frame.link : w->model->frames[number].link;
    if (w->frame.link < 0) s->p_link = w->model->frames[number].T_link_frame.p;
    s->part = strcmp(w->part, "linear") == 0    ? SNW_PART_LINEAR
              : strcmp(w->part, "angular") == 0 ? SNW_PART_ANGULAR
                                                : SNW_PART_ALL;
    s->q = calloc((size_t)w->model->nq + 1, sizeof *s->q);
    w->best_q = calloc((size_t)w->model->nq + 1, sizeof *w->best_q);
    if (s->q == NULL || w->best_q == NULL) return SNW_ERR_MEMORY;
    status = model_kin(w->model, &s->kin, &s->kin_memory, s->why);
    if (snw_failed(status)) return status;
    snw_arena arena = {0};
    SNW_IGNORE(snw_dexterity_init(&s->dexterity, w->model, &arena));
    s->dexterity_memory = model_block(arena.needed, &arena, s->why);
    if (s->dexterity_memory == NULL) return SNW_ERR_MEMORY;
    return snw_dexterity_init(&s->dexterity, w->model, &arena);
}

static void release(sampling *s) {
    free(s->q);
    free(s->line.data);
    free(s->csv_path);
    free(s->kin_memory);
    free(s->dexterity_memory);
    free(s->w.best_q);
    for (int i = 0; i < WORKSPACE_VIEWS; i++) {
        free(s->w.counts[i]);
    }
}

static snw_status model_workspace(const snw_registry *registry, const cli_values *values,
                                  cli_io *io, snw_why *why) {
    snw_status status = may_replace(values, "csv", ".csv", why);
    if (!snw_failed(status)) status = may_replace(values, "out", ".svg", why);
    if (snw_failed(status)) return status;
    model_input input;
    status = model_take(&input, cli_text(values, "file"), registry, values, io, why);
    if (snw_failed(status)) return status;
    sampling s = {.w = {.model = &input.model,
                        .samples = cli_int(values, "samples"),
                        .seed = cli_int(values, "seed"),
                        .part = cli_text(values, "part")},
                  .io = io,
                  .why = why,
                  .csv_end = cli_text(values, "csv")};
    status = prepare(&s, cli_text(values, "frame"));
    if (!snw_failed(status)) status = sample(&s);
    if (!snw_failed(status)) status = write_picture(&s, cli_text(values, "out"));
    if (!snw_failed(status)) {
        status = io->json ? cli_print(io, render_json, &s.w)
                          : model_print_page(io, compose_page, &s.w, why);
    }
    release(&s);
    model_close(&input);
    return status;
}

static snw_status run_model_workspace(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(model_workspace, values, io, why);
}

const cli_command model_workspace_command = {
    .name = "model workspace",
    .group = "Models",
    .summary = "Sample the workspace of a frame and its manipulability.",
    .description =
        "Draws random configurations within the limits, and prints the smallest and largest "
        "distance of the frame's origin from that of the root, the box around all positions, and "
        "the best manipulability: the product of the singular values of the Jacobian. An arm that "
        "moves in a plane is measured in its plane. The same --seed gives the same samples. --csv "
        "writes every sample: coordinates, x, y, z, reach, manipulability, isotropy. -o draws the "
        "density of the positions from the side and from above.\n\n--json writes {frame, samples, "
        "seed, reach: {min, max}, box: {low, high}, manipulability: {part, directions, best, mean, "
        "q, position}}.",
    .arguments = model_file_arguments,
    .options = model_workspace_options,
    .examples = model_workspace_examples,
    .run = run_model_workspace};
