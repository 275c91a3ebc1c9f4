// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "task_orders.h"

// End effectors that change while the loop runs. A change is made in the bank that is not in use:
// copied, changed, made into a set and looked at. Only when all of that is well the task takes the
// set, between two ticks; so what is refused leaves nothing behind, and nothing is allocated.

// --- is it legal? --------------------------------------------------------------------------------

static snw_status refuse_tool(const snw_component *self, snw_why *why) {
    return snw__manual_refuse(self, SNW_ERR_ARGUMENT,
                              "the first end effector of a set is not a tool",
                              "begin with a frame_effector or point_effector that is neither soft "
                              "nor relative",
                              why);
}

static bool is_tool(const snw_child *child) {
    const snw_effector *e = child->block;
    const bool kind =
        child->type == &snw_frame_effector_type || child->type == &snw_point_effector_type;
    return kind && !e->soft && e->relative[0] == '\0';
}

// one described set: is it legal, and how much room does it need?
static snw_status look_at_set(const snw_component *self, const snw_child *effectors, int count,
                              snw_task_room *room, snw_why *why) {
    enum { SLOTS = SNW_EFFECTORS * sizeof(snw_effector_slot) };
    _Alignas(SNW_ARENA_ALIGN) unsigned char scratch[SLOTS];
    snw_arena slots = snw_arena_over(scratch, sizeof scratch);
    snw_effector_set set;
    const snw_status status =
        snw_effector_set_init(&set, self->arm->model, effectors, count, &slots, why);
    if (snw_failed(status)) return status;
    if (count == 0 || !is_tool(&effectors[0])) return refuse_tool(self, why);
    const int rows = set.rows > set.soft_rows ? set.rows : set.soft_rows;
    if (rows > room->rows) room->rows = rows;
    if (set.count > room->effectors) room->effectors = set.count;
    return SNW_OK;
}

static int least(int a, int b) {
    return a < b ? a : b;
}

snw_status snw__manual_find_room(const snw_component *self, snw__manual *h, snw_why *why) {
    snw_task_room room = {0};
    snw_status status = look_at_set(self, h->law.effectors, h->law.effector_count, &room, why);
    for (int i = 0; i < h->config->set_count && !snw_failed(status); i++) {
        const snw_task_set *set = &h->config->sets[i];
        status = look_at_set(self, set->effectors, set->effector_count, &room, why);
    }
    room.rows = least(room.rows + 6 * h->config->spare, SNW_LINALG_MAX);
    room.effectors = least(room.effectors + h->config->spare, SNW_EFFECTORS);
    h->room = room;
    return status;
}

// --- banks ---------------------------------------------------------------------------------------

static size_t slots_size(const snw__manual *h) {
    return sizeof(snw_effector_slot) * (size_t)h->room.effectors;
}

void snw__manual_banks_init(snw__manual *h, snw_arena *arena) {
    for (int k = 0; k < 2; k++) {
        snw__manual_bank *bank = &h->banks[k];
        bank->children = SNW_ARENA_ARRAY(arena, snw_child, h->room.effectors);
        bank->own = SNW_ARENA_ARRAY(arena, snw_effector, h->room.effectors);
        bank->slots = snw_arena_take(arena, slots_size(h), SNW_ARENA_ALIGN); // an arena again
    }
}

static const char *name_of(const snw__manual_bank *bank, int i) {
    return ((const snw_effector *)bank->children[i].block)->name;
}

static int find(const snw__manual_bank *bank, const char *name) {
    for (int i = 0; i < bank->count; i++) {
        if (strcmp(name_of(bank, i), name) == 0) return i;
    }
    return -1;
}

// puts the end effector of one bank at a place of the other
static void place_at(snw__manual_bank *to, int i, const snw__manual_bank *from, int k) {
    to->children[i] = from->children[k];
    if (from->children[k].block != &from->own[k]) return;
    to->own[i] = from->own[k];
    to->children[i].block = &to->own[i];
}

// the bank that is not in use, as a copy of the other with `first` at its beginning and without
// `without`; -1 for none
static snw__manual_bank *begin(snw__manual *h, int first, int without) {
    const snw__manual_bank *from = &h->banks[h->bank];
    snw__manual_bank *to = &h->banks[1 - h->bank];
    to->count = 0;
    if (first >= 0) place_at(to, to->count++, from, first);
    for (int i = 0; i < from->count; i++) {
        if (i != first && i != without) place_at(to, to->count++, from, i);
    }
    return to;
}

// Makes the set of the other bank and takes it, or leaves everything as it is. All guides are then
// where the end effectors are.
static snw_status settle(const snw_component *self, snw_why *why) {
    snw__manual *h = self->work;
    snw__manual_bank *bank = &h->banks[1 - h->bank];
    snw_arena slots = snw_arena_over(bank->slots, slots_size(h));
    snw_status status =
        snw_effector_set_init(&bank->set, h->arm->model, bank->children, bank->count, &slots, why);
    if (snw_failed(status)) return status;
    if (bank->count > 0 && !is_tool(&bank->children[0])) return refuse_tool(self, why);
    status = snw_task_use(&h->control.task, &bank->set);
    if (!snw_failed(status)) status = snw_task_use(&h->scout.task, &bank->set);
    if (snw_failed(status)) {
        SNW_IGNORE(snw_task_use(&h->control.task, &h->banks[h->bank].set));
        if (status == SNW_ERR_STATE) {
            return snw__manual_refuse(
                self, status, "the law has weights between rows of the present end effectors",
                "use weights without terms between rows", why);
        }
        return snw__manual_refuse(self, status, "there is no room for these end effectors",
                                  "increase `spare` of the component in the cell file", why);
    }
    h->bank = 1 - h->bank;
    h->scout.side = 0;
    h->scout.shown_low = h->scout.shown_high = 0;
    h->shaped = h->holding = false;
    return SNW_OK;
}

snw_status snw__manual_take_set(const snw_component *self, int set, snw_why *why) {
    snw__manual *h = self->work;
    const snw_child *children = h->law.effectors;
    int count = h->law.effector_count;
    if (set > 0) {
        children = h->config->sets[set - 1].effectors;
        count = h->config->sets[set - 1].effector_count;
    }
    snw__manual_bank *bank = &h->banks[1 - h->bank];
    bank->count = count;
    memcpy(bank->children, children, sizeof *children * (size_t)count);
    const snw_status status = settle(self, why);
    if (snw_failed(status)) return status;
    h->set = set;
    h->edited = false;
    return SNW_OK;
}

// --- changes -------------------------------------------------------------------------------------

static snw_status refuse_name(const snw_component *self, snw_why *why) {
    return snw__manual_refuse(self, SNW_ERR_UNKNOWN_NAME, "there is no such end effector",
                              "'show effector K' shows them, from 0", why);
}

// a source that writes poses means the tool that it began with
static snw_status check_led(const snw_component *self, snw_why *why) {
    if (!snw__parts_is_connected(self, 0)) return SNW_OK;
    return snw__manual_refuse(self, SNW_ERR_STATE, "a source moves this tool by its pose",
                              "change others, or the cell file", why);
}

// link, kind and place of an end effector, as an order has them
static snw_status fill_effector(const snw_component *self, const snw__effector_order *order,
                                snw_child *child, snw_why *why) {
    snw_effector *e = child->block;
    const double *n = order->offset;
    snw_quat turn;
    const snw_status status = snw_quat_set(&turn, n[6], n[3], n[4], n[5]);
    if (snw_failed(status)) {
        return snw__manual_refuse(self, status, "the quaternion is not a rotation",
                                  "give x y z w, of a length other than 0", why);
    }
    snw_copy_text(e->link, sizeof e->link, order->link);
    child->type = order->point ? &snw_point_effector_type : &snw_frame_effector_type;
    e->soft = order->soft;
    e->offset = snw_pose_of(snw_quat_to_mat3(turn), snw_vec3_of(n[0], n[1], n[2]));
    if (e->link[0] != '\0' && (snw_model_find_link(self->arm->model, e->link) >= 0 ||
                               snw_model_find_frame(self->arm->model, e->link) >= 0)) {
        return SNW_OK;
    }
    return snw__manual_refuse(self, SNW_ERR_UNKNOWN_NAME, "the arm has no such link or frame",
                              "'sinew model show' lists them", why);
}

static snw_status add(snw_component *self, const snw__effector_order *order, snw_why *why) {
    const char *name = order->name;
    snw__manual *h = self->work;
    const snw__manual_bank *now = &h->banks[h->bank];
    if (name[0] == '\0') {
        return snw__manual_refuse(self, SNW_ERR_ARGUMENT, "an end effector needs a name", NULL,
                                  why);
    }
    if (find(now, name) >= 0) {
        return snw__manual_refuse(self, SNW_ERR_DUPLICATE, "an end effector of this name exists",
                                  "choose another name, or change that one", why);
    }
    if (now->count == h->room.effectors) {
        return snw__manual_refuse(self, SNW_ERR_FULL, "there is no room for another end effector",
                                  "remove one, or increase `spare` of the component", why);
    }
    snw__manual_bank *bank = begin(h, -1, -1);
    const int i = bank->count++;
    bank->children[i] = (snw_child){&snw_frame_effector_type, &bank->own[i]};
    snw_block_defaults(&snw_frame_effector_type, &bank->own[i]);
    snw_copy_text(bank->own[i].name, SNW_NAME, name);
    const snw_status status = fill_effector(self, order, &bank->children[i], why);
    return snw_failed(status) ? status : settle(self, why);
}

static snw_status change(snw_component *self, const snw__effector_order *order, snw_why *why) {
    snw__manual *h = self->work;
    const int i = find(&h->banks[h->bank], order->name);
    if (i < 0) return refuse_name(self, why);
    snw_status status = i == 0 ? check_led(self, why) : SNW_OK;
    if (snw_failed(status)) return status;
    snw__manual_bank *bank = begin(h, -1, -1);
    snw_child *child = &bank->children[i];
    if (child->type != &snw_frame_effector_type && child->type != &snw_point_effector_type) {
        return snw__manual_refuse(self, SNW_ERR_UNSUPPORTED,
                                  "only frames and points change while the loop runs",
                                  "change it in the cell file", why);
    }
    if (child->block != &bank->own[i]) {
        bank->own[i] = *(const snw_effector *)child->block;
        child->block = &bank->own[i];
    }
    status = fill_effector(self, order, child, why);
    if (snw_failed(status)) return status;
    if (i == 0 && bank->own[0].soft) {
        return snw__manual_refuse(self, SNW_ERR_STATE, "the tool cannot be soft",
                                  "use another end effector as the tool first", why);
    }
    return settle(self, why);
}

// the next that can be the tool follows a tool that goes
static snw_status take_away(snw_component *self, const snw__effector_order *order, snw_why *why) {
    snw__manual *h = self->work;
    const snw__manual_bank *now = &h->banks[h->bank];
    const int i = find(now, order->name);
    if (i < 0) return refuse_name(self, why);
    int first = i == 0 ? -1 : 0;
    for (int k = 1; k < now->count && first < 0; k++) {
        if (is_tool(&now->children[k])) first = k;
    }
    const snw_status status = i == 0 ? check_led(self, why) : SNW_OK;
    if (snw_failed(status)) return status;
    if (first < 0 && now->count > 1) {
        return snw__manual_refuse(self, SNW_ERR_STATE, "no other end effector can be the tool",
                                  "remove the others first, or make one hard", why);
    }
    (void)begin(h, first, i);
    return settle(self, why);
}

static snw_status use(snw_component *self, const snw__effector_order *order, snw_why *why) {
    snw__manual *h = self->work;
    const int i = find(&h->banks[h->bank], order->name);
    if (i < 0) return refuse_name(self, why);
    if (i == 0) return SNW_OK;
    const snw_status status = check_led(self, why);
    if (snw_failed(status)) return status;
    if (!is_tool(&h->banks[h->bank].children[i])) {
        return snw__manual_refuse(self, SNW_ERR_STATE, "this end effector cannot be the tool",
                                  "the tool is a hard frame or a hard point", why);
    }
    (void)begin(h, i, -1);
    return settle(self, why);
}

snw_status snw__manual_effector(void *self, const void *arguments, void *answer, snw_why *why) {
    static snw_status (*const acts[])(snw_component *, const snw__effector_order *,
                                      snw_why *) = {[SNW__EFFECTOR_USE] = use,
                                                    [SNW__EFFECTOR_ADD] = add,
                                                    [SNW__EFFECTOR_CHANGE] = change,
                                                    [SNW__EFFECTOR_REMOVE] = take_away};
    (void)answer;
    const snw__effector_order *order = arguments;
    snw__manual *h = ((snw_component *)self)->work;
    if (h->arm->taken) {
        return snw__manual_refuse(self, SNW_ERR_STATE, "the arm is being moved by hand",
                                  "release it first", why);
    }
    const snw_status status = acts[order->act](self, order, why);
    if (snw_failed(status)) return status;
    h->changes++;
    h->edited = true;
    snw__manual_publish(self);
    return SNW_OK;
}
