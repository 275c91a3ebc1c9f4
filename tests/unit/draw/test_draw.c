// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/model/robots.h"

#include "sinew/document.h"
#include "sinew/document/xml.h"
#include "sinew/draw.h"
#include "sinew/modelio.h"
#include "sinew/shape.h"
#include "sinew/urdf.h"

// A robot with its model and poses, and the picture of it.
typedef struct scene {
    snw_setup *setup;
    snw_robot *robot;
    compiled c;
    snw_kin kin;
    void *block;
    char *svg;
    size_t length;
} scene;

static void open_scene(scene *s, const char *name) {
    memset(s, 0, sizeof *s);
    s->setup = new_setup();
    s->robot = new_robot(s->setup, name);
}

static void close_scene(scene *s) {
    free(s->svg);
    free(s->block);
    free(s->c.block);
    snw_setup_destroy(s->setup);
}

// compiles, lays out the poses and moves to q, or to the neutral configuration
static void pose_scene(scene *s, const double *q) {
    CHECK(compile(s->robot, &s->c, NULL) == SNW_OK);
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(&s->kin, &s->c.model, &arena));
    s->block = exact_block(arena.needed);
    arena = snw_arena_over(s->block, arena.needed);
    CHECK(snw_kin_init(&s->kin, &s->c.model, &arena) == SNW_OK);
    if (q != NULL) CHECK(snw_kin_update(&s->kin, q) == SNW_OK);
}

// measures, then draws into a buffer of exactly that size
static void draw(scene *s, const snw_draw_options *options) {
    snw_text text = snw_text_over(NULL, 0);
    snw_why why = {0};
    CHECK(snw_draw_svg(s->robot, &s->c.model, &s->kin, options, &text, &why) == SNW_OK);
    free(s->svg);
    s->length = text.length;
    s->svg = malloc(s->length + 1);
    CHECK(s->svg != NULL);
    text = snw_text_over(s->svg, s->length + 1);
    CHECK(snw_draw_svg(s->robot, &s->c.model, &s->kin, options, &text, &why) == SNW_OK);
    CHECK(text.length == s->length && strlen(s->svg) == s->length);
}

static snw_body_shape *add_body(scene *s, int link, const snw_type *type, bool collision) {
    snw_link_description *description = &s->robot->links[link];
    const snw_field *field =
        snw_type_field(&snw_link_description_type, collision ? "collisions" : "visuals");
    const int count = snw_field_count(field, description);
    CHECK(snw_block_resize(field, description, count + 1, s->setup) == SNW_OK);
    snw_body_shape *body = snw_field_place(field, description, count);
    body->shape = (snw_child){type, snw_block_new(type, s->setup)};
    CHECK(body->shape.block != NULL);
    return body;
}

static snw_body_shape *add_box(scene *s, int link, snw_vec3 half) {
    snw_body_shape *body = add_body(s, link, &snw_box_type, false);
    ((snw_box *)body->shape.block)->half_extents = half;
    return body;
}

static void add_material(scene *s, const char *name, double red, double green, double blue) {
    snw_robot_material *material = add_item(s->robot, s->setup, "materials");
    snw_copy_text(material->name, SNW_NAME, name);
    const double rgba[] = {red, green, blue, 1};
    memcpy(material->rgba, rgba, sizeof rgba);
}

// a chain of boxes and capsules
static void make_arm(scene *s) {
    open_scene(s, "arm");
    const char *const names[] = {"base", "upper", "fore"};
    for (int i = 0; i < 3; i++) {
        add_link(s->robot, s->setup, names[i]);
    }
    add_joint(s->robot, s->setup, "shoulder", "base", "upper")->origin =
        snw_pose_translation(snw_vec3_z(0.3));
    snw_joint_description *elbow = add_joint(s->robot, s->setup, "elbow", "upper", "fore");
    elbow->origin = snw_pose_translation(snw_vec3_of(0.1, 0, 0.4));
    elbow->axis = snw_vec3_y(1);
    add_attachment(s->robot, s->setup, "tool", "fore")->origin =
        snw_pose_translation(snw_vec3_z(0.35));
    add_box(s, 0, snw_vec3_of(0.1, 0.12, 0.15))->origin = snw_pose_translation(snw_vec3_z(0.15));
    for (int i = 1; i < 3; i++) {
        snw_capsule *capsule = add_body(s, i, &snw_capsule_type, false)->shape.block;
        *capsule = (snw_capsule){{0, 0, 0}, {0, 0, 0.3}, 0.05};
    }
}

// --- reading the picture ------------------------------------------------------------------------

typedef struct point {
    double x, y;
} point;

enum { CORNERS = 8 };

// a polygon of the picture, in px
typedef struct polygon {
    point p[CORNERS];
    int count;
    unsigned color;
} polygon;

// one view of the picture: the numbers by which it is drawn and its polygons, in the order painted
typedef struct view {
    double x, y, scale;
    polygon *polygons;
    int count, room;
} view;

static double number_after(const char *text, const char *key) {
    const char *at = strstr(text, key);
    CHECK(at != NULL);
    return strtod(at + strlen(key), NULL);
}

static polygon *new_polygon(view *v) {
    if (v->count == v->room) {
        v->room = v->room == 0 ? 256 : 2 * v->room;
        v->polygons = realloc(v->polygons, (size_t)v->room * sizeof *v->polygons);
        CHECK(v->polygons != NULL);
    }
    polygon *new = &v->polygons[v->count++];
    memset(new, 0, sizeof *new);
    return new;
}

// "m10 20 5-3 ...z": steps from the last point, each m after z from the last beginning, in 0.1 px
static void read_path(view *v, const char *d, unsigned color) {
    double x = 0, y = 0;
    polygon *now = NULL;
    while (*d != '"') {
        if (*d == 'm') {
            now = new_polygon(v);
            now->color = color;
            d++;
        } else if (*d == 'z') {
            CHECK(now != NULL && now->count >= 3);
            x = 10 * now->p[0].x;
            y = 10 * now->p[0].y;
            d++;
        } else {
            char *end = NULL;
            x += strtod(d, &end);
            CHECK(end != d);
            d = end;
            y += strtod(d, &end);
            CHECK(end != d && now != NULL && now->count < CORNERS);
            d = end;
            now->p[now->count++] = (point){x / 10, y / 10};
        }
    }
}

// the surfaces of one view
static void read_view(const char *svg, const char *name, view *v) {
    char key[32];
    memset(v, 0, sizeof *v);
    (void)snprintf(key, sizeof key, "data-view=\"%s\"", name);
    const char *at = strstr(svg, key);
    CHECK(at != NULL);
    v->scale = number_after(at, "data-scale=\"");
    v->x = number_after(at, "data-x=\"");
    v->y = number_after(at, "data-y=\"");
    const char *end = strstr(at, "<text");
    CHECK(end != NULL);
    static const char path[] = "<path color=\"#";
    for (at = strstr(at, path); at != NULL && at < end; at = strstr(at, path)) {
        at += sizeof path - 1;
        const unsigned color = (unsigned)strtoul(at, NULL, 16);
        const char *d = strstr(at, " d=\"");
        CHECK(d != NULL);
        read_path(v, d + 4, color);
    }
}

// well-formed by our reader; how often an attribute has a value
static int count_attribute(const char *svg, const char *attribute, const char *wanted) {
    snw_xml *xml = snw_xml_open(svg, strlen(svg), "picture");
    CHECK(xml != NULL);
    int count = 0;
    for (snw_xml_event event = snw_xml_next(xml); event != SNW_XML_EOF; event = snw_xml_next(xml)) {
        CHECK(event != SNW_XML_ERROR);
        if (event != SNW_XML_START && event != SNW_XML_EMPTY) continue;
        const char *value = snw_xml_find(xml, attribute);
        count += value != NULL && strcmp(value, wanted) == 0;
    }
    snw_xml_close(xml);
    return count;
}

// the axes of the page in the world: right, up, to the viewer
typedef struct axes {
    const char *name;
    snw_vec3 right, up, toward;
} axes;
static const axes views[] = {{"front", {0, 1, 0}, {0, 0, 1}, {1, 0, 0}},
                             {"side", {1, 0, 0}, {0, 0, 1}, {0, -1, 0}},
                             {"top", {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

// --- tests --------------------------------------------------------------------------------------

static void the_picture_is_well_formed_and_shows_every_link_in_every_view(void) {
    scene s;
    make_arm(&s);
    pose_scene(&s, (const double[]){0.4, 1.1});
    draw(&s, NULL);
    CHECK(count_attribute(s.svg, "data-link", "base") == 3);
    CHECK(count_attribute(s.svg, "data-link", "upper") == 3);
    CHECK(count_attribute(s.svg, "data-link", "fore") == 3);
    CHECK(count_attribute(s.svg, "class", "outline") == 3);
    CHECK(count_attribute(s.svg, "class", "ground") == 2); // not in the top view
    CHECK(count_attribute(s.svg, "class", "marks") == 3);
    CHECK(count_attribute(s.svg, "class", "lines") == 0);
    draw(&s, &(snw_draw_options){.no_marks = true});
    CHECK(count_attribute(s.svg, "class", "marks") == 0);
    close_scene(&s);
}

// the farthest point of all visual shapes along a world direction, by their support points
static double farthest(const scene *s, snw_vec3 d) {
    double most = -HUGE_VAL;
    for (int i = 0; i < s->c.model.link_count; i++) {
        const snw_link_description *link = &s->robot->links[s->c.model.links[i].described_link];
        for (int k = 0; k < link->visual_count; k++) {
            const snw_pose T = snw_pose_mul(s->kin.T_world_link[i], link->visuals[k].origin);
            snw_vec3 p;
            CHECK(snw_shape_support(&link->visuals[k].shape, snw_mat3_apply_t(T.R, d), &p) ==
                  SNW_OK);
            most = fmax(most, snw_vec3_dot(snw_pose_apply(T, p), d));
        }
    }
    return most;
}

// the box of the painted points against the support points, in px
static void check_extent(const scene *s, double tolerance) {
    for (int i = 0; i < 3; i++) {
        view v;
        read_view(s->svg, views[i].name, &v);
        double left = HUGE_VAL, right = -HUGE_VAL, top = HUGE_VAL, bottom = -HUGE_VAL;
        for (int k = 0; k < v.count; k++) {
            for (int c = 0; c < v.polygons[k].count; c++) {
                const point p = v.polygons[k].p[c];
                left = fmin(left, p.x);
                right = fmax(right, p.x);
                top = fmin(top, p.y);
                bottom = fmax(bottom, p.y);
            }
        }
        free(v.polygons);
        CHECK_NEAR(right, v.x + v.scale * farthest(s, views[i].right), tolerance);
        CHECK_NEAR(left, v.x - v.scale * farthest(s, snw_vec3_neg(views[i].right)), tolerance);
        CHECK_NEAR(top, v.y - v.scale * farthest(s, views[i].up), tolerance);
        CHECK_NEAR(bottom, v.y + v.scale * farthest(s, snw_vec3_neg(views[i].up)), tolerance);
    }
}

static void painted_points_reach_as_far_as_the_shapes(void) {
    CHECK_CASES(check_scaled(40)) {
        scene s;
        make_arm(&s);
        // boxes are exact to the rounding of 0.1 px and half a place of the grid; round shapes are
        // polygons inside
        if (check_case % 2 == 0) {
            s.robot->links[1].visual_count = s.robot->links[2].visual_count = 0;
            for (int i = 1; i < 3; i++) {
                add_box(&s, i, snw_vec3_of(check_real(0.02, 0.2), 0.05, check_real(0.02, 0.3)))
                    ->origin = random_pose();
            }
        }
        pose_scene(&s, (const double[]){check_real(-3, 3), check_real(-3, 3)});
        draw(&s, &(snw_draw_options){.resolution = check_case % 2 == 0 ? 0 : 64});
        check_extent(&s, 0.6);
        close_scene(&s);
    }
}

// whether a line of sight through the point of the page (right, up) meets a box, and how near to
// the viewer: the slabs of Kay and Kajiya 1986
static bool meets(snw_pose T_world_box, snw_vec3 half, const axes *a, point p, double *near) {
    const snw_vec3 start = snw_pose_apply_inverse(
        T_world_box, snw_vec3_add(snw_vec3_scale(a->right, p.x), snw_vec3_scale(a->up, p.y)));
    const snw_vec3 along = snw_mat3_apply_t(T_world_box.R, a->toward);
    double low = -HUGE_VAL, high = HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        const double d = snw_vec3_get(along, i), o = snw_vec3_get(start, i);
        const double h = snw_vec3_get(half, i);
        if (fabs(d) < 1e-12) {
            if (fabs(o) > h) return false;
            continue;
        }
        low = fmax(low, fmin((-h - o) / d, (h - o) / d));
        high = fmin(high, fmax((-h - o) / d, (h - o) / d));
    }
    *near = high;
    return low <= high;
}

// the link in front at a place of the page, -1 for none
static int in_front(const scene *s, const axes *a, point p) {
    int front = -1;
    double best = -HUGE_VAL;
    for (int i = 0; i < s->c.model.link_count; i++) {
        const int described = s->c.model.links[i].described_link;
        const snw_body_shape *body = &s->robot->links[described].visuals[0];
        const snw_pose T = snw_pose_mul(s->kin.T_world_link[i], body->origin);
        double near = 0;
        if (!meets(T, ((const snw_box *)body->shape.block)->half_extents, a, p, &near)) continue;
        if (near > best) {
            best = near;
            front = described;
        }
    }
    return front;
}

// how far p is from the side from a to b
static double from_side(point a, point b, point p) {
    const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
    const double t = length2 > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length2 : 0;
    const double u = fmin(fmax(t, 0), 1);
    return hypot(a.x + u * dx - p.x, a.y + u * dy - p.y);
}

// polygons have borders of 0.6 px in their colour, which close the joins
static bool is_inside(const polygon *g, point p) {
    bool inside = false;
    for (int i = 0, k = g->count - 1; i < g->count; k = i++) {
        const point a = g->p[i], b = g->p[k];
        if (from_side(a, b, p) <= 0.3) return true;
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) {
            inside = !inside;
        }
    }
    return inside;
}

// the links are red, green and blue in all shades
static int link_of_color(unsigned color) {
    const unsigned red = color >> 16, green = color >> 8 & 255, blue = color & 255;
    return red > green && red > blue ? 0 : green > blue ? 1 : 2;
}

static int painted_at(const view *v, point p) {
    int link = -1;
    for (int i = 0; i < v->count; i++) {
        if (is_inside(&v->polygons[i], p)) link = link_of_color(v->polygons[i].color);
    }
    return link;
}

// three boxes that pass through each other, red, green and blue
static void make_heap(scene *s) {
    open_scene(s, "heap");
    static const char *const names[] = {"red", "green", "blue"};
    for (int i = 0; i < 3; i++) {
        add_link(s->robot, s->setup, names[i]);
        add_material(s, names[i], i == 0 ? 1 : 0.1, i == 1 ? 1 : 0.1, i == 2 ? 1 : 0.1);
        snw_body_shape *body = add_box(
            s, i, snw_vec3_of(check_real(0.1, 0.6), check_real(0.1, 0.6), check_real(0.1, 0.6)));
        snw_copy_text(body->material, SNW_NAME, names[i]);
        body->origin = random_pose();
        body->origin.p = random_vec3(0.3);
        if (i > 0) {
            add_joint(s->robot, s->setup, names[i], names[0], names[i])->kind = SNW_JOINT_FIXED;
        }
    }
}

// places where all neighbours within 3 px agree, in the world and in the picture
static void check_sight(const scene *s, const view *v, const axes *a, long *checked) {
    const point p = {check_real(-0.8, 0.8), check_real(-0.8, 0.8)};
    const int front = in_front(s, a, p);
    for (int i = 0; i < 8; i++) {
        const double angle = i * SNW_PI / 4, r = 3 / v->scale;
        if (in_front(s, a, (point){p.x + r * cos(angle), p.y + r * sin(angle)}) != front) return;
    }
    (*checked)++;
    CHECK(painted_at(v, (point){v->x + v->scale * p.x, v->y - v->scale * p.y}) == front);
}

static void what_is_painted_last_is_what_is_in_front(void) {
    long checked = 0;
    CHECK_CASES(check_scaled(40)) {
        scene s;
        make_heap(&s);
        pose_scene(&s, NULL);
        draw(&s, NULL);
        for (int i = 0; i < 3; i++) {
            view v;
            read_view(s.svg, views[i].name, &v);
            for (int k = 0; k < 300; k++) {
                check_sight(&s, &v, &views[i], &checked);
            }
            free(v.polygons);
        }
        close_scene(&s);
    }
    CHECK(checked > 100 * check_scaled(40)); // most places are no borders
}

static void what_lies_inside_another_shape_is_not_painted(void) {
    scene s;
    open_scene(&s, "nested");
    add_link(s.robot, s.setup, "outer");
    add_link(s.robot, s.setup, "inner");
    add_joint(s.robot, s.setup, "j", "outer", "inner")->kind = SNW_JOINT_FIXED;
    add_material(&s, "red", 1, 0, 0);
    add_box(&s, 0, snw_vec3_of(0.5, 0.5, 0.5));
    snw_copy_text(add_box(&s, 1, snw_vec3_of(0.4, 0.4, 0.4))->material, SNW_NAME, "red");
    pose_scene(&s, NULL);
    draw(&s, NULL);
    CHECK(count_attribute(s.svg, "data-link", "inner") == 3);
    for (int i = 0; i < 3; i++) {
        view v;
        read_view(s.svg, views[i].name, &v);
        CHECK(v.count == 1); // one face, its two triangles joined
        CHECK((v.polygons[0].color & 255) > 0);
        free(v.polygons);
    }
    close_scene(&s);
}

static void links_without_shapes_are_lines_between_joints_and_frames(void) {
    scene s;
    make_arm(&s);
    for (int i = 0; i < 3; i++) {
        s.robot->links[i].visual_count = 0;
    }
    pose_scene(&s, NULL);
    draw(&s, &(snw_draw_options){.no_marks = true});
    view v;
    read_view(s.svg, "side", &v);
    CHECK(v.count == 0 && v.polygons == NULL);
    const char *at = strstr(strstr(s.svg, "data-view=\"side\""), "class=\"lines\"");
    CHECK(at != NULL);
    // base to shoulder, shoulder to elbow, elbow to tool: x and z
    static const double expected[][4] = {{0, 0, 0, 0.3}, {0, 0.3, 0.1, 0.7}, {0.1, 0.7, 0.1, 1.05}};
    at = strstr(at, " d=\"") + 4;
    for (int i = 0; i < 3; i++) {
        double read[4];
        for (int k = 0; k < 4; k++) {
            char *end = NULL;
            read[k] = strtod(at + (k % 2 == 0), &end);
            at = end;
        }
        CHECK_NEAR((read[0] - v.x) / v.scale, expected[i][0], 0.1 / v.scale);
        CHECK_NEAR((v.y - read[1]) / v.scale, expected[i][1], 0.1 / v.scale);
        CHECK_NEAR((read[2] - v.x) / v.scale, expected[i][2], 0.1 / v.scale);
        CHECK_NEAR((v.y - read[3]) / v.scale, expected[i][3], 0.1 / v.scale);
    }
    close_scene(&s);
}

// the height of the ground line of the side view [m]
static double ground_of(const scene *s) {
    view v;
    read_view(s->svg, "side", &v);
    free(v.polygons);
    const char *at = strstr(strstr(s->svg, "data-view=\"side\""), "class=\"ground\"");
    CHECK(at != NULL);
    char *end = NULL;
    (void)strtod(strstr(at, " d=\"M") + 5, &end);
    return (v.y - strtod(end, NULL)) / v.scale;
}

static void the_ground_is_below_the_base_or_below_everything(void) {
    scene s;
    make_arm(&s);
    pose_scene(&s, (const double[]){0, 3.1}); // the tool hangs lower than the base's shapes end
    draw(&s, NULL);
    CHECK_NEAR(ground_of(&s), 0, 5e-4);
    close_scene(&s);

    // a root that does not stand on its plane: the lowest point of all
    make_arm(&s);
    s.robot->links[0].visuals[0].origin.p.z = -0.5;
    pose_scene(&s, NULL);
    draw(&s, NULL);
    CHECK_NEAR(ground_of(&s), -0.65, 5e-4);
    close_scene(&s);
}

static void the_bar_is_as_long_as_it_says(void) {
    scene s;
    make_arm(&s);
    pose_scene(&s, NULL);
    static const double widths[] = {300, 960, 2500};
    for (int i = 0; i < 3; i++) {
        draw(&s, &(snw_draw_options){.width = widths[i], .height = 300});
        const char *bar = strstr(s.svg, "class=\"bar\"");
        CHECK(bar != NULL);
        const double px = number_after(bar, "v8m0-4h"),
                     scale = number_after(s.svg, "data-scale=\"");
        const double said = number_after(strstr(bar, "<text"), "\">");
        CHECK_NEAR(px / scale, said, 0.06 / scale);
        CHECK(px < widths[i] / 4);
    }
    close_scene(&s);
}

static void equal_input_gives_equal_bytes(void) {
    scene s;
    make_arm(&s);
    pose_scene(&s, (const double[]){0.3, -0.7});
    draw(&s, NULL);
    char *first = s.svg;
    s.svg = NULL;
    draw(&s, NULL);
    CHECK_TEXT(s.svg, first);
    free(first);
    close_scene(&s);
}

static void names_and_titles_cannot_break_the_document(void) {
    scene s;
    open_scene(&s, "a<b & \"c\"");
    add_link(s.robot, s.setup, "l<&>\"'");
    add_box(&s, 0, snw_vec3_of(0.1, 0.1, 0.1));
    pose_scene(&s, NULL);
    draw(&s, &(snw_draw_options){.caption = "1 < 2\xff\x01"});
    CHECK(count_attribute(s.svg, "data-link", "l<&>\"'") == 3);
    CHECK(strstr(s.svg, "<title>a&lt;b &amp; &quot;c&quot;</title>") != NULL);
    CHECK(strstr(s.svg, "1 &lt; 2\xEF\xBF\xBD\xEF\xBF\xBD") != NULL); // U+FFFD twice
    draw(&s, &(snw_draw_options){.title = "another"});
    CHECK(strstr(s.svg, "<title>another</title>") != NULL);
    close_scene(&s);
}

static void collision_shapes_are_drawn_when_asked_for_or_alone(void) {
    scene s;
    make_arm(&s);
    snw_box *box = add_body(&s, 0, &snw_box_type, true)->shape.block;
    box->half_extents = snw_vec3_of(0.7, 0.7, 0.7);
    pose_scene(&s, NULL);
    draw(&s, NULL);
    view v;
    read_view(s.svg, "top", &v);
    const double small = v.scale;
    free(v.polygons);
    draw(&s, &(snw_draw_options){.collisions = true});
    read_view(s.svg, "top", &v);
    CHECK(v.scale < 0.8 * small); // the large box needs room
    free(v.polygons);
    s.robot->links[0].visual_count = 0;
    draw(&s, NULL);
    read_view(s.svg, "top", &v);
    CHECK(v.scale < 0.8 * small);
    free(v.polygons);
    close_scene(&s);
}

static void shapes_that_cannot_be_drawn_are_left_out(void) {
    scene s;
    make_arm(&s);
    add_body(&s, 1, &snw_half_space_type, false);
    add_body(&s, 1, &snw_segment_type, false);
    snw_mesh_file *file = add_body(&s, 2, &snw_mesh_file_type, false)->shape.block;
    snw_copy_text(file->name, sizeof file->name, "package://x/y.stl");
    pose_scene(&s, NULL);
    draw(&s, NULL);
    CHECK(count_attribute(s.svg, "data-link", "upper") == 3);
    close_scene(&s);
}

// what is refused leaves the text as it was
static void check_refused(scene *s, const snw_draw_options *options, snw_status expected) {
    char buffer[64] = "before";
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_text_add(&text, "before", 6);
    snw_why why = {0};
    CHECK(snw_draw_svg(s->robot, &s->c.model, &s->kin, options, &text, &why) == expected);
    CHECK(why.code == expected && why.text[0] != 0);
    CHECK_TEXT(buffer, "before");
    CHECK(text.length == 6);
    CHECK(snw_draw_svg(s->robot, &s->c.model, &s->kin, options, &text, NULL) == expected);
}

static void nan_and_wrong_options_are_refused(void) {
    scene s;
    make_arm(&s);
    pose_scene(&s, NULL);
    const double nan = (double)NAN;
    check_refused(&s, &(snw_draw_options){.width = nan}, SNW_ERR_RANGE);
    check_refused(&s, &(snw_draw_options){.width = 100}, SNW_ERR_RANGE);
    check_refused(&s, &(snw_draw_options){.height = nan}, SNW_ERR_RANGE);
    check_refused(&s, &(snw_draw_options){.height = -1}, SNW_ERR_RANGE);
    check_refused(&s, &(snw_draw_options){.resolution = 3}, SNW_ERR_RANGE);
    check_refused(&s, &(snw_draw_options){.resolution = 257}, SNW_ERR_RANGE);
    s.kin.T_world_link[1].p.y = nan;
    check_refused(&s, NULL, SNW_ERR_NOT_FINITE);
    s.kin.T_world_link[1].p.y = HUGE_VAL;
    check_refused(&s, NULL, SNW_ERR_NOT_FINITE);
    s.kin.T_world_link[1].p.y = 0;
    s.kin.T_world_link[2].R.x.x = nan;
    check_refused(&s, NULL, SNW_ERR_NOT_FINITE);
    close_scene(&s);
}

static void what_does_not_belong_together_or_has_no_extent_is_refused(void) {
    scene s, other;
    make_arm(&s);
    pose_scene(&s, NULL);
    make_arm(&other);
    snw_copy_text(other.robot->links[2].name, SNW_NAME, "hand");
    snw_robot *own = s.robot;
    s.robot = other.robot;
    check_refused(&s, NULL, SNW_ERR_ARGUMENT);
    s.robot = own;
    s.kin.model = NULL;
    check_refused(&s, NULL, SNW_ERR_ARGUMENT);
    close_scene(&other);
    close_scene(&s);

    open_scene(&s, "nothing");
    add_link(s.robot, s.setup, "alone");
    pose_scene(&s, NULL);
    check_refused(&s, NULL, SNW_ERR_STATE);
    close_scene(&s);
}

// a shipped robot with many round shapes
static void the_picture_of_an_arm_stays_small(void) {
    unsigned char *memory = exact_block((size_t)1 << 20);
    snw_arena arena = snw_arena_over(memory, (size_t)1 << 20);
    snw_registry registry;
    CHECK(snw_registry_init(&registry, 256, &arena) == SNW_OK);
    CHECK(snw_shape_register(&registry, NULL) == SNW_OK);
    scene s;
    open_scene(&s, "");
    snw_why items[8];
    snw_diags diags = {.items = items, .capacity = 8};
    void *robot = NULL;
    CHECK(snw_document_read(SNW_SOURCE_DIR "/models/panda/panda.xml", &snw_robot_type,
                            &(snw_read_options){.registry = &registry}, s.setup, &robot,
                            &diags) == SNW_OK);
    s.robot = robot;
    pose_scene(&s, (const double[]){0, -0.785, 0, -2.356, 0, 1.571, 0.785});
    draw(&s, NULL);
    CHECK(s.length < 150000);
    CHECK(count_attribute(s.svg, "data-link", "j7_link") == 3);
    check_extent(&s, 2); // capsules of 18 sides end up to a sixtieth of their radius too early
    close_scene(&s);
    free(memory);
}

int main(void) {
    RUN(the_picture_is_well_formed_and_shows_every_link_in_every_view);
    RUN(painted_points_reach_as_far_as_the_shapes);
    RUN(what_is_painted_last_is_what_is_in_front);
    RUN(what_lies_inside_another_shape_is_not_painted);
    RUN(links_without_shapes_are_lines_between_joints_and_frames);
    RUN(the_ground_is_below_the_base_or_below_everything);
    RUN(the_bar_is_as_long_as_it_says);
    RUN(equal_input_gives_equal_bytes);
    RUN(names_and_titles_cannot_break_the_document);
    RUN(collision_shapes_are_drawn_when_asked_for_or_alone);
    RUN(shapes_that_cannot_be_drawn_are_left_out);
    RUN(nan_and_wrong_options_are_refused);
    RUN(what_does_not_belong_together_or_has_no_extent_is_refused);
    RUN(the_picture_of_an_arm_stays_small);
    return check_report();
}
