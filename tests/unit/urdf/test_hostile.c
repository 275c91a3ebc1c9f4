// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "urdf_test.h"

#include <stdatomic.h>

#include "../os/scratch.h"
#include "sinew/os/file.h"
#include "sinew/os/thread.h"
#include "sinew/store.h"

// Files that would harm a careless reader, below the command line: tests/cases/hostile-models has
// the whole set.

// --- files --------------------------------------------------------------------------------------

static void check_refused(const char *name, snw_status code, const char *said) {
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    CHECK(setup != NULL);
    snw_why items[4];
    snw_diags diags = {.items = items, .capacity = 4};
    snw_robot *robot = NULL;
    const snw_status status = snw_urdf_read_file(scratch(name).text, NULL, setup, &robot, &diags);
    if (status != code && diags.count > 0) print_error("%s: %s\n", name, items[0].text);
    CHECK(status == code && robot == NULL && diags.errors == 1);
    CHECK_TEXT(items[0].text, said);
    // nothing of it was kept
    CHECK(snw_setup_size(setup) < 4096);
    snw_setup_destroy(setup);
}

static void make_sparse(const char *name, long long size) {
    scratch_put(scratch(name).text, "<robot name='r'><link name='a'/></robot>");
    CHECK(truncate(scratch(name).text, size) == 0);
}

static void a_file_beyond_the_limit_is_refused_by_its_size(void) {
    const char *said = "the file is larger than the limit";
    make_sparse("17MB.urdf", 17LL << 20);
    check_refused("17MB.urdf", SNW_ERR_TOO_LARGE, said);
    make_sparse("10GB.urdf", 10LL << 30);
    check_refused("10GB.urdf", SNW_ERR_TOO_LARGE, said);
    make_sparse("16MB.urdf", (16LL << 20) + 1);
    check_refused("16MB.urdf", SNW_ERR_TOO_LARGE, said);
    CHECK(unlink(scratch("10GB.urdf").text) == 0);
}

static void pipes_devices_and_folders_are_not_opened(void) {
    const char *said = "it is a pipe, a socket or a device, not a regular file";
    CHECK(mkfifo(scratch("pipe.urdf").text, 0600) == 0);
    check_refused("pipe.urdf", SNW_ERR_ARGUMENT, said);
    CHECK(symlink("/dev/zero", scratch("zero.urdf").text) == 0);
    check_refused("zero.urdf", SNW_ERR_ARGUMENT, said);
    CHECK(symlink("loop.urdf", scratch("loop.urdf").text) == 0);
    check_refused("loop.urdf", SNW_ERR_ARGUMENT,
                  "cannot read the file: symbolic links form a circle");
    CHECK(mkdir(scratch("folder.urdf").text, 0700) == 0);
    check_refused("folder.urdf", SNW_ERR_ARGUMENT, "cannot read the file: it is a directory");
    check_refused("none.urdf", SNW_ERR_NOT_FOUND, "cannot read the file: it does not exist");
}

// A file that somebody writes at this moment. Replaced as a whole, it is always one of the two
// robots that are written; written in steps, it is refused or some robot, and never a crash or a
// wait.
static const char *const versions[] = {
    "<robot name='one'><link name='a'/></robot>",
    "<robot name='two'><link name='a'/><link name='b'/><joint name='j' type='fixed'><parent "
    "link='a'/><child link='b'/></joint></robot>"};

typedef struct rewriting {
    char path[SCRATCH_PATH];
    bool whole;
    atomic_bool enough;
} rewriting;

static void write_in_steps(const char *path, const char *text) {
    const size_t half = strlen(text) / 2;
    FILE *file = fopen(path, "w");
    if (file == NULL) return;
    (void)fwrite(text, 1, half, file);
    (void)fflush(file);
    (void)fwrite(text + half, 1, strlen(text) - half, file);
    (void)fclose(file);
}

static void rewrite(void *context) {
    rewriting *w = context;
    for (int turn = 0; !atomic_load(&w->enough); turn++) {
        const char *text = versions[turn % 2];
        if (w->whole) {
            SNW_IGNORE(snw_file_write(w->path, text, strlen(text), NULL));
        } else {
            write_in_steps(w->path, text);
        }
    }
}

static bool is_right(const char *path, bool whole) {
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_why items[4];
    snw_diags diags = {.items = items, .capacity = 4};
    snw_robot *robot = NULL;
    const snw_status status = snw_urdf_read_file(path, NULL, setup, &robot, &diags);
    bool right = (status == SNW_OK) == (robot != NULL) && (status == SNW_OK || !whole);
    if (robot != NULL) {
        const int links = strcmp(robot->name, "one") == 0 ? 1 : 2;
        right = robot->joint_count == robot->link_count - 1;
        if (whole) right = right && robot->link_count == links;
    }
    snw_setup_destroy(setup);
    return right;
}

static void load_while_it_changes(bool whole) {
    rewriting w = {.whole = whole};
    (void)snprintf(w.path, sizeof w.path, "%s", scratch("changing.urdf").text);
    scratch_put(w.path, versions[0]);
    snw_thread *writer = NULL;
    snw_thread_config config = snw_thread_defaults();
    config.run = rewrite;
    config.context = &w;
    CHECK(snw_thread_open(&writer, &config, NULL) == SNW_OK);
    bool right = true;
    for (int i = 0; i < 1000 && right; i++) {
        right = is_right(w.path, whole);
    }
    atomic_store(&w.enough, true);
    CHECK(snw_thread_join(writer, -1) == SNW_OK);
    CHECK(right);
}

static void a_file_that_is_replaced_is_the_old_or_the_new_robot(void) {
    load_while_it_changes(true);
}

static void a_file_that_is_being_written_is_refused_or_some_robot(void) {
    load_while_it_changes(false);
}

// --- gzip ---------------------------------------------------------------------------------------

static const char small[] = "<robot name='r'><link name='a'/></robot>";

static size_t pack(const char *text, size_t length, char *out, size_t size) {
    size_t packed = 0;
    CHECK(snw_gzip(text, length, out, size, &packed) == SNW_OK);
    return packed;
}

static snw_status read_bytes(const char *bytes, size_t length, const char **said) {
    static reading r;
    const snw_urdf_options options = {.keep_names = true};
    open_reading(&r, bytes, length, &options);
    *said = r.diags.count > 0 ? r.items[0].text : "";
    close_reading(&r);
    return r.status;
}

static void a_text_in_two_members_of_gzip_is_one_text(void) {
    char packed[512];
    const char *said;
    size_t size = pack(small, 17, packed, sizeof packed);
    size += pack(small + 17, sizeof small - 1 - 17, packed + size, sizeof packed - size);
    CHECK(read_bytes(packed, size, &said) == SNW_OK);
}

static void damaged_gzip_is_called_damaged_and_a_bomb_too_large(void) {
    char packed[512];
    const char *said;
    const size_t size = pack(small, sizeof small - 1, packed, sizeof packed);
    for (size_t cut = 20; cut < size; cut++) {
        CHECK(read_bytes(packed, cut, &said) == SNW_ERR_SYNTAX);
        CHECK_TEXT(said, "the compressed text is damaged");
    }
    packed[size] = 'x';
    CHECK(read_bytes(packed, size + 1, &said) == SNW_ERR_SYNTAX);
    CHECK_TEXT(said, "the compressed text is damaged");

    // two members of 12 MB each, which is allowed for either alone
    const size_t half = 12 << 20;
    char *blanks = malloc(half), *bomb = malloc(half / 8);
    CHECK(blanks != NULL && bomb != NULL);
    memset(blanks, ' ', half);
    size_t length = pack(blanks, half, bomb, half / 8);
    length += pack(blanks, half, bomb + length, half / 8 - length);
    CHECK(read_bytes(bomb, length, &said) == SNW_ERR_TOO_LARGE);
    CHECK_TEXT(said, "the compressed text expands beyond the limit");
    free(blanks);
    free(bomb);
}

// --- what is said about it ----------------------------------------------------------------------

static const char rich[] =
    "<?xml version='1.0'?><robot name='arm' version='1.0'><material name='red'><color rgba='1 0 0 "
    "1'/></material><link name='base'><inertial><origin xyz='0 0 1' rpy='0 0 0'/><mass "
    "value='2'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial><visual "
    "name='v'><geometry><box size='1 2 3'/></geometry><material name='red'/></visual></link><link "
    "name='tip'><collision><geometry><mesh filename='tip.stl' scale='1 1 1'/></geometry>"
    "</collision></link><joint name='turn' type='revolute'><parent link='base'/><child "
    "link='tip'/><axis xyz='0 0 1'/><limit lower='-1' upper='1' effort='1' velocity='1'/>"
    "<dynamics damping='1'/><safety_controller k_velocity='1'/></joint><gazebo "
    "reference='tip'><x>1</x></gazebo></robot>";

// text that a terminal shows and does not obey: valid UTF-8 without U+0000 to U+001F, U+007F and
// U+0080 to U+009F
static bool is_plain(const char *text) {
    const unsigned char *b = (const unsigned char *)text;
    for (size_t left = strlen(text); left > 0;) {
        const int step = snw_utf8_length((const char *)b, left);
        if (step == 0 || (step == 1 && (*b < 0x20 || *b == 0x7F))) return false;
        if (step == 2 && b[0] == 0xC2 && b[1] < 0xA0) return false;
        b += step;
        left -= (size_t)step;
    }
    return true;
}

static void no_sentence_holds_what_a_terminal_would_obey(void) {
    static const char *const strange[] = {
        "\xC2\x9B",  "\xC2\x85", "\x1B[2J",      "\x7F",         "&#x9B;",    "&#10;", "&#x7F;",
        "\xC0\xAF",  "\xFF",     "\xED\xA0\x80", "\xF0\x9F\x92", "\r",        "&#9;",  "a",
        "&#x202E;x", "'",        "\xC3\xA9",     "&#x85;y",      "zz\xC2\x9F"};
    static char text[sizeof rich + 64];
    long findings = 0;
    CHECK_CASES(check_scaled(20000)) {
        memcpy(text, rich, sizeof rich);
        size_t length = sizeof rich - 1;
        for (int n = check_int(1, 3); n > 0; n--) {
            const char *put = strange[check_bits() % (sizeof strange / sizeof *strange)];
            const size_t at = check_bits() % length, size = strlen(put);
            memmove(text + at + size, text + at, length - at);
            memcpy(text + at, put, size);
            length += size;
        }
        reading r;
        const snw_urdf_options options = {.keep_names = true,
                                          .strictness = (snw_strictness)check_int(0, 2)};
        open_reading(&r, text, length, &options);
        for (int i = 0; i < r.diags.count; i++, findings++) {
            if (!is_plain(sentence(&r, i))) print_error("%s\n", sentence(&r, i));
            CHECK(is_plain(sentence(&r, i)));
        }
        close_reading(&r);
    }
    CHECK(findings >= check_scaled(20000) / 2);
}

int main(void) {
    scratch_open();
    RUN(a_file_beyond_the_limit_is_refused_by_its_size);
    RUN(pipes_devices_and_folders_are_not_opened);
    RUN(a_file_that_is_replaced_is_the_old_or_the_new_robot);
    RUN(a_file_that_is_being_written_is_refused_or_some_robot);
    RUN(a_text_in_two_members_of_gzip_is_one_text);
    RUN(damaged_gzip_is_called_damaged_and_a_bomb_too_large);
    RUN(no_sentence_holds_what_a_terminal_would_obey);
    return check_report();
}
