//! States of Pulumi's stacks are taken over as they are, without their objects being read.

use std::fs;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

use super::Project;
use crate::support::peers::pulumi_plugin;

/// An export whose secrets are encrypted with the passphrase `correct horse`.
fn export() -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/pulumi");
    fs::read_to_string(format!("{folder}/stack.json")).unwrap()
}

fn project() -> Project {
    let project = Project::new("name: web\nruntime: js\n");
    project.0.file("stack.json", export());
    project
}

#[test]
fn an_export_becomes_the_state_of_the_stack() {
    let project = project();
    let shown = project.transcripts(&[
        &["import", "--from", "stack.json"],
        &["stack", "import", "stack.json"],
        &["state", "ls"],
        &["stack", "output"],
        &["stack", "output", "password", "--show-secrets"],
        &["stack", "import", "stack.json"],
    ]);
    insta::assert_snapshot!(shown, @r#"
    $ lumi import --from stack.json
    [exit 2]
    --- stderr
    error: cannot import the state stack.json: it is a state of Pulumi
    help: in a project with its program, `lumi stack import stack.json` takes it over as it is, without reading the objects; `lumi new DIR --from stack.json` makes a project with a program

    $ lumi stack import stack.json
    [exit 0]
    --- stderr
    note: added the stack's encrypted key to `Lumi.dev.yaml`; commit it: with it and the passphrase, others can read the secrets
    imported 3 resources into the stack dev
    note: the objects are those of the stack of Pulumi, which still has them: from now on, change them with one of the two only
    help: `lumi preview` compares them with the program; `lumi stack export --pulumi` goes back

    $ lumi state ls
    [exit 0]
    --- stdout
    acme:web:Zoo                                zoo
    random:index/randomPet:RandomPet            pet  fox  protected
    random:index/randomPassword:RandomPassword  password  none

    $ lumi stack output
    [exit 0]
    --- stdout
    pet: "fox"
    password: [secret]

    $ lumi stack output password --show-secrets
    [exit 0]
    --- stdout
    hunter2

    $ lumi stack import stack.json
    [exit 0]
    --- stderr
    imported 3 resources into the stack dev
    note: the objects are those of the stack of Pulumi, which still has them: from now on, change them with one of the two only
    help: `lumi preview` compares them with the program; `lumi stack export --pulumi` goes back
    "#);
    // Nothing is stored in the clear.
    let mut open = vec![project.0.folder().join(".lumi")];
    while let Some(path) = open.pop() {
        match path.is_dir() {
            true => open.extend(fs::read_dir(path).unwrap().map(|it| it.unwrap().path())),
            false => {
                let bytes = fs::read(&path).unwrap();
                let found = bytes.windows(7).any(|it| it == b"hunter2");
                assert!(!found, "{}", path.display());
            }
        }
    }
}

/// A program whose plugin Pulumi has installed, too.
const MADE: &str = r#"
import { ComponentResource, Config } from "lumi";
import * as random from "lumi:random";

const version = "4.16.0";
const zoo = new ComponentResource("acme:web:Zoo", "zoo");
const pet = new random.RandomPet("pet", { length: 2 }, { parent: zoo, version });
new random.RandomPassword("password", { length: 12, keepers: { pet: pet.id } }, { version, protect: true });
export const name = pet.id;
export const token = new Config().requireSecret("token");
"#;

#[test]
fn a_project_is_made_for_an_export() {
    let Some(random) = pulumi_plugin("random") else {
        return;
    };
    let project = project();
    let plugins = ".pulumi/plugins/resource-random-v4.16.0";
    let plugins = project.0.folder().join(plugins);
    fs::create_dir_all(&plugins).unwrap();
    fs::copy(&random, plugins.join("pulumi-resource-random")).unwrap();
    let manifest = format!("name: web\nplugins:\n  random: {}\n", random.display());
    project.0.file("made/Lumi.yaml", manifest);
    project.0.file("made/index.ts", MADE);
    for command in [
        &[
            "config",
            "set",
            "token",
            "hunter2-hunter2",
            "--secret",
            "--create",
            "-s",
            "prod",
        ][..],
        &["up", "-yP", "-s", "prod"],
        &[
            "stack",
            "export",
            "--pulumi",
            "-s",
            "prod",
            "--out",
            "state.json",
        ],
    ] {
        project.run(&[&["-C", "made"], command].concat()).ok();
    }

    let made = project.run(&["new", "own", "--from", "made/state.json", "--yes"]);
    assert_eq!(made.code, 0, "{}", made.transcript());
    let next = "Next: cd own && lumi preview";
    assert!(made.transcript().contains(next), "{}", made.transcript());
    let manifest = project.read("own/Lumi.yaml");
    assert!(manifest.contains("name: \"web\""), "{manifest}");
    assert!(manifest.contains("source: pulumi:random"), "{manifest}");
    let program = project.read("own/index.ts");
    for part in [
        "import * as random from \"lumi:random\";",
        "new ComponentResource(\"acme:web:Zoo\", \"zoo\")",
        "new random.RandomPet(\"pet\", { length: 2 }, { parent: zoo,",
        "protect: true",
        "export const token = config.requireSecret(\"output-token\");",
    ] {
        assert!(program.contains(part), "{part}: {program}");
    }
    let preview = project.run(&["-C", "own", "preview", "-s", "prod"]);
    assert!(
        preview.stdout.contains("no changes"),
        "{}",
        preview.transcript()
    );
    for file in ["own/index.ts", "own/Lumi.prod.yaml", "own/Lumi.yaml"] {
        assert!(!project.read(file).contains("hunter2"), "{file}");
    }

    // A file that is no state makes no project.
    project.0.file("none.json", "{}");
    assert_eq!(
        project.run(&["new", "other", "--from", "none.json"]).code,
        2
    );
    assert!(!project.0.folder().join("other").exists());
}

#[test]
fn files_of_backends_are_read_also_compressed() {
    let project = project();
    let mut document: Value = serde_json::from_str(&export()).unwrap();
    let latest = document["deployment"].take();
    let file = serde_json::json!({
        "version": 3,
        "checkpoint": { "stack": "organization/web/dev", "latest": latest },
    });
    let mut compressed = GzEncoder::new(Vec::new(), Compression::fast());
    compressed.write_all(file.to_string().as_bytes()).unwrap();
    project.0.file("dev.json.gz", compressed.finish().unwrap());
    project.0.file("dev.json", file.to_string());
    let shown = project.transcripts(&[
        &["stack", "import", "dev.json"],
        &["stack", "import", "--force", "dev.json.gz"],
    ]);
    insta::assert_snapshot!(shown, @r#"
    $ lumi stack import dev.json
    [exit 0]
    --- stderr
    note: added the stack's encrypted key to `Lumi.dev.yaml`; commit it: with it and the passphrase, others can read the secrets
    imported 3 resources into the stack dev
    note: the objects are those of the stack of Pulumi, which still has them: from now on, change them with one of the two only
    help: `lumi preview` compares them with the program; `lumi stack export --pulumi` goes back

    $ lumi stack import --force dev.json.gz
    [exit 0]
    --- stderr
    imported 3 resources into the stack dev
    note: the objects are those of the stack of Pulumi, which still has them: from now on, change them with one of the two only
    help: `lumi preview` compares them with the program; `lumi stack export --pulumi` goes back
    "#);
}

#[test]
fn resources_that_cannot_be_taken_over_are_reported() {
    let project = project();
    let export = export();
    let service = export.replace(r#""type":"passphrase""#, r#""type":"service""#);
    project.0.file("service.json", service);
    project.0.file(
        "old.json",
        export.replacen("\"version\":3", "\"version\":2", 1),
    );
    project
        .0
        .file("other.json", export.replace(":dev::web:", ":dev::shop:"));
    let shown = project.transcripts(&[
        &["stack", "import", "service.json"],
        &["stack", "import", "old.json"],
        &["stack", "import", "other.json"],
        &["stack", "import", "-s", "prod", "stack.json"],
    ]);
    insta::assert_snapshot!(shown, @r#"
    $ lumi stack import service.json
    [exit 2]
    --- stderr
    error: `service.json`: its secrets are encrypted by the service of Pulumi, which lumi does not ask
    help: export the stack with `pulumi stack export --show-secrets`; lumi encrypts what it imports

    $ lumi stack import old.json
    [exit 2]
    --- stderr
    error: `old.json`: it has version 2 of the format, and lumi reads 3 and 4; `pulumi stack export` of the present CLI writes it anew

    $ lumi stack import other.json
    [exit 1]
    --- stderr
    error: the document cannot be imported: `other.json`: it belongs to the stack `dev` of the project `shop`; with --force its resources become those of `dev` of `web`

    $ lumi stack import -s prod stack.json
    [exit 2]
    --- stderr
    error: `stack.json`: it belongs to the stack `dev`
    help: `lumi stack import -s dev stack.json` makes it that of the same stack here, and --force that of `prod`
    "#);
    let mut command = project.command(&["stack", "import", "stack.json"]);
    let output = command
        .env("PULUMI_CONFIG_PASSPHRASE", "x")
        .output()
        .unwrap();
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stderr), @r#"
    error: `stack.json`: its secrets cannot be read: it is encrypted with another passphrase
    help: it comes from PULUMI_CONFIG_PASSPHRASE
    "#);
}

#[test]
fn a_state_goes_back_to_pulumi() {
    let project = project();
    assert_eq!(project.run(&["stack", "import", "stack.json"]).code, 0);
    let sealed = project.run(&["stack", "export", "--pulumi"]).stdout;
    assert!(!sealed.contains("hunter2"), "{sealed}");
    project.0.file("back.json", sealed);
    assert_eq!(
        project
            .run(&["stack", "import", "--force", "back.json"])
            .code,
        0
    );
    let open = project
        .run(&["stack", "export", "--pulumi", "--show-secrets"])
        .stdout;
    let mut open: Value = serde_json::from_str(&open).unwrap();
    for random in ["manifest", "secrets_providers"] {
        let member = open["deployment"][random].take();
        assert!(member.is_object(), "{random}: {member}");
    }
    insta::assert_snapshot!(format!("{open:#}"), @r#"
    {
      "version": 3,
      "deployment": {
        "manifest": null,
        "secrets_providers": null,
        "resources": [
          {
            "urn": "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev",
            "custom": false,
            "type": "pulumi:pulumi:Stack",
            "outputs": {
              "pet": "fox",
              "password": {
                "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
                "plaintext": "\"hunter2\""
              }
            }
          },
          {
            "urn": "urn:pulumi:dev::web::acme:web:Zoo::zoo",
            "custom": false,
            "type": "acme:web:Zoo",
            "parent": "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev"
          },
          {
            "urn": "urn:pulumi:dev::web::pulumi:providers:random::default_4_16_0",
            "custom": true,
            "id": "9aad00d3-7629-e05d-72d9-13580d63f789",
            "type": "pulumi:providers:random",
            "inputs": {
              "version": "4.16.0"
            },
            "outputs": {
              "version": "4.16.0"
            }
          },
          {
            "urn": "urn:pulumi:dev::web::acme:web:Zoo$random:index/randomPet:RandomPet::pet",
            "custom": true,
            "id": "fox",
            "type": "random:index/randomPet:RandomPet",
            "inputs": {
              "length": 1
            },
            "outputs": {
              "id": "fox",
              "length": 1
            },
            "parent": "urn:pulumi:dev::web::acme:web:Zoo::zoo",
            "protect": true,
            "provider": "urn:pulumi:dev::web::pulumi:providers:random::default_4_16_0::9aad00d3-7629-e05d-72d9-13580d63f789"
          },
          {
            "urn": "urn:pulumi:dev::web::random:index/randomPassword:RandomPassword::password",
            "custom": true,
            "id": "none",
            "type": "random:index/randomPassword:RandomPassword",
            "inputs": {
              "length": 7
            },
            "outputs": {
              "length": 7,
              "result": {
                "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
                "plaintext": "\"hunter2\""
              }
            },
            "parent": "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev",
            "provider": "urn:pulumi:dev::web::pulumi:providers:random::default_4_16_0::9aad00d3-7629-e05d-72d9-13580d63f789"
          }
        ],
        "metadata": {}
      }
    }
    "#);
    let mut command = project.command(&["stack", "export", "--pulumi"]);
    command
        .env_remove("PULUMI_CONFIG_PASSPHRASE")
        .env_remove("LUMI_PASSPHRASE");
    let output = command.output().unwrap();
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stderr), @"error: the secrets of the stack `dev` are protected by a passphrase; set LUMI_PASSPHRASE, or LUMI_PASSPHRASE_FILE to a file that holds it");
}
