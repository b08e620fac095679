//! No command writes a secret, in any form that `docs/state.md` names.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use data_encoding::{HEXLOWER, HEXUPPER};

use crate::documents::deployed_examples::files;
use crate::random_graphs::chance::Chance;
use crate::support::lumi::Lumi;

/// Secrets of the configuration, of a provider and of the program, in texts around an output that is public.
const PROGRAM: &str = r#"import { Config, interpolate, jsonStringify, Property, secret, unsecret } from "lumi";
import { exec, fs, random } from "lumi/std";

const config = new Config();
const token = config.requireSecret("token");
const own = secret("OWN");
const id = new random.Id("id", { byteLength: 8 });
const password = new random.Password("password", { length: 24 });
new fs.File("env", {
  path: "out/.env",
  content: interpolate`ID=${id.hex}
REGION=eu-central-1
TOKEN=${token}
MADE=${password.result} ${id.hex}
OWN=${own}
`,
});
new fs.File("json", {
  path: "out/all.json",
  content: jsonStringify({ id: id.hex, list: [{ token, made: password.result }], own }),
});
new fs.File("encoded", {
  path: "out/encoded",
  content: interpolate`${token.then((it) => new TextEncoder().encode(it).toBase64())} of ${id.hex}`,
});
new fs.File("keyed", { path: "out/keyed", content: token.then((it) => JSON.stringify({ [it]: 1 })) });
new exec.Command("command", {
  create: interpolate`printf '%s' "$TOKEN" | base64; printf '%s' "$TOKEN" | od -An -tx1; echo ${id.hex}`,
  environment: { TOKEN: token, MADE: password.result },
});
const parts = new Property({ token, host: "public-host" });
console.log(`region REGION=eu-central-1, ${await token}, ${encodeURIComponent(await token)}, CHANGE`);
console.log((await own).split("").map((it) => "\\" + it.charCodeAt(0).toString(8).padStart(3, "0")).join(""));
export const url = interpolate`https://user:${token}@host/${id.hex}`;
export const region = "REGION=eu-central-1";
export const host = parts.host;
export const open = unsecret(config.requireSecret("opened"));
"#;

/// Each line is a command; the texts are those that its output must have.
const COMMANDS: &[(&str, i32, &[&str])] = &[
    ("config ls", 0, &[]),
    ("preview --diff", 0, &["REGION=eu-central-1"]),
    ("preview --markdown", 0, &[]),
    ("preview --json --diff", 0, &[]),
    ("preview --save plan.json", 0, &[]),
    (
        "up -y",
        0,
        &[
            "region: \"REGION=eu-central-1\"",
            "host: \"public-host\"",
            "open: \"opened-",
        ],
    ),
    (
        "up -y --json",
        0,
        &[r#""region":"REGION=eu-central-1""#, r#""open":"opened-"#],
    ),
    ("stack output", 0, &["opened-", "public-host"]),
    ("stack output --json", 0, &["opened-"]),
    ("stack history", 0, &[]),
    ("stack history 1", 0, &[]),
    ("stack history 1 --json", 0, &[]),
    ("state ls", 0, &[]),
    ("state show env", 0, &[]),
    ("state show command", 0, &[]),
    ("stack export", 0, &[]),
    ("graph", 0, &[]),
    ("graph --format json", 0, &[]),
    ("graph --format yaml", 0, &[]),
    ("graph --format dot", 0, &[]),
    ("graph --format mermaid", 0, &[]),
    ("graph --format svg", 0, &[]),
    ("graph --format html --out graph.html", 0, &[]),
    ("run --format json", 0, &[]),
    ("diff stack:dev program:index.ts", 1, &[]),
    ("diff stack:dev program:index.ts --json", 1, &[]),
    (
        "diff stack:dev program:index.ts --format html --out diff.html",
        1,
        &[],
    ),
    ("infer stack:dev", 0, &["interpolate`"]),
    ("infer stack:dev --json", 0, &[]),
    ("infer live:dev", 0, &["interpolate`"]),
    ("infer program:index.ts", 0, &[]),
    ("snapshot --json", 0, &[]),
    ("snapshot -o snapshot.json", 0, &[]),
    (
        "import std:fs:File adopted adopted -y -A",
        0,
        &["requireSecret"],
    ),
    ("pack build -o program.lumipack", 0, &[]),
    ("refresh -y --diff", 0, &[]),
    ("infer stack:dev --set-secrets -o inferred.ts", 0, &[]),
];

/// The forms of a secret.
fn forms(secret: &str) -> Vec<String> {
    let mut forms = vec![
        secret.to_owned(),
        serde_json::Value::from(secret)
            .to_string()
            .trim_matches('"')
            .to_owned(),
        HEXLOWER.encode(secret.as_bytes()),
        HEXUPPER.encode(secret.as_bytes()),
        secret.bytes().map(|it| format!("\\{it:03o}")).collect(),
        secret.bytes().map(|it| format!("%{it:02X}")).collect(),
        secret
            .bytes()
            .map(|it| format!("{it:02x} "))
            .collect::<String>()
            .trim()
            .to_owned(),
    ];
    for before in ["", "x", "xy"] {
        let encoded = STANDARD_NO_PAD.encode(format!("{before}{secret}"));
        forms.push(
            encoded[(before.len() * 8).div_ceil(6)..(before.len() + secret.len()) * 8 / 6]
                .to_owned(),
        );
    }
    forms
}

/// Whether a text has a secret, also across line breaks.
fn shows(text: &str, forms: &[String]) -> Option<String> {
    let folded: String = text.split_whitespace().collect();
    let unbroken = |it: &&String| folded.contains(&it.split_whitespace().collect::<String>());
    forms
        .iter()
        .find(|it| text.contains(*it) || unbroken(it))
        .cloned()
}

fn random_text(chance: &mut Chance, alphabet: &str, length: usize) -> String {
    let characters: Vec<char> = alphabet.chars().collect();
    (0..length).map(|_| *chance.of(&characters)).collect()
}

/// Another one each time, unless `PROPTEST_RNG_SEED` is set, as in CI.
fn chance() -> Chance {
    let seed = std::env::var("PROPTEST_RNG_SEED").ok();
    let seed: u64 = seed.map_or_else(rand::random, |it| it.parse().unwrap());
    eprintln!("PROPTEST_RNG_SEED={seed} repeats this");
    Chance::new(seed)
}

#[test]
fn no_command_writes_a_secret() {
    const PLAIN: &str = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
    let mut chance = chance();
    let mut random = |alphabet: &str, length| random_text(&mut chance, alphabet, length);
    let token = random(&format!("{PLAIN}\"'$ /+=é&"), 70) + "\"e";
    let (own, opened) = (random(PLAIN, 16), random(PLAIN, 16));
    let lumi = Lumi::program(
        &PROGRAM
            .replace("OWN\")", &format!("{own}\")"))
            .replace("CHANGE", "one"),
    );
    for (key, value) in [("token", &token), ("opened", &format!("opened-{opened}"))] {
        lumi.run(&["config", "set", key, "--secret", "--", value])
            .ok();
    }
    lumi.run(&["up", "-y"]).ok();
    let made = lumi
        .run(&["state", "show", "password", "--show-secrets"])
        .json();
    let made = made["outputs"]["result"]["value"].as_str().unwrap();
    let made: Vec<String> = forms(made);
    let secrets: Vec<String> = [&token, &own]
        .into_iter()
        .flat_map(|it| forms(it))
        .chain(made)
        .collect();
    let changed = lumi
        .read("index.ts")
        .replace(", one`", ", two`")
        .replace("OWN=", "AS=");
    lumi.file("index.ts", changed);
    // An object that is imported has the secret, too.
    lumi.file("adopted", &token);
    // A package has the text of the program.
    let sources = ["index.ts", "out/", "adopted", "program.lumipack"];
    for (command, code, wanted) in COMMANDS {
        let arguments: Vec<&str> = command.split(' ').collect();
        let answer = lumi.run(&arguments);
        let text = answer.transcript();
        assert_eq!(answer.code, *code, "{text}");
        assert_eq!(shows(&text, &secrets), None, "{text}");
        for it in *wanted {
            assert!(text.contains(it), "{it}: {text}");
        }
    }
    for (path, bytes) in files(lumi.folder()) {
        let name = path
            .strip_prefix(&format!("{}/", lumi.folder().display()))
            .unwrap();
        if sources.iter().any(|it| name.starts_with(it)) {
            continue;
        }
        assert_eq!(
            shows(&String::from_utf8_lossy(&bytes), &secrets),
            None,
            "{name}"
        );
    }
    // The inferred program means the same.
    std::fs::rename(
        lumi.folder().join("inferred.ts"),
        lumi.folder().join("index.ts"),
    )
    .unwrap();
    let plan = lumi.run(&["preview", "--detailed-exitcode"]);
    assert_eq!(plan.code, 0, "{}", plan.transcript());
}

/// A command may print parts and other forms of its secrets.
#[test]
fn output_of_a_failing_command_with_a_secret_is_hidden() {
    let lumi = Lumi::program(
        "import { Config } from \"lumi\";\nimport { exec } from \"lumi/std\";\n\
         new exec.Command(\"open\", { create: \"echo in the open; false\" });\n\
         const environment = { T: new Config().requireSecret(\"token\") };\n\
         new exec.Command(\"c\", { create: \"echo so $T | tr a-z A-Z; false\", environment });\n\
         new exec.Command(\"d\", { create: \"echo marked | tr a-z A-Z; false\" }, { additionalSecretOutputs: [\"stdout\"] });\n",
    );
    lumi.run(&["config", "set", "token", "hunter2hunter2", "--secret"])
        .ok();
    for args in [&["up", "-y"][..], &["up", "-y", "--json"]] {
        let text = lumi.run(args).transcript();
        assert!(
            text.contains("in the open") && text.contains("--show-secrets"),
            "{text}"
        );
        assert!(
            !text.contains("HUNTER2") && !text.contains("MARKED"),
            "{text}"
        );
    }
    for (_, bytes) in files(&lumi.folder().join(".lumi")) {
        assert!(!String::from_utf8_lossy(&bytes).contains("HUNTER2"));
    }
    let shown = lumi.run(&["up", "-y", "--show-secrets"]).transcript();
    assert!(
        shown.contains("SO HUNTER2HUNTER2") && shown.contains("MARKED"),
        "{shown}"
    );
}
