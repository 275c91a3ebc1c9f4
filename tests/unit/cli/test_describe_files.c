// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "describe_sample.h"
#include "sinew/document.h"

static const char good[] = "<stretch xmlns='urn:sinew:robot' name='a' mass='2 kg'>\n"
                           "  <children><stretch name='b' mass='1'/></children>\n"
                           "</stretch>\n";
static const char bad[] = "<stretch name='a' mass='-2'>\n"
                          "  <colour/>\n"
                          "  <children><stretch name='b' mas='1'/></children>\n"
                          "</stretch>\n";

// --- check --------------------------------------------------------------------------------------

static void a_good_document_is_called_good(void) {
    scratch_put(scratch("good.xml").text, good);
    expect_describe("d check @/good.xml --type stretch", 0,
                    "good.xml: a good stretch, 0 warnings\n", "");
    captured result = describe_line("d check @/good.xml -t stretch --json");
    CHECK(result.exit_code == 0 && json_is_valid(result.out));
    CHECK(strstr(result.out, "\"type\":\"stretch\",\"ok\":true,\"errors\":0,\"warnings\":0,"
                             "\"findings\":[]}\n") != NULL);
    captured_free(&result);
}

static void all_findings_are_told_with_their_places(void) {
    scratch_put(scratch("bad.xml").text, bad);
    captured result = describe_line("d check @/bad.xml --type stretch");

    // the exit code is that of the first error, a value outside its range
    CHECK(result.exit_code == 3);
    static const char *const words[] = {"bad.xml:1:",          "outside its allowed range",
                                        "bad.xml:2:",          "'colour'",
                                        "bad.xml:3:",          "'mas'",
                                        "did you mean 'mass'?"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strstr(result.out, words[i]) == NULL) print_error("%s\n%s", words[i], result.out);
        CHECK(strstr(result.out, words[i]) != NULL);
    }
    CHECK(strstr(result.out, " errors, 0 warnings\n") != NULL && result.err[0] == '\0');
    captured_free(&result);
    result = describe_line("d check @/bad.xml --type stretch --json");
    CHECK(result.exit_code == 3 && json_is_valid(result.out));
    CHECK(strstr(result.out, "\"ok\":false") != NULL && strstr(result.out, "\"line\":3") != NULL);
    captured_free(&result);
}

static void lenient_turns_unknown_names_into_warnings_and_strict_turns_them_back(void) {
    scratch_put(scratch("odd.xml").text, "<stretch name='a' mass='1'><colour/></stretch>");
    expect_describe("d check @/odd.xml -t stretch", 3, "1 error, 0 warnings\n", "");
    expect_describe("d check @/odd.xml -t stretch --lenient", 0, "a good stretch, 1 warning\n", "");
    expect_describe("d check @/odd.xml -t stretch --strict", 3, "1 error", "");
    expect_describe("d check @/odd.xml -t stretch --strict --lenient", 2, "",
                    "--strict and --lenient contradict each other");
}

static void files_that_cannot_be_read_are_findings_too(void) {
    expect_describe("d check @/absent.xml -t stretch", 4, "absent.xml", "");
    scratch_put(scratch("what.txt").text, good);
    expect_describe("d check @/what.txt -t stretch", 2,
                    "the extension of the file name is not known", "");
    scratch_put(scratch("broken.xml").text, "<stretch name='a'");
    expect_describe("d check @/broken.xml -t stretch", 3, "broken.xml:1:", "");
    expect_describe("d check @/good.xml -t strecth", 3, "", "did you mean 'stretch'?");
    expect_describe("d check @/good.xml", 2, "", "--type");
}

static captured with_input(const char *line, const char *input) {
    cli_io io = {.in = fmemopen((void *)(uintptr_t)input, strlen(input), "r")};
    CHECK(io.in != NULL);
    captured result = {0};
    size_t sizes[2];
    io.out = open_memstream(&result.out, &sizes[0]);
    io.err = open_memstream(&result.err, &sizes[1]);
    char copy[256], *argv[16] = {0}, *rest = copy;
    (void)snprintf(copy, sizeof copy, "%s", line);
    int argc = 0;
    for (char *word; (word = strsep(&rest, " ")) != NULL;) {
        argv[argc++] = word;
    }
    result.exit_code = cli_main(&describe_program, argc, argv, &io);
    (void)fclose(io.in);
    (void)fclose(io.out);
    (void)fclose(io.err);
    return result;
}

static void standard_input_may_be_xml_or_json(void) {
    captured result = with_input("d check - -t stretch", good);
    CHECK(result.exit_code == 0 && strstr(result.out, "-: a good stretch") != NULL);
    captured_free(&result);
    result = with_input("d check - -t reg", " {\"kp\": 5}");
    CHECK(result.exit_code == 0);
    captured_free(&result);
    result = with_input("d check - -t reg", "{\"kp\": -5}");
    CHECK(result.exit_code == 3 && strstr(result.out, "standard input:1:") != NULL);
    captured_free(&result);
}

// --- convert ------------------------------------------------------------------------------------

// spelled out in one format, through the others, and back to the same bytes
static void documents_go_through_every_format_and_come_back(void) {
    static const char folder[] = SNW_SOURCE_DIR "/tests/cases/describe/samples";
    static const char *const samples[][2] = {{"station", "station"},
                                             {"stretch", "stretch"},
                                             {"expression", "combination"},
                                             {"law", "reg"},
                                             {"probe", "probe"}};
    for (int i = 0; i < 5; i++) {
        static const char *const ways[] = {"first.xml", "a.json", "b.xml.gz", "c.json.gz",
                                           "d.ecx",     "e.ecz",  "last.xml"};
        char line[512];
        (void)snprintf(line, sizeof line, "d convert %s/%s.xml @/first.xml -t %s", folder,
                       samples[i][0], samples[i][1]);
        expect_describe(line, 0, "", "");
        for (int k = 1; k < 7; k++) {
            (void)snprintf(line, sizeof line, "d convert @/%s @/%s --type %s", ways[k - 1], ways[k],
                           samples[i][1]);
            expect_describe(line, 0, "", "");
        }
        char *first = scratch_text("first.xml"), *last = scratch_text("last.xml");
        CHECK(strlen(first) > 50);
        CHECK_TEXT(first, last);
        free(first);
        free(last);
    }
    char *json = scratch_text("a.json");
    CHECK(json_is_valid(json));
    free(json);
}

static void a_document_that_is_wrong_is_not_converted(void) {
    scratch_put(scratch("bad.xml").text, bad);
    expect_describe("d convert @/bad.xml @/out.json -t stretch", 3, "", "bad.xml:3:");
    CHECK(access(scratch("out.json").text, F_OK) != 0);
    scratch_put(scratch("good.xml").text, good);
    expect_describe("d convert @/good.xml @/out.txt -t stretch", 2, "", "out.txt");
    expect_describe("d convert @/good.xml @/no/dir/out.json -t stretch", 4, "", "out.json");
    scratch_put(scratch("odd.xml").text, "<stretch name='a' mass='1'><colour/></stretch>");
    expect_describe("d convert @/odd.xml @/odd.json -t stretch --lenient", 0, "", "colour");
    CHECK(access(scratch("odd.json").text, F_OK) == 0);
}

int main(void) {
    scratch_open();
    sample_open(false);
    RUN(a_good_document_is_called_good);
    RUN(all_findings_are_told_with_their_places);
    RUN(lenient_turns_unknown_names_into_warnings_and_strict_turns_them_back);
    RUN(files_that_cannot_be_read_are_findings_too);
    RUN(standard_input_may_be_xml_or_json);
    RUN(documents_go_through_every_format_and_come_back);
    RUN(a_document_that_is_wrong_is_not_converted);
    return check_report();
}
