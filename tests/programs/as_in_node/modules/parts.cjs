const { basename } = require("path");
exports.parts = [
  basename(__filename),
  basename(__dirname),
  this === module.exports,
  module.loaded,
  module.parent === undefined || typeof module.parent,
  basename(module.filename),
  module.paths[0].endsWith("modules/node_modules"),
  require.cache === require("module")._cache,
];
