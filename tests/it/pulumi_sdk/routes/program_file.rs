//! Files of programs.
//!
//! ```text
//! // What comes first is put in front of each program.
//! //// the title of a program
//! /// up: -c size=3
//! the text of index.js
//! /// file: other.ts
//! the text of another file
//! ```
//!
//! | setting | |
//! |---|---|
//! | `file: NAME` | another file begins, or the first one, instead of `index.js` |
//! | `up: ARGS` | a deployment with these arguments; without a setting there is one without arguments |
//! | `run: COMMAND` | a command of lumi between the deployments, with its arguments |
//! | `plan: ARGS` | the arguments of the plan |
//! | `no up` | the program is only planned; before the first program, it is that of all without `up` |
//! | `env: NAME=VALUE` | a variable of lumi's environment |
//! | `own words: REASON` | messages are not compared: each route has its own |
//! | `wants: TEXT` | a text that the record of node must have, so that the program does what it is for |
//!
//! A program that fails while resources are being made is only planned: which ones are made before it ends depends on
//! the speed of its process.

use std::fs;
use std::path::Path;

/// A program with its files and the commands that run it.
pub struct RoutedProgram {
    pub title: String,
    /// Names and texts.
    pub files: Vec<(String, String)>,
    pub plan: Vec<String>,
    /// The deployments and the commands between them, with their arguments.
    pub commands: Vec<Vec<String>>,
    pub environment: Vec<(String, String)>,
    pub has_own_words: bool,
    wanted: Vec<String>,
}

impl RoutedProgram {
    /// The texts that a record lacks.
    pub fn faults(&self, record: &str) -> Vec<String> {
        let missing = self.wanted.iter().filter(|it| !record.contains(*it));
        missing
            .map(|it| format!("the record lacks {it:?}"))
            .collect()
    }

    /// `is_deployed` says whether programs without a setting are.
    fn parse(text: &str, prelude: &str, is_deployed: bool) -> Self {
        let (title, rest) = text.split_once('\n').unwrap_or((text, ""));
        let mut program = Self {
            title: title.trim().to_owned(),
            files: Vec::new(),
            plan: Vec::new(),
            commands: Vec::new(),
            environment: Vec::new(),
            has_own_words: false,
            wanted: Vec::new(),
        };
        let mut is_without_up = !is_deployed;
        for line in rest.split_inclusive('\n') {
            let Some(setting) = line.strip_prefix("/// ") else {
                program.append(line, prelude);
                continue;
            };
            let (name, value) = setting
                .trim_end()
                .split_once(": ")
                .unwrap_or((setting.trim_end(), ""));
            let words = || value.split_whitespace().map(str::to_owned);
            match name {
                "file" => program.files.push((value.to_owned(), String::new())),
                "up:" | "up" => program.commands.push(up(words())),
                "run" => program.commands.push(words().collect()),
                "plan" => program.plan = words().collect(),
                "no up" => is_without_up = true,
                "own words" => program.has_own_words = true,
                "env" => {
                    let (name, value) = value.split_once('=').unwrap();
                    program
                        .environment
                        .push((name.to_owned(), value.to_owned()));
                }
                "wants" => program.wanted.push(value.to_owned()),
                _ => panic!("{title}: unknown setting {name:?}"),
            }
        }
        if program.commands.is_empty() && !is_without_up {
            program.commands.push(up([].into_iter()));
        }
        program
    }

    /// Adds a line to the last file.
    fn append(&mut self, line: &str, prelude: &str) {
        if self.files.is_empty() {
            self.files.push(("index.js".to_owned(), prelude.to_owned()));
        }
        let (_, text) = self.files.last_mut().unwrap();
        text.push_str(line);
    }
}

/// A deployment with these arguments.
fn up(arguments: impl Iterator<Item = String>) -> Vec<String> {
    let up = ["up", "-y", "-f"].map(str::to_owned);
    up.into_iter().chain(arguments).collect()
}

/// The programs of `tests/programs/pulumi_routes/TOPIC.js`.
pub fn programs(topic: &str) -> Vec<RoutedProgram> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/pulumi_routes");
    let text = fs::read_to_string(folder.join(format!("{topic}.js"))).unwrap();
    let mut parts = text.split("\n//// ");
    let prelude = format!("{}\n", parts.next().unwrap());
    let is_deployed = !prelude.contains("\n/// no up\n");
    // The comments are of no use to the programs.
    let code = prelude
        .split_inclusive('\n')
        .filter(|it| !it.starts_with("//"));
    let code: String = code.collect();
    parts
        .map(|it| RoutedProgram::parse(it, &code, is_deployed))
        .collect()
}
