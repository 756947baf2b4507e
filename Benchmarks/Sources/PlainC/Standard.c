#include <float.h>
#include <stddef.h>

#include "Rigid.h"

// MARK: The pointer of one frame

struct eye {
  struct vec3 origin;
  struct vec2 slope;
};

static bool eye_from_matrix(const float matrix[16], struct eye *eye) {
  struct rigid pose;
  if (!rigid_from_matrix(matrix, &pose)) return false;
  struct vec3 axis = normalized(pose.z);
  if (!(axis.z > 0.05)) return false;
  *eye = (struct eye){pose.t, {axis.x / axis.z, axis.y / axis.z}};
  return true;
}

// Mean of both eyes; a lost one is what the other and their last difference make of it.
static bool cyclopean_eye(
    struct standard_pipeline *p, const struct gaze_frame *frame, struct vec3 *origin, struct vec3 *direction) {
  struct eye left, right;
  bool has_left = eye_from_matrix(frame->left_eye, &left), has_right = eye_from_matrix(frame->right_eye, &right);
  if (has_left && has_right) {
    p->spread_origin = subtract(left.origin, right.origin);
    p->spread_slope = (struct vec2){left.slope.x - right.slope.x, left.slope.y - right.slope.y};
    p->has_spread = true;
  } else if (!p->has_spread) {
    return false;
  } else if (has_left) {
    right.origin = subtract(left.origin, p->spread_origin);
    right.slope = (struct vec2){left.slope.x - p->spread_slope.x, left.slope.y - p->spread_slope.y};
  } else if (has_right) {
    left.origin = add(right.origin, p->spread_origin);
    left.slope = (struct vec2){right.slope.x + p->spread_slope.x, right.slope.y + p->spread_slope.y};
  } else {
    return false;
  }
  struct vec2 slope = {(left.slope.x + right.slope.x) / 2, (left.slope.y + right.slope.y) / 2};
  if (!is_finite2(slope) || !(sqrt(slope.x * slope.x + slope.y * slope.y) < 20)) return false;
  *origin = scale(add(left.origin, right.origin), 0.5);
  *direction = normalized((struct vec3){slope.x, slope.y, 1});
  return true;
}

static bool hit(struct standard_pipeline *p, const struct gaze_frame *frame, struct vec2 *point) {
  struct rigid world_from_camera, world_from_face;
  struct vec3 origin, direction;
  if (!isfinite(frame->time) || !rigid_from_matrix(frame->camera, &world_from_camera) ||
      !rigid_from_matrix(frame->face, &world_from_face) || !cyclopean_eye(p, frame, &origin, &direction))
    return false;
  struct rigid camera_from_world = inverse(&world_from_camera);
  struct rigid camera_from_face = product(&camera_from_world, &world_from_face);
  origin = apply(&camera_from_face, origin);
  direction = turn(&camera_from_face, direction);
  if (!(origin.z < 0) || !(direction.z > 0.02 * sqrt(dot(direction, direction)))) return false;
  struct vec3 place = subtract(origin, scale(direction, origin.z / direction.z));
  struct vec2 on_plane = {place.x, place.y};
  if (!is_finite2(on_plane) || !(sqrt(on_plane.x * on_plane.x + on_plane.y * on_plane.y) <= 1)) return false;
  const struct screen *s = &p->screen;
  *point = (struct vec2){
      (s->camera.x + on_plane.x) * (s->points.x / s->metres.x), (s->camera.y - on_plane.y) * (s->points.y / s->metres.y)};
  return is_finite2(*point);
}

// MARK: The 1€ filter

static double alpha(double cutoff, double seconds) {
  double w = 2 * M_PI * cutoff * seconds;
  w = w > 0 ? w : 0;
  w = w < DBL_MAX ? w : DBL_MAX;
  return w / (1 + w);
}

static struct vec2 one_euro_step(struct one_euro *f, struct vec2 point, double time) {
  if (!is_finite2(point) || !isfinite(time)) return f->has_state ? f->value : point;
  if (!f->has_state) {
    f->has_state = true;
    f->time = time;
    f->value = point;
    f->velocity = (struct vec2){0, 0};
    return point;
  }
  double seconds = time - f->time;
  f->time = time;
  if (!(seconds > 0)) return f->value;
  double a = alpha(f->derivative_cutoff, seconds);
  struct vec2 way = {point.x - f->value.x, point.y - f->value.y};
  struct vec2 velocity = {
      f->velocity.x + (way.x / seconds - f->velocity.x) * a, f->velocity.y + (way.y / seconds - f->velocity.y) * a};
  double speed = sqrt(velocity.x * velocity.x + velocity.y * velocity.y);
  double b = alpha(f->min_cutoff + f->beta * speed, seconds);
  struct vec2 value = {f->value.x + way.x * b, f->value.y + way.y * b};
  if (!is_finite2(velocity) || !is_finite2(value)) {
    f->value = point;
    f->velocity = (struct vec2){0, 0};
    return point;
  }
  f->value = value;
  f->velocity = velocity;
  return value;
}

// MARK: The trigger

static enum scroll_direction zone(
    const struct trigger_settings *s, struct vec2 pointer, struct vec2 window, double margin, bool *is_off_screen) {
  double y = pointer.y / window.y, beside = s->off_screen_zone + margin, reach = beside * window.y;
  double edge = s->edge_zone + margin;
  *is_off_screen = false;
  if (!(pointer.x >= -reach && pointer.x <= window.x + reach)) return SCROLL_NONE;
  if (y > 1 - edge && y <= 1 + beside) {
    *is_off_screen = y > 1;
    return SCROLL_DOWN;
  }
  if (y < edge && y >= -beside) {
    *is_off_screen = y < 0;
    return SCROLL_UP;
  }
  return SCROLL_NONE;
}

static void go(struct trigger *t, int phase, enum scroll_direction direction, double seconds) {
  t->phase = phase;
  t->direction = direction;
  t->seconds = seconds;
}

static void scroll(const struct trigger *t, double elapsed, struct pointer_output *output) {
  double distance = t->settings.speed * elapsed;
  if (!(distance >= 0) || !isfinite(distance)) return;
  output->direction = t->direction;
  output->distance = distance;
}

// Sets the scroll of the output, if there is one.
static void trigger_step(
    struct trigger *t, const struct vec2 *pointer, struct vec2 window, double time, struct pointer_output *output) {
  const struct trigger_settings *s = &t->settings;
  bool is_off_screen;
  if (!isfinite(time)) return;
  double elapsed = t->has_time ? time - t->time : 0;
  elapsed = elapsed > 0 ? elapsed : 0;
  elapsed = elapsed < 0.1 ? elapsed : 0.1;
  t->has_time = true;
  t->time = time;
  if (t->phase == TRIGGER_COOLING) {
    if (t->seconds > elapsed) t->seconds -= elapsed;
    else t->phase = TRIGGER_IDLE;
  }
  if (!pointer) {
    t->held += elapsed;
    if (t->held > s->hold_limit) {
      if (t->phase == TRIGGER_ACTIVE) go(t, TRIGGER_COOLING, SCROLL_NONE, s->cooldown);
      else if (t->phase == TRIGGER_DWELLING) t->phase = TRIGGER_IDLE;
    }
    return;
  }
  t->held = 0;
  enum scroll_direction now;
  switch (t->phase) {
  case TRIGGER_COOLING:
    return;
  case TRIGGER_IDLE:
    now = zone(s, *pointer, window, 0, &is_off_screen);
    if (now != SCROLL_NONE) go(t, TRIGGER_DWELLING, now, 0);
    return;
  case TRIGGER_DWELLING:
    now = zone(s, *pointer, window, 0, &is_off_screen);
    if (now != t->direction) {
      go(t, now == SCROLL_NONE ? TRIGGER_IDLE : TRIGGER_DWELLING, now, 0);
      return;
    }
    t->seconds += elapsed;
    if (t->seconds < (is_off_screen ? s->off_screen_dwell : s->edge_dwell)) return;
    go(t, TRIGGER_ACTIVE, now, 0);
    scroll(t, elapsed, output);
    return;
  case TRIGGER_ACTIVE:
    if (zone(s, *pointer, window, s->hysteresis, &is_off_screen) == t->direction) {
      t->seconds = 0;
      scroll(t, elapsed, output);
      return;
    }
    if (!(t->seconds + elapsed < s->release)) {
      go(t, TRIGGER_COOLING, SCROLL_NONE, s->cooldown);
      return;
    }
    t->seconds += elapsed;
    scroll(t, elapsed, output);
  }
}

// MARK: The pipeline

struct pointer_output standard_step(struct standard_pipeline *p, const struct gaze_frame *frame) {
  bool is_blinking = (double)(frame->blink[0] + frame->blink[1]) / 2 > p->trigger.settings.blink_threshold;
  struct pointer_output output = {0};
  if (frame->is_tracked && !is_blinking && hit(p, frame, &output.raw)) {
    output.has_raw = true;
    struct vec2 smoothed = one_euro_step(&p->filter, output.raw, frame->time);
    if (is_finite2(smoothed)) {
      p->pointer = smoothed;
      p->has_pointer = true;
    }
  }
  const struct vec2 *seen = output.has_raw && p->has_pointer ? &p->pointer : NULL;
  trigger_step(&p->trigger, seen, p->screen.points, frame->time, &output);
  output.has_pointer = p->has_pointer;
  output.pointer = p->pointer;
  return output;
}
