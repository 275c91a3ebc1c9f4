// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <string.h>

static bool is_wanted(const snw__site *site, const snw__function *f) {
    return (f->bit & site->options->functions) != 0;
}

// --- what both files begin with -----------------------------------------------------------------

static void take_capitals(const snw__site *site, char out[SNW_GEN_NAME]) {
    const char *name = site->name;
    for (; *name != '\0'; name++) {
        *out++ = (char)('a' <= *name && *name <= 'z' ? *name - 'a' + 'A' : *name);
    }
    *out = '\0';
}

static const char *unit_of(const snw_link *link) {
    return link->joint == SNW_JOINT_PRISMATIC ? "m" : "rad";
}

static void put_joints(const snw__site *site, snw_text *text) {
    const snw_model *m = site->model;
    if (m->floating) {
        snw_text_format(text, "//   q[0] to q[2]  position of ");
        snw__print_name(text, m->links[0].name);
        snw_text_format(text,
                        " [m]\n//   q[3] to q[6]  its rotation, a quaternion x y z w\n"
                        "//   v[0] to v[2]  velocity of its origin along its own axes [m/s]\n"
                        "//   v[3] to v[5]  its angular velocity, likewise [rad/s]; efforts are "
                        "force and torque\n");
    }
    for (int i = m->floating ? m->links[0].nv : 0; i < m->nv; i++) {
        const snw_link *link = &m->links[m->link_of_v[i]];
        snw_text_format(text, "//   q[%d]  ", link->q_index);
        if (m->floating) snw_text_format(text, "v[%d]  ", i);
        snw__print_name(text, link->joint_name);
        snw_text_format(text, " [%s]\n", unit_of(link));
    }
}

static const char *place_of_root(const snw__site *site) {
    return site->model->floating ? "world" : "root";
}

static void put_gravity(const snw__site *site, snw_text *text) {
    const snw_vec3 g = site->options->gravity;
    snw_text_format(text, ".\n// Gravity is ");
    snw_text_real(text, g.x);
    snw_text_format(text, " ");
    snw_text_real(text, g.y);
    snw_text_format(text, " ");
    snw_text_real(text, g.z);
    snw_text_format(text, " m/s^2 along the axes of the %s. Coordinates, and rates, are\n//\n",
                    place_of_root(site));
}

static void put_purpose(const snw__site *site, snw_text *text) {
    snw_text_format(text, "// Kinematics and dynamics of ");
    snw__print_name(text, site->model->name);
    snw_text_format(text, ", written by sinew %s from its model.\n//\n", snw_version());
    snw_text_format(text,
                    "// SI units and radians; efforts in N m, of sliding joints in N. The tip is ");
    snw__print_name(text, site->options->frame != NULL ? site->options->frame
                                                       : site->model->links[site->tip].name);
    put_gravity(site, text);
    put_joints(site, text);
    snw_text_format(text,
                    "//\n// Nothing is checked: what is not finite goes through. Results must "
                    "not overlap what goes in.\n");
    if (site->options->rotors != NULL) {
        snw_text_format(text, "// Rotors of the drives are part of the inertia.\n");
    }
    if (!site->options->lanes) return;
    snw_text_format(text,
                    "//\n// Functions in lanes take blocks of 8 states: number j of state s is "
                    "x[s/8][j][s%%8], for what\n// goes in and for what comes out. Blocks that "
                    "are aligned to 64 bytes are fastest.\n");
}

static bool takes(const snw__function *f, char letter) {
    return strchr(f->inputs, letter) != NULL;
}

static void put_prototype(const snw__site *site, const snw__function *f, snw_text *text) {
    const int nv = site->model->nv;
    snw_text_format(text, "void %s_%s(const double q[%d]", site->name, f->name, site->model->nq);
    if (takes(f, 'v')) snw_text_format(text, ", const double v[%d]", nv);
    if (takes(f, 'a')) snw_text_format(text, ", const double a[%d]", nv);
    if (takes(f, 't')) snw_text_format(text, ", const double tau[%d]", nv);
    snw_text_format(text, ", double %s[%d])", f->output, f->size(site));
}

// the arrays of a function in lanes; `kind` stands between type and name
static void put_arrays(const snw__function *f, const char *kind, snw_text *text) {
    snw_text_format(text, "const double *%sq", kind);
    if (takes(f, 'v')) snw_text_format(text, ", const double *%sv", kind);
    if (takes(f, 'a')) snw_text_format(text, ", const double *%sa", kind);
    if (takes(f, 't')) snw_text_format(text, ", const double *%stau", kind);
    snw_text_format(text, ", double *%s%s)", kind, f->output);
}

static void put_lanes_prototype(const snw__site *site, const snw__function *f, snw_text *text) {
    snw_text_format(text, "void %s_%s_lanes(int blocks, ", site->name, f->name);
    put_arrays(f, "", text);
}

static void put_sentence(const snw__site *site, const snw__function *f, snw_text *text) {
    snw_text_format(text, "// ");
    snw__print_named(text, f->sentence, place_of_root(site));
    snw_text_format(text, "\n");
}

// --- the header ---------------------------------------------------------------------------------

static void put_counts(const snw__site *site, const char *capitals, snw_text *text) {
    const snw_model *m = site->model;
    if (m->floating) {
        snw_text_format(text, "enum { %s_COORDINATES = %d, %s_RATES = %d, %s_LINKS = %d };\n",
                        capitals, m->nq, capitals, m->nv, capitals, m->link_count);
    } else {
        snw_text_format(text, "enum { %s_JOINTS = %d, %s_LINKS = %d };\n", capitals, m->nv,
                        capitals, m->link_count);
    }
    if (site->options->lanes) snw_text_format(text, "enum { %s_LANES = 8 };\n", capitals);
}

void snw__put_header(const snw__site *site, snw_text *text) {
    char capitals[SNW_GEN_NAME];
    take_capitals(site, capitals);
    snw_text_format(text, "#ifndef %s_H\n#define %s_H\n\n", capitals, capitals);
    put_purpose(site, text);
    snw_text_format(text, "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    put_counts(site, capitals, text);
    snw_text_format(text, "\n");
    for (int i = 0; i < snw__function_count; i++) {
        const snw__function *f = &snw__functions[i];
        if (!is_wanted(site, f)) continue;
        put_sentence(site, f, text);
        put_prototype(site, f, text);
        snw_text_format(text, ";\n");
        if (site->options->lanes) {
            put_lanes_prototype(site, f, text);
            snw_text_format(text, ";\n");
        }
        snw_text_format(text, "\n");
    }
    snw_text_format(text, "#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}

// --- the source ---------------------------------------------------------------------------------

// what goes in may have no part in what comes out
static void put_unused(const snw__function *f, snw_text *text) {
    snw_text_format(text, " {\n    (void)q;\n");
    if (takes(f, 'v')) snw_text_format(text, "    (void)v;\n");
    if (takes(f, 'a')) snw_text_format(text, "    (void)a;\n");
    if (takes(f, 't')) snw_text_format(text, "    (void)tau;\n");
}

static snw_status put_function(snw__site *site, const snw__function *f, snw_text *text,
                               snw_why *why) {
    snw_gen_counts n;
    snw_status status = snw__write_down(site, f, SNW__PLAIN, NULL, &n, why);
    if (snw_failed(status)) return status;
    snw_text_format(text, "\n");
    put_sentence(site, f, text);
    snw_text_format(text,
                    "// %d products, %d sums, %d divisions, sines and cosines of %d angles.\n",
                    n.products, n.sums, n.divisions, n.angles);
    put_prototype(site, f, text);
    put_unused(f, text);
    if (f->columns != NULL) {
        snw_text_format(text, "#ifdef COLUMNS\n");
        status = snw__write_down(site, f, SNW__COLUMNS, text, &n, why);
        snw_text_format(text, "#else\n");
    }
    if (!snw_failed(status)) status = snw__write_down(site, f, SNW__PLAIN, text, &n, why);
    snw_text_format(text, "%s}\n", f->columns != NULL ? "#endif\n" : "");
    return status;
}

// one vector of states by straight lines, then all of them
static snw_status put_lanes_function(snw__site *site, const snw__function *f, snw_text *text,
                                     snw_why *why) {
    char capitals[SNW_GEN_NAME];
    snw_gen_counts n;
    const int nv = 8 * site->model->nv;
    take_capitals(site, capitals);
    snw_text_format(text, "\nstatic void %s_of(", f->name);
    put_arrays(f, "restrict ", text);
    put_unused(f, text);
    const snw_status status = snw__write_down(site, f, SNW__LANES, text, &n, why);
    snw_text_format(text, "}\n\n// As %s_%s(), for many states.\n", site->name, f->name);
    put_lanes_prototype(site, f, text);
    snw_text_format(text,
                    " {\n    for (; blocks > 0; blocks--) {\n"
                    "        for (int i = 0; i < %s_LANES; i += %s_WIDTH) {\n"
                    "            %s_of(q + i, ",
                    capitals, capitals, f->name);
    if (takes(f, 'v')) snw_text_format(text, "v + i, ");
    if (takes(f, 'a')) snw_text_format(text, "a + i, ");
    if (takes(f, 't')) snw_text_format(text, "tau + i, ");
    snw_text_format(text, "%s + i);\n        }\n        q += %d;\n", f->output,
                    8 * site->model->nq);
    if (takes(f, 'v')) snw_text_format(text, "        v += %d;\n", nv);
    if (takes(f, 'a')) snw_text_format(text, "        a += %d;\n", nv);
    if (takes(f, 't')) snw_text_format(text, "        tau += %d;\n", nv);
    snw_text_format(text, "        %s += %d;\n    }\n}\n", f->output, 8 * f->size(site));
    return status;
}

static void put_helpers(const snw__site *site, snw_text *text) {
    char capitals[SNW_GEN_NAME];
    bool columns = false;
    for (int i = 0; i < snw__function_count; i++) {
        columns |= is_wanted(site, &snw__functions[i]) && snw__functions[i].columns != NULL;
    }
    take_capitals(site, capitals);
    snw__print_sines(text, capitals);
    if (columns) snw__print_columns(text);
    if (site->options->lanes) snw__print_lanes(text, capitals);
}

snw_status snw__put_source(snw__site *site, snw_text *text, snw_why *why) {
    const char *header = site->options->header;
    put_purpose(site, text);
    snw_text_format(text,
                    "\n#include \"%s%s\"\n\n#include <math.h>\n#include <stdint.h>\n"
                    "#include <string.h>\n\n",
                    header != NULL ? header : site->name, header != NULL ? "" : ".h");
    put_helpers(site, text);
    snw_status status = SNW_OK;
    for (int i = 0; i < snw__function_count && !snw_failed(status); i++) {
        const snw__function *f = &snw__functions[i];
        if (!is_wanted(site, f)) continue;
        status = put_function(site, f, text, why);
        if (!snw_failed(status) && site->options->lanes) {
            status = put_lanes_function(site, f, text, why);
        }
    }
    return status;
}
