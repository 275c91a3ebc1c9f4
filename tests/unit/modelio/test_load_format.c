// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "load_test.h"

static snw_model_format format_of(const char *name, const char *text) {
    const snw_source source = {text, strlen(text), name, NULL};
    return snw_model_format_of(&source);
}

static void the_name_of_a_file_says_what_is_written(void) {
    static const struct {
        const char *path;
        snw_model_format format;
    } cases[] = {
        {"arm.urdf", SNW_FORMAT_URDF},
        {"dir.xml/arm.URDF", SNW_FORMAT_URDF},
        {"arm.urdf.gz", SNW_FORMAT_URDF},
        {"arm.urdf.xacro", SNW_FORMAT_XACRO},
        {"arm.xml", SNW_FORMAT_ROBOT_XML},
        {"arm.xml.gz", SNW_FORMAT_ROBOT_XML},
        {"arm.ecx", SNW_FORMAT_ROBOT_XML},
        {"arm.ecz", SNW_FORMAT_ROBOT_XML},
        {"arm.json", SNW_FORMAT_ROBOT_JSON},
        {"arm.json.gz", SNW_FORMAT_ROBOT_JSON},
        {"arm.csv", SNW_FORMAT_DH_CSV},
        {"arm.dh.csv", SNW_FORMAT_DH_CSV},
        {"arm.tsv", SNW_FORMAT_DH_CSV},
        {"arm.dh.xml", SNW_FORMAT_DH_XML},
        {"arm.cell.xml", SNW_FORMAT_CELL},
        {"arm.cell", SNW_FORMAT_CELL},
        {"arm.txt", SNW_FORMAT_UNKNOWN},
        {"arm", SNW_FORMAT_UNKNOWN},
        {"", SNW_FORMAT_UNKNOWN},
        {".gz", SNW_FORMAT_UNKNOWN},
        {".urdf", SNW_FORMAT_UNKNOWN},
        {"arm.urdf/", SNW_FORMAT_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (snw_model_format_named(cases[i].path) != cases[i].format) {
            print_error("%s\n", cases[i].path);
        }
        CHECK(snw_model_format_named(cases[i].path) == cases[i].format);
    }
}

// whatever the name says, the content decides
static void the_content_says_what_is_read(void) {
    static const char *const names[] = {"r.xml", "r", "r.json", "r.csv", "r.txt", "r.dh.xml"};
    static const struct {
        const char *text;
        snw_model_format format;
    } cases[] = {
        {URDF, SNW_FORMAT_URDF},
        {OURS, SNW_FORMAT_ROBOT_XML},
        {"<robot xmlns='urn:sinew' name='r'/>", SNW_FORMAT_ROBOT_XML},
        {"<robot xmlns='urn:sinewy' name='r'/>", SNW_FORMAT_URDF},
        {BARE, SNW_FORMAT_ROBOT_XML},
        {JSON, SNW_FORMAT_ROBOT_JSON},
        {SHEET, SNW_FORMAT_DH_XML},
        {XACRO, SNW_FORMAT_XACRO},
        {CELL, SNW_FORMAT_CELL},
        {" \n\t" URDF, SNW_FORMAT_URDF},
        {"\xEF\xBB\xBF" URDF, SNW_FORMAT_URDF},
        {"<?xml version='1.0'?><!-- <links/> -->" URDF, SNW_FORMAT_URDF},
        {"<robot name='e'/>", SNW_FORMAT_URDF},
        {"<robot name='r'>text<joints/></robot>", SNW_FORMAT_ROBOT_XML},
        {"{\"links\": [{\"type\": \"cell\"}], \"type\": \"cell\"}", SNW_FORMAT_CELL},
        {"{\"links\": [{\"type\": \"cell\"}]}", SNW_FORMAT_ROBOT_JSON},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            const snw_model_format format = format_of(names[k], cases[i].text);
            if (format != cases[i].format) print_error("%s: %s\n", names[k], cases[i].text);
            CHECK(format == cases[i].format);
        }
    }
}

// a name that ends in .urdf means URDF, so that its own reader judges what is not
static void what_the_content_does_not_say_the_name_says(void) {
    CHECK(format_of("r.urdf", OURS) == SNW_FORMAT_URDF);
    CHECK(format_of("r.urdf", "<robot nam") == SNW_FORMAT_URDF);
    CHECK(format_of("r.urdf", "") == SNW_FORMAT_URDF);
    CHECK(format_of("r.xml", "<sdf/>") == SNW_FORMAT_ROBOT_XML);
    CHECK(format_of("r.cell.xml", "<cel/>") == SNW_FORMAT_CELL);
    CHECK(format_of("r.json", "[") == SNW_FORMAT_ROBOT_JSON);
    CHECK(format_of("r.json", "<sdf/>") == SNW_FORMAT_UNKNOWN);
    CHECK(format_of("r.csv", "x") == SNW_FORMAT_DH_CSV);
    CHECK(format_of("r", TABLE) == SNW_FORMAT_DH_CSV);
    CHECK(format_of("r", "prose without separators") == SNW_FORMAT_UNKNOWN);
    CHECK(format_of("r", "\x01,") == SNW_FORMAT_UNKNOWN);
    CHECK(format_of("r", "<sdf/>") == SNW_FORMAT_UNKNOWN);
    CHECK(format_of("r", "") == SNW_FORMAT_UNKNOWN);
}

// the reader of a text never looks beyond its end: every beginning of every sample, in a block of
// exactly its size
static void every_beginning_of_a_file_is_some_format(void) {
    static const char *const samples[] = {URDF, OURS, BARE, JSON, TABLE, SHEET, XACRO, CELL};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        for (size_t length = 0; length <= strlen(samples[i]); length++) {
            char *block = malloc(length + 1);
            CHECK(block != NULL);
            char *text = length > 0 ? memcpy(block, samples[i], length) : block;
            text[length] = '\0';
            const snw_source source = {text, length, "r", NULL};
            const snw_model_format format = snw_model_format_of(&source);
            CHECK(format >= SNW_FORMAT_UNKNOWN && format <= SNW_FORMAT_CELL);
            free(block);
        }
    }
}

// Seen: 'sinew model check' of "<robot>" and 256 letters read memory that was freed. The check of
// the format kept the name of the root while the reader, which moves its buffer as a text or an
// attribute grows, looked for what comes next. The block of a text is exactly as large as the text.
static void the_root_is_known_whatever_follows_it(void) {
    enum { MOST = 1 << 14 };
    static const char *const starts[] = {"<robot>", "<robot name='", "<robot><!--", "<cell>",
                                         "<dh_table name='"};
    static const snw_model_format formats[] = {SNW_FORMAT_URDF, SNW_FORMAT_ROBOT_XML,
                                               SNW_FORMAT_URDF, SNW_FORMAT_CELL, SNW_FORMAT_DH_XML};
    static const char *const ends[] = {"", "'><links/></robot>", "--></robot>", "</cell>", "'/>"};
    for (int i = 0; i < 5; i++) {
        for (size_t more = 1; more <= MOST; more *= 2) {
            const size_t start = strlen(starts[i]), end = strlen(ends[i]);
            const size_t length = start + more + end;
            char *text = malloc(length);
            CHECK(text != NULL);
            memcpy(text, starts[i], start);
            memset(text + start, 'x', more);
            memcpy(text + start + more, ends[i], end);
            const snw_source source = {text, length, "r", NULL};
            const snw_model_format format = snw_model_format_of(&source);
            CHECK(format == formats[i]);
            free(text);
        }
    }
}

static void every_format_has_a_name_of_its_own(void) {
    CHECK_TEXT(snw_model_format_name(SNW_FORMAT_UNKNOWN), "unknown");
    CHECK_TEXT(snw_model_format_name(SNW_FORMAT_URDF), "urdf");
    CHECK_TEXT(snw_model_format_name(SNW_FORMAT_XACRO), "xacro");
    CHECK_TEXT(snw_model_format_name(SNW_FORMAT_ROBOT_XML), "robot_xml");
    CHECK_TEXT(snw_model_format_name(SNW_FORMAT_ROBOT_JSON), "robot_json");
    CHECK_TEXT(snw_model_format_name(SNW_FORMAT_DH_CSV), "dh_csv");
    CHECK_TEXT(snw_model_format_name(SNW_FORMAT_DH_XML), "dh_xml");
    CHECK_TEXT(snw_model_format_name(SNW_FORMAT_CELL), "cell");
    CHECK_TEXT(snw_model_format_name((snw_model_format)99), "unknown");
}

int main(void) {
    RUN(the_name_of_a_file_says_what_is_written);
    RUN(the_content_says_what_is_read);
    RUN(what_the_content_does_not_say_the_name_says);
    RUN(every_beginning_of_a_file_is_some_format);
    RUN(the_root_is_known_whatever_follows_it);
    RUN(every_format_has_a_name_of_its_own);
    return check_report();
}
