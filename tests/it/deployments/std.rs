//! `lumi/std`: resources of the package that comes with Lumi.

use crate::support::lumi::Lumi;

const PROGRAM: &str = r#"
import * as lumi from "lumi";
import * as std from "lumi/std";
import { exec, fs } from "lumi/std";

const motd = new fs.File("motd", { path: "out/motd.txt", content: "hello", mode: 0o600 });
const site = new fs.Directory("site", {
  path: "public",
  source: new lumi.AssetArchive({ "index.html": new lumi.StringAsset("<p>") }),
});
const seen = fs.File.get("seen", "Lumi.yaml");
const build = new exec.Command("build", {
  create: ["cat", motd.path],
  triggers: [site.sha256],
}, { dependsOn: seen });
export const printed = build.stdout;
export const same = std.fs.File === fs.File && motd instanceof lumi.CustomResource;
"#;

#[test]
pub fn resources_of_the_package_are_planned() {
    let lumi = Lumi::program(PROGRAM);
    let graph = lumi.run(&["run", "--format", "yaml"]).ok();
    insta::assert_snapshot!(graph);
}

const MORE: &str = r#"
import * as lumi from "lumi";
import { http, random, time, tls } from "lumi/std";

const rotation = new time.Rotating("monthly", { rotationMonths: 1 });
const password = new random.Password("db", { length: 24, keepers: { at: rotation.rfc3339 } });
const name = new random.Pet("name");
const number = new random.Integer("port", { min: 1024, max: 65535, seed: 7 });
const id = new random.Id("suffix", { byteLength: 4 });
const zones = new random.Shuffle("zones", { inputs: ["a", "b", id.hex], resultCount: 2 });
const key = new tls.PrivateKey("key", { algorithm: "ED25519" });
const cert = new tls.SelfSignedCert("cert", {
  privateKeyPem: key.privateKeyPem,
  validityPeriodHours: 24,
  dnsNames: [lumi.interpolate`${name.result}.test`],
});
const user = new http.Resource("user", {
  create: { url: "https://api.test/users" },
  read: { url: "https://api.test/users/{id}" },
  headers: { authorization: lumi.interpolate`Bearer ${password.result}` },
  body: { name: name.result, zones: zones.result },
  outputs: { name: "/name" },
});
export const uuid = new random.Uuid("uuid").result;
export const port = number.result;
export const pem = cert.certPem;
export const user_name = user.values.name;
export const old = random.Pet.get("old", "old-otter").result;
"#;

#[test]
pub fn values_keys_and_requests_are_planned() {
    let graph = Lumi::program(MORE).run(&["run", "--format", "tree"]).ok();
    insta::assert_snapshot!(graph, @r"
      Type                    Name
    + std:time:Rotating       monthly
    + std:random:Password     db       unknown: keepers.at
    + std:random:Pet          name
    + std:random:Integer      port
    + std:random:Id           suffix
    + std:random:Shuffle      zones    unknown: inputs[2]
    + std:tls:PrivateKey      key
    + std:tls:SelfSignedCert  cert     unknown: privateKeyPem, dnsNames[0]
    + std:http:Resource       user     unknown: headers.authorization, body.name, body.zones
    + std:random:Uuid         uuid
    + std:random:Pet          old

    Outputs:
      old: [unknown]
      pem: [unknown]
      port: [unknown]
      user_name: [unknown]
      uuid: [unknown]

    Resources: + 11 to create
    ");
}

#[test]
pub fn mistakes_are_shown_where_they_are_made() {
    let lumi = Lumi::program(
        "import { fs } from 'lumi/std';\n\nnew fs.File('', { path: 'a', content: '' });\n",
    );
    let answer = lumi.run(&["run"]);
    assert_eq!(answer.code, 1);
    assert!(answer.stderr.contains("index.ts:3"), "{}", answer.stderr);
    assert!(
        answer
            .stderr
            .contains("the name of a new File must be a string"),
        "{}",
        answer.stderr
    );
}
