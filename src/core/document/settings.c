// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/document/settings.h"

#include <stdlib.h>
#include <string.h>

#include "bind.h"
#include "include.h"
#include "quote.h"

static const snw_field object_fields[] = {
    {SNW_AT(snw_settings_object, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the object."},
    {SNW_AT(snw_settings_object, object), .kind = SNW_KIND_CHILD, .base = "object",
     .help = "The object, of any registered type."},
};
static const snw_type object_type = {SNW_TYPE(snw_settings_object, object_fields),
                                     .help = "One object of a settings file."};

static const snw_field settings_fields[] = {
    {SNW_AT_LIST(snw_settings, objects, count, 4096), .kind = SNW_KIND_STRUCT, .type = &object_type,
     .item = "object", .help = "Objects in the order of the file."},
};
const snw_type snw_settings_type = {SNW_TYPE(snw_settings, settings_fields),
                                    .help = "A settings file: a list of objects."};

// --- characters ---------------------------------------------------------------------------------

static bool begins_comment(char c) {
    return c == '#' || c == ';';
}

// a piece of a line
typedef struct piece {
    const char *at, *end;
} piece;

static size_t length_of(piece p) {
    return (size_t)(p.end - p.at);
}

static piece trimmed(piece p) {
    const snw_word word = snw_word_trim(p.at, length_of(p));
    return (piece){word.text, word.text + word.length};
}

// up to a comment, without blanks around
static piece without_comment(piece p) {
    const char *stop = p.at;
    while (stop < p.end && !begins_comment(*stop)) {
        stop++;
    }
    return trimmed((piece){p.at, stop});
}

// --- reading ------------------------------------------------------------------------------------

typedef struct line_reader {
    snw__bind bind;
    piece left; // what has not been read yet
    const char *line_start;
    int line;
    const char *base;
    const snw_field *objects; // of the root
    int count;                // objects so far
    snw_settings_object now;  // the current one
    bool named;               // the line [name] of a block was read
    bool waiting;             // ... but not its class
    bool open;                // the frames of the object and of its class are pushed
    snw__where block;         // where it begins
    char *text;               // a string without its quotes
} line_reader;

static snw__where place_of(const line_reader *r, const char *at) {
    return (snw__where){r->line, (int)(at - r->line_start) + 1};
}

static void complain(line_reader *r, const char *at, snw_status code, const char *text,
                     const char *fix) {
    snw__bind_complain(&r->bind, code, text, fix, place_of(r, at));
}

// the next line without blanks around; false at the end
static bool next_line(line_reader *r, piece *line) {
    if (r->left.at == r->left.end) return false;
    const char *stop = memchr(r->left.at, '\n', length_of(r->left));
    if (stop == NULL) stop = r->left.end;
    r->line_start = r->left.at;
    r->line++;
    *line = trimmed((piece){r->left.at, stop});
    r->left.at = stop < r->left.end ? stop + 1 : stop;
    return true;
}

// a zero ends every text here, so a line that holds one cannot be what it seems
static bool is_text(line_reader *r, piece line) {
    const char *zero = memchr(line.at, '\0', length_of(line));
    if (zero == NULL) return true;
    complain(r, zero, SNW_ERR_SYNTAX, "the line contains a zero byte", "is the file text?");
    return false;
}

// the object that is complete goes into the list
static void finish_object(line_reader *r) {
    if (r->waiting) {
        snw__bind_complain(&r->bind, SNW_ERR_NOT_FOUND, "the block has no class",
                           "write class and a type as its first setting", r->block);
    }
    if (r->open) {
        snw__bind_pop(&r->bind);
        snw__bind_pop(&r->bind);
        snw_settings_object *place = snw__bind_item(&r->bind, r->objects, r->count++, r->block);
        if (place != NULL) *place = r->now;
    }
    r->open = r->waiting = r->named = false;
}

// [name]
static void begin_object(line_reader *r, piece line) {
    finish_object(r);
    r->block = place_of(r, line.at);
    r->named = true;
    const char *close = memchr(line.at, ']', length_of(line));
    const piece name = trimmed((piece){line.at + 1, close != NULL ? close : line.at + 1});
    const piece rest = without_comment((piece){close != NULL ? close + 1 : line.end, line.end});
    if (length_of(name) == 0 || length_of(rest) > 0) {
        complain(r, line.at, SNW_ERR_SYNTAX, "a block begins with its name in brackets",
                 "write [name] and nothing else");
        return;
    }
    snw_why why;
    snw_why_set(&why, SNW_ERR_SYNTAX, NULL, NULL);
    memset(&r->now, 0, sizeof r->now);
    if (snw_failed(
            snw_value_parse(&object_fields[0], name.at, length_of(name), r->now.name, &why))) {
        snw__bind_report(&r->bind, &why, NULL, place_of(r, name.at), false);
        return;
    }
    r->waiting = true;
}

// class hand
static void set_class(line_reader *r, piece value) {
    char token[SNW_FIELD_NAME] = "";
    r->waiting = false;
    value = without_comment(value);
    if (length_of(value) < sizeof token) memcpy(token, value.at, length_of(value));
    if (token[0] == '\0') {
        complain(r, value.at, SNW_ERR_SYNTAX, "the name of the class is missing or too long",
                 "write class and a type");
        return;
    }
    const snw_field any = {.name = r->now.name, .base = r->base};
    const snw_type *type = snw__bind_child(&r->bind, &any, token, place_of(r, value.at));
    if (type == NULL) return;
    void *block = snw_block_new(type, r->bind.setup);
    const char *name = snw_setup_text(r->bind.setup, r->now.name, strlen(r->now.name));
    if (block == NULL || name == NULL) {
        snw__bind_exhausted(&r->bind, r->block);
        return;
    }
    r->now.object = (snw_child){type, block};

    // the object's frame has its name, which must be its own; that of the class has no step
    const snw_upgrade *none;
    (void)snw__bind_push(&r->bind, &object_type, &r->now, name, -1, r->block);
    (void)snw__bind_field(&r->bind, "name", r->block, &none);
    r->open = snw__bind_push(&r->bind, type, block, "", -1, place_of(r, value.at));
}

// --- values -------------------------------------------------------------------------------------

// what a letter behind a backslash means; 0 for nothing
static char escaped(char c) {
    static const char letters[] = "nt\"\\", means[] = "\n\t\"\\";
    const char *found = strchr(letters, c); // its final zero too, which means itself
    if (found == NULL) return '\0';
    return means[found - letters];
}

// "text" with \" \\ \n \t; what follows the closing quote, or NULL when it is wrong (reported)
static const char *unquote(line_reader *r, piece p, size_t *length) {
    *length = 0;
    for (const char *at = p.at + 1; at < p.end; at++) {
        if (*at == '"') return at + 1;
        char c = *at;
        if (c == '\\' && at + 1 < p.end) {
            at++;
            c = escaped(*at);
        }
        if (c == '\0') {
            complain(r, at, SNW_ERR_SYNTAX, "an escape is one of \\\" \\\\ \\n \\t",
                     "write \\\\ for a backslash");
            return NULL;
        }
        r->text[(*length)++] = c;
    }
    complain(r, p.at, SNW_ERR_SYNTAX, "the closing quote is missing",
             "write \" at the end of the text");
    return NULL;
}

// a word, up to a blank or a comma
static piece take_word(piece *p) {
    piece word = {p->at, p->at};
    while (word.end < p->end && !snw_is_blank(*word.end) && *word.end != ',') {
        word.end++;
    }
    p->at = word.end;
    return word;
}

static void pass_separators(piece *p) {
    while (p->at < p->end && (snw_is_blank(*p->at) || *p->at == ',')) {
        p->at++;
    }
}

// a text between quotes, whose end `*p` then begins at; false when it is wrong
static bool take_quoted(line_reader *r, piece *p, piece *text) {
    size_t length;
    const char *behind = unquote(r, *p, &length);
    if (behind == NULL) return false;
    p->at = behind;
    *text = (piece){r->text, r->text + length};
    return true;
}

static void set_strings(line_reader *r, const snw_field *field, piece p) {
    const snw__where where = place_of(r, p.at);
    int count = 0;
    for (pass_separators(&p); p.at < p.end && !begins_comment(*p.at); pass_separators(&p)) {
        const snw__where here = place_of(r, p.at);
        piece text;
        if (*p.at == '"') {
            if (!take_quoted(r, &p, &text)) return;
        } else {
            text = take_word(&p);
            const piece word = without_comment(text);
            if (word.end < text.end) p.at = text.end = word.end; // a comment ends the word
        }
        void *place = snw__bind_item(&r->bind, field, count++, here);
        if (place == NULL) break;
        (void)snw__bind_text(&r->bind, field, place, text.at, length_of(text), here);
    }
    snw__bind_items_end(&r->bind, field, count, where);
}

static void set_string(line_reader *r, const snw_field *field, const snw_upgrade *upgrade,
                       piece p) {
    const char *start = p.at;
    piece text;
    if (p.at < p.end && *p.at == '"') {
        if (!take_quoted(r, &p, &text)) return;
        if (length_of(without_comment(p)) > 0) {
            complain(r, p.at, SNW_ERR_SYNTAX, "something follows the closing quote",
                     "write \\\" for a quote inside the text");
            return;
        }
    } else {
        text = without_comment(p);
    }
    snw__bind_value(&r->bind, field, upgrade, text.at, length_of(text), place_of(r, start));
}

static bool is_word(piece p, const char *word) {
    return length_of(p) == strlen(word) && memcmp(p.at, word, length_of(p)) == 0;
}

// on and off are as good as true and false
static void set_switches(line_reader *r, const snw_field *field, const snw_upgrade *upgrade,
                         piece p) {
    const snw__where where = place_of(r, p.at);
    p = without_comment(p);
    while (p.at < p.end) {
        const piece word = take_word(&p);
        const char *means = is_word(word, "on") ? "true" : is_word(word, "off") ? "false" : NULL;
        if (means != NULL) {
            snw__bind_collect(&r->bind, means, strlen(means));
        } else {
            snw__bind_collect(&r->bind, word.at, length_of(word));
        }
        pass_separators(&p);
    }
    snw__bind_collected(&r->bind, field, upgrade, where);
}

static void set_value(line_reader *r, const snw_field *field, const snw_upgrade *upgrade,
                      piece value) {
    const bool text = field->kind == SNW_KIND_STRING || field->kind == SNW_KIND_REFERENCE;
    if (text && field->array != SNW_SINGLE) {
        set_strings(r, field, value);
    } else if (text) {
        set_string(r, field, upgrade, value);
    } else if (field->kind == SNW_KIND_BOOL) {
        set_switches(r, field, upgrade, value);
    } else {
        const piece plain = without_comment(value);
        snw__bind_value(&r->bind, field, upgrade, plain.at, length_of(plain),
                        place_of(r, plain.at));
    }
}

// name value
static void read_setting(line_reader *r, piece line) {
    piece name = {line.at, line.at};
    while (name.end < line.end && !snw_is_blank(*name.end) && !begins_comment(*name.end)) {
        name.end++;
    }
    const piece value = trimmed((piece){name.end, line.end});
    char copy[2 * SNW_FIELD_NAME] = "";
    const size_t length = length_of(name) < sizeof copy ? length_of(name) : sizeof copy - 1;
    memcpy(copy, name.at, length);
    if (r->waiting && strcmp(copy, "class") == 0) {
        set_class(r, value);
    } else if (r->open) {
        const snw_upgrade *upgrade;
        const snw_field *field = snw__bind_field(&r->bind, copy, place_of(r, line.at), &upgrade);
        if (field != NULL) set_value(r, field, upgrade, value);
    } else if (r->waiting) {
        complain(r, line.at, SNW_ERR_SYNTAX, "the class comes first",
                 "write class and a type before other settings");
        r->waiting = false;
    } else if (!r->named) {
        complain(r, line.at, SNW_ERR_SYNTAX, "a setting is outside of any block",
                 "begin with [name]");
    }
}

// --- the file -----------------------------------------------------------------------------------

static void *read_lines(line_reader *r) {
    const snw__where top = {1, 1};
    void *root = snw_block_new(&snw_settings_type, r->bind.setup);
    if (root == NULL) {
        snw__bind_exhausted(&r->bind, top);
        return NULL;
    }
    (void)snw__bind_push(&r->bind, &snw_settings_type, root, "", -1, top);
    SNW_IGNORE(snw__bind_version(&r->bind, &snw_settings_type, 0, top));
    const int first_name = snw__bind_keys_begin(&r->bind);
    piece line;
    while (next_line(r, &line)) {
        if (line.at == line.end || begins_comment(*line.at) || !is_text(r, line)) continue;
        if (*line.at == '[') {
            begin_object(r, line);
        } else {
            read_setting(r, line);
        }
    }
    finish_object(r);
    snw__bind_keys_end(&r->bind, first_name);
    snw__bind_items_end(&r->bind, r->objects, r->count, top);
    r->bind.complete = true;
    snw__bind_pop(&r->bind);
    return root;
}

static snw_status read_text(const snw_source *source, const char *base, const snw_document *how) {
    const char *bytes = source->bytes;
    const size_t length = source->length;
    line_reader *r = calloc(1, sizeof *r);
    if (r == NULL) return SNW_ERR_MEMORY;
    r->left = (piece){bytes, bytes + length};
    if (length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) r->left.at += 3;
    r->base = base;
    r->objects = &settings_fields[0];
    snw__bind_open(&r->bind, how->options, how->setup, how->diags, source->name);
    r->text = length <= SNW_DOCUMENT_BYTES ? malloc(length + 1) : NULL;
    void *root = NULL;
    if (length > SNW_DOCUMENT_BYTES) {
        snw__bind_complain(&r->bind, SNW_ERR_TOO_LARGE, "the text is larger than the limit",
                           "split the file", (snw__where){0, 0});
    } else if (r->text == NULL) {
        snw__bind_exhausted(&r->bind, (snw__where){0, 0});
    } else {
        root = read_lines(r);
    }
    const snw_status status = snw__bind_close(&r->bind);
    free(r->text);
    free(r);
    if (status == SNW_OK && root != NULL) *how->object = root;
    return status;
}

snw_status snw_settings_read(const snw_source *source, const char *base, const snw_document *how) {
    char *memory = NULL;
    snw_source plain;
    snw_why why;
    snw_status status = snw_source_expand(source, SNW_DOCUMENT_BYTES, &plain, &memory, &why);
    if (snw_failed(status)) {
        snw_diags_add(how->diags, &why);
        return status;
    }
    status = read_text(&plain, base, how);
    free(memory);
    return status;
}

// --- writing ------------------------------------------------------------------------------------

static bool is_plain(const snw_field *field) {
    return field->kind < SNW_KIND_STRUCT && field->kind != SNW_KIND_QUAT &&
           field->kind != SNW_KIND_POSE;
}

// true when all items of a field have their default
static bool is_default(const snw_field *field, const void *block, const void *defaults) {
    const int count = snw_field_count(field, block);
    if (count != snw_field_count(field, defaults)) return false;
    for (int i = 0; i < count; i++) {
        if (memcmp(snw_field_place_const(field, block, i),
                   snw_field_place_const(field, defaults, i), field->size) != 0) {
            return false;
        }
    }
    return true;
}

// a text needs no quotes when it has no sign that means something here
static bool is_bare(const char *text, bool word) {
    const size_t length = strlen(text);
    if (length == 0 || text[0] == '"' || text[0] == ' ' || text[length - 1] == ' ') return false;
    for (const char *c = text; *c != '\0'; c++) {
        if ((unsigned char)*c < 0x20 || begins_comment(*c)) return false;
        if (word && (*c == ' ' || *c == ',')) return false;
    }
    return true;
}

static void write_text(const char *value, bool word, snw_text *text) {
    if (is_bare(value, word)) {
        snw_text_add(text, value, strlen(value));
        return;
    }
    snw_text_add(text, "\"", 1);
    for (const char *c = value; *c != '\0'; c++) {
        static const char signs[] = "\n\t\"\\", letters[] = "nt\"\\";
        const char *found = strchr(signs, *c);
        if (found != NULL) {
            snw_text_format(text, "\\%c", letters[found - signs]);
        } else {
            snw_text_add(text, c, 1);
        }
    }
    snw_text_add(text, "\"", 1);
}

static void write_field(const snw_field *field, const void *block, snw_text *text) {
    snw_text_format(text, "%s", field->name);
    for (int i = 0; i < snw_field_count(field, block); i++) {
        const void *place = snw_field_place_const(field, block, i);
        snw_text_add(text, " ", 1);
        if (field->kind == SNW_KIND_STRING || field->kind == SNW_KIND_REFERENCE) {
            write_text(place, field->array != SNW_SINGLE, text);
        } else if (field->kind == SNW_KIND_BOOL) {
            snw_text_format(text, *(const bool *)place ? "on" : "off");
        } else {
            snw_value_print(field, place, text);
        }
    }
    snw_text_add(text, "\n", 1);
}

// what stands between brackets must be read as it is
static bool is_block_name(const char *name) {
    const size_t length = strlen(name);
    if (length == 0 || snw_is_blank(name[0]) || snw_is_blank(name[length - 1])) return false;
    return strpbrk(name, "]\n\r") == NULL;
}

static snw_status check_object(const snw_settings_object *one, snw_why *why) {
    const snw_type *type = one->object.type;
    if (!is_block_name(one->name)) {
        return snw_refuse_rule(why, SNW_ERR_SYNTAX, "settings", one->name,
                               "the name cannot be written between brackets",
                               "remove ] and blanks at its ends");
    }
    if (type == NULL || one->object.block == NULL) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "settings", one->name,
                               "the object has no type", "set it");
    }
    for (int i = 0; i < type->field_count; i++) {
        if (type->fields[i].role != SNW_PARAMETER || is_plain(&type->fields[i])) continue;
        char subject[SNW_WHY_SUBJECT];
        snw_text line = snw_text_over(subject, sizeof subject);
        snw_text_format(&line, "%s/%s", one->name, type->fields[i].name);
        return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "settings", subject,
                               "a settings file holds plain values only", "write it as XML");
    }
    return SNW_OK;
}

static snw_status write_object(const snw_settings_object *one, snw_text *text, snw_why *why) {
    const snw_type *type = one->object.type;
    void *defaults = calloc(1, type->size);
    if (defaults == NULL) {
        return snw_refuse_rule(why, SNW_ERR_MEMORY, "settings", one->name, "out of memory", NULL);
    }
    snw_text_format(text, "[%s]\nclass %s\n", one->name, type->token);
    snw_block_defaults(type, defaults);
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        const bool needed = (field->flags & SNW_REQUIRED) != 0;
        if (field->role == SNW_PARAMETER &&
            (needed || !is_default(field, one->object.block, defaults))) {
            write_field(field, one->object.block, text);
        }
    }
    free(defaults);
    return SNW_OK;
}

snw_status snw_settings_write(const snw_settings *settings, snw_text *text, snw_why *why) {
    for (int i = 0; i < settings->count; i++) {
        const snw_status status = check_object(&settings->objects[i], why);
        if (snw_failed(status)) return status;
    }
    for (int i = 0; i < settings->count; i++) {
        if (i > 0) snw_text_add(text, "\n", 1);
        const snw_status status = write_object(&settings->objects[i], text, why);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}
