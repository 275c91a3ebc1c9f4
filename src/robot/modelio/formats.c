// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The table of formats that robots are read from and written to, and how a format is told by the
// name of a file and by its text.
#include <string.h>
#include <strings.h>

#include "load_internal.h"
#include "sinew/describe.h"
#include "sinew/document/json.h"
#include "sinew/document/xml.h"
#include "sinew/modelio/formats.h"

// --- what texts of each format look like --------------------------------------------------------

static bool looks_like_xacro(const snw__look *look) {
    return look->first == '<' && snw_xacro_is(look->source);
}

// Both URDF and our own XML begin with <robot>.
static bool looks_like_urdf(const snw__look *look) {
    return strcmp(look->root, "robot") == 0 && !look->ours;
}

static bool looks_like_robot_xml(const snw__look *look) {
    return strcmp(look->root, "robot") == 0 && look->ours;
}

static bool looks_like_dh_xml(const snw__look *look) {
    return strcmp(look->root, "dh_table") == 0;
}

static bool looks_like_cell(const snw__look *look) {
    return strcmp(look->root, "cell") == 0 || strcmp(look->type, "cell") == 0;
}

static bool looks_like_robot_json(const snw__look *look) {
    return look->first == '{' && strcmp(look->type, "cell") != 0;
}

// a line of a table has a separator before its end; prose and binary data do not look like that
static bool looks_like_dh_csv(const snw__look *look) {
    const char *text = look->source->bytes;
    if (look->first == '<' || look->first == '{') return false;
    for (size_t i = 0; i < look->source->length && i < 4096; i++) {
        if (strchr(",;\t", text[i]) != NULL && text[i] != '\0') return true;
        const unsigned char c = (unsigned char)text[i];
        if (c < 0x20 && c != '\t' && c != '\r' && c != '\n') return false;
    }
    return false;
}

// --- the table ----------------------------------------------------------------------------------

const snw__format snw__formats[] = {
    {SNW_FORMAT_XACRO, "xacro", ".urdf.xacro .xacro", 2, '<', looks_like_xacro, snw__load_xacro,
     NULL},
    {SNW_FORMAT_URDF, "urdf", ".urdf", 1, '<', looks_like_urdf, snw__load_urdf, snw__compose_urdf},
    {SNW_FORMAT_CELL, "cell", ".cell.xml .cell", 6, '<', looks_like_cell, snw__load_cell,
     snw__compose_cell},
    {SNW_FORMAT_DH_XML, "dh_xml", ".dh.xml", 5, '<', looks_like_dh_xml, snw__load_table,
     snw__compose_dh_xml},
    {SNW_FORMAT_ROBOT_XML, "robot_xml", ".xml .ecx .ecz", 0, '<', looks_like_robot_xml,
     snw__load_robot, snw__compose_xml},
    {SNW_FORMAT_ROBOT_JSON, "robot_json", ".json", 3, '{', looks_like_robot_json, snw__load_robot,
     snw__compose_json},
    {SNW_FORMAT_DH_CSV, "dh_csv", ".dh.csv .csv .tsv", 4, 0, looks_like_dh_csv, snw__load_table,
     snw__compose_dh_csv},
};
const int snw__format_count = (int)(sizeof snw__formats / sizeof *snw__formats);

const snw__format *snw__format_of(snw_model_format id) {
    for (int i = 0; i < snw__format_count; i++) {
        if (snw__formats[i].id == id) return &snw__formats[i];
    }
    return NULL;
}

const char *snw_model_format_name(snw_model_format format) {
    const snw__format *row = snw__format_of(format);
    return row != NULL ? row->name : "unknown";
}

const char *snw_model_format_endings(int rank) {
    for (int i = 0; i < snw__format_count; i++) {
        if (snw__formats[i].rank == rank) return snw__formats[i].endings;
    }
    return NULL;
}

// --- by name ------------------------------------------------------------------------------------

static bool ends_with(const char *name, size_t length, snw_word ending) {
    return length > ending.length &&
           strncasecmp(name + length - ending.length, ending.text, ending.length) == 0;
}

snw_model_format snw_model_format_named(const char *path) {
    size_t length = strlen(path);
    if (ends_with(path, length, (snw_word){".gz", 3})) length -= 3;
    for (int i = 0; i < snw__format_count; i++) {
        snw_words endings = snw_words_over(snw__formats[i].endings);
        for (snw_word ending; snw_words_next(&endings, &ending);) {
            if (ends_with(path, length, ending)) return snw__formats[i].id;
        }
    }
    return SNW_FORMAT_UNKNOWN;
}

// --- by content ---------------------------------------------------------------------------------

// Ours stands in a name space; where that was left out, its lists are elements of their own, which
// URDF does not have.
static bool is_ours(snw_xml *xml, snw_xml_event event) {
    static const char *const lists[] = {"links", "joints", "attachments", "couplings", "materials"};
    const char *space = snw_xml_space(xml);
    const size_t stem = strlen(snw_space_plain.uri);
    if (strncmp(space, snw_space_plain.uri, stem) == 0 &&
        (space[stem] == '\0' || space[stem] == ':')) {
        return true;
    }
    if (event != SNW_XML_START) return false;
    do {
        event = snw_xml_next(xml);
    } while (event == SNW_XML_CONTENT);
    if (event != SNW_XML_START && event != SNW_XML_EMPTY) return false;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (strcmp(snw_xml_name(xml), lists[i]) == 0) return true;
    }
    return false;
}

static void look_at_root(snw__look *look) {
    snw_xml *xml = snw_xml_open(look->source->bytes, look->source->length, look->source->name);
    if (xml == NULL) return;
    snw_xml_be_lax(xml); // which reader is asked decides whether that is a fault
    const snw_xml_event event = snw_xml_next(xml);
    if (event == SNW_XML_START || event == SNW_XML_EMPTY) {
        snw_copy_text(look->root, sizeof look->root, snw_xml_name(xml));
        look->ours = is_ours(xml, event);
    }
    snw_xml_close(xml);
}

// what the document says of itself, {"type": "robot"}, wherever it stands
static void look_at_type(snw__look *look) {
    char scratch[256];
    snw_json json;
    const snw_source *source = look->source;
    snw_json_open(&json, source->bytes, source->length, source->name, scratch, sizeof scratch);
    if (snw_json_next(&json) != SNW_JSON_OBJECT) return;
    while (snw_json_next(&json) == SNW_JSON_NAME) {
        const bool is_type = json.length == 4 && memcmp(json.text, "type", 4) == 0;
        const snw_json_event event = snw_json_next(&json);
        if (is_type && event == SNW_JSON_STRING) {
            (void)snw_word_copy((snw_word){json.text, json.length}, look->type, sizeof look->type);
        }
        if (is_type || snw_failed(snw_json_skip(&json, event))) return;
    }
}

snw_model_format snw_model_format_of(const snw_source *source) {
    const snw_model_format named = snw_model_format_named(source->name);
    const snw__format *by_name = snw__format_of(named);
    snw__look look = {.source = source, .first = snw_source_first(source)};
    if (look.first == '<') look_at_root(&look);
    if (look.first == '{') look_at_type(&look);

    // lines look alike: there the name is asked first
    const bool marked = look.first == '<' || look.first == '{';
    if (!marked && by_name != NULL) return named;
    for (int i = 0; i < snw__format_count; i++) {
        const snw_model_format found = snw__formats[i].id;
        if (!snw__formats[i].sniff(&look)) continue;
        // a robot in a file called .urdf is read as URDF, so that its mistakes are told as such
        return named == SNW_FORMAT_URDF && look.root[0] != '\0' && found != SNW_FORMAT_XACRO
                   ? named
                   : found;
    }
    // broken XML is reported by the reader that the name asks for
    return by_name != NULL && look.first == '<' && by_name->start == '<' ? named
                                                                         : SNW_FORMAT_UNKNOWN;
}
