// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cell_ports.h"

#include <string.h>

#include "command_words.h"
#include "model_input.h"

// What the components of a cell offer each other and whoever asks: ports with their connections,
// peers with who plays them, and commands.

// true when `end`, "component.port", is that port
static bool is_end(const char *end, const char *component, const char *port) {
    const size_t length = strlen(component);
    return strncmp(end, component, length) == 0 && end[length] == '.' &&
           strcmp(end + length + 1, port) == 0;
}

// the other end of a connection of a port; NULL when it does not touch it
static const char *other_end(const snw_connection_entry *connection, const char *component,
                             const snw_port *port) {
    const char *own = port->output ? connection->from : connection->to;
    const char *other = port->output ? connection->to : connection->from;
    return is_end(own, component, port->name) ? other : NULL;
}

static const char *peer_in_cell(const snw_component_entry *entry, const char *role) {
    for (int i = 0; i < entry->peer_count; i++) {
        if (strcmp(entry->peers[i].role, role) == 0) return entry->peers[i].component;
    }
    return "";
}

static const char *direction_name(const snw_port *port) {
    if (port->output) return "output";
    return port->kind == SNW_PORT_QUEUE ? "input, queue" : "input";
}

static void write_usage(const snw_command *command, char out[SNW_COMMAND_TEXT]) {
    char usage[SNW_COMMAND_TEXT];
    snw_text line = snw_text_over(usage, sizeof usage);
    snw_command_usage(command, &line);
    line = snw_text_over(out, SNW_COMMAND_TEXT);
    snw_text_format(&line, "%s%s%s", command->word, usage[0] != '\0' ? " " : "", usage);
}

// --- tables -------------------------------------------------------------------------------------

static void add_ports(snw_text *text, const snw_loop *loop) {
    snw_text_format(text, "\n| component | port | direction | value | connected to | needed | "
                          "help |\n|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < loop->component_count; i++) {
        const snw_component_entry *entry = &loop->components[i];
        const snw_component_functions *functions = snw_component_of(entry->type.type);
        for (int p = 0; functions != NULL && p < functions->port_count; p++) {
            const snw_port *port = &functions->ports[p];
            char ends[512];
            snw_text line = snw_text_over(ends, sizeof ends);
            for (int c = 0; c < loop->connection_count; c++) {
                const char *other = other_end(&loop->connections[c], entry->name, port);
                if (other != NULL) snw_text_format(&line, "%s%s", ends[0] ? ", " : "", other);
            }
            snw_text_format(text, "| ");
            model_cell(text, entry->name);
            model_cell(text, port->name);
            model_cell(text, direction_name(port));
            model_cell(text, port->value);
            model_cell(text, ends);
            model_cell(text, port->mandatory ? "yes" : "no");
            model_cell(text, port->help != NULL ? port->help : "");
            snw_text_format(text, "\n");
        }
    }
}

static void add_peers(snw_text *text, const snw_loop *loop) {
    snw_text_format(text, "\n| component | peer | type | played by | needed | help |\n"
                          "|---|---|---|---|---|---|\n");
    for (int i = 0; i < loop->component_count; i++) {
        const snw_component_entry *entry = &loop->components[i];
        const snw_component_functions *functions = snw_component_of(entry->type.type);
        for (int p = 0; functions != NULL && p < functions->peer_count; p++) {
            const snw_peer *peer = &functions->peers[p];
            snw_text_format(text, "| ");
            model_cell(text, entry->name);
            model_cell(text, peer->role);
            model_cell(text, peer->type != NULL ? peer->type : "any");
            model_cell(text, peer_in_cell(entry, peer->role));
            model_cell(text, peer->mandatory ? "yes" : "no");
            model_cell(text, peer->help != NULL ? peer->help : "");
            snw_text_format(text, "\n");
        }
    }
}

static void add_commands(snw_text *text, const snw_registry *registry, const char *object,
                         const snw_type *type) {
    int count = 0;
    const snw_command *commands = type != NULL ? commands_of_type(registry, type, &count) : NULL;
    for (int i = 0; i < count; i++) {
        char usage[SNW_COMMAND_TEXT];
        write_usage(&commands[i], usage);
        snw_text_format(text, "| ");
        model_cell(text, object);
        model_cell(text, usage);
        model_cell(text, commands[i].help);
        snw_text_format(text, "\n");
    }
}

void cell_page_ports(snw_text *text, const snw_loop *loop, const snw_registry *registry) {
    add_ports(text, loop);
    add_peers(text, loop);
    snw_text_format(text, "\n| object | command | help |\n|---|---|---|\n");
    for (int i = 0; i < loop->component_count; i++) {
        const snw_component_entry *entry = &loop->components[i];
        add_commands(text, registry, entry->name, entry->type.type);
    }
    for (int i = 0; i < loop->arm_count; i++) {
        char object[SNW_NAME + 8];
        snw_text line = snw_text_over(object, sizeof object);
        snw_text_format(&line, "%s.drive", loop->arms[i].member);
        add_commands(text, registry, object, loop->arms[i].drive.type);
    }
}

// --- JSON ---------------------------------------------------------------------------------------

static void json_ports(snw_json_writer *json, const snw_loop *loop,
                       const snw_component_entry *entry, const snw_component_functions *functions) {
    snw_json_array(json, "ports");
    for (int p = 0; functions != NULL && p < functions->port_count; p++) {
        const snw_port *port = &functions->ports[p];
        snw_json_object(json, NULL);
        snw_json_string(json, "name", port->name);
        snw_json_string(json, "direction", port->output ? "output" : "input");
        snw_json_string(json, "kind", port->kind == SNW_PORT_QUEUE ? "queue" : "latest");
        snw_json_string(json, "value", port->value);
        snw_json_bool(json, "mandatory", port->mandatory);
        snw_json_array(json, "connected");
        for (int c = 0; c < loop->connection_count; c++) {
            const char *other = other_end(&loop->connections[c], entry->name, port);
            if (other != NULL) snw_json_string(json, NULL, other);
        }
        snw_json_end(json);
        snw_json_string(json, "help", port->help != NULL ? port->help : "");
        snw_json_end(json);
    }
    snw_json_end(json);
    snw_json_array(json, "peers");
    for (int p = 0; functions != NULL && p < functions->peer_count; p++) {
        const snw_peer *peer = &functions->peers[p];
        snw_json_object(json, NULL);
        snw_json_string(json, "role", peer->role);
        snw_json_string(json, "type", peer->type != NULL ? peer->type : "");
        snw_json_string(json, "component", peer_in_cell(entry, peer->role));
        snw_json_bool(json, "mandatory", peer->mandatory);
        snw_json_end(json);
    }
    snw_json_end(json);
}

static void json_commands(snw_json_writer *json, const snw_registry *registry,
                          const snw_type *type) {
    int count = 0;
    const snw_command *commands = type != NULL ? commands_of_type(registry, type, &count) : NULL;
    snw_json_array(json, "commands");
    for (int i = 0; i < count; i++) {
        char usage[SNW_COMMAND_TEXT];
        write_usage(&commands[i], usage);
        snw_json_object(json, NULL);
        snw_json_string(json, "word", commands[i].word);
        snw_json_string(json, "usage", usage);
        snw_json_string(json, "help", commands[i].help);
        snw_json_end(json);
    }
    snw_json_end(json);
}

void cell_json_ports(snw_json_writer *json, const snw_loop *loop, const snw_component_entry *entry,
                     const snw_registry *registry) {
    json_ports(json, loop, entry, snw_component_of(entry->type.type));
    json_commands(json, registry, entry->type.type);
}
