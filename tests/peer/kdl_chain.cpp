// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "kdl_internal.hpp"

#include <algorithm>

#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainfksolvervel_recursive.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/chainiksolverpos_lma.hpp>
#include <kdl/chainiksolvervel_wdls.hpp>
#include <kdl/chainjnttojacdotsolver.hpp>
#include <kdl/chainjnttojacsolver.hpp>

// KDL's solvers keep a reference to the chain, so it must not move: the struct is only ever held by
// pointer.
struct peer_chain {
    KDL::Chain chain;
    std::vector<std::string> joints;
    KDL::ChainFkSolverPos_recursive fk;
    KDL::ChainFkSolverVel_recursive fk_velocity;
    KDL::ChainJntToJacSolver jacobian;
    KDL::ChainJntToJacDotSolver jacobian_rate;
    KDL::ChainIdSolver_RNE rne;
    KDL::ChainDynParam dynamics;
    KDL::ChainIkSolverPos_LMA lma;
    KDL::ChainIkSolverVel_wdls wdls;
    std::vector<KDL::Frame> frames;
    KDL::JntArray q, qd, qdd, tau;
    KDL::JntArrayVel q_qd;
    KDL::Jacobian J, J_dot;
    KDL::JntSpaceInertiaMatrix M;
    KDL::Wrenches wrenches;

    peer_chain(const KDL::Chain &given, const KDL::Vector &gravity)
        : chain(given), fk(chain), fk_velocity(chain), jacobian(chain), jacobian_rate(chain),
          rne(chain, gravity), dynamics(chain, gravity), lma(chain, 1e-6, 500, 1e-15), wdls(chain),
          frames(chain.getNrOfSegments()), q(chain.getNrOfJoints()), qd(q), qdd(q), tau(q),
          q_qd(chain.getNrOfJoints()), J(chain.getNrOfJoints()), J_dot(chain.getNrOfJoints()),
          M(static_cast<int>(chain.getNrOfJoints())),
          wrenches(chain.getNrOfSegments(), KDL::Wrench::Zero()) {
        jacobian_rate.setHybridRepresentation();
        for (const KDL::Segment &segment : chain.segments) {
            const KDL::Joint &joint = segment.getJoint();
            if (joint.getType() != KDL::Joint::Fixed) joints.push_back(joint.getName());
        }
    }
    peer_chain(const peer_chain &) = delete;
    peer_chain &operator=(const peer_chain &) = delete;
};

peer_chain *peer_chain_create(const peer_robot *robot, const char *base, const char *tip,
                              const double *gravity) {
    KDL::Chain chain;
    if (!robot->tree.getChain(base, tip, chain)) return nullptr;
    const KDL::Vector down =
        gravity ? KDL::Vector(gravity[0], gravity[1], gravity[2]) : KDL::Vector(0, 0, -9.81);
    return new peer_chain(chain, down);
}

void peer_chain_free(peer_chain *chain) {
    delete chain;
}

int peer_chain_joint_count(const peer_chain *chain) {
    return static_cast<int>(chain->joints.size());
}

const char *peer_chain_joint(const peer_chain *chain, int joint) {
    return chain->joints[static_cast<size_t>(joint)].c_str();
}

int peer_chain_segment_count(const peer_chain *chain) {
    return static_cast<int>(chain->chain.segments.size());
}

const char *peer_chain_segment(const peer_chain *chain, int segment) {
    return chain->chain.segments[static_cast<size_t>(segment)].getName().c_str();
}

static void take(const double *from, KDL::JntArray *to) {
    std::copy(from, from + to->rows(), to->data.data());
}

static void give(const KDL::JntArray &from, double *to) {
    std::copy(from.data.data(), from.data.data() + from.rows(), to);
}

static void take_both(peer_chain *chain, const double *q, const double *qd) {
    take(q, &chain->q_qd.q);
    take(qd, &chain->q_qd.qdot);
}

int peer_chain_fk(peer_chain *chain, const double *q, peer_pose *out) {
    if (chain->frames.empty()) return 0; // which KDL calls an error
    take(q, &chain->q);
    if (chain->fk.JntToCart(chain->q, chain->frames) < 0) return -1;
    if (out) std::transform(chain->frames.begin(), chain->frames.end(), out, peer_pose_of);
    return 0;
}

peer_pose peer_chain_pose(const peer_chain *chain, int segment) {
    return peer_pose_of(chain->frames[static_cast<size_t>(segment)]);
}

int peer_chain_fk_tip(peer_chain *chain, const double *q, peer_pose *out) {
    KDL::Frame frame;
    take(q, &chain->q);
    if (chain->fk.JntToCart(chain->q, frame) < 0) return -1;
    *out = peer_pose_of(frame);
    return 0;
}

int peer_chain_jacobian(peer_chain *chain, const double *q, double *J) {
    take(q, &chain->q);
    if (chain->jacobian.JntToJac(chain->q, chain->J) < 0) return -1;
    if (J) std::copy(chain->J.data.data(), chain->J.data.data() + chain->J.data.size(), J);
    return 0;
}

int peer_chain_velocity(peer_chain *chain, const double *q, const double *qd, double twist[6]) {
    KDL::FrameVel frame;
    take_both(chain, q, qd);
    if (chain->fk_velocity.JntToCart(chain->q_qd, frame) < 0) return -1;
    const KDL::Twist found = frame.GetTwist();
    for (int i = 0; i < 6; i++) {
        twist[i] = found(i);
    }
    return 0;
}

int peer_chain_jacobian_rate(peer_chain *chain, const double *q, const double *qd, double *J_dot) {
    take_both(chain, q, qd);
    if (chain->jacobian_rate.JntToJacDot(chain->q_qd, chain->J_dot) < 0) return -1;
    const auto &data = chain->J_dot.data;
    if (J_dot) std::copy(data.data(), data.data() + data.size(), J_dot);
    return 0;
}

int peer_chain_rne(peer_chain *chain, const double *q, const double *qd, const double *qdd,
                   double *tau) {
    take(q, &chain->q);
    take(qd, &chain->qd);
    take(qdd, &chain->qdd);
    if (chain->rne.CartToJnt(chain->q, chain->qd, chain->qdd, chain->wrenches, chain->tau) < 0) {
        return -1;
    }
    give(chain->tau, tau);
    return 0;
}

int peer_chain_mass_matrix(peer_chain *chain, const double *q, double *M) {
    take(q, &chain->q);
    if (chain->dynamics.JntToMass(chain->q, chain->M) < 0) return -1;
    if (M) std::copy(chain->M.data.data(), chain->M.data.data() + chain->M.data.size(), M);
    return 0;
}

int peer_chain_gravity(peer_chain *chain, const double *q, double *tau) {
    take(q, &chain->q);
    if (chain->dynamics.JntToGravity(chain->q, chain->tau) < 0) return -1;
    give(chain->tau, tau);
    return 0;
}

int peer_chain_coriolis(peer_chain *chain, const double *q, const double *qd, double *tau) {
    take(q, &chain->q);
    take(qd, &chain->qd);
    if (chain->dynamics.JntToCoriolis(chain->q, chain->qd, chain->tau) < 0) return -1;
    give(chain->tau, tau);
    return 0;
}

int peer_ik_lma(peer_chain *chain, const double *q_start, const peer_pose *target, double *q) {
    const double *R = target->R;
    const KDL::Frame frame(KDL::Rotation(R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]),
                           KDL::Vector(target->p[0], target->p[1], target->p[2]));
    take(q_start, &chain->q);
    const int code = chain->lma.CartToJnt(chain->q, frame, chain->tau);
    give(chain->tau, q);
    return code;
}

int peer_ik_wdls(peer_chain *chain, const double *q, const double twist[6], double lambda,
                 double *qd) {
    const KDL::Twist wanted(KDL::Vector(twist[0], twist[1], twist[2]),
                            KDL::Vector(twist[3], twist[4], twist[5]));
    take(q, &chain->q);
    chain->wdls.setLambda(lambda);
    const int code = chain->wdls.CartToJnt(chain->q, wanted, chain->qd);
    give(chain->qd, qd);
    return code < 0 ? -1 : 0;
}
