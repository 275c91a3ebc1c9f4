// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "kdl_internal.hpp"

#include <console_bridge/console.h>
#include <map>
#include <urdf_parser/urdf_parser.h>

// The tree's own root, above the robot's first link, so that this link can have mass: no name of a
// link has a control character.
static const char world[] = "\001world";

static urdf::ModelInterfaceSharedPtr parse(const char *text) {
    console_bridge::noOutputHandler();
    try {
        return urdf::parseURDF(text);
    } catch (const std::exception &) {
        return nullptr;
    }
}

int peer_parse(const char *text) {
    const urdf::ModelInterfaceSharedPtr model = parse(text);
    return model ? static_cast<int>(model->links_.size()) : -1;
}

int peer_limits(const char *text, const char *joint, double out[4]) {
    const urdf::ModelInterfaceSharedPtr model = parse(text);
    const urdf::JointConstSharedPtr found = model ? model->getJoint(joint) : nullptr;
    if (!found || !found->limits) return -1;
    out[0] = found->limits->lower;
    out[1] = found->limits->upper;
    out[2] = found->limits->effort;
    out[3] = found->limits->velocity;
    return 0;
}

static KDL::Frame frame_of(const urdf::Pose &pose) {
    const urdf::Rotation &r = pose.rotation;
    const urdf::Vector3 &p = pose.position;
    return KDL::Frame(KDL::Rotation::Quaternion(r.x, r.y, r.z, r.w), KDL::Vector(p.x, p.y, p.z));
}

// URDF gives moments about the centre of mass along axes of its own; KDL wants them along the
// link's axes, and turns whole bodies only: so a body without mass in the origin is turned.
static KDL::RigidBodyInertia body_of(const urdf::InertialSharedPtr &inertial) {
    if (!inertial) return KDL::RigidBodyInertia::Zero();
    const KDL::Frame origin = frame_of(inertial->origin);
    const KDL::RotationalInertia given(inertial->ixx, inertial->iyy, inertial->izz, inertial->ixy,
                                       inertial->ixz, inertial->iyz);
    const KDL::RigidBodyInertia turned =
        origin.M * KDL::RigidBodyInertia(0, KDL::Vector::Zero(), given);
    return KDL::RigidBodyInertia(inertial->mass, origin.p, turned.getRotationalInertia());
}

static bool joint_of(const urdf::Joint &joint, const KDL::Frame &T_parent_joint, KDL::Joint *out) {
    const KDL::Vector axis =
        T_parent_joint.M * KDL::Vector(joint.axis.x, joint.axis.y, joint.axis.z);
    switch (joint.type) {
    case urdf::Joint::FIXED:
        *out = KDL::Joint(joint.name, KDL::Joint::Fixed);
        return true;
    case urdf::Joint::REVOLUTE:
    case urdf::Joint::CONTINUOUS:
        *out = KDL::Joint(joint.name, T_parent_joint.p, axis, KDL::Joint::RotAxis);
        return true;
    case urdf::Joint::PRISMATIC:
        *out = KDL::Joint(joint.name, T_parent_joint.p, axis, KDL::Joint::TransAxis);
        return true;
    default:
        return false;
    }
}

// Hangs a link with all that it carries into the tree; a stack, since chains may be long.
static bool grow(peer_robot *robot, const urdf::ModelInterface &model) {
    std::vector<urdf::LinkConstSharedPtr> waiting{model.getRoot()};
    while (!waiting.empty()) {
        const urdf::LinkConstSharedPtr link = waiting.back();
        waiting.pop_back();
        KDL::Joint joint(KDL::Joint::Fixed);
        KDL::Frame origin = KDL::Frame::Identity();
        std::string parent = world;
        if (link->parent_joint) {
            origin = frame_of(link->parent_joint->parent_to_joint_origin_transform);
            parent = link->parent_joint->parent_link_name;
            if (!joint_of(*link->parent_joint, origin, &joint)) return false;
        }
        const KDL::Segment segment(link->name, joint, origin, body_of(link->inertial));
        if (!robot->tree.addSegment(segment, parent)) return false;
        waiting.insert(waiting.end(), link->child_links.begin(), link->child_links.end());
    }
    return true;
}

static void list_joints(peer_robot *robot, const urdf::ModelInterface &model) {
    robot->joints.resize(robot->tree.getNrOfJoints());
    for (const auto &entry : robot->tree.getSegments()) {
        const KDL::TreeElement &element = entry.second;
        if (element.segment.getJoint().getType() == KDL::Joint::Fixed) continue;
        peer_joint &joint = robot->joints[element.q_nr];
        joint.name = element.segment.getJoint().getName();
        const urdf::JointMimicSharedPtr mimic = model.getJoint(joint.name)->mimic;
        if (!mimic) {
            robot->free_joints++;
            continue;
        }
        joint.followed = mimic->joint_name;
        joint.multiplier = mimic->multiplier;
        joint.offset = mimic->offset;
    }
}

peer_robot *peer_urdf(const char *text) {
    const urdf::ModelInterfaceSharedPtr model = parse(text);
    if (!model) return nullptr;
    std::unique_ptr<peer_robot> robot(new peer_robot{KDL::Tree(world), {}, {}, {}, {}, {}, 0});
    robot->root = model->getRoot()->name;
    if (!grow(robot.get(), *model)) return nullptr;
    list_joints(robot.get(), *model);
    robot->values.resize(robot->tree.getNrOfJoints());
    robot->solver.reset(new KDL::TreeFkSolverPos_recursive(robot->tree));

    // the alphabet's order, until another is asked for
    std::map<std::string, int> sorted;
    for (const peer_joint &joint : robot->joints) {
        if (joint.followed.empty()) sorted.emplace(joint.name, 0);
    }
    std::vector<const char *> names;
    for (const auto &entry : sorted) {
        names.push_back(entry.first.c_str());
    }
    const int count = static_cast<int>(names.size());
    return peer_set_joints(robot.get(), names.data(), count) == 0 ? robot.release() : nullptr;
}

void peer_free(peer_robot *robot) {
    delete robot;
}

int peer_link_count(const peer_robot *robot) {
    return static_cast<int>(robot->tree.getNrOfSegments());
}

int peer_joint_count(const peer_robot *robot) {
    return robot->free_joints;
}

int peer_set_joints(peer_robot *robot, const char *const *names, int count) {
    if (count != robot->free_joints) return -1;
    std::map<std::string, int> places;
    for (int i = 0; i < count; i++) {
        places.emplace(names[i], i);
    }
    std::map<std::string, const peer_joint *> known;
    for (const peer_joint &joint : robot->joints) {
        known.emplace(joint.name, &joint);
    }
    std::vector<peer_drive> drives;
    for (const peer_joint &joint : robot->joints) {
        // from follower to followed, at most once through all joints
        peer_drive drive;
        const peer_joint *at = &joint;
        for (size_t steps = 0; !at->followed.empty(); steps++) {
            drive.offset += drive.multiplier * at->offset;
            drive.multiplier *= at->multiplier;
            const auto next = known.find(at->followed);
            if (next == known.end() || steps > known.size()) return -1;
            at = next->second;
        }
        const auto place = places.find(at->name);
        if (place == places.end()) return -1;
        drive.source = place->second;
        drives.push_back(drive);
    }
    robot->drives = drives;
    return 0;
}

static void take(peer_robot *robot, const double *q) {
    for (size_t i = 0; i < robot->drives.size(); i++) {
        const peer_drive &drive = robot->drives[i];
        robot->values(static_cast<unsigned>(i)) = drive.multiplier * q[drive.source] + drive.offset;
    }
}

// KDL's solver reads the first of no joint values, so robots without joints are walked here
static int rigid_pose(const peer_robot *robot, const char *link, peer_pose *out) {
    KDL::Frame frame = KDL::Frame::Identity();
    KDL::SegmentMap::const_iterator at = robot->tree.getSegment(link);
    const KDL::SegmentMap::const_iterator none = robot->tree.getSegments().end();
    if (at == none) return -1;
    for (; at != robot->tree.getRootSegment(); at = at->second.parent) {
        frame = at->second.segment.pose(0) * frame;
    }
    *out = peer_pose_of(frame);
    return 0;
}

static int pose_of(peer_robot *robot, const char *link, peer_pose *out) {
    KDL::Frame frame;
    if (robot->drives.empty()) return rigid_pose(robot, link, out);
    if (robot->solver->JntToCart(robot->values, frame, link) < 0) return -1;
    *out = peer_pose_of(frame);
    return 0;
}

int peer_fk(peer_robot *robot, const double *q, const char *link, peer_pose *out) {
    return peer_fk_all(robot, q, &link, 1, out);
}

int peer_fk_all(peer_robot *robot, const double *q, const char *const *links, int count,
                peer_pose *out) {
    take(robot, q);
    for (int i = 0; i < count; i++) {
        if (pose_of(robot, links[i], &out[i]) < 0) return -1;
    }
    return 0;
}

int peer_link_body(const peer_robot *robot, const char *link, peer_body *out) {
    const auto found = robot->tree.getSegment(link);
    if (found == robot->tree.getSegments().end()) return -1;
    const KDL::RigidBodyInertia &body = found->second.segment.getInertia();
    const KDL::RotationalInertia about_origin = body.getRotationalInertia();
    const KDL::Vector centre = body.getCOG();
    out->mass = body.getMass();
    for (int i = 0; i < 3; i++) {
        out->moment[i] = out->mass * centre.data[i];
    }
    for (int i = 0; i < 9; i++) {
        out->I[i] = about_origin.data[i];
    }
    return 0;
}
