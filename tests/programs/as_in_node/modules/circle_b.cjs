const a = require("./circle_a.cjs");
exports.early = a.early;
exports.late = a.late === undefined;
