"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.shout = shout;
const mark = "!";
function shout(text) { return text.toUpperCase() + mark; }
