// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/axis.h"

#include <string.h>

#include "check.h"

static const snw_type *const images[] = {&snw_arm_sensed_type, &snw_arm_estimate_type,
                                         &snw_arm_target_type, &snw_arm_command_type,
                                         &snw_arm_limits_type};

static void images_are_flat_and_all_of_them_signals(void) {
    for (int k = 0; k < 5; k++) {
        snw_why why;
        if (snw_type_check(images[k], &why) != SNW_OK) print_error("%s\n", why.text);
        CHECK(snw_type_check(images[k], NULL) == SNW_OK);
        CHECK(snw_type_is_flat(images[k]));
        for (int i = 0; i < images[k]->field_count; i++)
            CHECK(images[k]->fields[i].role == SNW_SIGNAL);
    }
}

// the bytes of an image that no field and no counter covers are padding
static void every_member_is_in_its_table(void) {
    for (int k = 0; k < 5; k++) {
        unsigned char covered[sizeof(snw_arm_sensed) + sizeof(snw_arm_command) +
                              sizeof(snw_arm_limits)] = {0};
        CHECK(images[k]->size <= sizeof covered);
        for (int i = 0; i < images[k]->field_count; i++) {
            const snw_field *field = &images[k]->fields[i];
            const int items = field->length > 0 ? field->length : 1;
            memset(covered + field->offset, 1, field->size * (size_t)items);
            if (field->length > 0) memset(covered + field->count_offset, 1, sizeof(int));
        }
        size_t open = 0;
        for (size_t i = 0; i < images[k]->size; i++)
            open += covered[i] == 0;
        CHECK(open < 16);
    }
}

static void arrays_show_as_many_as_the_arm_has_axes(void) {
    static snw_arm_sensed sensed;
    static snw_arm_command command;
    sensed.count = command.count = 7;
    const char *const in_sensed[] = {"q", "v", "effort", "status", "samples", "code"};
    for (int k = 0; k < 6; k++) {
        const snw_field *field = snw_type_field(&snw_arm_sensed_type, in_sensed[k]);
        CHECK(field != NULL && snw_field_count(field, &sensed) == 7);
        CHECK(field->length == SNW_AXES);
    }
    sensed.q[6] = 0.25;
    const snw_field *q = snw_type_field(&snw_arm_sensed_type, "q");
    CHECK(*(const double *)snw_field_place_const(q, &sensed, 6) == 0.25);
    const snw_field *mode = snw_type_field(&snw_arm_command_type, "mode");
    CHECK(snw_field_count(mode, &command) == 7 && mode->choice_count == 4);
}

int main(void) {
    RUN(images_are_flat_and_all_of_them_signals);
    RUN(every_member_is_in_its_table);
    RUN(arrays_show_as_many_as_the_arm_has_axes);
    return check_report();
}
