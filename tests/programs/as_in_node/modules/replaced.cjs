module.exports = require("replaced");
