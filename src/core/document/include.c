// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "include.h"

#include <stdlib.h>
#include <string.h>

void snw__includes_open(snw__includes *in, const char *folder, const char *name) {
    in->folder = folder;
    in->top_name = name;
    in->depth = in->count = 0;
    in->bytes = 0;
    if (folder == NULL) return;
    const char *here = folder[0] != '\0' ? folder : ".";
    if (snw_failed(snw_file_real_path(here, in->root, sizeof in->root, NULL))) in->folder = NULL;
}

static void close_file(snw__file *file) {
    if (file == NULL) return;
    snw_source_free(&file->text);
    free(file);
}

// `href` seen from the folder of `from`
static snw_status beside(const char *from, const char *href, char out[SNW_PATH_SIZE]) {
    char folder[SNW_PATH_SIZE];
    const snw_status status = snw_path_parent(from, folder, sizeof folder);
    return snw_failed(status) ? status : snw_path_join(folder, href, out, SNW_PATH_SIZE);
}

// the real path of an included file, relative to the file that includes it, or why it cannot be had
static snw_status locate(const snw__includes *in, const char *outer, const char *href,
                         snw__file *file, snw_why *why) {
    if (in->folder == NULL) {
        return snw_refuse(why, SNW_ERR_PERMISSION, NULL, "files cannot be included here",
                          "put the content into one text");
    }
    if (strstr(href, "://") != NULL) {
        return snw_refuse(why, SNW_ERR_PERMISSION, NULL, "files are not read from the network",
                          "copy the file beside this one and name it");
    }
    char path[SNW_PATH_SIZE];
    snw_status status = in->depth > 0 ? beside(in->files[in->depth - 1]->path, href, path)
                                      : snw_path_join(in->root, href, path, sizeof path);
    if (status == SNW_OK) status = beside(outer != NULL ? outer : "", href, file->name);
    if (snw_failed(status)) {
        return snw_refuse(why, SNW_ERR_TOO_LARGE, NULL, "the name of the included file is too long",
                          "use a shorter path");
    }
    status = snw_file_real_path(path, file->path, sizeof file->path, why);
    if (snw_failed(status)) return status;
    if (!snw_path_is_inside(in->root, file->path)) {
        return snw_refuse(why, SNW_ERR_PERMISSION, NULL,
                          "the included file lies outside the folder of the first file",
                          "move it into that folder");
    }
    return SNW_OK;
}

static snw_status check_cycle(const snw__includes *in, const snw__file *file, snw_why *why) {
    char top[SNW_PATH_SIZE];
    bool again = in->top_name != NULL &&
                 snw_file_real_path(in->top_name, top, sizeof top, NULL) == SNW_OK &&
                 strcmp(top, file->path) == 0;
    for (int i = 0; i < in->depth; i++) {
        again |= strcmp(in->files[i]->path, file->path) == 0;
    }
    if (again) {
        return snw_refuse(why, SNW_ERR_DUPLICATE, NULL, "the file includes itself",
                          "remove the circular include");
    }
    if (in->depth == SNW__INCLUDE_DEPTH || in->count == SNW_DOCUMENT_INCLUDES) {
        SNW_IGNORE(
            snw_refuse(why, SNW_ERR_TOO_LARGE, NULL, "too many files are included", "join some"));
        snw_why_add(why, "deep", in->depth, "");
        snw_why_add(why, "files", in->count, "");
        return SNW_ERR_TOO_LARGE;
    }
    return SNW_OK;
}

static snw_status open_file(snw__includes *in, const char *outer, const char *href, snw__file *file,
                            snw_xml **xml, snw_why *why) {
    if (file == NULL) return snw_refuse(why, SNW_ERR_MEMORY, NULL, "out of memory", NULL);
    snw_status status = locate(in, outer, href, file, why);
    if (status == SNW_OK) status = check_cycle(in, file, why);
    if (status == SNW_OK) {
        status = snw_source_read(&file->text, file->path, SNW_DOCUMENT_BYTES, why);
    }
    if (snw_failed(status)) return status;
    in->bytes += file->text.source.length;
    if (in->bytes > SNW_DOCUMENT_BYTES) {
        return snw_refuse(why, SNW_ERR_TOO_LARGE, NULL,
                          "the included files together exceed the limit", "split the document");
    }
    *xml = snw_xml_open(file->text.source.bytes, file->text.source.length, file->name);
    return *xml != NULL ? SNW_OK : snw_refuse(why, SNW_ERR_MEMORY, NULL, "out of memory", NULL);
}

bool snw__is_include(const snw_xml *xml) {
    return strcmp(snw_xml_name(xml), "include") == 0;
}

bool snw__include_enter(snw__includes *in, snw__bind *b, snw_xml **xml, snw_xml_event *event) {
    const snw__where where = {snw_xml_line(*xml), snw_xml_column(*xml)};
    const char *href = snw_xml_find(*xml, "href");
    snw__file *file = calloc(1, sizeof *file);
    snw_xml *inner = NULL;
    snw_why why;
    snw_status status = SNW_ERR_NOT_FOUND;
    if (href == NULL || href[0] == '\0') {
        SNW_IGNORE(
            snw_refuse(&why, status, NULL, "the include names no file", "write href=\"file.xml\""));
    } else {
        status = open_file(in, b->file, href, file, &inner, &why);
    }
    // what stands inside the include element does not count
    if (*event == SNW_XML_START && snw_failed(snw_xml_skip(*xml))) {
        snw__bind_break(b, snw_xml_why(*xml));
    }
    if (snw_failed(status)) {
        snw_why_rule(&why, "include");
        snw__bind_report(b, &why, NULL, where, false);
        close_file(file);
        return false;
    }
    file->outer = *xml;
    file->outer_name = b->file;
    file->outer_version = b->version;
    in->files[in->depth++] = file;
    in->count++;
    snw__bind_enter_file(b, file->name);
    *xml = inner;
    *event = snw_xml_next(inner);
    if (*event == SNW_XML_START || *event == SNW_XML_EMPTY) return true;
    snw__include_leave(in, b, xml);
    return false;
}

void snw__include_leave(snw__includes *in, snw__bind *b, snw_xml **xml) {
    snw__file *file = in->files[--in->depth];
    if (snw_xml_next(*xml) == SNW_XML_ERROR) snw__bind_break(b, snw_xml_why(*xml));
    snw_xml_close(*xml);
    *xml = file->outer;
    // the outer text has not broken off
    b->broken = snw_xml_why(*xml)->code < 0;
    b->version = file->outer_version;
    snw__bind_enter_file(b, file->outer_name);
    close_file(file);
}
