// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "urdf_test.h"

static void check_kept(const reading *r, int index, const char *owner, const char *text) {
    const snw_urdf_kept kept = snw_urdf_extra_get(r->extra, index);
    CHECK_TEXT(kept.owner, owner);
    CHECK_TEXT(kept.text, text);
}

static const char text[] =
    "\xEF\xBB\xBF<?xml version='1.0'?>\n<robot name='r' xmlns:d=\"http://d\" xmlns:e='http://e'>\n"
    "<gazebo>\n  <a b=\"c > d\"/> text &amp; more <!-- kept too -->\n</gazebo>\n"
    "<link name='a'><e:x/><visual><d:y z='1'/><geometry><sphere radius='1'><d:w/></sphere><d:v/>"
    "</geometry></visual><sensor/></link><link name='b'/><joint name='j' type='fixed'>" ENDS
    "<calibration rising='0'/><transmission><t/></transmission></joint>"
    "<ros2_control n='>' m='\">'/></robot>";

static void elements_are_kept_byte_for_byte_with_their_owner(void) {
    reading r;
    (void)accept(&r, text);
    CHECK(snw_urdf_extra_count(r.extra) == 9);
    check_kept(&r, 0, "robot",
               "<gazebo>\n  <a b=\"c > d\"/> text &amp; more <!-- kept too -->\n</gazebo>");
    check_kept(&r, 1, "robot/link[a]", "<e:x/>");
    check_kept(&r, 2, "robot/link[a]/visual[0]", "<d:y z='1'/>");
    check_kept(&r, 3, "robot/link[a]/visual[0]/geometry/sphere", "<d:w/>");
    check_kept(&r, 4, "robot/link[a]/visual[0]/geometry", "<d:v/>");
    check_kept(&r, 5, "robot/link[a]", "<sensor/>");
    check_kept(&r, 6, "robot/joint[j]", "<calibration rising='0'/>");
    check_kept(&r, 7, "robot/joint[j]", "<transmission><t/></transmission>");
    check_kept(&r, 8, "robot", "<ros2_control n='>' m='\">'/>");
    close_reading(&r);
}

// order between owners may change, not within one, and nothing is lost
static void kept_elements_are_written_where_they_stood(void) {
    reading first, second;
    const snw_robot *robot = accept(&first, text);
    char *out = written(robot, first.extra);
    CHECK(strstr(out, "<robot name=\"r\" xmlns:d=\"http://d\" xmlns:e='http://e'>") != NULL);
    (void)accept(&second, out);
    CHECK(snw_urdf_extra_count(second.extra) == snw_urdf_extra_count(first.extra));
    bool used[16] = {false};
    for (int i = 0; i < snw_urdf_extra_count(first.extra); i++) {
        const snw_urdf_kept a = snw_urdf_extra_get(first.extra, i);
        bool found = false;
        for (int k = 0; k < snw_urdf_extra_count(second.extra) && !found; k++) {
            const snw_urdf_kept b = snw_urdf_extra_get(second.extra, k);
            found = !used[k] && strcmp(a.owner, b.owner) == 0 && strcmp(a.text, b.text) == 0;
            if (found) used[k] = true;
        }
        CHECK(found);
    }
    // and the second writing is the first
    char *again = written(second.robot, second.extra);
    CHECK_TEXT(again, out);
    free(again);
    free(out);
    close_reading(&second);
    close_reading(&first);
}

static void what_belonged_to_a_link_that_is_gone_is_left_out(void) {
    reading r;
    snw_robot *robot = accept(&r, text);
    (void)snprintf(robot->links[0].name, SNW_NAME, "c");
    (void)snprintf(robot->joints[0].parent, SNW_NAME, "c");
    char *out = written(robot, r.extra);
    CHECK(strstr(out, "<sensor/>") == NULL && strstr(out, "<calibration") != NULL);
    free(out);
    close_reading(&r);
}

static void nobody_has_to_ask_for_them(void) {
    snw_setup *setup = snw_setup_create(1 << 20);
    snw_why why;
    snw_diags diags = {.items = &why, .capacity = 1};
    snw_robot *robot = NULL;
    const snw_source source = {text, strlen(text), "t.urdf", NULL};
    CHECK(snw_urdf_read(&source, NULL, setup, &robot, &diags) == SNW_OK);
    CHECK(snw_urdf_extra_count(NULL) == 0);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(elements_are_kept_byte_for_byte_with_their_owner);
    RUN(kept_elements_are_written_where_they_stood);
    RUN(what_belonged_to_a_link_that_is_gone_is_left_out);
    RUN(nobody_has_to_ask_for_them);
    return check_report();
}
