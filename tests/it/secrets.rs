//! What becomes of secrets that a program prints or throws.

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
        &["test", "index.ts"],
    ] {
        let text = without_times(&lumi.run(args).transcript());
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

/// A provider whose every operation throws what it was not given.
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
