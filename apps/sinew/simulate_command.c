// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics_command.h"
#include "progress.h"
#include "sinew/model/coordinates.h"
#include "sinew/os/clock.h"
#include "sinew/os/error.h"
#include "sinew/os/file.h"

// a state beyond this is no motion of a mechanism: rad, m, and those per second
#define BOUND 1e9

static const char *const integrators[] = {"euler", "rk4",  "ab1",  "ab2",  "ab3", "ab4",
                                          "abm1",  "abm2", "abm3", "abm4", NULL};

static const char simulate_description[] =
    "Writes a line per step: t, the coordinates, the velocities as qd/JOINT, kinetic, potential "
    "and total energy in J, momentum in kg m/s, and angular momentum about the origin of the world "
    "in kg m^2/s. Springs, dampers and viscous friction of the model act; joint limits do not, and "
    "rows beyond them are reported; --no-friction leaves friction out. Lines of --tau are a time "
    "and an effort per velocity, interpolated linearly; before the first and after the last line "
    "the value is kept. Its first line may name them in any order: t, tau/JOINT.\n\nThe file is "
    "written completely or not at all. A motion that diverges ends with the time and the joint, "
    "exit code 1. The speed as a multiple of real time is printed on standard error.\n\n--json "
    "writes {file, integrator, steps, rows, t, q, qd, energy: {start, end, change}}: the last "
    "state, the energies {kinetic, potential} at both ends, and the largest change of their sum.";
static const cli_parameter simulate_options[] = {
    {.name = "for",
     .kind = CLI_REAL,
     .standard = "10",
     .low = 0,
     .high = 1e9,
     .unit = "s",
     .sentence = "Duration of the motion."},
    {.name = "step",
     .kind = CLI_REAL,
     .standard = "0.001",
     .low = 1e-9,
     .high = 1e3,
     .unit = "s",
     .sentence = "Step of the integrator; the last one may be shorter."},
    {.name = "integrator",
     .letter = 'i',
     .kind = CLI_CHOICE,
     .choices = integrators,
     .standard = "rk4",
     .sentence =
         "Integrator: semi-implicit Euler, Runge-Kutta, Adams-Bashforth, or Adams-Moulton for q."},
    {.name = "out",
     .letter = 'o',
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "File to write, .csv."},
    {.name = "every",
     .kind = CLI_INT,
     .standard = "1",
     .low = 1,
     .high = 1e9,
     .sentence = "Write every n-th step, and the last."},
    {.name = "q0",
     .kind = CLI_REALS,
     .sentence = "Start configuration [rad or m]; zeros and no rotation if omitted."},
    {.name = "qd0",
     .kind = CLI_REALS,
     .sentence = "Start velocities [rad/s or m/s]; zero if omitted."},
    {.name = "fixed-base", .sentence = "Hold the base, whatever the model says."},
    {.name = "floating",
     .sentence = "Let the base move freely, whatever the model says: it has no ground to stand "
                 "on. Its coordinates are the first: x y z and a quaternion x y z w."},
    {.name = "deg", .sentence = "Take angles and angular velocities in degrees."},
    {.name = "tau",
     .kind = CLI_FILE,
     .sentence =
         "File whose lines are a time and the effort of each coordinate; - reads standard input."},
    {.name = "force", .sentence = "Replace an existing file, but never an input."},
    {.name = "no-friction",
     .sentence = "Ignore the viscous friction of actuators, which URDF calls damping."},
    DYNAMICS_OPTIONS,
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_example simulate_examples[] = {
    {"sinew simulate panda --for 10 --step 0.001 --integrator rk4 -o fall.csv",
     "Let the arm fall."},
    {"sinew simulate arm.urdf --q0 30,0 --deg --tau efforts.csv -o x.csv",
     "Apply efforts from a file."},
    {"sinew simulate humanoid30-float --g '0 0 0' --every 10 -o x.csv --json",
     "Simulate without gravity."},
    {0},
};

// efforts over time
typedef struct efforts {
    double *row;   // [nv + 1] of the file: t and the efforts
    double *table; // [room * (nv + 1)]
    size_t count, room;
} efforts;

// one motion
typedef struct simulation {
    fk_job fk; // q
    snw_dyn dyn;
    snw_stepper stepper;
    void *dyn_memory, *stepper_memory;
    double *qd, *tau; // [nv]
    efforts efforts;
    double step, duration, t;
    int64_t steps, every;
    const char *integrator;
    snw_energy start, energy;
    double change; // largest of the sum of energies
    snw_momentum momentum;
    FILE *csv;
    char *csv_path;      // until it is complete
    const char *csv_end; // its name then
    rows_line line;
    fk_outside outside;
    cli_io *io;
    snw_why *why;
} simulation;

static double total(snw_energy energy) {
    return energy.kinetic + energy.potential;
}

// --- efforts ------------------------------------------------------------------------------------

static void effort_name(const void *context, int index, char out[MODEL_COORDINATE]) {
    const simulation *s = context;
    char name[MODEL_COORDINATE] = "";
    if (index > 0) dynamics_rate_name(s->fk.model, index - 1, name);
    snw_text text = snw_text_over(out, MODEL_COORDINATE);
    snw_text_format(&text, "%s%s", index > 0 ? "tau/" : "t", name);
}

static bool no_angle(const void *context, int index) {
    (void)context;
    (void)index;
    return false;
}

static void render_nothing(snw_text *text, const void *context) {
    (void)text;
    (void)context;
}

static snw_status keep_row(void *work, long line, snw_why *why) {
    (void)line;
    simulation *s = work;
    efforts *e = &s->efforts;
    const size_t width = (size_t)s->fk.model->nv + 1;
    if (e->count > 0 && !(e->row[0] > e->table[(e->count - 1) * width])) {
        return snw_refuse_rule(why, SNW_ERR_RANGE, "order", NULL,
                               "the time is not after that of the line before",
                               "lines must be in the order of time");
    }
    if (e->count == e->room) {
        const size_t room = 2 * e->room + 64;
        double *larger = realloc(e->table, room * width * sizeof *larger);
        if (larger == NULL) return SNW_ERR_MEMORY;
        e->table = larger;
        e->room = room;
    }
    memcpy(e->table + e->count++ * width, e->row, width * sizeof *e->row);
    return SNW_OK;
}

static snw_status read_efforts(simulation *s, const char *path) {
    if (path == NULL) return SNW_OK;
    s->efforts.row = calloc((size_t)s->fk.model->nv + 1, sizeof *s->efforts.row);
    if (s->efforts.row == NULL) return SNW_ERR_MEMORY;
    const rows_task task = {.count = s->fk.model->nv + 1,
                            .owner = "a line of efforts",
                            .item = "number",
                            .list = "they are t in s, then an effort tau/JOINT each",
                            .values = s->efforts.row,
                            .context = s,
                            .work = s,
                            .name = effort_name,
                            .is_angle = no_angle,
                            .compute = keep_row,
                            .header = render_nothing,
                            .row = render_nothing,
                            .json = render_nothing};
    const snw_status status = rows_run(&task, path, s->io, s->why);
    if (snw_failed(status) || s->efforts.count > 0) return status;
    return snw_refuse_rule(s->why, SNW_ERR_SYNTAX, "empty", path, "the file has no line of efforts",
                           task.list);
}

// straight from line to line; before the first and after the last it is as there
static void set_efforts(simulation *s, double t) {
    const efforts *e = &s->efforts;
    const size_t nv = (size_t)s->fk.model->nv, width = nv + 1;
    if (e->count == 0) return;
    // the last line that is not after t
    size_t low = 0, high = e->count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (e->table[middle * width] <= t) {
            low = middle;
        } else {
            high = middle;
        }
    }
    const double *a = e->table + low * width, *b = low + 1 < e->count ? a + width : a;
    const double part = b != a && t > a[0] ? (t - a[0]) / (b[0] - a[0]) : 0;
    for (size_t i = 0; i < nv; i++) {
        s->tau[i] = a[i + 1] + part * (b[i + 1] - a[i + 1]);
    }
}

static snw_status accelerate(double t, const double *q, const double *v, double *a, void *context) {
    simulation *s = context;
    set_efforts(s, t);
    return snw_dyn_forward(&s->dyn, q, v, s->tau, NULL, a);
}

// --- the table ----------------------------------------------------------------------------------

static snw_status write_failure(const simulation *s) {
    return snw_errno_why(s->why, errno != 0 ? errno : EIO, s->csv_end, "write the motion");
}

static void render_names(snw_text *text, const void *context) {
    const simulation *s = context;
    const snw_model *model = s->fk.model;
    char name[MODEL_COORDINATE], cell[MODEL_COLUMN + 8];
    snw_text_format(text, "t [s]");
    for (int i = 0; i < model->nq; i++) {
        model_coordinate_column(model, i, cell);
        snw_text_add(text, ",", 1);
        rows_cell(text, cell);
    }
    for (int i = 0; i < model->nv; i++) {
        dynamics_rate_name(model, i, name);
        snw_text line = snw_text_over(cell, sizeof cell);
        snw_text_format(&line, "qd/%s", name);
        dynamics_add_unit(&line, model, i, DYNAMICS_RATE);
        snw_text_add(text, ",", 1);
        rows_cell(text, cell);
    }
    snw_text_format(text, ",kinetic [J],potential [J],energy [J],px [kg m/s],py [kg m/s],"
                          "pz [kg m/s],lx [kg m^2/s],ly [kg m^2/s],lz [kg m^2/s]\n");
}

static void render_state(snw_text *text, const void *context) {
    const simulation *s = context;
    const double energies[] = {s->energy.kinetic, s->energy.potential, total(s->energy)};
    rows_reals(text, &s->t, 1, true);
    rows_reals(text, s->fk.q, s->fk.model->nq, false);
    rows_reals(text, s->qd, s->fk.model->nv, false);
    rows_reals(text, energies, 3, false);
    rows_reals(text, &s->momentum.lin.x, 3, false);
    rows_reals(text, &s->momentum.ang.x, 3, false);
    snw_text_add(text, "\n", 1);
}

static snw_status put(simulation *s, cli_render_fn *render) {
    const snw_status status = rows_write(&s->line, s->csv, render, s);
    return status == SNW_ERR_IO ? write_failure(s) : status;
}

// the rows go to a file beside the one that is wanted, which takes its name when all are there
static snw_status open_csv(simulation *s) {
    const size_t size = strlen(s->csv_end) + 6;
    s->csv_path = malloc(size);
    if (s->csv_path == NULL) return SNW_ERR_MEMORY;
    snw_text text = snw_text_over(s->csv_path, size);
    snw_text_format(&text, "%s.part", s->csv_end);
    errno = 0;
    s->csv = fopen(s->csv_path, "w");
    return s->csv == NULL ? write_failure(s) : put(s, render_names);
}

static snw_status close_csv(simulation *s, snw_status status) {
    if (s->csv == NULL) return status;
    errno = 0;
    if (fclose(s->csv) != 0 && !snw_failed(status)) status = write_failure(s);
    if (!snw_failed(status) && rename(s->csv_path, s->csv_end) != 0) status = write_failure(s);
    if (snw_failed(status)) (void)remove(s->csv_path);
    return status;
}

// --- the motion ---------------------------------------------------------------------------------

// which joint has run away, and when
static snw_status diverged(const simulation *s, double t) {
    const snw_model *model = s->fk.model;
    int fastest = 0;
    for (int i = 1; i < model->nv; i++) {
        if (!(fabs(s->qd[i]) <= fabs(s->qd[fastest]))) fastest = i;
    }
    char name[MODEL_COORDINATE] = "", time[SNW_NUMBER_SIZE], text[SNW_WHY_TEXT];
    if (model->nv > 0) dynamics_rate_name(model, fastest, name);
    (void)snw_real_print(t, time);
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "the motion diverges at t = %s s, '%s' is the fastest", time, name);
    snw_why_set(s->why, SNW_ERR_LIMIT, model->name, text);
    if (model->nv > 0) snw_why_add(s->why, "rate", s->qd[fastest], "");
    snw_why_rule(s->why, "diverged");
    snw_why_fix(s->why, "use a smaller --step, or check the efforts and masses");
    return SNW_ERR_LIMIT;
}

static snw_status take_step(simulation *s, int64_t i) {
    // no sum of many steps: the times are those of a clock
    const double t = s->step * (double)i;
    const double next = i + 1 < s->steps ? s->step * (double)(i + 1) : s->duration;
    const bool whole = i + 1 < s->steps || fabs(next - t - s->step) <= 1e-6 * s->step;
    const snw_stepper_source source = {accelerate, s};
    const snw_status status =
        snw_stepper_step(&s->stepper, source, t, whole ? s->step : next - t, s->fk.q, s->qd);
    s->t = next;
    if (!snw_failed(status)) return status;
    if (status == SNW_ERR_SINGULAR) return dynamics_failure(&s->fk, &s->dyn, status, s->why);
    return diverged(s, t);
}

static snw_status write_state(simulation *s) {
    snw_status status = snw_dyn_energy(&s->dyn, s->fk.q, s->qd, &s->energy);
    if (!snw_failed(status)) {
        status = snw_dyn_momentum(&s->dyn, s->fk.q, s->qd, snw_vec3_zero(), &s->momentum);
    }
    if (snw_failed(status)) return dynamics_failure(&s->fk, &s->dyn, status, s->why);
    if (!isfinite(total(s->energy))) return diverged(s, s->t);
    if (s->outside.rows == 0) s->start = s->energy;
    s->change = fmax(s->change, fabs(total(s->energy) - total(s->start)));
    fk_judge_limits(&s->fk, s->outside.rows + 2, &s->outside);
    return put(s, render_state);
}

static snw_status move(simulation *s) {
    progress bar = progress_begin(s->io, "steps", false);
    snw_status status = write_state(s);
    for (int64_t i = 0; i < s->steps && !snw_failed(status); i++) {
        status = take_step(s, i);
        const bool wanted = (i + 1) % s->every == 0 || i + 1 == s->steps;
        if (!snw_failed(status) && wanted) status = write_state(s);
        progress_tell(&bar, i + 1, (double)(i + 1) / (double)s->steps);
    }
    progress_end(&bar);
    return status;
}

// three digits are enough for people
static void print_roughly(double value, char out[SNW_NUMBER_SIZE]) {
    const double scale = value > 0 ? pow(10, 2 - floor(log10(value))) : 1;
    (void)snw_real_print(round(value * scale) / scale, out);
}

static void tell_rate(const simulation *s, int64_t elapsed_ns) {
    const double elapsed = (double)(elapsed_ns > 0 ? elapsed_ns : 1) * 1e-9;
    char length[SNW_NUMBER_SIZE], time[SNW_NUMBER_SIZE], rate[SNW_NUMBER_SIZE];
    (void)snw_real_print(s->duration, length);
    print_roughly(elapsed, time);
    print_roughly(s->duration / elapsed, rate);
    cli_note(s->io, "%s s of motion in %s s: %s times real time", length, time, rate);
}

static snw_status simulate_all(simulation *s) {
    const int64_t begin = snw_clock_now_ns();
    snw_status status = open_csv(s);
    if (!snw_failed(status)) status = move(s);
    status = close_csv(s, status);
    if (snw_failed(status)) return status;
    tell_rate(s, snw_clock_now_ns() - begin);
    fk_tell_limits(&s->outside, s->io);
    return status;
}

// --- output -------------------------------------------------------------------------------------

static void json_energy(snw_json_writer *json, const char *name, snw_energy energy) {
    snw_json_object(json, name);
    snw_json_real(json, "kinetic", energy.kinetic);
    snw_json_real(json, "potential", energy.potential);
    snw_json_end(json);
}

static void render_json(snw_text *text, const void *context) {
    const simulation *s = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "file", s->csv_end);
    snw_json_string(&json, "integrator", s->integrator);
    snw_json_int(&json, "steps", s->steps);
    snw_json_int(&json, "rows", s->outside.rows);
    snw_json_real(&json, "t", s->t);
    snw_json_reals(&json, "q", s->fk.q, s->fk.model->nq);
    snw_json_reals(&json, "qd", s->qd, s->fk.model->nv);
    snw_json_object(&json, "energy");
    json_energy(&json, "start", s->start);
    json_energy(&json, "end", s->energy);
    snw_json_real(&json, "change", s->change);
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
    const simulation *s = context;
    snw_text_format(text, "%lld steps of %s, %ld rows\n\n", (long long)s->steps, s->integrator,
                    s->outside.rows);
    snw_text_format(text, "| Energy [J] | Start | End |\n|---|---|---|\n");
    add_line(text, "kinetic", s->start.kinetic, s->energy.kinetic);
    add_line(text, "potential", s->start.potential, s->energy.potential);
    add_line(text, "sum", total(s->start), total(s->energy));
    snw_text_format(text, "\nLargest change of the sum: ");
    snw_text_real(text, s->change);
    snw_text_format(text, " J\n");
}

// --- the command --------------------------------------------------------------------------------

static bool is_same_file(const char *a, const char *b) {
    char real_a[SNW_PATH_SIZE], real_b[SNW_PATH_SIZE];
    if (a == NULL || b == NULL) return false;
    if (snw_failed(snw_file_real_path(a, real_a, sizeof real_a, NULL))) return false;
    if (snw_failed(snw_file_real_path(b, real_b, sizeof real_b, NULL))) return false;
    return strcmp(real_a, real_b) == 0;
}

static snw_status check_output(const cli_values *values, const char *model_path, snw_why *why) {
    const char *path = cli_text(values, "out");
    const size_t length = strlen(path);
    if (length <= 4 || strcmp(path + length - 4, ".csv") != 0) {
        return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "format", path,
                               "the extension does not fit what is written",
                               "end the name in .csv");
    }
    if (!snw_file_exists(path)) return SNW_OK;
    if (is_same_file(path, model_path) || is_same_file(path, cli_text(values, "tau"))) {
        return snw_refuse_rule(why, SNW_ERR_PERMISSION, "input", path, "the output is an input",
                               "choose another name");
    }
    if (!cli_flag(values, "force")) {
        return snw_refuse_rule(why, SNW_ERR_PERMISSION, "exists", path, "the file already exists",
                               "choose another name, or replace it with --force");
    }
    // reading within a limit of nothing tells directories, pipes and devices from files
    const snw_file_reading peek = {.limit = 0};
    snw_file_content content = {0};
    const snw_status status = snw_file_read(path, &peek, &content, NULL);
    snw_file_free(&content);
    if (status != SNW_ERR_ARGUMENT) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "format", path, "this is not a regular file",
                           "choose another name");
}

static snw_status check_options(const cli_values *values, snw_why *why) {
    if (cli_flag(values, "floating") && cli_flag(values, "fixed-base")) {
        return snw_refuse_rule(why, SNW_ERR_USAGE, "contradiction", "simulate",
                               "--floating and --fixed-base exclude each other", "choose one");
    }
    const char *tau = cli_text(values, "tau");
    const bool both = tau != NULL && strcmp(tau, "-") == 0;
    if (!both || strcmp(cli_text(values, "model"), "-") != 0) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_USAGE, "contradiction", "simulate",
                           "the model and --tau cannot both be standard input",
                           "put one of them into a file");
}

static snw_status init_stepper(simulation *s) {
    snw_stepper_settings settings = snw_stepper_defaults();
    snw_status status = snw_stepper_named(s->integrator, &settings);
    settings.bound = BOUND;
    snw_arena arena = {0};
    SNW_IGNORE(snw_stepper_init(&s->stepper, s->fk.model, settings, &arena));
    s->stepper_memory = model_block(arena.needed, &arena, s->why);
    if (s->stepper_memory == NULL) return SNW_ERR_MEMORY;
    if (!snw_failed(status)) {
        status = snw_stepper_init(&s->stepper, s->fk.model, settings, &arena);
    }
    if (snw_failed(status)) snw_why_set(s->why, status, s->integrator, NULL);
    return status;
}

static snw_status prepare(simulation *s, const model_input *input, const cli_values *values) {
    const snw_model *model = s->fk.model;
    s->fk.q = calloc((size_t)model->nq + 1, sizeof *s->fk.q);
    s->qd = calloc((size_t)model->nv + 1, sizeof *s->qd);
    s->tau = calloc((size_t)model->nv + 1, sizeof *s->tau);
    if (s->fk.q == NULL || s->qd == NULL || s->tau == NULL) return SNW_ERR_MEMORY;
    snw_neutral(model, s->fk.q);
    snw_status status = SNW_OK;
    if (cli_given(values, "q0")) status = fk_take_q(&s->fk, values, "q0", s->why);
    if (!snw_failed(status)) {
        status = dynamics_take_rates(model, values, "qd0", s->fk.degrees, s->qd, s->why);
    }
    if (!snw_failed(status)) {
        const bool friction = !cli_flag(values, "no-friction");
        status = dynamics_init(&s->dyn, input, values, friction, &s->dyn_memory, s->why);
    }
    if (!snw_failed(status)) status = init_stepper(s);
    if (!snw_failed(status)) status = fk_update(&s->fk, s->why);
    if (!snw_failed(status)) status = read_efforts(s, cli_text(values, "tau"));
    s->steps = (int64_t)ceil(s->duration / s->step - 1e-6);
    return status;
}

static void release(simulation *s) {
    free(s->fk.q);
    free(s->qd);
    free(s->tau);
    free(s->efforts.row);
    free(s->efforts.table);
    free(s->line.data);
    free(s->csv_path);
    free(s->dyn_memory);
    free(s->stepper_memory);
}

static snw_status run_job(const model_input *input, const cli_values *values, cli_io *io,
                          snw_why *why) {
    simulation s = {.fk = {.model = &input->model, .degrees = cli_flag(values, "deg")},
                    .step = cli_real(values, "step"),
                    .duration = cli_real(values, "for"),
                    .every = cli_int(values, "every"),
                    .integrator = cli_text(values, "integrator"),
                    .csv_end = cli_text(values, "out"),
                    .io = io,
                    .why = why};
    s.fk.kin = &s.dyn.kin;
    snw_status status = prepare(&s, input, values);
    if (!snw_failed(status)) status = simulate_all(&s);
    if (!snw_failed(status)) {
        status =
            io->json ? cli_print(io, render_json, &s) : model_print_page(io, compose_page, &s, why);
    }
    if (status == SNW_ERR_MEMORY) snw_why_set(why, status, NULL, NULL);
    release(&s);
    return status;
}

static snw_status simulate(const snw_registry *registry, const cli_values *values, cli_io *io,
                           snw_why *why) {
    snw_status status = check_options(values, why);
    if (snw_failed(status)) return status;
    model_input input;
    status = model_take(&input, cli_text(values, "model"), registry, values, io, why);
    if (snw_failed(status)) return status;
    const bool floating = cli_flag(values, "floating");
    if (floating || cli_flag(values, "fixed-base")) {
        status = model_set_base(&input, floating, io, why);
    }
    if (!snw_failed(status)) status = check_output(values, input.path, why);
    if (!snw_failed(status)) status = run_job(&input, values, io, why);
    model_close(&input);
    return status;
}

static snw_status run_simulate(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(simulate, values, io, why);
}

const cli_command simulate_command = {
    .name = "simulate",
    .group = "Models",
    .summary = "Simulate how a model moves, freely or under efforts from a file.",
    .description = simulate_description,
    .arguments = fk_arguments,
    .options = simulate_options,
    .examples = simulate_examples,
    .run = run_simulate};
