"use strict";
// Moves, searches, lights up and folds the picture. It is complete without this.
const main = document.querySelector("main");
const svg = main.querySelector("svg");
const details = document.querySelector("aside");
const search = document.querySelector("input");
const boxes = [...svg.querySelectorAll("[data-i]")];
const edges = [...svg.querySelectorAll(".edge")];
const paths = [...svg.querySelectorAll(".edge path")];
const byNumber = new Map(boxes.map((it) => [it.dataset.i, it]));
const titles = new Map();
for (const it of [...boxes, ...edges]) {
  const title = it.querySelector(":scope > title");
  titles.set(it, title.textContent);
  title.remove();
}
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
function light(target) {
  for (const it of svg.querySelectorAll(".lit")) it.classList.remove("lit");
  details.textContent = "";
  if (target === null) return;
  target.classList.add("lit");
  const lines = [titles.get(target)];
  for (const edge of near.get(target.dataset.i) ?? []) {
    edge.querySelectorAll("path").forEach((it) => it.parentNode.classList.add("lit"));
    lines.push(titles.get(edge));
  }
  details.textContent = lines.join("\n");
}
svg.addEventListener("pointerover", (event) => {
  if (held === undefined) light(event.target.closest("[data-i],.edge"));
});

function within(it, frame) {
  for (let at = it.dataset.frame; at !== undefined; at = byNumber.get(at).dataset.frame) {
    if (at === frame) return true;
  }
  return false;
}
function isHidden(it) {
  for (let at = it.dataset.frame; at !== undefined; at = byNumber.get(at).dataset.frame) {
    if (byNumber.get(at).classList.contains("folded")) return true;
  }
  return false;
}
function refold() {
  for (const it of [...boxes, ...paths]) it.classList.toggle("gone", isHidden(it));
}
function fold(frame, isFolded) {
  frame.classList.toggle("folded", isFolded);
}
svg.addEventListener("click", (event) => {
  const bar = event.target.closest(".frame");
  if (bar === null || moved) return;
  fold(bar, !bar.classList.contains("folded"));
  refold();
});
const frames = boxes.filter((it) => it.classList.contains("frame"));
document.querySelector("#fold").addEventListener("click", () => {
  const isFolded = frames.some((it) => !it.classList.contains("folded"));
  for (const it of frames) fold(it, isFolded);
  refold();
});
document.querySelector("#in").addEventListener("click", () => middle(0.75));
document.querySelector("#out").addEventListener("click", () => middle(1.33));
document.querySelector("#fit").addEventListener("click", fit);

search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\s+/).filter((it) => it !== "");
  const isFound = (it) => words.every((word) => titles.get(it).toLowerCase().includes(word));
  const found = boxes.filter(isFound);
  for (const it of boxes) {
    const holds = it.classList.contains("frame") && found.some((one) => within(one, it.dataset.i));
    it.classList.toggle("dim", words.length > 0 && !isFound(it) && !holds);
  }
  for (const it of edges) it.classList.toggle("dim", words.length > 0);
  details.textContent = words.length > 0 ? `${found.length} found` : "";
});
search.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  const first = boxes.find((it) => !it.classList.contains("dim") && !it.classList.contains("frame"));
  if (first === undefined) return;
  const box = first.getBBox();
  const { e, f } = first.transform.baseVal.consolidate().matrix;
  const width = Math.min(full.width, 1200);
  const height = width * view.height / view.width;
  view = { x: e + box.width / 2 - width / 2, y: f + box.height / 2 - height / 2, width, height };
  show();
  light(first);
});
document.addEventListener("keydown", (event) => {
  if (event.target === search) return;
  if (event.key === "/") {
    event.preventDefault();
    search.focus();
  }
  if (event.key === "+") middle(0.75);
  if (event.key === "-") middle(1.33);
  if (event.key === "0") fit();
});
