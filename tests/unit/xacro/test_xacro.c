// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/store.h"
#include "sinew/urdf/urdf.h"
#include "xacro_test.h"

static bool is_xacro(const char *text) {
    const snw_source source = {text, strlen(text), "t", NULL};
    return snw_xacro_is(&source);
}

static void xacro_is_told_from_urdf(void) {
    CHECK(is_xacro("<robot xmlns:xacro='http://x'/>"));
    CHECK(is_xacro("<robot><xacro:if value='1'/></robot>"));
    CHECK(is_xacro("<robot name='${a}'/>"));
    CHECK(is_xacro("<robot name='$(arg a)'/>"));
    CHECK(!is_xacro("<robot name='a'/>"));
    CHECK(!is_xacro("<robot name='$a $5'/>"));
    CHECK(!is_xacro("<robot name='a'><!-- ${a} <xacro:if/> --></robot>"));
    CHECK(is_xacro("<robot name='a'><!-- - -->${a}</robot>"));
    CHECK(!is_xacro(""));
}

static void gzip_is_expanded_too(void) {
    static const char text[] = HEAD "<v>${1+1}</v></robot>";
    char packed[512];
    size_t size = 0;
    CHECK(snw_gzip(text, strlen(text), packed, sizeof packed, &size) == SNW_OK);
    const snw_source source = {packed, size, "t.gz", "."};
    CHECK(snw_xacro_is(&source));
    expansion x;
    expand_source(&x, &source, NULL);
    CHECK(x.status == SNW_OK);
    CHECK_TEXT(x.result.bytes, XML "<robot>\n  <v>2</v>\n</robot>\n");
    CHECK_TEXT(x.result.name, "t.gz (expanded)");
    CHECK_TEXT(x.result.folder, ".");
    close_expansion(&x);
    packed[size / 2] ^= 0x55;
    expand_source(&x, &source, NULL);
    CHECK(x.status < 0);
    CHECK_TEXT(x.items[0].rule, "gzip");
    close_expansion(&x);
}

static void a_missing_file_is_named(void) {
    expansion x = {.setup = snw_setup_create(1 << 20)};
    x.diags = (snw_diags){.items = x.items, .capacity = FINDINGS};
    CHECK(snw_xacro_expand_file("/nowhere/a.xacro", NULL, x.setup, &x.result, &x.diags) ==
          SNW_ERR_NOT_FOUND);
    CHECK(strstr(sentence(&x, 0), "/nowhere/a.xacro") != NULL);
    close_expansion(&x);
}

// the expansion of a robot is read as URDF, and findings there name line and element
static void the_result_is_read_as_urdf(void) {
    static const char text[] = HEAD
        "<xacro:property name=\"w\" value=\"0.2\"/>"
        "<xacro:macro name=\"body\" params=\"name mass *place\"><link name=\"${name}\"><inertial>"
        "<xacro:insert_block name=\"place\"/><mass value=\"${mass}\"/>"
        "<inertia ixx=\"${mass*(w*w+w*w)/12}\" iyy=\"${mass*(w**2*2)/12}\" izz=\"${mass*w*w/6}\""
        " ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link></xacro:macro>"
        "<xacro:attribute name=\"name\" value=\"two\"/>"
        "<xacro:body name=\"a\" mass=\"6\"><origin xyz=\"0 0 ${w/2}\"/></xacro:body>"
        "<xacro:body name=\"b\" mass=\"${6/2}\"><origin xyz=\"0 ${-w} 0\"/></xacro:body>"
        "<joint name=\"j\" type=\"revolute\"><parent link=\"a\"/><child link=\"b\"/>"
        "<limit lower=\"${-pi/2}\" upper=\"${radians(90)}\" effort=\"1\" velocity=\"2\"/></joint>"
        "</robot>";
    expansion x;
    expand_text(&x, text, NULL);
    CHECK(x.status == SNW_OK);
    snw_robot *robot = NULL;
    CHECK(snw_urdf_read(&x.result, NULL, x.setup, &robot, &x.diags) == SNW_OK);
    CHECK(x.diags.count == 0);
    CHECK(robot->link_count == 2 && robot->joint_count == 1);
    CHECK_NEAR(robot->links[0].inertial->origin.p.z, 0.1, 0);
    CHECK_NEAR(robot->links[1].inertial->origin.p.y, -0.2, 0);
    // a cube: m w^2 / 6 about each axis
    CHECK_NEAR(robot->links[0].inertial->ixx, 0.04, 1e-16);
    CHECK_NEAR(robot->links[1].inertial->izz, 0.02, 1e-16);
    CHECK_NEAR(robot->joints[0].limits.lower, -1.5707963267948966, 0);
    CHECK_NEAR(robot->joints[0].limits.upper, 1.5707963267948966, 0);
    close_expansion(&x);

    expand_text(&x,
                HEAD "<xacro:attribute name=\"name\" value=\"r\"/><link name=\"a\"/>"
                     "<link name=\"${'a'}\"/></robot>",
                NULL);
    CHECK(x.status == SNW_OK);
    CHECK(snw_urdf_read(&x.result, NULL, x.setup, &robot, &x.diags) < 0);
    CHECK(strstr(sentence(&x, 0), "t.xacro (expanded):4:") != NULL);
    CHECK(strstr(sentence(&x, 0), "'a'") != NULL);
    close_expansion(&x);
}

// memory for the result is the caller's: every smaller limit is refused, none is passed
static void a_small_arena_is_refused(void) {
    static const char text[] = HEAD "<xacro:property name=\"a\" value=\"1\"/><v>${a}</v></robot>";
    const snw_source source = {text, strlen(text), "t", "."};
    bool fitted = false;
    for (size_t limit = 0; limit < 4096; limit += 16) {
        snw_setup *setup = snw_setup_create(limit);
        CHECK(setup != NULL);
        snw_why item;
        snw_diags diags = {.items = &item, .capacity = 1};
        snw_source result = {0};
        const snw_status status = snw_xacro_expand(&source, NULL, setup, &result, &diags);
        CHECK(status == SNW_OK || status == SNW_ERR_MEMORY);
        CHECK((status == SNW_OK) == (result.bytes != NULL));
        CHECK(!fitted || status == SNW_OK);
        fitted = fitted || status == SNW_OK;
        snw_setup_destroy(setup);
    }
    CHECK(fitted);
}

int main(void) {
    RUN(xacro_is_told_from_urdf);
    RUN(gzip_is_expanded_too);
    RUN(a_missing_file_is_named);
    RUN(the_result_is_read_as_urdf);
    RUN(a_small_arena_is_refused);
    return check_report();
}
