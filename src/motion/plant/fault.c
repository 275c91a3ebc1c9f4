// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "work.h"

#include <math.h>

#include "inside.h"

typedef struct row {
    const char *name, *sentence;
    double value;
} row;

static const row rows[SNW_PLANT_FAULTS] = {
#define SNW_X(NAME, name, value, sentence) {#name, sentence, value},
    SNW_PLANT_FAULT_TABLE(SNW_X)
#undef SNW_X
};

static bool is_kind(snw_plant_fault_kind kind) {
    return SNW_PLANT_OK <= kind && kind < SNW_PLANT_FAULTS;
}

const char *snw__plant_fault_name(snw_plant_fault_kind kind) {
    return is_kind(kind) ? rows[kind].name : "";
}

const char *snw__plant_fault_sentence(snw_plant_fault_kind kind) {
    return is_kind(kind) ? rows[kind].sentence : "";
}

double snw_plant_fault_value(snw_plant_fault_kind kind) {
    return is_kind(kind) ? rows[kind].value : 0;
}

// the values that a kind has
static bool is_value(snw_plant_fault_kind kind, double value) {
    switch (kind) {
    case SNW_PLANT_SLOW:
        return 1 <= value && value <= 1e9;
    case SNW_PLANT_DELAYED:
        return 0 <= value && value <= SNW_PLANT_DELAY;
    case SNW_PLANT_INTERMITTENT:
        return 0 <= value && value <= 1;
    case SNW_PLANT_SATURATE:
    case SNW_PLANT_OVERLOAD:
        return value >= 0;
    case SNW_PLANT_WRONG:
    case SNW_PLANT_JUMP:
    case SNW_PLANT_DRIFT:
        return fabs(value) <= 1e9;
    case SNW_PLANT_OK:
    case SNW_PLANT_OFF:
    case SNW_PLANT_STUCK:
    case SNW_PLANT_FROZEN:
    case SNW_PLANT_GARBAGE:
    case SNW_PLANT_INVERT:
    case SNW_PLANT_REFUSE:
    case SNW_PLANT_LOST:
    case SNW_PLANT_POWER:
    case SNW_PLANT_EMERGENCY:
    case SNW_PLANT_BRAKE:
    case SNW_PLANT_FAULTS:
        break;
    }
    return true;
}

snw_status snw_plant_set_fault(snw_drive *drive, int axis, snw_plant_fault fault) {
    snw__plant *plant = snw__plant_of(drive);
    if (plant == NULL || axis < 0 || axis >= plant->count) return SNW_ERR_ARGUMENT;
    if (!is_kind(fault.kind)) return SNW_ERR_ARGUMENT;
    if (!isfinite(fault.value) || !isfinite(fault.seconds)) return SNW_ERR_NOT_FINITE;
    if (!is_value(fault.kind, fault.value)) return SNW_ERR_RANGE;
    if (fault.seconds < 0 || fault.seconds > 1e9) return SNW_ERR_RANGE;
    plant->faults[axis].next = fault;
    plant->faults[axis].pending = true;
    return SNW_OK;
}

static void begin(snw__plant *plant, int i, int64_t t_ns) {
    snw__fault *fault = &plant->faults[i];
    fault->pending = false;
    fault->now = fault->next;
    fault->begin_ns = t_ns;
    fault->begin_tick = plant->tick;
    fault->end_ns = INT64_MAX;
    if (fault->now.seconds > 0) {
        fault->end_ns = t_ns + (int64_t)(fault->now.seconds * 1e9);
    } else if (fault->now.kind == SNW_PLANT_JUMP) {
        // it is over by the next reading
        fault->end_ns = t_ns + 1;
    }
}

void snw__faults_update(snw__plant *plant, int64_t t_ns) {
    for (int i = 0; i < plant->count; i++) {
        snw__fault *fault = &plant->faults[i];
        if (t_ns >= fault->end_ns) fault->now = (snw_plant_fault){.kind = SNW_PLANT_OK};
        if (fault->pending) begin(plant, i, t_ns);
    }
}

bool snw__fault_anywhere(const snw__plant *plant, snw_plant_fault_kind kind) {
    for (int i = 0; i < plant->count; i++) {
        if (plant->faults[i].now.kind == kind) return true;
    }
    return false;
}
