#pragma once

#include <stdbool.h>

// The pipelines `standard` (1€ filter, trigger at the edges, upright screen, no calibration) and `article2021` of
// GazePipeline, written in C as one would write them for these settings alone: the yardstick of PipelineTime. The
// arithmetic, the checks of the input and the outputs are those of the Swift sources, which are documented there.

struct vec2 {
  double x, y;
};

struct vec3 {
  double x, y, z;
};

// ARKit's frame; matrices are column-major.
struct gaze_frame {
  double time;
  bool is_tracked;
  float camera[16], face[16], left_eye[16], right_eye[16];
  float blink[2];
  float look_at[3];
  bool has_blend_shapes;
  float blend_shapes[52];
};

enum scroll_direction { SCROLL_UP = -1, SCROLL_NONE, SCROLL_DOWN };

struct pointer_output {
  bool has_pointer, has_raw;
  struct vec2 pointer, raw;
  enum scroll_direction direction;
  double distance, step;  // a step of 0: the whole distance at once
  enum scroll_direction armed;
};

struct screen {
  struct vec2 points, metres, camera;
};

struct trigger_settings {
  double edge_zone, edge_dwell, off_screen_zone, off_screen_dwell, hysteresis, release, cooldown, speed, hold_limit;
  double blink_threshold;
};

struct trigger {
  struct trigger_settings settings;
  enum { TRIGGER_IDLE, TRIGGER_DWELLING, TRIGGER_ACTIVE, TRIGGER_COOLING } phase;
  enum scroll_direction direction;
  double seconds;  // inside, outside, or left to cool
  bool has_time;
  double time, held;
};

struct one_euro {
  double min_cutoff, beta, derivative_cutoff;
  bool has_state;
  double time;
  struct vec2 value, velocity;
};

struct standard_pipeline {
  struct screen screen;
  struct one_euro filter;
  struct trigger trigger;
  bool has_pointer, has_spread;
  struct vec2 pointer;
  // Difference between the two eyes, left minus right.
  struct vec3 spread_origin;
  struct vec2 spread_slope;
};

struct pointer_output standard_step(struct standard_pipeline *pipeline, const struct gaze_frame *frame);

enum { AVERAGE_CAPACITY = 32 };

struct article_pipeline {
  bool converts_world;  // `converted` instead of `worldTakenAsLocal`
  struct vec2 metres, points, plane, origin, offset;
  double target_distance, pointer_height, web_view_height;
  int window, next, count;
  struct vec2 last[AVERAGE_CAPACITY];
  bool has_pointer;
  struct vec2 pointer;
};

struct pointer_output article_step(struct article_pipeline *pipeline, const struct gaze_frame *frame);
