// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Functions that make lists and go through them, and those of xacro itself.
#include <math.h>
#include <string.h>

#include "xacro_parts.h"

typedef bool list_function(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                           snw__xvalue *out);

static bool refuse_value(snw__xacro *x, const char *name, const snw__xvalue *value) {
    return snw__x_fail(x, (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type", "give it what it works on"},
                       "%s() cannot be applied to %s", name, snw__x_kind_name(value));
}

// --- making -------------------------------------------------------------------------------------

static bool call_list(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                      snw__xvalue *out) {
    snw__xvalue items = {0};
    (void)name;
    if (count == 0) return snw__x_make(x, SNW__X_LIST, 0, out);
    return snw__x_iterate(x, a, &items) && snw__x_pick(x, &items, 0, 1, items.body->count, out);
}

static bool call_dict(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                      snw__xvalue *out) {
    snw__xvalue made = {0};
    if (!snw__x_make(x, SNW__X_DICT, 0, &made)) return false;
    if (count > 0 && a->kind < SNW__X_LIST) return refuse_value(x, name, a);
    bool good = true;
    const bool pairs = count > 0 && a->kind == SNW__X_LIST;
    for (int i = 0; good && count > 0 && i < a->body->count; i += pairs ? 1 : 2) {
        const snw__xvalue *item = &a->body->items[i];
        if (pairs && (item->kind != SNW__X_LIST || item->body->count != 2)) {
            return refuse_value(x, name, item);
        }
        const snw__xvalue *pair = pairs ? item->body->items : item;
        good = snw__x_dict_set(x, made.body, &pair[0], &pair[1]);
    }
    *out = made;
    return good;
}

static bool call_range(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                       snw__xvalue *out) {
    int64_t from = 0, step = 1;
    for (int i = 0; i < count; i++) {
        if (a[i].kind != SNW__X_INT && a[i].kind != SNW__X_BOOL) {
            return refuse_value(x, name, &a[i]);
        }
    }
    const int64_t to = a[count > 1 ? 1 : 0].integer;
    if (count > 1) from = a[0].integer;
    if (count > 2) step = a[2].integer;
    if (step == 0) {
        return snw__x_fail(x, (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type", "use another step"},
                           "the step of range() is zero");
    }
    if (!snw__x_make(x, SNW__X_LIST, 0, out)) return false;
    for (int64_t at = from; step > 0 ? at < to : at > to;) {
        const snw__xvalue item = snw__x_int(at);
        if (!snw__x_push(x, out->body, &item)) return false;
        if (__builtin_add_overflow(at, step, &at)) break;
    }
    return true;
}

// --- going through ------------------------------------------------------------------------------

static bool call_sum(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                     snw__xvalue *out) {
    snw__xvalue items = {0}, total = count > 1 ? a[1] : snw__x_int(0);
    (void)name;
    if (!snw__x_iterate(x, a, &items)) return false;
    for (int i = 0; i < items.body->count; i++) {
        const snw__xvalue before = total;
        if (!snw__x_arithmetic(x, SNW__X_ADD, &before, &items.body->items[i], &total)) return false;
    }
    *out = total;
    return true;
}

static bool call_any(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                     snw__xvalue *out) {
    snw__xvalue items = {0};
    const bool any = name[1] == 'n';
    bool result = !any; // of no items
    (void)count;
    if (!snw__x_iterate(x, a, &items) || !snw__x_spend(x, (size_t)items.body->count)) return false;
    for (int i = 0; i < items.body->count && result != any; i++) {
        result = snw__x_truth(&items.body->items[i]) == any ? any : result;
    }
    *out = snw__x_bool(result);
    return true;
}

// one row of zip() or enumerate()
static bool push_row(snw__xacro *x, snw__xbody *rows, const snw__xvalue *cells, int count) {
    snw__xvalue row = {0};
    bool good = snw__x_make(x, SNW__X_LIST, count, &row);
    for (int k = 0; good && k < count; k++) {
        good = snw__x_push(x, row.body, &cells[k]);
    }
    return good && snw__x_push(x, rows, &row);
}

static bool call_zip(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                     snw__xvalue *out) {
    enum { MOST = 8 };
    snw__xvalue lists[MOST], cells[MOST], made = {0};
    int rows = INT32_MAX;
    (void)name;
    for (int k = 0; k < count; k++) {
        if (!snw__x_iterate(x, &a[k], &lists[k])) return false;
        if (lists[k].body->count < rows) rows = lists[k].body->count;
    }
    if (!snw__x_make(x, SNW__X_LIST, 0, &made)) return false;
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < count; k++) {
            cells[k] = lists[k].body->items[i];
        }
        if (!push_row(x, made.body, cells, count)) return false;
    }
    *out = made;
    return true;
}

static bool call_enumerate(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                           snw__xvalue *out) {
    snw__xvalue items = {0}, made = {0};
    const int64_t start = count > 1 ? a[1].integer : 0;
    if (count > 1 && a[1].kind != SNW__X_INT) return refuse_value(x, name, &a[1]);
    if (!snw__x_iterate(x, a, &items) || !snw__x_make(x, SNW__X_LIST, 0, &made)) return false;
    for (int i = 0; i < items.body->count; i++) {
        int64_t number = 0;
        if (__builtin_add_overflow(start, (int64_t)i, &number)) return refuse_value(x, name, &a[1]);
        const snw__xvalue cells[2] = {snw__x_int(number), items.body->items[i]};
        if (!push_row(x, made.body, cells, 2)) return false;
    }
    *out = made;
    return true;
}

static bool call_reversed(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                          snw__xvalue *out) {
    snw__xvalue items = {0};
    (void)name;
    (void)count;
    return snw__x_iterate(x, a, &items) &&
           snw__x_pick(x, &items, items.body->count - 1, -1, items.body->count, out);
}

// two sorted runs into one; the left one first among equals
static bool merge_runs(snw__xacro *x, const snw__xvalue *from, snw__xvalue *to, const int at[3],
                       bool reverse) {
    int left = at[0], right = at[1];
    for (int i = at[0]; i < at[2]; i++) {
        int order = -1;
        if (left < at[1] && right < at[2]) {
            if (!snw__x_compare(x, &from[right], &from[left], &order)) return false;
            if (order == SNW__X_UNORDERED) return refuse_value(x, "sorted", &from[right]);
            if (reverse) order = -order;
        }
        to[i] = left >= at[1] || (right < at[2] && order < 0) ? from[right++] : from[left++];
    }
    return true;
}

// merge sort from the bottom up: stable, as Python's is
bool snw__x_sort(snw__xacro *x, snw__xbody *list, bool reverse) {
    const int count = list->count;
    const snw__xmark mark = snw__x_mark(&x->scratch);
    snw__xvalue *other = snw__x_take(x, &x->scratch, (size_t)count * sizeof *other + 1);
    bool good = other != NULL;
    for (int width = 1; good && width < count; width *= 2) {
        for (int at = 0; good && at < count; at += 2 * width) {
            const int middle = at + width < count ? at + width : count;
            const int end = at + 2 * width < count ? at + 2 * width : count;
            good = merge_runs(x, list->items, other, (const int[3]){at, middle, end}, reverse);
        }
        if (good) memcpy(list->items, other, (size_t)count * sizeof *other);
    }
    snw__x_release(&x->scratch, mark);
    return good;
}

static bool call_sorted(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                        snw__xvalue *out) {
    const bool reverse = count > 1 && snw__x_truth(&a[1]);
    return call_list(x, name, a, 1, out) && snw__x_sort(x, out->body, reverse);
}

static bool call_set(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                     snw__xvalue *out) {
    (void)name;
    return count == 0 ? snw__x_make(x, SNW__X_SET, 0, out) : snw__x_set_of(x, a, out);
}

// --- of xacro -----------------------------------------------------------------------------------

static bool call_load_yaml(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                           snw__xvalue *out) {
    (void)count;
    if (a->kind != SNW__X_TEXT) return refuse_value(x, name, a);
    return snw__x_load_yaml(x, a->text, out);
}

static bool call_arg(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                     snw__xvalue *out) {
    (void)count;
    if (a->kind != SNW__X_TEXT) return refuse_value(x, name, a);
    const char *value = snw__x_argument_text(x, a->text);
    if (value == NULL) return false;
    *out = snw__x_kept(value, strlen(value));
    return true;
}

// env, optenv, find and dirname: what $(...) gives, for $(eval)
static bool call_command(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                         snw__xvalue *out) {
    snw__xbuffer operand = {0};
    if (!snw__x_add(x, &operand, "", 0)) return false;
    for (int i = 0; i < count; i++) {
        if (a[i].kind != SNW__X_TEXT) return refuse_value(x, name, &a[i]);
        if (i > 0 && !snw__x_add(x, &operand, " ", 1)) return false;
        if (!snw__x_add(x, &operand, a[i].text, (size_t)a[i].count)) return false;
    }
    const char *text = snw__x_copy(x, operand.data, operand.length);
    return text != NULL && snw__x_command(x, name, text, out);
}

// dictionaries have names behind dots here, whoever made them
static bool call_dotify(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                        snw__xvalue *out) {
    (void)count;
    if (a->kind != SNW__X_DICT) return refuse_value(x, name, a);
    *out = *a;
    return true;
}

static bool call_filename(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                          snw__xvalue *out) {
    (void)count;
    if (a->kind != SNW__X_TEXT) return refuse_value(x, name, a);
    const char *folder = x->at != NULL ? x->at->file->folder : NULL;
    const bool alone = a->text[0] == '/' || folder == NULL || folder[0] == '\0';
    snw__xbuffer path = {0};
    if (!alone && !(snw__x_add(x, &path, folder, strlen(folder)) && snw__x_add(x, &path, "/", 1))) {
        return false;
    }
    if (!snw__x_add(x, &path, a->text, (size_t)a->count)) return false;
    const char *text = snw__x_copy(x, path.data, path.length);
    if (text != NULL) *out = snw__x_kept(text, path.length);
    return text != NULL;
}

// the pieces of a text between separators, empty ones left out
static bool call_tokenize(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                          snw__xvalue *out) {
    if (a->kind != SNW__X_TEXT) return refuse_value(x, name, a);
    if (count > 1 && a[1].kind != SNW__X_TEXT) return refuse_value(x, name, &a[1]);
    const char *separators = count > 1 ? a[1].text : ",; ";
    snw__xvalue made = {0};
    if (!snw__x_make(x, SNW__X_LIST, 0, &made)) return false;
    for (const char *at = a->text; *at != '\0';) {
        const size_t length = strcspn(at, separators);
        if (length > 0) {
            const char *piece = snw__x_copy(x, at, length);
            const snw__xvalue value = snw__x_kept(piece, length);
            if (piece == NULL || !snw__x_push(x, made.body, &value)) return false;
        }
        at += length + (at[length] != '\0' ? 1 : 0);
    }
    *out = made;
    return true;
}

// message, warning, error and fatal: what the author of the file has to say
static bool call_message(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                         snw__xvalue *out) {
    snw__xbuffer text = {0};
    if (!snw__x_add(x, &text, "", 0)) return false;
    for (int i = 0; i < count; i++) {
        if (i > 0 && !snw__x_add(x, &text, " ", 1)) return false;
        if (!snw__x_print(x, &a[i], &text)) return false;
    }
    *out = snw__x_kept("", 0);
    const snw__xfault fault = {SNW_ERR_ARGUMENT, "xacro-message", "see what the file asks for"};
    if (strcmp(name, "message") == 0 || strcmp(name, "print_location") == 0) return true;
    if (strcmp(name, "fatal") != 0) {
        return snw__x_warn(x, fault, "the file says %s", snw_quote(text.data).text);
    }
    return snw__x_fail(x, fault, "the file says %s", snw_quote(text.data).text);
}

// --- by name ------------------------------------------------------------------------------------

typedef struct listed {
    const char *name;
    int least, most;
    list_function *call;
} listed;

static const listed functions[] = {
    {"list", 0, 1, call_list},
    {"tuple", 0, 1, call_list},
    {"dict", 0, 1, call_dict},
    {"range", 1, 3, call_range},
    {"sum", 1, 2, call_sum},
    {"any", 1, 1, call_any},
    {"all", 1, 1, call_any},
    {"zip", 1, 8, call_zip},
    {"enumerate", 1, 2, call_enumerate},
    {"reversed", 1, 1, call_reversed},
    {"sorted", 1, 2, call_sorted},
    {"set", 0, 1, call_set},
    {"frozenset", 0, 1, call_set},
    {"load_yaml", 1, 1, call_load_yaml},
    {"arg", 1, 1, call_arg},
    {"env", 1, 1, call_command},
    {"optenv", 1, 2, call_command},
    {"find", 1, 1, call_command},
    {"dirname", 0, 0, call_command},
    {"dotify", 1, 1, call_dotify},
    {"abs_filename", 1, 1, call_filename},
    {"tokenize", 1, 2, call_tokenize},
    {"message", 0, 64, call_message},
    {"warning", 0, 64, call_message},
    {"error", 0, 64, call_message},
    {"fatal", 0, 64, call_message},
    {"print_location", 0, 0, call_message},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

int snw__x_list_names(const char **names, int room) {
    int count = 0;
    for (int i = 0; i < FUNCTIONS && count < room; i++) {
        names[count++] = functions[i].name;
    }
    return count;
}

bool snw__x_call_list(snw__xacro *x, const char *name, const snw__xvalue *arguments, int count,
                      snw__xvalue *out, bool *known) {
    for (int i = 0; i < FUNCTIONS; i++) {
        const listed *f = &functions[i];
        if (strcmp(f->name, name) != 0) continue;
        *known = true;
        return snw__x_check_count(x, name, count, f->least, f->most) &&
               f->call(x, name, arguments, count, out);
    }
    *known = false;
    return true;
}
