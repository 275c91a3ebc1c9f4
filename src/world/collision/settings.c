// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/os/path.h"
#include "sinew/urdf/srdf.h"

// The policy of each pair: from the defaults, the rules of a member about its own links, and the
// pair rules, in this order. Rules are compared with every body once; a pair then is a look-up.

// --- patterns ------------------------------------------------------------------------------------

// letters against a pattern with '*'
static bool fits(const char *pattern, size_t length, const char *text) {
    const char *end = pattern + length, *star = NULL, *resume = NULL;
    while (*text != '\0') {
        if (pattern < end && *pattern == '*') {
            star = ++pattern;
            resume = text;
        } else if (pattern < end && *pattern == *text) {
            pattern++;
            text++;
        } else if (star != NULL) {
            pattern = star;
            text = ++resume;
        } else {
            return false;
        }
    }
    while (pattern < end && *pattern == '*')
        pattern++;
    return pattern == end;
}

// How closely a pattern names bodies: 1 any, 2 a pattern of a member, 3 a member, 4 a pattern of a
// link, 5 a link.
static int closeness_of(const char *pattern) {
    const size_t head = strcspn(pattern, "/");
    const char *tail = pattern[head] == '/' ? pattern + head + 1 : "*";
    if (strcmp(tail, "*") != 0) return strchr(tail, '*') == NULL ? 5 : 4;
    if (memchr(pattern, '*', head) == NULL) return 3;
    return head == 1 ? 1 : 2;
}

int snw__rule_closeness(const snw_pair_rule *rule) {
    return closeness_of(rule->a) + closeness_of(rule->b);
}

// `link` is NULL for a volume
static bool is_named(const char *pattern, const char *member, const char *link) {
    const size_t head = strcspn(pattern, "/");
    if (!fits(pattern, head, member)) return false;
    const char *tail = pattern[head] == '/' ? pattern + head + 1 : "*";
    return strcmp(tail, "*") == 0 || (link != NULL && fits(tail, strlen(tail), link));
}

static bool is_named_body(const snw_world *world, const char *pattern, snw_body body) {
    if (body.member == SNW_BODY_VOLUME) {
        const snw_world_volume *v = &world->volumes[body.link];
        return v->kind != SNW_VOLUME_SPACE && is_named(pattern, v->name, NULL);
    }
    const snw_system_member *member = &world->system->members[body.member];
    return is_named(pattern, member->name, member->model->links[body.link].name);
}

// --- names that are not there --------------------------------------------------------------------

static void explain_name(const char *subject, const char *name, const char *closest,
                         const char *otherwise, snw_why *why) {
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "'%.80s' names nothing in this cell", name);
    line = snw_text_over(fix, sizeof fix);
    if (closest != NULL) {
        snw_text_format(&line, "did you mean '%s'?", closest);
    } else {
        snw_text_format(&line, "%s", otherwise);
    }
    snw_why_set(why, SNW_ERR_UNKNOWN_NAME, subject, text);
    snw_why_rule(why, "rule-unknown");
    snw_why_fix(why, fix);
}

static void refuse_name(snw__making *m, const char *list, int index, const char *field,
                        const char *name, const char *closest) {
    char subject[SNW_WHY_SUBJECT];
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "collision/%s[%d]/%s", list, index, field);
    snw_why why;
    explain_name(subject, name, closest, "write MEMBER, MEMBER/LINK or the name of a box or zone",
                 &why);
    snw__collision_say(m, SNW_ERROR, &why);
}

static const char *closest_member(snw__making *m, const char *name, size_t length) {
    const snw_system *system = m->world->system;
    char word[SNW_PATTERN];
    snw_text line = snw_text_over(word, sizeof word);
    snw_text_add(&line, name, length);
    const int most = system->member_count + m->world->volume_count;
    const char **names = snw__making_take(m, m->scratch, (size_t)most, sizeof *names);
    int count = 0;
    for (int i = 0; i < system->member_count && names != NULL; i++)
        names[count++] = system->members[i].name;
    for (int i = 0; i < m->world->volume_count && names != NULL; i++)
        if (m->volumes[i].kind != SNW_VOLUME_SPACE) names[count++] = m->volumes[i].name;
    return snw_closest_name(word, names, count);
}

// the nearest "member/link" of a pattern whose member exists
static const char *closest_link(snw__making *m, const char *pattern, char out[SNW_PATTERN]) {
    const snw_system *system = m->world->system;
    const size_t head = strcspn(pattern, "/");
    for (int i = 0; i < system->member_count; i++) {
        const snw_model *model = system->members[i].model;
        if (!fits(pattern, head, system->members[i].name)) continue;
        const char **names =
            snw__making_take(m, m->scratch, (size_t)model->link_count, sizeof *names);
        for (int l = 0; l < model->link_count && names != NULL; l++)
            names[l] = model->links[l].name;
        const char *link = names == NULL || pattern[head] == '\0'
                               ? NULL
                               : snw_closest_name(pattern + head + 1, names, model->link_count);
        if (link == NULL) continue;
        snw_text line = snw_text_over(out, SNW_PATTERN);
        snw_text_format(&line, "%.*s/%s", (int)head, pattern, link);
        return out;
    }
    return NULL;
}

static bool names_a_link(const snw_world *world, const char *pattern) {
    const snw_system *system = world->system;
    for (int i = 0; i < system->member_count; i++) {
        const snw_model *model = system->members[i].model;
        for (int l = 0; l < model->link_count; l++) {
            if (is_named(pattern, system->members[i].name, model->links[l].name)) return true;
        }
    }
    return false;
}

static void check_pattern(snw__making *m, int index, const char *field, const char *pattern) {
    for (int i = 0; i < m->world->body_count; i++) {
        if (is_named_body(m->world, pattern, m->bodies[i].body)) return;
    }
    if (!names_a_link(m->world, pattern)) {
        char near[SNW_PATTERN];
        const char *closest = closest_link(m, pattern, near);
        if (closest == NULL) closest = closest_member(m, pattern, strcspn(pattern, "/"));
        refuse_name(m, "pairs", index, field, pattern, closest);
        return;
    }
    char subject[SNW_WHY_SUBJECT];
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "collision/pairs[%d]/%s", index, field);
    snw_why why;
    snw_why_set(&why, SNW_ERR_CHECK, subject, "no link that it names has a shape in <collisions>");
    snw_why_rule(&why, "collision-no-shapes");
    snw_why_fix(&why, "give the link a shape, or leave the rule out");
    snw__collision_say(m, SNW_WARNING, &why);
}

enum { MATERIALS = 256 };

// Does a shape of a robot have the material? The names of all others go into known[].
static bool has_material(const snw_robot *robot, const char *name, const char *known[MATERIALS],
                         int *count) {
    for (int l = 0; l < robot->link_count; l++) {
        const snw_link_description *link = &robot->links[l];
        for (int i = 0; i < link->collision_count; i++) {
            const char *one = link->collisions[i].material;
            if (strcmp(one, name) == 0) return true;
            if (one[0] != '\0' && *count < MATERIALS) known[(*count)++] = one;
        }
    }
    return false;
}

// A list of materials may be that of several cells, so one that no shape has is a warning.
static void check_material(snw__making *m, int index) {
    const snw_system *system = m->world->system;
    const char *name = m->rules->materials[index].name, *known[MATERIALS];
    int count = 0;
    for (int i = 0; i < system->mechanism_count; i++)
        if (has_material(system->mechanisms[i].robot, name, known, &count)) return;
    char subject[SNW_WHY_SUBJECT];
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "collision/materials[%d]/name", index);
    snw_why why;
    explain_name(subject, name, snw_closest_name(name, known, count),
                 "write a material that a shape in <collisions> has", &why);
    snw__collision_say(m, SNW_WARNING, &why);
}

static void check_names(snw__making *m) {
    const snw_collision_rules *rules = m->rules;
    const snw_system *system = m->world->system;
    for (int i = 0; i < rules->pair_count; i++) {
        check_pattern(m, i, "a", rules->pairs[i].a);
        check_pattern(m, i, "b", rules->pairs[i].b);
    }
    for (int i = 0; i < rules->self_count; i++) {
        const char *name = rules->selves[i].member;
        if (snw_system_find(system, name) >= 0) continue;
        refuse_name(m, "selves", i, "member", name, closest_member(m, name, strlen(name)));
    }
    for (int i = 0; i < rules->space_count; i++) {
        const char *name = rules->spaces[i].member;
        if (snw_system_find(system, name) >= 0) continue;
        refuse_name(m, "spaces", i, "member", name, closest_member(m, name, strlen(name)));
    }
    for (int i = 0; i < rules->material_count; i++)
        check_material(m, i);
}

// --- the table of settings -----------------------------------------------------------------------

static bool list_settings(snw__making *m) {
    const snw_collision_rules *rules = m->rules;
    const size_t count = SNW__SETTING_RULES + (size_t)rules->pair_count;
    m->settings = snw__making_take(m, m->setup, count, sizeof *m->settings);
    if (m->settings == NULL) return false;
    for (int i = 0; i < SNW__SETTING_ZONE; i++) {
        m->settings[i] = (snw_pair_setting){SNW_PAIR_IGNORE, (snw_pair_reason)i, 0, -1};
    }
    // without an element <collision> nothing is enforced
    const snw_pair_setting other = {SNW_PAIR_KEEP, SNW_PAIR_DEFAULT, rules->keep, -1};
    const snw_pair_setting watched = {SNW_PAIR_WATCH, SNW_PAIR_DEFAULT, 0, -1};
    m->settings[SNW_PAIR_DEFAULT] = m->world->has_rules ? other : watched;
    m->settings[SNW__SETTING_ZONE] = watched;
    for (int i = 0; i < rules->pair_count; i++) {
        const snw_pair_rule *rule = &rules->pairs[i];
        const double keep = rule->keep >= 0 ? rule->keep : rules->keep;
        m->settings[SNW__SETTING_RULES + i] = (snw_pair_setting){
            rule->policy, SNW_PAIR_RULE, rule->policy == SNW_PAIR_KEEP ? keep : 0, i};
    }
    return true;
}

// --- defaults ------------------------------------------------------------------------------------

static int link_number(const snw__making *m, snw_body body) {
    return m->first_link[body.member] + body.link;
}

// one joint between two links: the one is the parent of the other
static bool are_neighbours(const snw__making *m, snw_body a, snw_body b) {
    const snw_system_member *members = m->world->system->members;
    if (a.member == b.member) {
        const snw_link *links = members[a.member].model->links;
        return links[a.link].parent == b.link || links[b.link].parent == a.link;
    }
    const snw_system_member *on = &members[a.member];
    if (a.link == 0 && on->carrier == b.member && on->carrier_link == b.link) return true;
    on = &members[b.member];
    return b.link == 0 && on->carrier == a.member && on->carrier_link == a.link;
}

static bool is_listed(const snw__making *m, int member) {
    const char *name = m->world->system->members[member].name;
    bool listed = false;
    for (int i = 0; i < m->rules->self_count; i++) {
        const snw_self_rule *rule = &m->rules->selves[i];
        if (strcmp(rule->member, name) == 0) listed = rule->check == SNW_SELF_LISTED;
    }
    return listed;
}

static int default_of(const snw__making *m, const snw_world_body *a, const snw_world_body *b) {
    if (b->body.member == SNW_BODY_VOLUME) {
        const snw_world_volume *v = &m->volumes[b->body.link];
        if (v->kind == SNW_VOLUME_SPACE && v->member != a->body.member) return SNW_PAIR_OTHER_SPACE;
        if (v->kind == SNW_VOLUME_ZONE) return a->driven ? SNW__SETTING_ZONE : SNW_PAIR_UNDRIVEN;
        return a->driven || v->kind == SNW_VOLUME_SPACE ? SNW_PAIR_DEFAULT : SNW_PAIR_UNDRIVEN;
    }
    if (m->rigid[link_number(m, a->body)] == m->rigid[link_number(m, b->body)]) {
        return SNW_PAIR_RIGID;
    }
    if (are_neighbours(m, a->body, b->body)) return SNW_PAIR_ADJACENT;
    if (!a->driven && !b->driven) return SNW_PAIR_UNDRIVEN;
    if (a->body.member == b->body.member && is_listed(m, a->body.member)) {
        return SNW_PAIR_UNLISTED;
    }
    return SNW_PAIR_DEFAULT;
}

static uint16_t *entry(const snw__making *m, int moving, int other) {
    return &m->lookup[(size_t)moving * (size_t)m->world->body_count + (size_t)other];
}

static void set_pair(const snw__making *m, int a, int b, int setting) {
    if (a < m->world->moving_count) *entry(m, a, b) = (uint16_t)setting;
    if (b < m->world->moving_count) *entry(m, b, a) = (uint16_t)setting;
}

static void tell_neighbours(snw__making *m) {
    const snw_world *world = m->world;
    const snw_system *system = world->system;
    for (int i = 0; i < system->member_count; i++) {
        int adjacent = 0, rigid = 0;
        for (int a = 0; a < world->moving_count; a++) {
            for (int b = a + 1; b < world->body_count; b++) {
                if (world->bodies[a].body.member != i || world->bodies[b].body.member != i)
                    continue;
                adjacent += *entry(m, a, b) == SNW_PAIR_ADJACENT;
                rigid += *entry(m, a, b) == SNW_PAIR_RIGID;
            }
        }
        if (adjacent + rigid == 0) continue;
        snw_why why;
        snw_why_set(&why, SNW_OK, system->members[i].name,
                    "links that one joint connects, and links without a joint between them, are "
                    "not checked against each other");
        snw_why_rule(&why, "collision-neighbours");
        snw_why_add(&why, "neighbours", adjacent, "");
        snw_why_add(&why, "rigid", rigid, "");
        snw__collision_say(m, SNW_INFO, &why);
    }
}

// --- SRDF ----------------------------------------------------------------------------------------

static bool has_pair(const snw_srdf_pair *pairs, int count, const char *a, const char *b) {
    for (int i = 0; i < count; i++) {
        if (strcmp(pairs[i].link1, a) == 0 && strcmp(pairs[i].link2, b) == 0) return true;
        if (strcmp(pairs[i].link1, b) == 0 && strcmp(pairs[i].link2, a) == 0) return true;
    }
    return false;
}

static bool is_disabled(const snw_srdf *srdf, const char *a, const char *b) {
    if (has_pair(srdf->disabled, srdf->disabled_count, a, b)) return true;
    for (int i = 0; i < srdf->disabled_link_count; i++) {
        const char *name = srdf->disabled_links[i];
        if (strcmp(name, a) != 0 && strcmp(name, b) != 0) continue;
        return !has_pair(srdf->enabled, srdf->enabled_count, a, b);
    }
    return false;
}

static void apply_srdf(snw__making *m, const snw_self_rule *rule, int member) {
    const snw_world *world = m->world;
    const snw_system_member *one = &world->system->members[member];
    const snw_robot *robot = world->system->mechanisms[one->mechanism].robot;
    const char *folder = m->options->folder != NULL ? m->options->folder : ".";
    char path[SNW_PATH_SIZE];
    snw_srdf *srdf = NULL;
    snw_why why;
    snw_status status = snw_path_join(folder, rule->srdf, path, sizeof path);
    const int before = m->diags != NULL ? m->diags->errors : 0;
    snw_why own[16];
    snw_diags list = {.items = own, .capacity = 16};
    if (!snw_failed(status)) {
        status = snw_srdf_read_file(path, NULL, robot, m->scratch, &srdf, &list);
    }
    for (int i = 0; i < list.count; i++)
        snw__collision_say(m, own[i].severity, &own[i]);
    if (snw_failed(status)) {
        if (m->diags != NULL && m->diags->errors > before) return;
        snw_why_set(&why, status, rule->srdf, "the SRDF file cannot be used");
        snw__collision_say(m, SNW_ERROR, &why);
        return;
    }
    for (int a = 0; a < world->moving_count; a++) {
        for (int b = 0; b < world->body_count; b++) {
            const snw_body at = world->bodies[a].body, to = world->bodies[b].body;
            if (at.member != member || to.member != member) continue;
            const snw_link *links = one->model->links;
            const int now = *entry(m, a, b);
            if (now != SNW_PAIR_DEFAULT && now != SNW_PAIR_UNLISTED) continue;
            if (is_disabled(srdf, links[at.link].name, links[to.link].name)) {
                set_pair(m, a, b, SNW_PAIR_SRDF);
            }
        }
    }
}

// --- pair rules ----------------------------------------------------------------------------------

// How closely a rule must name a pair that a default ignores, so that a rule about whole members
// does not ask neighbours to stay apart. Ignoring is always allowed.
static int closeness_needed(snw_pair_reason reason) {
    switch (reason) {
    case SNW_PAIR_STATIC:
    case SNW_PAIR_RIGID:
    case SNW_PAIR_OTHER_SPACE:
        return 100; // their distances cannot change
    case SNW_PAIR_ADJACENT:
    case SNW_PAIR_SRDF:
        return SNW__BOTH_LINKS;
    case SNW_PAIR_UNDRIVEN:
        return 6; // both members by their names
    case SNW_PAIR_UNLISTED:
    case SNW_PAIR_FIRST:
    case SNW_PAIR_ALWAYS:
    case SNW_PAIR_RULE:
    case SNW_PAIR_DEFAULT:
        break;
    }
    return 0;
}

static void apply_rule(snw__making *m, int rule, const uint8_t *on_a, const uint8_t *on_b,
                       uint8_t *best) {
    const snw_world *world = m->world;
    const snw_pair_rule *given = &m->rules->pairs[rule];
    const int score = snw__rule_closeness(given);
    const size_t bodies = (size_t)world->body_count;
    for (int a = 0; a < world->moving_count; a++) {
        if (!on_a[a] && !on_b[a]) continue;
        for (int b = 0; b < world->body_count; b++) {
            uint8_t *closest = &best[(size_t)a * bodies + (size_t)b];
            const bool named = (on_a[a] && on_b[b]) || (on_b[a] && on_a[b]);
            if (b == a || !named || score < *closest) continue;
            const snw_pair_reason before =
                m->settings[m->defaults[(size_t)a * bodies + (size_t)b]].reason;
            if (given->policy != SNW_PAIR_IGNORE && score < closeness_needed(before)) continue;
            *closest = (uint8_t)score;
            *entry(m, a, b) = (uint16_t)(SNW__SETTING_RULES + rule);
        }
    }
}

// Every rule is compared with every body once, and with every pair that it names.
static void apply_rules(snw__making *m) {
    const snw_world *world = m->world;
    const size_t bodies = (size_t)world->body_count;
    const size_t cells = (size_t)world->moving_count * bodies;
    uint8_t *on_a = snw__making_take(m, m->scratch, bodies, sizeof *on_a);
    uint8_t *on_b = snw__making_take(m, m->scratch, bodies, sizeof *on_b);
    uint8_t *best = snw__making_take(m, m->scratch, cells, sizeof *best);
    m->defaults = snw__making_take(m, m->scratch, cells, sizeof *m->defaults);
    if (snw_failed(m->status)) return;
    memcpy(m->defaults, m->lookup, cells * sizeof *m->defaults);
    for (int r = 0; r < m->rules->pair_count; r++) {
        for (size_t i = 0; i < bodies; i++) {
            on_a[i] = is_named_body(world, m->rules->pairs[r].a, world->bodies[i].body);
            on_b[i] = is_named_body(world, m->rules->pairs[r].b, world->bodies[i].body);
        }
        apply_rule(m, r, on_a, on_b, best);
    }
}

// --- the whole -----------------------------------------------------------------------------------

void snw__make_settings(snw__making *m) {
    snw_world *world = m->world;
    const size_t cells = (size_t)world->moving_count * (size_t)world->body_count;
    m->lookup = snw__making_take(m, m->setup, cells, sizeof *m->lookup);
    if (!list_settings(m) || m->lookup == NULL) return;
    world->lookup = m->lookup;
    world->settings = m->settings;
    world->setting_count = SNW__SETTING_RULES + m->rules->pair_count;
    check_names(m);
    for (int a = 0; a < world->moving_count; a++) {
        for (int b = a + 1; b < world->body_count; b++) {
            set_pair(m, a, b, default_of(m, &world->bodies[a], &world->bodies[b]));
        }
        *entry(m, a, a) = SNW_PAIR_STATIC;
    }
    for (int i = 0; i < m->rules->self_count && !snw_failed(m->status); i++) {
        const snw_self_rule *rule = &m->rules->selves[i];
        const int member = snw_system_find(world->system, rule->member);
        if (member >= 0 && rule->srdf[0] != '\0') apply_srdf(m, rule, member);
    }
    tell_neighbours(m);
    if (m->rules->pair_count > 0) apply_rules(m);
}

// Writes the pairs of one kind that can ever matter, and returns how many there are; without room
// for them it only counts.
static int list_kind(const snw_world *world, unsigned kind, snw__moving_pair *pairs) {
    int count = 0;
    for (int a = 0; a < world->moving_count; a++) {
        for (int b = a + 1; b < world->moving_count; b++) {
            const snw_pair_setting *s = snw__setting_of(world, a, b);
            const bool ever = s->policy != SNW_PAIR_IGNORE || s->reason == SNW_PAIR_UNDRIVEN;
            if (!ever || snw__kind_of(world, a, b) != kind) continue;
            if (pairs != NULL) pairs[count] = (snw__moving_pair){a, b, kind};
            count++;
        }
    }
    return count;
}

// links of one member before those of two
void snw__list_pairs(snw__making *m) {
    snw_world *world = m->world;
    const int own = list_kind(world, SNW_NEAR_SELF, NULL);
    const int count = own + list_kind(world, SNW_NEAR_MUTUAL, NULL);
    snw__moving_pair *pairs = snw__making_take(m, m->setup, (size_t)count, sizeof *pairs);
    if (pairs == NULL) return;
    SNW_IGNORE(list_kind(world, SNW_NEAR_SELF, pairs));
    SNW_IGNORE(list_kind(world, SNW_NEAR_MUTUAL, pairs + own));
    world->pairs = pairs;
    world->pair_count = count;
}
