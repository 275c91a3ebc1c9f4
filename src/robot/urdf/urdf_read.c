// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "sinew/os/file.h"
#include "sinew/os/path.h"
#include "urdf_reader.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

// --- meshes -------------------------------------------------------------------------------------

static void tell_place(const char *place, const char *origin, void *context) {
    snw__urdf *u = context;
    // the end of a long path says more than its beginning
    const size_t length = strlen(place), most = 80;
    const bool cut = length > most;
    (void)snw__urdf_say(u, snw__at(SNW__NOTE, SNW_OK, "urdf-mesh", NULL, u->at), "tried %s%s (%s)",
                        cut ? "..." : "", cut ? place + length - most : place, origin);
}

void snw__urdf_find_mesh(snw__urdf *u, const char *name, char *file, size_t size) {
    if (u->options->keep_names) return;
    snw_why why = {0};
    const snw_status status = snw_places_find(&u->places, name, file, size, NULL, &why);
    if (status == SNW_OK && why.rule[0] == '\0') return;
    // a file that is missing, or may not be opened, is not there: the link keeps what it has
    snw__finding finding = snw__at(SNW__REMARK, status != SNW_OK ? status : SNW_ERR_NOT_FOUND,
                                   "urdf-mesh", why.fix, u->at);
    finding.attribute = "filename";
    (void)snw__urdf_say(u, finding, "%s: %s", snw_quote(name).text, why.text);
    if (status == SNW_OK) return;

    // every place, once for each package
    char package[SNW_NAME];
    snw_text text = snw_text_over(package, sizeof package);
    const char *path = strstr(name, "://");
    const char *start = path != NULL ? path + 3 : name;
    snw_text_add(&text, start, path != NULL ? strcspn(start, "/") : strlen(start));
    if (status != SNW_ERR_NOT_FOUND || !snw__urdf_once(u, "package", package)) return;
    const snw_place_told told = {tell_place, u};
    SNW_IGNORE(snw_places_find(&u->places, name, file, size, &told, NULL));
}

// --- the document -------------------------------------------------------------------------------

// the declarations of name spaces in the root tag, which kept elements may rely on
static void keep_spaces(snw__urdf *u, size_t start, size_t end) {
    char *out = snw_setup_take(u->setup, end - start + 1, 1);
    if (out == NULL) {
        snw__urdf_exhausted(u);
        return;
    }
    size_t size = 0;
    for (size_t i = start; i < end;) {
        const size_t name = i;
        while (i < end && strchr(" \t\r\n=/>", u->bytes[i]) == NULL) {
            i++;
        }
        const bool declares = i - name >= 5 && memcmp(u->bytes + name, "xmlns", 5) == 0;
        const bool word = i > name;
        while (word && i < end && strchr(" \t\r\n=", u->bytes[i]) != NULL) {
            i++;
        }
        char quote = '\0';
        if (i < end) quote = u->bytes[i];
        if (word && (quote == '"' || quote == '\'')) {
            const char *close = memchr(u->bytes + i + 1, quote, end - i - 1);
            i = close != NULL ? (size_t)(close - u->bytes) + 1 : end;
            if (declares) {
                out[size++] = ' ';
                memcpy(out + size, u->bytes + name, i - name);
                size += i - name;
            }
        } else if (!word) {
            i++;
        }
    }
    out[size] = '\0';
    u->extra->spaces = out;
}

static int version_of(snw__urdf *u, const snw__attribute *attribute) {
    if (attribute->value == NULL) return 10;
    static const char *const known[] = {"1.0", "1.1", "1.2"};
    for (int i = 0; i < COUNT(known); i++) {
        if (strcmp(known[i], attribute->value) == 0) return 10 + i;
    }
    (void)snw__urdf_say(u,
                        snw__about(SNW__REMARK, SNW_ERR_VERSION, "urdf-version",
                                   "write 1.0, 1.1 or 1.2", attribute),
                        "version %s is not known; it is read as 1.2",
                        snw_quote(attribute->value).text);
    return 12;
}

static void read_robot(snw__urdf *u) {
    static const snw__element elements[] = {{"link", snw__urdf_link, true},
                                            {"joint", snw__urdf_joint, true},
                                            {"material", snw__urdf_material, true}};
    const snw__where at = u->at;
    (void)snw__urdf_enter(u, "robot");
    snw__attribute a[] = {{.name = "name", .required = true}, {.name = "version"}};
    (void)snw__urdf_attributes(u, a, COUNT(a));
    if (a[0].value != NULL && snw_word_trim(a[0].value, strlen(a[0].value)).length == 0) {
        (void)snw__urdf_say(u,
                            snw__about(SNW__REMARK, SNW_ERR_SYNTAX, "urdf-name",
                                       "give it a short plain name", &a[0]),
                            "the name is empty; the robot is called 'robot' here");
        a[0].value = "robot";
    }
    (void)snw__urdf_name(u, &a[0], u->robot->name);
    u->version = version_of(u, &a[1]);
    snw__urdf_children(u, elements, COUNT(elements), NULL);
    u->at = at;
    if (u->broken) return;
    snw__urdf_check_tree(u);
    snw__urdf_settle_materials(u);
}

static void refuse_root(snw__urdf *u) {
    const char *name = snw_xml_name(u->xml);
    const bool other = strcmp(name, "sdf") == 0 || strcmp(name, "mujoco") == 0;
    (void)snw__urdf_say(u,
                        snw__at(SNW__ERROR, SNW_ERR_SYNTAX, "urdf-root",
                                other ? "this is another format; convert it to URDF"
                                      : "the root element of a URDF is <robot>",
                                u->at),
                        "the root element is %s", snw_quote(name).text);
}

static void fail_xml(snw__urdf *u) {
    snw_why why = *snw_xml_why(u->xml);
    snw_why_rule(&why, "xml");
    snw__urdf_add(u, &why);
    u->broken = true;
}

static void read_document(snw__urdf *u) {
    u->event = snw_xml_next(u->xml);
    u->at = (snw__where){snw_xml_line(u->xml), snw_xml_column(u->xml)};
    if (u->event == SNW_XML_ERROR) {
        fail_xml(u);
        return;
    }
    if (strcmp(snw_xml_name(u->xml), "robot") != 0) {
        refuse_root(u);
        return;
    }
    if (u->extra != NULL) {
        const size_t start = snw__urdf_offset(u, u->at);
        keep_spaces(u, start + 1, snw__urdf_tag_end(u, start) - 1);
    }
    read_robot(u);
    if (!u->broken && snw_xml_next(u->xml) == SNW_XML_ERROR) fail_xml(u);
    if (!u->broken && u->extra != NULL && !snw__extra_sort(u->extra, u->setup)) {
        snw__urdf_exhausted(u);
    }
}

// what the lists took while they grew goes back
static void trim(snw_robot *robot, snw_setup *setup) {
    const size_t lists[] = {offsetof(snw_robot, links), offsetof(snw_robot, joints),
                            offsetof(snw_robot, materials)};
    for (int i = 0; i < COUNT(lists); i++) {
        snw_block_trim(snw__field_at(&snw_robot_type, lists[i]), robot, setup);
    }
    const snw_type *type = &snw_link_description_type;
    for (int i = 0; i < robot->link_count; i++) {
        snw_link_description *link = &robot->links[i];
        snw_block_trim(snw__field_at(type, offsetof(snw_link_description, visuals)), link, setup);
        snw_block_trim(snw__field_at(type, offsetof(snw_link_description, collisions)), link,
                       setup);
    }
}

// what is no XML, and is passed over as others do
static void tell_oddity(snw__urdf *u) {
    const snw_why *oddity = u->xml != NULL ? snw_xml_oddity(u->xml) : NULL;
    if (oddity == NULL) return;
    snw_why why = *oddity;
    why.severity = u->options->strictness == SNW_STRICT ? SNW_ERROR : SNW_WARNING;
    snw__urdf_add(u, &why);
}

static snw_status read_plain(snw__urdf *u, snw_robot **robot) {
    u->xml = snw_xml_open(u->bytes, u->length, u->name);
    u->robot = snw_block_new(&snw_robot_type, u->setup);
    if (u->options->extra != NULL) u->extra = snw__extra_new(u->setup);
    if (u->xml == NULL || u->robot == NULL || (u->options->extra != NULL && u->extra == NULL)) {
        snw__urdf_exhausted(u);
    } else {
        snw_xml_be_lax(u->xml);
        read_document(u);
        tell_oddity(u);
    }
    snw_xml_close(u->xml);
    if (u->first != SNW_OK) return u->first;
    trim(u->robot, u->setup);
    *robot = u->robot;
    if (u->options->extra != NULL) *u->options->extra = u->extra;
    return SNW_OK;
}

// --- the public side ----------------------------------------------------------------------------

snw_status snw_urdf_read(const snw_source *source, const snw_urdf_options *options,
                         snw_setup *setup, snw_robot **robot, snw_diags *diags) {
    static const snw_urdf_options defaults = {0};
    snw__urdf *u = calloc(1, sizeof *u);
    if (u == NULL) return SNW_ERR_MEMORY;
    u->options = options != NULL ? options : &defaults;
    u->places = u->options->places;
    if (u->places.folder == NULL) u->places.folder = source->folder;
    u->name = source->name;
    u->setup = setup;
    u->diags = diags;
    u->at = (snw__where){1, 1};
    snw_why why;
    snw_source plain;
    char *memory = NULL;
    snw_status status = snw_source_expand(source, SNW_DOCUMENT_BYTES, &plain, &memory, &why);
    if (snw_failed(status)) {
        snw__urdf_add(u, &why);
    } else {
        u->bytes = plain.bytes;
        u->length = plain.length;
        status = read_plain(u, robot);
    }
    free(memory);
    free(u->definitions);
    free(u);
    return status;
}

snw_status snw_urdf_read_file(const char *path, const snw_urdf_options *options, snw_setup *setup,
                              snw_robot **robot, snw_diags *diags) {
    snw_source_file file;
    snw_why why;
    snw_status status = snw_source_read(&file, path, SNW_DOCUMENT_BYTES, &why);
    if (snw_failed(status)) {
        snw_diags_add(diags, &why);
        return status;
    }
    status = snw_urdf_read(&file.source, options, setup, robot, diags);
    snw_source_free(&file);
    return status;
}
