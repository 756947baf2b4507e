#pragma once

#include <math.h>

#include "PlainC.h"

// A rotation, as the images of the axes, and a translation.
struct rigid {
  struct vec3 x, y, z, t;
};

static inline struct vec3 add(struct vec3 a, struct vec3 b) { return (struct vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }

static inline struct vec3 subtract(struct vec3 a, struct vec3 b) {
  return (struct vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline struct vec3 scale(struct vec3 a, double s) { return (struct vec3){a.x * s, a.y * s, a.z * s}; }

static inline double dot(struct vec3 a, struct vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static inline struct vec3 cross(struct vec3 a, struct vec3 b) {
  return (struct vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline struct vec3 normalized(struct vec3 a) {
  double length = sqrt(dot(a, a));
  return (struct vec3){a.x / length, a.y / length, a.z / length};
}

static inline bool is_finite2(struct vec2 a) { return isfinite(a.x) && isfinite(a.y); }

static inline bool is_finite3(struct vec3 a) { return isfinite(a.x) && isfinite(a.y) && isfinite(a.z); }

static inline struct vec3 turn(const struct rigid *r, struct vec3 v) {
  return (struct vec3){
      r->x.x * v.x + r->y.x * v.y + r->z.x * v.z,
      r->x.y * v.x + r->y.y * v.y + r->z.y * v.z,
      r->x.z * v.x + r->y.z * v.y + r->z.z * v.z,
  };
}

static inline struct vec3 apply(const struct rigid *r, struct vec3 p) { return add(turn(r, p), r->t); }

static inline struct rigid product(const struct rigid *a, const struct rigid *b) {
  return (struct rigid){turn(a, b->x), turn(a, b->y), turn(a, b->z), apply(a, b->t)};
}

static inline struct rigid inverse(const struct rigid *r) {
  struct rigid back = {{r->x.x, r->y.x, r->z.x}, {r->x.y, r->y.y, r->z.y}, {r->x.z, r->y.z, r->z.z}, {0, 0, 0}};
  back.t = scale(turn(&back, r->t), -1);
  return back;
}

// False if the matrix is not finite or its upper 3 x 3 part is not a rotation.
static inline bool rigid_from_matrix(const float m[16], struct rigid *result) {
  const double tolerance = 1e-3;
  struct vec3 x = {m[0], m[1], m[2]}, y = {m[4], m[5], m[6]}, z = {m[8], m[9], m[10]}, t = {m[12], m[13], m[14]};
  // Comparisons with NaN are false.
  bool is_rotation = fabs(dot(x, x) - 1) < tolerance && fabs(dot(y, y) - 1) < tolerance &&
                     fabs(dot(z, z) - 1) < tolerance && fabs(dot(x, y)) < tolerance && fabs(dot(x, z)) < tolerance &&
                     fabs(dot(y, z)) < tolerance && dot(cross(x, y), z) > 0;
  if (!is_rotation || !is_finite3(t)) return false;
  *result = (struct rigid){x, y, z, t};
  return true;
}
