// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_PEER_KDL_INTERNAL_HPP
#define SINEW_TESTS_PEER_KDL_INTERNAL_HPP

#include <memory>
#include <string>
#include <vector>

#include <kdl/frames.hpp>
#include <kdl/jntarray.hpp>
#include <kdl/tree.hpp>
#include <kdl/treefksolverpos_recursive.hpp>

#include "kdl.h"

/// Where a joint of the tree takes its value from: multiplier * q[source] + offset.
struct peer_drive {
    int source = -1;
    double multiplier = 1, offset = 0;
};

/// A joint that moves, by its number in KDL.
struct peer_joint {
    std::string name;
    std::string followed; ///< empty unless it follows
    double multiplier = 1, offset = 0;
};

struct peer_robot {
    KDL::Tree tree;
    std::string root;
    std::vector<peer_joint> joints; ///< by their number in KDL
    std::vector<peer_drive> drives; ///< the same order
    KDL::JntArray values;
    std::unique_ptr<KDL::TreeFkSolverPos_recursive> solver;
    int free_joints = 0;
};

inline peer_pose peer_pose_of(const KDL::Frame &frame) {
    peer_pose pose;
    for (int i = 0; i < 9; i++) {
        pose.R[i] = frame.M.data[i];
    }
    for (int i = 0; i < 3; i++) {
        pose.p[i] = frame.p.data[i];
    }
    return pose;
}

#endif // SINEW_TESTS_PEER_KDL_INTERNAL_HPP
