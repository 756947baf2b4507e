(function () {
"use strict";
var block = document.getElementById("replay-data");
if (!block) return;
var data = JSON.parse(block.textContent);
var $ = function (id) { return document.getElementById("replay-" + id); };
var root = $("root"), front = $("front"), side = $("side"), eyes = $("eyes"), range = $("time"), play = $("play"), loops = $("loop");
if (!data || !data.people || !data.people.length || !root) return;
root.hidden = false;
var digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", value = {};
for (var d = 0; d < 64; d++) value[digits.charCodeAt(d)] = d;
function decode(text, count) {
  var out = new Float64Array(count), n = 0, last = 0, number = 0, shift = 0, zeros = false;
  for (var i = 0; text && i < text.length && n <= count; i++) {
    var digit = value[text.charCodeAt(i)];
    number += (digit & 31) * Math.pow(2, shift); shift += 5;
    if (digit & 32) continue;
    if (zeros) { for (; number > 0 && n < count; number--) out[n++] = last; zeros = false; }
    else {
      var size = Math.floor(number / 2);
      last += number % 2 ? -size : size; out[n++] = last; zeros = number === 0;
    }
    number = 0; shift = 0;
  }
  return out;
}
var reduced = window.matchMedia && matchMedia("(prefers-reduced-motion: reduce)").matches;
var boxes = $("shown") ? $("shown").querySelectorAll("input") : [];
var take, column = {}, times, page, position = 0, playing = false, previous = 0, farthest = 0.4;
function option(select, text, at) {
  var item = document.createElement("option");
  item.textContent = text; item.value = at; select.appendChild(item);
}
data.people.forEach(function (person, i) {
  option($("person"), "participant " + person.participant + (person.failing ? " (tracking fails)" : ""), i);
});
function person() { return data.people[+$("person").value] || data.people[0]; }
function fillTakes() {
  var select = $("scenario"), old = select.value;
  select.textContent = "";
  person().takes.forEach(function (t, i) { option(select, t.scenario, i); });
  if (old && old < person().takes.length) select.value = old;
}
function load() {
  take = person().takes[+$("scenario").value] || person().takes[0];
  column = {};
  if (!take) return;
  for (var name in take.columns) column[name] = decode(take.columns[name], take.samples);
  times = new Float64Array(take.samples);
  for (var i = 0; i < take.samples; i++) times[i] = i * data.keepsEvery / data.frameRate + column.time[i] / 1000;
  page = data.pages.filter(function (p) {
    return p.scenario === take.scenario && p.participant === person().participant;
  })[0];
  farthest = 0.25;
  if (column.faceZ) for (i = 0; i < take.samples; i++) farthest = Math.max(farthest, -column.faceZ[i] / 1000);
  farthest = Math.min(farthest, 1.5);
  range.max = times.length ? times[times.length - 1].toFixed(2) : 0;
  seek(0);
}
function index() {
  var low = 0, high = times.length - 1;
  while (low < high) { var middle = (low + high + 1) >> 1; if (times[middle] <= position + 1e-6) low = middle; else high = middle - 1; }
  return low;
}
function seek(to) {
  position = Math.min(Math.max(to, 0), +range.max || 0);
  range.value = position;
  draw();
}
var colours = {};
function readColours() {
  var style = getComputedStyle(document.documentElement);
  ["paper", "card", "ink", "muted", "line", "phone", "bar", "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"]
    .forEach(function (name) { colours[name] = style.getPropertyValue("--" + name).trim(); });
}
function canvas(element, height) {
  var ratio = Math.min(window.devicePixelRatio || 1, 3), width = element.clientWidth || 320;
  if (element.width !== Math.round(width * ratio) || element.height !== Math.round(height * ratio)) {
    element.width = Math.round(width * ratio); element.height = Math.round(height * ratio);
    element.style.height = height + "px";
  }
  var c = element.getContext("2d");
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  c.clearRect(0, 0, width, height);
  c.font = "12px system-ui, sans-serif"; c.lineJoin = "round";
  return { c: c, width: width, height: height };
}
function mark(c, kind, x, y, r) {
  c.beginPath();
  switch (kind % 8) {
    case 0: c.arc(x, y, r, 0, 7); break;
    case 1: c.rect(x - r, y - r, 2 * r, 2 * r); break;
    case 2: c.moveTo(x, y - r * 1.3); c.lineTo(x + r * 1.3, y); c.lineTo(x, y + r * 1.3); c.lineTo(x - r * 1.3, y); c.closePath(); break;
    case 3: c.moveTo(x, y - r * 1.3); c.lineTo(x + r * 1.3, y + r); c.lineTo(x - r * 1.3, y + r); c.closePath(); break;
    case 4: c.moveTo(x, y + r * 1.3); c.lineTo(x + r * 1.3, y - r); c.lineTo(x - r * 1.3, y - r); c.closePath(); break;
    case 5: c.moveTo(x - r, y - r); c.lineTo(x + r, y + r); c.moveTo(x - r, y + r); c.lineTo(x + r, y - r); break;
    case 6: c.moveTo(x, y - r * 1.3); c.lineTo(x, y + r * 1.3); c.moveTo(x - r * 1.3, y); c.lineTo(x + r * 1.3, y); break;
    default: c.arc(x, y, r, 0, 7);
  }
}
function put(c, kind, x, y, r, colour) {
  mark(c, kind, x, y, r);
  c.lineWidth = kind % 8 > 4 ? 5 : 3; c.strokeStyle = colours.card; c.stroke();
  if (kind % 8 > 4) { c.lineWidth = 2.5; c.strokeStyle = colour; c.stroke(); } else { c.fillStyle = colour; c.fill(); }
}
function arrow(c, x, y, sign, colour, hollow) {
  c.beginPath();
  c.moveTo(x, y + sign * 16); c.lineTo(x + 9, y); c.lineTo(x + 4, y); c.lineTo(x + 4, y - sign * 14);
  c.lineTo(x - 4, y - sign * 14); c.lineTo(x - 4, y); c.lineTo(x - 9, y); c.closePath();
  if (hollow) { c.lineWidth = 2; c.strokeStyle = colour; c.stroke(); } else { c.fillStyle = colour; c.fill(); }
}
function at(name, i) { return column[name] ? column[name][i] : 0; }
function drawFront(i) {
  var v = canvas(front, 540), c = v.c, w = data.screen.points[0], h = data.screen.points[1];
  var s = Math.min((v.width - 70) / (w * 1.12), (v.height - 20) / (h * 1.16));
  var left = (v.width - w * s) / 2, top = (v.height - h * s) / 2 - h * s * 0.01;
  var X = function (x) { return left + x * s; }, Y = function (y) { return top + y * s; };
  var hx = function (x) { return Math.min(Math.max(X(x), 8), v.width - 8); };
  var hy = function (y) { return Math.min(Math.max(Y(y), 8), v.height - 8); };
  var flags = at("flags", i);
  c.fillStyle = colours.phone; c.strokeStyle = colours.muted; c.lineWidth = 2;
  c.beginPath(); c.rect(left, top, w * s, h * s); c.fill(); c.stroke();
  c.save(); c.beginPath(); c.rect(left, top, w * s, h * s); c.clip();
  if (page && flags & 32) {
    var offset = at("page", i);
    c.fillStyle = colours.bar;
    page.lines.forEach(function (line) {
      var y = line[0] - offset;
      if (y < -30 || y > h + 30) return;
      c.fillRect(X(page.margin), Y(y - page.linePitch * 0.2), line[1] * s, page.linePitch * 0.4 * s);
    });
    c.strokeStyle = colours.bar; c.lineWidth = 2;
    page.pictures.forEach(function (picture) {
      c.strokeRect(X(page.margin), Y(picture[0] - offset), (w - 2 * page.margin) * s, (picture[1] - picture[0]) * s);
    });
  }
  c.restore();
  c.beginPath();
  var ppm = w / data.screen.metres[0];
  c.arc(hx(data.screen.camera[0] * ppm), hy(data.screen.camera[1] * ppm), 4, 0, 7);
  c.lineWidth = 3; c.strokeStyle = colours.phone; c.stroke(); c.fillStyle = colours.ink; c.fill();
  if (flags & 8) {
    var tx = X(at("targetX", i)), ty = Y(at("targetY", i));
    c.strokeStyle = colours.ink; c.lineWidth = 1.5; c.beginPath(); c.arc(tx, ty, 13, 0, 7);
    c.moveTo(tx - 18, ty); c.lineTo(tx + 18, ty); c.moveTo(tx, ty - 18); c.lineTo(tx, ty + 18); c.stroke();
  }
  if (!reduced && data.pipelines.length === 1) {
    c.lineWidth = 1.5; c.strokeStyle = colours.s1; c.globalAlpha = 0.6; c.beginPath();
    for (var k = i; k > 0 && times[i] - times[k] < 1; k--) {
      if (k === i) c.moveTo(hx(at("x0", k)), hy(at("y0", k))); else c.lineTo(hx(at("x0", k)), hy(at("y0", k)));
    }
    c.stroke(); c.globalAlpha = 1;
  }
  for (var p = data.pipelines.length - 1; p >= 0; p--) {
    if (boxes.length && !boxes[p].checked) continue;
    var kind = (p + 1) % 8, colour = colours["s" + kind];
    put(c, kind, hx(at("x" + p, i)), hy(at("y" + p, i)), data.pipelines.length > 1 ? 5 : 7, colour);
    if (data.pipelines.length > 1) {
      c.fillStyle = colours.ink; c.fillText(letter(p), hx(at("x" + p, i)) + 8, hy(at("y" + p, i)) + 4);
    }
  }
  if (data.pipelines.length === 1 && flags & 16) put(c, 6, hx(at("rawX", i)), hy(at("rawY", i)), 5, colours.s3);
  if (flags & 4) {
    var gx = hx(at("gazeX", i)), gy = hy(at("gazeY", i));
    c.beginPath(); c.arc(gx, gy, 9, 0, 7);
    c.lineWidth = 5; c.strokeStyle = colours.card; c.stroke();
    c.lineWidth = 2.5; c.strokeStyle = colours.s0; c.stroke();
  }
  if (at("intent", i)) arrow(c, 14, v.height / 2, at("intent", i), colours.s0, true);
  if (data.pipelines.length === 1 && at("scroll0", i)) arrow(c, v.width - 14, v.height / 2, at("scroll0", i), colours.s1, false);
  c.fillStyle = colours.muted;
  if (at("intent", i)) c.fillText("wants", 2, v.height / 2 + 36);
  if (data.pipelines.length === 1 && at("scroll0", i)) { c.textAlign = "right"; c.fillText("scrolls", v.width - 2, v.height / 2 + 36); c.textAlign = "left"; }
}
function drawSide(i) {
  var v = canvas(side, 540), c = v.c, flags = at("flags", i), m = data.screen.metres, camera = data.screen.camera;
  var tilt = at("recline", i) / 5 * Math.PI / 180;
  var lean = { u: Math.cos(tilt), v: Math.sin(tilt) }, up = { u: -Math.sin(tilt), v: Math.cos(tilt) };
  var world = function (y, z) { return { u: -z * lean.u + y * up.u, v: -z * lean.v + y * up.v }; };
  var top = world(camera[1], 0), bottom = world(camera[1] - m[1], 0), far = world(0, -farthest);
  var low = Math.min(bottom.v, far.v - 0.16), high = Math.max(top.v, far.v + 0.16);
  var first = Math.min(top.u, bottom.u) - 0.03, last = Math.max(far.u, bottom.u) + 0.16;
  var s = Math.min((v.width - 16) / (last - first), (v.height - 40) / (high - low));
  var X = function (p) { return 8 + (p.u - first) * s; }, Y = function (p) { return v.height - 20 - (p.v - low) * s; };
  function segment(a, b, colour, width, dash) {
    c.beginPath(); c.setLineDash(dash || []); c.moveTo(X(a), Y(a)); c.lineTo(X(b), Y(b));
    c.strokeStyle = colour; c.lineWidth = width; c.stroke(); c.setLineDash([]);
  }
  segment(top, bottom, colours.ink, 6);
  c.fillStyle = colours.s4; c.beginPath(); c.arc(X(world(0, 0)), Y(world(0, 0)), 4, 0, 7); c.fill();
  c.fillStyle = colours.muted;
  c.fillText("leans back " + Math.round(at("recline", i) / 5) + "°", 8, v.height - 6);
  if (flags & 4) {
    var g = world(camera[1] - at("gazeY", i) * m[1] / data.screen.points[1], 0);
    c.beginPath(); c.arc(X(g), Y(g), 8, 0, 7); c.strokeStyle = colours.s0; c.lineWidth = 2.5; c.stroke();
  }
  if (!(flags & 64)) { c.fillText(flags & 1 ? "no pose" : "no face: tracking is lost", 8, 16); return; }
  var pitch = at("pitch", i) / 5 * Math.PI / 180, y = at("faceY", i) / 1000, z = at("faceZ", i) / 1000;
  var inFace = function (fy, fz) {
    return world(y + fy * Math.cos(pitch) + fz * Math.sin(pitch), z - fy * Math.sin(pitch) + fz * Math.cos(pitch));
  };
  var eyes = take.eyes && take.eyes.length === 2 ? take.eyes : [[-31, 25, 20], [31, 25, 20]];
  var brow = (eyes[0][1] + eyes[1][1]) / 2000, depth = (eyes[0][2] + eyes[1][2]) / 2000;
  c.beginPath();
  for (var k = 0; k <= 40; k++) {
    var a = k / 40 * 2 * Math.PI, q = inFace(brow - 0.01 + 0.11 * Math.sin(a), depth - 0.082 + 0.088 * Math.cos(a));
    if (k) c.lineTo(X(q), Y(q)); else c.moveTo(X(q), Y(q));
  }
  c.fillStyle = colours.paper; c.fill(); c.strokeStyle = colours.muted; c.lineWidth = 2; c.stroke();
  var nose = [inFace(brow - 0.012, depth + 0.003), inFace(brow - 0.045, depth + 0.022), inFace(brow - 0.05, depth)];
  c.beginPath(); nose.forEach(function (q, n) { if (n) c.lineTo(X(q), Y(q)); else c.moveTo(X(q), Y(q)); }); c.stroke();
  [["left", colours.s2, []], ["right", colours.s3, [6, 4]]].forEach(function (eye, n) {
    var place = eyes[n], fy = place[1] / 1000, fz = place[2] / 1000;
    var ey = y + fy * Math.cos(pitch) + fz * Math.sin(pitch), ez = z - fy * Math.sin(pitch) + fz * Math.cos(pitch);
    var eyeAt = world(ey, ez);
    if (!(flags & 2)) {
      var hit = world(ey + Math.tan(lift(eye[0], i) / 5 * Math.PI / 180) * -ez, 0);
      segment(eyeAt, hit, eye[1], 2, eye[2]);
      c.fillStyle = eye[1]; c.beginPath(); c.arc(X(hit), Y(hit), 4, 0, 7); c.fill();
    }
    c.beginPath(); c.arc(X(eyeAt), Y(eyeAt), 5, 0, 7); c.fillStyle = eye[1]; c.fill();
  });
  c.fillStyle = colours.muted;
  c.fillText(Math.round(-z * 100) + " cm from the phone, head turned " + Math.round(at("yaw", i) / 5) + "°" + (flags & 2 ? ", blinks" : ""), 8, 16);
}
function lift(name, i) { return at("left", i) + (name === "right" ? at("rightAbove", i) : 0); }
function looks(i) {
  var yaw = at("lookL", i) / 2, turn = Math.PI / 180;
  return [["left", "L", yaw, colours.s2], ["right", "R", yaw + at("lookR", i) / 2, colours.s3]].map(function (eye) {
    var pitch = Math.atan(Math.tan(lift(eye[0], i) / 5 * turn) * Math.cos(eye[2] * turn)) / turn;
    return { name: eye[0], colour: eye[3], x: eye[2], y: pitch,
      px: eye[2] + at("off" + eye[1] + "X", i), py: pitch + at("off" + eye[1] + "Y", i) };
  });
}
function angles(x, y) {
  x = Math.round(x); y = Math.round(y);
  return Math.abs(x) + "° " + (x < 0 ? "left" : "right") + ", " + Math.abs(y) + "° " + (y < 0 ? "down" : "up");
}
function drawEyes(i) {
  var v = canvas(eyes, 150), c = v.c, seen = at("flags", i) & 64;
  var r = Math.min(60, v.width / 4 - 12), found = looks(i);
  found.forEach(function (eye, n) {
    var x = v.width * (2 * n + 1) / 4, y = 68;
    var X = function (d) { return x + Math.min(Math.max(d / 40, -1), 1) * r; };
    var Y = function (d) { return y - Math.min(Math.max(d / 40, -1), 1) * r; };
    c.beginPath(); c.arc(x, y, r, 0, 7); c.moveTo(x - r, y); c.lineTo(x + r, y); c.moveTo(x, y - r); c.lineTo(x, y + r);
    c.strokeStyle = colours.line; c.lineWidth = 1.5; c.stroke();
    c.fillStyle = colours.muted; c.textAlign = "center"; c.fillText(eye.name + " eye", x, 146); c.textAlign = "left";
    if (!seen) return;
    c.beginPath(); c.moveTo(x, y); c.lineTo(X(eye.x), Y(eye.y)); c.strokeStyle = eye.colour; c.lineWidth = 3; c.stroke();
    put(c, 0, X(eye.x), Y(eye.y), 5, eye.colour);
    c.beginPath(); c.arc(X(eye.px), Y(eye.py), 9, 0, 7); c.strokeStyle = colours.ink; c.lineWidth = 1.5; c.stroke();
  });
  $("sight").textContent = !seen ? "No face." : found.map(function (eye) {
    return "The " + eye.name + " eye looks " + angles(eye.x, eye.y) + "; published: " + angles(eye.px, eye.py) + ".";
  }).join(" ");
}
function letter(p) { return (p < 26 ? "" : letter(Math.floor(p / 26) - 1)) + String.fromCharCode(65 + p % 26); }
function way(sign) { return sign > 0 ? "down" : sign < 0 ? "up" : "nowhere"; }
function draw() {
  if (!take || !times.length) { $("state").textContent = "nothing was kept of this take"; return; }
  var i = index(), flags = at("flags", i), total = times[times.length - 1];
  readColours();
  drawFront(i);
  if (side) drawSide(i);
  if (eyes && column.lookL) drawEyes(i);
  var clock = position.toFixed(1) + " of " + total.toFixed(1) + " s";
  $("clock").textContent = clock;
  range.setAttribute("aria-valuetext", clock);
  var error = flags & 4 ? Math.hypot(at("x0", i) - at("gazeX", i), at("y0", i) - at("gazeY", i)).toFixed(0) + " pt from the gaze" : "";
  front.setAttribute("aria-label", places(i, flags));
  $("state").textContent = "Eyes: " + data.states[at("state", i)] + (flags & 1 ? "" : " (face lost)") +
    (error && data.pipelines.length === 1 ? "; pointer " + error : "") + "; wants the page " + way(at("intent", i)) +
    (data.pipelines.length === 1 ? "; it is scrolled " + way(at("scroll0", i)) : "") + ".";
}
function place(x, y) { return Math.round(x) + ", " + Math.round(y) + " pt from the top left"; }
function places(i, flags) {
  return "Phone, " + position.toFixed(1) + " s" +
    (data.pipelines.length === 1 ? ": pointer at " + place(at("x0", i), at("y0", i)) : ": pointers of " + data.pipelines.length + " pipelines") +
    (flags & 4 ? "; true gaze at " + place(at("gazeX", i), at("gazeY", i)) : "") +
    (flags & 8 ? "; target at " + place(at("targetX", i), at("targetY", i)) : "");
}
function setPlaying(on) {
  playing = on;
  // While it plays, the text changes many times a second; it is read out when it stops.
  $("state").setAttribute("aria-live", on ? "off" : "polite");
  play.textContent = on ? "Pause" : "Play";
  play.setAttribute("aria-pressed", on ? "true" : "false");
  if (on) { if (position >= +range.max) seek(0); previous = 0; requestAnimationFrame(tick); }
}
function tick(now) {
  if (!playing) return;
  if (previous) seek(position + (now - previous) / 1000 * +$("speed").value);
  previous = now;
  if (position < +range.max) requestAnimationFrame(tick);
  else if (loops.checked) { seek(0); requestAnimationFrame(tick); } else setPlaying(false);
}
function step(by) {
  setPlaying(false);
  seek(times[Math.min(Math.max(index() + by, 0), times.length - 1)]);
}
function speed(by) {
  var select = $("speed");
  select.selectedIndex = Math.min(Math.max(select.selectedIndex + by, 0), select.options.length - 1);
}
// The keys of gazesim replay, while the focus is in the replay. A control keeps the keys that it needs itself.
root.addEventListener("keydown", function (e) {
  if (!take || !times.length || e.ctrlKey || e.metaKey || e.altKey) return;
  var kind = e.target.tagName, isRange = e.target === range;
  if (kind === "SELECT" || (kind !== "CANVAS" && e.key === " " && !isRange)) return;
  if (isRange && e.key.indexOf("Arrow") === 0) return;
  switch (e.key) {
    case " ": setPlaying(!playing); break;
    case ".": case "ArrowRight": step(1); break;
    case ",": case "ArrowLeft": step(-1); break;
    case "l": case "L": loops.checked = !loops.checked; break;
    case "+": case "=": speed(1); break;
    case "-": case "_": speed(-1); break;
    default: return;
  }
  e.preventDefault();
});
play.addEventListener("click", function () { setPlaying(!playing); });
range.addEventListener("input", function () { seek(+range.value); });
$("person").addEventListener("change", function () { fillTakes(); load(); });
$("scenario").addEventListener("change", load);
if ($("shown")) $("shown").addEventListener("change", function () { draw(); });
window.addEventListener("resize", function () { if (take) draw(); });
var scheme = window.matchMedia && matchMedia("(prefers-color-scheme: dark)");
if (scheme && scheme.addEventListener) scheme.addEventListener("change", function () { if (take) draw(); });
window.addEventListener("beforeprint", function () { if (take) draw(); });
fillTakes();
load();
}());
