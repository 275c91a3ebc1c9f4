// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "sinew/queue/path.h"

static const double PI = 3.14159265358979323846;
static const int64_t MS = 1000000;

typedef struct kept {
    snw_path path;
    void *block;
} kept;

static kept open_path(int scalars, int poses, int capacity, int64_t spacing_ns) {
    kept k;
    const snw_path_config config = {scalars, poses, capacity, spacing_ns, true};
    snw_arena arena = {0};
    CHECK(snw_path_init(&k.path, &config, &arena) == SNW_ERR_MEMORY);
    k.block = aligned_alloc(64, (arena.needed + 63) / 64 * 64);
    arena = snw_arena_over(k.block, arena.needed);
    CHECK(snw_path_init(&k.path, &config, &arena) == SNW_OK);
    return k;
}

static snw_pose random_pose(void) {
    const snw_vec3 r = {check_real(-2, 2), check_real(-2, 2), check_real(-2, 2)};
    const snw_vec3 p = {check_real(-1, 1), check_real(-1, 1), check_real(-1, 1)};
    return snw_pose_of(snw_rotation_exp(r), p);
}

static void every_arena_that_is_too_small_is_refused(void) {
    snw_path path;
    const snw_path_config config = {2, 2, 3, 0, true};
    snw_arena arena = {0};
    CHECK(snw_path_init(&path, &config, &arena) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    for (size_t size = 0; size <= needed; size++) {
        void *block = aligned_alloc(64, size > 0 ? (size + 63) / 64 * 64 : 64);
        arena = snw_arena_over(block, size);
        const snw_status status = snw_path_init(&path, &config, &arena);
        CHECK(status == (size < needed ? SNW_ERR_MEMORY : SNW_OK));
        free(block);
    }
    arena = (snw_arena){0};
    snw_path_config bad = config;
    bad.scalars = bad.poses = 0;
    CHECK(snw_path_init(&path, &bad, &arena) == SNW_ERR_ARGUMENT);
    bad = config, bad.spacing_ns = -1;
    CHECK(snw_path_init(&path, &bad, &arena) == SNW_ERR_ARGUMENT);
}

// spec: actin-tools:PA-01 actin-tools:PA-08
static void records_keep_their_spacing_by_whole_ticks(void) {
    kept k = open_path(1, 0, 600, 100 * MS);
    CHECK(snw_path_config_defaults().spacing_ns == 100 * MS);
    for (int round = 0; round < 2; round++) {
        CHECK(snw_path_set_spacing(&k.path, round == 0 ? 100 * MS : 0) == SNW_OK);
        CHECK(k.path.config.spacing_ns == (round == 0 ? 100 * MS : 0));
        for (int i = 0; i < 500; i++) {
            const double q = i;
            const snw_status status = snw_path_add(&k.path, i * 10 * MS, &q, NULL);
            CHECK(status == (round == 1 || i % 10 == 0 ? SNW_OK : SNW_NOTHING_NEW));
        }
        CHECK(k.path.count == (round == 0 ? 50 : 500));
        snw_path_reset(&k.path);
        CHECK(k.path.count == 0);
    }
    CHECK(snw_path_set_spacing(&k.path, -1) == SNW_ERR_RANGE);
    const double q = (double)NAN, one = 1;
    CHECK(snw_path_add(&k.path, 0, &q, NULL) == SNW_ERR_NOT_FINITE);
    CHECK(snw_path_add(&k.path, 5, &one, NULL) == SNW_OK);
    CHECK(snw_path_add(&k.path, 5, &one, NULL) == SNW_ERR_RANGE);
    CHECK(snw_path_add(&k.path, 4, &one, NULL) == SNW_ERR_RANGE);
    free(k.block);
}

// spec: actin-tools:PA-02 actin-tools:PA-09
static void linear_replay_is_straight_between_records_and_held_outside(void) {
    kept k = open_path(3, 0, 50, 0);
    double q[50][3];
    int64_t t[50];
    for (int i = 0; i < 50; i++) {
        t[i] = (i == 0 ? 7 : t[i - 1]) + check_int(1, 1000) * MS / 7;
        for (int c = 0; c < 3; c++)
            q[i][c] = check_real(-3, 3);
        CHECK(snw_path_add(&k.path, t[i], q[i], NULL) == SNW_OK);
    }
    double out[3];
    CHECK_CASES(5000) {
        const int i = check_int(0, 48);
        const int64_t at = t[i] + (int64_t)(check_bits() % (uint64_t)(t[i + 1] - t[i]));
        const snw_path_query query = {.t_ns = at};
        CHECK(snw_path_at(&k.path, &query, out, NULL) == SNW_OK);
        for (int c = 0; c < 3; c++) {
            const double u = (double)(at - t[i]) / (double)(t[i + 1] - t[i]);
            CHECK_NEAR(out[c], (1 - u) * q[i][c] + u * q[i + 1][c], 1e-12);
        }
    }
    for (int i = 0; i < 50; i++) {
        const snw_path_query query = {.t_ns = t[i]};
        CHECK(snw_path_at(&k.path, &query, out, NULL) == SNW_OK);
        CHECK(memcmp(out, q[i], sizeof out) == 0);
    }
    for (int mode = 0; mode < 3; mode++) {
        CHECK(snw_path_smooth(&k.path) == SNW_OK);
        const snw_path_query before = {.t_ns = t[0] - 1,
                                       .interpolation = (snw_path_interpolation)mode};
        const snw_path_query after = {.t_ns = INT64_MAX,
                                      .interpolation = (snw_path_interpolation)mode};
        CHECK(snw_path_at(&k.path, &before, out, NULL) == SNW_SATURATED);
        CHECK(memcmp(out, q[0], sizeof out) == 0);
        CHECK(snw_path_at(&k.path, &after, out, NULL) == SNW_SATURATED);
        CHECK(memcmp(out, q[49], sizeof out) == 0);
        CHECK(snw_path_rates(&k.path, &after, out, NULL) == SNW_SATURATED);
        CHECK(out[0] == 0 && out[1] == 0 && out[2] == 0);
    }
    snw_path_reset(&k.path);
    const snw_path_query query = {.t_ns = 0};
    CHECK(snw_path_at(&k.path, &query, out, NULL) == SNW_ERR_STATE);
    free(k.block);
}

// spec: actin-tools:PA-03
static void orientations_turn_at_constant_speed_by_the_shorter_way(void) {
    CHECK_CASES(20) {
        kept k = open_path(0, 1, 2, 0);
        const snw_pose A = random_pose(), B = random_pose();
        // the matrices of Q and -Q are one, so a path cannot tell them apart
        const snw_quat Q = snw_quat_from_mat3(B.R);
        const snw_mat3 other = snw_quat_to_mat3(snw_quat_scale(Q, -1));
        CHECK(snw_mat3_near(other, snw_quat_to_mat3(Q), 0));
        CHECK(snw_path_add(&k.path, 0, NULL, &A) == SNW_OK);
        CHECK(snw_path_add(&k.path, 1000 * MS, NULL, &B) == SNW_OK);
        const double angle = snw_vec3_norm(snw_rotation_log(snw_mat3_mul_tn(A.R, B.R)));
        for (int i = 0; i < 1000; i++) {
            const snw_path_query query = {.t_ns = i * MS}, next = {.t_ns = i * MS + MS};
            snw_pose T, U;
            CHECK(snw_path_at(&k.path, &query, NULL, &T) == SNW_OK);
            CHECK(snw_path_at(&k.path, &next, NULL, &U) == SNW_OK);
            const snw_vec3 step = snw_rotation_log(snw_mat3_mul_tn(T.R, U.R));
            CHECK_NEAR(snw_vec3_norm(step) / 1e-3, angle, 1e-9);
            snw_twist V;
            CHECK(snw_path_rates(&k.path, &query, NULL, &V) == SNW_OK);
            CHECK_NEAR(snw_vec3_norm(V.ang), angle, 1e-9);
        }
        free(k.block);
    }
}

// spec: actin-tools:PA-04 actin-tools:PA-05
static void four_hands_are_recorded_and_found_again(void) {
    kept k = open_path(0, 4, 100, 0);
    snw_pose in[100][4], out[4];
    for (int i = 0; i < 100; i++) {
        for (int h = 0; h < 4; h++)
            in[i][h] = random_pose();
        CHECK(snw_path_add(&k.path, i * 20 * MS, NULL, in[i]) == SNW_OK);
    }
    for (int i = 0; i < 100; i++) {
        for (int mode = 0; mode < 2; mode++) {
            const snw_path_query query = {.t_ns = i * 20 * MS,
                                          .interpolation = (snw_path_interpolation)mode};
            CHECK(snw_path_at(&k.path, &query, NULL, out) == SNW_OK);
            for (int h = 0; h < 4; h++)
                CHECK(snw_pose_near(out[h], in[i][h], 1e-12));
        }
    }
    CHECK_CASES(1000) {
        const int i = check_int(0, 98), part = check_int(1, 99);
        snw_path_query query = {.t_ns = i * 20 * MS + part * MS / 5,
                                .interpolation = SNW_PATH_NEAREST};
        CHECK(snw_path_at(&k.path, &query, NULL, out) == SNW_OK);
        CHECK(memcmp(out, in[part > 50 ? i + 1 : i], sizeof out) == 0);
        query.interpolation = SNW_PATH_LINEAR;
        CHECK(snw_path_at(&k.path, &query, NULL, out) == SNW_OK);
        for (int h = 0; h < 4; h++) {
            const snw_vec3 p = snw_vec3_add(snw_vec3_scale(in[i][h].p, 1 - 0.01 * part),
                                            snw_vec3_scale(in[i + 1][h].p, 0.01 * part));
            CHECK(snw_vec3_near(out[h].p, p, 1e-12));
            // the part of the angle that is turned
            const double whole =
                snw_vec3_norm(snw_rotation_log(snw_mat3_mul_tn(in[i][h].R, in[i + 1][h].R)));
            const double turned =
                snw_vec3_norm(snw_rotation_log(snw_mat3_mul_tn(in[i][h].R, out[h].R)));
            CHECK_NEAR(turned, 0.01 * part * whole, 1e-12);
        }
    }
    free(k.block);
}

// the circle of the sample: radius 0.3 m, 3 loops in 5 s, recorded every 0.1 s
// spec: actin-tools:PA-11
static void smooth_replay_has_no_jump_of_velocity(void) {
    kept k = open_path(0, 1, 60, 100 * MS);
    for (int i = 0; i <= 500; i++) {
        const double th = 2 * PI * 3 * i / 500;
        const snw_vec3 p = {0.3 * cos(th), 0.3 * sin(th), 0}, r = {0, 0, 0.8 * sin(th)};
        const snw_pose T = snw_pose_of(snw_rotation_exp(r), p);
        SNW_IGNORE(snw_path_add(&k.path, i * 10 * MS, NULL, &T));
    }
    CHECK(k.path.count == 51);
    snw_pose T;
    const snw_path_query early = {.t_ns = MS, .interpolation = SNW_PATH_SMOOTH};
    CHECK(snw_path_at(&k.path, &early, NULL, &T) == SNW_ERR_STATE);
    CHECK(snw_path_smooth(&k.path) == SNW_OK);
    double jump[2] = {0, 0}, turn = 0;
    for (int i = 1; i < 50; i++) {
        for (int mode = 0; mode < 2; mode++) {
            snw_path_query q = {.interpolation = mode ? SNW_PATH_SMOOTH : SNW_PATH_LINEAR};
            snw_twist a, b, c;
            // the velocity before, taken on to the record by its own change
            q.t_ns = i * 100 * MS - 2;
            CHECK(snw_path_rates(&k.path, &q, NULL, &a) == SNW_OK);
            q.t_ns++;
            CHECK(snw_path_rates(&k.path, &q, NULL, &b) == SNW_OK);
            q.t_ns++;
            CHECK(snw_path_rates(&k.path, &q, NULL, &c) == SNW_OK);
            const snw_twist on = snw_twist_sub(snw_twist_scale(b, 2), a);
            const snw_twist off = snw_twist_sub(c, on);
            jump[mode] = fmax(jump[mode], snw_vec3_norm(off.lin));
            if (mode) turn = fmax(turn, snw_vec3_norm(off.ang));
        }
    }
    CHECK(jump[1] < 1e-9 && turn < 1e-9);
    CHECK_NEAR(jump[0], 0.421, 0.001);

    // its rates are the derivatives of its places, and it passes the records
    CHECK_CASES(500) {
        snw_path_query q = {.t_ns = check_int(1, 4998) * MS + 7, .interpolation = SNW_PATH_SMOOTH};
        snw_pose a, b;
        snw_twist V;
        CHECK(snw_path_rates(&k.path, &q, NULL, &V) == SNW_OK);
        q.t_ns -= 10000;
        CHECK(snw_path_at(&k.path, &q, NULL, &a) == SNW_OK);
        q.t_ns += 20000;
        CHECK(snw_path_at(&k.path, &q, NULL, &b) == SNW_OK);
        const snw_twist seen = snw_twist_scale(snw_pose_difference(a, b), 1 / 20e-6);
        CHECK(snw_twist_near(seen, V, 1e-6));
        if (q.t_ns > 300 * MS && q.t_ns < 4700 * MS) CHECK_NEAR(hypot(a.p.x, a.p.y), 0.3, 1e-3);
    }
    free(k.block);
}

// two arms: the first follows the path round and round, the second is commanded live
// spec: actin-tools:PA-10
static void a_loop_does_not_drift_and_leaves_others_alone(void) {
    kept k = open_path(4, 0, 11, 0);
    for (int i = 0; i <= 10; i++) {
        const double q[4] = {sin(0.2 * PI * i), cos(0.2 * PI * i), i, -i};
        CHECK(snw_path_add(&k.path, 50 * MS + i * 30 * MS, q, NULL) == SNW_OK);
    }
    const bool follow[4] = {true, true, false, false};
    CHECK_CASES(500) {
        const int64_t t = 50 * MS + check_int(0, 299) * MS;
        double first[4] = {9, 9, 7, 8}, later[4] = {9, 9, 5, 6};
        snw_path_query q = {.t_ns = t, .loop = true, .follow = follow};
        CHECK(snw_path_at(&k.path, &q, first, NULL) == SNW_OK);
        q.t_ns = t + 10 * 300 * MS;
        CHECK(snw_path_at(&k.path, &q, later, NULL) == SNW_OK);
        CHECK_NEAR(first[0], later[0], 1e-9);
        CHECK_NEAR(first[1], later[1], 1e-9);
        CHECK(first[2] == 7 && first[3] == 8 && later[2] == 5 && later[3] == 6);
        q.t_ns = t - 4 * 300 * MS;
        CHECK(snw_path_at(&k.path, &q, later, NULL) == SNW_OK);
        CHECK_NEAR(first[0], later[0], 1e-9);
    }
    free(k.block);
}

static char *text_of(const char *file, size_t *size) {
    FILE *f = fopen(file, "rb");
    CHECK(f != NULL);
    CHECK(fseek(f, 0, SEEK_END) == 0);
    *size = (size_t)ftell(f);
    CHECK(fseek(f, 0, SEEK_SET) == 0);
    char *text = malloc(*size);
    CHECK(text != NULL && fread(text, 1, *size, f) == *size);
    CHECK(fclose(f) == 0);
    return text;
}

static snw_status load(const char *file, snw_path *path, void **block) {
    snw_arena arena = {0};
    static _Alignas(64) unsigned char list[1 << 16];
    snw_arena room = snw_arena_over(list, sizeof list);
    snw_diags diags;
    CHECK(snw_diags_init(&diags, 8, &room) == SNW_OK);
    const snw_status status = snw_path_load(file, true, path, &arena, &diags);
    if (status != SNW_ERR_MEMORY) return status;
    *block = aligned_alloc(64, (arena.needed + 63) / 64 * 64);
    arena = snw_arena_over(*block, arena.needed);
    return snw_path_load(file, true, path, &arena, &diags);
}

// Seen: times whose difference does not fit 64 bits of nanoseconds were taken, and the path between
// them was nonsense.
static void times_that_nanoseconds_cannot_hold_are_refused(void) {
    kept k = open_path(1, 0, 4, 0);
    const double x[] = {1, 2};
    CHECK(snw_path_add(&k.path, INT64_MIN, x, NULL) == SNW_ERR_RANGE);
    CHECK(snw_path_add(&k.path, -SNW_PATH_TIME - 1, x, NULL) == SNW_ERR_RANGE);
    CHECK(snw_path_add(&k.path, -SNW_PATH_TIME, x, NULL) == SNW_OK);
    CHECK(snw_path_add(&k.path, SNW_PATH_TIME + 1, x, NULL) == SNW_ERR_RANGE);
    CHECK(snw_path_add(&k.path, INT64_MAX, x, NULL) == SNW_ERR_RANGE);
    CHECK(snw_path_add(&k.path, SNW_PATH_TIME, x + 1, NULL) == SNW_OK);
    CHECK(k.path.count == 2 && snw_path_smooth(&k.path) == SNW_OK);
    // whenever it is read, the value lies between the two records
    static const int64_t times[] = {INT64_MIN, INT64_MIN / 2, -1, 0, INT64_MAX / 2, INT64_MAX};
    for (int i = 0; i < 12; i++) {
        const snw_path_query query = {.t_ns = times[i / 2], .loop = i % 2 == 1};
        double y = 0;
        CHECK(snw_path_at(&k.path, &query, &y, NULL) >= 0);
        CHECK(y >= 1 && y <= 2);
    }
    free(k.block);
}

// spec: actin-tools:PA-07
static void a_file_comes_back_bit_for_bit(void) {
    const char *one = SNW_BINARY_DIR "/queue_path_1.xml", *two = SNW_BINARY_DIR "/queue_path_2.xml";
    kept k = open_path(3, 2, 40, 5 * MS);
    for (int i = 0; i < 40; i++) {
        const double q[3] = {check_real(-1, 1), check_real(-1e9, 1e9), 1.0 / (i + 3)};
        const snw_pose T[2] = {random_pose(), random_pose()};
        CHECK(snw_path_add(&k.path, i * 11 * MS - 5, q, T) == SNW_OK);
    }
    snw_why why;
    CHECK(snw_path_save(one, &k.path, &why) == SNW_OK);
    snw_path back;
    void *block = NULL;
    CHECK(load(one, &back, &block) == SNW_OK);
    CHECK(back.count == 40 && back.config.spacing_ns == 5 * MS);
    CHECK(memcmp(back.times, k.path.times, 40 * sizeof *back.times) == 0);
    CHECK(memcmp(back.scalars, k.path.scalars, 120 * sizeof(double)) == 0);
    CHECK(memcmp(back.poses, k.path.poses, 80 * sizeof(snw_pose)) == 0);
    CHECK(snw_path_save(two, &back, &why) == SNW_OK);
    size_t a = 0, b = 0;
    char *first = text_of(one, &a), *second = text_of(two, &b);
    CHECK(a == b && memcmp(first, second, a) == 0);
    free(first);
    free(second);
    free(block);
    free(k.block);
    CHECK(remove(one) == 0 && remove(two) == 0);
}

static void files_that_are_no_paths_are_refused(void) {
    const char *file = SNW_BINARY_DIR "/queue_path_3.xml";
    snw_path path;
    void *block = NULL;
    CHECK(load("/nowhere/at/all.xml", &path, &block) < 0);
    // numbers that are missing, times that fall, a path without columns
    static const char *const texts[] = {
        " scalars=\"2\"><times_ns size=\"3\"><group>0 1 2</group></times_ns>"
        "<values size=\"3\"><group>1 2 3</group></values></path>",
        " scalars=\"1\"><times_ns size=\"3\"><group>0 2 1</group></times_ns>"
        "<values size=\"3\"><group>1 2 3</group></values></path>",
        "></path>"};
    static const snw_status expected[] = {SNW_ERR_SIZE, SNW_ERR_RANGE, SNW_ERR_ARGUMENT};
    for (int i = 0; i < 3; i++) {
        FILE *f = fopen(file, "wb");
        CHECK(f != NULL);
        CHECK(fprintf(f, "<path xmlns=\"urn:sinew:motion\" version=\"1\"%s\n", texts[i]) > 0);
        CHECK(fclose(f) == 0);
        block = NULL;
        CHECK(load(file, &path, &block) == expected[i]);
        free(block);
    }
    CHECK(remove(file) == 0);
}

// spec: actin-tools:PA-07
static void a_hundred_thousand_records_come_back(void) {
    const char *file = SNW_BINARY_DIR "/queue_path_4.xml";
    kept k = open_path(6, 0, 100000, 0);
    for (int i = 0; i < 100000; i++) {
        double q[6];
        for (int c = 0; c < 6; c++)
            q[c] = check_real(-3, 3);
        CHECK(snw_path_add(&k.path, i * MS, q, NULL) == SNW_OK);
    }
    CHECK(snw_path_save(file, &k.path, NULL) == SNW_OK);
    snw_path back;
    void *block = NULL;
    CHECK(load(file, &back, &block) == SNW_OK && back.count == 100000);
    CHECK(memcmp(back.scalars, k.path.scalars, 600000 * sizeof(double)) == 0);
    CHECK(remove(file) == 0);
    free(block);
    free(k.block);
}

int main(void) {
    RUN(every_arena_that_is_too_small_is_refused);
    RUN(records_keep_their_spacing_by_whole_ticks);
    RUN(linear_replay_is_straight_between_records_and_held_outside);
    RUN(orientations_turn_at_constant_speed_by_the_shorter_way);
    RUN(four_hands_are_recorded_and_found_again);
    RUN(smooth_replay_has_no_jump_of_velocity);
    RUN(a_loop_does_not_drift_and_leaves_others_alone);
    RUN(a_file_comes_back_bit_for_bit);
    RUN(files_that_are_no_paths_are_refused);
    RUN(times_that_nanoseconds_cannot_hold_are_refused);
    RUN(a_hundred_thousand_records_come_back);
    return check_report();
}
