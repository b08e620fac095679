//! Runs every `sh` block of `docs/`, each in a project of its own: all of its commands succeed.
//!
//! `bash` stops at the first command that fails. Commands that ask get the flag that answers. Packages come from a
//! folder, in place of their registry.

use std::fs;
use std::path::Path;

use crate::documents::docs::{answered, blocks, pages};
use crate::opentofu::mirror;
use crate::support::lumi::{Lumi, tool};

const STATE: &str = include_str!("docs_shell/terraform.tfstate");

/// A component, as Pulumi has it in the state of the stack `dev` of the project of a block.
const STATE_OF_PULUMI: &str = r#"{"version":3,"deployment":{"manifest":{},"resources":[
{"urn":"urn:pulumi:dev::demo::pulumi:pulumi:Stack::demo-dev","custom":false,"type":"pulumi:pulumi:Stack"},
{"urn":"urn:pulumi:dev::demo::acme:zoo:Zoo::zoo","custom":false,"type":"acme:zoo:Zoo",
 "parent":"urn:pulumi:dev::demo::pulumi:pulumi:Stack::demo-dev"}]}}"#;

const ZOO: &str =
    "import * as lumi from \"lumi\";\nnew lumi.ComponentResource(\"acme:zoo:Zoo\", \"zoo\");\n";

const PROGRAM: &str = "import { fs } from \"lumi/std\";\n\
    new fs.File(\"page\", { path: \"out/page\", content: \"one\" });\n";

/// A block that needs more than an empty project, found by its page and the beginning of its text.
struct ShellBlock {
    page: &'static str,
    begins: &'static str,
    run: Run,
}

enum Run {
    Prepared {
        files: &'static [(&'static str, &'static str)],
        /// Commands that come before.
        before: &'static str,
        /// A part of what the last command shows.
        shows: &'static str,
    },
    /// Why it cannot be run.
    Not(&'static str),
}

const BLOCKS: &[ShellBlock] = &[
    ShellBlock {
        page: "commands.md",
        begins: "lumi config set size ",
        run: Run::Not("its commands ask at a terminal"),
    },
    ShellBlock {
        page: "commands.md",
        begins: "lumi diff before.json",
        run: Run::Prepared {
            files: &[("index.ts", PROGRAM)],
            before: "lumi run --out before.json\ncp before.json after.json\n\
                lumi up -y\nlumi destroy -y\nlumi up -y -s staging --create\nlumi destroy -y -s staging\n\
                lumi stack init prod\nlumi stack select dev\nlumi up -y",
            shows: "diff.html",
        },
    },
    ShellBlock {
        page: "commands.md",
        begins: "lumi up -y -s prod --max-deletes",
        run: Run::Prepared {
            files: &[("index.ts", PROGRAM)],
            before: "lumi stack init prod",
            shows: "Done: ",
        },
    },
    ShellBlock {
        page: "commands.md",
        begins: "LUMI_LOG=",
        run: Run::Prepared {
            files: &[("index.ts", PROGRAM)],
            before: "",
            shows: "Done: ",
        },
    },
    ShellBlock {
        page: "commands.md",
        begins: "lumi up -y --profile",
        run: Run::Prepared {
            files: &[("index.ts", PROGRAM)],
            before: "",
            shows: "Done: ",
        },
    },
    ShellBlock {
        page: "commands.md",
        begins: "lumi test",
        run: Run::Not("`--watch` has no end"),
    },
    ShellBlock {
        page: "inference.md",
        begins: "lumi infer stack:dev",
        run: Run::Prepared {
            files: &[("index.ts", PROGRAM)],
            before: "lumi up -y\nrm index.ts",
            shows: "no changes",
        },
    },
    ShellBlock {
        page: "migrating.md",
        begins: "lumi new infra",
        run: Run::Prepared {
            files: &[("old/terraform.tfstate", STATE)],
            before: "",
            shows: "no changes",
        },
    },
    ShellBlock {
        page: "migrating.md",
        begins: "lumi add hashicorp/random\nlumi add",
        run: Run::Prepared {
            files: &[("../old/terraform.tfstate", STATE)],
            before: "",
            shows: "no changes",
        },
    },
    ShellBlock {
        page: "migrating.md",
        begins: "lumi stack init prod",
        run: Run::Prepared {
            files: &[("terraform.tfstate.d/prod/terraform.tfstate", STATE)],
            before: "lumi add hashicorp/random --yes\nlumi add hashicorp/local --yes",
            shows: "wrote index.ts",
        },
    },
    ShellBlock {
        page: "migrating.md",
        begins: "lumi convert --out ",
        run: Run::Not("it needs packages of npm: tests/it/pulumi_convert runs it"),
    },
    ShellBlock {
        page: "migrating.md",
        begins: "lumi stack export --show-secrets",
        run: Run::Prepared {
            files: &[("index.ts", PROGRAM)],
            before: "lumi up -y",
            shows: "no changes",
        },
    },
    ShellBlock {
        page: "state.md",
        begins: "aws sso login",
        run: Run::Not("it needs an account of AWS"),
    },
    ShellBlock {
        page: "state.md",
        begins: "export AWS_ENDPOINT_URL",
        run: Run::Not("`state_s3` runs a server of its own"),
    },
    ShellBlock {
        page: "providers.md",
        begins: "lumi add hashicorp/random\nlumi add 'hashicorp/tls",
        run: Run::Not("it takes packages from several registries"),
    },
    ShellBlock {
        page: "providers.md",
        begins: "lumi add hashicorp/random\nlumi import",
        run: Run::Prepared {
            files: &[("terraform.tfstate", STATE)],
            before: "lumi add hashicorp/local --yes",
            shows: "no changes",
        },
    },
    ShellBlock {
        page: "pulumi.md",
        begins: "ln -s",
        run: Run::Prepared {
            files: &[],
            before: "mkdir -p ~/.local/bin",
            shows: "",
        },
    },
    // The tool itself takes part in `pulumi_takeover`.
    ShellBlock {
        page: "pulumi.md",
        begins: "pulumi stack export",
        run: Run::Prepared {
            files: &[("../pulumi.json", STATE_OF_PULUMI), ("index.ts", ZOO)],
            before: "pulumi() { cp ../pulumi.json stack.json; }",
            shows: "no changes",
        },
    },
    ShellBlock {
        page: "pulumi.md",
        begins: "lumi new infra",
        run: Run::Prepared {
            files: &[("stack.json", STATE_OF_PULUMI)],
            before: "",
            shows: "no changes",
        },
    },
    ShellBlock {
        page: "pulumi.md",
        begins: "lumi stack export --pulumi",
        run: Run::Prepared {
            files: &[("index.ts", ZOO)],
            before: "export PULUMI_CONFIG_PASSPHRASE=test\nlumi up -y\n\
                     pulumi() { grep acme:zoo:Zoo stack.json; }",
            shows: "::acme:zoo:Zoo::zoo",
        },
    },
    ShellBlock {
        page: "snapshot.md",
        begins: "lumi snapshot",
        run: Run::Not("its servers are not there"),
    },
    ShellBlock {
        page: "state.md",
        begins: "lumi state resolve",
        run: Run::Not("a crash must have left its operations open"),
    },
];

#[test]
fn every_shell_block_runs() {
    let mut wrong = Vec::new();
    let mut known = vec![false; BLOCKS.len()];
    for path in pages() {
        let text = fs::read_to_string(&path).unwrap();
        let page = path.file_name().unwrap().to_string_lossy().into_owned();
        for block in blocks(&text).iter().filter(|it| it.info == "sh") {
            let is_it = |it: &ShellBlock| it.page == page && block.text.starts_with(it.begins);
            let found = BLOCKS.iter().position(is_it);
            if let Some(at) = found {
                known[at] = true;
            }
            let result = match found.map(|at| &BLOCKS[at].run) {
                Some(Run::Not(reason)) => {
                    assert!(!reason.is_empty());
                    continue;
                }
                Some(Run::Prepared {
                    files,
                    before,
                    shows,
                }) => run(block.text, files, before, shows),
                None => run(block.text, &[], "", ""),
            };
            if let Err(error) = result {
                wrong.push(format!("docs/{page}:\n{}\n{error}", block.text));
            }
        }
    }
    let unknown = BLOCKS.iter().zip(known).filter(|(_, is_known)| !is_known);
    wrong.extend(unknown.map(|(it, _)| format!("docs/{} has no block {:?}", it.page, it.begins)));
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Runs a block after `before`. Without the judges, blocks with packages are not run; never in CI.
fn run(text: &str, files: &[(&str, &str)], before: &str, shows: &str) -> Result<(), String> {
    let lumi = Lumi::new();
    for (name, content) in files {
        lumi.file(name, content);
    }
    let home = lumi.folder().with_file_name("home");
    fs::create_dir_all(&home).unwrap();
    let mut bash = tool("bash");
    let installs = ["lumi add", "lumi new infra --from"];
    if installs
        .iter()
        .any(|it| text.contains(it) || before.contains(it))
    {
        let Some(mirror) = mirror::mirror() else {
            return Ok(());
        };
        bash.env("LUMI_PACKAGE_MIRROR", mirror);
    }
    let program = Path::new(env!("CARGO_BIN_EXE_lumi")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let lines: Vec<String> = text.lines().map(answered).collect();
    let script = format!("exec 2>&1\nset -e\n{before}\n{}", lines.join("\n"));
    bash.current_dir(lumi.folder())
        .env("PATH", format!("{}:{path}", program.display()))
        .env("HOME", &home)
        .env("LUMI_PASSPHRASE", "test")
        .stdin(std::process::Stdio::null())
        .arg("-c")
        .arg(script);
    let output = bash.output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(format!("a command fails:\n{printed}"));
    }
    match printed.contains(shows) {
        true => Ok(()),
        false => Err(format!("{shows:?} is not shown:\n{printed}")),
    }
}

#[test]
fn a_shell_block_stops_at_the_first_failure() {
    assert_eq!(run("true\nlumi --version", &[], "", "lumi"), Ok(()));
    let failed = run("lumi no-such-command\ntrue", &[], "", "").unwrap_err();
    assert!(failed.contains("a command fails"), "{failed}");
    let silent = run("true", &[], "", "anything").unwrap_err();
    assert!(silent.contains("is not shown"), "{silent}");
}
