// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "mesh_test.h"

enum { MOST = 65536 };

static void add_u32(snw_text *out, uint32_t value) {
    char b[4];
    memcpy(b, &value, 4);
    snw_text_add(out, b, 4);
}

// a GLB of a text and numbers, with all lengths right
static bytes make_glb(const char *json, const void *numbers, size_t size) {
    bytes b = {malloc(MOST), 0};
    CHECK(b.data != NULL);
    snw_text out = snw_text_over(b.data, MOST);
    const size_t length = (strlen(json) + 3) / 4 * 4;
    snw_text_add(&out, "glTF", 4);
    add_u32(&out, 2);
    add_u32(&out, (uint32_t)(12 + 8 + length + 8 + size));
    add_u32(&out, (uint32_t)length);
    snw_text_add(&out, "JSON", 4);
    snw_text_add(&out, json, strlen(json));
    snw_text_add(&out, "   ", length - strlen(json));
    add_u32(&out, (uint32_t)size);
    snw_text_add(&out, "BIN", 4);
    snw_text_add(&out, numbers, size);
    b.size = out.length;
    return b;
}

// one triangle: 36 bytes of points, 3 indices of a byte, one more byte
static const struct {
    float points[9];
    unsigned char indices[4];
} triangle = {{0, 0, 0, 1, 0, 0, 0, 1, 0}, {0, 1, 2, 0}};

#define HEAD "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
#define MESH                                                                                       \
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1,\"mode\":4}]}],"
#define POINTS "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}"
#define INDICES "{\"bufferView\":1,\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\"}"
#define VIEWS                                                                                      \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},"                                           \
    "{\"buffer\":0,\"byteOffset\":36,\"byteLength\":3}],"
#define BUFFERS "\"buffers\":[{\"byteLength\":40}]}"
#define NODE(rest) "\"nodes\":[{\"mesh\":0" rest "}],"
#define REST MESH "\"accessors\":[" POINTS "," INDICES "]," VIEWS BUFFERS

static void read_json(reading *r, const char *json) {
    bytes b = make_glb(json, &triangle, sizeof triangle);
    open_reading(r, snw_glb_read, b, NULL);
    free(b.data);
}

static void files_of_other_programs_are_read(void) {
    reading r;
    read_json(&r, HEAD NODE("") REST);
    CHECK(r.status == SNW_OK && r.diags.count == 0 && r.mesh->point_count == 3);
    CHECK(r.mesh->normal_count == 0 && r.mesh->points[1].x == 1);
    close_reading(&r);

    // a matrix stands column after column; children stand in the frame of their parent
    read_json(&r, HEAD "\"nodes\":[{\"children\":[1],\"translation\":[0,0,7]},{\"mesh\":0,"
                       "\"matrix\":[0,1,0,0,-1,0,0,0,0,0,1,0,5,6,0,1]}]," REST);
    CHECK(r.status == SNW_OK);
    CHECK(snw_vec3_equal(r.mesh->points[0], snw_vec3_of(5, 6, 7)));
    CHECK(snw_vec3_equal(r.mesh->points[1], snw_vec3_of(5, 7, 7)));
    close_reading(&r);

    // scale first, then rotation, then translation; a mirror turns the corners round
    read_json(&r, HEAD NODE(",\"scale\":[2,1,-1],\"rotation\":[0,0,1,0],"
                            "\"translation\":[0,0,3]") REST);
    CHECK(r.status == SNW_OK);
    CHECK_NEAR(snw_vec3_distance(r.mesh->points[1], snw_vec3_of(-2, 0, 3)), 0, 1e-15);
    CHECK(r.mesh->triangles[0] == 0 && r.mesh->triangles[1] == 2 && r.mesh->triangles[2] == 1);
    close_reading(&r);

    // without indices the points stand in order
    read_json(&r, HEAD NODE("") "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
                                "\"accessors\":[" POINTS "]," VIEWS BUFFERS);
    CHECK(r.status == SNW_OK && r.mesh->index_count == 3);
    close_reading(&r);
}

static void every_refusal_has_its_sentence(void) {
    static const char again[] = "; write the file again with 'sinew mesh convert' [glb]";
    static const refusal cases[] = {
        {"{}", "t: error: the file has no scene"},
        {"[]", "t:1:1: error: an object is expected here"},
        {"{\"asset\":{\"version\":\"1.0\"}}", "t:1:21: error: the glTF is not of version 2"},
        {"{\"extensionsRequired\":[\"KHR_draco_mesh_compression\"]}",
         "t:1:24: error: the file needs the extension 'KHR_draco_mesh_compression'"},
        {"{\"nodes\":{}}", "t:1:10: error: a list is expected here"},
        {"{\"nodes\":[{\"mesh\":-1}]}", "t:1:19: error: an integer from 0 up is expected here"},
        {"{\"nodes\":[{\"matrix\":[1,2]}]}", "t:1:25: error: the list has a wrong length"},
        {"{\"nodes\":[{\"rotation\":[0,0,0,0]}]}", "t:1:32: error: a rotation is not a quaternion"},
        {HEAD "\"nodes\":[]," REST, "t: error: the nodes are not a tree"},
        {HEAD "\"nodes\":[{\"children\":[0]}]," REST, "t: error: the nodes are not a tree"},
        {HEAD NODE("") "\"meshes\":[]}", "t: error: a mesh is named that does not exist"},
        {HEAD NODE("") MESH "\"accessors\":[]}",
         "t: error: an accessor is named that does not exist"},
        {HEAD NODE("") MESH "\"accessors\":[" POINTS "," INDICES "]}",
         "t: error: a buffer view is named that does not exist"},
        {HEAD NODE("") MESH "\"accessors\":[" POINTS "," POINTS "]," VIEWS BUFFERS,
         "t: error: an accessor has an unsupported kind"},
        {HEAD NODE("") MESH "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,"
                            "\"type\":\"VEC3\",\"sparse\":{}}," INDICES "]," VIEWS BUFFERS,
         "t: error: an accessor has an unsupported kind"},
        {HEAD NODE("") MESH "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,"
                            "\"type\":\"VEC3\"}," INDICES "]," VIEWS BUFFERS,
         "t: error: a list reaches beyond the numbers of the file"},
        {HEAD NODE("") MESH "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
                            "\"count\":2147483647,\"type\":\"VEC3\"}," INDICES "]," VIEWS BUFFERS,
         "t: error: a list reaches beyond the numbers of the file"},
        {HEAD NODE("") MESH "\"accessors\":[" POINTS "," INDICES
                            "],\"bufferViews\":[{\"buffer\":0,\"byteOffset\":2147483647,"
                            "\"byteLength\":2147483647}]," BUFFERS,
         "t: error: a list reaches beyond the numbers of the file"},
        {HEAD NODE("") MESH "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2,"
                            "\"type\":\"VEC3\"}," INDICES "]," VIEWS BUFFERS,
         "t: error: a corner of a triangle is not a point"},
        {HEAD NODE("") "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
                       "\"mode\":1}]}],\"accessors\":[" POINTS "]," VIEWS BUFFERS,
         "t: error: a primitive is not a list of triangles"},
        {HEAD NODE("") MESH "\"accessors\":[" POINTS "," INDICES "]," VIEWS
                            "\"buffers\":[{\"uri\":\"other.bin\",\"byteLength\":40}]}",
         "t: error: its numbers are in another file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r;
        char expected[256];
        read_json(&r, cases[i].text);
        CHECK(r.status < 0 && r.diags.count == 1);
        (void)snprintf(expected, sizeof expected, "%s%s", cases[i].sentence, again);
        CHECK_TEXT(sentence(&r, 0), expected);
        close_reading(&r);
    }
    reading r;
    read_json(&r, "{\"nodes\":[}");
    CHECK(r.status == SNW_ERR_SYNTAX && r.diags.count == 1);
    close_reading(&r);
}

static void heads_that_do_not_fit_are_refused(void) {
    static const struct {
        size_t at;
        uint32_t value;
        const char *text;
    } cases[] = {
        {0, 0, "this is not a GLB: it does not begin with 'glTF'"},
        {4, 1, "the GLB is not of version 2"},
        {8, 99, "the file length differs from the one it states"},
        {12, 0xFFFFFFF0, "the first chunk is not JSON, or too long"},
        {16, 0, "the first chunk is not JSON, or too long"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bytes b = make_glb(HEAD NODE("") REST, &triangle, sizeof triangle);
        memcpy(b.data + cases[i].at, &cases[i].value, 4);
        reading r;
        open_reading(&r, snw_glb_read, b, NULL);
        CHECK(r.status < 0);
        CHECK_TEXT(r.items[0].text, cases[i].text);
        close_reading(&r);
        free(b.data);
    }
    bytes b = make_glb(HEAD NODE("") REST, &triangle, sizeof triangle);
    const uint32_t large = 0x7FFFFFFF;
    memcpy(b.data + b.size - sizeof triangle - 8, &large, 4);
    reading r;
    open_reading(&r, snw_glb_read, b, NULL);
    CHECK_TEXT(r.items[0].text, "the second chunk is not binary, or too long");
    close_reading(&r);
    free(b.data);
}

// Seen: of a file that ends after its JSON, an empty list was read at offsets from a null pointer
static void lists_without_a_chunk_of_numbers_are_refused(void) {
    bytes b = make_glb(HEAD NODE("") REST, &triangle, sizeof triangle);
    uint32_t json = 0;
    memcpy(&json, b.data + 12, 4);
    const uint32_t size = 20 + json;
    memcpy(b.data + 8, &size, 4);
    b.size = size;
    reading r;
    open_reading(&r, snw_glb_read, b, NULL);
    CHECK(r.status == SNW_ERR_SYNTAX);
    CHECK_TEXT(r.items[0].text, "it has no chunk of numbers (BIN), but names lists");
    close_reading(&r);
    free(b.data);
}

static void points_that_are_not_finite_are_refused_with_their_byte(void) {
    for (int i = 0; i < 9; i++) {
        float numbers[10];
        memcpy(numbers, &triangle, sizeof numbers);
        numbers[i] = i % 2 ? NAN : INFINITY;
        bytes b = make_glb(HEAD NODE("") REST, numbers, sizeof numbers);
        reading r;
        open_reading(&r, snw_glb_read, b, NULL);
        CHECK(r.status == SNW_ERR_NOT_FINITE && r.items[0].number_count == 1);
        CHECK_NEAR(r.items[0].numbers[0].value, (double)(b.size - sizeof numbers) + 12.0 * (i / 3),
                   0);
        close_reading(&r);
        free(b.data);
    }
}

// A file of a few hundred bytes that names its triangle a million times would fill the memory.
static void a_file_cannot_place_more_than_it_holds(void) {
    char json[16384];
    snw_text out = snw_text_over(json, sizeof json);
    snw_text_format(&out, "{\"scene\":0,\"scenes\":[{\"nodes\":[0");
    for (int i = 1; i < 200; i++) {
        snw_text_format(&out, ",%d", i);
    }
    snw_text_format(&out, "]}],\"nodes\":[{\"mesh\":0}");
    for (int i = 1; i < 200; i++) {
        snw_text_format(&out, ",{\"mesh\":0}");
    }
    snw_text_format(&out, "],%s", REST);
    CHECK(!snw_text_is_cut(&out));
    reading r;
    read_json(&r, json);
    CHECK(r.status == SNW_ERR_TOO_LARGE);
    CHECK_TEXT(r.items[0].text, "its nodes place more triangles than the file holds");
    close_reading(&r);
}

int main(void) {
    RUN(files_of_other_programs_are_read);
    RUN(every_refusal_has_its_sentence);
    RUN(heads_that_do_not_fit_are_refused);
    RUN(lists_without_a_chunk_of_numbers_are_refused);
    RUN(points_that_are_not_finite_are_refused_with_their_byte);
    RUN(a_file_cannot_place_more_than_it_holds);
    return check_report();
}
