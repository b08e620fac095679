exports.value = 1;
exports.again = () => exports.value;
exports.main = require.main === module;
