const pulumi = require("@pulumi/pulumi");
exports.url = "https://example.com";
exports.password = pulumi.secret("hunter2");
