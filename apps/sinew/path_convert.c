// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "cli.h"
#include "model_input.h"
#include "path_input.h"
#include "record_command.h"

static const char path_convert_description[] =
    "The file names decide the formats. From a path file to another one every number stays bit for "
    "bit; tables have times to the nanosecond and numbers with the digits that read back as the "
    "same bits, poses as x y z and a quaternion. From a recording the signals named by --signal "
    "are used. With --period the path is resampled at that period by --interpolate, and at its "
    "end.\n\n--json writes {file, records, scalars, poses, duration}.";
static const cli_parameter path_convert_arguments[] = {
    {.name = "in",
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "Path to convert: .xml, .json, a table .csv or a recording .mcap."},
    {.name = "out", .kind = CLI_FILE, .need = CLI_REQUIRED, .sentence = "The same as --out."},
    {0},
};
static const cli_parameter path_convert_options[] = {
    {.name = "out",
     .letter = 'o',
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "The file to write: .xml, .json or .csv."},
    {.name = "period",
     .letter = 'p',
     .kind = CLI_REAL,
     .low = 1e-9,
     .high = 1e6,
     .unit = "s",
     .sentence = "Time between two records; unchanged if omitted."},
    {.name = "stretch",
     .kind = CLI_REAL,
     .standard = "1",
     .low = 1e-3,
     .high = 1e3,
     .sentence = "Factor by which the path is slowed down."},
    {.name = "force", .sentence = "Replace the output file if it exists, but never the input."},
    PATH_INPUT_OPTIONS,
    {0},
};
static const cli_example path_convert_examples[] = {
    {"sinew path convert run.mcap run.xml --signal 'arm/command/q[*]'",
     "Convert a recording to a path."},
    {"sinew path convert taught.csv fine.csv --period 0.001", "Resample splines at 1 kHz."},
    {"sinew path convert fast.xml slow.xml --stretch 1.2", "Slow down a path."},
    {0},
};

/// What is to be written.
typedef struct job {
    path_input in, out;
    const char *name;
    double stretch;
    int64_t period_ns; // 0: the records as they are
} job;

// the time of the new path; beyond SNW_PATH_TIME for one that a path cannot have
static int64_t stretched(const job *j, int64_t t_ns) {
    const int64_t first = j->in.path.times[0];
    if (j->stretch == 1) return t_ns;
    const double later = j->stretch * (double)(t_ns - first), most = (double)SNW_PATH_TIME;
    if (!(later <= most) || (double)first + later > most) return SNW_PATH_TIME + 1;
    return first + llround(later);
}

static snw_status copy_records(job *j) {
    const snw_path *path = &j->in.path;
    const int n = path->config.scalars, m = path->config.poses;
    snw_status status = SNW_OK;
    for (int k = 0; k < path->count && !snw_failed(status); k++) {
        const double *scalars = n > 0 ? path->scalars + (ptrdiff_t)k * n : NULL;
        const snw_pose *poses = m > 0 ? path->poses + (ptrdiff_t)k * m : NULL;
        status = snw_path_add(&j->out.path, stretched(j, path->times[k]), scalars, poses);
    }
    return status;
}

// at whole periods since the first record, and at the last
static snw_status read_records(job *j, int count) {
    const snw_path *path = &j->in.path;
    const int64_t first = path->times[0], last = path->times[path->count - 1];
    const int64_t end = stretched(j, last);
    double scalars[SNW_PATH_COLUMNS];
    snw_pose poses[SNW_PATH_COLUMNS];
    snw_status status = SNW_OK;
    for (int k = 0; k < count && !snw_failed(status); k++) {
        const int64_t t = k + 1 < count ? first + k * j->period_ns : end;
        const int64_t at = first + llround((double)(t - first) / j->stretch);
        const snw_path_query query = {.t_ns = k + 1 < count ? at : last,
                                      .interpolation = j->in.interpolation};
        status = snw_path_at(path, &query, scalars, poses);
        if (!snw_failed(status)) status = snw_path_add(&j->out.path, t, scalars, poses);
    }
    return status;
}

static snw_status convert(job *j, snw_why *why) {
    const snw_path *path = &j->in.path;
    int64_t count = path->count;
    if (stretched(j, path->times[path->count - 1]) > SNW_PATH_TIME) {
        snw_why_set(why, SNW_ERR_RANGE, j->name, "the stretched path would last too long");
        snw_why_add(why, "most", 1e-9 * (double)SNW_PATH_TIME, "s");
        snw_why_fix(why, "give a smaller --stretch");
        return SNW_ERR_RANGE;
    }
    if (j->period_ns > 0) {
        const int64_t length = stretched(j, path->times[path->count - 1]) - path->times[0];
        count = (length + j->period_ns - 1) / j->period_ns + 1;
    }
    if (count > SNW_PATH_RECORDS) {
        snw_why_set(why, SNW_ERR_TOO_LARGE, j->name, "too many records for a path");
        snw_why_add(why, "most", SNW_PATH_RECORDS, "");
        snw_why_fix(why, "use a longer --period");
        return SNW_ERR_TOO_LARGE;
    }
    snw_status status =
        path_like(&j->out, &j->in, path->config.scalars, path->config.poses, (int)count, why);
    if (snw_failed(status)) return status;
    j->out.path.config.spacing_ns = 0;
    status = j->period_ns > 0 ? read_records(j, (int)count) : copy_records(j);
    if (j->period_ns == 0) j->out.path.config.spacing_ns = path->config.spacing_ns;
    if (snw_failed(status)) snw_why_set(why, status, j->name, "times must increase");
    return status;
}

static void render_json(snw_text *text, const void *context) {
    const job *j = context;
    const snw_path *path = &j->out.path;
    const int64_t duration_ns = path->times[path->count - 1] - path->times[0];
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "file", j->name);
    snw_json_int(&json, "records", path->count);
    snw_json_int(&json, "scalars", path->config.scalars);
    snw_json_int(&json, "poses", path->config.poses);
    snw_json_real(&json, "duration", 1e-9 * (double)duration_ns);
    cli_json_finish(&json);
}

static snw_status check_names(const char *in, const char *out, bool force, snw_why *why) {
    static const char *const known[] = {".xml", ".json", ".csv"};
    bool fits = false;
    for (int i = 0; i < 3; i++) {
        fits = fits || strcmp(path_ending(out), known[i]) == 0;
    }
    if (!fits) {
        return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "format", out,
                               "the extension does not fit what is written",
                               "end the name in .xml, .json or .csv");
    }
    if (strcmp(in, out) == 0) {
        return snw_refuse(why, SNW_ERR_PERMISSION, out, "the input is never overwritten", NULL);
    }
    return record_check_output(out, force, why);
}

static snw_status run_path_convert(const cli_values *values, cli_io *io, snw_why *why) {
    job j = {.name = cli_text(values, "out"), .stretch = cli_real(values, "stretch")};
    const char *in = cli_text(values, "in");
    snw_status status = check_names(in, j.name, cli_flag(values, "force"), why);
    if (snw_failed(status)) return status;
    if (cli_given(values, "period")) j.period_ns = llround(1e9 * cli_real(values, "period"));
    status = path_open(&j.in, &(path_source){.file = in}, values, io, why);
    if (snw_failed(status)) return status;
    status = convert(&j, why);
    if (!snw_failed(status)) status = path_write(j.name, &j.out, why);
    if (!snw_failed(status)) {
        cli_note(io, "%s: %d records", j.name, j.out.path.count);
        if (io->json) status = cli_print(io, render_json, &j);
    }
    path_close(&j.out);
    path_close(&j.in);
    return status;
}

const cli_command path_convert_command = {.name = "path convert",
                                          .group = "Motion",
                                          .summary =
                                              "Convert a path to another format, period or speed.",
                                          .description = path_convert_description,
                                          .arguments = path_convert_arguments,
                                          .options = path_convert_options,
                                          .examples = path_convert_examples,
                                          .run = run_path_convert};
