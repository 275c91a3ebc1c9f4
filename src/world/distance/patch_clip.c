// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Where two flat sides lie above each other, seen along a normal: the one is cut by the planes
// through the edges of the other (Sutherland and Hodgman 1974), and then where the gap between
// them reaches the limit. So corners move continuously while the bodies turn.

#include <string.h>

#include "patch.h"

// a height that is linear in x and y
typedef struct slope {
    double x, y, at_zero;
} slope;

// The plane of a side, by the sum over its edges (Newell): false where it is too steep.
static bool plane_of_side(const snw__side *side, slope *plane) {
    double n[3] = {0, 0, 0}, middle[3] = {0, 0, 0};
    for (int i = 0; i < side->count; i++) {
        const snw__spot *p = &side->at[i], *q = &side->at[(i + 1) % side->count];
        n[0] += (p->y - q->y) * (p->first + q->first);
        n[1] += (p->first - q->first) * (p->x + q->x);
        n[2] += (p->x - q->x) * (p->y + q->y);
        middle[0] += p->x / side->count;
        middle[1] += p->y / side->count;
        middle[2] += p->first / side->count;
    }
    if (!(fabs(n[2]) > 0.1 * sqrt(n[0] * n[0] + n[1] * n[1]))) return false;
    plane->x = -n[0] / n[2];
    plane->y = -n[1] / n[2];
    plane->at_zero = middle[2] - plane->x * middle[0] - plane->y * middle[1];
    return true;
}

static double height_above(const slope *plane, double x, double y) {
    return plane->x * x + plane->y * y + plane->at_zero;
}

static double area_of_side(const snw__side *side) {
    double sum = 0;
    for (int i = 0; i < side->count; i++) {
        const snw__spot *p = &side->at[i], *q = &side->at[(i + 1) % side->count];
        sum += p->x * q->y - p->y * q->x;
    }
    return sum;
}

static snw__spot spot_between(const snw__spot *p, const snw__spot *q, double t) {
    return (snw__spot){p->x + t * (q->x - p->x), p->y + t * (q->y - p->y),
                       p->first + t * (q->first - p->first),
                       p->second + t * (q->second - p->second)};
}

// Keeps what has a value that is not below 0, of spots in their order around a convex region, or of
// the two ends of a line. Values that are linear in x and y.
static int cut_region(snw__spot *spots, int count, const double *value) {
    snw__spot kept[SNW__SPOTS];
    int size = 0;
    for (int i = 0; i < count && size < SNW__SPOTS - 1; i++) {
        const int next = (i + 1) % count;
        if (value[i] >= 0) kept[size++] = spots[i];
        if ((value[i] < 0) == (value[next] < 0)) continue;
        // from the same end whichever way the edge is passed
        const bool ahead = value[i] < value[next];
        const int low = ahead ? i : next, high = ahead ? next : i;
        const double t = value[high] / (value[high] - value[low]);
        kept[size++] = spot_between(&spots[high], &spots[low], t);
    }
    memcpy(spots, kept, (size_t)size * sizeof *spots);
    return size;
}

static int cut_by_edges(snw__spot *spots, int count, const snw__side *by) {
    const double turn = area_of_side(by) < 0 ? -1 : 1;
    for (int i = 0; i < by->count && count > 0; i++) {
        const snw__spot *p = &by->at[i], *q = &by->at[(i + 1) % by->count];
        const double dx = turn * (q->x - p->x), dy = turn * (q->y - p->y);
        double value[SNW__SPOTS];
        for (int k = 0; k < count; k++) {
            value[k] = dx * (spots[k].y - p->y) - dy * (spots[k].x - p->x);
        }
        count = cut_region(spots, count, value);
    }
    return count;
}

static int cut_by_limit(snw__spot *spots, int count, double limit) {
    double value[SNW__SPOTS];
    for (int i = 0; i < count; i++) {
        value[i] = limit - (spots[i].first - spots[i].second);
    }
    return cut_region(spots, count, value);
}

int snw__clip_sides(const snw__side *first, const snw__side *second, double limit,
                    snw__spot out[SNW__SPOTS]) {
    // a line is what is cut
    const bool turned = first->count == 2;
    const snw__side *cut = turned ? first : second, *by = turned ? second : first;
    slope plane, own;
    if (cut->count < 2 || by->count < 3 || !plane_of_side(by, &plane)) return 0;
    if (cut->count > 2 && !plane_of_side(cut, &own)) return 0;
    memcpy(out, cut->at, (size_t)cut->count * sizeof *out);
    const int count = cut_by_edges(out, cut->count, by);
    for (int i = 0; i < count; i++) {
        const double one = out[i].first, other = height_above(&plane, out[i].x, out[i].y);
        out[i].first = turned ? one : other;
        out[i].second = turned ? other : one;
    }
    return cut_by_limit(out, count, limit);
}

int snw__clip_side(const snw__side *side, double limit, snw__spot out[SNW__SPOTS]) {
    slope plane;
    if (side->count < 2 || (side->count > 2 && !plane_of_side(side, &plane))) return 0;
    memcpy(out, side->at, (size_t)side->count * sizeof *out);
    for (int i = 0; i < side->count; i++) {
        out[i].second = 0;
    }
    return cut_by_limit(out, side->count, limit);
}
