//! `Pulumi.<stack>.yaml` with values that a passphrase encrypts.

use super::Project;

/// Encrypted by Node with the passphrase `correct horse`; see `judged.rs` for what Pulumi has written.
const ENCRYPTED: &str = "\
    encryptionsalt: v1:AQIDBAUGBwg=:v1:AQEBAQEBAQEBAQEB:E386FCC/nLtFQ4c0goKZVfriLlkMPw==\n\
    config:\n\
    \x20 web:size: \"3\"\n\
    \x20 web:token:\n\
    \x20   secure: v1:AgICAgICAgICAgIC:9Zctz0gYIYgZyvxJHbdE9+acCeLrG5g=\n\
    \x20 web:deep:\n\
    \x20   list:\n\
    \x20     - plain\n\
    \x20     - secure: v1:AwMDAwMDAwMDAwMD:WSa9vzVtxcqM33XrfOjoFdwJrxDxZdY=\n\
    \x20   map:\n\
    \x20     inner:\n\
    \x20       secure: v1:BAQEBAQEBAQEBAQE:lvEpz4zgXZL8EsYSmb7Vf5+5jtxf400=\n";

#[test]
fn encrypted_values_are_read_and_written_with_the_passphrase() {
    let project = Project::new("name: web\nruntime: js\n");
    project.0.file("Pulumi.dev.yaml", ENCRYPTED);
    let shown = project.transcripts(&[
        &["config", "ls"],
        &["config", "get", "token"],
        &["config", "get", "deep"],
        &["config", "set", "key", "hunter3", "--secret"],
        &["config", "set", "size", "4"],
        &["config", "rm", "token"],
        &["config", "ls", "--show-secrets"],
    ]);
    insta::assert_snapshot!(shown, @r#"
    $ lumi config ls
    [exit 0]
    --- stdout
    size   3
    token  [secret]
    deep   [secret]

    $ lumi config get token
    [exit 0]
    --- stdout
    hunter2

    $ lumi config get deep
    [exit 0]
    --- stdout
    {"list":["plain","hunter2"],"map":{"inner":"hunter2"}}

    $ lumi config set key hunter3 --secret
    [exit 0]
    --- stderr
    set key in Pulumi.dev.yaml

    $ lumi config set size 4
    [exit 0]
    --- stderr
    set size in Pulumi.dev.yaml

    $ lumi config rm token
    [exit 0]
    --- stderr
    removed token in Pulumi.dev.yaml

    $ lumi config ls --show-secrets
    [exit 0]
    --- stdout
    size  4
    deep  {"list":["plain","hunter2"],"map":{"inner":"hunter2"}}
    key   hunter3
    "#);
    let text = project.read("Pulumi.dev.yaml");
    assert!(text.contains("web:key: { secure: \"v1:"), "{text}");
    assert!(!text.contains("hunter3"), "{text}");
}

#[test]
fn a_missing_or_wrong_passphrase_is_reported() {
    let project = Project::new("name: web\nruntime: js\n");
    project.0.file("Pulumi.dev.yaml", ENCRYPTED);
    let run = |variables: &[(&str, &str)]| {
        let args = ["config", "get", "token"];
        let mut command = project.command(&args);
        command
            .env_remove("PULUMI_CONFIG_PASSPHRASE")
            .env_remove("LUMI_PASSPHRASE");
        command.envs(variables.iter().copied());
        let output = command.output().unwrap();
        crate::support::lumi::Answer::of(output, &args, project.0.folder()).transcript()
    };
    project.0.file("passphrase", "correct horse\n");
    let answers = [
        run(&[]),
        run(&[("PULUMI_CONFIG_PASSPHRASE", "")]),
        run(&[("PULUMI_CONFIG_PASSPHRASE_FILE", "passphrase")]),
        run(&[("LUMI_PASSPHRASE", "correct horse")]),
    ];
    insta::assert_snapshot!(answers.join("\n"), @r#"
    $ lumi config get token
    [exit 2]
    --- stderr
    error: the value of `web:token` cannot be decrypted: it is encrypted with a passphrase, which is not known; set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE
     --> [folder]/Pulumi.dev.yaml:5:5
      |
    5 |     secure: v1:AgICAgICAgICAgIC:9Zctz0gYIYgZyvxJHbdE9+acCeLrG5g=
      |     ^

    $ lumi config get token
    [exit 2]
    --- stderr
    error: the value of `web:token` cannot be decrypted: it is encrypted with another passphrase; it comes from PULUMI_CONFIG_PASSPHRASE
     --> [folder]/Pulumi.dev.yaml:5:5
      |
    5 |     secure: v1:AgICAgICAgICAgIC:9Zctz0gYIYgZyvxJHbdE9+acCeLrG5g=
      |     ^

    $ lumi config get token
    [exit 0]
    --- stdout
    hunter2

    $ lumi config get token
    [exit 0]
    --- stdout
    hunter2
    "#);
}

#[test]
fn keys_of_services_are_named() {
    let project = Project::new("name: web\nruntime: js\n");
    let file = "secretsprovider: awskms://alias/x\nencryptedkey: a\nconfig:\n  web:token: { secure: AAAA }\n";
    project.0.file("Pulumi.dev.yaml", file);
    let shown = project.transcripts(&[
        &["config", "get", "token"],
        &["preview"],
        &["config", "set", "token", "hunter2", "--secret"],
        &["config", "get", "token"],
    ]);
    insta::assert_snapshot!(shown, @r#"
    $ lumi config get token
    [exit 2]
    --- stderr
    error: `token` of [folder]/Pulumi.dev.yaml is encrypted by Pulumi with AWS KMS, which lumi does not ask; `pulumi config get token` shows it for `lumi config set token --secret`, or `pulumi stack change-secrets-provider passphrase` makes the file readable with a passphrase

    $ lumi preview
    [exit 2]
    --- stderr
    error: `token` of [folder]/Pulumi.dev.yaml is encrypted by Pulumi with AWS KMS, which lumi does not ask; `pulumi config get token` shows it for `lumi config set token --secret`, or `pulumi stack change-secrets-provider passphrase` makes the file readable with a passphrase

    $ lumi config set token hunter2 --secret
    [exit 0]
    --- stderr
    note: added the stack's encrypted key to `Lumi.dev.yaml`; commit it: with it and the passphrase, others can read the secrets
    set token in Lumi.dev.yaml

    $ lumi config get token
    [exit 0]
    --- stdout
    hunter2
    "#);
    assert_eq!(project.read("Pulumi.dev.yaml"), file);
}
