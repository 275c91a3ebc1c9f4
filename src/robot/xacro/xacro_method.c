// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The methods of texts, lists and dictionaries. Letters are those of ASCII where case matters.
#include <string.h>

#include "xacro_parts.h"

typedef struct method_call {
    snw__xacro *x;
    const char *name;
    const snw__xvalue *owner, *a;
    int count;
    snw__xvalue *out;
} method_call;

typedef bool method_function(const method_call *m);

static bool refuse_argument(const method_call *m, const snw__xvalue *value) {
    return snw__x_fail(m->x,
                       (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type", "give it what it works on"},
                       "%s() cannot be applied to %s", m->name, snw__x_kind_name(value));
}

static bool give_text(const method_call *m, const char *text, size_t length) {
    const char *copy = snw__x_copy(m->x, text, length);
    if (copy != NULL) *m->out = snw__x_kept(copy, length);
    return copy != NULL && snw__x_spend(m->x, length);
}

static bool push_text(const method_call *m, snw__xbody *list, const char *text, size_t length) {
    const char *copy = snw__x_copy(m->x, text, length);
    const snw__xvalue value = snw__x_kept(copy, length);
    return copy != NULL && snw__x_push(m->x, list, &value);
}

// argument `i` must be a text
static bool take_text(const method_call *m, int i, const snw__xvalue **text) {
    *text = &m->a[i];
    return (*text)->kind == SNW__X_TEXT || refuse_argument(m, *text);
}

// --- texts --------------------------------------------------------------------------------------

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static char change_case(const char *name, char c, bool first) {
    const bool upper = name[0] == 'u' || ((name[0] == 't' || name[0] == 'c') && first);
    if (!is_letter(c)) return c;
    return (char)(upper ? c & ~0x20 : c | 0x20);
}

// lower, upper, title and capitalize
static bool text_case(const method_call *m) {
    const size_t length = (size_t)m->owner->count;
    char *copy = snw__x_copy(m->x, m->owner->text, length);
    if (copy == NULL || !snw__x_spend(m->x, length)) return false;
    bool first = true;
    for (size_t i = 0; i < length; i++) {
        copy[i] = change_case(m->name, copy[i], first);
        first = m->name[0] == 't' && !is_letter(copy[i]);
    }
    *m->out = snw__x_kept(copy, length);
    return true;
}

// strip, lstrip and rstrip
static bool text_strip(const method_call *m) {
    const snw__xvalue *set = NULL;
    if (m->count > 0 && !take_text(m, 0, &set)) return false;
    const char *letters = set != NULL ? set->text : " \t\n\r\f\v";
    const char *start = m->owner->text, *end = start + m->owner->count;
    while (m->name[0] != 'r' && start < end && strchr(letters, *start) != NULL) {
        start++;
    }
    while (m->name[0] != 'l' && start < end && strchr(letters, end[-1]) != NULL) {
        end--;
    }
    return give_text(m, start, (size_t)(end - start));
}

// between blanks, of which any number is one separator
static bool split_blanks(const method_call *m, int64_t most, snw__xbody *list) {
    static const char blanks[] = " \t\n\r\f\v";
    const char *at = m->owner->text;
    for (at += strspn(at, blanks); *at != '\0'; at += strspn(at, blanks)) {
        const bool last = most >= 0 && list->count >= most;
        const size_t length = last ? strlen(at) : strcspn(at, blanks);
        if (!push_text(m, list, at, length)) return false;
        at += length;
    }
    return true;
}

static bool text_split(const method_call *m) {
    snw__xvalue made = {0};
    const int64_t most = m->count > 1 ? m->a[1].integer : -1;
    if (m->count > 1 && m->a[1].kind != SNW__X_INT) return refuse_argument(m, &m->a[1]);
    if (!snw__x_spend(m->x, (size_t)m->owner->count)) return false;
    if (!snw__x_make(m->x, SNW__X_LIST, 0, &made)) return false;
    if (m->count == 0 || m->a[0].kind == SNW__X_NONE) {
        if (!split_blanks(m, most, made.body)) return false;
        *m->out = made;
        return true;
    }
    const snw__xvalue *separator = NULL;
    if (!take_text(m, 0, &separator)) return false;
    if (separator->count == 0) return refuse_argument(m, separator);
    const char *at = m->owner->text;
    for (;;) {
        const bool last = most >= 0 && made.body->count >= most;
        const char *end = last ? NULL : strstr(at, separator->text);
        const size_t length = end != NULL ? (size_t)(end - at) : strlen(at);
        if (!push_text(m, made.body, at, length)) return false;
        if (end == NULL) break;
        at = end + separator->count;
    }
    *m->out = made;
    return true;
}

static bool text_join(const method_call *m) {
    snw__xvalue items = {0};
    snw__xbuffer buffer = {0};
    if (!snw__x_iterate(m->x, m->a, &items) || !snw__x_add(m->x, &buffer, "", 0)) return false;
    for (int i = 0; i < items.body->count; i++) {
        const snw__xvalue *item = &items.body->items[i];
        if (item->kind != SNW__X_TEXT) return refuse_argument(m, item);
        if (i > 0 && !snw__x_add(m->x, &buffer, m->owner->text, (size_t)m->owner->count)) {
            return false;
        }
        if (!snw__x_add(m->x, &buffer, item->text, (size_t)item->count)) return false;
    }
    return give_text(m, buffer.data, buffer.length);
}

static bool text_replace(const method_call *m) {
    const snw__xvalue *old = NULL, *with = NULL;
    snw__xbuffer buffer = {0};
    if (!take_text(m, 0, &old) || !take_text(m, 1, &with)) return false;
    if (old->count == 0) return refuse_argument(m, old);
    const char *at = m->owner->text;
    for (const char *hit = strstr(at, old->text); hit != NULL; hit = strstr(at, old->text)) {
        if (!snw__x_add(m->x, &buffer, at, (size_t)(hit - at)) ||
            !snw__x_add(m->x, &buffer, with->text, (size_t)with->count)) {
            return false;
        }
        at = hit + old->count;
    }
    return snw__x_add(m->x, &buffer, at, strlen(at)) && give_text(m, buffer.data, buffer.length);
}

static bool has_end(const snw__xvalue *text, const snw__xvalue *part, bool start) {
    if (part->count > text->count) return false;
    const char *at = start ? text->text : text->text + text->count - part->count;
    return memcmp(at, part->text, (size_t)part->count) == 0;
}

// startswith and endswith, of one text or of any in a list
static bool text_ends(const method_call *m) {
    const bool start = m->name[0] == 's', list = m->a->kind == SNW__X_LIST;
    const snw__xvalue *parts = list ? m->a->body->items : m->a;
    bool found = false;
    for (int i = 0; i < (list ? m->a->body->count : 1) && !found; i++) {
        if (parts[i].kind != SNW__X_TEXT) return refuse_argument(m, &parts[i]);
        if (!snw__x_spend(m->x, (size_t)parts[i].count)) return false;
        found = has_end(m->owner, &parts[i], start);
    }
    *m->out = snw__x_bool(found);
    return true;
}

// find, index and count
static bool text_find(const method_call *m) {
    const snw__xvalue *part = NULL;
    if (!take_text(m, 0, &part) || !snw__x_spend(m->x, (size_t)m->owner->count)) return false;
    if (part->count == 0) return refuse_argument(m, part);
    const char *hit = strstr(m->owner->text, part->text);
    if (m->name[0] == 'c') {
        int64_t count = 0;
        for (; hit != NULL; hit = strstr(hit + part->count, part->text)) {
            count++;
        }
        *m->out = snw__x_int(count);
        return true;
    }
    if (hit == NULL && m->name[0] == 'i') {
        return snw__x_fail(m->x,
                           (snw__xfault){SNW_ERR_NOT_FOUND, "xacro-type", "ask with 'in' before"},
                           "%s is not in the text", snw_quote(part->text).text);
    }
    const snw__xvalue before = {.text = m->owner->text,
                                .count = hit != NULL ? (int)(hit - m->owner->text) : 0};
    *m->out = snw__x_int(hit != NULL ? snw__x_letters(&before) : -1);
    return true;
}

// isdigit, isalpha and isalnum
static bool text_is(const method_call *m) {
    bool all = m->owner->count > 0;
    if (!snw__x_spend(m->x, (size_t)m->owner->count)) return false;
    for (int i = 0; i < m->owner->count && all; i++) {
        const char c = m->owner->text[i];
        const bool digit = c >= '0' && c <= '9', letter = is_letter(c);
        all = m->name[2] == 'd' ? digit : m->name[4] == 'n' ? digit || letter : letter;
    }
    *m->out = snw__x_bool(all);
    return true;
}

static bool text_zfill(const method_call *m) {
    const int64_t letters = snw__x_letters(m->owner);
    if (m->a->kind != SNW__X_INT) return refuse_argument(m, m->a);
    const int64_t missing = m->a->integer - letters;
    const bool sign = m->owner->text[0] == '-' || m->owner->text[0] == '+';
    snw__xbuffer buffer = {0};
    if (!snw__x_add(m->x, &buffer, m->owner->text, sign ? 1 : 0)) return false;
    for (int64_t i = 0; i < missing; i++) {
        if (!snw__x_add(m->x, &buffer, "0", 1)) return false;
    }
    const size_t skip = sign ? 1 : 0;
    return snw__x_add(m->x, &buffer, m->owner->text + skip, (size_t)m->owner->count - skip) &&
           give_text(m, buffer.data, buffer.length);
}

static bool text_format(const method_call *m) {
    return snw__x_format(m->x, &(snw__xcall){m->owner, m->name, m->a, m->count, NULL}, m->out);
}

// --- lists --------------------------------------------------------------------------------------

static bool give_none(const method_call *m) {
    *m->out = (snw__xvalue){.kind = SNW__X_NONE};
    return true;
}

static bool list_append(const method_call *m) {
    return snw__x_push(m->x, m->owner->body, m->a) && give_none(m);
}

static bool list_extend(const method_call *m) {
    snw__xvalue items = {0};
    if (!snw__x_iterate(m->x, m->a, &items)) return false;
    const int count = items.body->count; // may be the list itself
    for (int i = 0; i < count; i++) {
        if (!snw__x_push(m->x, m->owner->body, &items.body->items[i])) return false;
    }
    return give_none(m);
}

static bool list_insert(const method_call *m) {
    snw__xbody *list = m->owner->body;
    if (m->a[0].kind != SNW__X_INT) return refuse_argument(m, &m->a[0]);
    int64_t at = m->a[0].integer < 0 ? m->a[0].integer + list->count : m->a[0].integer;
    at = at < 0 ? 0 : at > list->count ? list->count : at;
    if (!snw__x_spend(m->x, (size_t)list->count) || !snw__x_push(m->x, list, &m->a[1])) {
        return false;
    }
    memmove(&list->items[at + 1], &list->items[at],
            (size_t)(list->count - 1 - at) * sizeof *list->items);
    list->items[at] = m->a[1];
    return give_none(m);
}

static void drop_items(snw__xbody *body, int64_t at, int count) {
    memmove(&body->items[at], &body->items[at + count],
            (size_t)(body->count - at - count) * sizeof *body->items);
    body->count -= count;
}

static bool list_pop(const method_call *m) {
    snw__xbody *list = m->owner->body;
    if (m->count > 0 && m->a->kind != SNW__X_INT) return refuse_argument(m, m->a);
    const int64_t index = m->count > 0 ? m->a->integer : -1;
    const int64_t at = index < 0 ? index + list->count : index;
    if (at < 0 || at >= list->count) {
        return snw__x_fail(m->x,
                           (snw__xfault){SNW_ERR_RANGE, "xacro-type", "ask for the length before"},
                           "pop() from a list of %d items, at %lld", list->count, (long long)index);
    }
    if (!snw__x_spend(m->x, (size_t)(list->count - at))) return false;
    *m->out = list->items[at];
    drop_items(list, at, 1);
    return true;
}

// index, count and remove
static bool list_find(const method_call *m) {
    snw__xbody *list = m->owner->body;
    int64_t found = -1, count = 0;
    for (int i = 0; i < list->count; i++) {
        bool same = false;
        if (!snw__x_equal(m->x, &list->items[i], m->a, &same)) return false;
        if (same && found < 0) found = i;
        count += same ? 1 : 0;
    }
    *m->out = snw__x_int(m->name[0] == 'c' ? count : found);
    if (m->name[0] == 'c') return true;
    if (found < 0) {
        const char *text = snw__x_string(m->x, m->a);
        return text != NULL &&
               snw__x_fail(m->x,
                           (snw__xfault){SNW_ERR_NOT_FOUND, "xacro-type", "ask with 'in' before"},
                           "%s is not in the list", snw_quote(text).text);
    }
    if (m->name[0] == 'i') return true;
    drop_items(list, found, 1);
    return give_none(m);
}

static bool list_reverse(const method_call *m) {
    snw__xbody *list = m->owner->body;
    if (!snw__x_spend(m->x, (size_t)list->count)) return false;
    for (int i = 0; i < list->count / 2; i++) {
        const snw__xvalue item = list->items[i];
        list->items[i] = list->items[list->count - 1 - i];
        list->items[list->count - 1 - i] = item;
    }
    return give_none(m);
}

static bool list_sort(const method_call *m) {
    const bool reverse = m->count > 0 && snw__x_truth(m->a);
    return snw__x_sort(m->x, m->owner->body, reverse) && give_none(m);
}

static bool list_copy(const method_call *m) {
    snw__xvalue made = {0};
    if (!snw__x_make(m->x, m->owner->kind, 0, &made)) return false;
    for (int i = 0; i < m->owner->body->count; i++) {
        if (!snw__x_push(m->x, made.body, &m->owner->body->items[i])) return false;
    }
    *m->out = made;
    return true;
}

// --- dictionaries -------------------------------------------------------------------------------

// get and pop: the value of a key, or a default
static bool dict_get(const method_call *m) {
    int at = -1;
    snw__xbody *dict = m->owner->body;
    if (!snw__x_dict_find(m->x, dict, m->a, &at)) return false;
    if (at < 0 && m->count > 1) {
        *m->out = m->a[1];
        return true;
    }
    if (at < 0 && m->name[0] == 'g') return give_none(m);
    if (at < 0) return refuse_argument(m, m->a);
    *m->out = dict->items[at];
    if (m->name[0] == 'p') drop_items(dict, at - 1, 2);
    return true;
}

// keys, values and items
static bool dict_items(const method_call *m) {
    const snw__xbody *dict = m->owner->body;
    snw__xvalue made = {0};
    if (!snw__x_make(m->x, SNW__X_LIST, 0, &made)) return false;
    bool good = true;
    for (int i = 0; good && i < dict->count; i += 2) {
        snw__xvalue pair = dict->items[m->name[0] == 'v' ? i + 1 : i];
        if (m->name[0] == 'i') {
            good = snw__x_make(m->x, SNW__X_LIST, 2, &pair) &&
                   snw__x_push(m->x, pair.body, &dict->items[i]) &&
                   snw__x_push(m->x, pair.body, &dict->items[i + 1]);
        }
        good = good && snw__x_push(m->x, made.body, &pair);
    }
    *m->out = made;
    return good;
}

static bool dict_update(const method_call *m) {
    if (m->a->kind != SNW__X_DICT) return refuse_argument(m, m->a);
    const int count = m->a->body->count;
    for (int i = 0; i < count; i += 2) {
        const snw__xvalue *pair = &m->a->body->items[i];
        if (!snw__x_dict_set(m->x, m->owner->body, &pair[0], &pair[1])) return false;
    }
    return give_none(m);
}

// --- sets ---------------------------------------------------------------------------------------

static bool set_add(const method_call *m) {
    return snw__x_set_add(m->x, m->owner->body, m->a) && give_none(m);
}

// union: a new set with what both have
static bool set_union(const method_call *m) {
    snw__xvalue made = {0}, items = {0};
    if (!list_copy(&(method_call){m->x, m->name, m->owner, NULL, 0, &made}) ||
        !snw__x_iterate(m->x, m->a, &items)) {
        return false;
    }
    for (int i = 0; i < items.body->count; i++) {
        if (!snw__x_set_add(m->x, made.body, &items.body->items[i])) return false;
    }
    *m->out = made;
    return true;
}

// intersection and difference
static bool set_filter(const method_call *m) {
    snw__xvalue items = {0};
    return snw__x_iterate(m->x, m->a, &items) &&
           snw__x_set_filter(m->x, m->owner->body, items.body, m->name[0] == 'i', m->out);
}

static bool set_is_subset(const method_call *m) {
    snw__xvalue left = {0}, items = {0};
    if (!snw__x_iterate(m->x, m->a, &items) ||
        !snw__x_set_filter(m->x, m->owner->body, items.body, false, &left)) {
        return false;
    }
    *m->out = snw__x_bool(left.body->count == 0);
    return true;
}

// --- by name ------------------------------------------------------------------------------------

static const struct method {
    snw__xkind kind;
    const char *name;
    int least, most;
    method_function *call;
} methods[] = {
    {SNW__X_TEXT, "lower", 0, 0, text_case},      {SNW__X_TEXT, "upper", 0, 0, text_case},
    {SNW__X_TEXT, "title", 0, 0, text_case},      {SNW__X_TEXT, "capitalize", 0, 0, text_case},
    {SNW__X_TEXT, "strip", 0, 1, text_strip},     {SNW__X_TEXT, "lstrip", 0, 1, text_strip},
    {SNW__X_TEXT, "rstrip", 0, 1, text_strip},    {SNW__X_TEXT, "split", 0, 2, text_split},
    {SNW__X_TEXT, "join", 1, 1, text_join},       {SNW__X_TEXT, "replace", 2, 2, text_replace},
    {SNW__X_TEXT, "startswith", 1, 1, text_ends}, {SNW__X_TEXT, "endswith", 1, 1, text_ends},
    {SNW__X_TEXT, "find", 1, 1, text_find},       {SNW__X_TEXT, "index", 1, 1, text_find},
    {SNW__X_TEXT, "count", 1, 1, text_find},      {SNW__X_TEXT, "isdigit", 0, 0, text_is},
    {SNW__X_TEXT, "isalpha", 0, 0, text_is},      {SNW__X_TEXT, "isalnum", 0, 0, text_is},
    {SNW__X_TEXT, "zfill", 1, 1, text_zfill},     {SNW__X_TEXT, "format", 0, 64, text_format},
    {SNW__X_LIST, "append", 1, 1, list_append},   {SNW__X_LIST, "extend", 1, 1, list_extend},
    {SNW__X_LIST, "insert", 2, 2, list_insert},   {SNW__X_LIST, "pop", 0, 1, list_pop},
    {SNW__X_LIST, "index", 1, 1, list_find},      {SNW__X_LIST, "count", 1, 1, list_find},
    {SNW__X_LIST, "remove", 1, 1, list_find},     {SNW__X_LIST, "reverse", 0, 0, list_reverse},
    {SNW__X_LIST, "sort", 0, 1, list_sort},       {SNW__X_LIST, "copy", 0, 0, list_copy},
    {SNW__X_DICT, "get", 1, 2, dict_get},         {SNW__X_DICT, "pop", 1, 2, dict_get},
    {SNW__X_DICT, "keys", 0, 0, dict_items},      {SNW__X_DICT, "values", 0, 0, dict_items},
    {SNW__X_DICT, "items", 0, 0, dict_items},     {SNW__X_DICT, "update", 1, 1, dict_update},
    {SNW__X_DICT, "copy", 0, 0, list_copy},       {SNW__X_SET, "add", 1, 1, set_add},
    {SNW__X_SET, "union", 1, 1, set_union},       {SNW__X_SET, "intersection", 1, 1, set_filter},
    {SNW__X_SET, "difference", 1, 1, set_filter}, {SNW__X_SET, "issubset", 1, 1, set_is_subset},
    {SNW__X_SET, "copy", 0, 0, list_copy},
};
enum { METHODS = sizeof methods / sizeof *methods };

bool snw__x_method(snw__xacro *x, const snw__xvalue *owner, const char *name,
                   const snw__xvalue *arguments, int count, snw__xvalue *out) {
    const char *names[METHODS];
    int known = 0;
    for (int i = 0; i < METHODS; i++) {
        if (methods[i].kind != owner->kind) continue;
        names[known++] = methods[i].name;
        if (strcmp(methods[i].name, name) != 0) continue;
        const method_call m = {x, name, owner, arguments, count, out};
        return snw__x_check_count(x, name, count, methods[i].least, methods[i].most) &&
               methods[i].call(&m);
    }
    const char *near = snw_closest_name(name, names, known);
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    if (near != NULL) {
        snw_text_format(&text, "did you mean %s()?", near);
    } else {
        snw_text_format(&text, "use one of the methods of docs/xacro.md");
    }
    return snw__x_fail(x, (snw__xfault){SNW_ERR_UNSUPPORTED, "xacro-python", fix},
                       "%s has no method %s()", snw__x_kind_name(owner), name);
}
