// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cell_test.h"

// positions of the merged robot from those of the system, by the names of the joints
static void carry_state(const plant *p, const snw_model *merged, double *q) {
    snw_neutral(merged, q);
    for (int i = 0; i < p->system.member_count; i++) {
        const snw_system_member *member = &p->system.members[i];
        for (int k = 0; k < member->model->link_count; k++) {
            const snw_link *link = &member->model->links[k];
            if (link->nq == 0) continue;
            char name[SNW_NAME];
            (void)snprintf(name, sizeof name, "%s/%s", member->name,
                           k == 0 ? "base" : link->joint_name);
            const int at = snw_model_find_joint(merged, name);
            CHECK(at >= 0 && merged->links[at].nq == link->nq);
            memcpy(q + merged->links[at].q_index, p->state.q + member->q_index + link->q_index,
                   (size_t)link->nq * sizeof *q);
        }
    }
}

static void a_merged_cell_has_all_its_frames_where_they_were(void) {
    CHECK_CASES(check_scaled(200)) {
        plant p;
        open_plant(&p);
        random_cell(p.cell, p.setup);
        must_build(&p);
        random_state(&p.system, &p.state);
        snw_robot *merged = NULL;
        const snw_status status = snw_cell_merge(p.cell, p.setup, &merged, &p.diags);
        if (status != SNW_OK) print_plant(&p);
        CHECK(status == SNW_OK);
        CHECK(merged->link_count == p.system.link_count + 1);
        compiled c;
        CHECK(compile(merged, &c, NULL) == SNW_OK);
        CHECK(c.model.nq == p.system.nq && c.model.nv == p.system.nv);
        double q[512];
        carry_state(&p, &c.model, q);
        ref_places places;
        memset(&places, 0, sizeof places);
        CHECK(merged->joint_count <= 64);
        ref_read(&c.model, merged, q, &places);
        for (int i = 0; i < p.system.member_count; i++) {
            const snw_system_member *member = &p.system.members[i];
            for (int k = 0; k < member->model->link_count; k++) {
                char name[SNW_NAME];
                (void)snprintf(name, sizeof name, "%s/%s", member->name,
                               member->model->links[k].name);
                const snw_pose T = snw_system_link_pose(&p.system, &p.state, i, k);
                CHECK_NEAR(ref_distance(ref_from(T), ref_link(merged, &places, name)), 0, 1e-12);
                const int at = snw_model_find_link(&c.model, name);
                CHECK(snw_inertia_near(c.model.links[at].inertia, member->model->links[k].inertia,
                                       0));
            }
        }
        free(c.block);
        close_plant(&p);
    }
}

static void shared_shapes_are_written_out_and_long_names_refused(void) {
    plant p;
    open_plant(&p);
    snw_robot *hand = new_robot(p.setup, "hand");
    add_link(hand, p.setup, "a");
    add_link(hand, p.setup, "b");
    add_joint(hand, p.setup, "j", "a", "b");
    snw_body_shape *shape = add_to(&snw_link_description_type, &hand->links[0], "visuals", p.setup);
    shape->origin.p.x = 0.25;
    add_share(add_mechanism(p.cell, p.setup, "hand", hand), p.setup, "b", "a");
    add_member(p.cell, p.setup, "m", "hand");
    snw_robot *merged = NULL;
    CHECK(snw_cell_merge(p.cell, p.setup, &merged, &p.diags) == SNW_OK);
    CHECK_TEXT(merged->links[2].name, "m/b");
    CHECK(merged->links[2].visual_count == 1 && merged->links[2].visuals[0].origin.p.x == 0.25);
    CHECK(hand->links[1].visual_count == 0);

    memset(p.cell->members[0].name, 'x', 62);
    merged = NULL;
    CHECK(snw_cell_merge(p.cell, p.setup, &merged, &p.diags) == SNW_ERR_TOO_LARGE);
    CHECK(merged == NULL && p.diags.errors == 1);
    close_plant(&p);
}

int main(void) {
    RUN(a_merged_cell_has_all_its_frames_where_they_were);
    RUN(shared_shapes_are_written_out_and_long_names_refused);
    return check_report();
}
