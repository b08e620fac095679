"use strict";
// A program whose package brings another version of the SDK.
const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
const { Box, version } = require("./boxes");

exports.versions = [require("@pulumi/pulumi/package.json").version, version];
const hook = new pulumi.ResourceHook("outer", (args) => console.log(`the outer hook of ${args.name}`));
new Box("box", new pulumi.Config().requireBoolean("apart"));
const transform = ({ props, opts }) => ({ props: { ...props, content: `${props.content}, by the program` }, opts });
new File("a", { path: "a.txt", content: "outer" }, { hooks: { beforeCreate: [hook] }, transforms: [transform] });
