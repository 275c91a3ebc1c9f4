// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// Why a command does not go out. Sentences are put together at set-up, one for each body that an
// arm may come too near to; a step copies two of them and fills in numbers.

// --- set-up --------------------------------------------------------------------------------------

// appends a text, as far as it fits
static void append_text(char *out, size_t size, const char *text) {
    const size_t length = strlen(out);
    if (length + 1 < size) snw_copy_text(out + length, size - length, text);
}

static void write_body(const snw_world *world, int number, snw__body_words *words) {
    const size_t size = sizeof words->refusal;
    const snw_body sensed = {SNW_BODY_SENSED, 0};
    const bool is_sensed = number == world->body_count;
    const snw_body body = is_sensed ? sensed : world->bodies[number].body;
    const bool is_zone =
        body.member == SNW_BODY_VOLUME && world->volumes[body.link].kind == SNW_VOLUME_ZONE;
    char name[SNW_BODY_NAME];
    snw_world_name(world, body, name);
    memset(words, 0, sizeof *words);
    snw_copy_text(words->name, sizeof words->name, name);
    append_text(words->refusal, size,
                is_zone ? "it would enter the zone " : "it would come too near to ");
    append_text(words->refusal, size, name);
    if (is_zone) append_text(words->refusal, size, ", which another arm uses");
    if (is_sensed) append_text(words->refusal, size, " obstacles");
}

void snw__interlock_words_init(snw__interlock_words *words, const snw_world *world,
                               snw_arena *arena) {
    words->bodies = SNW_ARENA_ARRAY(arena, snw__body_words, world->body_count + 1);
    if (snw_failed(snw_arena_status(arena))) return;
    for (int i = 0; i <= world->body_count; i++)
        write_body(world, i, &words->bodies[i]);
    snw_why_set(&words->meets, SNW_ERR_LIMIT, NULL, NULL);
    snw_why_add(&words->meets, "distance", 0, "m");
    snw_why_add(&words->meets, "keep", 0, "m");
    snw_why_add(&words->meets, "speed", 0, "m/s");
    snw_why_set(&words->unknown, SNW_ERR_LIMIT, NULL,
                "there was no time to prove that it keeps clear");
    snw_why_set(&words->unplaced, SNW_ERR_RANGE, NULL, "its bodies cannot be placed");
}

// --- in a tick -----------------------------------------------------------------------------------

static const snw__body_words *words_of(const snw_interlock *lock, snw_body body) {
    const snw_world *world = lock->foresight.around.world;
    const int number = body.member == SNW_BODY_SENSED ? -1 : snw_world_find(world, body);
    return &lock->work->words.bodies[number >= 0 ? number : world->body_count];
}

void snw__interlock_refuse(const snw_interlock *lock, const snw_encounter *meeting, snw_why *why) {
    const snw__interlock_words *words = &lock->work->words;
    *why = meeting->unknown ? words->unknown : words->meets;
    memcpy(why->subject, words_of(lock, meeting->near.a)->name, sizeof why->subject);
    if (meeting->unknown) return;
    memcpy(why->text, words_of(lock, meeting->near.b)->refusal, sizeof why->text);
    why->numbers[SNW__NUMBER_DISTANCE].value = meeting->first;
    why->numbers[SNW__NUMBER_KEEP].value = meeting->near.keep;
    why->numbers[SNW__NUMBER_SPEED].value = fmax(meeting->speed_a + meeting->speed_b, 0);
}

void snw__interlock_unplaced(const snw_interlock *lock, int k, snw_status status, snw_why *why) {
    *why = lock->work->words.unplaced;
    why->code = status;
    snw_copy_text(why->subject, sizeof why->subject, lock->arms[k].arm->name);
}
