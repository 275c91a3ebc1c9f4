// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>
#include <strings.h>

#include "load_internal.h"
#include "sinew/document/json.h"
#include "sinew/document/xml.h"

const char *snw_model_format_name(snw_model_format format) {
    static const char *const names[] = {
        [SNW_FORMAT_UNKNOWN] = "unknown",       [SNW_FORMAT_URDF] = "urdf",
        [SNW_FORMAT_XACRO] = "xacro",           [SNW_FORMAT_ROBOT_XML] = "robot_xml",
        [SNW_FORMAT_ROBOT_JSON] = "robot_json", [SNW_FORMAT_DH_CSV] = "dh_csv",
        [SNW_FORMAT_DH_XML] = "dh_xml",         [SNW_FORMAT_CELL] = "cell",
    };
    return format >= SNW_FORMAT_UNKNOWN && format <= SNW_FORMAT_CELL ? names[format] : names[0];
}

// --- by name ------------------------------------------------------------------------------------

static bool ends_with(const char *name, size_t length, const char *end) {
    const size_t size = strlen(end);
    return length > size && strncasecmp(name + length - size, end, size) == 0;
}

snw_model_format snw_model_format_named(const char *path) {
    static const struct {
        const char *end;
        snw_model_format format;
    } endings[] = {
        {".urdf", SNW_FORMAT_URDF},       {".xacro", SNW_FORMAT_XACRO},
        {".cell.xml", SNW_FORMAT_CELL},   {".cell", SNW_FORMAT_CELL},
        {".dh.xml", SNW_FORMAT_DH_XML},   {".xml", SNW_FORMAT_ROBOT_XML},
        {".ecx", SNW_FORMAT_ROBOT_XML},   {".ecz", SNW_FORMAT_ROBOT_XML},
        {".json", SNW_FORMAT_ROBOT_JSON}, {".csv", SNW_FORMAT_DH_CSV},
        {".tsv", SNW_FORMAT_DH_CSV},
    };
    size_t length = strlen(path);
    if (ends_with(path, length, ".gz")) length -= 3;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (ends_with(path, length, endings[i].end)) return endings[i].format;
    }
    return SNW_FORMAT_UNKNOWN;
}

// --- by content ---------------------------------------------------------------------------------

// Both URDF and our own XML begin with <robot>. Ours stands in a name space; where that was left
// out, its lists are elements of their own, which URDF does not have.
static snw_model_format robot_of(snw_xml *xml, snw_xml_event event) {
    if (strncmp(snw_xml_space(xml), "urn:sinew:", 10) == 0) return SNW_FORMAT_ROBOT_XML;
    static const char *const lists[] = {"links", "joints", "attachments", "couplings", "materials"};
    if (event != SNW_XML_START) return SNW_FORMAT_URDF;
    for (;;) {
        event = snw_xml_next(xml);
        if (event == SNW_XML_CONTENT) continue;
        if (event != SNW_XML_START && event != SNW_XML_EMPTY) return SNW_FORMAT_URDF;
        break;
    }
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (strcmp(snw_xml_name(xml), lists[i]) == 0) return SNW_FORMAT_ROBOT_XML;
    }
    return SNW_FORMAT_URDF;
}

static snw_model_format root_of(const snw_source *source) {
    snw_xml *xml = snw_xml_open(source->bytes, source->length, source->name);
    if (xml == NULL) return SNW_FORMAT_UNKNOWN;
    snw_model_format format = SNW_FORMAT_UNKNOWN;
    const snw_xml_event event = snw_xml_next(xml);
    if (event == SNW_XML_START || event == SNW_XML_EMPTY) {
        const char *name = snw_xml_name(xml);
        if (strcmp(name, "robot") == 0) format = robot_of(xml, event);
        if (strcmp(name, "dh_table") == 0) format = SNW_FORMAT_DH_XML;
        if (strcmp(name, "cell") == 0) format = SNW_FORMAT_CELL;
    }
    snw_xml_close(xml);
    return format;
}

// what the document says of itself, {"type": "robot"}, wherever it stands
static snw_model_format json_of(const snw_source *source) {
    char scratch[256];
    snw_json json;
    snw_json_open(&json, source->bytes, source->length, source->name, scratch, sizeof scratch);
    if (snw_json_next(&json) != SNW_JSON_OBJECT) return SNW_FORMAT_ROBOT_JSON;
    while (snw_json_next(&json) == SNW_JSON_NAME) {
        const bool is_type = json.length == 4 && memcmp(json.text, "type", 4) == 0;
        const snw_json_event event = snw_json_next(&json);
        if (is_type && event == SNW_JSON_STRING && json.length == 4 &&
            memcmp(json.text, "cell", 4) == 0) {
            return SNW_FORMAT_CELL;
        }
        if (is_type || snw_json_skip(&json, event) < 0) break;
    }
    return SNW_FORMAT_ROBOT_JSON;
}

// a line of a table has a separator before its end; prose and binary data do not look like that
static bool is_table(const char *text, size_t length) {
    for (size_t i = 0; i < length && i < 4096; i++) {
        if (strchr(",;\t", text[i]) != NULL && text[i] != '\0') return true;
        const unsigned char c = (unsigned char)text[i];
        if (c < 0x20 && c != '\t' && c != '\r' && c != '\n') return false;
    }
    return false;
}

snw_model_format snw_model_format_of(const snw_source *source) {
    const snw_model_format named = snw_model_format_named(source->name);
    const char *text = source->bytes;
    size_t length = source->length;
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3, length -= 3;
    while (length > 0 && *text != '\0' && strchr(" \t\r\n", *text) != NULL) {
        text++;
        length--;
    }
    if (length > 0 && *text == '<') {
        if (snw_xacro_is(source)) return SNW_FORMAT_XACRO;
        const snw_model_format root = root_of(source);
        // broken XML is reported by the reader that the name asks for
        if (root != SNW_FORMAT_UNKNOWN) return named == SNW_FORMAT_URDF ? named : root;
        const bool of_xml = named != SNW_FORMAT_ROBOT_JSON && named != SNW_FORMAT_DH_CSV;
        return of_xml ? named : SNW_FORMAT_UNKNOWN;
    }
    if (length > 0 && *text == '{') return json_of(source);
    if (named != SNW_FORMAT_UNKNOWN) return named;
    return is_table(text, length) ? SNW_FORMAT_DH_CSV : SNW_FORMAT_UNKNOWN;
}
