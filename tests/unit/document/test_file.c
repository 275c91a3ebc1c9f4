// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <zlib.h>

#include "../../../src/core/document/inside.h"
#include "reading.h"
#include "unit/os/scratch.h"

static const char sample[] =
    "<arm_link name='a' mass='2.5'><soft lower='-1'/><body><ball radius='0.25'/></body><children>"
    "<link name='b'/></children></arm_link>";

static const arm_link *sample_object(void) {
    return read_good(&arm_link_type, sample);
}

static const snw_read_options *options(void) {
    static snw_read_options how;
    how.registry = samples();
    return &how;
}

static void *read_path(const char *path) {
    void *object = NULL;
    diags = (snw_diags){.items = findings, .capacity = FINDINGS};
    const snw_status status =
        snw_document_read(path, &arm_link_type, options(), setup, &object, &diags);
    CHECK((status == SNW_OK) == (object != NULL) && status == snw_diags_status(&diags));
    return object;
}

static size_t size_of(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 ? (size_t)info.st_size : 0;
}

// --- names --------------------------------------------------------------------------------------

// spec: actin-model:A1-XM-19
static void the_name_of_a_file_says_its_form(void) {
    static const struct {
        const char *name;
        bool packed, json;
    } set[] = {{"a.xml", false, false},     {"a.ecx", false, false},   {"a.json", false, true},
               {"a.xml.gz", true, false},   {"a.ecx.gz", true, false}, {"a.json.gz", true, true},
               {"a.ecz", true, false},      {"a.gz", true, false},     {"a.b.xml", false, false},
               {"a.json.xml", false, false}};
    const arm_link *object = sample_object();
    char first[4096];
    for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
        const scratch_name path = scratch(set[i].name);
        snw_why why;
        CHECK(snw_document_write(path.text, &arm_link_type, object, NULL, &why) == SNW_OK);
        const arm_link *back = read_path(path.text);
        CHECK(back != NULL && snw_block_equal(&arm_link_type, object, back));

        // plain ones begin as text; packed ones are gzip for the tool itself and for its library
        FILE *file = fopen(path.text, "rb");
        CHECK(file != NULL && fread(first, 1, 2, file) == 2 && fclose(file) == 0);
        CHECK((first[0] == '\x1F' && first[1] == '\x8B') == set[i].packed);
        char command[2 * SCRATCH_PATH];
        (void)snprintf(command, sizeof command, "gzip -t < '%s' 2> /dev/null", path.text);
        CHECK((system(command) == 0) == set[i].packed);
        gzFile packed = gzopen(path.text, "rb"); // reads plain files as well
        const int length = gzread(packed, first, sizeof first - 1);
        CHECK(length > 0 && gzclose(packed) == Z_OK);
        first[length] = '\0';
        CHECK(first[0] == (set[i].json ? '{' : '<') && strstr(first, "arm_link") != NULL);
    }
}

static void other_names_are_refused(void) {
    static const char *const names[] = {"a",   "a.txt",  "a.tar.gz", "a.xml.bz2", "a.XML",   "xml",
                                        ".gz", "a.xml~", "a.",       "b.d/a",     "b.xml/a", ""};
    const arm_link *object = sample_object();
    (void)mkdir(scratch("b.d").text, 0700);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const scratch_name path = scratch(names[i]);
        snw_why why;
        CHECK(snw_document_write(path.text, &arm_link_type, object, NULL, &why) ==
              SNW_ERR_ARGUMENT);
        CHECK_TEXT(why.rule, "file-name");
        CHECK(why.fix[0] != '\0' && strcmp(why.file, path.text) == 0);
        CHECK(read_path(path.text) == NULL && diags.count == 1);
        CHECK(findings[0].code == SNW_ERR_ARGUMENT);
    }
    CHECK(scratch_count(scratch("b.d").text) == 0);
    CHECK(read_path(scratch("missing.xml").text) == NULL);
    CHECK(findings[0].code == SNW_ERR_NOT_FOUND);
    CHECK_TEXT(findings[0].file, scratch("missing.xml").text);
}

static void only_regular_files_are_read(void) {
    CHECK(mkfifo(scratch("pipe.xml").text, 0600) == 0); // to open it would wait for ever
    CHECK(read_path(scratch("pipe.xml").text) == NULL);
    CHECK(findings[0].code == SNW_ERR_ARGUMENT && findings[0].fix[0] != '\0');
    (void)mkdir(scratch("folder.xml").text, 0700);
    CHECK(read_path(scratch("folder.xml").text) == NULL);
    CHECK(symlink("/dev/zero", scratch("zero.json").text) == 0);
    CHECK(read_path(scratch("zero.json").text) == NULL);
}

// --- writing ------------------------------------------------------------------------------------

static void a_file_is_written_whole_or_not_at_all(void) {
    const arm_link *object = sample_object();
    const scratch_name folder = scratch("w");
    (void)mkdir(folder.text, 0700);
    const scratch_name path = scratch("w/a.xml");
    CHECK(snw_document_write(path.text, &arm_link_type, object, NULL, NULL) == SNW_OK);
    const size_t before = size_of(path.text);

    // an illegal object is not written, and the old file stays
    arm_link broken = *object;
    broken.mass = -1;
    snw_why why;
    CHECK(snw_document_write(path.text, &arm_link_type, &broken, NULL, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.subject, "mass");
    CHECK_TEXT(why.file, path.text);
    CHECK(size_of(path.text) == before && read_path(path.text) != NULL);

    // nor one that would be too large to be read
    row wide = {.count = 1000};
    char *large = malloc(1000 * sizeof(double));
    wide.cells = (double *)(void *)large;
    for (int i = 0; i < 1000; i++) {
        wide.cells[i] = 0.1 * i;
    }
    CHECK(snw_document_write(path.text, &row_type, &wide,
                             &(snw_write_options){.columns = 1, .indent = 6000},
                             &why) == SNW_ERR_TOO_LARGE);
    free(large);
    CHECK(size_of(path.text) == before);

    // a folder that cannot be written to
    const scratch_name nowhere = scratch("w/none/a.xml");
    CHECK(snw_document_write(nowhere.text, &arm_link_type, object, NULL, &why) ==
          SNW_ERR_NOT_FOUND);
    CHECK(scratch_count(folder.text) == 1);
}

// --- memory and streams -------------------------------------------------------------------------

// spec: actin-model:A1-XM-22
static void buffers_hold_objects_plain_and_compressed(void) {
    const arm_link *object = sample_object();
    char plain[2048], packed[2048], again[2048];
    for (int json = 0; json < 2; json++) {
        snw_text text = snw_text_over(plain, sizeof plain);
        (json ? snw_json_write : snw_xml_write)(&arm_link_type, object, NULL, &text);
        size_t packed_size, again_size;
        CHECK(snw_gzip(plain, text.length, packed, sizeof packed, &packed_size) == SNW_OK);
        CHECK(snw__gunzip(packed, packed_size, again, sizeof again, &again_size) == SNW_OK);
        CHECK(again_size == text.length && memcmp(again, plain, again_size) == 0);

        const snw_source sources[] = {{.bytes = plain, .length = text.length, .name = "plain"},
                                      {.bytes = packed, .length = packed_size, .name = "packed"}};
        for (int i = 0; i < 2; i++) {
            void *back = NULL;
            diags = (snw_diags){.items = findings, .capacity = FINDINGS};
            CHECK((json ? snw_json_read : snw_xml_read)(&sources[i], &arm_link_type, options(),
                                                        setup, &back, &diags) == SNW_OK);
            CHECK(snw_block_equal(&arm_link_type, object, back));
        }
    }
}

typedef struct stream {
    const char *bytes;
    size_t length, at, piece;
    ptrdiff_t last; // what is given at the end
    int calls;
} stream;

static ptrdiff_t read_piece(void *buffer, size_t size, void *context) {
    stream *s = context;
    s->calls++;
    size_t n = s->length - s->at < s->piece ? s->length - s->at : s->piece;
    if (n > size) n = size;
    if (n == 0) return s->last;
    memcpy(buffer, s->bytes + s->at, n);
    s->at += n;
    return (ptrdiff_t)n;
}

static ptrdiff_t read_endless(void *buffer, size_t size, void *context) {
    size_t *total = context;
    memset(buffer, ' ', size);
    *total += size;
    return (ptrdiff_t)size;
}

// spec: actin-model:A1-XM-23
static void a_stream_of_the_callers_is_read_to_its_end(void) {
    const arm_link *object = sample_object();
    char text[2048], packed[2048];
    snw_text line = snw_text_over(text, sizeof text);
    snw_xml_write(&arm_link_type, object, NULL, &line);
    size_t packed_size;
    CHECK(snw_gzip(text, line.length, packed, sizeof packed, &packed_size) == SNW_OK);
    void *back = NULL;
    const snw_document how = {options(), setup, &back, &diags};
    for (size_t piece = 1; piece < 3000; piece = piece * 2 + 1) {
        stream s = {.bytes = text, .length = line.length, .piece = piece};
        back = NULL;
        CHECK(snw__document_read_stream(read_piece, &s, "s.xml", &arm_link_type, &how) == SNW_OK);
        CHECK(snw_block_equal(&arm_link_type, object, back));
        CHECK((size_t)s.calls >= line.length / piece);
        s = (stream){.bytes = packed, .length = packed_size, .piece = piece};
        back = NULL;
        CHECK(snw__document_read_stream(read_piece, &s, "s.ecz", &arm_link_type, &how) == SNW_OK);
        CHECK(snw_block_equal(&arm_link_type, object, back));
    }

    // JSON as well
    line = snw_text_over(text, sizeof text);
    snw_json_write(&arm_link_type, object, NULL, &line);
    CHECK(snw_gzip(text, line.length, packed, sizeof packed, &packed_size) == SNW_OK);
    stream json = {.bytes = packed, .length = packed_size, .piece = 7};
    CHECK(snw__document_read_stream(read_piece, &json, "s.json.gz", &arm_link_type, &how) ==
          SNW_OK);
    CHECK(snw_block_equal(&arm_link_type, object, back));

    // one that fails, lies, never ends, or has no name to go by
    diags = (snw_diags){.items = findings, .capacity = FINDINGS};
    stream failing = {.bytes = text, .length = 10, .piece = 4, .last = -1};
    CHECK(snw__document_read_stream(read_piece, &failing, "s.xml", &arm_link_type, &how) ==
          SNW_ERR_IO);
    CHECK_TEXT(findings[0].file, "s.xml");
    stream lying = {.bytes = text, .length = 10, .piece = 4, .last = PTRDIFF_MAX};
    CHECK(snw__document_read_stream(read_piece, &lying, "s.xml", &arm_link_type, &how) ==
          SNW_ERR_IO);
    size_t total = 0;
    CHECK(snw__document_read_stream(read_endless, &total, "s.xml", &arm_link_type, &how) ==
          SNW_ERR_TOO_LARGE);
    CHECK(total <= 4 * (size_t)SNW_DOCUMENT_BYTES);
    CHECK(snw__document_read_stream(read_endless, &total, "s.dat", &arm_link_type, &how) ==
          SNW_ERR_ARGUMENT);
    stream empty = {.bytes = text, .piece = 1};
    CHECK(snw__document_read_stream(read_piece, &empty, "s.xml", &arm_link_type, &how) ==
          SNW_ERR_SYNTAX);
    CHECK(diags.errors == 5);
}

// --- gzip ---------------------------------------------------------------------------------------

static void gzip_never_needs_more_than_it_says(void) {
    enum { MOST = 200000 };
    unsigned char *bytes = malloc(MOST), *packed = malloc(MOST + MOST / 1000 + 64);
    CHECK(bytes != NULL && packed != NULL);
    CHECK_CASES(check_scaled(150)) {
        const size_t length =
            check_int(0, 3) == 0 ? (size_t)check_int(0, 300) : (size_t)check_int(0, MOST);
        const bool noise = check_int(0, 1) == 0;
        for (size_t i = 0; i < length; i++) {
            bytes[i] = noise ? (unsigned char)check_bits() : (unsigned char)("abc"[i % 3]);
        }
        size_t needed = 0, size = 0;
        CHECK(snw_gzip(bytes, length, NULL, 0, &needed) == SNW_ERR_SIZE);
        CHECK(needed <= length + length / 1000 + 64);
        // exactly that is enough, one byte less is not
        CHECK(snw_gzip(bytes, length, packed, needed, &size) == SNW_OK && size == needed);
        CHECK(snw_gzip(bytes, length, packed, needed - 1, &size) == SNW_ERR_SIZE && size == needed);
        CHECK(snw_gzip(bytes, length, packed, needed, &size) == SNW_OK);
        unsigned char *back = malloc(length + 1);
        CHECK(snw__gunzip(packed, needed, back, length, &size) == SNW_OK && size == length);
        CHECK(memcmp(back, bytes, length) == 0);
        if (length > 0) {
            CHECK(snw__gunzip(packed, needed, back, length - 1, &size) == SNW_ERR_TOO_LARGE);
        }
        free(back);
    }
    free(bytes);
    free(packed);
}

static void damaged_gzip_is_refused(void) {
    const arm_link *object = sample_object();
    char text[2048], packed[2048], out[4096];
    snw_text line = snw_text_over(text, sizeof text);
    snw_xml_write(&arm_link_type, object, NULL, &line);
    size_t size, got;
    CHECK(snw_gzip(text, line.length, packed, sizeof packed, &size) == SNW_OK);
    for (size_t cut = 0; cut < size; cut++) {
        CHECK(snw__gunzip(packed, cut, out, sizeof out, &got) == SNW_ERR_SYNTAX);
    }
    int noticed = 0;
    for (size_t i = 0; i < 8 * size; i++) {
        packed[i / 8] = (char)(packed[i / 8] ^ 1 << (i % 8));
        const snw_status status = snw__gunzip(packed, size, out, sizeof out, &got);
        // what the header says about time and system does not matter
        if (status == SNW_OK) CHECK(got == line.length && memcmp(out, text, got) == 0);
        noticed += status == SNW_ERR_SYNTAX;
        packed[i / 8] = (char)(packed[i / 8] ^ 1 << (i % 8));
    }
    CHECK(noticed > (int)(8 * (size - 10)) - 1);

    // several members are one text; anything else behind them is damage
    char twice[4096];
    memcpy(twice, packed, size);
    memcpy(twice + size, packed, size);
    CHECK(snw__gunzip(twice, 2 * size, out, sizeof out, &got) == SNW_OK);
    CHECK(got == 2 * line.length && memcmp(out + line.length, text, line.length) == 0);
    CHECK(snw__gunzip(twice, 2 * size - 1, out, sizeof out, &got) == SNW_ERR_SYNTAX);
    memset(twice + size, 'x', size);
    CHECK(snw__gunzip(twice, size + 5, out, sizeof out, &got) == SNW_ERR_SYNTAX);
    CHECK(snw__gunzip(text, line.length, out, sizeof out, &got) == SNW_ERR_SYNTAX);

    const snw_source source = {.bytes = packed, .length = size - 3, .name = "cut.xml.gz"};
    void *back = NULL;
    diags = (snw_diags){.items = findings, .capacity = FINDINGS};
    CHECK(snw_xml_read(&source, &arm_link_type, options(), setup, &back, &diags) == SNW_ERR_SYNTAX);
    CHECK_TEXT(findings[0].text, "the compressed text is damaged");
    CHECK_TEXT(findings[0].file, "cut.xml.gz");
}

static void a_bomb_ends_at_the_limit(void) {
    // 64 MB of blanks in some 64 kB
    enum { MEGABYTES = 64 };
    char *zeros = malloc(1 << 20), *bomb = malloc(1 << 20);
    CHECK(zeros != NULL && bomb != NULL);
    memset(zeros, ' ', 1 << 20);
    z_stream z = {0};
    CHECK(deflateInit2(&z, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    z.next_out = (Bytef *)bomb;
    z.avail_out = 1 << 20;
    for (int i = 0; i < MEGABYTES; i++) {
        z.next_in = (Bytef *)zeros;
        z.avail_in = 1 << 20;
        CHECK(deflate(&z, i + 1 == MEGABYTES ? Z_FINISH : Z_NO_FLUSH) >= 0);
    }
    const size_t size = z.total_out;
    (void)deflateEnd(&z);
    CHECK(size < 100000);

    void *object = NULL;
    diags = (snw_diags){.items = findings, .capacity = FINDINGS};
    const snw_source source = {.bytes = bomb, .length = size, .name = "bomb.xml.gz"};
    CHECK(snw_xml_read(&source, &arm_link_type, NULL, setup, &object, &diags) == SNW_ERR_TOO_LARGE);
    CHECK_TEXT(findings[0].text, "the compressed text expands beyond the limit");
    const scratch_name path = scratch("bomb.xml.gz");
    FILE *file = fopen(path.text, "wb");
    CHECK(file != NULL && fwrite(bomb, 1, size, file) == size && fclose(file) == 0);
    CHECK(read_path(path.text) == NULL && findings[0].code == SNW_ERR_TOO_LARGE);
    free(zeros);
    free(bomb);

    // what is large and allowed is read
    const size_t large = SNW_DOCUMENT_BYTES - 100000;
    char *text = malloc(large), *packed = malloc(1 << 20);
    CHECK(text != NULL && packed != NULL);
    memset(text, ' ', large);
    memcpy(text, "<arm_link name='a'/>", 20);
    size_t packed_size;
    CHECK(snw_gzip(text, large, packed, 1 << 20, &packed_size) == SNW_OK);
    const snw_source legal = {.bytes = packed, .length = packed_size, .name = "large.xml.gz"};
    diags = (snw_diags){.items = findings, .capacity = FINDINGS};
    CHECK(snw_xml_read(&legal, &arm_link_type, NULL, setup, &object, &diags) == SNW_OK);
    free(text);
    free(packed);
}

int main(void) {
    scratch_open();
    RUN(the_name_of_a_file_says_its_form);
    RUN(other_names_are_refused);
    RUN(only_regular_files_are_read);
    RUN(a_file_is_written_whole_or_not_at_all);
    RUN(buffers_hold_objects_plain_and_compressed);
    RUN(a_stream_of_the_callers_is_read_to_its_end);
    RUN(gzip_never_needs_more_than_it_says);
    RUN(damaged_gzip_is_refused);
    RUN(a_bomb_ends_at_the_limit);
    const int result = check_report();
    snw_setup_destroy(setup);
    return result;
}
