// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "xsd.h"

// --- lines --------------------------------------------------------------------------------------

void snw__xsd_indent(snw__xsd *x) {
    for (int i = 0; i < x->depth; i++) {
        snw_text_add(x->text, "  ", 2);
    }
}

static void put_line(snw__xsd *x, const char *format, va_list arguments) {
    char line[8 * SNW__XSD_NAME];
    (void)vsnprintf(line, sizeof line, format, arguments);
    snw__xsd_indent(x);
    snw_text_add(x->text, line, strlen(line));
    snw_text_add(x->text, "\n", 1);
}

void snw__xsd_line(snw__xsd *x, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    put_line(x, format, arguments);
    va_end(arguments);
}

void snw__xsd_open(snw__xsd *x, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    put_line(x, format, arguments);
    va_end(arguments);
    x->depth++;
}

void snw__xsd_close(snw__xsd *x, const char *name) {
    x->depth--;
    snw__xsd_line(x, "</%s>", name);
}

void snw__xsd_help(snw__xsd *x, const char *help, const snw_field *field) {
    snw__xsd_indent(x);
    snw_text_format(x->text, "<xs:annotation><xs:documentation>");
    snw_text_xml_attribute(x->text, help);
    if (field != NULL && field->unit != NULL && field->unit[0] != '\0') {
        snw_text_format(x->text, " Unit: ");
        snw_text_xml_attribute(x->text, field->unit);
        snw_text_format(x->text, ".");
    }
    if (field != NULL && field->initial != NULL) {
        snw_text_format(x->text, " Default: ");
        snw_text_xml_attribute(x->text, field->initial);
        snw_text_format(x->text, ".");
    }
    snw_text_format(x->text, "</xs:documentation></xs:annotation>\n");
}

// --- names --------------------------------------------------------------------------------------

snw__xsd_name snw__xsd_own(const snw__xsd *x, const char *format, ...) {
    snw__xsd_name name;
    snw_text text = snw_text_over(name.text, sizeof name.text);
    snw_text_format(&text, "%s:", x->space->prefix);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(name.text + text.length, sizeof name.text - text.length, format, arguments);
    va_end(arguments);
    return name;
}

snw__xsd_name snw__xsd_use(snw__xsd *x, snw__xsd_shared one) {
    static const char *const names[] = {
        "real",    "percent", "measure", "infinite", "minus_infinite", "number", "quantity",
        "numbers", "commas",  "nothing", "include",  "quat",           "pose"};
    x->used |= one;
    int index = 0;
    while ((unsigned)one >> index != 1) {
        index++;
    }
    return snw__xsd_own(x, "_%s", names[index]);
}
