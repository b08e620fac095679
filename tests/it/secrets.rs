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
