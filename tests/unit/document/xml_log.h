// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_DOCUMENT_XML_LOG_H
#define SINEW_TESTS_DOCUMENT_XML_LOG_H

/// @file
/// What the pull reader says about a text, as one line: <a x=1> for a start, </a> for an end,
/// <a x=1/> for an empty element, (text) for content, and at the end a point or an exclamation
/// mark.

#include <string.h>

#include "check.h"
#include "sinew/document/xml.h"

enum { LOG_SIZE = 1 << 16 };

typedef enum log_form {
    PLAIN,
    PLACES, ///< each event and attribute begins with line:column
    SPLIT   ///< an empty element is a start and an end
} log_form;

static const char *xml_log(const char *text, size_t length, log_form form) {
    static char buffer[LOG_SIZE];
    // exactly the bytes of the text, so that the sanitizer sees a step beyond them
    char *copy = malloc(length + (length == 0));
    CHECK(copy != NULL);
    if (length > 0) memcpy(copy, text, length);
    snw_xml *xml = snw_xml_open(copy, length, "text.xml");
    CHECK(xml != NULL);
    snw_text out = snw_text_over(buffer, sizeof buffer);
    for (;;) {
        const snw_xml_event event = snw_xml_next(xml);
        if (event == SNW_XML_EOF || event == SNW_XML_ERROR) {
            snw_text_format(&out, event == SNW_XML_EOF ? "." : "!");
            CHECK(snw_xml_next(xml) == event);
            break;
        }
        if (form == PLACES) snw_text_format(&out, "%d:%d", snw_xml_line(xml), snw_xml_column(xml));
        size_t size;
        const char *content = snw_xml_content(xml, &size);
        CHECK((event == SNW_XML_CONTENT) == (size > 0) && strlen(content) == size);
        if (event == SNW_XML_CONTENT) {
            snw_text_format(&out, "(%s)", content);
            continue;
        }
        snw_text_format(&out, event == SNW_XML_END ? "</%s" : "<%s", snw_xml_name(xml));
        if (snw_xml_space(xml)[0] != '\0') snw_text_format(&out, "{%s}", snw_xml_space(xml));
        const char *name, *value;
        while (snw_xml_attribute(xml, &name, &value)) {
            snw_text_format(&out, " ");
            if (form == PLACES)
                snw_text_format(&out, "%d:%d", snw_xml_line(xml), snw_xml_column(xml));
            snw_text_format(&out, "%s=%s", name, value);
        }
        snw_text_format(&out, event == SNW_XML_EMPTY && form != SPLIT ? "/>" : ">");
        if (event == SNW_XML_EMPTY && form == SPLIT) {
            snw_text_format(&out, "</%s", snw_xml_name(xml));
            if (snw_xml_space(xml)[0] != '\0') snw_text_format(&out, "{%s}", snw_xml_space(xml));
            snw_text_format(&out, ">");
        }
    }
    CHECK(!snw_text_is_cut(&out));
    snw_xml_close(xml);
    free(copy);
    return buffer;
}

__attribute__((unused)) static const char *events_of(const char *text) {
    return xml_log(text, strlen(text), PLAIN);
}

/// The reason why a text is refused.
__attribute__((unused)) static snw_why refusal_of(const char *text, size_t length) {
    snw_xml *xml = snw_xml_open(text, length, "text.xml");
    CHECK(xml != NULL);
    snw_xml_event event;
    while ((event = snw_xml_next(xml)) != SNW_XML_ERROR) {
        CHECK(event != SNW_XML_EOF);
    }
    const snw_why why = *snw_xml_why(xml);
    snw_xml_close(xml);
    return why;
}

/// Refused with this code, at this place, with a rule, a text and a way out.
__attribute__((unused)) static bool is_refused(const char *text, snw_status code, int line,
                                               int column) {
    const snw_why why = refusal_of(text, strlen(text));
    const bool good = why.code == code && why.severity == SNW_ERROR && why.line == line &&
                      why.column == column && strcmp(why.file, "text.xml") == 0 &&
                      strcmp(why.rule, "xml") == 0 && why.text[0] != '\0' && why.fix[0] != '\0';
    if (!good) {
        print_error("%.60s: %s %d:%d %s; %s\n", text, snw_status_name(why.code), why.line,
                    why.column, why.text, why.fix);
    }
    return good;
}

#endif // SINEW_TESTS_DOCUMENT_XML_LOG_H
