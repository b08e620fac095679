//! Secrets that a program prints or throws.

use crate::deployed_examples::files;
use crate::lumi::{Lumi, without_times};

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
fn who_asks_to_see_secrets_sees_them_in_messages() {
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
fn what_a_program_starts_does_not_get_the_passphrase() {
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
fn a_secret_in_the_code_of_a_function_is_told() {
    let program = |handler: &str| {
        Lumi::with_sdk(&format!(
            "import {{ fs }} from \"lumi/std\";\nconst token = lumi.secret(\"hunter2\");\n\
             export const code = {handler};\n\
             new fs.File(\"f\", {{ path: \"f.mjs\", source: code }});\n"
        ))
    };
    let warning = "the code of the function send holds a secret in clear";
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
    ] {
        texts.push(lumi.run(args).transcript());
    }
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
fn what_quotes_a_known_secret_is_encrypted_and_a_name_is_told() {
    let lumi = Lumi::program(QUOTING);
    lumi.run(&["config", "set", "token", "correct horse", "--secret"])
        .ok();
    lumi.file("given.txt", "a correct horse");
    let text = lumi.run(&["up", "-y"]).transcript();
    assert!(text.contains("[exit 0]"), "{text}");
    let warning = "its name has a secret in it";
    assert_eq!(text.matches(warning).count(), 1, "{text}");
    assert!(text.contains("index.ts:5:"), "{text}");
    let warning = "the name of the output `by [secret]` has a secret in it";
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
