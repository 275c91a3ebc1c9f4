// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "sinew/model/long_name.h"
#include "urdf_reader.h"

// --- events -------------------------------------------------------------------------------------

static snw__where here(const snw__urdf *u) {
    return (snw__where){snw_xml_line(u->xml), snw_xml_column(u->xml)};
}

// the fault of the XML itself ends everything
static void stop(snw__urdf *u) {
    if (u->broken) return;
    u->broken = true;
    snw_why why = *snw_xml_why(u->xml);
    if (why.subject[0] == '\0') snw_copy_text(why.subject, sizeof why.subject, u->path);
    snw_why_rule(&why, "xml");
    snw__urdf_add(u, &why);
}

// the next event inside the current element; false at its end
static bool next(snw__urdf *u, snw_xml_event *event) {
    if (u->broken) return false;
    *event = snw_xml_next(u->xml);
    if (*event == SNW_XML_ERROR) stop(u);
    return !u->broken && *event != SNW_XML_END && *event != SNW_XML_EOF;
}

void snw__urdf_pass(snw__urdf *u) {
    if (!u->broken && u->event == SNW_XML_START && snw_failed(snw_xml_skip(u->xml))) stop(u);
}

// --- places in the text -------------------------------------------------------------------------

// the byte at a place; places are mostly asked for in the order of the text
size_t snw__urdf_offset(snw__urdf *u, snw__where where) {
    if (u->line == 0 || where.line < u->line) {
        u->line = 1;
        u->line_start = u->length >= 3 && memcmp(u->bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    }
    while (u->line < where.line) {
        const char *feed = memchr(u->bytes + u->line_start, '\n', u->length - u->line_start);
        if (feed == NULL) break;
        u->line_start = (size_t)(feed - u->bytes) + 1;
        u->line++;
    }
    return u->line_start + (size_t)where.column - 1;
}

// behind the '>' of the tag at `start`; a '>' between quotes does not end it
size_t snw__urdf_tag_end(const snw__urdf *u, size_t start) {
    char quote = '\0';
    for (size_t i = start; i < u->length; i++) {
        const char c = u->bytes[i];
        if (quote != '\0') {
            if (c == quote) quote = '\0';
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '>') {
            return i + 1;
        }
    }
    return u->length;
}

// length of the prefix with its colon of the name at a place, 0 for none
static size_t prefix_at(const snw__urdf *u, size_t start) {
    for (size_t i = start; i < u->length; i++) {
        if (u->bytes[i] == ':') return i + 1 - start;
        if (strchr(" \t\r\n=/>", u->bytes[i]) != NULL) break;
    }
    return 0;
}

static bool is_of_xacro(const snw__urdf *u, size_t start) {
    return prefix_at(u, start) == 6 && memcmp(u->bytes + start, "xacro:", 6) == 0;
}

// what a file that was expanded by halves still has
static void remark_xacro(snw__urdf *u, snw__where where) {
    if (!snw__urdf_once(u, "xacro", "")) return;
    (void)snw__urdf_say(u,
                        snw__at(SNW__REMARK, SNW_ERR_UNSUPPORTED, "urdf-xacro",
                                "expand the file with 'sinew model expand', or remove them", where),
                        "parts of xacro were left in the file; they are not used");
}

// --- attributes ---------------------------------------------------------------------------------

static const char *closest(const char *name, const snw__attribute *attributes, int count) {
    const char *names[16];
    for (int i = 0; i < count; i++) {
        names[i] = attributes[i].name;
    }
    return snw_closest_name(name, names, count);
}

static void remark_attribute(snw__urdf *u, const char *name, const snw__attribute *attributes,
                             int count) {
    if (!snw__urdf_once(u, snw_xml_name(u->xml), name)) return;
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    const char *near = closest(name, attributes, count);
    if (near != NULL) {
        snw_text_format(&text, "did you mean '%s'?", near);
    } else {
        snw_text_format(&text, "remove it");
    }
    (void)snw__urdf_say(u, snw__at(SNW__REMARK, SNW_ERR_UNKNOWN_NAME, "urdf-unknown", fix, here(u)),
                        "attribute %s is not known here", snw_quote(name).text);
}

// How bad it is that an attribute cannot be read, and what is said of what becomes of it.
static snw__weight weigh(snw__urdf *u, bool required) {
    if (u->spare == NULL) return required ? SNW__ERROR : SNW__DOUBT;
    u->spoiled = true;
    return SNW__REMARK;
}

typedef struct ending {
    char text[40];
} ending;

static ending left_out(const snw__urdf *u) {
    ending out = {""};
    snw_text text = snw_text_over(out.text, sizeof out.text);
    if (u->spare != NULL) snw_text_format(&text, "; %s is left out", u->spare);
    return out;
}

bool snw__urdf_attributes(snw__urdf *u, snw__attribute *attributes, int count) {
    const char *name, *value;
    while (snw_xml_attribute(u->xml, &name, &value)) {
        int i = 0;
        while (i < count && strcmp(attributes[i].name, name) != 0) {
            i++;
        }
        const bool foreign = prefix_at(u, snw__urdf_offset(u, here(u))) > 0;
        if (i < count && !foreign) {
            attributes[i].value = value;
            attributes[i].where = here(u);
        } else if (!foreign) {
            remark_attribute(u, name, attributes, count);
        } else if (is_of_xacro(u, snw__urdf_offset(u, here(u)))) {
            remark_xacro(u, here(u));
        }
    }
    bool complete = true;
    for (int i = 0; i < count; i++) {
        if (attributes[i].value != NULL || !attributes[i].required) continue;
        complete = false;
        (void)snw__urdf_say(
            u,
            snw__at(weigh(u, true), SNW_ERR_NOT_FOUND, "urdf-missing", "add the attribute", u->at),
            "attribute '%s' is missing%s", attributes[i].name, left_out(u).text);
    }
    return complete;
}

// what to do about a word that is no number
static const char *number_fix(const char *word) {
    if (strstr(word, "${") != NULL || strstr(word, "$(") != NULL) {
        return "expand the file with xacro first";
    }
    if (strchr(word, ',') != NULL) return "write a decimal point, and blanks between numbers";
    return "write a finite decimal number";
}

static void refuse_number(snw__urdf *u, const snw__attribute *attribute, const char *word,
                          size_t length, snw_status status) {
    char copy[64] = "";
    memcpy(copy, word, length < sizeof copy ? length : sizeof copy - 1);
    const bool large = status == SNW_ERR_RANGE;
    (void)snw__urdf_say(u,
                        snw__about(weigh(u, attribute->required), status, "urdf-number",
                                   large ? "write a smaller number" : number_fix(copy), attribute),
                        "%s is %s%s", snw_quote(copy).text, large ? "too large" : "not a number",
                        left_out(u).text);
}

bool snw__urdf_reals(snw__urdf *u, const snw__attribute *attribute, int count, double *out) {
    if (attribute->value == NULL) return true;
    double numbers[16];
    int found = 0;
    snw_words words = snw_words_over(attribute->value);
    snw_word word;
    while (snw_words_next(&words, &word)) {
        double number = 0;
        const snw_status status = snw_real_parse(word.text, word.length, &number, NULL);
        if (snw_failed(status)) {
            refuse_number(u, attribute, word.text, word.length, status);
            return false;
        }
        if (found < count) numbers[found] = number + 0.0; // no negative zero
        found++;
    }
    if (found != count) {
        (void)snw__urdf_say(u,
                            snw__about(weigh(u, attribute->required), SNW_ERR_SIZE, "urdf-number",
                                       found < count ? "write them all, with blanks between"
                                                     : "remove those that are too many",
                                       attribute),
                            "%d number%s instead of %d%s", found, found == 1 ? "" : "s", count,
                            left_out(u).text);
        return false;
    }
    memcpy(out, numbers, (size_t)count * sizeof *out);
    return true;
}

// a name for which the model has no room
static void shorten_name(snw__urdf *u, const snw__attribute *attribute, const char *name,
                         size_t length, char out[SNW_NAME]) {
    char whole[SNW__URDF_LONG_NAME + 1];
    memcpy(whole, name, length);
    whole[length] = '\0';
    snw_shorten_name(whole, length, out);
    if (!snw__urdf_once(u, "name", whole)) return;
    (void)snw__urdf_say(u,
                        snw__about(SNW__REMARK, SNW_ERR_SIZE, "urdf-name",
                                   "give it a name of at most 63 bytes", attribute),
                        "the name is longer than 63 bytes; it is called '%s' here", out);
}

bool snw__urdf_name(snw__urdf *u, const snw__attribute *attribute, char out[SNW_NAME]) {
    if (attribute->value == NULL) return false;
    const snw_word name = snw_word_trim(attribute->value, strlen(attribute->value));
    const char *start = name.text, *end = start + name.length;
    const size_t length = name.length;
    const char *fault = NULL;
    if (length == 0) fault = "the name is empty";
    if (length > SNW__URDF_LONG_NAME) fault = "the name is longer than 255 bytes";
    for (const char *c = start; fault == NULL && c < end;) {
        const int step = snw_printable_length(c, (size_t)(end - c));
        if (step == 0) fault = "the name has a control character";
        c += step;
    }
    if (fault != NULL) {
        (void)snw__urdf_say(u,
                            snw__about(SNW__ERROR, SNW_ERR_SYNTAX, "urdf-name",
                                       "give it a short plain name", attribute),
                            "%s", fault);
        return false;
    }
    if (length >= SNW_NAME) {
        shorten_name(u, attribute, start, length, out);
        return true;
    }
    memcpy(out, start, length);
    out[length] = '\0';
    return true;
}

// --- children -----------------------------------------------------------------------------------

// what simulators and drivers put into URDF
static const char *const vendors[] = {"calibration",    "contact",     "gazebo",       "isaac",
                                      "mujoco",         "plugin",      "ros2_control", "sensor",
                                      "self_collision", "transmission"};

static bool is_vendor(const char *name) {
    for (size_t i = 0; i < sizeof vendors / sizeof *vendors; i++) {
        if (strcmp(vendors[i], name) == 0) return true;
    }
    return false;
}

static void remark_element(snw__urdf *u, const snw__element *elements, int count) {
    const char *names[16];
    for (int i = 0; i < count; i++) {
        names[i] = elements[i].name;
    }
    // the first child that it may have tells what the parent is
    const char *name = snw_xml_name(u->xml);
    if (!snw__urdf_once(u, count > 0 ? elements[0].name : "", name)) return;
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    const char *near = snw_closest_name(name, names, count);
    if (near != NULL) {
        snw_text_format(&text, "did you mean <%s>?", near);
    } else {
        snw_text_format(&text, "remove it; it is kept unchanged");
    }
    (void)snw__urdf_say(u, snw__at(SNW__REMARK, SNW_ERR_UNKNOWN_NAME, "urdf-unknown", fix, u->at),
                        "element %s is not known here", snw_quote(name).text);
}

// an element that the robot has no place for: remarked unless it is a vendor's, and kept as text
static void keep(snw__urdf *u, const snw__element *elements, int count) {
    const size_t start = snw__urdf_offset(u, u->at), prefix = prefix_at(u, start + 1);
    if (is_of_xacro(u, start + 1)) {
        remark_xacro(u, u->at);
    } else if (prefix == 0 && !is_vendor(snw_xml_name(u->xml))) {
        remark_element(u, elements, count);
    }
    size_t last = start;
    if (u->event == SNW_XML_START) {
        snw__urdf_pass(u);
        last = snw__urdf_offset(u, here(u));
    }
    if (u->broken || u->extra == NULL) return;
    const size_t end = snw__urdf_tag_end(u, last);
    if (!snw__extra_add(u->extra, u->path, u->bytes + start, end - start, u->setup)) {
        snw__urdf_exhausted(u);
    }
}

static void read_child(snw__urdf *u, const snw__element *elements, int count, unsigned *seen,
                       void *target) {
    const char *name = snw_xml_name(u->xml);
    int i = 0;
    while (i < count && strcmp(elements[i].name, name) != 0) {
        i++;
    }
    if (i == count || prefix_at(u, snw__urdf_offset(u, u->at) + 1) > 0) {
        keep(u, elements, count);
        return;
    }
    const size_t path = snw__urdf_enter(u, elements[i].name);
    if (!elements[i].many && (*seen >> i & 1) != 0) {
        (void)snw__urdf_say(
            u, snw__at(SNW__REMARK, SNW_ERR_DUPLICATE, "urdf-twice", "keep one of them", u->at),
            "the element is given twice; the first is used");
        snw__urdf_pass(u);
    } else {
        elements[i].read(u, target);
    }
    *seen |= 1U << i;
    snw__urdf_leave(u, path);
}

void snw__urdf_children(snw__urdf *u, const snw__element *elements, int count, void *target) {
    const bool inside = u->event == SNW_XML_START;
    unsigned seen = 0;
    snw_xml_event event;
    while (inside && next(u, &event)) {
        u->at = here(u);
        u->event = event;
        if (event == SNW_XML_CONTENT) {
            if (!snw__urdf_once(u, "text", count > 0 ? elements[0].name : "")) continue;
            (void)snw__urdf_say(
                u,
                snw__at(SNW__REMARK, SNW_ERR_SYNTAX, "urdf-text", "put it into a comment", u->at),
                "text is between the elements");
        } else {
            read_child(u, elements, count, &seen, target);
        }
    }
}

void snw__urdf_end(snw__urdf *u) {
    snw__urdf_children(u, NULL, 0, NULL);
}

void snw__urdf_needs(snw__urdf *u, int version, const char *what, snw__where where) {
    if (u->version >= version || !snw__urdf_once(u, "version", what)) return;
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    snw_text_format(&text, "write version=\"1.%d\" into <robot>", version - 10);
    (void)snw__urdf_say(u, snw__at(SNW__REMARK, SNW_ERR_VERSION, "urdf-version", fix, where),
                        "'%s' belongs to URDF 1.%d; it is used nevertheless", what, version - 10);
}
