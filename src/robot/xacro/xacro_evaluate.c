// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Values of expressions, by the rules of Python 3: / is real, // and % round down, ** of whole
// numbers is whole. What Python would give as NaN, a complex or a longer number is refused.
#include <math.h>
#include <string.h>

#include "xacro_parts.h"

static const char *sign_of(snw__xop op) {
    switch ((int)op) {
    case SNW__X_POWER:
        return "**";
    case SNW__X_TIMES:
        return "*";
    case SNW__X_DIVIDE:
        return "/";
    case SNW__X_FLOOR_DIVIDE:
        return "//";
    case SNW__X_MODULO:
        return "%";
    case SNW__X_ADD:
        return "+";
    case SNW__X_SUBTRACT:
        return "-";
    case SNW__X_IN:
    case SNW__X_NOT_IN:
        return "in";
    default:
        return "<";
    }
}

// --- reports ------------------------------------------------------------------------------------

static bool refuse_kinds(snw__xacro *x, snw__xop op, const snw__xvalue *a, const snw__xvalue *b) {
    const bool text = a->kind == SNW__X_TEXT || b->kind == SNW__X_TEXT;
    return snw__x_fail(
        x,
        (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type",
                      text ? "convert with str(), float() or int()" : "use compatible values"},
        "'%s' cannot be applied to %s and %s", sign_of(op), snw__x_kind_name(a),
        snw__x_kind_name(b));
}

static bool refuse_number(snw__xacro *x, const char *what, const char *fix) {
    return snw__x_fail(x, (snw__xfault){SNW_ERR_RANGE, "xacro-number", fix}, "%s", what);
}

static bool refuse_zero(snw__xacro *x) {
    return refuse_number(x, "a division by zero", "make sure that the divisor is not zero");
}

static bool refuse_long(snw__xacro *x) {
    return refuse_number(x, "a whole number needs more than 64 bits", "use a real number: 2.0");
}

// --- arithmetic ---------------------------------------------------------------------------------

// by squares; what would be too long is noticed at once
static bool integer_power(snw__xacro *x, int64_t base, int64_t exponent, snw__xvalue *out) {
    int64_t result = 1;
    for (int64_t left = exponent; left > 0; left >>= 1) {
        if ((left & 1) != 0 && __builtin_mul_overflow(result, base, &result)) {
            return refuse_long(x);
        }
        if (left > 1 && __builtin_mul_overflow(base, base, &base)) return refuse_long(x);
    }
    *out = snw__x_int(result);
    return true;
}

static bool integer_divide(snw__xacro *x, snw__xop op, int64_t a, int64_t b, snw__xvalue *out) {
    if (b == 0) return refuse_zero(x);
    if (b == -1) { // the only quotient that can be too long
        int64_t negative = 0;
        if (op == SNW__X_FLOOR_DIVIDE && __builtin_sub_overflow(INT64_C(0), a, &negative)) {
            return refuse_long(x);
        }
        *out = snw__x_int(op == SNW__X_MODULO ? 0 : negative);
        return true;
    }
    const int64_t rest = a % b;
    const bool down = rest != 0 && (rest < 0) != (b < 0);
    *out = snw__x_int(op == SNW__X_MODULO ? rest + (down ? b : 0) : a / b - (down ? 1 : 0));
    return true;
}

static bool real_result(snw__xacro *x, double value, snw__xvalue *out) {
    if (isnan(value)) {
        return refuse_number(x, "the result is not a number", "avoid infinity");
    }
    *out = snw__x_real(value);
    return true;
}

// a power that Python has as a real number
static bool real_power(snw__xacro *x, double a, double b, snw__xvalue *out) {
    if (a == 0 && b < 0) return refuse_zero(x);
    if (a < 0 && isfinite(a) && isfinite(b) && b != floor(b)) {
        return refuse_number(x, "a root of a negative number", "use abs()");
    }
    const double value = pow(a, b);
    if (isinf(value) && isfinite(a) && isfinite(b)) {
        return refuse_number(x, "a power is too large", "use smaller numbers");
    }
    return real_result(x, value, out);
}

// a = quotient * b + rest, the rest with the sign of b (as CPython rounds it)
static bool real_divide(snw__xacro *x, snw__xop op, double a, double b, snw__xvalue *out) {
    if (b == 0) return refuse_zero(x);
    double rest = fmod(a, b);
    double quotient = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
        rest += b;
        quotient -= 1;
    }
    if (rest == 0) rest = copysign(0, b);
    if (op == SNW__X_MODULO) return real_result(x, rest, out);
    double down = floor(quotient);
    if (quotient - down > 0.5) down += 1;
    if (quotient == 0) down = copysign(0, a / b);
    return real_result(x, down, out);
}

static bool integer_arithmetic(snw__xacro *x, snw__xop op, int64_t a, int64_t b, snw__xvalue *out) {
    int64_t result = 0;
    bool overflow = false;
    switch ((int)op) {
    case SNW__X_ADD:
        overflow = __builtin_add_overflow(a, b, &result);
        break;
    case SNW__X_SUBTRACT:
        overflow = __builtin_sub_overflow(a, b, &result);
        break;
    case SNW__X_TIMES:
        overflow = __builtin_mul_overflow(a, b, &result);
        break;
    case SNW__X_DIVIDE:
        return b == 0 ? refuse_zero(x) : real_result(x, (double)a / (double)b, out);
    case SNW__X_POWER:
        return b < 0 ? real_power(x, (double)a, (double)b, out) : integer_power(x, a, b, out);
    default:
        return integer_divide(x, op, a, b, out);
    }
    *out = snw__x_int(result);
    return overflow ? refuse_long(x) : true;
}

static bool real_arithmetic(snw__xacro *x, snw__xop op, double a, double b, snw__xvalue *out) {
    switch ((int)op) {
    case SNW__X_ADD:
        return real_result(x, a + b, out);
    case SNW__X_SUBTRACT:
        return real_result(x, a - b, out);
    case SNW__X_TIMES:
        return real_result(x, a * b, out);
    case SNW__X_DIVIDE:
        return b == 0 ? refuse_zero(x) : real_result(x, a / b, out);
    case SNW__X_POWER:
        return real_power(x, a, b, out);
    default:
        return real_divide(x, op, a, b, out);
    }
}

static bool join_texts(snw__xacro *x, const snw__xvalue *a, const snw__xvalue *b,
                       snw__xvalue *out) {
    const size_t first = (size_t)a->count, second = (size_t)b->count;
    if (!snw__x_spend(x, first + second)) return false;
    char *text = snw__x_take(x, &x->keep, first + second + 1);
    if (text == NULL) return false;
    memcpy(text, a->text, first);
    memcpy(text + first, b->text, second);
    *out = snw__x_kept(text, first + second);
    return true;
}

static bool join_lists(snw__xacro *x, const snw__xbody *a, const snw__xbody *b, snw__xvalue *out) {
    if (!snw__x_make(x, SNW__X_LIST, a->count + b->count, out)) return false;
    bool good = true;
    for (int i = 0; good && i < a->count + b->count; i++) {
        good = snw__x_push(x, out->body, i < a->count ? &a->items[i] : &b->items[i - a->count]);
    }
    return good;
}

static bool repeat_list(snw__xacro *x, const snw__xbody *list, int64_t times, snw__xvalue *out) {
    if (!snw__x_make(x, SNW__X_LIST, 0, out)) return false;
    bool good = true;
    for (int64_t k = 0; good && k < times && list->count > 0; k++) {
        for (int i = 0; good && i < list->count; i++) {
            good = snw__x_push(x, out->body, &list->items[i]);
        }
    }
    return good;
}

static bool repeat_text(snw__xacro *x, const snw__xvalue *text, int64_t times, snw__xvalue *out) {
    const size_t length = (size_t)text->count;
    const size_t count = times > 0 && length > 0 ? (size_t)times : 0;
    if (count > SNW_XACRO_BYTES || !snw__x_spend(x, count * length)) {
        return refuse_number(x, "a text would be too long", "repeat it less often");
    }
    char *copy = snw__x_take(x, &x->keep, count * length + 1);
    if (copy == NULL) return false;
    for (size_t i = 0; i < count; i++) {
        memcpy(copy + i * length, text->text, length);
    }
    *out = snw__x_kept(copy, count * length);
    return true;
}

bool snw__x_arithmetic(snw__xacro *x, snw__xop op, const snw__xvalue *a, const snw__xvalue *b,
                       snw__xvalue *out) {
    double p = 0, q = 0;
    const bool texts = a->kind == SNW__X_TEXT && b->kind == SNW__X_TEXT;
    if (snw__x_number(a, &p) && snw__x_number(b, &q)) {
        return a->kind == SNW__X_REAL || b->kind == SNW__X_REAL
                   ? real_arithmetic(x, op, p, q, out)
                   : integer_arithmetic(x, op, a->integer, b->integer, out);
    }
    if (op == SNW__X_ADD && texts) return join_texts(x, a, b, out);
    if (op == SNW__X_ADD && a->kind == SNW__X_LIST && b->kind == SNW__X_LIST) {
        return join_lists(x, a->body, b->body, out);
    }
    if (op == SNW__X_SUBTRACT && a->kind == SNW__X_SET && b->kind == SNW__X_SET) {
        return snw__x_set_filter(x, a->body, b->body, false, out);
    }
    if (op == SNW__X_TIMES && a->kind == SNW__X_LIST && b->kind == SNW__X_INT) {
        return repeat_list(x, a->body, b->integer, out);
    }
    if (op == SNW__X_TIMES && b->kind == SNW__X_LIST && a->kind == SNW__X_INT) {
        return repeat_list(x, b->body, a->integer, out);
    }
    if (op == SNW__X_TIMES && a->kind == SNW__X_TEXT && b->kind == SNW__X_INT) {
        return repeat_text(x, a, b->integer, out);
    }
    if (op == SNW__X_TIMES && b->kind == SNW__X_TEXT && a->kind == SNW__X_INT) {
        return repeat_text(x, b, a->integer, out);
    }
    if (op == SNW__X_MODULO && a->kind == SNW__X_TEXT) return snw__x_percent(x, a, b, out);
    return refuse_kinds(x, op, a, b);
}

// --- comparing ----------------------------------------------------------------------------------

static bool is_in(snw__xacro *x, const snw__xvalue *a, const snw__xvalue *b, bool *out) {
    if (!snw__x_spend(x, (size_t)b->count)) return false;
    *out = false;
    if (b->kind == SNW__X_TEXT && a->kind == SNW__X_TEXT) {
        *out = strstr(b->text, a->text) != NULL;
        return true;
    }
    if (b->kind < SNW__X_LIST) {
        return refuse_kinds(x, SNW__X_IN, a, b);
    }
    const int step = b->kind == SNW__X_DICT ? 2 : 1;
    for (int i = 0; i < b->body->count && !*out; i += step) {
        if (!snw__x_equal(x, a, &b->body->items[i], out)) return false;
    }
    return true;
}

// the same kind and value: None, truth values, one list
static bool is_same(snw__xacro *x, const snw__xvalue *a, const snw__xvalue *b, bool *out) {
    *out = a->kind == b->kind;
    if (!*out) return true;
    if (a->kind < SNW__X_LIST) return snw__x_equal(x, a, b, out);
    *out = a->body == b->body;
    return true;
}

static bool compare(snw__xacro *x, snw__xop op, const snw__xvalue *a, const snw__xvalue *b,
                    bool *out) {
    int order = 0;
    if (op == SNW__X_EQUAL || op == SNW__X_UNEQUAL) {
        if (!snw__x_equal(x, a, b, out)) return false;
        *out = *out == (op == SNW__X_EQUAL);
        return true;
    }
    if (op == SNW__X_IN || op == SNW__X_NOT_IN) {
        if (!is_in(x, a, b, out)) return false;
        *out = *out == (op == SNW__X_IN);
        return true;
    }
    if (op == SNW__X_IS || op == SNW__X_IS_NOT) {
        if (!is_same(x, a, b, out)) return false;
        *out = *out == (op == SNW__X_IS);
        return true;
    }
    if (!snw__x_compare(x, a, b, &order)) return false;
    if (order == SNW__X_UNORDERED) return refuse_kinds(x, op, a, b);
    *out = op == SNW__X_LESS         ? order < 0
           : op == SNW__X_LESS_EQUAL ? order <= 0
           : op == SNW__X_MORE       ? order > 0
                                     : order >= 0;
    return true;
}

// a < b < c: every neighbour, up to the first that is false
static bool evaluate_chain(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope,
                           snw__xvalue *out) {
    snw__xvalue left = {0}, right = {0};
    bool holds = true;
    if (!snw__x_evaluate(x, e->first, scope, &left)) return false;
    for (const snw__xexpr *o = e->first->next; o != NULL && holds; o = o->next) {
        if (!snw__x_evaluate(x, o, scope, &right)) return false;
        if (!compare(x, o->link, &left, &right, &holds)) return false;
        left = right;
    }
    *out = snw__x_bool(holds);
    return true;
}

// --- lists --------------------------------------------------------------------------------------

static bool evaluate_items(snw__xacro *x, const snw__xexpr *first, int count, snw__xscope *scope,
                           snw__xvalue **items) {
    *items = snw__x_take(x, &x->keep, (size_t)count * sizeof **items);
    if (*items == NULL) return false;
    for (int i = 0; i < count; i++, first = first->next) {
        if (!snw__x_evaluate(x, first, scope, &(*items)[i])) return false;
    }
    return true;
}

// --- the whole ----------------------------------------------------------------------------------

// and, or and the condition look at the second operand only when they need it
static bool evaluate_choice(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope,
                            snw__xvalue *out) {
    if (!snw__x_evaluate(x, e->first, scope, out)) return false;
    const bool truth = snw__x_truth(out);
    const snw__xexpr *second = e->first->next;
    if (e->op == SNW__X_IF) return snw__x_evaluate(x, truth ? second : second->next, scope, out);
    return truth == (e->op == SNW__X_OR) || snw__x_evaluate(x, second, scope, out);
}

static bool evaluate_unary(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope,
                           snw__xvalue *out) {
    snw__xvalue a = {0};
    double number = 0;
    if (!snw__x_evaluate(x, e->first, scope, &a)) return false;
    if (e->op == SNW__X_NOT) {
        *out = snw__x_bool(!snw__x_truth(&a));
        return true;
    }
    if (!snw__x_number(&a, &number)) {
        return snw__x_fail(
            x, (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type", "convert with float() or int()"},
            "a sign cannot be applied to %s", snw__x_kind_name(&a));
    }
    if (a.kind == SNW__X_REAL) {
        *out = snw__x_real(e->op == SNW__X_MINUS ? -number : number);
        return true;
    }
    const snw__xvalue zero = snw__x_int(0);
    return integer_arithmetic(x, e->op == SNW__X_MINUS ? SNW__X_SUBTRACT : SNW__X_ADD, zero.integer,
                              a.integer, out);
}

bool snw__x_apply(snw__xacro *x, const snw__xcall *call, snw__xvalue *out) {
    if (call->named != NULL) return snw__x_call_named(x, call, out);
    return call->owner != NULL
               ? snw__x_method(x, call->owner, call->name, call->items, call->count, out)
               : snw__x_call(x, call->name, call->items, call->count, out);
}

// a function; or owner.method(), where the owner is a property, not a module of Python
static bool call_by_name(snw__xacro *x, snw__xcall call, snw__xscope *scope, snw__xvalue *out) {
    const char *dot = strrchr(call.name, '.');
    if (dot == NULL || snw__x_is_function(call.name)) return snw__x_apply(x, &call, out);
    const char *owner = snw__x_copy(x, call.name, (size_t)(dot - call.name));
    snw__xvalue value = {0};
    if (owner == NULL) return false;
    if (strcmp(owner, "math") == 0 || strcmp(owner, "python") == 0 || strcmp(owner, "xacro") == 0) {
        return snw__x_apply(x, &call, out);
    }
    if (!snw__x_value_of(x, scope, owner, &value)) return false;
    call.owner = &value;
    call.name = dot + 1;
    return snw__x_apply(x, &call, out);
}

// sorted(), sort(), min() and max(), by whatever name
static bool has_key(const snw__xexpr *e) {
    static const char *const names[] = {"sorted", "sort", "min", "max"};
    const char *dot = strrchr(e->name, '.');
    const char *plain = dot != NULL ? dot + 1 : e->name;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(plain, names[i]) == 0) return true;
    }
    return false;
}

// key=None is the same as none; a key would be a function, which is no value here
static bool refuse_key(snw__xacro *x, const snw__xexpr *e, const snw__xexpr *key) {
    if (key->op == SNW__X_NAME && strcmp(key->name, "None") == 0) return true;
    return snw__x_fail(x,
                       (snw__xfault){SNW_ERR_UNSUPPORTED, "xacro-python",
                                     "make a list of what is to be compared, and sort that"},
                       "%s() with a key is not supported", e->name);
}

// the arguments with names as a dictionary; NULL when there are none
static bool evaluate_named(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope,
                           const snw__xbody **named) {
    snw__xvalue dict = {0};
    for (const snw__xexpr *item = e->first; item != NULL; item = item->next) {
        if (item->op != SNW__X_NAMED) continue;
        if (strcmp(item->name, "key") == 0 && has_key(e)) {
            if (!refuse_key(x, e, item->first)) return false;
            continue;
        }
        const snw__xvalue key = snw__x_kept(item->name, strlen(item->name));
        snw__xvalue value = {0};
        if (dict.body == NULL && !snw__x_make(x, SNW__X_DICT, 2, &dict)) return false;
        if (!snw__x_evaluate(x, item->first, scope, &value)) return false;
        if (!snw__x_dict_set(x, dict.body, &key, &value)) return false;
    }
    *named = dict.body;
    return true;
}

static bool evaluate_call(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope,
                          snw__xvalue *out) {
    snw__xvalue *items = NULL;
    const snw__xbody *named = NULL;
    int count = 0; // of those without names, which come first
    for (const snw__xexpr *item = e->first; item != NULL; item = item->next) {
        count += item->op != SNW__X_NAMED ? 1 : 0;
    }
    if (!evaluate_items(x, e->first, count, scope, &items)) return false;
    if (!evaluate_named(x, e, scope, &named)) return false;
    if (e->op == SNW__X_METHOD) {
        return snw__x_apply(x, &(snw__xcall){&items[0], e->name, items + 1, count - 1, named}, out);
    }
    return call_by_name(x, (snw__xcall){NULL, e->name, items, count, named}, scope, out);
}

// map(function, list) and filter(function, list): the function is a name, not a value
static bool evaluate_map(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope, snw__xvalue *out) {
    snw__xvalue value = {0}, items = {0}, made = {0};
    const bool filters = strcmp(snw__x_without_module(e->name), "filter") == 0;
    const bool plain = strcmp(e->first->name, "None") == 0; // what is true
    if (!snw__x_evaluate(x, e->first->next, scope, &value) || !snw__x_iterate(x, &value, &items) ||
        !snw__x_make(x, SNW__X_LIST, 0, &made)) {
        return false;
    }
    for (int i = 0; i < items.body->count; i++) {
        const snw__xvalue item = items.body->items[i];
        snw__xvalue result = item;
        if (!(filters && plain) && !snw__x_call(x, e->first->name, &item, 1, &result)) return false;
        if (filters && !snw__x_truth(&result)) continue;
        if (!snw__x_push(x, made.body, filters ? &item : &result)) return false;
    }
    *out = made;
    return true;
}

static bool evaluate_instance(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope,
                              snw__xvalue *out) {
    snw__xvalue value = {0};
    return snw__x_evaluate(x, e->first, scope, &value) &&
           snw__x_is_instance(x, &value, e->first->next, out);
}

// a call of one of these functions, with two arguments without names
static bool calls_pair(const snw__xexpr *e, const char *name) {
    return e->op == SNW__X_CALL && e->count == 2 && e->first->op != SNW__X_NAMED &&
           e->first->next->op != SNW__X_NAMED && strcmp(snw__x_without_module(e->name), name) == 0;
}

static bool is_map(const snw__xexpr *e) {
    return (calls_pair(e, "map") || calls_pair(e, "filter")) && e->first->op == SNW__X_NAME;
}

static bool evaluate_list(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope,
                          snw__xvalue *out) {
    snw__xvalue *items = NULL;
    if (!evaluate_items(x, e->first, e->count, scope, &items)) return false;
    const bool dict = e->op == SNW__X_MAKE_DICT;
    if (!snw__x_make(x, dict ? SNW__X_DICT : SNW__X_LIST, dict ? 0 : e->count, out)) return false;
    bool good = true;
    for (int i = 0; good && i < e->count; i += dict ? 2 : 1) {
        good = dict ? snw__x_dict_set(x, out->body, &items[i], &items[i + 1])
                    : snw__x_push(x, out->body, &items[i]);
    }
    return good;
}

static bool evaluate_attribute(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope,
                               snw__xvalue *out) {
    snw__xvalue owner = {0};
    return snw__x_evaluate(x, e->first, scope, &owner) &&
           snw__x_attribute_of(x, &owner, e->name, out);
}

static bool evaluate(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope, snw__xvalue *out) {
    snw__xvalue a = {0}, b = {0};
    switch ((int)e->op) {
    case SNW__X_CONSTANT:
        *out = e->value;
        return true;
    case SNW__X_NAME:
        return snw__x_value_of(x, scope, e->name, out);
    case SNW__X_MAKE_LIST:
    case SNW__X_MAKE_DICT:
        return evaluate_list(x, e, scope, out);
    case SNW__X_CALL:
    case SNW__X_METHOD:
        if (calls_pair(e, "isinstance")) return evaluate_instance(x, e, scope, out);
        return is_map(e) ? evaluate_map(x, e, scope, out) : evaluate_call(x, e, scope, out);
    case SNW__X_ATTRIBUTE:
        return evaluate_attribute(x, e, scope, out);
    case SNW__X_INDEX:
        return snw__x_evaluate_index(x, e, scope, out);
    case SNW__X_SLICE:
        return snw__x_evaluate_slice(x, e, scope, out);
    case SNW__X_COLLECT:
        return snw__x_evaluate_collect(x, e, scope, out);
    case SNW__X_NOT:
    case SNW__X_MINUS:
    case SNW__X_PLUS:
        return evaluate_unary(x, e, scope, out);
    case SNW__X_CHAIN:
        return evaluate_chain(x, e, scope, out);
    case SNW__X_AND:
    case SNW__X_OR:
    case SNW__X_IF:
        return evaluate_choice(x, e, scope, out);
    default:
        return snw__x_evaluate(x, e->first, scope, &a) &&
               snw__x_evaluate(x, e->first->next, scope, &b) &&
               snw__x_arithmetic(x, e->op, &a, &b, out);
    }
}

bool snw__x_evaluate(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope, snw__xvalue *out) {
    if (!snw__x_spend(x, 4) || !snw__x_enter(x)) return false;
    const bool good = evaluate(x, e, scope, out);
    x->depth--;
    return good;
}
