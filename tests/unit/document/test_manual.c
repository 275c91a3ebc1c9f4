// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "sinew/document/manual.h"

#include "../cli/json.h"
#include "xmllint.h"

typedef void compose_fn(const snw_type *type, snw_text *text);

static void compose_page(const snw_type *type, snw_text *text) {
    snw_manual_type(type, samples(), text);
}

static void compose_index(const snw_type *type, snw_text *text) {
    (void)type;
    snw_manual_index(samples(), text);
}

static void compose_json(const snw_type *type, snw_text *text) {
    snw_manual_json(type, text);
}

static char *composed(compose_fn *compose, const snw_type *type) {
    snw_text measure = snw_text_over(NULL, 0);
    compose(type, &measure);
    char *memory = malloc(measure.length + 1);
    CHECK(memory != NULL);
    snw_text text = snw_text_over(memory, measure.length + 1);
    compose(type, &text);
    CHECK(text.length == measure.length);
    return memory;
}

static void expect(const char *text, const char *words) {
    if (strstr(text, words) == NULL) print_error("no '%s' in\n%s\n", words, text);
    CHECK(strstr(text, words) != NULL);
}

// --- pages --------------------------------------------------------------------------------------

static void a_page_tells_every_fact_of_a_field(void) {
    char *page = composed(compose_page, &pid_type);
    CHECK(strncmp(page, "# reg\n\nProportional, integral and derivative control.\n", 54) == 0);
    expect(page, "Name space `motion` (urn:sinew:motion), version 1, base [law](index.md#law).");
    expect(page, "| `kp` | real | N.m/rad | 0 to 1000000 | 10 | live | Proportional gain. |\n");
    expect(page, "| `on` | bool |  |  | true | live | Whether it acts. |\n");
    free(page);
    page = composed(compose_page, &stretch_type);
    expect(page, "version 3.\n");
    expect(page, "| `name` | string of 31 bytes, key |  |  | required | load |");
    expect(page, "| `parent` | name of a stretch |");
    expect(page, "| `mass` | real | kg | 0 to 100000 | required | standstill | Mass. |");
    expect(page, "| `com` | vec3 | m |  | 0 0 0 | load |");
    expect(page, "| `origin` | pose |  | -1000 to 1000 | identity | load |");
    expect(page, "| `soft` | optional [limits](#limits) |  |  | none | load |");
    expect(page, "| `body` | any [solid](index.md#solid) |  |  | none | load |");
    expect(page, "| `children` | up to 100000 x [stretch](stretch.md) |  |  | empty | load |");

    // a struct that has no page stands on this one, once
    expect(page, "\n## limits\n\nWhat a joint may do.\n");
    CHECK(strstr(strstr(page, "## limits") + 1, "## limits") == NULL);
    expect(page, "| `lower` | real | rad | any, or infinite | -INF | live | Least position. |");
    expect(page, "| `effort` | real | N.m | 0 to 1000000 or infinite | 10 | live |");
    free(page);
}

static void a_page_explains_choices_and_roles(void) {
    char *page = composed(compose_page, &probe_type);
    expect(page, "| `paint` | enum |  |  | green | load | A colour. |");
    expect(page, "\nChoices of `paint`:\n\n* `red`: Like a rose.\n* `green`\n* `blue`\n"
                 "* `red-green+(blue)`: All & <none>.\n");
    expect(page, "| `signal` | real |  |  | 0 | signal | Computed. |");
    expect(page, "| `state` | real |  |  | 0 | state | Remembered. |");
    expect(page, "| `dimmed` | uint8 |  | 3 to 1000 | 3 | load | From 3 on. |");
    expect(page, "| `M` | matrix 2 by 3 |  |  | 0 0 0 0 0 0 | load | 2 by 3. |");
    expect(page, "| `fixed` | 4 x real | rad | -10 to 10 | 0 | live | Four angles. |");
    expect(page, "| `set` | up to 8 x uint32, a set |  |  | empty | load |");
    free(page);
}

// every row of a table has as many cells as its head
static void check_rows(const char *page, int fields) {
    int rows = 0;
    for (const char *line = page; line != NULL && *line != '\0';) {
        const char *end = strchr(line, '\n');
        int bars = 0;
        for (const char *c = line; c < end; c++) {
            bars += *c == '|' && (c == line || c[-1] != '\\');
        }
        if (line[0] == '|') CHECK(bars == 8);
        rows += strncmp(line, "| `", 3) == 0;
        line = end != NULL ? end + 1 : NULL;
    }
    CHECK(rows >= fields);
}

static void every_page_has_whole_tables(void) {
    for (int i = 0; i < SAMPLE_TYPES; i++) {
        char *page = composed(compose_page, sample_types[i]);
        check_rows(page, sample_types[i]->field_count);
        free(page);
    }
}

typedef struct barred {
    double a;
} barred;
static const snw_field barred_fields[] = {
    {SNW_AT(barred, a), .kind = SNW_KIND_REAL, .help = "Norm |a|, with bars."},
};
static const snw_upgrade barred_upgrades[] = {{.until = 2, .name = "b", .now = "a", .factor = 2},
                                              {.until = 3, .name = "c", .now = NULL}};
static const snw_type barred_type = {SNW_TYPE(barred, barred_fields), .version = 3,
                                     .upgrades = barred_upgrades, .upgrade_count = 2,
                                     .help = "Bars."};
static const snw_type empty_type = {.token = "empty", .size = 1, .align = 1, .help = "Nothing."};

static void bars_old_names_and_empty_types_are_no_trouble(void) {
    char *page = composed(compose_page, &barred_type);
    expect(page, "Norm \\|a\\|, with bars. |\n");
    expect(page, "* `b`, before version 2: now `a`, converted.\n* `c`, before version 3: ignored.");
    check_rows(page, 1);
    free(page);
    page = composed(compose_page, &empty_type);
    expect(page, "It has no fields.");
    free(page);
}

// --- the index ----------------------------------------------------------------------------------

static void the_index_lists_every_type_once_under_its_base(void) {
    char *index = composed(compose_index, NULL);
    for (int i = 0; i < SAMPLE_TYPES; i++) {
        const snw_type *type = sample_types[i];
        char link[128], heading[64];
        (void)snprintf(link, sizeof link, "| [%s](%s.md) | %s | ", type->token, type->token,
                       type->space != NULL ? type->space->prefix : "core");
        const char *place = strstr(index, link);
        if (place == NULL) print_error("no %s\n", link);
        CHECK(place != NULL && strstr(place + 1, link) == NULL);
        expect(place, type->help);

        // the heading before it is that of its base
        const char *last = NULL;
        for (const char *at = index; (at = strstr(at, "\n## ")) != NULL && at < place; at++) {
            last = at;
        }
        (void)snprintf(heading, sizeof heading, "\n## %s\n",
                       type->base != NULL ? type->base : "Types without a base");
        CHECK(last != NULL && strncmp(last, heading, strlen(heading)) == 0);
    }
    expect(index, "## operator\n\nAn expression of expressions. Belongs to [computable]"
                  "(#computable).\n");
    free(index);
}

static void an_empty_registry_has_an_index_that_says_so(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1024];
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_registry none;
    CHECK(snw_registry_init(&none, 2, &arena) == SNW_OK);
    char text[512];
    snw_text index = snw_text_over(text, sizeof text);
    snw_manual_index(&none, &index);
    expect(text, "# Reference\n");
    expect(text, "No types are registered yet.\n");
}

// --- for machines -------------------------------------------------------------------------------

static void the_facts_for_machines_are_json_and_complete(void) {
    for (int i = 0; i < SAMPLE_TYPES; i++) {
        char *json = composed(compose_json, sample_types[i]);
        CHECK(json_is_valid(json));
        for (int k = 0; k < sample_types[i]->field_count; k++) {
            char words[128];
            (void)snprintf(words, sizeof words, "{\"name\":\"%s\",\"kind\":\"",
                           sample_types[i]->fields[k].name);
            expect(json, words);
        }
        free(json);
    }
    char *json = composed(compose_json, &pid_type);
    expect(json,
           "{\"token\":\"reg\",\"base\":\"law\",\"space\":\"motion\",\"uri\":\"urn:sinew:motion"
           "\",\"version\":1,\"help\":\"Proportional, integral and derivative control.\"");
    expect(json, "{\"name\":\"kp\",\"kind\":\"real\",\"array\":\"single\",\"unit\":\"N.m/rad\","
                 "\"low\":0,\"high\":1000000,\"default\":\"10\",\"role\":\"parameter\","
                 "\"when\":\"live\",\"required\":false,\"key\":false,\"unique\":false,"
                 "\"infinite\":false,\"help\":\"Proportional gain.\"}");
    expect(json, ",\"holds\":[]}");
    free(json);
    json = composed(compose_json, &station_type);

    // a type that holds itself is there once, and so is what it holds
    expect(json, "\"holds\":[{\"token\":\"stretch\"");
    expect(json, "]},{\"token\":\"limits\"");
    CHECK(strstr(strstr(json, "{\"token\":\"stretch\"") + 1, "{\"token\":\"stretch\"") == NULL);
    expect(json, "\"kind\":\"struct\",\"array\":\"list\",\"length\":100000,\"item\":\"stretch\","
                 "\"type\":\"stretch\"");
    expect(json, "\"kind\":\"reference\",\"array\":\"single\",\"bytes\":31,\"base\":\"stretch\"");
    free(json);
    json = composed(compose_json, &probe_type);
    expect(json, "\"choices\":[{\"value\":3,\"name\":\"red\",\"help\":\"Like a rose.\"},"
                 "{\"value\":5,\"name\":\"green\"}");
    expect(json, "\"kind\":\"matrix\",\"array\":\"single\",\"rows\":2,\"columns\":3");
    expect(json, "\"kind\":\"int\",\"array\":\"single\",\"bits\":64");
    free(json);
}

static void texts_that_are_too_short_are_cut_and_not_overrun(void) {
    compose_fn *const all[] = {compose_page, compose_index, compose_json};
    for (int k = 0; k < 3; k++) {
        char *whole = composed(all[k], &stretch_type);
        for (size_t size = 1; size < 600; size += 3) {
            char *part = malloc(size);
            CHECK(part != NULL);
            snw_text text = snw_text_over(part, size);
            all[k](&stretch_type, &text);
            CHECK(text.length == strlen(whole));
            CHECK(strncmp(part, whole, strlen(part)) == 0);
            free(part);
        }
        free(whole);
    }
}

int main(void) {
    RUN(a_page_tells_every_fact_of_a_field);
    RUN(a_page_explains_choices_and_roles);
    RUN(every_page_has_whole_tables);
    RUN(bars_old_names_and_empty_types_are_no_trouble);
    RUN(the_index_lists_every_type_once_under_its_base);
    RUN(an_empty_registry_has_an_index_that_says_so);
    RUN(the_facts_for_machines_are_json_and_complete);
    RUN(texts_that_are_too_short_are_cut_and_not_overrun);
    return check_report();
}
