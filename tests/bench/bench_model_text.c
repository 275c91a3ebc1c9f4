// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "bench_model.h"

#include <stdio.h>
#include <stdlib.h>

#include "sinew/base.h"
#include "sinew/os.h"

enum { LINK_BYTES = 1400 };

static snw_text start(model_text *out, int links, const char *name) {
    const size_t size = (size_t)links * LINK_BYTES + 1000;
    *out = (model_text){.bytes = malloc(size), .links = links};
    if (out->bytes == NULL) exit(70);
    snw_text text = snw_text_over(out->bytes, size);
    snw_text_format(&text,
                    "<?xml version=\"1.0\"?>\n<robot name=\"%s\">\n"
                    "  <material name=\"grey\"><color rgba=\"0.7 0.7 0.7 1.0\"/></material>\n",
                    name);
    return text;
}

static void finish(model_text *out, snw_text *text) {
    snw_text_format(text, "</robot>\n");
    if (snw_text_is_cut(text)) exit(70);
    out->length = text->length;
}

// a solid box of this mass [g] and these edges [mm], its centre half an edge below the joint
static void add_body(snw_text *text, const char *name, int mass, const int edge[3]) {
    const double m = mass * 1e-3, x = edge[0] * 1e-3, y = edge[1] * 1e-3, z = edge[2] * 1e-3;
    const double moments[3] = {m / 12 * (y * y + z * z), m / 12 * (x * x + z * z),
                               m / 12 * (x * x + y * y)};
    static const char *const names[3] = {"ixx", "iyy", "izz"};
    snw_text_format(text, "  <link name=\"%s\">\n    <inertial>\n      <origin xyz=\"0 0 ", name);
    snw_text_real(text, -z / 2);
    snw_text_format(text, "\" rpy=\"0 0 0\"/>\n      <mass value=\"");
    snw_text_real(text, m);
    snw_text_format(text, "\"/>\n      <inertia");
    for (int i = 0; i < 3; i++) {
        snw_text_format(text, " %s=\"", names[i]);
        snw_text_real(text, moments[i]);
        snw_text_format(text, "\"");
    }
    snw_text_format(text, " ixy=\"0\" ixz=\"0\" iyz=\"0\"/>\n    </inertial>\n");
    for (int i = 0; i < 2; i++) {
        const char *element = i == 0 ? "visual" : "collision";
        snw_text_format(text, "    <%s>\n      <origin xyz=\"0 0 ", element);
        snw_text_real(text, -z / 2);
        snw_text_format(text, "\" rpy=\"0 0 0\"/>\n      <geometry>\n        <box size=\"");
        for (int k = 0; k < 3; k++) {
            if (k > 0) snw_text_format(text, " ");
            snw_text_real(text, edge[k] * 1e-3);
        }
        snw_text_format(text, "\"/>\n      </geometry>\n");
        if (i == 0) snw_text_format(text, "      <material name=\"grey\"/>\n");
        snw_text_format(text, "    </%s>\n", element);
    }
    snw_text_format(text, "  </link>\n");
}

// a revolute joint `place` [mm] away, about the axis x, y or z
static void add_joint(snw_text *text, const char *name, const char *parent, const int place[3],
                      char axis) {
    snw_text_format(text,
                    "  <joint name=\"%s_joint\" type=\"revolute\">\n"
                    "    <parent link=\"%s\"/>\n    <child link=\"%s\"/>\n    <origin xyz=\"",
                    name, parent, name);
    for (int k = 0; k < 3; k++) {
        if (k > 0) snw_text_format(text, " ");
        snw_text_real(text, place[k] * 1e-3);
    }
    snw_text_format(text,
                    "\" rpy=\"0 0 0\"/>\n    <axis xyz=\"%d %d %d\"/>\n"
                    "    <limit lower=\"-2.35\" upper=\"2.35\" effort=\"150\" velocity=\"6.28\"/>\n"
                    "    <dynamics damping=\"0.5\" friction=\"0.1\"/>\n  </joint>\n",
                    axis == 'x', axis == 'y', axis == 'z');
}

model_text read_text(const char *path) {
    snw_why why;
    snw_file_content content;
    if (snw_file_read(path, NULL, &content, &why) < 0) {
        (void)fprintf(stderr, "%s: %s\n", path, why.text);
        exit(70);
    }
    return (model_text){.bytes = content.data, .length = content.size};
}

static model_text make_numbered(int links, const char *title, int children) {
    static const int edge[3] = {80, 90, 200}, place[3] = {10, 0, -200};
    model_text out;
    snw_text text = start(&out, links, title);
    for (int i = 0; i < links; i++) {
        char name[32], parent[32];
        (void)snprintf(name, sizeof name, "link_%d", i);
        add_body(&text, name, 1000 + i, edge);
        if (i == 0) continue;
        (void)snprintf(parent, sizeof parent, "link_%d", (i - 1) / children);
        add_joint(&text, name, parent, place, (char)('x' + i % 3));
    }
    finish(&out, &text);
    return out;
}

model_text make_chain(int links) {
    return make_numbered(links, "chain", 1);
}

model_text make_tree(int links) {
    return make_numbered(links, "tree", 3);
}
