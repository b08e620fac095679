//! Errors of projects of CDKTF.

use std::path::PathBuf;

use lumi_graph::EscapedText;
use thiserror::Error;

/// An error about `cdktf.json`, the program that it names, or what the program has written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CdktfError {
    #[error("{} does not say which program to run; add `\"app\": \"npx ts-node main.ts\"`, with the file of the program", .file.display())]
    NoApp { file: PathBuf },
    #[error(
        "`app` of cdktf.json is `{}`, and lumi runs TypeScript and JavaScript; synthesize with `cdktf synth`, and run \
         `lumi up` with the folder of a stack: {}",
        EscapedText::short(.app), .stacks.display()
    )]
    OtherLanguage { app: String, stacks: PathBuf },
    #[error(
        "`app` of cdktf.json is `{}`, which {reason}; write the file of the program, such as `npx ts-node main.ts`",
        EscapedText::short(.app)
    )]
    UnclearApp { app: String, reason: String },
    #[error("`app` of cdktf.json names {}, which is not a file; check the path", .file.display())]
    NoProgram { file: PathBuf },
    #[error(
        "the program has written no {}: it must call `app.synth()`, and leave `outdir` of `App` out",
        .file.display()
    )]
    NotSynthesized { file: PathBuf },
    #[error("the program has not run yet: `lumi preview` runs it, and `-s` names a stack")]
    NeverRun,
    #[error("{} cannot be used: {reason}; the program has to be synthesized again", .file.display())]
    Malformed { file: PathBuf, reason: String },
    #[error("{}", choose(.names))]
    SeveralStacks { names: Vec<String> },
    #[error("the program has no stacks: nothing can be deployed")]
    NoStacks,
    #[error("the program has no stack `{}`; {}", EscapedText::short(.name), known(.names))]
    UnknownStack { name: String, names: Vec<String> },
}

fn choose(names: &[String]) -> String {
    let list = listed(names);
    format!("the program has the stacks {list}; choose one with `-s`, or all with `--all`")
}

fn known(names: &[String]) -> String {
    match names {
        [] => "it has none".to_owned(),
        names => format!("it has {}", listed(names)),
    }
}

fn listed(names: &[String]) -> String {
    let names = names
        .iter()
        .map(|it| format!("`{}`", EscapedText::short(it)));
    names.collect::<Vec<_>>().join(", ")
}
