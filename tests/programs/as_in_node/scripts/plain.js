// CommonJS, as nothing says otherwise.
const { basename } = require("node:path");
module.exports = () => 1;
console.log(basename(__filename), require.main === module, typeof process.send);
