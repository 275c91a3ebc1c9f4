// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/why.h"

#include "sinew/base/text.h"

static const char *severity_name(snw_severity severity) {
    switch (severity) {
    case SNW_INFO:
        return "note";
    case SNW_WARNING:
        return "warning";
    case SNW_ERROR:
        break;
    }
    return "error";
}

static void add_numbers(snw_text *text, const snw_why *why) {
    for (int i = 0; i < why->number_count; i++) {
        const snw_why_number *number = &why->numbers[i];
        snw_text_format(text, "%s%s ", i == 0 ? " (" : ", ", number->name);
        snw_text_real(text, number->value);
        if (number->unit[0] != '\0') snw_text_format(text, " %s", number->unit);
    }
    if (why->number_count > 0) snw_text_format(text, ")");
}

size_t snw_why_sentence(const snw_why *why, char *out, size_t size) {
    snw_text text = snw_text_over(out, size);

    // where, as compilers write it, so that editors can jump there
    if (why->file[0] != '\0') snw_text_format(&text, "%s:", why->file);
    if (why->line > 0) snw_text_format(&text, "%d:", (int)why->line);
    if (why->line > 0 && why->column > 0) snw_text_format(&text, "%d:", (int)why->column);
    if (text.length > 0) snw_text_format(&text, " ");

    // what, about whom
    snw_text_format(&text, "%s: ", severity_name(why->severity));
    if (why->subject[0] != '\0') snw_text_format(&text, "%s: ", why->subject);
    snw_text_format(&text, "%s", why->text[0] != '\0' ? why->text : snw_status_sentence(why->code));
    add_numbers(&text, why);

    // the way out and the rule
    if (why->fix[0] != '\0') snw_text_format(&text, "; %s", why->fix);
    if (why->rule[0] != '\0') snw_text_format(&text, " [%s]", why->rule);
    return text.length;
}

static void add_member(snw_text *text, const char *name, const char *value) {
    if (value[0] == '\0') return;
    snw_text_format(text, ",\"%s\":", name);
    snw_text_json_string(text, value);
}

size_t snw_why_json(const snw_why *why, char *out, size_t size) {
    snw_text text = snw_text_over(out, size);
    snw_text_format(&text, "{\"code\":%d,\"name\":\"%s\",\"severity\":\"%s\"", (int)why->code,
                    snw_status_name(why->code), severity_name(why->severity));
    add_member(&text, "subject", why->subject);
    snw_text_format(&text, ",\"text\":");
    snw_text_json_string(&text, why->text[0] != '\0' ? why->text : snw_status_sentence(why->code));
    add_member(&text, "fix", why->fix);
    add_member(&text, "rule", why->rule);
    add_member(&text, "file", why->file);
    if (why->line > 0) snw_text_format(&text, ",\"line\":%d", (int)why->line);
    if (why->column > 0) snw_text_format(&text, ",\"column\":%d", (int)why->column);

    snw_text_format(&text, ",\"numbers\":[");
    for (int i = 0; i < why->number_count; i++) {
        const snw_why_number *number = &why->numbers[i];
        snw_text_format(&text, "%s{\"name\":", i == 0 ? "" : ",");
        snw_text_json_string(&text, number->name);
        snw_text_format(&text, ",\"value\":");
        snw_text_json_real(&text, number->value);
        snw_text_format(&text, ",\"unit\":");
        snw_text_json_string(&text, number->unit);
        snw_text_format(&text, "}");
    }
    snw_text_format(&text, "]}");
    return text.length;
}
