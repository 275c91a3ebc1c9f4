// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Schemas in the encoding "ros2msg": the definition of a message, then those of all messages that
// it is made of, each after a line of 80 '=' and a line with its name. The fields of the ROS types
// are those of ROS 2 (common_interfaces, geometry2, rcl_interfaces).
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "sinew/record/message.h"

#define LINE "================================================================================\n"

#define TIME                                                                                       \
    LINE "MSG: builtin_interfaces/Time\n"                                                          \
         "int32 sec\n"                                                                             \
         "uint32 nanosec\n"

#define HEADER                                                                                     \
    LINE "MSG: std_msgs/Header\n"                                                                  \
         "builtin_interfaces/Time stamp\n"                                                         \
         "string frame_id\n" TIME

#define TICK                                                                                       \
    "# Numbers of one tick of the loop. Their paths and units are in the metadata of the "         \
    "channel,\n"                                                                                   \
    "# keys \"paths\" and \"units\", a line each.\n"                                               \
    "builtin_interfaces/Time stamp  # time of the loop\n"                                          \
    "int64 tick                     # number of the cycle\n"                                       \
    "uint32 lost                    # samples dropped just before this one\n"

#define SIGNALS TICK "float64[] values\n"

static const struct {
    const char *name, *schema;
} table[SNW_MESSAGE_KINDS] = {
    [SNW_MESSAGE_SIGNALS] = {"sinew_msgs/msg/Signals", SIGNALS TIME},
    [SNW_MESSAGE_EVENT] = {"sinew_msgs/msg/Event",
                           "# Why something was refused, clamped, slowed down or stopped.\n"
                           "builtin_interfaces/Time stamp\n"
                           "uint64 sequence   # counts the events of the source, lost ones too\n"
                           "int32 code        # 0 done, positive news, negative failed\n"
                           "string code_name\n"
                           "uint8 severity    # 0 information, 1 warning, 2 error\n"
                           "string subject    # path of the object at fault\n"
                           "string rule\n"
                           "string text\n"
                           "string fix        # how to correct it\n"
                           "string file\n"
                           "int32 line        # from 1; 0 for none\n"
                           "int32 column\n"
                           "sinew_msgs/Number[] numbers\n" TIME LINE "MSG: sinew_msgs/Number\n"
                           "string name\n"
                           "string unit\n"
                           "float64 value\n"},
    [SNW_MESSAGE_PARAMETER] = {"sinew_msgs/msg/Parameter",
                               "# A parameter took a value before this tick.\n"
                               "builtin_interfaces/Time stamp\n"
                               "int64 tick\n"
                               "string path\n"
                               "string value\n" TIME},
    [SNW_MESSAGE_DESCRIPTION] = {"sinew_msgs/msg/Description",
                                 "# A text that belongs to the recording, such as the cell file.\n"
                                 "builtin_interfaces/Time stamp\n"
                                 "string name\n"
                                 "string format\n"
                                 "string text\n" TIME},
    [SNW_MESSAGE_JOINTS] = {"sensor_msgs/msg/JointState", "std_msgs/Header header\n"
                                                          "string[] name\n"
                                                          "float64[] position\n"
                                                          "float64[] velocity\n"
                                                          "float64[] effort\n" HEADER},
    [SNW_MESSAGE_FRAMES] = {"tf2_msgs/msg/TFMessage",
                            "geometry_msgs/TransformStamped[] transforms\n" LINE
                            "MSG: geometry_msgs/TransformStamped\n"
                            "std_msgs/Header header\n"
                            "string child_frame_id\n"
                            "geometry_msgs/Transform transform\n" LINE
                            "MSG: geometry_msgs/Transform\n"
                            "geometry_msgs/Vector3 translation\n"
                            "geometry_msgs/Quaternion rotation\n" LINE
                            "MSG: geometry_msgs/Vector3\n"
                            "float64 x\n"
                            "float64 y\n"
                            "float64 z\n" LINE "MSG: geometry_msgs/Quaternion\n"
                            "float64 x 0\n"
                            "float64 y 0\n"
                            "float64 z 0\n"
                            "float64 w 1\n" HEADER},
    [SNW_MESSAGE_DIAGNOSTICS] = {"diagnostic_msgs/msg/DiagnosticArray",
                                 "std_msgs/Header header\n"
                                 "diagnostic_msgs/DiagnosticStatus[] status\n" LINE
                                 "MSG: diagnostic_msgs/DiagnosticStatus\n"
                                 "byte OK=0\n"
                                 "byte WARN=1\n"
                                 "byte ERROR=2\n"
                                 "byte STALE=3\n"
                                 "byte level\n"
                                 "string name\n"
                                 "string message\n"
                                 "string hardware_id\n"
                                 "diagnostic_msgs/KeyValue[] values\n" LINE
                                 "MSG: diagnostic_msgs/KeyValue\n"
                                 "string key\n"
                                 "string value\n" HEADER},
};

const char *snw_message_name(snw_message_kind kind) {
    return (int)kind >= 0 && kind < SNW_MESSAGE_KINDS ? table[kind].name : NULL;
}

int snw_message_kind_of(const char *name) {
    for (int i = 0; i < SNW_MESSAGE_KINDS; i++) {
        if (strcmp(table[i].name, name) == 0) return i;
    }
    // groups of signals have types of their own: Signals2, Signals3 ...
    const size_t length = strlen(table[SNW_MESSAGE_SIGNALS].name);
    if (strncmp(table[SNW_MESSAGE_SIGNALS].name, name, length) != 0) return -1;
    return strspn(name + length, "0123456789") == strlen(name + length) ? SNW_MESSAGE_SIGNALS : -1;
}

const char *snw_message_schema(snw_message_kind kind) {
    return (int)kind >= 0 && kind < SNW_MESSAGE_KINDS ? table[kind].schema : NULL;
}

// --- signals by name ----------------------------------------------------------------------------

enum { FIELD = 256 };

// "arm/sensed/q[2]" as a field may be called: arm_sensed_q_2
static void field_name(const char *path, char out[FIELD]) {
    snw_text text = snw_text_over(out, FIELD - 16);
    bool gap = false;
    if (path[0] >= '0' && path[0] <= '9') snw_text_format(&text, "s_");
    for (const char *c = path; *c != '\0'; c++) {
        const bool upper = *c >= 'A' && *c <= 'Z';
        const char letter = (char)(upper ? *c + ('a' - 'A') : *c);
        const bool good = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
        if (good && gap && text.length > 0) snw_text_add(&text, "_", 1);
        if (good) snw_text_add(&text, &letter, 1);
        gap = !good;
    }
    if (text.length == 0) snw_text_format(&text, "signal");
}

static bool is_taken(char (*names)[FIELD], int count) {
    static const char *const head[] = {"stamp", "tick", "lost", "count"};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++) {
        if (strcmp(head[i], names[count]) == 0) return true;
    }
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], names[count]) == 0) return true;
    }
    return false;
}

// all different, also where paths differ only in what a name cannot have
static void name_fields(const char *const *paths, int count, char (*names)[FIELD]) {
    for (int i = 0; i < count; i++) {
        field_name(paths[i], names[i]);
        const size_t length = strlen(names[i]);
        for (int k = 2; is_taken(names, i); k++) {
            snw_text text = snw_text_over(names[i] + length, FIELD - length);
            snw_text_format(&text, "_%d", k);
        }
    }
}

void snw__signals_schema(const char *const *paths, const char *const *units, int count,
                         snw_text *text) {
    char(*names)[FIELD] = malloc((size_t)(count > 0 ? count : 1) * sizeof *names);
    if (names == NULL) {
        snw_text_format(text, "%s", SIGNALS TIME);
        return;
    }
    // A sequence is its length and its numbers, so the same bytes are a count and named numbers:
    // tools that plot fields show each signal under its own name.
    name_fields(paths, count, names);
    snw_text_format(text, "%suint32 count                   # of the numbers below\n", TICK);
    for (int i = 0; i < count; i++) {
        snw_text_format(text, "float64 %s  # %s", names[i], paths[i]);
        if (units[i] != NULL && units[i][0] != '\0') snw_text_format(text, " [%s]", units[i]);
        snw_text_add(text, "\n", 1);
    }
    snw_text_format(text, "%s", TIME);
    free(names);
}
