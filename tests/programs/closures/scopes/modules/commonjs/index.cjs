const os = require("node:os");
const { createHash: hash } = require("crypto");
const helper = require("./helper.cjs");
let count = 0;
const prefix = "cjs ";
function bump() { return ++count; }
function digest(text) { return hash("sha256").update(text).digest("hex").slice(0, 8); }
class Thing { #name; constructor(name) { this.#name = name; } show() { return prefix + this.#name; } }
exports.bump = bump;
exports.read = () => count;
exports.digest = digest;
exports.system = () => typeof os.platform();
exports.shout = (text) => helper.shout(prefix + text);
exports.own = () => exports.shout("own");
exports.Thing = Thing;
exports.counters = (() => { let n = 0; return { up: () => ++n, get: () => n }; })();
exports.name = () => __filename.endsWith("index.cjs");
exports.lazy = () => require("./helper.cjs").shout("x");
exports.evil = (text) => eval(text);

// Sloppy code: functions in blocks are variables of the function around.
exports.picked = function (isFast) {
  if (isFast) {
    var added = 1;
    function pick(number) { return number + added; }
  } else {
    function pick(number) { return number * 2; }
  }
  return function (number) { return pick(number); };
};
if (exports.picked) {
  function declared() { return declared.name; }
}
exports.late = () => declared();
exports.strict = function (number) {
  "use strict";
  function twice(it) { return it * 2; }
  { function twice(it) { return it * 3; } }
  return twice(number);
};
