// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "path_arm.h"
#include "path_collision.h"

static const char path_check_description[] =
    "Nothing moves and no hardware is used. Joints are checked along the whole path, between its "
    "records too: position, velocity, acceleration and jerk against the limits that the cell's "
    "guard enforces. A path of one pose is followed on straight lines from record to record: each "
    "must be reachable, without a change of branch and without a singularity. The first violation "
    "is reported with its time since the first record, the joint, the cause and a fix; exit code "
    "1. A recording of a run is checked by the differences of its samples, as the guard checked "
    "it, unless --interpolate is given.\n\nThe way is swept for bodies too, not by samples: a "
    "clear "
    "one is clear everywhere. All other members are where the cell starts. Bodies that come nearer "
    "than the rules of the cell allow are a violation; without rules contact is a warning.\n\nA "
    "good path is explained: from when to when which joint "
    "uses most of which limit, and "
    "how much of it.\n\n--json writes {ok, file, kind, records, duration, stretch, violation, "
    "spans: [{from, to, joint, limit, share}]}; stretch is the factor by which it must be slowed "
    "down to keep the velocity limits, at most 1 for a good path.";
static const cli_parameter path_check_arguments[] = {
    {.name = "cell", .kind = CLI_FILE, .need = CLI_REQUIRED, .sentence = "Cell: a file or a name."},
    {.name = "file",
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "Path to check: .xml, .json, a table .csv or a recording .mcap."},
    {0},
};
static const cli_parameter path_check_options[] = {
    {.name = "no-collision", .sentence = "Do not look for bodies in the way."},
    PATH_ARM_OPTIONS,
    PATH_INPUT_OPTIONS,
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_example path_check_examples[] = {
    {"sinew path check puma560 pick.xml",
     "Check whether it is possible, and what limits its time."},
    {"sinew path check panda taught.csv --signal 'q*' -i linear", "Check columns of a table."},
    {"sinew path check two-arms weld.xml --member left --json", "Check one arm of two, as JSON."},
    {0},
};

enum { LOOKS = 8, MOST_STEPS = 20000 };

typedef struct job {
    const char *name; // of the file
    path_arm a;
    path_input file, joints;
    path_pieces pieces;
    double duration;
    double stretch; // how many times slower its rates ask for
    snw_status verdict;
    snw_why violation;
    snw_motion_span *spans;
    int span_count;
} job;

// --- limits -------------------------------------------------------------------------------------

/// What is looked at in a joint.
typedef struct finding {
    const char *rule;
    double value, limit;
} finding;

// the first limit of an axis that a sample passes; NULL in `rule` for none
static finding judge(const snw_arm_limits *l, int i, const snw_profile_sample *s) {
    const double slack = 1 + 1e-9;
    const double a = s->v * s->a >= 0 ? l->acceleration[i] : l->deceleration[i];
    finding f = {"position", s->p, s->p < l->lower[i] ? l->lower[i] : l->upper[i]};
    if (!(s->p >= l->lower[i] - 1e-9 && s->p <= l->upper[i] + 1e-9)) return f;
    f = (finding){"velocity", s->v, l->velocity[i]};
    if (!(fabs(s->v) <= l->velocity[i] * slack)) return f;
    f = (finding){"acceleration", s->a, a};
    if (!(fabs(s->a) <= a * slack)) return f;
    f = (finding){"jerk", s->j, l->jerk[i]};
    if (!(fabs(s->j) <= l->jerk[i] * slack)) return f;
    f.rule = NULL;
    return f;
}

// the axis that is beyond a limit at a time; -1 for none
static int judge_all(const job *j, double t, finding *f) {
    snw_profile_sample s[SNW_AXES];
    path_pieces_at(&j->pieces, t, s);
    for (int i = 0; i < j->pieces.columns; i++) {
        *f = judge(&j->a.arm->limits, i, &s[i]);
        if (f->rule != NULL) return i;
    }
    return -1;
}

static void note_stretch(job *j, double t) {
    const snw_arm_limits *l = &j->a.arm->limits;
    snw_profile_sample s[SNW_AXES];
    path_pieces_at(&j->pieces, t, s);
    for (int i = 0; i < j->pieces.columns; i++) {
        const double a = fmin(l->acceleration[i], l->deceleration[i]);
        j->stretch = fmax(j->stretch, fabs(s[i].v) / l->velocity[i]);
        j->stretch = fmax(j->stretch, sqrt(fabs(s[i].a) / a));
        j->stretch = fmax(j->stretch, cbrt(fabs(s[i].j) / l->jerk[i]));
    }
}

// Between a good time and a bad one lies the first that is bad, to a nanosecond.
static double first_bad(const job *j, double good, double bad) {
    finding f;
    while (bad - good > 1e-9) {
        const double middle = 0.5 * (good + bad);
        if (judge_all(j, middle, &f) >= 0) {
            bad = middle;
        } else {
            good = middle;
        }
    }
    return bad;
}

static void accuse(job *j, double good, double bad) {
    static const char *const rates[] = {"velocity", "acceleration", "jerk"};
    const double t = first_bad(j, good, bad);
    finding f = {NULL, 0, 0};
    const int axis = judge_all(j, t, &f);
    if (axis < 0 || f.rule == NULL) return;
    snw_why_set(&j->violation, SNW_ERR_LIMIT, j->joints.names[axis],
                "the path exceeds a limit of this joint");
    snw_why_rule(&j->violation, f.rule);
    snw_why_add(&j->violation, "t", t, "s");
    snw_why_add(&j->violation, "value", f.value, "");
    snw_why_add(&j->violation, "limit", f.limit, "");
    j->verdict = SNW_ERR_LIMIT;
    for (int i = 0; i < 3; i++) {
        if (strcmp(f.rule, rates[i]) != 0) continue;
        // rounded up to what can be typed
        char words[SNW_NAME];
        snw_text text = snw_text_over(words, sizeof words);
        char factor[SNW_NUMBER_SIZE];
        (void)snw_real_print(ceil(j->stretch * 1000) / 1000, factor);
        snw_text_format(&text, "play it more slowly: 'sinew path convert IN OUT --stretch %s'",
                        factor);
        snw_why_fix(&j->violation, words);
        return;
    }
    snw_why_fix(&j->violation, "move the path away from the limit, or widen the limit");
}

static void look(job *j) {
    const path_pieces *p = &j->pieces;
    bool found = false;
    double good = 0, bad = 0;
    for (int k = 0; k < p->count; k++) {
        const double from = 1e-9 * (double)(p->times[k] - p->times[0]);
        const double to = 1e-9 * (double)(p->times[k + 1] - p->times[0]);
        for (int i = 0; i <= LOOKS; i++) {
            // the last look of a piece is still in it
            const double t = i < LOOKS ? from + (to - from) * i / LOOKS : nextafter(to, from);
            finding f;
            note_stretch(j, t);
            if (found) continue;
            found = judge_all(j, t, &f) >= 0;
            bad = t;
            if (!found) good = t;
        }
    }
    if (found) accuse(j, fmin(good, bad), bad);
}

// --- who governs --------------------------------------------------------------------------------

static const char *limit_name(snw_profile_limit limit) {
    switch (limit) {
    case SNW_PROFILE_LIMIT_V_MAX:
    case SNW_PROFILE_LIMIT_V_MIN:
        return "velocity";
    case SNW_PROFILE_LIMIT_A_MAX:
    case SNW_PROFILE_LIMIT_A_MIN:
        return "acceleration";
    case SNW_PROFILE_LIMIT_JERK:
        return "jerk";
    case SNW_PROFILE_LIMIT_NONE:
    case SNW_PROFILE_LIMIT_OUTSIDE:
        break;
    }
    return "none";
}

// spans that differ only in the direction of what governs are one
static void join_spans(job *j) {
    int count = 0;
    for (int i = 0; i < j->span_count; i++) {
        const snw_motion_span *span = &j->spans[i];
        snw_motion_span *last = count > 0 ? &j->spans[count - 1] : NULL;
        const bool same = last != NULL && last->axis == span->axis &&
                          strcmp(limit_name(last->limit), limit_name(span->limit)) == 0;
        if (same) {
            last->to = span->to;
            last->share = fmax(last->share, span->share);
        } else {
            j->spans[count++] = *span;
        }
    }
    j->span_count = count;
}

static snw_status explain(job *j, snw_why *why) {
    snw_profile_limits limits[SNW_AXES];
    path_arm_limits(j->a.arm, limits);
    snw_motion_check motion = snw_motion_check_defaults();
    motion.motion = path_pieces_at;
    motion.context = &j->pieces;
    motion.axes = j->pieces.columns;
    motion.duration = j->duration;
    motion.limits = limits;
    const double wanted = 4.0 * j->pieces.count;
    motion.steps = wanted < 1000 ? 1000 : wanted > MOST_STEPS ? MOST_STEPS : (int)wanted;
    j->spans = calloc((size_t)motion.steps, sizeof *j->spans);
    if (j->spans == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, "path", NULL, NULL);
    }
    const snw_status status = snw_motion_govern(&motion, j->spans, motion.steps, &j->span_count);
    if (snw_failed(status)) snw_why_set(why, status, "path", NULL);
    join_spans(j);
    return status;
}

static const char *joint_of(const job *j, const snw_motion_span *span) {
    return span->axis >= 0 ? j->joints.names[span->axis] : "";
}

// --- output -------------------------------------------------------------------------------------

static void page(snw_text *text, const void *context) {
    const job *j = context;
    snw_text_format(text,
                    "| from [s] | to [s] | joint | limit | used |\n|---:|---:|---|---|---:|\n");
    for (int i = 0; i < j->span_count; i++) {
        const snw_motion_span *span = &j->spans[i];
        snw_text_format(text, "| ");
        model_cell_real(text, span->from);
        model_cell_real(text, span->to);
        model_cell(text, span->axis >= 0 ? joint_of(j, span) : "-");
        model_cell(text, limit_name(span->limit));
        model_cell_real(text, span->share);
        snw_text_format(text, "\n");
    }
}

static void render_json(snw_text *text, const void *context) {
    const job *j = context;
    const bool ok = j->verdict == SNW_OK;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_bool(&json, "ok", ok);
    snw_json_string(&json, "file", j->name);
    snw_json_string(&json, "kind", j->file.path.config.scalars > 0 ? "joints" : "poses");
    snw_json_int(&json, "records", j->file.path.count);
    snw_json_real(&json, "duration", j->duration);
    snw_json_real(&json, "stretch", j->stretch);
    snw_json_why(&json, "violation", ok ? NULL : &j->violation);
    snw_json_array(&json, "spans");
    for (int i = 0; i < j->span_count; i++) {
        const snw_motion_span *span = &j->spans[i];
        snw_json_object(&json, NULL);
        snw_json_real(&json, "from", span->from);
        snw_json_real(&json, "to", span->to);
        snw_json_string(&json, "joint", joint_of(j, span));
        snw_json_string(&json, "limit", limit_name(span->limit));
        snw_json_real(&json, "share", span->share);
        snw_json_end(&json);
    }
    snw_json_end(&json);
    cli_json_finish(&json);
}

// --- the command --------------------------------------------------------------------------------

// a verdict about the path is an answer; all else is a failure
static bool is_answer(snw_status status) {
    return status == SNW_ERR_LIMIT || status == SNW_ERR_UNREACHABLE || status == SNW_ERR_SINGULAR ||
           status == SNW_ERR_NOT_CONVERGED;
}

// bodies in the way
static snw_status look_around(job *j, const cli_values *values, cli_io *io, snw_why *why) {
    if (cli_flag(values, "no-collision")) return SNW_OK;
    snw_why found = {0};
    bool enforced = false;
    const snw_status status = path_sweep(&j->a, &j->pieces, &found, &enforced, why);
    if (status != SNW_DONE) return status;
    if (enforced) {
        j->violation = found;
        j->verdict = SNW_ERR_CHECK;
        return SNW_OK;
    }
    char t[SNW_NUMBER_SIZE];
    (void)snw_real_print(round(found.numbers[0].value * 1e4) / 1e4, t);
    cli_note(io,
             "warning: %s: the path brings these bodies into contact at t = %s s; nothing is "
             "enforced, because the cell has no rules about collisions",
             found.subject, t);
    return SNW_OK;
}

static snw_status examine(job *j, const cli_values *values, cli_io *io, snw_why *why) {
    const snw_path *path = &j->file.path;
    j->duration = 1e-9 * (double)(path->times[path->count - 1] - path->times[0]);
    snw_status status = path_arm_joints(&j->a, &j->file, values, &j->joints, &j->violation);
    if (is_answer(status)) {
        j->verdict = status;
        return SNW_OK;
    }
    if (snw_failed(status)) *why = j->violation;
    if (snw_failed(status) || path->count < 2) return status;
    status = path_pieces_make(&j->pieces, &j->joints, why);
    if (snw_failed(status)) return status;
    look(j);
    if (j->verdict == SNW_OK) status = look_around(j, values, io, why);
    return j->verdict == SNW_OK && !snw_failed(status) ? explain(j, why) : status;
}

static snw_status report(job *j, cli_io *io, snw_why *why) {
    snw_status status = SNW_OK;
    if (io->json) {
        status = cli_print(io, render_json, j);
        io->answered = j->verdict != SNW_OK;
    } else if (j->verdict == SNW_OK) {
        cli_note(io, "%s: good, %d records", j->name, j->file.path.count);
        status = model_print_page(io, page, j, why);
    }
    if (status == SNW_OK && j->verdict != SNW_OK) {
        *why = j->violation;
        status = j->verdict;
    }
    return status;
}

static snw_status check(const snw_registry *registry, const cli_values *values, cli_io *io,
                        snw_why *why) {
    const char *file = cli_text(values, "file");
    if (strcmp(cli_text(values, "interpolate"), "nearest") == 0) {
        return snw_refuse(why, SNW_ERR_USAGE, "nearest", "such a path jumps from record to record",
                          NULL);
    }
    job j = {.name = file, .verdict = SNW_OK};
    snw_status status = path_arm_open(&j.a, cli_text(values, "cell"), registry, values, io, why);
    if (snw_failed(status)) return status;
    const path_source from = {file, j.a.arm->name};
    status = path_open(&j.file, &from, values, io, why);
    // A recording has every period of the loop, so its differences are what the guard judges;
    // splines through it would swing where a jerk begins.
    if (!snw_failed(status) && path_is_recording(file) && !cli_given(values, "interpolate")) {
        j.file.interpolation = SNW_PATH_LINEAR;
    }
    if (!snw_failed(status)) status = examine(&j, values, io, why);
    if (!snw_failed(status)) status = report(&j, io, why);
    free(j.spans);
    path_pieces_free(&j.pieces);
    path_close(&j.joints);
    path_close(&j.file);
    path_arm_close(&j.a);
    return status;
}

static snw_status run_path_check(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(check, values, io, why);
}

const cli_command path_check_command = {
    .name = "path check",
    .group = "Motion",
    .summary = "Check a path against an arm's limits before running it.",
    .description = path_check_description,
    .arguments = path_check_arguments,
    .options = path_check_options,
    .examples = path_check_examples,
    .run = run_path_check};
