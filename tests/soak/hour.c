// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// An hour by the clock of the machine: the Panda of cells/ is moved to and fro, its page is looked
// at, and every 20 s a viewer is killed in the midst of a motion. The control thread is watched
// from inside (loop_watch.h). Cycles that came late because the machine did not run a thread that
// was ready are excused and counted; all others are missed.
//
//     soak_hour [SECONDS]
//
// Exit code 0 when no cycle was missed, no page was faulted, the heap was not asked, nobody was
// waited for, and every motion was completed.

// what Linux adds to POSIX: RUSAGE_THREAD
// NOLINTNEXTLINE(bugprone-reserved-identifier)
#define _GNU_SOURCE
#include "real_station.h"
#include "viewer_process.h"

enum { WARM = 1000, MS = 1000000, EVERY = 20, VIEWERS = 400, KEPT = 2 };

static const char *const goals[] = {"move 0.6 -0.6 0.1 -2.1 0.1 1.6 0.9",
                                    "move -0.6 -0.8 -0.1 -2.3 -0.1 1.5 0.7"};

// viewers are begun before the threads of the station: one for every kill, and some that stay
static viewer_process viewers[VIEWERS];

typedef struct hour {
    snw_station *station;
    int port;
    long motions, kills, failures;
    int next; // viewer
} hour;

static snw_status say(hour *h, const char *text) {
    char answer[SNW_MESSAGE];
    snw_why why = {0};
    snw_station_lock(h->station);
    const snw_status status =
        snw_exec_message(snw_station_exec(h->station), "move", text, 0, answer, &why);
    snw_station_unlock(h->station);
    if (snw_failed(status)) (void)fprintf(stderr, "hour: %s: %s\n", why.subject, why.text);
    return status;
}

static double first_joint(hour *h) {
    snw_arm_status status = {0};
    SNW_IGNORE(snw_station_look(h->station, 0, &status));
    return status.command[0];
}

// one motion to its end; with a kill on the way if one is due
static void make_motion(hour *h, bool kill) {
    const char *text = goals[h->motions % 2];
    const double from = first_joint(h);
    snw_status status = say(h, text);
    while (status == SNW_NOTHING_NEW) {
        snw_clock_sleep_until_ns(snw_clock_now_ns() + 5 * MS);
        if (kill && first_joint(h) != from) {
            h->failures += !viewer_kill(&viewers[h->next]);
            h->kills++;
            h->next++;
            kill = false;
        }
        status = say(h, text);
    }
    h->failures += status != SNW_OK;
    h->motions++;
}

static bool have_power(hour *h) {
    snw_arm_status status = {0};
    for (int k = 0; k < 60000 && status.state != SNW_ARM_ENABLED; k++) {
        SNW_IGNORE(snw_station_look(h->station, 0, &status));
        snw_clock_sleep_until_ns(snw_clock_now_ns() + MS);
    }
    return status.state == SNW_ARM_ENABLED;
}

static void run_hour(hour *h, double seconds, int victims) {
    const int64_t start = snw_clock_now_ns();
    while (snw_clock_now_ns() - start < (int64_t)(seconds * 1e9)) {
        const bool due = h->next - KEPT < victims &&
                         snw_clock_now_ns() - start > (int64_t)(h->kills + 1) * EVERY * 1000 * MS;
        // it looks before it is killed
        if (due) h->failures += !viewer_look(&viewers[h->next], h->port, 1);
        make_motion(h, due);
    }
}

int main(int argc, char **argv) {
    const double seconds = argc > 1 ? atof(argv[1]) : 3600;
    if (!(seconds > 0 && seconds <= 7200)) return 2;
    const int victims = (int)(seconds / EVERY);
    for (int i = 0; i < KEPT + victims; i++) {
        viewers[i] = viewer_begin();
        if (viewers[i].id < 0) return 3;
    }
    hour h = {.next = KEPT};
    if (snw_failed(real_begin(&h.station, SNW_SOURCE_DIR "/cells/panda.cell.xml", WARM, NULL))) {
        return 4;
    }
    h.port = snw_server_port(snw_station_server(h.station));
    bool good = have_power(&h);
    for (int i = 0; i < KEPT; i++)
        good = good && viewer_look(&viewers[i], h.port, 1);
    if (good) run_hour(&h, seconds, victims);
    for (int i = 0; i < KEPT + victims; i++) {
        if (i < KEPT || i >= h.next) (void)viewer_kill(&viewers[i]);
    }
    snw_station_report report = {0};
    const snw_status end = snw_station_stop(h.station, &report, NULL);
    const snw_status closed = snw_station_close(h.station, NULL);
    const loop_watch *w = &real_watch;
    good = good && !snw_failed(end) && closed == SNW_OK && report.run.memory_locked;
    good = good && h.failures == 0 && h.motions > 0 && h.kills >= victims - 1;
    good = good && w->missed == 0 && w->faults == 0 && w->heap_calls == 0 && w->waits == 0;
    (void)printf("longest time between two ticks: %.1f ms\n", 1e-6 * (double)w->longest_ns);
    (void)printf("%lld cycles; %lld missed; %lld excused; %ld faults; %ld heap calls; %ld waits; "
                 "%ld motions; %ld kills\n",
                 (long long)w->ticks, (long long)w->missed, (long long)(w->late - w->missed),
                 w->faults, w->heap_calls, w->waits, h.motions, h.kills);
    return good ? 0 : 1;
}
