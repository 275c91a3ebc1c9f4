// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "run_command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model_input.h"
#include "progress.h"
#include "sinew/server.h"

static const char run_description[] =
    "Builds the loop that the cell describes, enables its arms and runs it until the time is over "
    "or Ctrl-C; then the arms come to rest. While it runs, 'sinew get', 'set', 'list', 'ask' and "
    "'top' reach it through a socket that only this user can open. With --virtual two runs of the "
    "same cell are equal in every bit.\n\nIn real time it also serves the operator station: open "
    "the address that it prints in a browser. The part behind # is an access token; whoever has it "
    "may move the arms. Other machines reach it only with --address, and then only with TLS and "
    "tokens.\n\nWithout real-time privileges it runs too, and says what is missing. At the end it "
    "reports how well each arm followed, what was limited or stopped, and the timing of the "
    "stages. --json writes {cell, clock, ticks, seconds, overruns, skipped, slips, slipped, arms: "
    "[{name, state, cause, reason, harder, harder_reason, rms, worst, stops, clamps, q, base}], "
    "threads, record}; reason says why the arm is stopped and harder_reason why that stop became "
    "more severe, and base is the position and the quaternion x y z w of a base that floats. A run "
    "that ends with an arm stopped by a fault, with a stop that a fault made more severe, or with "
    "a base that falls, ends with the exit code of that fault.";
const cli_parameter cell_arguments[] = {
    {.name = "cell",
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "Cell: a file, or the name of one that comes with sinew."},
    {0},
};
static const cli_parameter run_arguments[] = {
    {.name = "cell",
     .kind = CLI_FILE,
     .sentence = "Cell: a file, or the name of one that comes with sinew; or a robot (URDF, xacro, "
                 "...), which is simulated. If omitted, open one on the page."},
    {0},
};
static const char *const late_choices[] = {"slip", "stop", NULL};
static const cli_parameter run_options[] = {
    {.name = "virtual",
     .sentence = "Run as fast as possible and reproducibly; 10 s unless --for is given."},
    {.name = "real", .sentence = "Run in real time, which is the default."},
    {.name = "for",
     .kind = CLI_REAL,
     .low = 0,
     .high = 1e9,
     .unit = "s",
     .sentence = "Duration of the run; until Ctrl-C if omitted."},
    {.name = "pace",
     .kind = CLI_REAL,
     .low = 1e-3,
     .high = 1e6,
     .sentence = "Largest speed with --virtual, as a multiple of real time."},
    {.name = "late",
     .kind = CLI_CHOICE,
     .choices = late_choices,
     .sentence = "When the machine is too busy: slip (simulated time waits, nothing stops), or "
                 "stop (time follows the clock, too much lateness stops the arms). Default: slip "
                 "if all drives are simulated, otherwise stop."},
    {.name = "record",
     .letter = 'r',
     .kind = CLI_FILE,
     .sentence = "Record to this file, .mcap; a number is added if it exists."},
    {.name = "set",
     .kind = CLI_TEXT,
     .need = CLI_REPEATED,
     .sentence = "PATH=VALUE: set a parameter before the run; may be repeated."},
    {.name = "sim", .sentence = "Use no hardware, whatever the cell says."},
    {.name = "kinematic", .sentence = "Kinematic simulation: joints follow commands exactly."},
    {.name = "fixed-base",
     .sentence = "Hold the base of a robot, which is the default unless it has wheels or legs."},
    {.name = "floating",
     .sentence = "Let the base of a robot float, carried by a simulated stand: contact with the "
                 "ground is not simulated. Default for robots with wheels or legs."},
    {.name = "no-support",
     .sentence = "Leave out the stand under a floating base: the robot falls freely."},
    {.name = "idle", .sentence = "Do not enable the arms; use 'sinew ask cell enable'."},
    {.name = "headless", .sentence = "Serve the local socket only, no page."},
    {.name = "no-page", .sentence = "Same as --headless."},
    {.name = "port",
     .kind = CLI_INT,
     .low = 0,
     .high = 65535,
     .sentence = "Port of the page: 8190 or the next free one if omitted; 0 means any. With "
                 "--virtual the page is served only if this is given."},
    {.name = "address",
     .kind = CLI_TEXT,
     .need = CLI_REPEATED,
     .sentence = "Address at which the page is served, such as 192.168.1.5; this machine only if "
                 "omitted. May be repeated."},
    {.name = "host-name",
     .kind = CLI_TEXT,
     .need = CLI_REPEATED,
     .sentence = "Host name by which browsers may reach this machine; may be repeated."},
    {.name = "allow-origin",
     .kind = CLI_TEXT,
     .need = CLI_REPEATED,
     .sentence = "Other site whose pages may connect to this cell, such as "
                 "https://app.example.org; may be repeated."},
    {.name = "tls-cert", .kind = CLI_FILE, .sentence = "TLS certificate of the page, PEM."},
    {.name = "tls-key", .kind = CLI_FILE, .sentence = "TLS key of the page, PEM."},
    {.name = "tokens",
     .kind = CLI_FILE,
     .sentence = "File of access tokens, made by 'sinew token add'."},
    {.name = "page",
     .kind = CLI_FILE,
     .sentence = "Folder of the page; the one that comes with sinew if omitted."},
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_example run_examples[] = {
    {"sinew run puma560 --virtual --for 10", "Simulate ten seconds as fast as possible."},
    {"sinew run puma560 --record run.mcap",
     "Run in real time until Ctrl-C and record all signals."},
    {"sinew run arm.urdf", "Simulate a robot model, with the page."},
    {"sinew run my.cell.xml --set 'law/kp[2]=200' --json", "Print a summary as JSON."},
    {0},
};

// --- what is wanted -----------------------------------------------------------------------------

static snw_status read_page(const cli_values *values, snw_server_config *config, snw_why *why) {
    *config = snw_server_defaults();
    config->addresses = cli_texts(values, "address", &config->address_count);
    config->names = cli_texts(values, "host-name", &config->name_count);
    config->origins = cli_texts(values, "allow-origin", &config->origin_count);
    if (cli_given(values, "port")) {
        config->port = (int)cli_int(values, "port");
        config->port_tries = 1;
    }
    config->certificate = cli_text(values, "tls-cert");
    config->key = cli_text(values, "tls-key");
    config->tokens = cli_text(values, "tokens");
    config->page = cli_text(values, "page");
    if ((config->certificate == NULL) == (config->key == NULL)) return SNW_OK;
    return snw_refuse(why, SNW_ERR_USAGE, NULL, "--tls-cert and --tls-key belong together",
                      "give both, or neither");
}

// what goes on beside the run, for the person at the terminal
typedef struct watcher {
    cli_io *io;
    progress bar;
    int64_t duration_ns;
    bool is_open; // the cell that was named has been opened
} watcher;

static void write_note(void *context, snw_severity severity, const char *sentence) {
    const watcher *w = context;
    if (severity == SNW_INFO && w->io->verbose == 0) return;
    cli_note(w->io, "%s", sentence);
}

// findings of one kind are folded, as 'model check' does
static void write_findings(void *context, const snw_diags *diags) {
    const watcher *w = context;
    snw_why first; // the error that ends the command, unless a client has asked for another cell
    model_tell(diags, w->io, w->is_open ? NULL : &first);
}

static void show_progress(void *context, snw_station *station) {
    watcher *w = context;
    if (!progress_wanted(&w->bar)) return;
    const int64_t t = snw_station_time_ns(station);
    const double part = w->duration_ns > 0 ? (double)t / (double)w->duration_ns : -1;
    progress_tell(&w->bar, t / 1000000000, part);
}

static snw_station_options options_of(const snw_registry *registry, const cli_values *values,
                                      watcher *w) {
    const bool virtual = cli_flag(values, "virtual");
    const double seconds = cli_given(values, "for") ? cli_real(values, "for") : virtual ? 10 : -1;
    const bool headless = cli_flag(values, "headless") || cli_flag(values, "no-page");
    snw_station_options o = snw_station_defaults();
    o.cell = cli_text(values, "cell");
    o.registry = registry;
    o.real = !virtual;
    o.simulate_all = cli_flag(values, "sim");
    o.kinematic = cli_flag(values, "kinematic");
    o.idle = cli_flag(values, "idle");
    o.signals = true;
    o.duration_ns = w->duration_ns = (int64_t)llround(seconds * 1e9);
    if (cli_given(values, "pace")) o.pace = cli_real(values, "pace");
    const char *late = cli_text(values, "late");
    if (late != NULL) o.late = strcmp(late, "slip") == 0 ? SNW_LATE_SLIP : SNW_LATE_STOP;
    o.page = !headless && (o.real || cli_given(values, "port"));
    o.socket = "";
    o.record = cli_text(values, "record");
    o.boxes = o.page;
    o.checker = "/proc/self/exe"; // `sinew cell check` and `sinew model check`
    o.note = write_note;
    o.findings = write_findings;
    o.beat = show_progress;
    o.note_context = o.findings_context = o.beat_context = w;
    return o;
}

// --set PATH=VALUE, before the first tick
static snw_status set_all(snw_station *station, const cli_values *values, snw_why *why) {
    int count;
    const char *const *words = cli_texts(values, "set", &count);
    for (int i = 0; i < count; i++) {
        const char *equal = strchr(words[i], '=');
        char path[SNW_FIELD_PATH];
        if (equal == NULL || (size_t)(equal - words[i]) >= sizeof path) {
            return snw_refuse(why, SNW_ERR_USAGE, words[i], "this is not PATH=VALUE",
                              "write --set 'law/kp[2]=200'");
        }
        memcpy(path, words[i], (size_t)(equal - words[i]));
        path[equal - words[i]] = '\0';
        const snw_status status = snw_station_set(station, path, equal + 1, why);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

// --- the run ------------------------------------------------------------------------------------

static void tell_address(const snw_station *station, cli_io *io) {
    char address[256];
    // of one that is read by a program, nothing but the answer stands on standard output
    FILE *out = io->json ? io->err : io->out;
    if (snw_station_address(station, address, sizeof address) == 0 || io->quiet) return;
    (void)fprintf(out, "%s\n", address);
    (void)fflush(out);
}

static void note_why(cli_io *io, const snw_why *why) {
    char sentence[1024];
    if (why->code == SNW_OK) return;
    (void)snw_why_sentence(why, sentence, sizeof sentence);
    cli_note(io, "%s", sentence);
}

static snw_status run_station(snw_station *station, const cli_values *values, watcher *w,
                              snw_why *why) {
    snw_station_report report = {0};
    snw_status status = set_all(station, values, why);
    if (snw_failed(status)) return status;
    tell_address(station, w->io);
    w->bar = progress_begin(w->io, "s", false);
    status = snw_station_run(station, &report, why);
    progress_end(&w->bar);
    note_why(w->io, &report.run.missing);
    if (!report.complete) return status;
    const run_summary summary = {.cell = snw_station_cell(station)->name,
                                 .exec = snw_station_exec(station),
                                 .real = !cli_flag(values, "virtual"),
                                 .report = &report,
                                 .fault = snw_failed(status) ? why : NULL};
    const snw_status told = run_tell(&summary, w->io, snw_failed(status) ? NULL : why);
    // the table has told of the arms; the reason of a fault still ends the command
    w->io->answered = w->io->json && snw_failed(status);
    return snw_failed(status) ? status : told;
}

// what excludes each other
static snw_status check_flags(const cli_values *values, snw_why *why) {
    if (cli_flag(values, "virtual") && cli_flag(values, "real")) {
        return snw_refuse(why, SNW_ERR_USAGE, NULL, "--virtual and --real exclude each other",
                          "choose one");
    }
    if (cli_flag(values, "virtual") && cli_given(values, "late")) {
        return snw_refuse(why, SNW_ERR_USAGE, "--late", "a virtual run is never late",
                          "omit --virtual or --late");
    }
    const bool unsupported = cli_flag(values, "no-support");
    if (cli_flag(values, "fixed-base") && (cli_flag(values, "floating") || unsupported)) {
        return snw_refuse(why, SNW_ERR_USAGE, "--fixed-base", "a base that is held cannot float",
                          "omit it, or --floating and --no-support");
    }
    if (unsupported && cli_flag(values, "kinematic")) {
        return snw_refuse(why, SNW_ERR_USAGE, "--no-support",
                          "nothing has weight in a kinematic run", "omit it or --kinematic");
    }
    return SNW_OK;
}

static snw_base_kind base_of(const cli_values *values) {
    if (cli_flag(values, "fixed-base")) return SNW_BASE_FIXED;
    const bool floats = cli_flag(values, "floating") || cli_flag(values, "no-support");
    return floats ? SNW_BASE_FLOATING : SNW_BASE_AS_DESCRIBED;
}

static snw_status run_with_types(const snw_registry *registry, const cli_values *values, cli_io *io,
                                 snw_why *why) {
    snw_status status = check_flags(values, why);
    if (snw_failed(status)) return status;
    watcher w = {.io = io};
    snw_server_config page;
    snw_diags diags;
    void *memory = NULL;
    snw_load_options load = {.registry = registry};
    snw_station *station = NULL;
    snw_setup *texts = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_station_options options = options_of(registry, values, &w);
    options.load = &load;
    options.server = &page;
    status = model_diags(&diags, &memory, why);
    if (!snw_failed(status)) status = model_load_options(values, texts, &load, why);
    // for the cell that is named here, not for those of clients
    load.places.anywhere = load.environment = true;
    load.base = base_of(values);
    load.unsupported = cli_flag(values, "no-support");
    if (!snw_failed(status)) status = read_page(values, &page, why);
    if (!snw_failed(status)) {
        status = snw_station_open(&station, &options, &diags);
        w.is_open = !snw_failed(status);
        model_tell(&diags, io, why);
        // what the file is, not whether it can be read; read strictly, its doubts are errors too
        const bool content = strcmp(why->rule, "format") == 0 || strcmp(why->rule, "axis") == 0 ||
                             (load.strictness == SNW_STRICT && why->file[0] != '\0' &&
                              strcmp(why->rule, "file") != 0);
        if (snw_failed(status) && content) status = model_status(status);
    }
    if (!snw_failed(status)) {
        snw_why left = {0};
        status = run_station(station, values, &w, why);
        if (snw_failed(snw_station_close(station, &left))) note_why(io, &left);
    }
    snw_setup_destroy(texts);
    free(memory);
    return status;
}

static snw_status run_run(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(run_with_types, values, io, why);
}

const cli_command run_command = {
    .name = "run",
    .group = "Cells",
    .summary = "Run a cell and move its arms, in real time or as fast as possible.",
    .description = run_description,
    .arguments = run_arguments,
    .options = run_options,
    .examples = run_examples,
    .run = run_run};
