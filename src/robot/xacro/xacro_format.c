// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Numbers and texts in a given form: 'text' % values and text.format(values).
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "xacro_parts.h"

enum { MOST_WIDTH = 99, NUMBER_ROOM = 640 };

// how one value is written
typedef struct form {
    char fill, align, sign, kind; // kind: s d f e g x r
    bool zero;
    int width, precision; // precision -1 for none
} form;

static bool refuse_form(snw__xacro *x, const snw__xvalue *text, const char *what) {
    return snw__x_fail(x,
                       (snw__xfault){SNW_ERR_UNSUPPORTED, "xacro-python",
                                     "use %s %d %f %e %g %x, or {} and {:.3f}, up to 99 wide"},
                       "%s in the text %s", what, snw_quote(text->text).text);
}

// what printf made, with a point whatever the locale has
static size_t plain_point(char *text, int length) {
    size_t used = 0;
    for (int i = 0; i < length; i++) {
        const char c = text[i];
        if ((c >= '0' && c <= '9') || strchr("+-eE", c) != NULL || (c >= 'a' && c <= 'z')) {
            text[used++] = c;
        } else if (used == 0 || text[used - 1] != '.') {
            text[used++] = '.';
        }
    }
    text[used] = '\0';
    return used;
}

// the digits of a number, without its sign
static bool print_digits(const form *f, const snw__xvalue *value, char out[NUMBER_ROOM]) {
    double number = 0;
    int64_t integer = value->integer;
    if (!snw__x_number(value, &number)) return false;
    if (f->kind == 'd' || f->kind == 'x') {
        if (value->kind == SNW__X_REAL && snw_failed(snw_real_to_int(number, &integer))) {
            return false;
        }
        const uint64_t size = integer < 0 ? 0 - (uint64_t)integer : (uint64_t)integer;
        (void)snprintf(out, NUMBER_ROOM, f->kind == 'x' ? "%llx" : "%llu",
                       (unsigned long long)size);
        return true;
    }
    if (!isfinite(number)) {
        (void)snprintf(out, NUMBER_ROOM, "inf");
        return true;
    }
    const int precision = f->precision >= 0 ? f->precision : 6;
    const double size = fabs(number);
    const int length = f->kind == 'f'   ? snprintf(out, NUMBER_ROOM, "%.*f", precision, size)
                       : f->kind == 'e' ? snprintf(out, NUMBER_ROOM, "%.*e", precision, size)
                                        : snprintf(out, NUMBER_ROOM, "%.*g", precision, size);
    (void)plain_point(out, length);
    return true;
}

static bool add_fill(snw__xacro *x, snw__xbuffer *out, char fill, int64_t count) {
    bool good = true;
    for (int64_t i = 0; good && i < count; i++) {
        good = snw__x_add(x, out, &fill, 1);
    }
    return good;
}

// sign and body, filled up to the width
static bool add_padded(snw__xacro *x, const form *f, const char *sign, const snw__xvalue *body,
                       snw__xbuffer *out) {
    const int64_t used = (int64_t)strlen(sign) + snw__x_letters(body);
    const int64_t missing = f->width > used ? f->width - used : 0;
    const int64_t left = f->align == '>' ? missing : f->align == '^' ? missing / 2 : 0;
    const bool inside = f->zero;
    return add_fill(x, out, f->fill, inside ? 0 : left) && snw__x_add(x, out, sign, strlen(sign)) &&
           add_fill(x, out, '0', inside ? missing : 0) &&
           snw__x_add(x, out, body->text, (size_t)body->count) &&
           add_fill(x, out, f->fill, inside ? 0 : missing - left);
}

// cuts a text after so many letters
static void cut_letters(snw__xvalue *text, int letters) {
    int at = 0;
    for (int count = 0; at < text->count; at++) {
        if (((unsigned char)text->text[at] & 0xC0) == 0x80) continue;
        if (count++ == letters) break;
    }
    text->count = at;
}

static bool add_formed(snw__xacro *x, form f, const snw__xvalue *value, snw__xbuffer *out) {
    char digits[NUMBER_ROOM];
    double number = 0;
    const bool numeric = strchr("dfegx", f.kind) != NULL;
    if (f.align == '\0') f.align = numeric ? '>' : '<';
    if (!numeric) {
        const char *text = NULL;
        if (f.kind == 'r') {
            snw__xvalue quoted = {0};
            if (!snw__x_call(x, "repr", value, 1, &quoted)) return false;
            text = quoted.text;
        } else {
            text = snw__x_string(x, value);
        }
        if (text == NULL) return false;
        snw__xvalue body = snw__x_kept(text, strlen(text));
        if (f.precision >= 0) cut_letters(&body, f.precision);
        f.zero = false;
        return add_padded(x, &f, "", &body, out);
    }
    if (!print_digits(&f, value, digits)) {
        return snw__x_fail(
            x, (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type", "convert with float() or int()"},
            "%s cannot be written as a number", snw__x_kind_name(value));
    }
    (void)snw__x_number(value, &number);
    const bool whole = f.kind == 'd' && value->kind == SNW__X_REAL && trunc(number) == 0;
    const char *sign = signbit(number) && !whole ? "-"
                       : f.sign == '+'           ? "+"
                       : f.sign == ' '           ? " "
                                                 : "";
    const snw__xvalue body = snw__x_kept(digits, strlen(digits));
    return add_padded(x, &f, sign, &body, out);
}

// a number of at most two digits; behind it afterwards
static bool take_small(const char **at, int *value) {
    int digits = 0;
    for (*value = 0; **at >= '0' && **at <= '9'; (*at)++, digits++) {
        *value = *value <= MOST_WIDTH ? *value * 10 + (**at - '0') : *value;
    }
    return digits > 0 && *value <= MOST_WIDTH;
}

static bool finish_text(snw__xacro *x, const snw__xbuffer *buffer, snw__xvalue *out) {
    const char *copy = snw__x_copy(x, buffer->data, buffer->length);
    if (copy != NULL) *out = snw__x_kept(copy, buffer->length);
    return copy != NULL;
}

// --- % ------------------------------------------------------------------------------------------

// flags, width, precision and kind behind a %; false when it is none that we know
static bool take_percent(const char **at, form *f) {
    *f = (form){.fill = ' ', .precision = -1, .align = '>'};
    for (; **at != '\0' && strchr("-+ 0", **at) != NULL; (*at)++) {
        if (**at == '-') f->align = '<';
        if (**at == '0') f->zero = true;
        if (**at == '+' || (**at == ' ' && f->sign == '\0')) f->sign = **at;
    }
    if (**at >= '1' && **at <= '9' && !take_small(at, &f->width)) return false;
    if (**at == '.') {
        (*at)++;
        f->precision = 0;
        if (**at >= '0' && **at <= '9' && !take_small(at, &f->precision)) return false;
    }
    f->kind = **at;
    if (f->kind == '\0') return false;
    (*at)++;
    if (f->kind == 'i' || f->kind == 'u') f->kind = 'd';
    if (f->kind == 'F') f->kind = 'f';
    if (f->align == '<') f->zero = false;
    return strchr("sdfegxr", f->kind) != NULL;
}

bool snw__x_percent(snw__xacro *x, const snw__xvalue *text, const snw__xvalue *values,
                    snw__xvalue *out) {
    const bool list = values->kind == SNW__X_LIST;
    const snw__xvalue *items = list ? values->body->items : values;
    const int count = list ? values->body->count : 1;
    int used = 0;
    snw__xbuffer buffer = {0};
    if (!snw__x_add(x, &buffer, "", 0)) return false;
    for (const char *at = text->text; *at != '\0';) {
        const size_t plain = strcspn(at, "%");
        if (!snw__x_add(x, &buffer, at, plain)) return false;
        at += plain;
        if (*at == '\0') break;
        at++;
        if (*at == '%') {
            if (!snw__x_add(x, &buffer, at++, 1)) return false;
            continue;
        }
        form f;
        if (!take_percent(&at, &f)) return refuse_form(x, text, "a form behind % is not known");
        if (used == count) return refuse_form(x, text, "there are more forms than values");
        if (!add_formed(x, f, &items[used++], &buffer)) return false;
    }
    if (used < count) return refuse_form(x, text, "there are more values than forms");
    return finish_text(x, &buffer, out);
}

// --- format() -----------------------------------------------------------------------------------

// what stands behind the colon: [[fill]align][sign][0][width][.precision][kind]
static bool take_form(const char **at, form *f) {
    *f = (form){.fill = ' ', .precision = -1, .kind = '\0'};
    const char *c = *at;
    if (c[0] != '\0' && c[1] != '\0' && strchr("<>^", c[1]) != NULL) {
        f->fill = c[0];
        f->align = c[1];
        c += 2;
    } else if (c[0] != '\0' && strchr("<>^", c[0]) != NULL) {
        f->align = *c++;
    }
    if (*c == '+' || *c == ' ' || *c == '-') f->sign = *c++;
    if (*c == '0' && f->align == '\0') f->zero = true;
    if (*c >= '0' && *c <= '9' && !take_small(&c, &f->width)) return false;
    if (*c == '.') {
        c++;
        if (!take_small(&c, &f->precision)) return false;
    }
    if (*c != '\0' && strchr("sdfegx", *c) != NULL) f->kind = *c++;
    *at = c;
    return (unsigned char)f->fill < 0x80;
}

// the value of {}, {2} or {name}; behind its number or name afterwards
static bool take_value(snw__xacro *x, const snw__xcall *call, const char **at, int *next,
                       const snw__xvalue **value) {
    int index = 0, place = -1;
    const size_t length = strcspn(*at, ":}");
    if (**at >= '0' && **at <= '9') {
        if (!take_small(at, &index)) {
            return refuse_form(x, call->owner, "a number of a value is too large");
        }
    } else if (call->named != NULL && length > 0) {
        const char *name = snw__x_copy(x, *at, length);
        const snw__xvalue key = snw__x_kept(name, length);
        if (name == NULL || !snw__x_dict_find(x, call->named, &key, &place)) return false;
        if (place < 0) return refuse_form(x, call->owner, "a field has no value of its name");
        *value = &call->named->items[place];
        *at += length;
        return true;
    } else {
        index = (*next)++;
    }
    if (**at != ':' && **at != '}') return refuse_form(x, call->owner, "a field is not known");
    if (index >= call->count) {
        return refuse_form(x, call->owner, "there are more fields than values");
    }
    *value = &call->items[index];
    return true;
}

// {}, {2}, {name} or {:form}; behind it afterwards
static bool take_field(snw__xacro *x, const snw__xcall *call, const char **at, int *next,
                       snw__xbuffer *out) {
    form f = {.fill = ' ', .precision = -1};
    const snw__xvalue *text = call->owner, *value = NULL;
    if (!take_value(x, call, at, next, &value)) return false;
    if (**at == ':') {
        (*at)++;
        if (!take_form(at, &f)) return refuse_form(x, text, "a form behind ':' is not known");
    }
    if (**at != '}') return refuse_form(x, text, "a field is not known");
    (*at)++;
    if (f.kind == '\0') {
        // without a kind a number with digits asked for is written as %g does
        const bool number =
            value->kind != SNW__X_BOOL && value->kind < SNW__X_TEXT && value->kind != SNW__X_NONE;
        f.kind = number && f.precision >= 0 ? 'g' : 's';
        if (number && f.align == '\0' && !f.zero) f.align = '>';
        if (f.zero) f.kind = value->kind == SNW__X_INT ? 'd' : 'g';
    }
    return add_formed(x, f, value, out);
}

bool snw__x_format(snw__xacro *x, const snw__xcall *call, snw__xvalue *out) {
    const snw__xvalue *text = call->owner;
    int next = 0;
    snw__xbuffer buffer = {0};
    if (!snw__x_add(x, &buffer, "", 0)) return false;
    for (const char *at = text->text; *at != '\0';) {
        const size_t plain = strcspn(at, "{}");
        if (!snw__x_add(x, &buffer, at, plain)) return false;
        at += plain;
        if (*at == '\0') break;
        const char brace = *at++;
        if (*at == brace) {
            if (!snw__x_add(x, &buffer, at++, 1)) return false;
            continue;
        }
        if (brace == '}') return refuse_form(x, text, "a '}' is alone");
        if (!take_field(x, call, &at, &next, &buffer)) return false;
    }
    return finish_text(x, &buffer, out);
}
