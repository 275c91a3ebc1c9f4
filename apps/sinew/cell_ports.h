// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_CELL_PORTS_H
#define SINEW_APPS_CELL_PORTS_H

/// @file
/// What the components of a cell offer: ports, peers and commands.

#include "sinew/exec.h"

/// Appends tables of ports and connections, of peers, and of the commands of components and drives.
void cell_page_ports(snw_text *text, const snw_loop *loop, const snw_registry *registry);

/// Appends the members "ports", "peers" and "commands" of one component.
void cell_json_ports(snw_json_writer *json, const snw_loop *loop, const snw_component_entry *entry,
                     const snw_registry *registry);

#endif // SINEW_APPS_CELL_PORTS_H
