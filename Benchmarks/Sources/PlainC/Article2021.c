#include "Rigid.h"

// Where the segment from the target node to the eye passes through the plane from its front; else the origin.
static struct vec2 local_hit(const struct article_pipeline *p, const struct rigid *eye) {
  struct vec3 end = eye->t, start = apply(eye, (struct vec3){0, 0, p->target_distance});
  struct vec2 missed = {0, 0};
  if (!(start.z > 0) || !(end.z <= 0)) return missed;
  struct vec3 hit = add(start, scale(subtract(end, start), start.z / (start.z - end.z)));
  if (!(fabs(hit.x) <= p->plane.x / 2) || !(fabs(hit.y) <= p->plane.y / 2)) return missed;
  return (struct vec2){hit.x, hit.y};
}

static struct vec2 average_step(struct article_pipeline *p, struct vec2 point) {
  p->last[p->next] = point;
  p->next = (p->next + 1) % p->window;
  if (p->count < p->window) p->count++;
  struct vec2 sum = {0, 0};
  for (int i = 0; i < p->count; i++) {
    sum.x += p->last[i].x;
    sum.y += p->last[i].y;
  }
  return (struct vec2){sum.x / p->count, sum.y / p->count};
}

struct pointer_output article_step(struct article_pipeline *p, const struct gaze_frame *frame) {
  struct pointer_output output = {0};
  output.has_pointer = p->has_pointer;
  output.pointer = p->pointer;
  struct rigid camera, face, left, right;
  if (!rigid_from_matrix(frame->camera, &camera) || !rigid_from_matrix(frame->face, &face) ||
      !rigid_from_matrix(frame->left_eye, &left) || !rigid_from_matrix(frame->right_eye, &right))
    return output;
  if (p->converts_world) {
    struct rigid local_from_world = inverse(&camera);
    face = product(&local_from_world, &face);
  }
  left = product(&face, &left);
  right = product(&face, &right);
  struct vec2 a = local_hit(p, &left), b = local_hit(p, &right);
  struct vec2 hit = {a.x + b.x, a.y + b.y};
  struct vec2 raw = {
      p->origin.x + p->offset.x + hit.x / 2 / p->metres.x * p->points.x,
      p->origin.y + p->offset.y - hit.y / 2 / p->metres.y * p->points.y};
  struct vec2 now = average_step(p, raw);
  if (!is_finite2(now)) return output;
  p->pointer = now;
  p->has_pointer = true;
  output.has_pointer = output.has_raw = true;
  output.pointer = now;
  output.raw = raw;
  double top = now.y - p->pointer_height / 2;
  output.direction = top >= p->web_view_height ? SCROLL_DOWN : top < 0 ? SCROLL_UP : SCROLL_NONE;
  if (output.direction != SCROLL_NONE) {
    output.distance = 10;
    output.step = 1;
  }
  return output;
}
