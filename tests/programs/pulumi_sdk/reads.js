const { File } = require("./file");
const given = File.get("given", "given.txt");
new File("copy", { path: "copy.txt", content: given.content });
exports.size = given.size;
exports.id = given.id;
