// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "check.h"
#include "describe_command.h"

static void expect_layout(const char *page, const char *expected) {
    char text[2048];
    snw_text out = snw_text_over(text, sizeof text);
    describe_layout(page, &out);
    CHECK(!snw_text_is_cut(&out));
    CHECK_TEXT(text, expected);
}

static void columns_of_a_table_are_aligned(void) {
    expect_layout("| Field | Kind | What |\n|---|---|---|\n| `a` | real | A. |\n| `bcdefgh` | "
                  "int | B. |\n",
                  "Field    Kind  What\n"
                  "a        real  A.\n"
                  "bcdefgh  int   B.\n");
}

static void an_empty_cell_keeps_its_place_and_an_empty_column_takes_none(void) {
    expect_layout("| a | b | c | d |\n|---|---|---|---|\n| 1 |  |  | 4 |\n| 11 |  | 33 |  |\n",
                  "a   b  c   d\n"
                  "1          4\n"
                  "11     33\n");
    expect_layout("| 1 |  | 3 |\n| 2 |  | 4 |\n", "1  3\n2  4\n");
}

static void each_table_has_its_own_widths(void) {
    expect_layout("| wide cell | x |\n\n| a | x |\n", "wide cell  x\n\na  x\n");
}

static void marks_links_and_headings_become_plain(void) {
    expect_layout("# title\n\n## sub `x`\nSee [law](index.md#law), `arm/q[2]` and \\| alone.\n",
                  "title\n\nsub x\nSee law, arm/q[2] and | alone.\n");
    expect_layout("| any [shape](index.md#shape) | \\|a\\| |\n", "any shape  |a|\n");
    expect_layout("| \\[a](b) | \\[c\\] \\`d\\` |\n", "[a](b)  [c\\] `d`\n");
    expect_layout("[no link] and [half](link\n", "[no link] and [half](link\n");
}

static void letters_count_and_not_bytes(void) {
    expect_layout("| \xC3\xA4\xC3\xB6 | x |\n| abc | y |\n", "\xC3\xA4\xC3\xB6   x\nabc  y\n");
}

static void odd_pages_end_well(void) {
    expect_layout("", "");
    expect_layout("|", "\n");
    expect_layout("| no end", "\n");
    expect_layout("no line end", "no line end\n");
    expect_layout("#", "\n");
    expect_layout("|||||||||||||||||||||||\n", "\n");
}

int main(void) {
    RUN(columns_of_a_table_are_aligned);
    RUN(an_empty_cell_keeps_its_place_and_an_empty_column_takes_none);
    RUN(each_table_has_its_own_widths);
    RUN(marks_links_and_headings_become_plain);
    RUN(letters_count_and_not_bytes);
    RUN(odd_pages_end_well);
    return check_report();
}
