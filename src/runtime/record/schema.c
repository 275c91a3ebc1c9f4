// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Schemas in the encoding "ros2msg": the definition of a message, then those of all messages that
// it is made of, each after a line of 80 '=' and a line with its name. The fields of the ROS types
// are those of ROS 2 (common_interfaces, geometry2, rcl_interfaces).
#include <string.h>

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

#define SIGNALS                                                                                    \
    "# Numbers of one tick of the loop. Their paths and units are in the metadata of the "         \
    "channel,\n"                                                                                   \
    "# keys \"paths\" and \"units\", a line each.\n"                                               \
    "builtin_interfaces/Time stamp  # time of the loop\n"                                          \
    "int64 tick                     # number of the cycle\n"                                       \
    "uint32 lost                    # samples dropped just before this one\n"                      \
    "float64[] values\n"

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
                           "string fix        # the way out\n"
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
    return -1;
}

const char *snw_message_schema(snw_message_kind kind) {
    return (int)kind >= 0 && kind < SNW_MESSAGE_KINDS ? table[kind].schema : NULL;
}

void snw_signals_schema(const char *const *paths, const char *const *units, int count,
                        snw_text *text) {
    snw_text_format(text, "%s", SIGNALS);
    for (int i = 0; i < count; i++) {
        snw_text_format(text, "# values[%d] %s", i, paths[i]);
        if (units[i] != NULL && units[i][0] != '\0') snw_text_format(text, " [%s]", units[i]);
        snw_text_add(text, "\n", 1);
    }
    snw_text_format(text, "%s", TIME);
}
