// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "import.h"

#include <assimp/cimport.h>
#include <assimp/material.h>
#include <assimp/mesh.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <unistd.h>

#include "check.h"
#include "sinew/shape.h"
#include "unit/os/scratch.h"

#define SAMPLES SNW_SOURCE_DIR "/tests/cases/mesh/samples/"

static snw_setup *setup;
static mesh_import import;
static snw_why why;

static snw_status read_file(const char *path, double scale) {
    snw_setup_destroy(setup);
    setup = snw_setup_create((size_t)1 << 30);
    CHECK(setup != NULL);
    return mesh_import_file(path, scale, setup, &import, &why);
}

// what matters of a file: triangles, extent, and the colour for each red value
typedef struct facts {
    long triangles;
    snw_bounds box;
    double colours[64][4];
    int colour_count;
} facts;

static void add_colour(facts *f, const double *colour) {
    for (int i = 0; i < f->colour_count; i++) {
        if (memcmp(f->colours[i], colour, sizeof f->colours[i]) == 0) return;
    }
    CHECK(f->colour_count < 64);
    memcpy(f->colours[f->colour_count++], colour, sizeof f->colours[0]);
}

static facts facts_of_ours(void) {
    facts f = {.box = snw_bounds_empty()};
    for (int i = 0; i < import.count; i++) {
        const snw_mesh *mesh = import.parts[i].mesh;
        f.triangles += mesh->index_count / 3;
        for (int k = 0; k < mesh->index_count; k++) {
            f.box = snw_bounds_add(f.box, mesh->points[mesh->triangles[k]]);
        }
        add_colour(&f, import.parts[i].colour);
    }
    return f;
}

// --- the reference importer, asked directly -----------------------------------------------------

static void add_reference(const struct aiScene *scene, const struct aiNode *node,
                          struct aiMatrix4x4 place, facts *f) {
    aiMultiplyMatrix4(&place, &node->mTransformation);
    for (unsigned i = 0; i < node->mNumMeshes; i++) {
        const struct aiMesh *mesh = scene->mMeshes[node->mMeshes[i]];
        f->triangles += mesh->mNumFaces;
        for (unsigned k = 0; k < mesh->mNumFaces; k++) {
            for (unsigned c = 0; c < mesh->mFaces[k].mNumIndices; c++) {
                struct aiVector3D p = mesh->mVertices[mesh->mFaces[k].mIndices[c]];
                aiTransformVecByMatrix4(&p, &place);
                // assimp has y up where these files have z
                f->box =
                    snw_bounds_add(f->box, snw_vec3_of((double)p.x, -(double)p.z, (double)p.y));
            }
        }
        struct aiColor4D d = {0, 0, 0, 0};
        const struct aiMaterial *material = scene->mMaterials[mesh->mMaterialIndex];
        CHECK(aiGetMaterialColor(material, AI_MATKEY_COLOR_DIFFUSE, &d) == aiReturn_SUCCESS);
        const double colour[4] = {(double)d.r, (double)d.g, (double)d.b, 1};
        add_colour(f, colour);
    }
    for (unsigned i = 0; i < node->mNumChildren; i++) {
        add_reference(scene, node->mChildren[i], place, f);
    }
}

static facts facts_of_reference(const char *path) {
    facts f = {.box = snw_bounds_empty()};
    const struct aiScene *scene = aiImportFile(path, aiProcess_Triangulate);
    CHECK(scene != NULL);
    struct aiMatrix4x4 place;
    aiIdentityMatrix4(&place);
    add_reference(scene, scene->mRootNode, place, &f);
    aiReleaseImport(scene);
    return f;
}

static void check_equal(const facts *a, const facts *b) {
    CHECK(a->triangles == b->triangles && a->triangles > 0);
    const double close = 1e-5; // of numbers with 32 bits, turned by both
    CHECK_NEAR(snw_vec3_distance(a->box.low, b->box.low), 0, close);
    CHECK_NEAR(snw_vec3_distance(a->box.high, b->box.high), 0, close);
    CHECK(a->colour_count == b->colour_count);
    for (int i = 0; i < a->colour_count; i++) {
        bool found = false;
        for (int k = 0; k < b->colour_count; k++) {
            found = found || memcmp(a->colours[i], b->colours[k], 3 * sizeof(double)) == 0;
        }
        CHECK(found);
    }
}

// --- random files, written by the rules of their formats ----------------------------------------

typedef struct object {
    float points[24][3];
    int faces[16][3];
    int point_count, face_count;
    int rgb[3]; // 0 to 255
} object;

static object random_object(void) {
    object o = {.point_count = check_int(3, 24), .face_count = check_int(1, 16)};
    for (int i = 0; i < o.point_count; i++) {
        for (int k = 0; k < 3; k++) {
            o.points[i][k] = (float)check_int(-9000, 9000) / 1000;
        }
    }
    for (int i = 0; i < o.face_count; i++) {
        o.faces[i][0] = check_int(0, o.point_count - 1);
        o.faces[i][1] = (o.faces[i][0] + 1) % o.point_count;
        o.faces[i][2] = (o.faces[i][0] + 2) % o.point_count;
    }
    for (int k = 0; k < 3; k++) {
        o.rgb[k] = check_int(0, 255);
    }
    return o;
}

// a chunk of 3DS is opened, filled, and then told its length
static size_t open_chunk(snw_text *t, unsigned id) {
    const char head[6] = {(char)id, (char)(id >> 8), 0, 0, 0, 0};
    snw_text_add(t, head, 6);
    return t->length - 6;
}

static void close_chunk(snw_text *t, size_t start) {
    const uint32_t length = (uint32_t)(t->length - start);
    memcpy(t->data + start + 2, &length, 4);
}

static void add_u16(snw_text *t, int value) {
    const char b[2] = {(char)value, (char)(value >> 8)};
    snw_text_add(t, b, 2);
}

static void add_3ds_material(snw_text *t, const object *o, const char *name) {
    const size_t material = open_chunk(t, 0xAFFF);
    const size_t named = open_chunk(t, 0xA000);
    snw_text_add(t, name, strlen(name) + 1);
    close_chunk(t, named);
    const size_t diffuse = open_chunk(t, 0xA020), rgb = open_chunk(t, 0x0011);
    for (int k = 0; k < 3; k++) {
        const char c = (char)o->rgb[k];
        snw_text_add(t, &c, 1);
    }
    close_chunk(t, rgb);
    close_chunk(t, diffuse);
    close_chunk(t, material);
}

static void add_3ds_object(snw_text *t, const object *o, const char *name) {
    const size_t block = open_chunk(t, 0x4000);
    snw_text_add(t, name, strlen(name) + 1);
    const size_t mesh = open_chunk(t, 0x4100), points = open_chunk(t, 0x4110);
    add_u16(t, o->point_count);
    for (int i = 0; i < o->point_count; i++) {
        snw_text_add(t, (const char *)o->points[i], 12);
    }
    close_chunk(t, points);
    const size_t faces = open_chunk(t, 0x4120);
    add_u16(t, o->face_count);
    for (int i = 0; i < o->face_count; i++) {
        for (int k = 0; k < 3; k++) {
            add_u16(t, o->faces[i][k]);
        }
        add_u16(t, 7);
    }
    const size_t group = open_chunk(t, 0x4130);
    snw_text_add(t, name, strlen(name) + 1);
    add_u16(t, o->face_count);
    for (int i = 0; i < o->face_count; i++) {
        add_u16(t, i);
    }
    close_chunk(t, group);
    close_chunk(t, faces);
    close_chunk(t, mesh);
    close_chunk(t, block);
}

static void write_3ds(const object *objects, int count, snw_text *t) {
    const size_t all = open_chunk(t, 0x4D4D), edit = open_chunk(t, 0x3D3D);
    for (int i = 0; i < count; i++) {
        const char name[3] = {'o', (char)('a' + i), 0};
        add_3ds_material(t, &objects[i], name);
    }
    for (int i = 0; i < count; i++) {
        const char name[3] = {'o', (char)('a' + i), 0};
        add_3ds_object(t, &objects[i], name);
    }
    close_chunk(t, edit);
    close_chunk(t, all);
}

static void write_ase(const object *objects, int count, snw_text *t) {
    snw_text_format(t, "*3DSMAX_ASCIIEXPORT\t200\n*MATERIAL_LIST {\n\t*MATERIAL_COUNT %d\n", count);
    for (int i = 0; i < count; i++) {
        const int *c = objects[i].rgb;
        snw_text_format(t,
                        "\t*MATERIAL %d {\n\t\t*MATERIAL_NAME \"m%d\"\n\t\t*MATERIAL_DIFFUSE "
                        "0.%03d 0.%03d 0.%03d\n\t}\n",
                        i, i, c[0], c[1], c[2]);
    }
    snw_text_format(t, "}\n");
    for (int i = 0; i < count; i++) {
        const object *o = &objects[i];
        snw_text_format(t,
                        "*GEOMOBJECT {\n\t*NODE_NAME \"o%d\"\n\t*NODE_TM {\n\t\t*NODE_NAME "
                        "\"o%d\"\n\t\t*TM_ROW0 1 0 0\n\t\t*TM_ROW1 0 1 0\n\t\t*TM_ROW2 0 0 1\n"
                        "\t\t*TM_ROW3 0 0 0\n\t}\n\t*MESH {\n\t\t*MESH_NUMVERTEX %d\n"
                        "\t\t*MESH_NUMFACES %d\n\t\t*MESH_VERTEX_LIST {\n",
                        i, i, o->point_count, o->face_count);
        for (int k = 0; k < o->point_count; k++) {
            snw_text_format(t, "\t\t\t*MESH_VERTEX %d", k);
            for (int c = 0; c < 3; c++) {
                snw_text_format(t, "\t");
                snw_text_real(t, round((double)o->points[k][c] * 1000) / 1000);
            }
            snw_text_format(t, "\n");
        }
        snw_text_format(t, "\t\t}\n\t\t*MESH_FACE_LIST {\n");
        for (int k = 0; k < o->face_count; k++) {
            snw_text_format(t,
                            "\t\t\t*MESH_FACE %d: A: %d B: %d C: %d AB: 1 BC: 1 CA: 1 "
                            "*MESH_SMOOTHING 0 *MESH_MTLID 0\n",
                            k, o->faces[k][0], o->faces[k][1], o->faces[k][2]);
        }
        snw_text_format(t, "\t\t}\n\t}\n\t*MATERIAL_REF %d\n}\n", i);
    }
}

// Triangles, extent and colours of random files, and of samples with known numbers, are those that
// the reference importer gives when it is asked directly; its turn to y up is taken back, so that
// the extent is also the one that was written.
// spec: actin-tools:MF-02
static void files_of_3ds_and_ase_equal_the_reference_importer(void) {
    static char buffer[65536];
    const scratch_name names[2] = {scratch("random.3ds"), scratch("random.ase")};
    CHECK_CASES(check_scaled(60)) {
        object objects[3];
        const int count = check_int(1, 3);
        long triangles = 0;
        snw_bounds box = snw_bounds_empty();
        for (int i = 0; i < count; i++) {
            objects[i] = random_object();
            triangles += objects[i].face_count;
            for (int k = 0; k < 3 * objects[i].face_count; k++) {
                const float *p = objects[i].points[objects[i].faces[k / 3][k % 3]];
                box = snw_bounds_add(box, snw_vec3_of((double)p[0], (double)p[1], (double)p[2]));
            }
        }
        for (int format = 0; format < 2; format++) {
            snw_text t = snw_text_over(buffer, sizeof buffer);
            if (format == 0) {
                write_3ds(objects, count, &t);
            } else {
                write_ase(objects, count, &t);
            }
            CHECK(!snw_text_is_cut(&t));
            FILE *file = fopen(names[format].text, "wb");
            CHECK(file != NULL && fwrite(buffer, 1, t.length, file) == t.length);
            CHECK(fclose(file) == 0);
            CHECK(read_file(names[format].text, 1) == SNW_OK);
            const facts ours = facts_of_ours(), theirs = facts_of_reference(names[format].text);
            check_equal(&ours, &theirs);
            CHECK(ours.triangles == triangles);
            CHECK_NEAR(snw_vec3_distance(ours.box.low, box.low), 0, 1e-5);
            CHECK_NEAR(snw_vec3_distance(ours.box.high, box.high), 0, 1e-5);
        }
    }
    check_case = -1;
    static const char *const samples[] = {SAMPLES "box.3ds", SAMPLES "box.ase"};
    for (int i = 0; i < 2; i++) {
        CHECK(read_file(samples[i], 1) == SNW_OK);
        const facts ours = facts_of_ours(), theirs = facts_of_reference(samples[i]);
        check_equal(&ours, &theirs);
        CHECK(ours.triangles == 12 && ours.colour_count == 1);
        CHECK_NEAR(snw_vec3_distance(snw_bounds_size(ours.box), snw_vec3_of(1, 2, 3)), 0, 1e-6);
        CHECK_NEAR(ours.colours[0][0], 0.2, 1e-7);
        CHECK_NEAR(ours.colours[0][1], 0.4, 1e-7);
        CHECK_NEAR(ours.colours[0][2], 0.6, 1e-7);
    }
}

// Collada: millimetres become metres; whatever axis is said to be up, x stays x.
static void the_unit_of_collada_is_honoured_and_its_axis_is_not(void) {
    static const char *const samples[] = {SAMPLES "box_x.dae", SAMPLES "box_y.dae",
                                          SAMPLES "box_z.dae"};
    for (int i = 0; i < 3; i++) {
        CHECK(read_file(samples[i], 1) == SNW_OK);
        const facts f = facts_of_ours();
        CHECK(f.triangles == 12);
        CHECK_NEAR(snw_vec3_distance(f.box.low, snw_vec3_zero()), 0, 1e-6);
        CHECK_NEAR(snw_vec3_distance(f.box.high, snw_vec3_of(1, 2, 3)), 0, 1e-6);
        CHECK_NEAR(f.colours[0][1], 0.4, 1e-7);
        double volume = 0;
        const snw_child shape = {&snw_mesh_type, (void *)(uintptr_t)import.parts[0].mesh};
        CHECK(snw_shape_volume(&shape, &volume, &why) == SNW_OK);
        CHECK_NEAR(volume, 6, 1e-5);
    }
}

static void the_scale_is_a_factor_and_a_mirror_keeps_the_outside(void) {
    const double scales[] = {0.001, 2, -1};
    for (int i = 0; i < 3; i++) {
        CHECK(read_file(SAMPLES "box.ply", scales[i]) == SNW_OK && import.count == 1);
        double volume = 0;
        const snw_child shape = {&snw_mesh_type, (void *)(uintptr_t)import.parts[0].mesh};
        CHECK(snw_shape_volume(&shape, &volume, &why) == SNW_OK);
        CHECK_NEAR(volume / fabs(pow(scales[i], 3)), 6, 1e-9);
    }
    CHECK(read_file(SAMPLES "box.ply", 0) == SNW_ERR_ARGUMENT);
    CHECK(read_file(SAMPLES "box.ply", (double)NAN) == SNW_ERR_ARGUMENT);
}

static void what_cannot_be_read_is_a_sentence(void) {
    CHECK(read_file("absent.dae", 1) == SNW_ERR_SYNTAX && why.text[0] != '\0');
    scratch_put(scratch("bad.dae").text, "this is no xml");
    CHECK(read_file(scratch("bad.dae").text, 1) == SNW_ERR_SYNTAX && why.text[0] != '\0');
    scratch_put(scratch("bad.wrl").text, "#VRML V2.0 utf8\n");
    CHECK(read_file(scratch("bad.wrl").text, 1) == SNW_ERR_SYNTAX && why.text[0] != '\0');
    scratch_put(scratch("empty.ply").text, "ply\nformat ascii 1.0\nelement vertex 1\nproperty "
                                           "float x\nproperty float y\nproperty float z\n"
                                           "end_header\n0 0 0\n");
    CHECK(read_file(scratch("empty.ply").text, 1) < 0 && why.text[0] != '\0');
}

int main(void) {
    scratch_open();
    RUN(files_of_3ds_and_ase_equal_the_reference_importer);
    RUN(the_unit_of_collada_is_honoured_and_its_axis_is_not);
    RUN(the_scale_is_a_factor_and_a_mirror_keeps_the_outside);
    RUN(what_cannot_be_read_is_a_sentence);
    const int result = check_report();
    snw_setup_destroy(setup);
    return result;
}
