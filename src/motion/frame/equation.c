// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

const snw_frame snw_t6 = {.name = "T6"}, snw_eq = {.name = "EQ"}, snw_tl = {.name = "TL"};

// --- reading the terms --------------------------------------------------------------------------

// where the words stand: indices of EQ and TL, -1 for none
typedef struct layout {
    int eq, tl;
} layout;

static snw_status find_words(const snw_frame *const *terms, int count, const char *name,
                             layout *where, snw_why *why) {
    *where = (layout){-1, -1};
    for (int i = 0; i < count; i++) {
        if (terms[i] == NULL) {
            return snw_refuse_rule(why, SNW_ERR_SYNTAX, "equation", name, "a term is NULL",
                                   "give the address of a frame");
        }
        if (terms[i] == &snw_eq) {
            if (where->eq >= 0) {
                return snw_refuse_rule(why, SNW_ERR_SYNTAX, "equation", name, "EQ is given twice",
                                       "one EQ is enough");
            }
            if (where->tl >= 0) {
                return snw_refuse_rule(why, SNW_ERR_SYNTAX, "equation", name, "EQ is after TL",
                                       "TL must be the last");
            }
            where->eq = i;
        } else if (terms[i] == &snw_tl) {
            if (where->tl >= 0) {
                return snw_refuse_rule(why, SNW_ERR_SYNTAX, "equation", name, "TL is given twice",
                                       "one EQ is enough");
            }
            where->tl = i;
        }
    }
    if (where->eq < 0) {
        return snw_refuse_rule(why, SNW_ERR_SYNTAX, "equation", name, "there is no EQ",
                               "put &snw_eq between the sides");
    }
    if (where->eq == 0) {
        return snw_refuse_rule(why, SNW_ERR_SYNTAX, "equation", name, "the left side is empty",
                               "it may be &snw_t6");
    }
    const int end = where->tl >= 0 ? where->tl : count;
    if (where->eq + 1 == end) {
        return snw_refuse_rule(why, SNW_ERR_SYNTAX, "equation", name, "the right side is empty",
                               "write what the left side equals");
    }
    if (where->tl >= 0 && where->tl + 2 != count) {
        return snw_refuse_rule(why, SNW_ERR_SYNTAX, "equation", name, "TL is followed by one term",
                               "the last term of the tool");
    }
    return SNW_OK;
}

// The loop evaluates frames, so they change; the words are constants and stay.
static snw_frame *changing(const snw_frame *frame) {
    union {
        const snw_frame *constant;
        snw_frame *variable;
    } view = {.constant = frame};
    return view.variable;
}

static snw_status take_terms(snw_equation *e, const snw_frame *const *terms, int count,
                             const layout *where, snw_why *why) {
    const int end = where->tl >= 0 ? where->tl : count;
    if (end - 1 > SNW_EQUATION_TERMS) {
        return snw_refuse(why, SNW_ERR_TOO_LARGE, e->name, "an equation has at most 32 terms",
                          NULL);
    }
    e->t6 = -1;
    int k = 0;
    for (int i = 0; i < end; i++) {
        if (i == where->eq) continue;
        if (terms[i] == &snw_t6) {
            if (e->t6 >= 0) {
                return snw_refuse_rule(why, SNW_ERR_SYNTAX, "equation", e->name,
                                       "T6 is given twice", "it is the unknown");
            }
            e->t6 = k;
        }
        e->terms[k++] = terms[i] == &snw_t6 ? NULL : changing(terms[i]);
    }
    e->left_count = where->eq;
    e->right_count = k - where->eq;
    if (e->t6 < 0) {
        return snw_refuse_rule(why, SNW_ERR_SYNTAX, "equation", e->name, "T6 is missing",
                               "put &snw_t6 in the place of the arm");
    }
    return SNW_OK;
}

// the tool: from T6 (exclusive) to the term after TL (inclusive), on the side of T6
static snw_status take_tool(snw_equation *e, const snw_frame *last, snw_why *why) {
    const int end = e->t6 < e->left_count ? e->left_count : e->left_count + e->right_count;
    e->tool_first = e->t6 + 1;
    e->tool_last = e->t6;
    if (last == NULL || last == &snw_t6) return SNW_OK;
    for (int i = e->t6 + 1; i < end; i++) {
        if (e->terms[i] == last) {
            e->tool_last = i;
            return SNW_OK;
        }
    }
    return snw_refuse_rule(why, SNW_ERR_SYNTAX, "equation", e->name,
                           "the tool is not to the right of T6",
                           "after TL name T6 or a frame behind it");
}

// --- factors ------------------------------------------------------------------------------------

static int hold_place(snw_equation *e, snw_frame *frame) {
    for (int i = 0; i < e->hold_count; i++) {
        if (e->holds[i] == frame) return i;
    }
    if (e->hold_count == SNW_EQUATION_HOLDS) return -1;
    e->holds[e->hold_count] = frame;
    return e->hold_count++;
}

// appends a term; a constant behind a constant is multiplied
static snw_status append(snw_equation *e, snw_equation_factor *list, int *count, int term,
                         bool inverted) {
    snw_frame *frame = e->terms[term];
    if (frame->kind == SNW_FRAME_CONST) {
        const snw_pose value = inverted ? snw_pose_inverse(frame->set) : frame->set;
        snw_equation_factor *before = *count > 0 ? &list[*count - 1] : NULL;
        if (before != NULL && before->frame == NULL) {
            before->value = snw_pose_mul(before->value, value);
        } else {
            list[(*count)++] = (snw_equation_factor){.hold = -1, .value = value};
        }
        return SNW_OK;
    }
    const int hold = frame->kind == SNW_FRAME_HOLD ? hold_place(e, frame) : -1;
    if (frame->kind == SNW_FRAME_HOLD && hold < 0) return SNW_ERR_TOO_LARGE;
    e->moves |= frame->kind != SNW_FRAME_HOLD;
    list[(*count)++] = (snw_equation_factor){.frame = frame, .inverted = inverted, .hold = hold};
    return SNW_OK;
}

// With A T6 B = C, or C = A T6 B, and B = TOOL R:  T6 TOOL = A^-1 C R^-1
static snw_status make_factors(snw_equation *e) {
    const bool left = e->t6 < e->left_count;
    const int all = e->left_count + e->right_count;
    const int first = left ? 0 : e->left_count, end = left ? e->left_count : all;
    const int other = left ? e->left_count : 0, other_end = left ? all : e->left_count;
    snw_status status = SNW_OK;
    snw_equation_factor *list = e->controlled;
    int *count = &e->controlled_count;
    for (int i = e->t6 - 1; i >= first && status == SNW_OK; i--) {
        status = append(e, list, count, i, true);
    }
    for (int i = other; i < other_end && status == SNW_OK; i++) {
        status = append(e, list, count, i, false);
    }
    for (int i = end - 1; i > e->tool_last && status == SNW_OK; i--) {
        status = append(e, list, count, i, true);
    }
    for (int i = e->tool_first; i <= e->tool_last && status == SNW_OK; i++) {
        status = append(e, e->tool, &e->tool_count, i, false);
    }
    return status;
}

snw_status snw_equation_init(snw_equation *equation, const char *name,
                             const snw_frame *const *terms, int count, snw_why *why) {
    *equation = (snw_equation){0};
    snw_status status = snw__frame_name(equation->name, name, why);
    layout where;
    if (status == SNW_OK) status = find_words(terms, count, equation->name, &where, why);
    if (status == SNW_OK) status = take_terms(equation, terms, count, &where, why);
    if (status == SNW_OK) {
        status = take_tool(equation, where.tl >= 0 ? terms[where.tl + 1] : NULL, why);
    }
    if (snw_failed(status)) return status;
    status = make_factors(equation);
    if (snw_failed(status)) {
        snw_why_set(why, status, equation->name, "an equation has at most 8 hold frames");
    }
    return status;
}

// --- solving ------------------------------------------------------------------------------------

void snw_equation_capture_now(const snw_equation *equation, snw_equation_capture *capture) {
    for (int i = 0; i < equation->hold_count; i++) {
        capture->values[i] = equation->holds[i]->set;
    }
}

static snw_status factor_value(const snw_equation_factor *factor,
                               const snw_equation_capture *capture, const snw_sample *sample,
                               snw_pose *value) {
    if (factor->frame == NULL) {
        *value = factor->value;
        return SNW_OK;
    }
    snw_status status = SNW_OK;
    if (factor->hold >= 0) {
        *value = capture != NULL ? capture->values[factor->hold] : factor->frame->set;
    } else {
        status = snw_frame_evaluate(factor->frame, sample, value);
    }
    if (!snw_failed(status) && factor->inverted) *value = snw_pose_inverse(*value);
    return status;
}

static snw_status product(snw_equation *e, const snw_equation_factor *list, int count,
                          const snw_equation_capture *capture, const snw_sample *sample,
                          snw_pose *result) {
    snw_pose all = snw_pose_identity();
    for (int i = 0; i < count; i++) {
        snw_pose value;
        const snw_status status = factor_value(&list[i], capture, sample, &value);
        if (snw_failed(status)) return status;
        if (i > 0) e->products++;
        all = i > 0 ? snw_pose_mul(all, value) : value;
    }
    *result = all;
    return SNW_OK;
}

snw_status snw_equation_controlled(snw_equation *equation, const snw_equation_capture *capture,
                                   const snw_sample *sample, snw_pose *controlled, snw_pose *tool) {
    snw_pose place, hand;
    equation->products = 0;
    snw_status status = product(equation, equation->controlled, equation->controlled_count, capture,
                                sample, &place);
    if (!snw_failed(status)) {
        status = product(equation, equation->tool, equation->tool_count, capture, sample, &hand);
    }
    if (snw_failed(status)) return status;
    *controlled = place;
    *tool = hand;
    return SNW_OK;
}

snw_status snw_equation_solve(snw_equation *equation, const snw_equation_capture *capture,
                              const snw_sample *sample, snw_pose *T6) {
    snw_pose place, tool;
    const snw_status status = snw_equation_controlled(equation, capture, sample, &place, &tool);
    if (snw_failed(status)) return status;
    if (equation->tool_count > 0) {
        equation->products++;
        place = snw_pose_mul(place, snw_pose_inverse(tool));
    }
    *T6 = place;
    return SNW_OK;
}

// --- for any other frame ------------------------------------------------------------------------

static int hold_of(const snw_equation *e, const snw_frame *frame) {
    for (int i = 0; i < e->hold_count; i++) {
        if (e->holds[i] == frame) return i;
    }
    return -1;
}

static snw_status term_value(snw_equation *e, int term, snw_pose T6,
                             const snw_equation_moment *moment, snw_pose *value) {
    snw_frame *frame = e->terms[term];
    if (frame == NULL) {
        *value = T6;
        return SNW_OK;
    }
    if (frame->kind == SNW_FRAME_CONST) {
        *value = frame->set;
        return SNW_OK;
    }
    const snw_equation_factor factor = {.frame = frame, .hold = hold_of(e, frame)};
    return factor_value(&factor, moment->capture, moment->sample, value);
}

// where a frame stands among the terms; it must stand there once
static snw_status find_term(const snw_equation *e, const snw_frame *unknown, int *term,
                            snw_why *why) {
    *term = -1;
    for (int i = 0; i < e->left_count + e->right_count && unknown != NULL; i++) {
        if (e->terms[i] != unknown) continue;
        if (*term >= 0) {
            return snw_refuse(why, SNW_ERR_DUPLICATE, unknown->name, "it is in the equation twice",
                              NULL);
        }
        *term = i;
    }
    if (*term >= 0) return SNW_OK;
    return snw_refuse(why, SNW_ERR_UNKNOWN_NAME, e->name, "the frame is not in the equation", NULL);
}

snw_status snw_equation_solve_for(snw_equation *equation, const snw_frame *unknown, snw_pose T6,
                                  const snw_equation_moment *moment, snw_pose *value,
                                  snw_why *why) {
    const int left = equation->left_count, all = left + equation->right_count;
    int at;
    const snw_status found = find_term(equation, unknown, &at, why);
    if (snw_failed(found)) return found;

    // before X after = other side:  X = before^-1 other after^-1
    const int first = at < left ? 0 : left, end = at < left ? left : all;
    snw_pose before = snw_pose_identity(), after = before, other = before;
    for (int i = 0; i < all; i++) {
        if (i == at) continue;
        snw_pose term;
        const snw_status status = term_value(equation, i, T6, moment, &term);
        if (snw_failed(status)) return status;
        snw_pose *part = i < first || i >= end ? &other : i < at ? &before : &after;
        *part = snw_pose_mul(*part, term);
    }
    *value = snw_pose_mul(snw_pose_inverse_mul(before, other), snw_pose_inverse(after));
    return SNW_OK;
}

snw_status snw_equation_release(const snw_equation *equation, snw_why *why) {
    // the loop counts down when a motion has ended
    const int uses = __atomic_load_n(&equation->uses, __ATOMIC_ACQUIRE);
    if (uses == 0) return SNW_OK;
    snw_why_set(why, SNW_ERR_STATE, equation->name, "motions still need this equation");
    snw_why_add(why, "motions", uses, "");
    snw_why_fix(why, "wait for them to end, or cancel them");
    return SNW_ERR_STATE;
}
