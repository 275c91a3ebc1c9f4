// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// NOLINTNEXTLINE(bugprone-reserved-identifier): the name by which POSIX is asked for
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "allocations.h"
#include "sinew/exec/state.h"
#include "slide.h"

static harness h;
static char answer[SNW_MESSAGE];
static snw_why why;

// cells of 0.1 m, whose faces lie at multiples of that
#define MAP(more)                                                                                  \
    "<component name='map'><type><obstacles size='0.1' blocks='64' low='-3.2 -3.2 -3.2' "          \
    "high='3.2 3.2 3.2' " more "/></type></component>"

#define OPEN(more) open_slide(&h, SLIDE_CELL("0", SLIDE_RULES(""), more CLEARANCE("range='5'")))

static const snw_obstacles_signals *shown(void) {
    return component_of(&h, "map")->signals;
}

static const snw_clearance_signals *nearest(void) {
    return component_of(&h, "near")->signals;
}

static int body_count(void) {
    const snw_world *world = NULL;
    CHECK(snw_exec_world(h.exec, &world, NULL) == SNW_OK);
    return world->body_count;
}

static int insert(const snw_vec3 *eye, const snw_vec3 *points, int count) {
    return snw_obstacles_insert(component_of(&h, "map"), eye, points, count);
}

static bool has(double x, double y, double z) {
    return snw_voxel_map_has(snw_exec_sensed(h.exec)->map, (snw_vec3){x, y, z});
}

// The cell from (0.5, 0, 0) to (0.6, 0.1, 0.1) is 0.5 - 0.1 away from the ball.
static void points_become_what_the_arm_is_near_to(void) {
    OPEN(MAP("self_margin='0'"));
    run_ticks(&h, 2);
    CHECK(nearest()->count == 2 && shown()->cells == 0);
    const snw_vec3 points[3] = {{0.55, 0.02, 0.03}, {0.57, 0.04, 0.09}, {9, 9, 9}};
    CHECK(insert(NULL, points, 3) == 3);
    CHECK(shown()->cells == 0); // the loop takes them
    run_ticks(&h, 1);
    CHECK(shown()->cells == 1 && shown()->points == 3 && shown()->lost == 1 && shown()->own == 0);
    CHECK(nearest()->count == 3 && nearest()->b[0] == body_count() &&
          nearest()->policy[0] == SNW_PAIR_KEEP);
    CHECK_NEAR(nearest()->distance[0], 0.4, 1e-9);
    CHECK_NEAR(nearest()->point_b[0], 0.5, 1e-9);
    CHECK_NEAR(nearest()->nearest.distance, 0.4, 1e-9);
    CHECK(nearest()->nearest.keep == 0.02 && nearest()->nearest.b == body_count());
    CHECK(say(&h, "near", "of arm/ball", answer, &why) == SNW_OK);
    CHECK(strncmp(answer, "arm/ball sensed 0.4 ", 20) == 0 ||
          strncmp(answer, "arm/ball sensed 0.39999", 23) == 0);
    CHECK(say(&h, "map", "clear", answer, &why) == SNW_OK);
    run_ticks(&h, 1);
    CHECK(shown()->cells == 0 && nearest()->count == 2);
    // another component takes no points
    CHECK(snw_obstacles_insert(component_of(&h, "near"), NULL, points, 3) == 0);
    close_cell(&h);
}

// Of cells on a line through the ball those nearer than the margin are not filled: their distance
// is that of the cube.
static void the_arm_does_not_see_itself(void) {
    OPEN(MAP("self_margin='0.25'"));
    run_ticks(&h, 1);
    snw_vec3 points[20];
    for (int i = 0; i < 20; i++)
        points[i] = (snw_vec3){0.05 + 0.1 * i, 0.05, 0.05};
    CHECK(insert(NULL, points, 20) == 20);
    run_ticks(&h, 1);
    int filled = 0;
    for (int i = 0; i < 20; i++) {
        const double distance = 0.1 * i - 0.1;
        const bool near = distance <= 0.25;
        if (fabs(distance - 0.25) < 1e-9) continue;
        CHECK(has(points[i].x, points[i].y, points[i].z) == !near);
        filled += !near;
    }
    CHECK(shown()->cells == filled && shown()->own == (uint64_t)(20 - filled) && filled == 16);
    close_cell(&h);
}

static void rays_empty_what_they_pass(void) {
    OPEN(MAP("self_margin='0'"));
    const snw_vec3 wall[2] = {{1.05, 1.05, 0.05}, {2.05, 1.05, 0.05}};
    run_ticks(&h, 1);
    CHECK(insert(NULL, wall, 2) == 2);
    run_ticks(&h, 1);
    CHECK(has(1.05, 1.05, 0.05) && has(2.05, 1.05, 0.05));
    const snw_vec3 eye = {0.05, 1.05, 0.05};
    CHECK(insert(&eye, &wall[1], 1) == 1);
    run_ticks(&h, 1);
    CHECK(!has(1.05, 1.05, 0.05) && has(2.05, 1.05, 0.05) && shown()->cells == 1);
    close_cell(&h);
}

// 1024 lots wait at most, and 16 are taken in each tick: the rest is refused, none is lost.
static void a_tick_takes_a_bounded_number_of_points(void) {
    static snw_vec3 many[40000];
    OPEN(MAP("self_margin='0'"));
    run_ticks(&h, 1);
    for (int i = 0; i < 40000; i++)
        many[i] = (snw_vec3){2.05, 2.05, 2.05};
    const int taken = insert(NULL, many, 40000);
    CHECK(taken == 1024 * SNW_SCAN_RAYS);
    for (int i = 1; i <= 1024 / 16; i++) {
        run_ticks(&h, 1);
        CHECK(shown()->points == (uint64_t)(16 * SNW_SCAN_RAYS * i));
    }
    run_ticks(&h, 1);
    CHECK(shown()->points == (uint64_t)taken);
    close_cell(&h);
}

static void cells_fade_while_data_comes(void) {
    OPEN(MAP("self_margin='0' hold='0.5'"));
    const snw_vec3 once = {2.05, 2.05, 0.05}, again = {-2.05, 2.05, 0.05};
    run_ticks(&h, 1);
    CHECK(insert(NULL, &once, 1) == 1);
    run_ticks(&h, 1);
    for (int i = 0; i < 800; i++) {
        CHECK(insert(NULL, &again, 1) == 1);
        run_ticks(&h, 1);
        if (i < 490) CHECK(has(once.x, once.y, once.z));
        if (i > 620) CHECK(!has(once.x, once.y, once.z));
    }
    CHECK(has(again.x, again.y, again.z) && !shown()->stale);
    close_cell(&h);
}

// Without data the obstacles stay, and after twice the time the arms stop, until data comes again.
static void arms_stop_when_no_data_comes(void) {
    OPEN(MAP("self_margin='0' hold='0.5'"));
    enable(&h);
    const snw_vec3 p = {2.05, 2.05, 0.05};
    CHECK(insert(NULL, &p, 1) == 1);
    run_ticks(&h, 1);
    const snw_guard_signals *guard = &snw_exec_guard(h.exec, 0)->signals;
    for (int i = 0; i < 998; i++) {
        run_ticks(&h, 1);
        CHECK(guard->state == SNW_ARM_ENABLED && !shown()->stale);
    }
    run_ticks(&h, 5);
    CHECK(shown()->stale && guard->state == SNW_ARM_HELD && guard->cause == SNW_CAUSE_COMPONENT);
    CHECK_NEAR(shown()->age, 1.003, 0.002);
    CHECK(has(p.x, p.y, p.z)); // it stays, however long
    run_ticks(&h, 2000);
    CHECK(has(p.x, p.y, p.z));
    snw_event event;
    int told = 0;
    while (snw_exec_event(h.exec, &event) == SNW_OK)
        told += strcmp(event.why.rule, "obstacles-stale") == 0;
    CHECK(told == 1);
    // as long as it is silent the stop cannot be left
    CHECK(snw_exec_request(h.exec, 0, SNW_REQUEST_ACKNOWLEDGE) == SNW_OK);
    run_ticks(&h, 20);
    CHECK(guard->state == SNW_ARM_HELD);
    for (int i = 0; i < 50; i++) {
        CHECK(insert(NULL, &p, 1) == 1);
        run_ticks(&h, 1);
    }
    CHECK(!shown()->stale);
    enable(&h);
    CHECK(guard->state == SNW_ARM_ENABLED);
    close_cell(&h);
}

// moves the ball until it is there or stopped
static void move_to(const char *order) {
    const snw_guard_signals *guard = &snw_exec_guard(h.exec, 0)->signals;
    run_ticks(&h, 10);
    const snw_status status = say(&h, "motion", order, answer, &why);
    if (status != SNW_OK) print_error("%s: %s\n", why.subject, why.text);
    CHECK(status == SNW_OK);
    for (int i = 0; i < 5000 && guard->state != SNW_ARM_HELD; i++)
        run_ticks(&h, 1);
}

// The cell that only the map has is 0.4 m from the ball. It must keep 0.02 m and 0.002 m of
// tracking; what the stop is rounded by takes a part of a millimetre more.
static void the_interlock_stops_an_arm_before_cells(void) {
    // a source that does not slow down
    open_slide(&h, SLIDE_CELL_BY("<joint_move speed='0.5' acceleration='0.8'/>", "0",
                                 SLIDE_RULES(""), MAP("self_margin='0'")));
    enable(&h);
    const snw_guard *guard = snw_exec_guard(h.exec, 0);
    const double *q = snw_exec_arm(h.exec, 0)->estimate.q;
    const snw_vec3 p = {0.55, 0.02, 0.03};
    CHECK(insert(NULL, &p, 1) == 1);
    run_ticks(&h, 10);
    CHECK(snw_failed(say(&h, "motion", "move 0.8", answer, &why))); // it does not arrive
    run_ticks(&h, 500);
    CHECK(guard->signals.state == SNW_ARM_HELD && guard->signals.cause == SNW_CAUSE_CLEARANCE);
    CHECK(*q <= 0.378 && *q > 0.37);
    CHECK_TEXT(guard->first.rule, "clearance");
    CHECK_TEXT(guard->first.subject, "arm/ball");
    CHECK_TEXT(guard->first.text, "it would come too near to sensed obstacles");
    CHECK(guard->first.numbers[1].value == 0.02);
    // it may leave, and when the cell is gone it may pass
    enable(&h);
    move_to("move 0");
    CHECK(guard->signals.state == SNW_ARM_ENABLED && fabs(*q) < 1e-3);
    CHECK(say(&h, "map", "clear", answer, &why) == SNW_OK);
    move_to("move 0.8");
    CHECK(guard->signals.state == SNW_ARM_ENABLED && fabs(*q - 0.8) < 1e-3);
    close_cell(&h);
}

// A queue of motions slows down before it, waits, and goes on when the cell is gone.
static void a_queued_motion_waits_before_cells(void) {
    OPEN(MAP("self_margin='0'"));
    enable(&h);
    const snw_guard *guard = snw_exec_guard(h.exec, 0);
    const double *q = snw_exec_arm(h.exec, 0)->estimate.q;
    const snw_vec3 p = {0.55, 0.02, 0.03};
    CHECK(insert(NULL, &p, 1) == 1);
    move_to("put move 0.8");
    CHECK(guard->signals.state == SNW_ARM_ENABLED && guard->signals.stops == 0);
    CHECK(*q <= 0.378 && *q > 0.36);
    CHECK(say(&h, "map", "clear", answer, &why) == SNW_OK);
    run_ticks(&h, 3000);
    CHECK(guard->signals.state == SNW_ARM_ENABLED && fabs(*q - 0.8) < 1e-3);
    close_cell(&h);
}

// a camera that has never sent anything is missed, too
static void a_silent_sensor_is_missed_from_the_start(void) {
    OPEN(MAP("hold='0.1'"));
    run_ticks(&h, 150);
    CHECK(!shown()->stale);
    run_ticks(&h, 100);
    CHECK(shown()->stale);
    close_cell(&h);
    OPEN(MAP("hold='0'"));
    run_ticks(&h, 2000);
    CHECK(!shown()->stale);
    close_cell(&h);
}

// --- files --------------------------------------------------------------------------------------

static const char *write_points(char path[300], const char *leaf, const char *text) {
    (void)snprintf(path, 300, "%s/surround %d %s", SNW_BINARY_DIR, (int)getpid(), leaf);
    CHECK(snw_file_write(path, text, strlen(text), NULL) == SNW_OK);
    return path;
}

static snw_status load(const char *path) {
    char text[400];
    (void)snprintf(text, sizeof text, "load %s", path);
    return say(&h, "map", text, answer, &why);
}

#define PCD(count, points)                                                                         \
    "VERSION 0.7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH " count                 \
    "\nHEIGHT 1\nPOINTS " count "\nDATA ascii\n" points

static void a_file_takes_the_place_of_the_map(void) {
    char path[300], other[300], far[300];
    write_points(path, "a.pcd", PCD("3", "0.55 0.05 0.05\n0.56 0.05 0.05\n2.05 2.05 2.05\n"));
    write_points(other, "b.ply",
                 "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
                 "property float z\nend_header\n-0.35 0.05 0.05\n");
    write_points(far, "far.pcd", PCD("1", "550 50 50\n"));
    OPEN(MAP(""));
    run_ticks(&h, 1);
    CHECK(load(path) == SNW_OK);
    CHECK_TEXT(answer, "3 2");
    CHECK(shown()->cells == 0);
    // the loop has to take it first
    CHECK(load(other) == SNW_ERR_STATE);
    run_ticks(&h, 1);
    CHECK(shown()->cells == 2 && has(0.55, 0.05, 0.05) && has(2.05, 2.05, 2.05));
    CHECK_NEAR(nearest()->distance[0], 0.4, 1e-6);
    CHECK(load(other) == SNW_OK);
    run_ticks(&h, 1);
    CHECK(shown()->cells == 1 && has(-0.35, 0.05, 0.05));
    CHECK_NEAR(nearest()->distance[0], 0.2, 1e-6);
    // what cannot be used leaves what is there
    CHECK(load(far) == SNW_ERR_RANGE);
    CHECK_TEXT(why.rule, "obstacles");
    CHECK(load("nowhere.pcd") == SNW_ERR_NOT_FOUND);
    write_points(path, "a.pcd", PCD("3", "0.55 0.05\n"));
    CHECK(snw_failed(load(path)) && why.line > 0);
    run_ticks(&h, 2);
    CHECK(shown()->cells == 1 && has(-0.35, 0.05, 0.05));
    const char *const files[] = {path, other, far};
    for (int i = 0; i < 3; i++)
        CHECK(snw_file_remove(files[i], NULL) == SNW_OK);
    close_cell(&h);
}

static void maps_that_cannot_be_are_refused(void) {
    harness_register = snw_surround_register;
    const char *const text =
        SLIDE_CELL("0", "",
                   "<component name='map'><type><obstacles size='0.1' blocks='64'><low>0 0 0</low>"
                   "<high>-1 1 1</high></obstacles></type></component>");
    CHECK(open_cell(&h, "slide.cell.xml", text) == SNW_ERR_NOT_FINITE);
    close_cell(&h);
}

// --- a camera -----------------------------------------------------------------------------------

// It stands at x = -0.5 beside the rail and looks along x at the wall, which begins at x = 1.
#define SCAN(more)                                                                                 \
    "<component name='camera'><type><scan columns='16' rows='12' height='0.8' " more               \
    "><pose xyz='-0.5 0.55 0.05' rpy='-1.5707963267948966 0 -1.5707963267948966'/></scan></type>"  \
    "<peers><peer role='obstacles' component='map'/></peers></component>"

static void a_camera_fills_the_surfaces_that_it_sees(void) {
    OPEN(MAP("self_margin='0.02'") SCAN("width='0.5'"));
    run_ticks(&h, 1);
    const snw_scan_signals *camera = component_of(&h, "camera")->signals;
    run_ticks(&h, 16 * 12 / SNW_SCAN_RAYS);
    CHECK(camera->pictures == 1 && camera->hits == SNW_SCAN_RAYS);
    // every ray ends at the wall, in the cell right behind its face; the ball is not in the way
    int expected = 0;
    for (int row = 0; row < 12; row++) {
        for (int column = 0; column < 16; column++) {
            const double right = ((2 * column + 1) / 16.0 - 1) * tan(0.25) * 1.5;
            const double down = ((2 * row + 1) / 12.0 - 1) * tan(0.4) * 1.5;
            CHECK(has(1.05, 0.55 - right, 0.05 - down));
            expected++;
        }
    }
    CHECK(expected == 192 && shown()->cells > 60 && shown()->cells <= 192 && shown()->lost == 0);
    // and no other cell is filled: all of them are in one plane
    int filled = 0;
    for (double y = -1.95; y < 3; y += 0.1) {
        for (double z = -1.95; z < 3; z += 0.1)
            filled += has(1.05, y, z);
    }
    CHECK(filled == shown()->cells);
    close_cell(&h);
}

// What was filled where nothing is is seen to be free.
static void a_camera_empties_what_is_gone(void) {
    OPEN(MAP("self_margin='0.02'") SCAN("width='0.5'"));
    const snw_vec3 ghost = {0.25, 0.55, 0.05};
    run_ticks(&h, 1);
    CHECK(insert(NULL, &ghost, 1) == 1);
    run_ticks(&h, 1);
    CHECK(has(ghost.x, ghost.y, ghost.z));
    run_ticks(&h, 12);
    CHECK(!has(ghost.x, ghost.y, ghost.z));
    close_cell(&h);
}

// The ball moves on its rail before the camera, which looks at nothing else: it stays unseen.
static void a_camera_does_not_see_the_arm(void) {
    OPEN(MAP("self_margin='0.05'") SCAN("width='1' range='1.2'"));
    enable(&h);
    run_ticks(&h, 10);
    CHECK(say(&h, "motion", "put move 0.4", answer, &why) == SNW_OK);
    run_ticks(&h, 1500);
    CHECK(snw_exec_arm(h.exec, 0)->estimate.q[0] > 0.39);
    CHECK(shown()->own > 100 && shown()->cells == 0);
    close_cell(&h);
}

static void ticks_take_no_memory(void) {
    OPEN(MAP("self_margin='0.02' hold='1'") SCAN("width='0.5'"));
    run_ticks(&h, 5);
    void *volatile block = malloc(1);
    free(block);
    const long before = allocations;
    CHECK(!COUNTING || before > 0);
    const snw_vec3 eye = {-1, -1, 0}, points[2] = {{2.05, -2, 1}, {1, -1, 0.5}};
    for (int i = 0; i < 1000; i++) {
        CHECK(insert(&eye, points, 2) == 2);
        run_ticks(&h, 1);
    }
    CHECK(allocations == before);
    close_cell(&h);
}

int main(void) {
    RUN(points_become_what_the_arm_is_near_to);
    RUN(the_arm_does_not_see_itself);
    RUN(rays_empty_what_they_pass);
    RUN(a_tick_takes_a_bounded_number_of_points);
    RUN(cells_fade_while_data_comes);
    RUN(arms_stop_when_no_data_comes);
    RUN(the_interlock_stops_an_arm_before_cells);
    RUN(a_queued_motion_waits_before_cells);
    RUN(a_silent_sensor_is_missed_from_the_start);
    RUN(a_file_takes_the_place_of_the_map);
    RUN(maps_that_cannot_be_are_refused);
    RUN(a_camera_fills_the_surfaces_that_it_sees);
    RUN(a_camera_empties_what_is_gone);
    RUN(a_camera_does_not_see_the_arm);
    RUN(ticks_take_no_memory);
    return check_report();
}
