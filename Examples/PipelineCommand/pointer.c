/* A pointer for gazesim in C99 with the C library alone:

       cc -std=c99 -O2 -o pointer pointer.c
       gazesim evaluate --pipeline-command ./pointer

   One ray from the mean of both eyes, taken into the camera's frame, meets the screen's plane; the point is smoothed
   with a time constant of 0.1 s, and held while the face is lost or the lids are closed. It uses no calibration of the
   person, and scrolls no page. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 16];

/* The value after "key": in the line, or NULL. The keys are those of docs/pipelines.md, and each occurs once. */
static const char *value(const char *key) {
  char quoted[32];
  snprintf(quoted, sizeof quoted, "\"%s\":", key);
  const char *place = strstr(line, quoted);
  return place ? place + strlen(quoted) : NULL;
}

/* Reads a list of numbers; 0 if the key is missing or its value is null. */
static int numbers(const char *key, int count, double *out) {
  const char *text = value(key);
  if (!text || *text != '[') return 0;
  for (int i = 0; i < count; i++) {
    char *end;
    out[i] = strtod(text + 1, &end);
    if (end == text + 1 || (*end != ',' && *end != ']')) return 0;
    text = end;
  }
  return 1;
}

/* A pose is 16 numbers, column by column: rotated by its first three columns, moved by the fourth. */
static void turn(const double *m, const double *v, double *out) {
  for (int i = 0; i < 3; i++) out[i] = m[i] * v[0] + m[4 + i] * v[1] + m[8 + i] * v[2];
}

static void turn_back(const double *m, const double *v, double *out) {
  for (int i = 0; i < 3; i++) out[i] = m[4 * i] * v[0] + m[4 * i + 1] * v[1] + m[4 * i + 2] * v[2];
}

/* The screen point of a frame; 0 if it has none. */
static int look(const double *points, const double *metres, const double *lens, int quarters, double *out) {
  double camera[16], face[16], left[16], right[16], blink[2] = {0, 0};
  const char *tracked = value("tracked");
  if (!tracked || strncmp(tracked, "true", 4) != 0) return 0;
  if (!numbers("camera", 16, camera) || !numbers("face", 16, face)) return 0;
  if (!numbers("leftEye", 16, left) || !numbers("rightEye", 16, right)) return 0;
  if (numbers("blink", 2, blink) && blink[0] + blink[1] > 1) return 0;
  if (left[10] <= 0 || right[10] <= 0) return 0;
  double origin[3], ray[3] = {(left[8] / left[10] + right[8] / right[10]) / 2,
                              (left[9] / left[10] + right[9] / right[10]) / 2, 1};
  for (int i = 0; i < 3; i++) origin[i] = (left[12 + i] + right[12 + i]) / 2;
  double place[3], way[3], o[3], d[3];
  turn(face, origin, place);
  turn(face, ray, way);
  for (int i = 0; i < 3; i++) place[i] += face[12 + i] - camera[12 + i];
  turn_back(camera, place, o);
  turn_back(camera, way, d);
  if (d[2] <= 0 || o[2] >= 0) return 0;
  double x = o[0] - d[0] * o[2] / d[2], y = o[1] - d[1] * o[2] / d[2];
  /* From the axes of the portrait view, in which the poses are, to those of the interface. */
  for (int i = 0; i < quarters; i++) {
    double before = x;
    x = -y;
    y = before;
  }
  out[0] = (lens[0] + x) / metres[0] * points[0];
  out[1] = (lens[1] - y) / metres[1] * points[1];
  return 1;
}

/* The quarter turns of the phone, counterclockwise, for the interface's orientation; -1 if it is unknown. */
static int quarter_turns(void) {
  const char *names[] = {"\"portrait\"", "\"landscapeRight\"", "\"portraitUpsideDown\"", "\"landscapeLeft\""};
  const char *name = value("orientation");
  for (int i = 0; name && i < 4; i++)
    if (strncmp(name, names[i], strlen(names[i])) == 0) return i;
  return -1;
}

int main(void) {
  double points[2], metres[2], lens[2], pointer[2] = {0, 0}, last = 0;
  int known = 0;
  if (!fgets(line, sizeof line, stdin) || !value("protocol") || atoi(value("protocol")) != 1) {
    fputs("this program speaks protocol 1\n", stderr);
    return 1;
  }
  if (!numbers("points", 2, points) || !numbers("metres", 2, metres) || !numbers("camera", 2, lens)) return 1;
  int quarters = quarter_turns();
  if (quarters < 0) return 1;
  puts("{\"gazesim\":\"ready\",\"protocol\":1,\"name\":\"pointer.c\"}");
  fflush(stdout);
  while (fgets(line, sizeof line, stdin)) {
    const char *time = value("t");
    if (!time) return 1;
    int digits = (int)strcspn(time, ",}");
    double t = strtod(time, NULL), raw[2];
    int seen = look(points, metres, lens, quarters, raw);
    if (seen) {
      double step = t > last ? t - last : 0, share = known ? step / (step + 0.1) : 1;
      for (int i = 0; i < 2; i++) pointer[i] += share * (raw[i] - pointer[i]);
      known = 1;
      last = t;
    }
    /* The digits of t are copied, so that they are echoed as they came. */
    printf("{\"t\":%.*s,\"pointer\":", digits, time);
    if (known) printf("[%.17g,%.17g]", pointer[0], pointer[1]); else printf("null");
    if (seen) printf(",\"raw\":[%.17g,%.17g]}\n", raw[0], raw[1]); else printf(",\"raw\":null}\n");
    fflush(stdout);
  }
  return 0;
}
