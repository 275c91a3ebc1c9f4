// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "sinew/wire/state.h"

static snw_status refuse_signal(snw_why *why, snw_status status, const char *path,
                                const char *text) {
    return snw_refuse_rule(why, status, "signal", path, text,
                           "name one number: the catalogue lists them");
}

static bool is_number(snw_kind kind) {
    return kind == SNW_KIND_REAL || kind == SNW_KIND_INT || kind == SNW_KIND_UINT ||
           kind == SNW_KIND_BOOL || kind == SNW_KIND_ENUM;
}

static snw_status resolve(const snw_roots *roots, const char *path, snw_signal *signal,
                          snw_why *why) {
    snw_place place;
    if (strlen(path) >= SNW_FIELD_PATH) {
        return refuse_signal(why, SNW_ERR_TOO_LARGE, path, "the path is too long");
    }
    const snw_status status = snw_roots_resolve(roots, path, &place, why);
    if (snw_failed(status)) {
        if (why != NULL && why->subject[0] == '\0') {
            snw_copy_text(why->subject, sizeof why->subject, path);
        }
        return status;
    }
    if (place.count != 1 || (place.number == NULL && !is_number(place.field->kind))) {
        return refuse_signal(why, SNW_ERR_ARGUMENT, path, "this is not one number");
    }
    *signal = (snw_signal){.root = -1, .field = place.field, .kind = SNW_KIND_REAL};
    snw_copy_text(signal->path, sizeof signal->path, path);
    const unsigned char *at = place.item;
    signal->size = place.field->size;
    if (place.number != NULL) {
        at = (const unsigned char *)place.number;
        signal->size = sizeof(double);
    } else {
        signal->kind = place.field->kind;
    }
    const size_t length = strcspn(path, "/.");
    for (int i = 0; i < roots->count; i++) {
        const snw_root *root = &roots->items[i];
        if (strlen(root->name) == length && memcmp(root->name, path, length) == 0) {
            signal->root = i;
            signal->offset = (size_t)(at - (const unsigned char *)root->block);
        }
    }
    if (signal->root < 0)
        return refuse_signal(why, SNW_ERR_UNKNOWN_NAME, path, "there is no such signal");
    return SNW_OK;
}

snw_status snw_subscription_set(snw_subscription *subscription, snw_packets *frames,
                                const char *const *paths, int count, snw_why *why) {
    if (count < 0 || count > SNW_SUBSCRIBED) {
        snw_why_set(why, SNW_ERR_SIZE, "signals", "there are too many signals");
        snw_why_add(why, "most", SNW_SUBSCRIBED, "");
        return SNW_ERR_SIZE;
    }
    frames->roots = snw_exec_look(frames->exec);
    if (frames->roots == NULL) {
        return snw_refuse(why, SNW_ERR_STATE, "signals", "the loop has not begun", NULL);
    }
    // all of them are good before one of them is taken
    snw_signal one;
    for (int i = 0; i < count; i++) {
        const snw_status status = resolve(frames->roots, paths[i], &one, why);
        if (snw_failed(status)) return status;
    }
    for (int i = 0; i < count; i++)
        SNW_IGNORE(resolve(frames->roots, paths[i], &subscription->signals[i], NULL));
    subscription->count = count;
    subscription->row_count = 0;
    subscription->begun = false;
    return SNW_OK;
}

void snw_subscription_json(const snw_subscription *subscription, snw_text *text) {
    snw_json_writer json = snw_json_over(text);
    snw_json_array(&json, NULL);
    for (int i = 0; i < subscription->count; i++) {
        const snw_signal *signal = &subscription->signals[i];
        const char *unit = signal->field->unit;
        snw_json_object(&json, NULL);
        snw_json_string(&json, "path", signal->path);
        snw_json_string(&json, "unit", unit != NULL ? unit : "");
        snw_json_string(&json, "type", snw__wire_kind(signal->kind));
        snw__wire_words(&json, "words", signal->field);
        snw_json_end(&json);
    }
    snw_json_end(&json);
}

#define AS(type)                                                                                   \
    do {                                                                                           \
        type value;                                                                                \
        memcpy(&value, at, sizeof value);                                                          \
        return (double)value;                                                                      \
    } while (0)

static double signed_of(const unsigned char *at, size_t size) {
    if (size == 1) AS(int8_t);
    if (size == 2) AS(int16_t);
    if (size == 4) AS(int32_t);
    AS(int64_t);
}

static double unsigned_of(const unsigned char *at, size_t size) {
    if (size == 1) AS(uint8_t);
    if (size == 2) AS(uint16_t);
    if (size == 4) AS(uint32_t);
    AS(uint64_t);
}

static double value_of(const snw_roots *roots, const snw_signal *signal) {
    if (signal->root >= roots->count) return (double)NAN;
    const unsigned char *at =
        (const unsigned char *)roots->items[signal->root].block + signal->offset;
    if (signal->kind == SNW_KIND_REAL) {
        double value;
        memcpy(&value, at, sizeof value);
        return value;
    }
    const bool is_signed = signal->kind == SNW_KIND_INT || signal->kind == SNW_KIND_ENUM;
    return is_signed ? signed_of(at, signal->size) : unsigned_of(at, signal->size);
}

void snw_subscription_row(const snw_packets *frames, snw_subscription *subscription) {
    if (!frames->valid || subscription->count == 0) return;
    if (subscription->begun && subscription->last_tick == frames->tick) return;
    subscription->begun = true;
    subscription->last_tick = frames->tick;
    const int width = subscription->count + 1;
    if (subscription->row_count == SNW_SUBSCRIBED_ROWS) {
        // a client that takes no frames loses the oldest
        subscription->row_count--;
        subscription->lost++;
        memmove(subscription->rows, subscription->rows + width,
                (size_t)subscription->row_count * (size_t)width * sizeof(double));
    }
    double *row = subscription->rows + (ptrdiff_t)subscription->row_count++ * width;
    row[0] = (double)frames->t_ns / 1e9;
    for (int i = 0; i < subscription->count; i++)
        row[1 + i] = value_of(frames->roots, &subscription->signals[i]);
}
