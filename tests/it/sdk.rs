//! The laws of the SDK and of the globals, as programs run by `lumi test`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::lumi::{Lumi, command};

fn test_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            test_files(&path, files);
        } else if path.to_string_lossy().ends_with(".test.ts") {
            files.push(path);
        }
    }
}

/// The texts of a folder's Rust files.
fn sources(folder: &Path) -> String {
    let paths = fs::read_dir(folder).unwrap();
    let paths = paths.map(|it| it.unwrap().path());
    let texts = paths.map(|path| match path.is_dir() {
        true => sources(&path),
        false => fs::read_to_string(&path).unwrap_or_default(),
    });
    texts.collect()
}

/// The end of the names of files that need permissions: tests of their own run them, by name.
const PERMITTED: &str = ".permitted.test.ts";

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut files = Vec::new();
    test_files(&folder, &mut files);
    files.sort();
    files
}

#[test]
fn laws_hold() {
    let mut files = programs();
    files.retain(|file| !file.to_string_lossy().ends_with(PERMITTED));
    assert!(files.len() >= 8);
    let output = command().arg("test").args(&files).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
}

#[test]
fn every_file_that_needs_permissions_has_a_test_that_runs_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let tests = sources(&folder);
    let permitted = programs();
    let names = permitted.iter().filter_map(|it| it.file_name()?.to_str());
    for name in names.filter(|it| it.ends_with(PERMITTED)) {
        let quoted = format!("{name:?}");
        assert!(tests.contains(&quoted), "no test runs {name}");
    }
}

#[test]
fn flags_open_the_sandbox() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/web_permitted");
    let output = command()
        .current_dir(folder)
        .env("LUMI_GIVEN", "yes")
        .args([
            "test",
            "main.permitted.test.ts",
            "--allow-write=out",
            "--allow-env=LUMI_*,HOME",
        ])
        .arg("--allow-run=sh,cat,false")
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Mocks make URNs without the engine.
#[test]
fn resources_have_the_same_urns_in_tests_and_in_runs() {
    let lumi = Lumi::program(
        "import { ComponentResource, CustomResource } from 'lumi';\n\
         const outer = new ComponentResource('acme:web:Site', 'größe: 1/2 $x');\n\
         const inner = new ComponentResource('acme:web/part:Part', 'inner', {}, { parent: outer });\n\
         const page = new CustomResource('acme:web:Page', 'page', {}, { parent: inner });\n\
         const below = new CustomResource('acme:web:Page', 'page', {}, { parent: page });\n\
         export const urns = [outer, inner, page, below].map((it) => it.urn);\n",
    );
    lumi.file(
        "main.test.ts",
        "import { assertEquals, run, test } from 'lumi/testing';\n\
         import expected from './urns.json' with { type: 'json' };\n\
         const name = (urn: string) => urn.split('::').slice(2).join('::');\n\
         test('urns', async () => {\n  \
           const { outputs } = await run(() => import('./index.ts'));\n  \
           assertEquals(outputs.urns.map(name), expected.map(name));\n\
         });\n",
    );
    let graph = lumi.run(&["run", "--format", "json"]).json();
    let urns = &graph["outputs"]["urns"];
    assert_eq!(urns.as_array().map(Vec::len), Some(4), "{urns}");
    lumi.file("urns.json", urns.to_string());
    assert!(lumi.run(&["test"]).ok().contains("1 passed"));
}

#[test]
fn results_are_summed_up() {
    let lumi = Lumi::new();
    lumi.file(
        "a.test.ts",
        "import { assert, assertEquals, test } from 'lumi/testing';\n\
         test('right', () => assert(true));\n\
         test('wrong', async () => {\n  await Promise.resolve();\n  assertEquals({ a: [1] }, { a: [2] });\n});\n\
         test.skip('later', () => {});\n",
    );
    lumi.file("b.test.ts", "throw new Error('cannot be read');");
    lumi.file("c.test.ts", "");
    let answer = lumi.run(&["test", "a.test.ts", "b.test.ts", "c.test.ts"]);
    let text = answer.transcript();
    insta::with_settings!({ filters => vec![(r"\d+ ms", "[time]")] }, {
        insta::assert_snapshot!(text);
    });
}

#[test]
fn a_folder_stands_for_the_tests_below_it() {
    let lumi = Lumi::new();
    lumi.file("index.ts", "throw new Error('not a test');");
    assert_eq!(lumi.run(&["test"]).code, 1);
    lumi.file(
        "sub/a.test.ts",
        "import { test } from 'lumi/testing';\ntest('a', () => {});\n",
    );
    assert!(lumi.run(&["test"]).ok().contains("1 passed"));
    // A run without tests must not look like a success.
    lumi.file("sub/a.test.ts", "");
    assert_eq!(lumi.run(&["test"]).code, 1);
}

#[test]
fn tests_are_filtered_and_reported_for_ci() {
    let lumi = Lumi::new();
    lumi.file(
        "a.test.ts",
        "import { test } from \"lumi/testing\";\n\
         test(\"pages are <there>\", () => {});\n\
         test(\"pages fail\", () => { throw new Error(\"a & b\"); });\n\
         test(\"others\", () => { throw new Error(\"not asked for\"); });\n",
    );
    lumi.file(
        "b.test.ts",
        "import { test } from \"lumi/testing\";\ntest(\"unrelated\", () => {});\n",
    );
    let answer = lumi.run(&["test", "--filter", "pages", "--junit", "report.xml"]);
    assert_eq!(answer.code, 1);
    assert!(
        answer.stdout.contains("1 passed, 1 failed"),
        "{}",
        answer.stdout
    );
    assert!(
        !answer.stderr.contains("declares no tests"),
        "{}",
        answer.stderr
    );
    let report = lumi.read("report.xml");
    assert!(
        report.contains("name=\"pages are &lt;there&gt;\""),
        "{report}"
    );
    assert!(
        report.contains("<failure message=\"a &amp; b\">"),
        "{report}"
    );
    assert!(!report.contains("not asked for"), "{report}");
    lumi.run(&["test", "--filter", "there"]).ok();
    // A filter without matches is an error.
    let none = lumi.run(&["test", "--filter", "nowhere"]);
    assert_eq!(none.code, 1);
    let reason = "error: no test has a name that contains `nowhere`";
    assert!(none.stderr.contains(reason), "{}", none.transcript());
}

/// Tests find their sources in any folder, without a passphrase.
#[test]
fn tests_need_no_secrets_of_a_stack() {
    let lumi = Lumi::new();
    let mut set = lumi.command(&["config", "set", "token", "hunter2", "--secret"]);
    set.env("LUMI_PASSPHRASE", "sesame");
    assert!(set.status().unwrap().success());
    lumi.file(
        "index.ts",
        "import { Config } from 'lumi';\n\
         export const token = new Config().requireSecret('token');\n",
    );
    let test = |options: &str| {
        let text = format!(
            "import {{ assertEquals, run, test }} from 'lumi/testing';\n\
             test('it', async () => {{\n\
               const result = await run(() => import('./index.ts'), {options});\n\
               assertEquals(result.outputs.token, 'mine');\n\
             }});\n"
        );
        lumi.file("a.test.ts", text);
        lumi.seen(&["test"])
    };
    let passed = test("{ config: { token: 'mine' } }");
    assert!(passed.ends_with("[exit 0]\n"), "{passed}");
    assert!(!passed.contains("passphrase"), "{passed}");
    let failed = test("{}");
    assert!(
        failed.contains("give `config: { \"token\": ... }` to the options of `test` or `run`"),
        "{failed}"
    );
}

/// No test has begun when a module that a test file imports is evaluated.
#[test]
fn a_module_outside_of_tests_learns_the_source_of_configuration() {
    let lumi = Lumi::program(
        "import { Config } from 'lumi';\nexport const s = new Config().require('size');\n",
    );
    lumi.file(
        "a.test.ts",
        "import { test } from 'lumi/testing';\nimport { s } from './index.ts';\n\
         test('a', { config: { size: '3' } }, () => { if (s !== '4') throw s; });\n",
    );
    let failed = lumi.seen(&["test"]);
    assert!(
        failed.contains("before a test begins") && failed.contains("`-c size=VALUE`"),
        "{failed}"
    );
    lumi.run(&["test", "-c", "size=4"]).ok();
}

/// A program that uses outputs of `std` can be tested without mocks.
#[test]
fn resources_of_std_have_outputs_in_tests() {
    let lumi = Lumi::new();
    lumi.file(
        "index.ts",
        r#"import { interpolate } from "lumi";
import { exec, fs, http, random, time, tls } from "lumi/std";
const id = new random.Id("id", { byteLength: 4, prefix: "p-" });
const password = new random.Password("password", { length: 20 });
const uuid = new random.Uuid("uuid");
const number = new random.Integer("number", { min: 3, max: 9 });
const pet = new random.Pet("pet", { prefix: "my" });
const shuffle = new random.Shuffle("shuffle", { inputs: ["a", "b", "c"], resultCount: 2 });
const file = new fs.File("file", { path: "a.txt", content: interpolate`${id.hex} ${pet.result}` });
const key = new tls.PrivateKey("key", { algorithm: "RSA", rsaBits: 4096 });
const request = new tls.CertificateRequest("request", { privateKeyPem: key.privateKeyPem, dnsNames: ["web.test"] });
const certificate = new tls.SignedCertificate("certificate", {
  certRequestPem: request.certRequestPem,
  caPrivateKeyPem: key.privateKeyPem,
  caCertPem: "ca",
  validityPeriodHours: 1,
});
const command = new exec.Command("command", { create: interpolate`echo ${key.publicKeyPem}` });
const rotating = new time.Rotating("rotating", { rotationDays: 1 });
const zone = new http.Resource("zone", {
  create: { url: "https://api.example.com/zones" },
  body: { name: uuid.result, links: ["x"] },
  outputs: { link: "/links/0", no: "/no" },
});
export const lengths = [id.hex, password.result, uuid.result, id.dec].map((it) => it.then((text) => text.length));
export const shuffled = shuffle.result;
export const rest = [number.result, file.size, file.sha256, command.stdout, rotating.year, zone.values.link, zone.values.no];
export const pem = key.privateKeyPem.then((text) => text.split("\n")[0]);
export const ssh = key.publicKeyOpenssh.then((text) => text.split(" ")[0]);
export const heads = [request.certRequestPem, certificate.certPem].map((it) => it.then((text) => text.split("\n")[0]));
"#,
    );
    lumi.file(
        "a.test.ts",
        r#"import { assert, assertEquals, run, test } from "lumi/testing";
test("outputs", async () => {
  const result = await run(() => import("./index.ts"));
  const { lengths, shuffled, rest, pem, ssh, heads } = result.outputs as any;
  assertEquals(lengths.slice(0, 3), [10, 20, 36]);
  assertEquals(shuffled, ["a", "b"]);
  assertEquals(rest[0], 3);
  assert(rest[1] > 5 && rest[2].length === 64);
  assertEquals(rest.slice(3), ["", 2000, "x", null]);
  assertEquals(pem, "-----BEGIN PRIVATE KEY-----");
  assertEquals(ssh, "ssh-rsa");
  assertEquals(heads, ["-----BEGIN CERTIFICATE REQUEST-----", "-----BEGIN CERTIFICATE-----"]);
});
"#,
    );
    lumi.run(&["test"]).ok();
}

#[test]
fn undefined_is_not_part_of_a_text() {
    let site = "import * as lumi from 'lumi';\nimport { fs } from 'lumi/std';\n\
        class Site extends lumi.ComponentResource {\n\
        constructor(name: string) { super('acme:web:Site', name); this.registerOutputs({ folder: 'out' }); }\n\
        }\nconst site: any = new Site('docs');\n";
    let preview = |text: &str| {
        let lumi = Lumi::program(&format!("{site}{text}"));
        let answer = lumi.run(&["preview"]);
        assert_eq!(answer.code, 1, "{}", answer.transcript());
        let lines = answer
            .stderr
            .lines()
            .filter(|it| !it.starts_with("Previewing"));
        lines.take(2).collect::<Vec<_>>().join("\n")
    };
    let said = [
        "new fs.File('a', { path: lumi.interpolate`out/${site.dir}/x`, content: '' });",
        "new fs.File('a', { path: lumi.concat('out/', undefined), content: '' });",
        "const dir = async () => 'out';\nnew fs.File('a', { path: `${dir()}/x`, content: '' });",
        "const dir = async () => 'out';\nnew fs.File('a', { path: dir() + '/x', content: '' });",
    ]
    .map(preview);
    insta::assert_snapshot!(said.join("\n"), @r#"
    error: TypeError: docs.dir is undefined and has no text form; check its name, or give it a default with property.then((value) => value ?? "...")
        while registering std:fs:File "a" (index.ts:7:1)
    error: TypeError: value 2 of the text is undefined; check its name, or give it a default with property.then((value) => value ?? "...")
        while registering std:fs:File "a" (index.ts:7:1)
    error: TypeError: a promise cannot be turned into text: its value is not there yet; await it, or use lumi.interpolate`...`
     --> index.ts:8:29
    error: TypeError: a promise cannot be used in text or arithmetic: its value is not there yet; await it, or use lumi.interpolate`...`
     --> index.ts:8:32
    "#);
}
