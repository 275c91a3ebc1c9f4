// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Objects of a loop and the threads under it: what every object offers, who runs with which
// priority, what is left when a run ends, and that a service which stands still stops nobody.

#define _GNU_SOURCE // NOLINT: directories, signals to threads
#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "platform.h"

static char text[8192];

// --- a drive that keeps what it was told --------------------------------------------------------

typedef struct spy_log {
    int acts, closed;
    bool was_enabled, enabled, closed_enabled;
    double effort; // the largest of the last command
    bool pushed;   // some command had an effort
} spy_log;

static spy_log spied;

typedef struct spy_work {
    double q[SNW_AXES];
    bool enabled;
    uint32_t samples;
} spy_work;

static snw_status spy_init(snw_drive *drive, const double *q, snw_arena *arena, snw_why *why) {
    (void)why;
    spy_work *work = SNW_ARENA_ARRAY(arena, spy_work, 1);
    drive->work = work;
    if (work != NULL) memcpy(work->q, q, (size_t)drive->arm->count * sizeof *q);
    return snw_arena_status(arena);
}

static snw_status spy_sense(snw_drive *drive, int64_t t_ns, snw_arm_sensed *sensed) {
    spy_work *work = drive->work;
    work->samples++;
    for (int i = 0; i < drive->arm->count; i++) {
        sensed->q[i] = work->q[i];
        sensed->v[i] = 0;
        sensed->samples[i] = work->samples;
        sensed->status[i] = SNW_AXIS_FRESH | SNW_AXIS_POWERED | SNW_AXIS_HOMED;
        if (work->enabled) sensed->status[i] |= SNW_AXIS_ENABLED;
    }
    sensed->has_velocity = true;
    sensed->t_ns = t_ns;
    return SNW_OK;
}

static snw_status spy_act(snw_drive *drive, int64_t t_ns, int64_t dt_ns,
                          const snw_arm_command *command) {
    (void)t_ns;
    (void)dt_ns;
    (void)__atomic_add_fetch(&spied.acts, 1, __ATOMIC_RELAXED);
    spied.enabled = ((spy_work *)drive->work)->enabled = command->enable;
    spied.was_enabled |= command->enable;
    spied.effort = 0;
    for (int i = 0; i < drive->arm->count; i++) {
        spied.effort = fmax(spied.effort, fabs(command->effort[i]));
    }
    spied.pushed |= spied.effort > 0;
    return SNW_OK;
}

static void spy_close(snw_drive *drive) {
    (void)drive;
    spied.closed++;
    spied.closed_enabled = spied.enabled;
}

static const snw_drive_functions spy_functions = {
    .head = {sizeof(snw_drive_functions), SNW_DRIVE_VERSION},
    .init = spy_init,
    .sense = spy_sense,
    .act = spy_act,
    .close = spy_close};
static const snw_type spy_type = {BARE_TYPE("spy", bare, "drive", spy_functions)};

// --- an object that does nothing, and one that fails on demand ----------------------------------

static snw_status null_update(snw_component *self, const snw_tick *tick) {
    (void)self;
    (void)tick;
    return SNW_OK;
}

static const snw_component_functions null_functions = {
    .head = SNW_COMPONENT_HEAD, .stage = SNW_STAGE_USER, .update = null_update};

typedef struct null_object {
    double weight;
} null_object;

static const snw_field null_fields[] = {
    {SNW_AT(null_object, weight), .kind = SNW_KIND_REAL, .unit = "kg", .range = {0, 10},
     .initial = "1", .when = SNW_LIVE, .help = "Of nothing."},
};
static const snw_type null_type = {SNW_TYPE_AS("null", null_object, null_fields),
                                   .base = "component", .functions = &null_functions.head,
                                   .help = "An object without a behaviour of its own."};

static bool fails;

static snw_status sick_update(snw_component *self, const snw_tick *tick) {
    (void)self;
    (void)tick;
    return fails ? SNW_ERR_CHECK : SNW_OK;
}

static const snw_component_functions sick_functions = {
    .head = SNW_COMPONENT_HEAD, .stage = SNW_STAGE_USER, .update = sick_update};
static const snw_type sick_type = {BARE_TYPE("sick", bare, "component", sick_functions)};

static const snw_type *const own_types[] = {&spy_type, &null_type, &sick_type, NULL};

// the IMI arm on the spy, pushed by a law; `loop` and `more` add to it
static void open_spied(harness *h, const char *loop, const char *more) {
    (void)snprintf(
        text, sizeof text,
        "<cell name=\"spied\"><mechanisms><mechanism name=\"imi\" "
        "file=\"package://models/imi-2link/imi-2link.xml\"/></mechanisms><members><member "
        "name=\"arm\" mechanism=\"imi\"/></members><control><loop period=\"1 ms\" "
        "simulate=\"false\" %s><arms><arm member=\"arm\"><drive><spy/></drive>"
        "<guard following_rest=\"10\" following_full=\"10\"/></arm></arms><components>"
        "<component name=\"source\" member=\"arm\"><type><wave><amplitude>0.1</amplitude></wave>"
        "</type></component><component name=\"law\" member=\"arm\"><type><pd><kp>10</kp></pd>"
        "</type></component>%s</components></loop></control></cell>",
        loop, more);
    fails = false;
    spied = (spy_log){0};
    must_open(h, text, own_types);
}

// --- threads of this process, as the kernel has them --------------------------------------------

typedef struct kernel_thread {
    char name[32];
    int policy, priority;
} kernel_thread;

static int list_threads(kernel_thread *list, int most) {
    DIR *folder = opendir("/proc/self/task");
    CHECK(folder != NULL);
    if (folder == NULL) return 0;
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL && count < most;) {
        if (entry->d_name[0] == '.') continue;
        char path[300];
        (void)snprintf(path, sizeof path, "/proc/self/task/%s/comm", entry->d_name);
        FILE *file = fopen(path, "r");
        if (file == NULL) continue;
        kernel_thread *one = &list[count++];
        *one = (kernel_thread){.policy = -1};
        if (fgets(one->name, sizeof one->name, file) != NULL) {
            one->name[strcspn(one->name, "\n")] = '\0';
        }
        (void)fclose(file);
        struct sched_param parameter = {0};
        const pid_t thread = (pid_t)strtol(entry->d_name, NULL, 10);
        one->policy = sched_getscheduler(thread);
        if (sched_getparam(thread, &parameter) == 0) one->priority = parameter.sched_priority;
    }
    (void)closedir(folder);
    return count;
}

static int count_named(const kernel_thread *list, int count, const char *name) {
    int found = 0;
    for (int i = 0; i < count; i++)
        found += strcmp(list[i].name, name) == 0;
    return found;
}

enum { THREADS = 64 };
static kernel_thread seen[THREADS];
static int seen_count;

// looks once, when the loop runs, then ends the run
static bool look_at_threads(snw_exec *exec, void *context) {
    (void)context;
    if (snw_exec_look(exec) == NULL) return true;
    seen_count = list_threads(seen, THREADS);
    return false;
}

static snw_run_report run_really(harness *h) {
    snw_run_options options = snw_run_defaults();
    options.real = true;
    options.duration_ns = -1;
    snw_run_report report = {0};
    snw_why why = {0};
    CHECK(snw_exec_run(h->exec, &options, look_at_threads, NULL, &report, &why) == SNW_OK);
    return report;
}

// spec: loffler:L-130
static void a_robot_has_one_control_thread_while_it_runs_and_none_after(void) {
    static harness h;
    kernel_thread list[THREADS];
    const int before = list_threads(list, THREADS);
    CHECK(count_named(list, before, "control") == 0);
    open_spied(&h, "", "");
    const snw_run_report report = run_really(&h);
    CHECK(count_named(seen, seen_count, "control") == 1);
    CHECK(count_named(seen, seen_count, "timer") == 1);
    CHECK(seen_count == before + report.thread_count);
    close_cell(&h);
    const int after = list_threads(list, THREADS);
    CHECK(after == before);
    CHECK(count_named(list, after, "control") == 0);
}

static int find_thread(const char *name) {
    for (int i = 0; i < seen_count; i++) {
        if (strcmp(seen[i].name, name) == 0) return i;
    }
    return -1;
}

// what the report says of a thread is what the kernel does with it; without the right it says so
// spec: loffler:L-010
static void the_report_of_a_run_tells_the_priority_that_each_thread_has(void) {
    static harness h;
    open_spied(&h, "", "");
    const snw_loop *loop = h.cell->control.block;
    CHECK(loop->timer_priority == 29 && loop->io_priority == 28 && loop->control_priority == 27);
    CHECK(loop->service_priority <= 10);
    const snw_run_report report = run_really(&h);
    CHECK(report.thread_count >= 2);
    bool all = true;
    for (int i = 0; i < report.thread_count; i++) {
        const snw_run_thread *thread = &report.threads[i];
        const int k = find_thread(thread->name);
        CHECK(k >= 0);
        CHECK(seen[k].priority == thread->granted);
        CHECK(seen[k].policy == (thread->granted > 0 ? SCHED_FIFO : SCHED_OTHER));
        CHECK(thread->granted == thread->asked || thread->granted == 0);
        all &= thread->granted == thread->asked;
    }
    const int timer = find_thread("timer"), control = find_thread("control");
    for (int i = 0; i < seen_count; i++) {
        if (i == timer || i == control || !all) continue;
        CHECK(seen[i].priority < seen[control].priority);
    }
    if (all) {
        CHECK(seen[timer].priority == 29 && seen[control].priority == 27);
    } else {
        CHECK(report.missing.code == SNW_ERR_REALTIME && report.missing.fix[0] != '\0');
    }
    close_cell(&h);

    // other orders of the ladder are no cell
    static const char *const wrong[] = {"timer_priority=\"27\"", "io_priority=\"27\"",
                                        "io_priority=\"30\"", "control_priority=\"28\"",
                                        "service_priority=\"27\""};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        (void)snprintf(text, sizeof text,
                       "<cell name=\"c\"><mechanisms><mechanism name=\"imi\" "
                       "file=\"package://models/imi-2link/imi-2link.xml\"/></mechanisms><members>"
                       "<member name=\"arm\" mechanism=\"imi\"/></members><control><loop %s/>"
                       "</control></cell>",
                       wrong[i]);
        CHECK(snw_failed(open_text(&h, text, NULL)));
        CHECK(told(&h, "not in order"));
        close_cell(&h);
    }
}

// --- the end ------------------------------------------------------------------------------------

typedef enum ending { BY_ITSELF, ASKED, FATAL } ending;

static snw_stop asked;

static bool enable_then_ask(snw_exec *exec, void *context) {
    const ending *how = context;
    SNW_IGNORE(snw_exec_request(exec, 0, SNW_REQUEST_ACKNOWLEDGE));
    SNW_IGNORE(snw_exec_request(exec, 0, SNW_REQUEST_ENABLE));
    if (*how == ASKED && spied.pushed) (void)snw_stop_ask(&asked, SIGINT);
    return true;
}

static void end_a_run(ending how) {
    static harness h;
    kernel_thread list[THREADS];
    const int before = list_threads(list, THREADS);
    open_spied(&h, how == FATAL ? "overrun=\"strict\"" : "", "");
    asked = (snw_stop){0};
    snw_run_options options = snw_run_defaults();
    options.duration_ns = how == BY_ITSELF ? INT64_C(1000000000) : INT64_C(100000000000);
    options.stop = &asked;
    snw_why why = {0};
    snw_status status = SNW_OK;
    if (how != FATAL) {
        status = snw_exec_run(h.exec, &options, enable_then_ask, &how, NULL, &why);
        CHECK(status == SNW_OK);
    } else {
        enable(&h);
        run_ticks(&h, 500);
        CHECK(spied.enabled);
        snw_exec_tick_late(h.exec, 5000000); // the loop ends itself
        CHECK(snw_exec_ended(h.exec, &why));
    }
    CHECK(spied.was_enabled && spied.pushed && (spied.enabled || how == FATAL));
    CHECK(spied.closed == 0);
    CHECK(!snw_failed(snw_exec_close(h.exec, 5000000000, &why)));
    h.exec = NULL;

    // power was off before the drive was closed, and the last command had no torque
    CHECK(!spied.enabled && spied.effort == 0);
    CHECK(spied.closed == 1 && !spied.closed_enabled);
    CHECK(list_threads(list, THREADS) == before);
    close_cell(&h);
}

// spec: loffler:L-131
static void however_a_run_ends_power_goes_off_and_no_thread_is_left(void) {
    end_a_run(BY_ITSELF);
    end_a_run(ASKED);
    end_a_run(FATAL);
}

// --- the contract of an object ------------------------------------------------------------------

static bool count_paths(const char *path, const snw_place *place, const char *value,
                        void *context) {
    CHECK(place->field->help != NULL && value[0] != '\0');
    (void)path;
    ++*(int *)context;
    return true;
}

static void an_object_shows_the_error_of_its_own(harness *h) {
    snw_object_error error = {0};
    CHECK(snw_exec_error(h->exec, "null", &error, NULL) == SNW_OK && !error.present);
    CHECK(snw_exec_error(h->exec, "sick", &error, NULL) == SNW_OK && !error.present);
    fails = true;
    const int64_t t_ns = snw_exec_time_ns(h->exec);
    run_ticks(h, 2);
    CHECK(snw_exec_error(h->exec, "sick", &error, NULL) == SNW_OK && error.present);
    CHECK(error.why.code == SNW_ERR_CHECK && error.t_ns == t_ns && error.why.text[0] != '\0');
    CHECK(snw_exec_error(h->exec, "null", &error, NULL) == SNW_OK && !error.present);
    CHECK(snw_exec_clear(h->exec, "sick", NULL) == SNW_OK);
    run_ticks(h, 2);
    CHECK(snw_exec_error(h->exec, "sick", &error, NULL) == SNW_OK && !error.present);
}

static snw_status say(harness *h, const char *object, const char *words, snw_why *why) {
    char answer[SNW_MESSAGE];
    snw_status status = SNW_NOTHING_NEW;
    for (int t = 0; t < 10 && status == SNW_NOTHING_NEW; t++) {
        status = snw_exec_message(h->exec, object, words, 0, answer, why);
        snw_exec_tick(h->exec);
    }
    return status;
}

// error status, commands, configuration, shutdown, panel, messages, threads
// spec: loffler:L-110
static void an_object_without_behaviour_keeps_the_contract_of_all_objects(void) {
    static harness h;
    kernel_thread list[THREADS];
    const int before = list_threads(list, THREADS);
    open_spied(&h, "",
               "<component name=\"null\"><type><null weight=\"2.5\"/></type></component>"
               "<component name=\"sick\" essential=\"false\"><type><sick/></type></component>");
    const snw_component *null = snw_exec_find(h.exec, "null");
    CHECK(null != NULL && null->state == SNW_COMPONENT_RUNNING);
    if (null == NULL) return;
    run_ticks(&h, 3);
    an_object_shows_the_error_of_its_own(&h);

    // commands: a list, empty here; one that has words tells them
    CHECK(null->functions->command_count == 0);
    const snw_component_functions *move = snw_component_of(&snw_joint_move_type);
    CHECK(move->command_count == 2);
    CHECK_TEXT(move->commands[1].word, "stop");

    // configuration from the file, and the panel: each field with value, unit, range and a sentence
    CHECK(((const null_object *)null->config)->weight == 2.5);
    int shown = 0;
    CHECK(snw_exec_list(h.exec, "null/**", count_paths, &shown) == 1 && shown == 1);
    char page[2048];
    snw_text out = snw_text_over(page, sizeof page);
    snw_manual_json(null->type, &out);
    CHECK(strstr(page, "weight") != NULL && strstr(page, "kg") != NULL);
    CHECK(snw_exec_set(h.exec, "null/weight", "3", NULL) == SNW_OK);
    CHECK(snw_failed(snw_exec_set(h.exec, "null/weight", "11", NULL)));
    run_ticks(&h, 2);
    CHECK(((const null_object *)null->config)->weight == 3);

    // a message that nobody understands is answered with a reason
    snw_why why = {0};
    CHECK(snw_failed(say(&h, "null", "hello", &why)) && why.text[0] != '\0');

    // no thread of its own, and nothing to wait for at the end
    CHECK(list_threads(list, THREADS) == before);
    const int acts = spied.acts;
    CHECK(snw_exec_close(h.exec, 5000000000, &why) == SNW_OK);
    CHECK(spied.acts - acts < 100);
    h.exec = NULL;
    close_cell(&h);
}

// --- no inversion of priorities -----------------------------------------------------------------

// A thread of services that is taken off its processor in the middle of whatever it does, as when
// threads of a middle priority use up all processors. Here a signal stops it, wherever it is.

static volatile sig_atomic_t frozen, thaw;

static void freeze(int signal) {
    (void)signal;
    frozen = 1;
    while (thaw == 0) {
        const struct timespec moment = {0, 20000};
        (void)nanosleep(&moment, NULL);
    }
    frozen = 0;
}

static volatile int freezer_done;

// all that services do, without a pause
static bool serve_much(snw_exec *exec, void *context) {
    (void)context;
    char value[64], answer[SNW_MESSAGE];
    for (int i = 0; freezer_done == 0; i++) {
        char number[32];
        (void)snprintf(number, sizeof number, "%d", 10 + i % 7);
        SNW_IGNORE(snw_exec_set(exec, "law/kp", number, NULL));
        SNW_IGNORE(snw_exec_get(exec, "arm/sensed/q[0]", value, sizeof value, NULL));
        SNW_IGNORE(snw_exec_message(exec, "null", "hello", 0, answer, NULL));
        SNW_IGNORE(snw_exec_request(exec, 0, SNW_REQUEST_ACKNOWLEDGE));
        snw_event event;
        while (snw_exec_event(exec, &event) == SNW_OK)
            continue;
        snw_object_error error;
        SNW_IGNORE(snw_exec_error(exec, "law", &error, NULL));
    }
    return false;
}

typedef struct freezer {
    pthread_t service;
    long cases, passed;
} freezer;

static int acts_so_far(void) {
    return __atomic_load_n(&spied.acts, __ATOMIC_RELAXED);
}

// Stops the services somewhere else each time and waits for the loop to go on by five ticks. Were
// there a lock between the two, it would not in some case; 10 s are the end of patience.
static void *freeze_again_and_again(void *context) {
    freezer *f = context;
    const struct timespec moment = {0, 100000};
    while (acts_so_far() < 5)
        (void)nanosleep(&moment, NULL);
    for (long i = 0; i < f->cases; i++) {
        check_seed(i);
        for (volatile int spin = check_int(0, 20000); spin > 0;)
            spin = spin - 1;
        thaw = 0;
        (void)pthread_kill(f->service, SIGUSR1);
        while (frozen == 0)
            (void)sched_yield();
        const int acts = acts_so_far();
        for (int wait = 0; wait < 100000 && acts_so_far() < acts + 5; wait++)
            (void)nanosleep(&moment, NULL);
        f->passed += acts_so_far() >= acts + 5;
        thaw = 1;
        while (frozen != 0)
            (void)sched_yield();
    }
    freezer_done = 1;
    return NULL;
}

// spec: loffler:L-137
static void the_loop_goes_on_wherever_a_service_is_stopped(void) {
    static harness h;
    open_spied(&h, "", "<component name=\"null\"><type><null/></type></component>");
    struct sigaction action = {.sa_handler = freeze};
    CHECK(sigaction(SIGUSR1, &action, NULL) == 0);
    freezer f = {.service = pthread_self(), .cases = check_scaled(100)};
    freezer_done = 0;
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, freeze_again_and_again, &f) == 0);
    snw_run_options options = snw_run_defaults();
    options.real = true;
    options.duration_ns = -1;
    snw_why why = {0};
    CHECK(snw_exec_run(h.exec, &options, serve_much, NULL, NULL, &why) == SNW_OK);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(f.passed == f.cases);
    close_cell(&h);
}

int main(void) {
    RUN(a_robot_has_one_control_thread_while_it_runs_and_none_after);
    RUN(the_report_of_a_run_tells_the_priority_that_each_thread_has);
    RUN(however_a_run_ends_power_goes_off_and_no_thread_is_left);
    RUN(an_object_without_behaviour_keeps_the_contract_of_all_objects);
    RUN(the_loop_goes_on_wherever_a_service_is_stopped);
    return check_report();
}
