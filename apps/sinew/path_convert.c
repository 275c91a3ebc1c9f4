// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "model_input.h"
#include "path_command.h"
#include "path_input.h"
#include "record_command.h"

const char path_convert_description[] =
    "The names of the files say the formats. From a path file to another one every number stays "
    "bit for bit; tables have times to the nanosecond and numbers with the digits that read back "
    "as the same bits, poses as x y z and a quaternion. Of a recording the signals are taken that "
    "--signal names. With --period the path is read at that period by --interpolate, and at its "
    "end.\n\n"
    "--json writes {file, records, scalars, poses, duration}.";
const cli_parameter path_convert_arguments[] = {
    {.name = "in",
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "The path: .xml, .json, a table .csv or a recording .mcap."},
    {.name = "out",
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "The file to write: .xml, .json or .csv."},
    {0},
};
const cli_parameter path_convert_options[] = {
    {.name = "period",
     .letter = 'p',
     .kind = CLI_REAL,
     .low = 1e-9,
     .high = 1e6,
     .unit = "s",
     .sentence = "Between two records; as they are when it is left out."},
    {.name = "stretch",
     .kind = CLI_REAL,
     .standard = "1",
     .low = 1e-3,
     .high = 1e3,
     .sentence = "Plays the path so many times slower."},
    {.name = "force", .sentence = "Replace the file when it exists, never the input."},
    PATH_INPUT_OPTIONS,
    {0},
};
const cli_example path_convert_examples[] = {
    {"sinew path convert run.mcap run.xml --signal 'arm/command/q[*]'", "A recording as a path."},
    {"sinew path convert taught.csv fine.csv --period 0.001", "Splines at 1 kHz."},
    {"sinew path convert fast.xml slow.xml --stretch 1.2", "The same path, more slowly."},
    {0},
};

/// What is to be written.
typedef struct job {
    path_input in, out;
    const char *name;
    double stretch;
    int64_t period_ns; // 0: the records as they are
} job;

static int64_t stretched(const job *j, int64_t t_ns) {
    const int64_t first = j->in.path.times[0];
    if (j->stretch == 1) return t_ns;
    return first + llround(j->stretch * (double)(t_ns - first));
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
    if (j->period_ns > 0) {
        const int64_t length = stretched(j, path->times[path->count - 1]) - path->times[0];
        count = (length + j->period_ns - 1) / j->period_ns + 1;
    }
    if (count > SNW_PATH_RECORDS) {
        snw_why_set(why, SNW_ERR_TOO_LARGE, j->name, "too many records for a path");
        snw_why_add(why, "most", SNW_PATH_RECORDS, "");
        snw_why_fix(why, "ask for a longer --period");
        return SNW_ERR_TOO_LARGE;
    }
    snw_status status =
        path_like(&j->out, &j->in, path->config.scalars, path->config.poses, (int)count, why);
    if (snw_failed(status)) return status;
    j->out.path.config.spacing_ns = 0;
    status = j->period_ns > 0 ? read_records(j, (int)count) : copy_records(j);
    if (j->period_ns == 0) j->out.path.config.spacing_ns = path->config.spacing_ns;
    if (snw_failed(status)) snw_why_set(why, status, j->name, "times must rise");
    return status;
}

static void json(snw_text *text, const void *context) {
    const job *j = context;
    const snw_path *path = &j->out.path;
    snw_text_format(text, "{\"file\":");
    snw_text_json_string(text, j->name);
    snw_text_format(text, ",\"records\":%d,\"scalars\":%d,\"poses\":%d,\"duration\":", path->count,
                    path->config.scalars, path->config.poses);
    snw_text_json_real(text, 1e-9 * (double)(path->times[path->count - 1] - path->times[0]));
    snw_text_format(text, "}\n");
}

static snw_status check_names(const char *in, const char *out, bool force, snw_why *why) {
    static const char *const known[] = {".xml", ".json", ".csv"};
    bool fits = false;
    for (int i = 0; i < 3; i++) {
        fits = fits || strcmp(path_ending(out), known[i]) == 0;
    }
    if (!fits) {
        snw_why_set(why, SNW_ERR_UNSUPPORTED, out, "the name does not fit what is written");
        snw_why_rule(why, "format");
        snw_why_fix(why, "end the name in .xml, .json or .csv");
        return SNW_ERR_UNSUPPORTED;
    }
    if (strcmp(in, out) == 0) {
        snw_why_set(why, SNW_ERR_PERMISSION, out, "the input is never overwritten");
        return SNW_ERR_PERMISSION;
    }
    return record_check_output(out, force, why);
}

snw_status run_path_convert(const cli_values *values, cli_io *io, snw_why *why) {
    job j = {.name = cli_text(values, "out"), .stretch = cli_real(values, "stretch")};
    const char *in = cli_text(values, "in");
    snw_status status = check_names(in, j.name, cli_flag(values, "force"), why);
    if (snw_failed(status)) return status;
    if (cli_given(values, "period")) j.period_ns = llround(1e9 * cli_real(values, "period"));
    status = path_open(&j.in, in, values, io, why);
    if (snw_failed(status)) return status;
    status = convert(&j, why);
    if (!snw_failed(status)) status = path_write(j.name, &j.out, why);
    if (!snw_failed(status)) {
        cli_note(io, "%s: %d records", j.name, j.out.path.count);
        if (io->json) status = cli_print(io, json, &j);
    }
    path_close(&j.out);
    path_close(&j.in);
    return status;
}
