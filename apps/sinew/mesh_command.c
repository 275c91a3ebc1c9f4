// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/meshio.h"
#include "sinew/meshio/parts.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"
#include "sinew/os/process.h"
#include "sinew/shape/query.h"

enum { FINDINGS = 64 };
static const size_t memory_limit = (size_t)2 << 30;

#define SCALE_OPTION                                                                               \
    {                                                                                              \
        .name = "scale", .kind = CLI_REAL, .standard = "1", .low = 1e-9, .high = 1e9,              \
        .sentence = "Factor for all lengths; 0.001 for a mesh drawn in millimetres."               \
    }

static const cli_parameter mesh_convert_arguments[] = {
    {.name = "in", .kind = CLI_FILE, .need = CLI_REQUIRED, .sentence = "Mesh to read."},
    {.name = "out", .kind = CLI_FILE, .need = CLI_REQUIRED, .sentence = "The same as --out."},
    {0},
};
static const cli_parameter mesh_convert_options[] = {
    {.name = "out",
     .letter = 'o',
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "The file to write: .glb, .stl or .obj."},
    SCALE_OPTION,
    {.name = "force", .sentence = "Replace the output file if it exists."},
    {.name = "time-limit",
     .kind = CLI_REAL,
     .standard = "60",
     .low = 0.001,
     .high = 86400,
     .unit = "s",
     .sentence = "Time limit of the converter for formats that sinew does not read itself."},
    {0},
};
static const cli_example mesh_convert_examples[] = {
    {"sinew mesh convert link.dae link.glb",
     "Convert Collada, with its unit, to a format that models can use."},
    {"sinew mesh convert link.stl link.glb --scale 0.001", "Convert millimetres to metres."},
    {0},
};

static const cli_parameter mesh_show_arguments[] = {
    {.name = "file",
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "Mesh to show: .glb, .stl or .obj."},
    {0},
};
static const cli_parameter mesh_show_options[] = {SCALE_OPTION, {0}};
static const cli_example mesh_show_examples[] = {
    {"sinew mesh show link.stl", "Show triangles, size, volume and warnings."},
    {"sinew mesh show link.stl --scale 0.001 --json", "Show the same as JSON."},
    {0},
};

// --- a mesh and what was found ------------------------------------------------------------------

typedef struct subject {
    const char *path;
    snw_setup *setup;
    snw_mesh *mesh;
    snw_surface *palette;
    snw_status status; // of reading
    snw_diags diags;
    snw_why items[FINDINGS];
} subject;

static snw_status open_subject(subject *s, snw_why *why) {
    s->setup = snw_setup_create(memory_limit);
    s->diags.items = s->items;
    s->diags.capacity = FINDINGS;
    if (s->setup != NULL) return SNW_OK;
    return snw_refuse(why, SNW_ERR_MEMORY, NULL, NULL, NULL);
}

// the first error is the failure of the command; what stands before it is said in passing
static snw_status tell(const subject *s, cli_io *io, snw_why *why) {
    for (int i = 0; i < s->diags.count; i++) {
        const snw_why *one = &s->diags.items[i];
        if (one->severity == SNW_ERROR) {
            *why = *one;
            return s->status;
        }
        char line[1024];
        (void)snw_why_sentence(one, line, sizeof line);
        cli_note(io, "%s", line);
    }
    if (snw_failed(s->status)) snw_why_set(why, s->status, NULL, NULL);
    return s->status;
}

static void read_subject(subject *s, double scale) {
    const snw_mesh_reading how = {
        .scale = {scale, scale, scale}, .keep_polygons = true, .palette = &s->palette};
    s->status = snw_mesh_read_file(s->path, &how, s->setup, &s->mesh, &s->diags);
}

static snw_vec3 extent_of(const snw_mesh *mesh) {
    snw_bounds box = snw_bounds_empty();
    for (int i = 0; i < mesh->point_count; i++) {
        box = snw_bounds_add(box, mesh->points[i]);
    }
    return snw_bounds_size(box);
}

// 0 for a mesh without an inside
static double volume_of(snw_mesh *mesh) {
    double volume = 0;
    const snw_child shape = {&snw_mesh_type, mesh};
    if (!mesh->closed || snw_failed(snw_shape_volume(&shape, &volume, NULL))) return 0;
    return volume;
}

// --- show ---------------------------------------------------------------------------------------

static void render_mesh(snw_text *text, const void *context) {
    const subject *s = context;
    int triangles;
    (void)snw_mesh_faces(s->mesh, &triangles);
    const snw_vec3 size = extent_of(s->mesh);
    snw_text_visible(text, s->path);
    snw_text_format(text, "\n  points     %d%s\n  triangles  %d\n  polygons   %d\n  size       ",
                    s->mesh->point_count, s->mesh->normal_count > 0 ? ", with normals" : "",
                    triangles, s->mesh->polygon_count);
    snw_text_real(text, size.x);
    snw_text_format(text, " x ");
    snw_text_real(text, size.y);
    snw_text_format(text, " x ");
    snw_text_real(text, size.z);
    snw_text_format(text, " m\n  closed     %s\n  volume     ", s->mesh->closed ? "yes" : "no");
    snw_text_real(text, volume_of(s->mesh));
    snw_text_format(text, " m^3\n  materials  %d\n",
                    s->palette != NULL ? s->palette->map_count : 0);
}

static void render_json(snw_text *text, const void *context) {
    const subject *s = context;
    int triangles;
    (void)snw_mesh_faces(s->mesh, &triangles);
    const snw_vec3 size = extent_of(s->mesh);
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "file", s->path);
    snw_json_int(&json, "points", s->mesh->point_count);
    snw_json_int(&json, "triangles", triangles);
    snw_json_int(&json, "polygons", s->mesh->polygon_count);
    snw_json_reals(&json, "size", (const double[]){size.x, size.y, size.z}, 3);
    snw_json_bool(&json, "closed", s->mesh->closed);
    snw_json_real(&json, "volume", volume_of(s->mesh));
    snw_json_array(&json, "warnings");
    for (int i = 0; i < s->diags.count; i++) {
        snw_json_new_line(&json);
        snw_json_why(&json, NULL, &s->diags.items[i]);
    }
    snw_json_end(&json);
    cli_json_finish(&json);
}

static snw_status run_mesh_show(const cli_values *values, cli_io *io, snw_why *why) {
    subject s = {.path = cli_text(values, "file")};
    snw_status status = open_subject(&s, why);
    if (status == SNW_OK) {
        read_subject(&s, cli_real(values, "scale"));
        status = tell(&s, io, why);
    }
    if (status == SNW_OK) status = cli_print(io, io->json ? render_json : render_mesh, &s);
    snw_setup_destroy(s.setup);
    return status;
}

// --- convert: by ourselves ----------------------------------------------------------------------

// bytes of an output on the heap
typedef struct bytes {
    char *data;
    size_t size;
} bytes;

static snw_status compose(const char *out, const snw_mesh_part *part, bytes *b, snw_why *why) {
    snw_text text = snw_text_over(NULL, 0);
    snw_status status = snw_mesh_write(out, part, 1, &text, why);
    if (snw_failed(status)) return status;
    b->size = text.length;
    b->data = malloc(b->size + 1);
    if (b->data == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, NULL, "the output does not fit into memory", NULL);
    }
    text = snw_text_over(b->data, b->size + 1);
    return snw_mesh_write(out, part, 1, &text, why);
}

static snw_status convert_here(const char *in, const char *out, double scale, bytes *b, cli_io *io,
                               snw_why *why) {
    subject s = {.path = in};
    snw_status status = open_subject(&s, why);
    if (status == SNW_OK) {
        read_subject(&s, scale);
        status = tell(&s, io, why);
    }
    if (status == SNW_OK) {
        char name[SNW_SURFACE_NAME] = "";
        SNW_IGNORE(snw_path_stem(in, name, sizeof name));
        snw_mesh_part part = snw_mesh_part_of(s.mesh);
        part.name = name;
        part.surfaces = s.palette != NULL ? s.palette->maps : NULL;
        part.surface_count = s.palette != NULL ? s.palette->map_count : 0;
        status = compose(out, &part, b, why);
    }
    snw_setup_destroy(s.setup);
    return status;
}

static snw_status convert_there(const char *in, const char *out, const cli_values *values, bytes *b,
                                snw_why *why) {
    static const char *const names[] = {"stl", "obj", "glb"};
    const snw_mesh_conversion how = {.format = names[snw_mesh_format_of(out)],
                                     .scale = cli_real(values, "scale"),
                                     .limit_s = cli_real(values, "time-limit")};
    return snw_mesh_convert(in, &how, &b->data, &b->size, why);
}

// --- convert ------------------------------------------------------------------------------------

static snw_status refuse_file(snw_why *why, snw_status status, const char *path, const char *text,
                              const char *fix) {
    snw_why_set(why, status, NULL, text);
    snw_why_rule(why, "mesh-convert");
    snw_why_at(why, path, 0, 0);
    snw_why_fix(why, fix);
    return status;
}

static snw_status check_output(const char *in, const char *out, bool force, snw_why *why) {
    if (snw_mesh_format_of(out) == SNW_MESH_OTHER) {
        return refuse_file(why, SNW_ERR_UNSUPPORTED, out, "only .glb, .stl and .obj are written",
                           "use one of these extensions");
    }
    if (strcmp(in, "-") == 0 || strcmp(out, "-") == 0) {
        return refuse_file(why, SNW_ERR_USAGE, NULL, "meshes are converted from file to file",
                           "name both files");
    }
    char from[SNW_PATH_SIZE], to[SNW_PATH_SIZE];
    if (!snw_file_exists(out)) return SNW_OK;
    if (snw_file_real_path(in, from, sizeof from, NULL) == SNW_OK &&
        snw_file_real_path(out, to, sizeof to, NULL) == SNW_OK && strcmp(from, to) == 0) {
        return refuse_file(why, SNW_ERR_USAGE, out, "the output would replace the input",
                           "give the output another name");
    }
    if (force) return SNW_OK;
    return refuse_file(why, SNW_ERR_PERMISSION, out, "the output exists already",
                       "give --force to replace it");
}

// Reads what is about to be written, so that nothing is written that could not be read again.
static snw_status check_bytes(subject *s, const bytes *b, snw_why *why, cli_io *io) {
    const snw_source source = {b->data, b->size, s->path, NULL};
    const snw_mesh_format format = snw_mesh_format_of(s->path);
    s->status = format == SNW_MESH_STL ? snw_stl_read(&source, NULL, s->setup, &s->mesh, &s->diags)
                : format == SNW_MESH_OBJ
                    ? snw_obj_read(&source, NULL, s->setup, &s->mesh, &s->diags)
                    : snw_glb_read(&source, NULL, s->setup, &s->mesh, &s->diags);
    if (s->status == SNW_OK) {
        const snw_child shape = {&snw_mesh_type, s->mesh};
        s->status = snw_shape_prepare(&shape, s->setup, why);
    }
    if (s->status == SNW_OK) (void)snw_mesh_check(s->mesh, s->path, &s->diags);
    return tell(s, io, why);
}

static snw_status run_mesh_convert(const cli_values *values, cli_io *io, snw_why *why) {
    const char *in = cli_text(values, "in"), *out = cli_text(values, "out");
    bytes b = {0};
    subject s = {.path = out};
    const bool ours = snw_mesh_format_of(in) != SNW_MESH_OTHER;
    snw_status status = check_output(in, out, cli_flag(values, "force"), why);
    if (status == SNW_OK) {
        status = ours ? convert_here(in, out, cli_real(values, "scale"), &b, io, why)
                      : convert_there(in, out, values, &b, why);
    }
    if (status == SNW_OK) status = open_subject(&s, why);
    // what our own reader has said of the input needs not be said again of the output
    cli_io silent = *io;
    silent.quiet = io->quiet || ours;
    if (status == SNW_OK) status = check_bytes(&s, &b, why, &silent);
    if (status == SNW_OK) status = snw_file_write(out, b.data, b.size, why);
    if (status == SNW_OK && (io->json || io->verbose > 0)) {
        status = cli_print(io, io->json ? render_json : render_mesh, &s);
    }
    snw_setup_destroy(s.setup);
    free(b.data);
    return status;
}

const cli_command mesh_show_command = {
    .name = "mesh show",
    .group = "Models",
    .summary = "Show the contents of a mesh file, and warnings about it.",
    .description =
        "Shows points, triangles, polygons, size, volume and materials. A size above 5 m or below "
        "1 mm, gaps, and corners in the wrong order are warnings.\n\n--json writes an object with "
        "the members file, points, triangles, polygons, size, closed, volume and warnings.",
    .arguments = mesh_show_arguments,
    .options = mesh_show_options,
    .examples = mesh_show_examples,
    .run = run_mesh_show};

const cli_command mesh_convert_command = {
    .name = "mesh convert",
    .group = "Models",
    .summary = "Convert a mesh of any format to GLB, STL or OBJ.",
    .description =
        "STL, OBJ and GLB are read by sinew itself, all others by the program sinew-mesh, in a "
        "process of its own within limits of memory and time. The unit of Collada is used, its "
        "up_axis is not: axes are those of the file. The output is read back before it is written, "
        "completely or not at all; -v and --json show it.",
    .arguments = mesh_convert_arguments,
    .options = mesh_convert_options,
    .examples = mesh_convert_examples,
    .run = run_mesh_convert};
