"use strict";
// Moves, searches, lights up and folds the picture. It is complete without this.
const main = document.querySelector("main");
const svg = main.querySelector("svg");
const details = document.querySelector("aside");
const search = document.querySelector("input");
const boxes = [...svg.querySelectorAll("[data-i]")];
const edges = [...svg.querySelectorAll(".edge")];
const byNumber = new Map(boxes.map((it) => [it.dataset.i, it]));
const titles = new Map();
for (const it of [...boxes, ...edges]) {
  const title = it.querySelector(":scope > title");
  titles.set(it, title.textContent);
  title.remove();
}
const resting = details.textContent;
const whole = svg.viewBox.baseVal;
const full = { x: whole.x, y: whole.y, width: whole.width, height: whole.height };
let view = { ...full };
main.classList.add("live");
svg.removeAttribute("width");
svg.removeAttribute("height");

function show() {
  svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
}
function zoom(factor, x, y) {
  const width = Math.min(Math.max(view.width * factor, 80), full.width * 4);
  const by = width / view.width;
  view = { x: x - (x - view.x) * by, y: y - (y - view.y) * by, width, height: view.height * by };
  show();
}
function place(event) {
  const point = new DOMPoint(event.clientX, event.clientY);
  return point.matrixTransform(svg.getScreenCTM().inverse());
}
function middle(factor) {
  zoom(factor, view.x + view.width / 2, view.y + view.height / 2);
}
function fit() {
  view = { ...full };
  show();
}
svg.addEventListener("wheel", (event) => {
  event.preventDefault();
  const { x, y } = place(event);
  zoom(Math.exp(Math.max(-50, Math.min(50, event.deltaY)) * 0.006), x, y);
}, { passive: false });

let held;
let moved = false;
svg.addEventListener("pointerdown", (event) => {
  held = place(event);
  moved = false;
});
svg.addEventListener("pointermove", (event) => {
  if (held === undefined || event.buttons === 0) return;
  const now = place(event);
  if (!moved && Math.hypot(now.x - held.x, now.y - held.y) * svg.getScreenCTM().a < 4) return;
  if (!moved) svg.setPointerCapture(event.pointerId);
  moved = true;
  view.x += held.x - now.x;
  view.y += held.y - now.y;
  show();
});
svg.addEventListener("pointerup", () => held = undefined);

// The dependencies and the dependents of each resource.
const near = new Map(boxes.map((it) => [it.dataset.i, []]));
for (const edge of edges) {
  near.get(edge.dataset.from).push(edge);
  near.get(edge.dataset.to).push(edge);
}
// The box that a click has chosen: its details stay.
let chosen = null;
function light(target) {
  for (const it of svg.querySelectorAll(".lit")) it.classList.remove("lit");
  details.textContent = resting;
  if (target === null) return;
  target.classList.add("lit");
  const lines = [titles.get(target)];
  for (const edge of near.get(target.dataset.i) ?? []) {
    edge.classList.add("lit");
    lines.push(titles.get(edge));
  }
  details.textContent = lines.join("\n");
}
svg.addEventListener("pointerover", (event) => {
  if (held === undefined && chosen === null) light(event.target.closest("[data-i],.edge"));
});

// The frames around a box or a part of an edge, from inside to outside.
function* around(it) {
  for (let at = it.dataset.frame; at !== undefined; at = byNumber.get(at).dataset.frame) yield byNumber.get(at);
}
const isFolded = (it) => it.classList.contains("folded");
const isFrame = (it) => it.classList.contains("frame");
const isHidden = (it) => [...around(it)].some(isFolded);
const frames = boxes.filter(isFrame);
const leaves = boxes.filter((it) => !isFrame(it));

// The picture as it was drawn: the layout with folded frames comes from it.
const areas = new Map(boxes.map((it) => {
  const { e, f } = it.transform.baseVal.consolidate().matrix;
  const { width, height } = it.querySelector(":scope > rect");
  return [it, { x: e, y: f, width: width.baseVal.value, height: height.baseVal.value }];
}));
const BOX = { width: 232, height: 46 };
const PADDING = 18;
const MARGIN = 24;
const parts = new Map(edges.map((edge) => [
  edge,
  [...edge.querySelectorAll("path")].map((path) => ({ path, points: points(path.getAttribute("d")) })),
]));
function points(way) {
  const found = [];
  let [x, y] = [0, 0];
  for (const [, letter, rest] of way.matchAll(/([MHVC])([^MHVC]*)/g)) {
    const numbers = rest.trim().split(/\s+/).map(Number);
    if (letter === "H") x = numbers[0];
    else if (letter === "V") y = numbers[0];
    else [x, y] = numbers.slice(-2);
    found.push([x, y]);
  }
  return found;
}
function wayOf(points) {
  let [x, y] = points[0];
  let way = `M${x} ${y}`;
  for (const [toX, toY] of points.slice(1)) {
    const half = Math.round((x + toX) / 2);
    if (y === toY) way += `H${toX}`;
    else if (x === toX) way += `V${toY}`;
    else way += `C${half} ${y} ${half} ${toY} ${toX} ${toY}`;
    [x, y] = [toX, toY];
  }
  return way;
}
// Moves coordinates so that no stretch without anything in it is longer than `most`; some have no length at all.
function squeezed(used, most, isCut = () => false) {
  used.sort((one, other) => one[0] - other[0]);
  const stops = [];
  let end = used[0][0];
  let to = MARGIN;
  for (const [from, until] of used) {
    if (from > end) {
      stops.push([end, to]);
      to += isCut(end, from) ? 0 : Math.min(from - end, most);
      end = from;
    }
    if (until > end) {
      if (stops.at(-1)?.[0] !== end) stops.push([end, to]);
      to += until - end;
      end = until;
    }
  }
  stops.push([end, to]);
  return (at) => {
    let [low, high] = [0, stops.length - 1];
    while (low < high) {
      const half = (low + high) >> 1;
      if (stops[half][0] < at) low = half + 1;
      else high = half;
    }
    const [right, newRight] = stops[low];
    if (low === 0 || at >= right) return Math.round(newRight + at - right);
    const [left, newLeft] = stops[low - 1];
    return Math.round(newLeft + (newRight - newLeft) * (at - left) / (right - left));
  };
}
// The edges to draw, with the boxes that stand for their ends: one of those between the same two, and one that
// shares its way with many.
function drawn() {
  const seen = (number) => {
    const box = byNumber.get(number);
    return [...around(box)].findLast(isFolded) ?? box;
  };
  const all = edges.map((edge) => ({ edge, from: seen(edge.dataset.from), to: seen(edge.dataset.to) }));
  const uses = new Map();
  for (const { edge } of all) uses.set(edge.dataset.to, (uses.get(edge.dataset.to) ?? 0) + 1);
  const kept = new Map();
  for (const it of all) {
    const key = `${it.from.dataset.i} ${it.to.dataset.i}`;
    const known = kept.get(key);
    const isBetter = known === undefined || uses.get(it.edge.dataset.to) > uses.get(known.edge.dataset.to);
    if (it.from !== it.to && isBetter) kept.set(key, it);
  }
  return new Map([...kept.values()].map((it) => [it.edge, it]));
}
function resize(it, x, y, width, height) {
  it.setAttribute("transform", `translate(${x} ${y})`);
  const rect = it.querySelector(":scope > rect");
  rect.setAttribute("width", width);
  rect.setAttribute("height", height);
  if (isFrame(it)) {
    const bar = `M0 ${BOX.height}V7a7 7 0 0 1 7-7H${width - 7}a7 7 0 0 1 7 7V${BOX.height}z`;
    it.querySelector(":scope > .bar").setAttribute("d", bar);
  }
}
const isBox = (it) => isFolded(it) || !isFrame(it);
// A box of the whole picture that no line touches: those are in rows at the end.
const isLoose = (it, touched) => it.dataset.frame === undefined && isBox(it) && !touched.has(it);
// The columns of the whole picture: stretches from left to right that have boxes.
function bandsOf(shown) {
  const outer = shown.filter((it) => it.dataset.frame === undefined).map((it) => areas.get(it));
  const bands = [];
  for (const { x, width } of outer.sort((one, other) => one.x - other.x)) {
    if (bands.length === 0 || x > bands.at(-1).until) bands.push({ from: x, until: x + width });
    bands.at(-1).until = Math.max(bands.at(-1).until, x + width);
  }
  return bands;
}
// A line, with points where it enters and leaves a column.
function divided(points, bands) {
  const all = [points[0]];
  for (const [toX, toY] of points.slice(1)) {
    const [x, y] = all.at(-1);
    const sides = bands.flatMap((it) => [it.from, it.until]).filter((it) => it > x && it < toX);
    if (y === toY) all.push(...sides.map((it) => [it, y]));
    all.push([toX, toY]);
  }
  return all;
}
// Whether a stretch is in folded frames only: their contents are not shown.
function isCutIn(shown) {
  const spans = shown.filter(isFrame).map((it) => {
    const { x, width } = areas.get(it);
    const outer = new Set(around(it));
    return isFolded(it) ? { it, outer, from: x + BOX.width, until: x + width } : { it, from: x, until: x + width };
  });
  return (from, until) => {
    const here = spans.filter((it) => it.from <= from && until <= it.until);
    return here.some((it) => isFolded(it.it) && here.every((one) => isFolded(one.it) || it.outer.has(one.it)));
  };
}
// The places of boxes and lines once each folded frame takes the space of a box. Each column is squeezed on its own.
function squeezedPicture(shown, ways) {
  const touched = new Set(ways.flatMap(({ from, to }) => [from, to].flatMap((it) => [it, ...around(it)])));
  const kept = shown.filter((it) => !isLoose(it, touched));
  const bands = bandsOf(kept);
  const across = [];
  for (const it of bands) it.used = [];
  const floor = Math.max(0, ...kept.map((it) => areas.get(it).y + areas.get(it).height));
  for (const it of kept) {
    const { x, y, width, height } = areas.get(it);
    const { used } = bands.find(({ from, until }) => from <= x && x <= until);
    if (isBox(it)) {
      across.push([x, x + BOX.width], [x + width, x + width]);
      used.push([y, y + BOX.height]);
    } else {
      across.push([x, x + PADDING], [x + width - PADDING, x + width]);
      used.push([y, y + BOX.height], [y + height - PADDING, y + height]);
    }
  }
  for (const { points } of ways.flatMap((it) => it.parts)) {
    points.forEach(([toX, toY], at) => {
      const [x, y] = points[Math.max(at - 1, 0)];
      if (x === toX && y !== toY) across.push([x - 4, x + 4]);
      for (const { from, until, used } of bands) {
        if (y === toY && y <= floor && x <= until && toX >= from) used.push([y - 4, y + 4]);
      }
    });
  }
  const x = squeezed(across, 64, isCutIn(kept));
  for (const band of bands) {
    band.y = squeezed(band.used, 24);
    band.height = band.y(Math.max(...band.used.map((it) => it[1])));
  }
  const lowest = Math.max(MARGIN, ...bands.map((it) => it.height));
  const y = (atX, atY) => {
    if (atY > floor) return Math.round(lowest + atY - floor);
    const far = (it) => Math.max(it.from - atX, atX - it.until, 0);
    const band = bands.reduce((one, other) => far(other) < far(one) ? other : one);
    return band.y(atY) + Math.round((lowest - band.height) / 2);
  };
  return { x, y, loose: shown.filter((it) => isLoose(it, touched)), kept, bands };
}
function refold() {
  const lines = drawn();
  for (const it of boxes) it.classList.toggle("gone", isHidden(it));
  for (const edge of edges) {
    edge.classList.toggle("gone", !lines.has(edge));
    for (const { path } of parts.get(edge)) path.classList.toggle("gone", isHidden(path));
  }
  const ways = [...lines.values()].map(({ edge, from, to }) => (
    { from, to, parts: parts.get(edge).filter(({ path }) => !isHidden(path)) }
  ));
  const shown = boxes.filter((it) => !isHidden(it));
  if (shown.length > 0) arrange(shown, ways);
}
function arrange(shown, ways) {
  const same = { x: (x) => x, y: (_, y) => y, loose: [], kept: shown, bands: [] };
  const { x, y, loose, kept, bands } = frames.some(isFolded) ? squeezedPicture(shown, ways) : same;
  const now = new Map();
  for (const it of kept) {
    const area = areas.get(it);
    const [left, top] = [x(area.x), y(area.x, area.y)];
    const width = isBox(it) ? BOX.width : x(area.x + area.width) - left;
    const height = isBox(it) ? BOX.height : y(area.x, area.y + area.height) - top;
    now.set(it, { left, top, width, height });
  }
  const lines = [];
  for (const { from, to, parts } of ways) {
    parts.forEach(({ path, points }, at) => {
      const way = divided(points, bands).map((it) => [x(it[0]), y(it[0], it[1])]);
      // What is folded has its edges in the middle of its sides.
      const [source, target] = [now.get(from), now.get(to)];
      if (at === 0 && isFolded(from)) {
        const start = [source.left + source.width, source.top + BOX.height / 2];
        way.splice(0, 1, start, [Math.max(way[0][0], start[0]), start[1]]);
      }
      const isLast = at === parts.length - 1;
      if (isLast && isFolded(to)) way[way.length - 1] = [target.left, target.top + BOX.height / 2];
      path.setAttribute("d", wayOf(way));
      if (isLast) path.setAttribute("marker-end", "url(#arrow)");
      else path.removeAttribute("marker-end");
      lines.push(...way);
    });
  }
  const ends = [...now.values()].map((it) => [it.left + it.width, it.top + it.height]).concat(lines);
  full.width = ends.reduce((most, it) => Math.max(most, it[0]), 4 * BOX.width) + MARGIN;
  full.height = ends.reduce((most, it) => Math.max(most, it[1]), 0) + MARGIN;
  placeLoose(loose, now);
  for (const [it, { left, top, width, height }] of now) resize(it, left, top, width, height);
}
// Puts boxes in rows below everything else.
function placeLoose(loose, now) {
  const columns = Math.max(1, Math.floor((full.width - MARGIN) / (BOX.width + MARGIN)));
  loose.forEach((it, at) => {
    const left = MARGIN + (at % columns) * (BOX.width + MARGIN);
    const top = full.height + Math.floor(at / columns) * (BOX.height + 16);
    now.set(it, { left, top, width: BOX.width, height: BOX.height });
  });
  if (loose.length > 0) full.height += Math.ceil(loose.length / columns) * (BOX.height + 16) + MARGIN;
}
const STATES = [["added", "+"], ["changed", "~"], ["replaced", "±"], ["removed", "−"], ["moved", "→"], ["failed", "!"]];
// The number of boxes in each frame, and of those in each state: `12 inside +3 !1`.
const counts = new Map(frames.map((it) => [it, [0, ...STATES.map(() => 0)]]));
for (const leaf of leaves) {
  for (const frame of around(leaf)) {
    const numbers = counts.get(frame);
    numbers[0]++;
    STATES.forEach(([state], at) => numbers[at + 1] += leaf.classList.contains(state) ? 1 : 0);
  }
}
function inside(frame) {
  const [all, ...numbers] = counts.get(frame);
  const states = STATES.map(([, mark], at) => mark + numbers[at]).filter((_, at) => numbers[at] > 0);
  return [`${all} inside`, ...states].join(" ");
}
for (const frame of frames) {
  const type = frame.querySelector(":scope > .type");
  const text = type.cloneNode();
  text.classList.add("inside", "gone");
  text.textContent = inside(frame);
  type.after(text);
}
function fold(frame, isFolded) {
  frame.classList.toggle("folded", isFolded);
  frame.setAttribute("aria-expanded", !isFolded);
  frame.querySelector(":scope > .type").classList.toggle("gone", isFolded);
  frame.querySelector(":scope > .inside").classList.toggle("gone", !isFolded);
}
function foldAll(list, isFolded) {
  for (const it of list) fold(it, isFolded);
  refold();
  fit();
}
// What a click or the Enter key does with a box, a frame, or what is between them.
function activate(target) {
  if (target === null || !isFrame(target)) {
    chosen = target === chosen ? null : target;
    light(chosen ?? target);
    return;
  }
  // The frame stays where it is on the screen.
  const before = target.transform.baseVal.consolidate().matrix;
  const [x, y] = [before.e, before.f];
  fold(target, !isFolded(target));
  refold();
  const after = target.transform.baseVal.consolidate().matrix;
  view.x += after.e - x;
  view.y += after.f - y;
  show();
}
svg.addEventListener("click", (event) => {
  if (!moved) activate(event.target.closest("[data-i]"));
});
for (const it of boxes) {
  it.setAttribute("tabindex", "0");
  it.setAttribute("role", "button");
  it.setAttribute("aria-label", titles.get(it));
  if (isFrame(it)) it.setAttribute("aria-expanded", true);
}
// A box that the keyboard reaches is shown with its details.
svg.addEventListener("focusin", ({ target }) => {
  if (!target.matches("[data-i]:focus-visible")) return;
  const { e, f } = target.transform.baseVal.consolidate().matrix;
  const isIn = e >= view.x && f >= view.y && e + BOX.width <= view.x + view.width && f + BOX.height <= view.y + view.height;
  if (!isIn) {
    view.x = e + BOX.width / 2 - view.width / 2;
    view.y = f + BOX.height / 2 - view.height / 2;
    show();
  }
  light(target);
});
svg.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  activate(event.target.closest("[data-i]"));
});
document.querySelector("#fold").addEventListener("click", () => {
  foldAll(frames, frames.some((it) => !isFolded(it)));
});
document.querySelector("#in").addEventListener("click", () => middle(0.75));
document.querySelector("#out").addEventListener("click", () => middle(1.33));
document.querySelector("#fit").addEventListener("click", fit);

search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\s+/).filter((it) => it !== "");
  const isFound = (it) => words.every((word) => titles.get(it).toLowerCase().includes(word));
  const found = boxes.filter(isFound);
  const holding = new Set(found.flatMap((it) => [...around(it)]));
  for (const it of boxes) {
    it.classList.toggle("dim", words.length > 0 && !isFound(it) && !holding.has(it));
  }
  for (const it of edges) it.classList.toggle("dim", words.length > 0);
  details.textContent = words.length > 0 ? `${found.length} found` : resting;
});
search.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  const first = leaves.find((it) => !it.classList.contains("dim")) ?? frames.find((it) => !it.classList.contains("dim"));
  if (first === undefined) return;
  for (const it of around(first)) fold(it, false);
  refold();
  const box = first.getBBox();
  const { e, f } = first.transform.baseVal.consolidate().matrix;
  const width = Math.min(full.width, 1200);
  const height = width * view.height / view.width;
  view = { x: e + box.width / 2 - width / 2, y: f + box.height / 2 - height / 2, width, height };
  show();
  light(first);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") light(chosen = null);
  if (event.target === search) return;
  if (event.key === "/") {
    event.preventDefault();
    search.focus();
  }
  if (event.key === "+") middle(0.75);
  if (event.key === "-") middle(1.33);
  if (event.key === "0") fit();
});

// Many resources are readable by what they are in; what the picture is about stays open.
const MANY = 60;
if (leaves.length > MANY) {
  const altered = leaves.filter((it) => it.matches(".altered,.failed"));
  const open = new Set(altered.length > MANY ? [] : altered.flatMap((it) => [...around(it)]));
  foldAll(frames.filter((it) => !open.has(it)), true);
}
