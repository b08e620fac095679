exports.early = "early";
const b = require("./circle_b.cjs");
exports.late = "late";
exports.seen = b;
