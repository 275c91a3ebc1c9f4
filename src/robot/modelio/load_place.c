// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "load_internal.h"
#include "sinew/document/xml.h"

// What is found after a robot was read, by the compiler of models or before a run, is about a link
// or a joint by its name. The file is read once more then, and only then, for their places.

// the name in the last "joint[name]", "joints[name]", "link[name]" or "links[name]" of a subject
static bool named_part(const char *subject, const char *kind, char out[SNW_WHY_SUBJECT]) {
    const size_t length = strlen(kind);
    const char *found = NULL;
    for (const char *at = strstr(subject, kind); at != NULL; at = strstr(at + 1, kind)) {
        const char *behind = at + length + (at[length] == 's');
        if (*behind == '[' && strchr(behind, ']') != NULL) found = behind + 1;
    }
    if (found == NULL) return false;
    const size_t size = strcspn(found, "]");
    memcpy(out, found, size);
    out[size] = '\0';
    return true;
}

// findings about a file that have no line
typedef struct placing {
    const char *file; // as findings have it
    const char *text; // name of the text that is searched
    snw_diags *diags;
    int left;
} placing;

static bool is_unplaced(const placing *p, const snw_why *why) {
    char name[SNW_WHY_SUBJECT];
    return why->line == 0 && strcmp(why->file, p->file) == 0 &&
           (named_part(why->subject, "joint", name) || named_part(why->subject, "link", name));
}

// an element with a name: everything that is said of it has its place
static void place_element(placing *p, snw_xml *xml) {
    const char *kind = snw_xml_name(xml), *name = snw_xml_find(xml, "name");
    if (name == NULL || (strcmp(kind, "joint") != 0 && strcmp(kind, "link") != 0)) return;
    for (int i = 0; i < p->diags->count; i++) {
        snw_why *why = &p->diags->items[i];
        char wanted[SNW_WHY_SUBJECT];
        if (why->line != 0 || strcmp(why->file, p->file) != 0) continue;
        if (!named_part(why->subject, kind, wanted) || strcmp(wanted, name) != 0) continue;
        snw_why_at(why, p->text, snw_xml_line(xml), snw_xml_column(xml));
        p->left--;
    }
}

// the children of <robot>, and those of <links> and <joints> in our own format
static void search_text(placing *p, const snw_source *source) {
    snw_xml *xml = snw_xml_open(source->bytes, source->length, source->name);
    if (xml == NULL) return;
    snw_xml_be_lax(xml);
    p->text = source->name;
    snw_xml_event event = snw_xml_next(xml); // the root
    while (event != SNW_XML_EOF && event != SNW_XML_ERROR && p->left > 0) {
        event = snw_xml_next(xml);
        if (event != SNW_XML_START && event != SNW_XML_EMPTY) continue;
        place_element(p, xml);
        const char *name = snw_xml_name(xml);
        const bool list = strcmp(name, "links") == 0 || strcmp(name, "joints") == 0;
        if (event == SNW_XML_START && !list && snw_failed(snw_xml_skip(xml))) break;
    }
    snw_xml_close(xml);
}

// what xacro makes of the file, with the places that its author wrote
static void search_expanded(placing *p, const snw_source *source, const snw_load_options *options) {
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw__origins *origins = NULL;
    const snw_xacro_options how = snw__load_xacro_options(options, source->folder, &origins);
    snw_source expanded;
    if (setup != NULL && snw_xacro_expand(source, &how, setup, &expanded, NULL) == SNW_OK) {
        search_text(p, &expanded);
        snw__origins_trace(origins, p->diags);
    } else if (snw_model_format_named(source->name) == SNW_FORMAT_URDF) {
        search_text(p, source); // it was read as plain URDF
    }
    snw__origins_free(origins);
    snw_setup_destroy(setup);
}

void snw_robot_place(const char *path, const snw_load_options *options, snw_diags *diags) {
    snw_why named = {0};
    snw_why_at(&named, path, 1, 1); // long paths are cut in the same way
    placing p = {.file = named.file, .diags = diags};
    for (int i = 0; i < diags->count; i++) {
        p.left += is_unplaced(&p, &diags->items[i]);
    }
    snw_source_file file;
    if (p.left == 0 || snw_failed(snw_source_read(&file, path, SNW_DOCUMENT_BYTES, NULL))) return;
    const snw_model_format format = snw_model_format_of(&file.source);
    if (format == SNW_FORMAT_XACRO) search_expanded(&p, &file.source, options);
    if (format == SNW_FORMAT_URDF || format == SNW_FORMAT_ROBOT_XML) search_text(&p, &file.source);
    snw_source_free(&file);
}
