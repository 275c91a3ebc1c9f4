// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "../../../src/motion/plant/inside.h"

// Words to a drive.

static rig r;
static snw_simulated_arm config;

static void begin(void) {
    rig_load(&r, "panda/panda.xml");
    config = simulated();
    config.gravity = false;
    const double q[SNW_AXES] = {0, -0.7, 0, -2.3, 0, 1.6, 0.8};
    rig_begin(&r, &snw_simulated_arm_type, &config, q);
    rig_mode(&r, SNW_AXIS_EFFORT);
}

static void a_fault_is_named_by_number_or_joint_or_for_all(void) {
    begin();
    CHECK(rig_tell(&r, "fault 2 stuck") == SNW_OK);
    CHECK(rig_tell(&r, "  fault\tj5  jump   0.25 for 0.5 ") == SNW_OK);
    rig_tick(&r);
    for (int i = 0; i < 7; i++) {
        CHECK(r.signals.fault[i] == (i == 2   ? SNW_PLANT_STUCK
                                     : i == 4 ? SNW_PLANT_JUMP
                                              : SNW_PLANT_OK));
    }
    CHECK_NEAR(r.sensed.q[4], 0.25, 1e-12);
    rig_run(&r, 0.5);
    CHECK(r.signals.fault[4] == SNW_PLANT_OK && r.signals.fault[2] == SNW_PLANT_STUCK);
    CHECK(rig_tell(&r, "fault all drift 1") == SNW_OK);
    rig_tick(&r);
    for (int i = 0; i < 7; i++)
        CHECK(r.signals.fault[i] == SNW_PLANT_DRIFT);
    CHECK(rig_tell(&r, "fault all ok") == SNW_OK);
    rig_tick(&r);
    for (int i = 0; i < 7; i++)
        CHECK(r.signals.fault[i] == SNW_PLANT_OK);
    rig_free(&r);
}

static void every_kind_is_known_by_its_name(void) {
    begin();
    for (int k = 0; k < SNW_PLANT_FAULTS; k++) {
        char text[64];
        (void)snprintf(text, sizeof text, "fault 1 %s for 1",
                       snw__plant_fault_name((snw_plant_fault_kind)k));
        CHECK(rig_tell(&r, text) == SNW_OK);
        rig_tick(&r);
        CHECK((int)r.signals.fault[1] == k);
    }
    rig_free(&r);
}

// An effort on an axis shows as it is; a push on a link is J^T of it, the last link's axis feels a
// torque about its own axis as it is.
static void forces_and_pushes_act_for_their_time(void) {
    begin();
    CHECK(rig_tell(&r, "force 3 0.5 for 0.003") == SNW_OK);
    for (int n = 0; n < 6; n++) {
        rig_tick(&r);
        CHECK(r.signals.outside[3] == (n < 3 ? 0.5 : 0));
    }
    CHECK(rig_tell(&r, "force j4 -1") == SNW_OK);
    rig_tick(&r);
    CHECK(r.signals.outside[3] == -1);
    CHECK(rig_tell(&r, "force j4 0") == SNW_OK);
    rig_tick(&r);
    CHECK(r.signals.outside[3] == 0);
    rig_free(&r);

    rig_pendulum(&r, 2, 0.4, 0.1);
    rig_compile(&r);
    const double q = 0;
    rig_begin(&r, &snw_simulated_arm_type, &config, &q);
    rig_mode(&r, SNW_AXIS_EFFORT);
    // about x through the link's origin, where a force does nothing
    CHECK(rig_tell(&r, "push bob 10 20 30 0.84 5 5 for 0.01") == SNW_OK);
    rig_run(&r, 0.02);
    CHECK_NEAR(r.signals.v[0], 0.01 * 0.84 / (0.1 + 2 * 0.16), 1e-9);
    rig_free(&r);
}

static void what_is_not_understood_is_refused_with_a_reason(void) {
    begin();
    static const struct {
        const char *text;
        snw_status status;
    } wrong[] = {
        {"", SNW_ERR_UNKNOWN_NAME},
        {"break 1", SNW_ERR_UNKNOWN_NAME},
        {"faults 1 stuck", SNW_ERR_UNKNOWN_NAME},
        {"fault", SNW_ERR_UNKNOWN_NAME},
        {"fault 7 stuck", SNW_ERR_UNKNOWN_NAME},
        {"fault -1 stuck", SNW_ERR_UNKNOWN_NAME},
        {"fault j8 stuck", SNW_ERR_UNKNOWN_NAME},
        {"fault 1", SNW_ERR_UNKNOWN_NAME},
        {"fault 1 stick", SNW_ERR_UNKNOWN_NAME},
        {"fault 1 jump one", SNW_ERR_SYNTAX},
        {"fault 1 jump 1 2", SNW_ERR_SYNTAX},
        {"fault 1 jump 1 for", SNW_ERR_SYNTAX},
        {"fault 1 jump 1 for ever", SNW_ERR_SYNTAX},
        {"fault 1 jump 1 for 0", SNW_ERR_SYNTAX},
        {"fault 1 jump 1 for 1 s", SNW_ERR_SYNTAX},
        {"fault 1 jump nan", SNW_ERR_SYNTAX},
        {"fault 1 intermittent 2", SNW_ERR_RANGE},
        {"force 1", SNW_ERR_SYNTAX},
        {"force 9 1", SNW_ERR_UNKNOWN_NAME},
        {"force 1 x", SNW_ERR_SYNTAX},
        {"push tool 1 2 3", SNW_ERR_UNKNOWN_NAME},
        {"push j7_link 1 2", SNW_ERR_SYNTAX},
        {"push j7_link 1 2 3 4", SNW_ERR_SYNTAX},
        {"push j7_link 1 2 3 4 5 6 7", SNW_ERR_SYNTAX},
        {"payload j7_link", SNW_ERR_SYNTAX},
        {"payload j7_link 1 for 2", SNW_ERR_SYNTAX},
        {"payload j7_link -1", SNW_ERR_RANGE},
        {"payload hand 1", SNW_ERR_UNKNOWN_NAME},
        {"a b c d e f g h i j k l m n", SNW_ERR_UNKNOWN_NAME},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char answer[SNW_COMMAND_TEXT];
        snw_why why = {0};
        const snw_status status = rig_say(&r, wrong[i].text, answer, &why);
        if (status != wrong[i].status) print_error("\"%s\"\n", wrong[i].text);
        CHECK(status == wrong[i].status);
        CHECK(why.code == status && why.text[0] != 0 && answer[0] == 0);
    }
    char text[SNW_COMMAND_TEXT + 50];
    memset(text, ' ', sizeof text);
    memcpy(text, "fault 1 stuck", 13);
    text[sizeof text - 1] = 0;
    CHECK(rig_tell(&r, text) == SNW_ERR_TOO_LARGE);
    rig_tick(&r);
    for (int i = 0; i < 7; i++)
        CHECK(r.signals.fault[i] == SNW_PLANT_OK && r.signals.outside[i] == 0);
    rig_free(&r);
}

// any bytes: refused or taken, never more
static void any_text_is_read_without_harm(void) {
    begin();
    static const char *const parts[] = {"fault", "force", "push",    "payload", "all",
                                        "for",   "j1",    "j7_link", "1",       "0.5",
                                        "-2e3",  "jump",  "slow",    " ",       "\t"};
    CHECK_CASES(check_scaled(20000)) {
        char text[SNW_COMMAND_TEXT + 20];
        size_t length = 0;
        const int words = check_int(0, 14);
        for (int w = 0; w < words; w++) {
            const char *part = parts[check_int(0, 14)];
            if (length + strlen(part) + 2 > sizeof text) break;
            memcpy(text + length, part, strlen(part));
            length += strlen(part);
            text[length++] = check_int(0, 5) ? ' ' : (char)check_int(1, 127);
        }
        text[length] = 0;
        char answer[SNW_COMMAND_TEXT];
        const snw_status status = rig_say(&r, text, answer, NULL);
        CHECK((status >= 0) == (answer[0] != 0));
        if (check_case % 100 == 0) SNW_IGNORE(r.functions->sense(&r.drive, r.t_ns++, &r.sensed));
    }
    rig_free(&r);
}

int main(void) {
    RUN(a_fault_is_named_by_number_or_joint_or_for_all);
    RUN(every_kind_is_known_by_its_name);
    RUN(forces_and_pushes_act_for_their_time);
    RUN(what_is_not_understood_is_refused_with_a_reason);
    RUN(any_text_is_read_without_harm);
    return check_report();
}
