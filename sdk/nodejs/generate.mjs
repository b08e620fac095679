// Makes src/wire/protocol.json anew from proto/lumirpc: `node generate.mjs [FILE]`.
//
// The file is in the repository and in the package, as protobufjs reads it without a compiler of protocols.
import { readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import protobuf from "protobufjs";

const folder = fileURLToPath(new URL("../../proto", import.meta.url));
const target = process.argv[2] ?? fileURLToPath(new URL("src/wire/protocol.json", import.meta.url));

// The parts of google.rpc that details of errors are made of.
const details = `
  syntax = "proto3";
  package google.rpc;
  message Any { string type_url = 1; bytes value = 2; }
  message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
  message BadRequest {
    message FieldViolation { string field = 1; string description = 2; }
    repeated FieldViolation field_violations = 1;
  }
`;

const root = new protobuf.Root();
root.resolvePath = (_, path) => `${folder}/${path}`;
protobuf.parse(details, root);
root.loadSync(readdirSync(`${folder}/lumirpc`).sort().map((name) => `lumirpc/${name}`));
writeFileSync(target, `${JSON.stringify(root.toJSON(), null, 1)}\n`);
