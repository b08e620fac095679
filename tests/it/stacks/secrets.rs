//! Secrets that a program prints or throws.

use crate::documents::deployed_examples::files;
use crate::support::lumi::{Lumi, without_times};

const PROGRAM: &str = "const config = new lumi.Config();\n\
    const token: string = await (config.requireSecret(\"token\") as any).then((it: string) => it);\n\
    console.log(\"printed\", token);\n\
    lumi.log.warn(`logged ${token}`);\n\
    export const shown = token;\n\
    throw new Error(`thrown ${token}`);\n";

fn project() -> Lumi {
    let lumi = Lumi::with_sdk(PROGRAM);
    lumi.run(&["config", "set", "token", "hunter2", "--secret"])
        .ok();
    lumi
}

#[test]
fn messages_quote_no_secret_of_the_configuration() {
    let lumi = project();
    for args in [
        &["run"][..],
        &["run", "--json"],
        &["preview"],
        &["preview", "--json"],
        &["engine", "preview"],
        &["test", "index.ts", "-c", "token=hunter2"],
    ] {
        let transcript = without_times(&lumi.run(args).transcript());
        let (_, text) = transcript.split_once('\n').unwrap();
        assert!(!text.contains("hunter2"), "{text}");
        for what in ["printed", "logged", "thrown"] {
            let quoted = format!("{what} [secret]");
            assert!(text.contains(&quoted), "{text}");
        }
    }
}

#[test]
fn messages_show_secrets_on_request() {
    let text = project().run(&["run", "--show-secrets"]).transcript();
    assert!(text.contains("thrown hunter2"), "{text}");
}

/// A secret in two pieces, a line and a piece that only looks like the beginning of one, and what V8
/// quotes of a text that is not JSON.
const PIECES: &str = "const config = new lumi.Config();\n\
    const token: string = await (config.requireSecret(\"token\") as any).then((it: string) => it);\n\
    process.stdout.write(`split ${token.slice(0, 3)}`);\n\
    process.stdout.write(`${token.slice(3)} end\\nhunt`);\n\
    process.stdout.write(\"ing\\n\");\n\
    for (const text of [token, `{} ${token}`, `[\"a long text before it\", ${token}]`]) {\n\
      try { JSON.parse(text); } catch (error) { console.log((error as Error).message); }\n\
    }\n\
    process.stdout.write(\"last hunt\");\n";

#[test]
fn pieces_of_a_secret_are_masked() {
    let lumi = Lumi::with_sdk(PIECES);
    let secret = "hunter2 and some more of it";
    lumi.run(&["config", "set", "token", secret, "--secret"])
        .ok();
    for args in [
        &["run"][..],
        &["run", "--json"],
        &["preview"],
        &["up", "-y"],
        &[
            "test",
            "index.ts",
            "-c",
            "token=hunter2 and some more of it",
        ],
    ] {
        let transcript = lumi.run(args).transcript();
        let (_, text) = transcript.split_once('\n').unwrap();
        for piece in ["hunte", "unter2", "and som", "more of"] {
            assert!(!text.contains(piece), "{text}");
        }
        // Each piece is an event of its own.
        let text = text.replace("\"}\n{\"type\":\"console\",\"text\":\"", "");
        for whole in ["split [secret] end", "hunting", "last hunt"] {
            assert!(text.contains(whole), "{whole}: {text}");
        }
    }
}

/// A provider whose operations throw their inputs.
const THROWING: &str = "import * as dynamic from \"lumi/dynamic\";\n\
    const config = new lumi.Config();\n\
    const token = await (config.requireSecret(\"token\") as any).then((it: string) => it);\n\
    class Thing extends dynamic.Resource {\n\
      constructor(name: string) { super({ async create() {\n\
        throw new Error(`refused ${token} ${JSON.stringify(token)} ${encodeURIComponent(token)} ${btoa(token)}`);\n\
      } }, name, {}); }\n\
    }\n\
    new Thing(\"a\");\n";

#[test]
fn an_exception_of_a_provider_quotes_no_secret_in_any_form() {
    let lumi = Lumi::with_sdk(THROWING);
    lumi.run(&["config", "set", "token", "hun\"ter 2", "--secret"])
        .ok();
    for args in [&["up", "-y"][..], &["up", "-y", "--json"]] {
        let answer = lumi.run(args);
        let text = answer.transcript();
        assert_eq!(answer.code, 1, "{text}");
        assert!(text.contains("refused [secret]"), "{text}");
        for form in ["hun\"ter", "hun\\\"ter", "hun%22ter", "aHVuInRlciAy"] {
            assert!(!text.contains(form), "{text}");
        }
    }
}

#[test]
fn commands_do_not_get_the_passphrase() {
    let lumi = Lumi::program(
        "import { exec } from \"lumi/std\";\n\
         export const env = new exec.Command(\"env\", { create: \"env\" }).stdout;",
    );
    let mut command = lumi.command(&["up", "-y"]);
    command.env("LUMI_PASSPHRASE", "open sesame");
    command.env("LUMI_KEPT", "as ever");
    assert!(command.output().unwrap().status.success());
    let env = lumi.run(&["stack", "output", "env"]).ok();
    assert!(env.contains("as ever"), "{env}");
    assert!(
        !env.contains("PASSPHRASE") && !env.contains("sesame"),
        "{env}"
    );
}

#[test]
fn child_processes_do_not_get_the_passphrase() {
    let lumi = Lumi::program(
        "import { execFileSync } from \"node:child_process\";\n\
         console.log(execFileSync(\"env\").toString());",
    );
    let mut command = lumi.command(&["run", "--allow-run=env"]);
    let output = command
        .env("LUMI_PASSPHRASE", "open sesame")
        .env("LUMI_TOKEN", "of a run")
        .env("LUMI_KEPT", "as ever")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.success() && said.contains("as ever"),
        "{said}"
    );
    assert!(
        !said.contains("sesame") && !said.contains("of a run"),
        "{said}"
    );
}

#[test]
fn a_secret_in_the_code_of_a_function_is_reported() {
    let program = |handler: &str| {
        Lumi::with_sdk(&format!(
            "import {{ fs }} from \"lumi/std\";\nconst token = lumi.secret(\"hunter2\");\n\
             export const code = {handler};\n\
             new fs.File(\"f\", {{ path: \"f.mjs\", source: code }});\n"
        ))
    };
    let warning = "the code of the function send holds a secret as plain text";
    let inside =
        program("token.then((it: string) => lumi.compute(function send() { return it; }).code)");
    let text = inside.run(&["preview"]).transcript();
    assert!(text.contains(warning), "{text}");
    // A Property that a function uses is not part of its code.
    for handler in [
        "lumi.compute(async function send() { return await token; }).code",
        "token.then((it: string) => lumi.compute(function send() { return 1; }).code)",
    ] {
        let text = program(handler).run(&["preview"]).transcript();
        assert!(
            text.contains("[exit 0]") && !text.contains(warning),
            "{text}"
        );
    }
}

#[test]
fn an_id_made_of_a_secret_is_not_kept_in_clear() {
    let program = |content: &str| {
        format!(
            "import * as lumi from \"lumi\";\nimport {{ fs }} from \"lumi/std\";\n\
             const name = lumi.secret(\"hunter2\");\n\
             const f = new fs.File(\"f\", {{ path: lumi.interpolate`out/${{name}}.txt`, content: \"{content}\" }});\n\
             export const id = f.id;\nexport const ids = {{ all: [f.id] }};\n"
        )
    };
    let lumi = Lumi::program(&program("one"));
    let mut texts = vec![lumi.run(&["up", "-y"]).ok()];
    assert_eq!(lumi.read("out/hunter2.txt"), "one");
    lumi.file("index.ts", program("two"));
    for args in [
        &["up", "-y", "--json"][..],
        &["refresh", "-y", "--diff"],
        &["state", "show", "f"],
        &["graph"],
        &["stack", "export"],
        &["stack", "output"],
        &["stack", "output", "--json"],
        &["preview", "--json"],
        &["preview", "--json", "--refresh"],
        &["preview", "--json", "--replace", "f"],
        &["preview", "--graph", "plan.json"],
        &["diff", "stack:dev", "program:index.ts"],
        &["diff", "live:dev", "program:index.ts", "--exact", "--json"],
        &["stack", "rollback", "1", "-n", "--json"],
    ] {
        texts.push(lumi.run(args).transcript());
    }
    texts.push(lumi.read("plan.json"));
    assert_eq!(lumi.read("out/hunter2.txt"), "two");
    for (file, bytes) in files(&lumi.folder().join(".lumi")) {
        texts.push(format!("{file}\n{}", String::from_utf8_lossy(&bytes)));
    }
    for text in &texts {
        assert!(!text.contains("hunter2"), "{text}");
    }
    // Lumi still has the real id, so the delete finds the object.
    lumi.run(&["destroy", "-y"]).ok();
    assert!(!lumi.folder().join("out").exists());
}

/// A program that got the text of a secret, and puts it into a name, an id, outputs and the name of
/// an output of the stack.
const QUOTING: &str = "import * as lumi from \"lumi\";\nimport { exec } from \"lumi/std\";\n\
    const config = new lumi.Config();\n\
    const token: string = await (config.requireSecret(\"token\") as any).then((it: string) => it);\n\
    const said = new exec.Command(`as ${token}`, { create: \"cat given.txt\" });\n\
    new exec.Command(\"harmless\", { create: \"echo fine\" });\n\
    export const stdout = said.stdout;\n\
    export const plain = { all: [`as ${token}`] };\n\
    export default { [`by ${token}`]: 1 };\n";

#[test]
fn outputs_that_quote_a_known_secret_are_encrypted_and_names_are_reported() {
    let lumi = Lumi::program(QUOTING);
    lumi.run(&["config", "set", "token", "correct horse", "--secret"])
        .ok();
    lumi.file("given.txt", "a correct horse");
    let text = lumi.run(&["up", "-y"]).transcript();
    assert!(text.contains("[exit 0]"), "{text}");
    let warning = "its name contains a secret";
    assert_eq!(text.matches(warning).count(), 1, "{text}");
    assert!(text.contains("index.ts:5:"), "{text}");
    let warning = "the name of the output `by [secret]` contains a secret";
    assert_eq!(text.matches(warning).count(), 1, "{text}");
    for (file, bytes) in files(&lumi.folder().join(".lumi")) {
        let text = String::from_utf8_lossy(&bytes)
            .replace("as correct horse", "")
            .replace("by correct horse", "");
        assert!(!text.contains("correct horse"), "{file}: {text}");
    }
    assert_eq!(
        lumi.run(&["stack", "output", "stdout", "--show-secrets"])
            .ok()
            .trim(),
        "a correct horse"
    );
    // A refresh keeps what is encrypted.
    lumi.run(&["refresh", "-y"]).ok();
    let shown = lumi
        .run(&["state", "show", "as correct horse"])
        .transcript();
    assert!(shown.contains("\"$lumi\": \"secret\""), "{shown}");
}

/// A resource that generates a secret, and a command whose error quotes it.
const GENERATED: &str = "import { Config, interpolate } from \"lumi\";\n\
    import { exec, random, tls } from \"lumi/std\";\n\
    const pw = new random.Password(\"pw\", { length: 20, special: false });\n\
    const key = new tls.PrivateKey(\"key\", { algorithm: \"ED25519\" });\n\
    pw.result.then((it) => console.log(\"printed\", it));\n\
    key.privateKeyPem.then((it) => console.log(\"pem\", it));\n\
    export const p = pw.result;\n";

const FAILING: &str =
    "new exec.Command(\"bad\", { create: interpolate`echo \"no ${pw.result}\" >&2; exit 1` });\n";

#[test]
fn generated_secrets_are_masked_from_the_first_moment() {
    let lumi = Lumi::program(&format!("{GENERATED}{FAILING}"));
    let first = lumi.run(&["up", "-y"]).transcript();
    let export = lumi.run(&["stack", "export", "--show-secrets"]).json();
    let resources = export["resources"].as_array().unwrap();
    let password = resources
        .iter()
        .find_map(|it| it["outputs"]["result"]["value"].as_str());
    let password = password.unwrap();
    assert!(first.contains("what it printed is hidden"), "{first}");
    let mut texts = vec![first];
    texts.extend(
        [
            &["preview"][..],
            &["up", "-y"],
            &["up", "-y", "--json"],
            &["state", "show", "bad"],
            &["refresh", "-y"],
            &["destroy", "-y"],
        ]
        .map(|args| lumi.run(args).transcript()),
    );
    for text in &texts {
        assert!(!text.contains(password), "{password}: {text}");
        assert!(!text.contains("MC4CAQAwBQYDK2VwBCIEI"), "{text}");
    }
    for text in &texts[..3] {
        assert!(text.contains("printed [secret]"), "{text}");
    }
    assert!(texts[3].contains("printed [secret]"), "{}", texts[3]);
}

/// Commands that get a secret, and print part of it, or something made of it.
const LOGINS: &str = "import * as lumi from \"lumi\";\nimport { exec } from \"lumi/std\";\n\
    const token = new lumi.Config().requireSecret(\"token\");\n\
    const login = new exec.Command(\"login\", { create: lumi.interpolate`echo \"as ${token}\"; echo ${token} | rev >&2` });\n\
    const other = new exec.Command(\"other\", { create: \"rev\", stdin: token });\n\
    const shown = new exec.Command(\"shown\", { create: \"echo shown\" });\n\
    export const a = login.stdout;\n\
    export const b = login.stderr;\n\
    export const c = other.stdout;\n\
    export const d = shown.stdout;\n";

#[test]
fn output_of_a_command_with_a_secret_is_secret() {
    let lumi = Lumi::program(LOGINS);
    lumi.run(&["config", "set", "token", "hunter2", "--secret"])
        .ok();
    let mut text = lumi.run(&["up", "-y"]).transcript();
    for args in [
        &["stack", "output"][..],
        &["stack", "export"],
        &["state", "show", "login"],
    ] {
        text.push_str(&lumi.run(args).transcript());
    }
    for (_, bytes) in files(&lumi.folder().join(".lumi")) {
        text.push_str(&String::from_utf8_lossy(&bytes));
    }
    for clear in ["hunter2", "2retnuh"] {
        assert!(!text.contains(clear), "{text}");
    }
    assert!(text.contains("shown"), "{text}");
    let shown = lumi.run(&["stack", "output", "a", "--show-secrets"]).ok();
    assert_eq!(shown.trim(), "as hunter2");
}

/// The default mode follows the content, is in the plan, and gives way to one in the program.
#[test]
fn a_file_with_secret_content_is_for_its_owner_alone() {
    let program = |content: &str, more: &str| {
        format!(
            "import {{ fs, random }} from \"lumi/std\";\n\
             const made = new random.Password(\"made\", {{ length: 20 }});\n\
             new fs.File(\"f\", {{ path: \"f.txt\", content: {content}{more} }});\n"
        )
    };
    let lumi = Lumi::with_sdk(&program("\"plain\"", ""));
    let mode = || {
        let metadata = std::fs::metadata(lumi.folder().join("f.txt")).unwrap();
        std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o777
    };
    let change_to = |text: String| {
        lumi.file(
            "index.ts",
            format!("import * as lumi from \"lumi\";\n{text}"),
        );
        let plan = lumi.run(&["preview", "--diff"]).ok();
        lumi.run(&["up", "-y"]).ok();
        plan
    };
    lumi.run(&["up", "-y"]).ok();
    assert_eq!(mode(), 0o644);
    let plan = change_to(program("made.result", ""));
    assert!(plan.contains("\"0644\" -> \"0600\""), "{plan}");
    assert_eq!(mode(), 0o600);
    change_to(program("made.result", ", mode: \"0640\""));
    assert_eq!(mode(), 0o640);
    let source = "lumi.secret(\"x\").then((text) => new lumi.StringAsset(text))";
    change_to(program("undefined", &format!(", source: {source}")));
    assert_eq!(mode(), 0o600);
    change_to(program("\"plain\"", ""));
    assert_eq!(mode(), 0o644);
}
