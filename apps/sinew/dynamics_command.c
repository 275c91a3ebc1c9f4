// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dynamics_command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/model/repair.h"

#define DEGREE (3.14159265358979323846 / 180)

static const cli_parameter dynamics_options[] = {
    {.name = "q",
     .kind = CLI_REALS,
     .sentence = "Configuration, one number per coordinate: rad, or m for prismatic joints."},
    {.name = "qd", .kind = CLI_REALS, .sentence = "Joint velocities; zero if omitted."},
    {.name = "qdd",
     .kind = CLI_REALS,
     .sentence = "Joint accelerations whose efforts are computed; zero if omitted."},
    {.name = "tau",
     .kind = CLI_REALS,
     .sentence = "Efforts whose accelerations are computed [N m or N]."},
    {.name = "forward", .sentence = "Compute accelerations; without --tau those of free motion."},
    {.name = "mass-matrix", .sentence = "Compute the mass matrix."},
    {.name = "gravity", .sentence = "Compute the efforts that balance gravity."},
    {.name = "energy", .sentence = "Compute the kinetic and the potential energy."},
    {.name = "regressor",
     .sentence = "Compute the regressor Y, with efforts = Y p for the inertial parameters p, and "
                 "the base parameters."},
    {.name = "friction", .sentence = "Include the viscous friction of the actuators."},
    {.name = "deg", .sentence = "Take angles, angular velocities and accelerations in degrees."},
    {.name = "csv",
     .kind = CLI_FILE,
     .sentence = "File with one state per line; - reads standard input."},
    DYNAMICS_OPTIONS,
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_example dynamics_examples[] = {
    {"sinew dynamics panda --q '0 -45 0 -135 0 90 45' --deg --gravity",
     "Compute the efforts that balance gravity."},
    {"sinew dynamics arm.urdf --q 0.3,0.7 --qd 1,0 --qdd 0,2 --json",
     "Compute efforts and print them as JSON."},
    {"sinew dynamics arm.urdf --q 0.3,0.7 --tau 5,1",
     "Compute the accelerations under these efforts."},
    {"sinew dynamics arm.urdf --q 0.3,0.7 --qdd 1,0 --regressor",
     "Compute how the inertial parameters appear in the efforts."},
    {"sinew dynamics arm.urdf --csv states.csv > efforts.csv",
     "Compute a line for each line of the file."},
    {0},
};

// --- rates --------------------------------------------------------------------------------------

void dynamics_rate_name(const snw_model *model, int rate, char out[MODEL_COORDINATE]) {
    static const char *const twist_parts[] = {"/vx", "/vy", "/vz", "/wx", "/wy", "/wz"};
    static const char *const planar_parts[] = {"/x", "/y", "/angle"};
    const int i = model->link_of_v[rate];
    const snw_link *link = &model->links[i];
    const int part = rate - link->v_index;
    const char *behind = "";
    if (link->nv == 6) behind = twist_parts[part];
    if (link->nq == 4) behind = twist_parts[part + 3];
    if (link->nq == 3) behind = planar_parts[part];
    snw_text text = snw_text_over(out, MODEL_COORDINATE);
    snw_text_format(&text, "%s%s", model_joint_name(model, i), behind);
}

bool dynamics_rate_is_angle(const snw_model *model, int rate) {
    const snw_link *link = &model->links[model->link_of_v[rate]];
    const int part = rate - link->v_index;
    if (link->nv == 6) return part >= 3;
    if (link->nq == 4) return true;
    return fk_is_angle(model, link->q_index + part);
}

void dynamics_add_unit(snw_text *text, const snw_model *model, int rate,
                       dynamics_quantity quantity) {
    static const char *const turning[] = {"rad/s", "rad/s^2", "N m"};
    static const char *const sliding[] = {"m/s", "m/s^2", "N"};
    if (model->links[model->link_of_v[rate]].joint == SNW_JOINT_LAW) return;
    const bool angle = dynamics_rate_is_angle(model, rate);
    snw_text_format(text, " [%s]", angle ? turning[quantity] : sliding[quantity]);
}

snw_status dynamics_take_rates(const snw_model *model, const cli_values *values, const char *option,
                               bool degrees, double *out, snw_why *why) {
    int count;
    const double *given = cli_reals(values, option, &count);
    if (!cli_given(values, option)) {
        memset(out, 0, sizeof *out * (size_t)model->nv);
        return SNW_OK;
    }
    if (count == model->nv) {
        for (int i = 0; i < count; i++) {
            out[i] = given[i] * (degrees && dynamics_rate_is_angle(model, i) ? DEGREE : 1);
        }
        return SNW_OK;
    }
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "--%s has %d number%s, the model has %d velocit%s", option, count,
                    count == 1 ? "" : "s", model->nv, model->nv == 1 ? "y" : "ies");
    return snw_refuse_rule(why, SNW_ERR_USAGE, "wrong-count", model->name, text,
                           "'sinew model show' names the joints in order");
}

// --- the computation ----------------------------------------------------------------------------

snw_status dynamics_init(snw_dyn *dyn, const model_input *input, const cli_values *values,
                         bool friction, void **memory, snw_why *why) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_dyn_init(dyn, &input->model, &arena));
    *memory = model_block(arena.needed, &arena, why);
    if (*memory == NULL) return SNW_ERR_MEMORY;
    snw_status status = snw_dyn_init(dyn, &input->model, &arena);
    int count;
    const double *g = cli_reals(values, "g", &count);
    if (!snw_failed(status)) {
        status = snw_dyn_set_gravity(dyn, snw_vec3_of(g[0], g[1], g[2]));
    }
    if (!snw_failed(status) && cli_flag(values, "rotors")) {
        status = snw_dyn_set_actuators(dyn, input->robot);
    }
    if (!snw_failed(status) && friction) status = snw_dyn_set_actuator_friction(dyn, input->robot);
    dyn->springs = !cli_flag(values, "no-springs");
    if (snw_failed(status)) snw_why_set(why, status, input->model.name, NULL);
    return status;
}

// the rate that moves the least mass; -1 when that cannot be found out
static int lightest_rate(snw_dyn *dyn, const double *q) {
    const int nv = dyn->model->nv;
    double *M = calloc((size_t)nv * (size_t)nv + 1, sizeof *M);
    int found = -1;
    if (M != NULL && !snw_failed(snw_dyn_mass_matrix(dyn, q, M))) {
        for (int i = 0; i < nv; i++) {
            const size_t step = (size_t)nv + 1;
            if (found < 0 || M[step * (size_t)i] < M[step * (size_t)found]) found = i;
        }
    }
    free(M);
    return found;
}

// names the link whose inertia no body can have, when that is why the mass matrix is not positive
static snw_status refuse_impossible(const snw_model *model, int rate, snw_why *why) {
    int first = rate >= 0 ? model->link_of_v[rate] : 0;
    int link = snw_model_find_impossible(model, first, model->links[first].end);
    if (link < 0) link = snw_model_find_impossible(model, 0, model->link_count);
    if (link < 0) return SNW_OK;
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "with the inertia of link '%.40s' the mass matrix is not positive",
                    model->links[link].name);
    return snw_refuse_rule(why, SNW_ERR_SINGULAR, "inertia-physical", model->name, text,
                           "correct it, or 'sinew model repair --inertia -o FILE'");
}

snw_status dynamics_failure(fk_job *fk, snw_dyn *dyn, snw_status status, snw_why *why) {
    // what is wrong with q is told as everywhere
    const snw_status wrong = fk_update(fk, why);
    if (snw_failed(wrong)) return wrong;
    snw_why_set(why, status, fk->model->name, NULL);
    if (status != SNW_ERR_SINGULAR) return status;
    const int rate = lightest_rate(dyn, fk->q);
    if (rate < 0) return status;
    if (snw_failed(refuse_impossible(fk->model, rate, why))) return status;
    char name[MODEL_COORDINATE], text[SNW_WHY_TEXT];
    dynamics_rate_name(fk->model, rate, name);
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "what '%s' moves has no inertia of its own", name);
    return snw_refuse_rule(why, status, "no-inertia", fk->model->name, text,
                           "give the links masses; 'sinew model show' lists them");
}

void dynamics_parameter_name(const snw_model *model, int parameter, char out[MODEL_COORDINATE]) {
    static const char *const parts[SNW_LINK_PARAMETERS] = {"m",   "hx",  "hy",  "hz",  "Ixx",
                                                           "Iyy", "Izz", "Ixy", "Ixz", "Iyz"};
    snw_text text = snw_text_over(out, MODEL_COORDINATE);
    snw_text_format(&text, "%s/%s", model->links[parameter / SNW_LINK_PARAMETERS].name,
                    parts[parameter % SNW_LINK_PARAMETERS]);
}

// what never changes: the masses, and which of their sums show in efforts
static snw_status prepare_regressor(dynamics_job *job, snw_why *why) {
    const snw_model *model = job->fk.model;
    const size_t parameters = (size_t)snw_parameter_count(model);
    job->Y = calloc((size_t)job->result_count + 1, sizeof *job->Y);
    job->p = calloc(2 * parameters + 1, sizeof *job->p);
    if (job->Y == NULL || job->p == NULL) return SNW_ERR_MEMORY;
    snw_dyn_parameters(&job->dyn, job->p);
    if (model->nv == 0) return SNW_OK;
    snw_arena arena = {0};
    SNW_IGNORE(snw_base_parameters_init(&job->base, &job->dyn, 1, &arena));
    job->base_memory = model_block(arena.needed, &arena, why);
    if (job->base_memory == NULL) return SNW_ERR_MEMORY;
    const snw_status status = snw_base_parameters_init(&job->base, &job->dyn, 1, &arena);
    if (snw_failed(status)) {
        return snw_refuse(why, status, model->name, NULL, NULL);
    }
    snw_base_parameters_of(&job->base, job->p, job->p + parameters);
    return SNW_OK;
}

static snw_status ask_regressor(dynamics_job *job, const double *q, const double *qd,
                                const double *qdd) {
    const int nv = job->fk.model->nv, parameters = snw_parameter_count(job->fk.model);
    const snw_status status = snw_dyn_regressor(&job->dyn, q, qd, qdd, job->Y);
    for (int i = 0; !snw_failed(status) && i < job->result_count; i++) {
        job->result[i] = job->Y[(size_t)(i % parameters) * (size_t)nv + (size_t)(i / parameters)];
    }
    return status;
}

static snw_status ask(dynamics_job *job) {
    const double *q = job->values, *qd = q + job->fk.model->nq, *third = qd + job->fk.model->nv;
    snw_dyn *dyn = &job->dyn;
    switch (job->question) {
    case DYNAMICS_EFFORTS:
        return snw_dyn_inverse(dyn, q, qd, third, NULL, job->result);
    case DYNAMICS_ACCELERATIONS:
        return snw_dyn_forward(dyn, q, qd, third, NULL, job->result);
    case DYNAMICS_MASS_MATRIX:
        return snw_dyn_mass_matrix(dyn, q, job->result);
    case DYNAMICS_GRAVITY:
        return snw_dyn_gravity(dyn, q, job->result);
    case DYNAMICS_REGRESSOR:
        return ask_regressor(job, q, qd, third);
    case DYNAMICS_ENERGY:
        break;
    }
    snw_energy energy = {0};
    const snw_status status = snw_dyn_energy(dyn, q, qd, &energy);
    job->result[0] = energy.kinetic;
    job->result[1] = energy.potential;
    return status;
}

snw_status dynamics_compute(dynamics_job *job, snw_why *why) {
    // an inertia that no body has is used as long as the kinetic energy is positive with it
    if (job->impossible && snw_dyn_factor(&job->dyn, job->values) == SNW_ERR_SINGULAR) {
        return refuse_impossible(job->fk.model, lightest_rate(&job->dyn, job->values), why);
    }
    const snw_status status = ask(job);
    if (snw_failed(status)) return dynamics_failure(&job->fk, &job->dyn, status, why);
    for (int i = 0; i < job->result_count; i++) {
        if (isfinite(job->result[i])) continue;
        return snw_refuse_rule(why, SNW_ERR_RANGE, "not-finite", job->fk.model->name,
                               "the numbers are so large that the result is not finite", NULL);
    }
    return status;
}

// --- output -------------------------------------------------------------------------------------

static void json_rows(snw_json_writer *json, const char *name, const double *rows, int count,
                      int width) {
    snw_json_array(json, name);
    for (int i = 0; i < count; i++) {
        snw_json_reals(json, NULL, rows + (size_t)i * (size_t)width, width);
    }
    snw_json_end(json);
}

static void json_names(snw_json_writer *json, const snw_model *model, const int *order, int count) {
    snw_json_array(json, "names");
    for (int i = 0; i < count; i++) {
        char name[MODEL_COORDINATE];
        dynamics_parameter_name(model, order != NULL ? order[i] : i, name);
        snw_json_string(json, NULL, name);
    }
    snw_json_end(json);
}

// base parameters are named after the number of p that each has alone
static void json_regressor(snw_json_writer *json, const dynamics_job *job) {
    const snw_model *model = job->fk.model;
    const int parameters = snw_parameter_count(model);
    json_rows(json, "regressor", job->result, model->nv, parameters);
    snw_json_reals(json, "parameters", job->p, parameters);
    json_names(json, model, NULL, parameters);
    snw_json_object(json, "base");
    snw_json_array(json, "columns");
    for (int i = 0; i < job->base.count; i++) {
        snw_json_int(json, NULL, job->base.order[i]);
    }
    snw_json_end(json);
    json_names(json, model, job->base.order, job->base.count);
    snw_json_reals(json, "parameters", job->p + parameters, job->base.count);
    snw_json_end(json);
}

void dynamics_json(snw_text *text, const void *context) {
    const dynamics_job *job = context;
    const int nv = job->fk.model->nv;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    if (job->question == DYNAMICS_ENERGY) {
        snw_json_real(&json, "kinetic", job->result[0]);
        snw_json_real(&json, "potential", job->result[1]);
    } else if (job->question == DYNAMICS_MASS_MATRIX) {
        json_rows(&json, "M", job->result, nv, nv);
    } else if (job->question == DYNAMICS_REGRESSOR) {
        json_regressor(&json, job);
    } else {
        const bool forward = job->question == DYNAMICS_ACCELERATIONS;
        snw_json_reals(&json, forward ? "qdd" : "tau", job->result, nv);
    }
    cli_json_finish(&json);
}

// what is left of a zero after sines and cosines is a zero
static void add_real(snw_text *text, double value) {
    model_cell_real(text, fabs(value) < 1e-15 ? 0 : value);
}

static void compose_energy(snw_text *text, const dynamics_job *job) {
    snw_text_format(text, "| Energy | J |\n|---|---|\n| kinetic | ");
    add_real(text, job->result[0]);
    snw_text_format(text, "\n| potential | ");
    add_real(text, job->result[1]);
    snw_text_format(text, "\n");
}

// a line per rate, with as many columns as the result has numbers for it
static void compose_rates(snw_text *text, const dynamics_job *job) {
    const int nv = job->fk.model->nv, columns = nv > 0 ? job->result_count / nv : 0;
    char name[MODEL_COORDINATE];
    snw_text_format(text, "| Rate | ");
    for (int c = 0; c < columns; c++) {
        dynamics_rate_name(job->fk.model, c, name);
        const char *single = job->question == DYNAMICS_ACCELERATIONS ? "qdd" : "tau";
        model_cell(text, job->question == DYNAMICS_MASS_MATRIX ? name : single);
    }
    snw_text_format(text, "\n|---|");
    for (int c = 0; c < columns; c++) {
        snw_text_format(text, "---|");
    }
    for (int r = 0; r < nv; r++) {
        dynamics_rate_name(job->fk.model, r, name);
        snw_text_format(text, "\n| ");
        model_cell(text, name);
        for (int c = 0; c < columns; c++) {
            add_real(text, job->result[(size_t)r * (size_t)columns + (size_t)c]);
        }
    }
    snw_text_format(text, "\n");
}

// a line per base parameter: its value, and by how much it shows in the effort of each rate
static void compose_regressor(snw_text *text, const dynamics_job *job) {
    const snw_model *model = job->fk.model;
    const int nv = model->nv, parameters = snw_parameter_count(model);
    char name[MODEL_COORDINATE];
    snw_text_format(text, "%d of %d parameters appear in the efforts, alone or in sums\n\n",
                    job->base.count, parameters);
    snw_text_format(text, "| Parameter | Value | ");
    for (int r = 0; r < nv; r++) {
        dynamics_rate_name(model, r, name);
        model_cell(text, name);
    }
    snw_text_format(text, "\n|---|---|");
    for (int r = 0; r < nv; r++) {
        snw_text_format(text, "---|");
    }
    for (int k = 0; k < job->base.count; k++) {
        const int column = job->base.order[k];
        dynamics_parameter_name(model, column, name);
        snw_text_format(text, "\n| ");
        model_cell(text, name);
        add_real(text, job->p[parameters + k]);
        for (int r = 0; r < nv; r++) {
            add_real(text, job->result[(size_t)r * (size_t)parameters + (size_t)column]);
        }
    }
    snw_text_format(text, "\n");
}

static void compose_table(snw_text *text, const void *context) {
    const dynamics_job *job = context;
    if (job->question == DYNAMICS_ENERGY) {
        compose_energy(text, job);
    } else if (job->question == DYNAMICS_REGRESSOR) {
        compose_regressor(text, job);
    } else {
        compose_rates(text, job);
    }
}

// --- the command --------------------------------------------------------------------------------

// options that ask for different things, or that nothing asks for
static snw_status check_options(const cli_values *values, snw_why *why) {
    static const char *const pairs[][2] = {
        {"tau", "qdd"},
        {"forward", "qdd"},
        {"mass-matrix", "gravity"},
        {"gravity", "energy"},
        {"mass-matrix", "qd"},
        {"gravity", "qd"},
        {"mass-matrix", "qdd"},
        {"gravity", "qdd"},
        {"energy", "qdd"},
        {"mass-matrix", "tau"},
        {"gravity", "tau"},
        {"energy", "tau"},
        {"gravity", "forward"},
        {"mass-matrix", "energy"},
        {"energy", "forward"},
        {"mass-matrix", "forward"},
        {"regressor", "mass-matrix"},
        {"regressor", "gravity"},
        {"regressor", "energy"},
        {"regressor", "tau"},
        {"regressor", "forward"},
        {"regressor", "friction"},
        {"regressor", "rotors"},
    };
    static const char *const singles[] = {"q", "qd", "qdd", "tau"};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (!cli_given(values, pairs[i][0]) || !cli_given(values, pairs[i][1])) continue;
        char text[SNW_WHY_TEXT];
        snw_text line = snw_text_over(text, sizeof text);
        snw_text_format(&line, "--%s and --%s exclude each other", pairs[i][0], pairs[i][1]);
        return rows_contradiction("dynamics", text, why);
    }
    for (size_t i = 0; i < sizeof singles / sizeof *singles; i++) {
        const snw_status status = rows_check(values, "dynamics", singles[i], why);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

static dynamics_question question_of(const cli_values *values) {
    if (cli_flag(values, "mass-matrix")) return DYNAMICS_MASS_MATRIX;
    if (cli_flag(values, "gravity")) return DYNAMICS_GRAVITY;
    if (cli_flag(values, "energy")) return DYNAMICS_ENERGY;
    if (cli_flag(values, "regressor")) return DYNAMICS_REGRESSOR;
    if (cli_flag(values, "forward") || cli_given(values, "tau")) return DYNAMICS_ACCELERATIONS;
    return DYNAMICS_EFFORTS;
}

static snw_status run_once(dynamics_job *job, const cli_values *values, cli_io *io, snw_why *why) {
    const snw_model *model = job->fk.model;
    const bool degrees = job->fk.degrees, forward = job->question == DYNAMICS_ACCELERATIONS;
    double *qd = job->values + model->nq;
    snw_status status = fk_take_q(&job->fk, values, "q", why);
    if (!snw_failed(status)) status = dynamics_take_rates(model, values, "qd", degrees, qd, why);
    if (!snw_failed(status)) {
        // efforts have no degrees
        status = dynamics_take_rates(model, values, forward ? "tau" : "qdd", degrees && !forward,
                                     qd + model->nv, why);
    }
    if (!snw_failed(status)) status = dynamics_compute(job, why);
    if (snw_failed(status)) return status;
    fk_warn_limits(&job->fk, io);
    return io->json ? cli_print(io, dynamics_json, job)
                    : model_print_page(io, compose_table, job, why);
}

static snw_status run_job(const model_input *input, const cli_values *values, cli_io *io,
                          snw_why *why) {
    const snw_model *model = &input->model;
    const size_t nv = (size_t)model->nv;
    dynamics_job job = {.fk = {.model = model, .degrees = cli_flag(values, "deg")},
                        .question = question_of(values),
                        .result_count = model->nv};
    if (job.question == DYNAMICS_ENERGY) job.result_count = 2;
    if (job.question == DYNAMICS_MASS_MATRIX) job.result_count = model->nv * model->nv;
    if (job.question == DYNAMICS_REGRESSOR) {
        job.result_count = model->nv * snw_parameter_count(model);
    }
    void *memory = NULL;
    job.values = calloc((size_t)model->nq + 2 * nv + 1, sizeof *job.values);
    job.result = calloc((size_t)job.result_count + 1, sizeof *job.result);
    job.fk.q = job.values;
    job.fk.kin = &job.dyn.kin;
    snw_status status =
        dynamics_init(&job.dyn, input, values, cli_flag(values, "friction"), &memory, why);
    job.impossible = snw_model_find_impossible(&input->model, 0, input->model.link_count) >= 0;
    if (job.values == NULL || job.result == NULL) status = SNW_ERR_MEMORY;
    if (!snw_failed(status) && job.question == DYNAMICS_REGRESSOR) {
        status = prepare_regressor(&job, why);
    }
    if (!snw_failed(status)) {
        const char *path = cli_text(values, "csv");
        status =
            path != NULL ? dynamics_rows(&job, path, io, why) : run_once(&job, values, io, why);
    }
    void *blocks[] = {job.values, job.result, job.Y, job.p, job.base_memory, memory};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        free(blocks[i]);
    }
    return status;
}

static snw_status dynamics(const snw_registry *registry, const cli_values *values, cli_io *io,
                           snw_why *why) {
    snw_status status = check_options(values, why);
    if (snw_failed(status)) return status;
    model_input input;
    status = model_take(&input, cli_text(values, "model"), registry, values, io, why);
    if (snw_failed(status)) return status;
    status = run_job(&input, values, io, why);
    model_close(&input);
    return status;
}

static snw_status run_dynamics(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(dynamics, values, io, why);
}

const cli_command dynamics_command = {
    .name = "dynamics",
    .group = "Models",
    .summary = "Compute efforts, accelerations, the mass matrix or the energy of a model.",
    .description =
        "Computes the efforts that give the accelerations --qdd at --q and --qd; with --tau the "
        "accelerations that these efforts give. Units are rad, m, s, N m and N; --deg applies to "
        "inputs, results are in rad. Gravity is 0 0 -9.81 along the axes of the world unless --g "
        "gives another value. Springs and dampers of the model act; viscous friction of actuators "
        "acts only with --friction, and rotors count only with --rotors, so that results equal "
        "those of programs that know no rotors. The root is at the origin of the world; efforts "
        "and velocities of a floating root are along its own axes, linear ones first. --gravity is "
        "without springs and dampers.\n\nWith --csv each line of a file is a state and gives a "
        "line: q, qd and qdd, or with --forward tau in its place; q and qd for --energy, q alone "
        "for --gravity and --mass-matrix. Its first line may name them in any order: JOINT, "
        "qd/JOINT, qdd/JOINT, tau/JOINT.\n\n--json writes {tau: [..]}, {qdd: [..]}, {M: [rows]} or "
        "{kinetic, potential} in J; with --csv one object per line.",
    .arguments = fk_arguments,
    .options = dynamics_options,
    .examples = dynamics_examples,
    .run = run_dynamics};
