// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "mesh_test.h"

#include "../os/scratch.h"
#include "sinew/meshio/image.h"

// Materials and images of meshes: from files, through a GLB, and back.

// the head of a PNG, which is all that is looked at here
static bytes png_head(unsigned width, unsigned height) {
    static unsigned char head[33];
    memcpy(head, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
    for (int k = 0; k < 4; k++) {
        head[16 + k] = (unsigned char)(width >> (24 - 8 * k));
        head[20 + k] = (unsigned char)(height >> (24 - 8 * k));
    }
    return (bytes){(char *)head, sizeof head};
}

// a JPEG with a comment before its frame
static bytes jpeg_head(unsigned width, unsigned height) {
    static unsigned char head[] = {0xFF, 0xD8, 0xFF, 0xFE, 0, 4,    'h', 'i', 0xFF, 0xC0,
                                   0,    17,   8,    0,    0, 0,    0,   3,   1,    0x22,
                                   0,    2,    0x11, 1,    3, 0x11, 1,   0,   0,    0};
    head[13] = (unsigned char)(height >> 8);
    head[14] = (unsigned char)height;
    head[15] = (unsigned char)(width >> 8);
    head[16] = (unsigned char)width;
    return (bytes){(char *)head, sizeof head};
}

static scratch_name write_bytes(const char *name, const void *data, size_t size) {
    const scratch_name path = scratch(name);
    FILE *file = fopen(path.text, "wb");
    CHECK(file != NULL && fwrite(data, 1, size, file) == size && fclose(file) == 0);
    return path;
}

static scratch_name write_text(const char *name, const char *text) {
    return write_bytes(name, text, strlen(text));
}

static const snw_vec3 plain = {1, 1, 1};

typedef struct looks {
    snw_setup *setup;
    snw_mesh_parts parts;
    snw_status status;
    snw_diags diags;
    snw_why items[FINDINGS];
} looks;

static void begin(looks *l) {
    *l = (looks){.setup = snw_setup_create((size_t)1 << 28)};
    l->diags.items = l->items;
    l->diags.capacity = FINDINGS;
}

static void load(looks *l, const char *path) {
    begin(l);
    l->status = snw_mesh_load_parts(path, plain, l->setup, &l->parts, &l->diags);
}

static void read_back(looks *l, bytes b) {
    begin(l);
    const snw_source source = {b.data, b.size, "t", NULL};
    l->status = snw__glb_read_parts(&source, NULL, l->setup, &l->parts, &l->diags);
}

static bytes write_looks(const snw_mesh_parts *parts) {
    snw_text text = snw_text_over(NULL, 0);
    CHECK(snw_glb_write(parts->parts, parts->count, NULL, &text, NULL) == SNW_OK);
    bytes b = {malloc(text.length + 1), text.length};
    CHECK(b.data != NULL);
    text = snw_text_over(b.data, b.size + 1);
    CHECK(snw_glb_write(parts->parts, parts->count, NULL, &text, NULL) == SNW_OK);
    return b;
}

// A square on the floor whose places in the image are its own coordinates, a second one beside it
// that starts in the image anew, so that the points between have two places, and a red one.
static const char squares[] = "mtllib squares.mtl\n"
                              "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 0 0\nv 2 1 0\n"
                              "v 0 0 5\nv 1 0 5\nv 1 1 5\n"
                              "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
                              "usemtl pictured\n"
                              "f 1/1 2/2 3/3 4/4\nf 2/1 5/2 6/3 3/4\n"
                              "usemtl red\nf 7 8 9\n";
static const char squares_mtl[] = "newmtl pictured\nKd 1 1 1\nmap_Kd picture.dat\n"
                                  "newmtl red\nKd 1 0 0\nd 0.5\n";

static const snw_mesh_part *part_with_image(const looks *l, bool has_image) {
    const snw_mesh_part *found = NULL;
    for (int i = 0; i < l->parts.count; i++) {
        if ((l->parts.parts[i].image != NULL) == has_image) found = &l->parts.parts[i];
    }
    CHECK(found != NULL);
    return found;
}

static void materials_and_images_go_through_a_glb(void) {
    const bytes images[] = {png_head(16, 8), jpeg_head(16, 8)};
    (void)write_text("squares.mtl", squares_mtl);
    const scratch_name path = write_text("squares.obj", squares);
    for (int kind = 0; kind < 2; kind++) {
        // its name says nothing
        (void)write_bytes("picture.dat", images[kind].data, images[kind].size);
        looks l, back;
        load(&l, path.text);
        CHECK(l.status == SNW_OK && l.diags.count <= 2 && l.parts.count == 1);
        bytes b = write_looks(&l.parts);
        const char *type = kind == 0 ? "\"image/png\"" : "\"image/jpeg\"";
        CHECK(memmem(b.data, b.size, type, strlen(type)) != NULL);
        read_back(&back, b);
        CHECK(back.status == SNW_OK && back.parts.count == 2);
        const snw_mesh_part *pictured = part_with_image(&back, true);
        CHECK(pictured->image->size == images[kind].size);
        CHECK(memcmp(pictured->image->bytes, images[kind].data, images[kind].size) == 0);
        // four corners, two of which stand for two places each: eight points
        CHECK(pictured->mesh->point_count == 8 && pictured->mesh->index_count == 12);
        for (int i = 0; i < 12; i += 3) {
            const int *c = &pictured->mesh->triangles[i];
            const bool second = pictured->mesh->points[c[0]].x + pictured->mesh->points[c[1]].x +
                                    pictured->mesh->points[c[2]].x >
                                3;
            for (int k = 0; k < 3; k++) {
                const snw_vec3 p = pictured->mesh->points[c[k]];
                const snw_vec2 t = pictured->texture_points[c[k]];
                CHECK_NEAR(t.x, second ? p.x - 1 : p.x, 1e-7);
                CHECK_NEAR(t.y, p.y, 1e-7);
            }
        }
        const snw_mesh_part *red = part_with_image(&back, false);
        const double colour[4] = {1, 0, 0, 0.5};
        for (int k = 0; k < 4; k++)
            CHECK_NEAR(red->colour[k], colour[k], 1e-6);
        CHECK(red->material != NULL && red->mesh->index_count == 3);
        // all triangles are one again for questions of shape
        const snw_mesh *joined = NULL;
        CHECK(snw_mesh_join(&back.parts, back.setup, &joined, NULL) == SNW_OK);
        CHECK(joined->index_count == 15 && joined->point_count == 11);
        free(b.data);
        snw_setup_destroy(l.setup);
        snw_setup_destroy(back.setup);
    }
}

static void equal_materials_are_one_part_and_a_default_is_told_apart(void) {
    snw_setup *setup = snw_setup_create(1 << 20);
    snw_mesh *mesh = icosahedron(setup);
    const snw_child shape = {&snw_mesh_type, mesh};
    CHECK(snw_shape_prepare(&shape, setup, NULL) == SNW_OK);
    snw_mesh_part parts[4];
    for (int i = 0; i < 4; i++) {
        parts[i] = snw_mesh_part_of(mesh);
        parts[i].T_file_part = snw_pose_translation(snw_vec3_x(3 * i));
    }
    parts[1].material = parts[2].material = "chosen";
    parts[3].material = "other";
    parts[3].colour[0] = 0.25;
    const snw_mesh_parts all = {parts, 4};
    bytes b = write_looks(&all);
    looks back;
    read_back(&back, b);
    CHECK(back.status == SNW_OK && back.parts.count == 3);
    CHECK(back.parts.parts[0].material == NULL && back.parts.parts[0].mesh->index_count == 60);
    CHECK(back.parts.parts[1].material != NULL && back.parts.parts[1].mesh->index_count == 120);
    CHECK_NEAR(back.parts.parts[1].colour[0], 0.8, 1e-6);
    CHECK_NEAR(back.parts.parts[2].colour[0], 0.25, 1e-6);
    free(b.data);
    snw_setup_destroy(back.setup);
    snw_setup_destroy(setup);
}

static snw_status judge(bytes b, snw__image_facts *facts) {
    snw_why why;
    const snw_mesh_image image = {b.data, b.size};
    return snw__image_check(&image, facts, &why);
}

static void images_are_told_by_their_content_and_bounded(void) {
    snw__image_facts facts;
    CHECK(judge(png_head(4096, 3), &facts) == SNW_OK);
    CHECK(facts.width == 4096 && facts.height == 3);
    CHECK_TEXT(facts.type, "image/png");
    CHECK(judge(jpeg_head(640, 480), &facts) == SNW_OK);
    CHECK(facts.width == 640 && facts.height == 480);
    CHECK_TEXT(facts.type, "image/jpeg");
    CHECK(judge(png_head(4097, 3), &facts) == SNW_ERR_TOO_LARGE);
    CHECK(judge(png_head(3, 0x80000003U), &facts) == SNW_ERR_TOO_LARGE);
    CHECK(judge(jpeg_head(5000, 1), &facts) == SNW_ERR_TOO_LARGE);
    CHECK(judge(png_head(0, 3), &facts) == SNW_ERR_SYNTAX);
    static char svg[] = "<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>";
    CHECK(judge((bytes){svg, sizeof svg - 1}, &facts) == SNW_ERR_UNSUPPORTED);
    CHECK(judge((bytes){svg, 0}, &facts) == SNW_ERR_UNSUPPORTED);
    // cut anywhere, a head is refused or read, and never beyond its end
    for (size_t size = 0; size < 30; size++) {
        char *cut = malloc(size + 1);
        CHECK(cut != NULL);
        memcpy(cut, jpeg_head(640, 480).data, size);
        CHECK(snw_failed(judge((bytes){cut, size}, &facts)) || size >= 17);
        memcpy(cut, png_head(640, 480).data, size);
        CHECK(snw_failed(judge((bytes){cut, size}, &facts)));
        free(cut);
    }
    char *huge = calloc(1, SNW__IMAGE_BYTES + 1);
    CHECK(huge != NULL);
    memcpy(huge, png_head(1, 1).data, 33);
    CHECK(judge((bytes){huge, SNW__IMAGE_BYTES}, &facts) == SNW_OK);
    CHECK(judge((bytes){huge, SNW__IMAGE_BYTES + 1}, &facts) == SNW_ERR_TOO_LARGE);
    free(huge);
    // four of the largest are all that a mesh may have
    snw__image_budget budget = {0};
    const bytes large = png_head(4096, 4096);
    const snw_mesh_image image = {large.data, large.size};
    for (int i = 0; i < 4; i++)
        CHECK(snw__image_take(&budget, &image, NULL) == SNW_OK);
    CHECK(snw__image_take(&budget, &image, NULL) == SNW_ERR_TOO_LARGE);
}

// An image that may not be used costs its picture, not the mesh.
static void images_are_looked_for_in_the_folder_or_the_package_only(void) {
    const bytes image = png_head(2, 2);
    CHECK(mkdir(scratch("pack").text, 0700) == 0 && mkdir(scratch("pack/meshes").text, 0700) == 0);
    (void)write_bytes("outside.png", image.data, image.size);
    (void)write_bytes("pack/above.png", image.data, image.size);
    (void)write_bytes("pack/meshes/beside.png", image.data, image.size);
    CHECK(symlink("../../outside.png", scratch("pack/meshes/link.png").text) == 0);
    const scratch_name path = write_text("pack/meshes/squares.obj", squares);
    static const struct {
        const char *name;
        bool alone, packaged;
    } cases[] = {{"beside.png", true, true},          {"..\\\\above.png", false, true},
                 {"../above.png", false, true},       {"../../outside.png", false, false},
                 {"link.png", false, false},          {"nowhere.png", false, false},
                 {"squares.obj", false, false},       {"/etc/hostname", false, false},
                 {"../meshes/beside.png", true, true}};
    for (int packaged = 0; packaged < 2; packaged++) {
        if (packaged) (void)write_text("pack/package.xml", "<package/>");
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            char mtl[256];
            (void)snprintf(mtl, sizeof mtl, "newmtl pictured\nKd 0 1 0\nmap_Kd %s\n",
                           cases[i].name);
            (void)write_text("pack/meshes/squares.mtl", mtl);
            looks l;
            load(&l, path.text);
            CHECK(l.status == SNW_OK && l.parts.count == 1 && l.diags.errors == 0);
            const snw_mesh_part *part = &l.parts.parts[0];
            const bool expected = packaged ? cases[i].packaged : cases[i].alone;
            if ((part->images[0].bytes != NULL) != expected) print_error("%s\n", cases[i].name);
            CHECK((part->images[0].bytes != NULL) == expected);
            CHECK_NEAR(snw_surface_material(&part->surfaces[0]).diffuse[1], 1, 0);
            snw_setup_destroy(l.setup);
        }
    }
}

static void a_changed_file_is_refused_or_read_never_worse(void) {
    (void)write_text("squares.mtl", squares_mtl);
    const bytes image = png_head(16, 8);
    (void)write_bytes("picture.dat", image.data, image.size);
    looks l;
    load(&l, write_text("squares.obj", squares).text);
    CHECK(l.status == SNW_OK);
    const bytes whole = write_looks(&l.parts);
    int read = 0, refused = 0, without = 0;
    CHECK_CASES(check_scaled(3000)) {
        bytes b = {malloc(whole.size), whole.size};
        CHECK(b.data != NULL);
        memcpy(b.data, whole.data, b.size);
        const int changes = check_int(1, 3);
        for (int k = 0; k < changes; k++)
            b.data[check_int(0, (int)b.size - 1)] = (char)check_int(0, 255);
        looks back;
        read_back(&back, b);
        CHECK((back.status == SNW_OK) == (back.diags.errors == 0));
        if (back.status == SNW_OK) {
            bool has_image = false;
            for (int i = 0; i < back.parts.count; i++)
                has_image = has_image || back.parts.parts[i].image != NULL;
            read++;
            without += has_image ? 0 : 1;
            // what was read can be written
            const snw_mesh_parts *parts = &back.parts;
            for (int i = 0; i < parts->count; i++) {
                const snw_child shape = {&snw_mesh_type, (void *)(uintptr_t)parts->parts[i].mesh};
                SNW_IGNORE(snw_shape_prepare(&shape, back.setup, NULL));
            }
            bytes again = write_looks(parts);
            free(again.data);
        } else {
            refused++;
        }
        snw_setup_destroy(back.setup);
        free(b.data);
    }
    CHECK(read > check_scaled(100) && refused > check_scaled(100));
    // few changes hit the image alone
    CHECK(without > 0 || check_scaled(3000) < 3000);
    free(whole.data);
    snw_setup_destroy(l.setup);
}

int main(void) {
    scratch_open();
    RUN(materials_and_images_go_through_a_glb);
    RUN(equal_materials_are_one_part_and_a_default_is_told_apart);
    RUN(images_are_told_by_their_content_and_bounded);
    RUN(images_are_looked_for_in_the_folder_or_the_package_only);
    RUN(a_changed_file_is_refused_or_read_never_worse);
    return check_report();
}
