// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "urdf_test.h"

#include "sinew/os/file.h"
#include "sinew/store.h"

static void each_rule_of_the_document_has_its_sentence(void) {
    static const rule_case cases[] = {
        {ALWAYS, "<sdf version='1.6'/>", "<sdf",
         "the root element is 'sdf'; this is another format; convert it to URDF [urdf-root]"},
        {ALWAYS, "<cell name='r'/>", "<cell",
         "the root element is 'cell'; the root element of a URDF is <robot> [urdf-root]"},
        {ALWAYS, "<robot><link name='a'/></robot>", "<robot",
         "robot: attribute 'name' is missing; add the attribute [urdf-missing]"},
        {REMARK, "<robot name='r' version='1.3'><link name='a'/></robot>", "version",
         "robot/version: version '1.3' is not known; it is read as 1.2; write 1.0, 1.1 or 1.2 "
         "[urdf-version]"},
        {ALWAYS, "<robot name='r'><link name='a'></robot>", "</robot>",
         "robot/link[a]: 'link' of line 1 is ended by 'robot'; end each element before what is "
         "around it [xml]"},
        {ALWAYS, "<!DOCTYPE robot [<!ENTITY a 'b'>]><robot name='r'/>", "<!DOCTYPE",
         "a document type (DTD) is not allowed; remove the <!DOCTYPE ...> [xml]"},
        {REMARK, "<robot name='r'><link name='a'/></robot><robot/>", "<robot/>",
         "something follows the root element; it is not read; remove it [xml]"},
        {REMARK, "<robot name='r'><link name='a'/></robot>text", "text",
         "something follows the root element; it is not read; remove it [xml]"},
        {REMARK, " <?xml version='1.0'?><robot name='r'><link name='a'/></robot>", "<?xml",
         "the declaration <?xml ...?> is not at the start; put it at the start, or remove it "
         "[xml]"},
        {REMARK, "<!-- c --><?xml version='0.0'?><robot name='r'><link name='a'/></robot>", "<?xml",
         "the declaration <?xml ...?> is not at the start; put it at the start, or remove it "
         "[xml]"},
        {REMARK, "<robot name='r'><!-- a -- b --><link name='a'/></robot>", "-- b",
         "'--' is in a comment; end the comment with -->, or use other characters [xml]"},
        {REMARK, "<robot name='r'><link name='a'/><gazebo>a & b</gazebo></robot>", "& b",
         "an ampersand does not begin a reference; write &amp; for an ampersand [xml]"},
        {REMARK, "<!DOCTYPE robot><robot name='r'><link name='a'/></robot>", "<!DOCTYPE",
         "a document type is not read; remove <!DOCTYPE ...> [xml]"},
        {REMARK, "<robot name=''><link name='a'/></robot>", "name=",
         "robot/name: the name is empty; the robot is called 'robot' here; give it a short plain "
         "name [urdf-name]"},
    };
    CHECK_RULES(cases);
}

// --- whole robots -------------------------------------------------------------------------------

static const char arm[] =
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    "<!-- a comment -->\n"
    "<robot name='arm' version='1.2' xmlns:drake='http://drake.mit.edu'>\n"
    "  <material name='grey'><color rgba='0.5 0.5 0.5 1'/></material>\n"
    "  <link name='base'>\n"
    "    <inertial><origin xyz='0 0 0.1'/><mass value='4'/>\n"
    "      <inertia ixx='0.4' iyy='0.5' izz='0.3' ixy='0.01' ixz='0' iyz='-0.02'/></inertial>\n"
    "    <visual name='body'><origin xyz='0 0 0.1' rpy='0.1 -0.2 3.0'/>\n"
    "      <geometry><cylinder radius='0.1' length='0.2'/></geometry><material name='grey'/>\n"
    "      </visual>\n"
    "    <collision><geometry><box size='0.2 0.2 0.2'/></geometry><drake:soft k='1>0'/>\n"
    "      </collision>\n"
    "    <sensor name='imu'><rate>100</rate></sensor>\n"
    "  </link>\n"
    "  <link name='upper'><visual><geometry><mesh filename='package://p/upper.dae' scale='1 1 "
    "2'/>\n"
    "    </geometry></visual></link>\n"
    "  <link name='fore'/>\n"
    "  <joint name='shoulder' type='revolute'><origin xyz='0 0 0.2' rpy='0 1.5707963 0'/>\n"
    "    <parent link='base'/><child link='upper'/><axis xyz='0 1 0'/>\n"
    "    <limit lower='-2' upper='2' effort='50' velocity='3' acceleration='10'/>\n"
    "    <dynamics damping='0.5' friction='0.1'/><calibration rising='0'/></joint>\n"
    "  <joint name='elbow' type='prismatic'><origin xyz='0 0 0.4'/><parent link='upper'/>\n"
    "    <child link='fore'/><axis xyz='0.6 0 0.8'/><limit lower='0' upper='0.5'/>\n"
    "    <mimic joint='shoulder' multiplier='0.1'/>\n"
    "    <safety_controller k_velocity='2' soft_upper_limit='0.4'/></joint>\n"
    "  <gazebo reference='fore'><material>Grey</material></gazebo>\n"
    "</robot>\n";

static void a_robot_is_equal_after_writing_and_reading(void) {
    reading r;
    const snw_robot *robot = accept(&r, arm);
    check_compiles(robot);
    check_round_trip(robot, r.extra);
    CHECK(snw_urdf_extra_count(r.extra) == 4);
    close_reading(&r);
}

// cut anywhere, a file is refused with a place inside it and a way out
static void a_file_cut_at_any_byte_is_refused(void) {
    const size_t whole = strlen(arm);
    const size_t end = (size_t)(strstr(arm, "</robot>") - arm) + strlen("</robot>");
    for (size_t length = 0; length <= whole; length++) {
        char *text = malloc(length + 1); // of exactly this size, so that no byte more is read
        CHECK(text != NULL);
        memcpy(text, arm, length);
        reading r;
        const snw_urdf_options options = {.keep_names = true};
        open_reading(&r, text, length, &options);
        CHECK((r.status == SNW_OK) == (length >= end));
        if (length < end) {
            const snw_why *last = &r.items[r.diags.count - 1];
            CHECK(last->fix[0] != '\0' && last->line >= 1 && last->line <= 28);
            CHECK_TEXT(last->file, "t.urdf");
        }
        close_reading(&r);
        free(text);
    }
}

// every byte in turn becomes another one: accepted robots are legal and come back equal
static void a_damaged_file_is_refused_or_makes_a_legal_robot(void) {
    static const char strange[] = {'\0', '<', '>', '"', '\'', '&', '-', '9', '\x80', ' '};
    static char text[sizeof arm];
    const long step = check_scaled(20) < 20 ? 7 : 1;
    for (size_t i = 0; i + 1 < sizeof arm; i += (size_t)step) {
        memcpy(text, arm, sizeof arm);
        text[i] = strange[i % sizeof strange];
        reading r;
        const snw_urdf_options options = {.strictness = (snw_strictness)(i % 3),
                                          .keep_names = true};
        open_reading(&r, text, sizeof arm - 1, &options);
        if (r.robot != NULL) {
            CHECK(snw_block_check(&snw_robot_type, r.robot, NULL, NULL) == SNW_OK);
            if (options.strictness != SNW_LENIENT) check_compiles(r.robot);
            // lenient: limits that were lost may leave a joint that URDF has no words for
            snw_text text_out = snw_text_over(NULL, 0);
            const bool sayable =
                snw_urdf_write(r.robot, r.extra, &text_out, NULL) != SNW_ERR_UNSUPPORTED;
            CHECK(sayable || options.strictness == SNW_LENIENT);
            if (sayable) check_round_trip(r.robot, r.extra);
        }
        close_reading(&r);
    }
}

static void too_little_memory_is_said_and_survived(void) {
    bool enough = false;
    for (size_t limit = 1; !enough; limit += 64) {
        snw_setup *setup = snw_setup_create(limit);
        CHECK(setup != NULL);
        snw_why items[4];
        snw_diags diags = {.items = items, .capacity = 4};
        snw_robot *robot = NULL;
        snw_urdf_extra *extra = NULL;
        const snw_source source = {arm, strlen(arm), "t.urdf", NULL};
        const snw_urdf_options options = {.keep_names = true, .extra = &extra};
        const snw_status status = snw_urdf_read(&source, &options, setup, &robot, &diags);
        enough = status == SNW_OK;
        CHECK(enough || (status == SNW_ERR_MEMORY && diags.errors == 1 && robot == NULL));
        if (!enough) CHECK_TEXT(items[diags.count - 1].rule, "urdf-memory");
        snw_setup_destroy(setup);
        CHECK(limit < 1 << 16);
    }
}

static void a_compressed_file_is_the_same_file(void) {
    static char packed[sizeof arm + 200];
    size_t size = 0;
    CHECK(snw_gzip(arm, sizeof arm - 1, packed, sizeof packed, &size) == SNW_OK);
    reading plain, expanded;
    read_text(&plain, arm, SNW_STRICT);
    const snw_urdf_options options = {.keep_names = true};
    open_reading(&expanded, packed, size, &options);
    CHECK(expanded.robot != NULL);
    CHECK(snw_block_equal(&snw_robot_type, plain.robot, expanded.robot));
    close_reading(&expanded);
    // damaged, and one that claims to be larger than it is
    packed[size / 2] ^= 0x55;
    open_reading(&expanded, packed, size, &options);
    CHECK(expanded.status == SNW_ERR_SYNTAX && expanded.diags.errors == 1);
    CHECK_TEXT(expanded.items[0].text, "the compressed text is damaged");
    close_reading(&expanded);
    packed[size / 2] ^= 0x55;
    packed[size - 1] = 0x7F;
    open_reading(&expanded, packed, size, &options);
    CHECK(expanded.status == SNW_ERR_SYNTAX);
    close_reading(&expanded);
    close_reading(&plain);
}

// --- size ---------------------------------------------------------------------------------------

static char *chain_of(int links) {
    const size_t room = (size_t)links * 160 + 100;
    char *text = malloc(room);
    CHECK(text != NULL);
    snw_text out = snw_text_over(text, room);
    snw_text_format(&out, "<robot name='r'><link name='l0'/>");
    for (int i = 1; i < links; i++) {
        snw_text_format(&out,
                        "<link name='l%d'/><joint name='j%d' type='continuous'><parent "
                        "link='l%d'/><child link='l%d'/></joint>",
                        i, i, i - 1, i);
    }
    snw_text_format(&out, "</robot>");
    CHECK(!snw_text_is_cut(&out));
    return text;
}

static void there_is_room_for_4096_links_and_no_more(void) {
    char *text = chain_of(SNW_MODEL_LINKS);
    reading r;
    read_text(&r, text, SNW_STRICT);
    CHECK(r.status == SNW_OK && r.robot->link_count == SNW_MODEL_LINKS);
    close_reading(&r);
    free(text);
    text = chain_of(SNW_MODEL_LINKS + 10);
    read_text(&r, text, SNW_LENIENT);
    CHECK(r.status == SNW_ERR_TOO_LARGE);
    CHECK_TEXT(r.items[0].text, "there are too many links");
    CHECK(r.items[0].numbers[0].value == SNW_MODEL_LINKS);
    close_reading(&r);
    free(text);
}

static void elements_nested_too_deeply_are_refused(void) {
    enum { DEPTH = 100000 };
    char *text = malloc(3 * DEPTH + 100);
    CHECK(text != NULL);
    memcpy(text, "<robot name='r'>", 16);
    for (int i = 0; i < DEPTH; i++) {
        memcpy(text + 16 + (size_t)i * 3, "<a>", 3);
    }
    reading r;
    const snw_urdf_options options = {.keep_names = true};
    open_reading(&r, text, 16 + 3 * DEPTH, &options);
    CHECK(r.status == SNW_ERR_TOO_LARGE);
    CHECK_TEXT(r.items[r.diags.count - 1].text, "elements are nested too deeply");
    close_reading(&r);
    free(text);
}

static void a_flood_of_unknown_names_stays_a_list_of_findings(void) {
    enum { COUNT = 20000 };
    char *text = malloc(COUNT * 24 + 100);
    CHECK(text != NULL);
    snw_text out = snw_text_over(text, COUNT * 24 + 100);
    snw_text_format(&out, "<robot name='r'><link name='a'/>");
    for (int i = 0; i < COUNT; i++) {
        snw_text_format(&out, "<x%d/>", i);
    }
    snw_text_format(&out, "</robot>");
    reading r;
    read_text(&r, text, SNW_NORMAL);
    CHECK(r.status == SNW_OK && r.diags.count == FINDINGS);
    CHECK(snw_urdf_extra_count(r.extra) == COUNT);
    close_reading(&r);
    free(text);
}

// --- files --------------------------------------------------------------------------------------

static void a_file_that_is_not_there_is_named(void) {
    snw_setup *setup = snw_setup_create(1 << 20);
    snw_why why;
    snw_diags diags = {.items = &why, .capacity = 1};
    snw_robot *robot = NULL;
    CHECK(snw_urdf_read_file("/nowhere/at/all.urdf", NULL, setup, &robot, &diags) ==
          SNW_ERR_NOT_FOUND);
    CHECK(diags.errors == 1 && robot == NULL);
    snw_setup_destroy(setup);
}

// robots of the library of models
static void known_robots_are_read_and_come_back_equal(void) {
    static const struct {
        const char *name;
        int links, moving;
    } known[] = {{"ur5", 8, 6}, {"panda", 9, 7}, {"arm8", 10, 8}, {"humanoid30", 32, 30}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char path[512];
        (void)snprintf(path, sizeof path, "%s/models/%s/%s.urdf", SNW_SOURCE_DIR, known[i].name,
                       known[i].name);
        snw_setup *setup = snw_setup_create(1 << 24);
        snw_why items[8];
        snw_diags diags = {.items = items, .capacity = 8};
        snw_robot *robot = NULL;
        CHECK(snw_urdf_read_file(path, NULL, setup, &robot, &diags) == SNW_OK);
        CHECK(diags.count == 0);
        CHECK_TEXT(robot->name, known[i].name);
        CHECK(robot->link_count == known[i].links);
        int moving = 0;
        for (int k = 0; k < robot->joint_count; k++) {
            moving += robot->joints[k].kind != SNW_JOINT_FIXED;
        }
        CHECK(moving == known[i].moving);
        check_compiles(robot);
        check_round_trip(robot, NULL);
        snw_setup_destroy(setup);
    }
}

// the published moments of link 3 of the PUMA 560 (Armstrong, Khatib and Burdick 1986) are those of
// no body: 0.086 > 0.066 + 0.0125
static void known_moments_that_are_impossible_are_read_with_a_remark(void) {
    static const char text[] =
        "<robot name='puma'><link name='j2_link'/><link name='j3_link'><inertial>"
        "<origin xyz='0 0.07 0.16415'/><mass value='4.8'/><inertia ixx='0.066' ixy='0' ixz='0' "
        "iyy='0.0125' iyz='0' izz='0.086'/></inertial></link>"
        "<joint name='j3' type='revolute'><parent link='j2_link'/><child link='j3_link'/>"
        "<origin xyz='0.4318 0 0'/><axis xyz='0 0 1'/>"
        "<limit lower='-3.9' upper='0.8' velocity='3' effort='100'/></joint></robot>";
    const snw_source source = {text, sizeof text - 1, "puma.urdf", NULL};
    snw_setup *setup = snw_setup_create(1 << 24);
    snw_why items[8];
    snw_diags diags = {.items = items, .capacity = 8};
    snw_robot *robot = NULL;
    const snw_urdf_options strict = {.strictness = SNW_STRICT};
    CHECK(snw_urdf_read(&source, &strict, setup, &robot, &diags) == SNW_ERR_RANGE);
    CHECK(diags.errors == 1);
    CHECK_TEXT(items[0].subject, "robot/link[j3_link]/inertial");
    CHECK_NEAR(items[0].numbers[0].value, 0.086, 1e-12);
    CHECK_NEAR(items[0].numbers[1].value, 0.0785, 1e-12);
    CHECK(snw_urdf_read(&source, NULL, setup, &robot, &diags) == SNW_OK);
    CHECK(diags.warnings == 1);
    check_round_trip(robot, NULL);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(each_rule_of_the_document_has_its_sentence);
    RUN(a_robot_is_equal_after_writing_and_reading);
    RUN(a_file_cut_at_any_byte_is_refused);
    RUN(a_damaged_file_is_refused_or_makes_a_legal_robot);
    RUN(too_little_memory_is_said_and_survived);
    RUN(a_compressed_file_is_the_same_file);
    RUN(there_is_room_for_4096_links_and_no_more);
    RUN(elements_nested_too_deeply_are_refused);
    RUN(a_flood_of_unknown_names_stays_a_list_of_findings);
    RUN(a_file_that_is_not_there_is_named);
    RUN(known_robots_are_read_and_come_back_equal);
    RUN(known_moments_that_are_impossible_are_read_with_a_remark);
    return check_report();
}
