// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Files about robots that are not read as robots here: told by their content, whatever their name.
#include <string.h>

#include "load_internal.h"
#include "sinew/document/xml.h"

static const snw__foreign srdf = {
    "this is an SRDF: groups and states of a robot, and pairs that need no collision check, but "
    "no robot",
    "give the robot's URDF: 'sinew model check FILE.urdf'; the SRDF is used beside it, by "
    "programs"};
static const snw__foreign mjcf = {"this is a model of MuJoCo (MJCF), which is not read here",
                                  "give the URDF that it was made of, or convert it to URDF"};
static const snw__foreign sdf = {"this is an SDF of Gazebo, which is not read here",
                                 "give the URDF that it was made of, or convert it to URDF"};

static bool is_among(const char *name, const char *const *names) {
    for (int i = 0; names[i] != NULL; i++) {
        if (strcmp(name, names[i]) == 0) return true;
    }
    return false;
}

// An SRDF has the root of a URDF: it has parts of its own and neither links nor the joints of one.
static bool is_srdf(snw_xml *xml) {
    static const char *const own[] = {"group",
                                      "group_state",
                                      "end_effector",
                                      "virtual_joint",
                                      "passive_joint",
                                      "disable_collisions",
                                      "disable_default_collisions",
                                      "enable_collisions",
                                      "link_sphere_approximation",
                                      NULL};
    static const char *const of_urdf[] = {"link", "joint", "material", NULL};
    bool found = false;
    for (;;) {
        const snw_xml_event event = snw_xml_next(xml);
        if (event == SNW_XML_EOF || event == SNW_XML_ERROR || event == SNW_XML_END) return found;
        if (event != SNW_XML_START && event != SNW_XML_EMPTY) continue;
        if (is_among(snw_xml_name(xml), of_urdf)) return false;
        found = found || is_among(snw_xml_name(xml), own);
        if (event == SNW_XML_START && snw_failed(snw_xml_skip(xml))) return found;
    }
}

const snw__foreign *snw__foreign_of(const snw_source *source) {
    static const char *const mujoco[] = {"mujoco", "mujocoinclude", NULL};
    if (snw_source_first(source) != '<') return NULL;
    snw_xml *xml = snw_xml_open(source->bytes, source->length, source->name);
    const snw__foreign *found = NULL;
    if (xml != NULL) snw_xml_be_lax(xml);
    const snw_xml_event event = xml != NULL ? snw_xml_next(xml) : SNW_XML_EOF;
    if (event == SNW_XML_START || event == SNW_XML_EMPTY) {
        const char *root = snw_xml_name(xml);
        if (is_among(root, mujoco)) {
            found = &mjcf;
        } else if (strcmp(root, "sdf") == 0) {
            found = &sdf;
        } else if (strcmp(root, "robot") == 0 && event == SNW_XML_START &&
                   snw_xml_space(xml)[0] == '\0' && is_srdf(xml)) {
            found = &srdf;
        }
    }
    snw_xml_close(xml);
    return found;
}
