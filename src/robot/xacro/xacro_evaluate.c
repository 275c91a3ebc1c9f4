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
    return snw__x_fail(x,
                       (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type",
                                     text ? "convert with str(), float() or int()"
                                          : "use values that go together"},
                       "'%s' does not go with %s and %s", sign_of(op), snw__x_kind_name(a),
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
        return refuse_number(x, "the result is not a number", "keep infinity out of it");
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

static bool join_lists(snw__xacro *x, const snw__xvalue *a, const snw__xvalue *b,
                       snw__xvalue *out) {
    const size_t first = (size_t)a->count, second = (size_t)b->count, size = sizeof *a->items;
    if (!snw__x_spend(x, (first + second) * size)) return false;
    *out = (snw__xvalue){.kind = SNW__X_LIST, .count = a->count + b->count};
    out->items = snw__x_take(x, &x->keep, (first + second) * size);
    if (out->items == NULL) return false;
    if (first > 0) memcpy(out->items, a->items, first * size);
    if (second > 0) memcpy(out->items + first, b->items, second * size);
    return true;
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
        return join_lists(x, a, b, out);
    }
    if (op == SNW__X_TIMES && a->kind == SNW__X_TEXT && b->kind == SNW__X_INT) {
        return repeat_text(x, a, b->integer, out);
    }
    if (op == SNW__X_TIMES && b->kind == SNW__X_TEXT && a->kind == SNW__X_INT) {
        return repeat_text(x, b, a->integer, out);
    }
    if (op == SNW__X_MODULO && a->kind == SNW__X_TEXT) {
        return snw__x_fail(
            x,
            (snw__xfault){SNW_ERR_UNSUPPORTED, "xacro-python", "write the values between ${ and }"},
            "texts with %% are not understood");
    }
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
    if (b->kind != SNW__X_LIST && b->kind != SNW__X_DICT) {
        return refuse_kinds(x, SNW__X_IN, a, b);
    }
    const int step = b->kind == SNW__X_DICT ? 2 : 1;
    for (int i = 0; i < b->count && !*out; i += step) {
        *out = snw__x_equal(a, &b->items[i]);
    }
    return true;
}

static bool compare(snw__xacro *x, snw__xop op, const snw__xvalue *a, const snw__xvalue *b,
                    bool *out) {
    int order = 0;
    if (!snw__x_spend(x, (size_t)a->count)) return false;
    if (op == SNW__X_EQUAL || op == SNW__X_UNEQUAL) {
        *out = snw__x_equal(a, b) == (op == SNW__X_EQUAL);
        return true;
    }
    if (op == SNW__X_IN || op == SNW__X_NOT_IN) {
        if (!is_in(x, a, b, out)) return false;
        *out = *out == (op == SNW__X_IN);
        return true;
    }
    if (!snw__x_compare(a, b, &order)) return refuse_kinds(x, op, a, b);
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

static bool item_of_dict(snw__xacro *x, const snw__xvalue *dict, const snw__xvalue *key,
                         snw__xvalue *out) {
    // the last one of equal keys counts
    for (int i = dict->count - 2; i >= 0; i -= 2) {
        if (!snw__x_equal(&dict->items[i], key)) continue;
        *out = dict->items[i + 1];
        return true;
    }
    const char *text = snw__x_string(x, key);
    return text != NULL &&
           snw__x_fail(x,
                       (snw__xfault){SNW_ERR_UNKNOWN_NAME, "xacro-type", "use a key that it has"},
                       "the dictionary has no key %s", snw__x_quote(text).text);
}

// letters of a text, not bytes, and the place of one of them
static int64_t letter_count(const snw__xvalue *text) {
    int64_t count = 0;
    for (int i = 0; i < text->count; i++) {
        count += ((unsigned char)text->text[i] & 0xC0) != 0x80 ? 1 : 0;
    }
    return count;
}

static bool letter_at(snw__xacro *x, const snw__xvalue *text, int64_t index, snw__xvalue *out) {
    const char *at = text->text;
    while (index > 0) {
        at++;
        index -= ((unsigned char)*at & 0xC0) != 0x80 ? 1 : 0;
    }
    size_t length = 1;
    while (((unsigned char)at[length] & 0xC0) == 0x80) {
        length++;
    }
    const char *letter = snw__x_copy(x, at, length);
    if (letter != NULL) *out = snw__x_kept(letter, length);
    return letter != NULL;
}

static bool evaluate_index(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope,
                           snw__xvalue *out) {
    snw__xvalue owner = {0}, index = {0};
    if (!snw__x_evaluate(x, e->first, scope, &owner)) return false;
    if (!snw__x_evaluate(x, e->first->next, scope, &index)) return false;
    if (!snw__x_spend(x, (size_t)owner.count)) return false;
    if (owner.kind == SNW__X_DICT) return item_of_dict(x, &owner, &index, out);
    if ((owner.kind != SNW__X_LIST && owner.kind != SNW__X_TEXT) || index.kind != SNW__X_INT) {
        return snw__x_fail(x,
                           (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type",
                                         "take items of lists, texts and dictionaries"},
                           "%s has no item at %s", snw__x_kind_name(&owner),
                           snw__x_kind_name(&index));
    }
    const int64_t count = owner.kind == SNW__X_TEXT ? letter_count(&owner) : owner.count;
    const int64_t at = index.integer < 0 ? index.integer + count : index.integer;
    if (at < 0 || at >= count) {
        return snw__x_fail(
            x, (snw__xfault){SNW_ERR_RANGE, "xacro-type", "count from 0, or back from -1"},
            "item %lld of %lld does not exist", (long long)index.integer, (long long)count);
    }
    if (owner.kind == SNW__X_TEXT) return letter_at(x, &owner, at, out);
    *out = owner.items[at];
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
            "a sign does not go with %s", snw__x_kind_name(&a));
    }
    if (a.kind == SNW__X_REAL) {
        *out = snw__x_real(e->op == SNW__X_MINUS ? -number : number);
        return true;
    }
    const snw__xvalue zero = snw__x_int(0);
    return integer_arithmetic(x, e->op == SNW__X_MINUS ? SNW__X_SUBTRACT : SNW__X_ADD, zero.integer,
                              a.integer, out);
}

static bool evaluate_list(snw__xacro *x, const snw__xexpr *e, snw__xscope *scope,
                          snw__xvalue *out) {
    snw__xvalue *items = NULL;
    if (!evaluate_items(x, e->first, e->count, scope, &items)) return false;
    if (e->op == SNW__X_CALL) return snw__x_call(x, e->name, items, e->count, out);
    *out = (snw__xvalue){.kind = e->op == SNW__X_MAKE_LIST ? SNW__X_LIST : SNW__X_DICT,
                         .count = e->count,
                         .items = items};
    return true;
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
    case SNW__X_CALL:
        return evaluate_list(x, e, scope, out);
    case SNW__X_INDEX:
        return evaluate_index(x, e, scope, out);
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
