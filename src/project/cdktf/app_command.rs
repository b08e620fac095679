//! The program that `app` of `cdktf.json` runs.
//!
//! `app` is a line for a shell. Lumi runs the file that such a line ends with itself, so lines that do anything else are
//! refused rather than understood in part.

use std::path::{Path, PathBuf};

use super::cdktf_error::CdktfError;
use super::package_scripts::script;

/// Scripts that call each other more deeply than this are refused.
const DEEPEST: usize = 8;

/// Words before a command of an installed package.
const RUNNERS: [&[&str]; 8] = [
    &["npx"],
    &["bunx"],
    &["pnpm", "exec"],
    &["pnpm", "dlx"],
    &["yarn", "exec"],
    &["yarn", "dlx"],
    &["npm", "exec", "--"],
    &["npm", "exec"],
];

/// Flags of the runners, which answer their questions.
const RUNNER_FLAGS: [&str; 5] = ["-y", "--yes", "--no-install", "--no", "--bun"];

/// Words that run a script of `package.json`.
const SCRIPTS: [&[&str]; 5] = [
    &["npm", "run"],
    &["npm", "run-script"],
    &["yarn", "run"],
    &["pnpm", "run"],
    &["bun", "run"],
];

/// Words that run a script, or a command of an installed package.
const MANAGERS: [&[&str]; 2] = [&["yarn"], &["pnpm"]];

/// Commands that run a file of TypeScript or JavaScript.
const INTERPRETERS: [&str; 9] = [
    "node",
    "nodejs",
    "ts-node",
    "ts-node-esm",
    "ts-node-transpile-only",
    "tsx",
    "swc-node",
    "bun",
    "esr",
];

/// Flags of those that change nothing here: types are not checked, and memory is not limited by Node.
const FLAGS: [&str; 10] = [
    "-T",
    "--transpile-only",
    "--transpileOnly",
    "--swc",
    "--files",
    "--pretty",
    "--prefer-ts-exts",
    "--esm",
    "--enable-source-maps",
    "--log-error",
];

/// Beginnings of such flags with a value.
const FLAGS_WITH_VALUE: [&str; 2] = ["--max-old-space-size=", "--stack-size="];

/// Endings of the files that are run, in the order in which they are tried for a name without one.
const ENDINGS: [&str; 7] = ["ts", "js", "mts", "mjs", "cts", "cjs", "tsx"];

/// A file, and the arguments that it gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppCommand {
    pub file: PathBuf,
    pub arguments: Vec<String>,
}

impl AppCommand {
    /// The program of a line, in the folder of a project. `stacks` is where stacks would be, for messages.
    pub fn find(app: &str, project: &Path, stacks: &Path) -> Result<Self, CdktfError> {
        let search = Search {
            app,
            project,
            stacks,
        };
        search.line(app, 0)
    }
}

struct Search<'a> {
    app: &'a str,
    project: &'a Path,
    stacks: &'a Path,
}

impl Search<'_> {
    fn line(&self, line: &str, depth: usize) -> Result<AppCommand, CdktfError> {
        if depth > DEEPEST {
            return Err(self.unclear("calls scripts of package.json in a circle"));
        }
        let words = words(line).ok_or_else(|| self.unclear("is more than one command"))?;
        let mut words: &[String] = &words;
        if words.is_empty() {
            return Err(self.unclear("is empty"));
        }
        if let Some(mut rest) = after(words, &RUNNERS) {
            while let [flag, others @ ..] = rest
                && RUNNER_FLAGS.contains(&flag.as_str())
            {
                rest = others;
            }
            return self.command(rest);
        }
        if let Some(rest) = after(words, &SCRIPTS).or_else(|| after(words, &MANAGERS)) {
            // `bun run main.ts` runs a file, and `yarn tsx main.ts` a command of a package.
            let name = rest.first().map(String::as_str).unwrap_or_default();
            if let Some(script) = script(self.project, name) {
                let passed = rest.iter().skip(1).filter(|it| *it != "--");
                let mut command = self.line(&script, depth + 1)?;
                command.arguments.extend(passed.cloned());
                return Ok(command);
            }
            if words.first().is_some_and(|it| it == "npm") {
                let reason = format!("calls the script `{name}`, which package.json does not have");
                return Err(self.unclear(&reason));
            }
            words = rest;
        }
        self.command(words)
    }

    /// An interpreter with a file, or a file alone.
    fn command(&self, words: &[String]) -> Result<AppCommand, CdktfError> {
        let [first, rest @ ..] = words else {
            return Err(self.unclear("names no program"));
        };
        let name = Path::new(first)
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        let is_interpreter = INTERPRETERS.contains(&&*name);
        if !is_interpreter {
            return match is_code(first) {
                true => self.file(first, rest, false),
                false => Err(CdktfError::OtherLanguage {
                    app: self.app.to_owned(),
                    stacks: self.stacks.to_owned(),
                }),
            };
        }
        let mut rest = rest;
        if let [run, others @ ..] = rest
            && (run == "run" || run == "x")
            && name == "bun"
        {
            rest = others;
        }
        loop {
            match rest {
                [flag, value, others @ ..]
                    if matches!(flag.as_str(), "-r" | "--require" | "--import" | "--loader")
                        && is_compiler(value) =>
                {
                    rest = others;
                }
                [flag, others @ ..]
                    if FLAGS.contains(&flag.as_str())
                        || FLAGS_WITH_VALUE.iter().any(|it| flag.starts_with(it)) =>
                {
                    rest = others;
                }
                [flag, ..] if flag.starts_with('-') => {
                    return Err(
                        self.unclear(&format!("has the flag `{flag}`, which lumi does not have"))
                    );
                }
                [file, arguments @ ..] => {
                    return self.file(file, arguments, name.starts_with("node"));
                }
                [] => return Err(self.unclear("names no program")),
            }
        }
    }

    /// A file, with the ending that its interpreter would add: Node looks for JavaScript first.
    fn file(
        &self,
        name: &str,
        arguments: &[String],
        is_for_node: bool,
    ) -> Result<AppCommand, CdktfError> {
        let path = self.project.join(name);
        let (typed, plain): (Vec<&str>, Vec<&str>) =
            ENDINGS.iter().partition(|it| it.contains("ts"));
        let endings = match is_for_node {
            true => [plain, typed].concat(),
            false => [typed, plain].concat(),
        };
        let mut candidates = vec![path.clone()];
        let beside = endings
            .iter()
            .map(|it| self.project.join(format!("{name}.{it}")));
        candidates.extend(beside);
        candidates.extend(endings.iter().map(|it| path.join(format!("index.{it}"))));
        let found = candidates.into_iter().find(|it| it.is_file());
        Ok(AppCommand {
            file: found.ok_or(CdktfError::NoProgram { file: path })?,
            arguments: arguments.to_vec(),
        })
    }

    fn unclear(&self, reason: &str) -> CdktfError {
        CdktfError::UnclearApp {
            app: self.app.to_owned(),
            reason: reason.to_owned(),
        }
    }
}

/// Whether a module that is loaded first only compiles TypeScript, which lumi does.
fn is_compiler(module: &str) -> bool {
    [
        "ts-node/register",
        "ts-node/register/transpile-only",
        "tsx",
        "tsx/cjs",
        "tsx/esm",
        "ts-node/esm",
    ]
    .contains(&module)
}

fn is_code(word: &str) -> bool {
    let ending = Path::new(word).extension().and_then(|it| it.to_str());
    ending.is_some_and(|it| ENDINGS.contains(&it))
}

/// The words behind one of several beginnings.
fn after<'w>(words: &'w [String], beginnings: &[&[&str]]) -> Option<&'w [String]> {
    beginnings.iter().find_map(|beginning| {
        let (first, rest) = words.split_at_checked(beginning.len())?;
        first
            .iter()
            .zip(*beginning)
            .all(|(it, wanted)| it == wanted)
            .then_some(rest)
    })
}

/// The words of a line, with quotes removed; `None` for what a shell would do more with.
fn words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for character in line.chars() {
        match (quote, character) {
            (Some(open), it) if it == open => quote = None,
            (Some('"'), '$' | '`' | '\\') => return None,
            (Some(_), it) => word.get_or_insert_default().push(it),
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, it) if it.is_whitespace() => words.extend(word.take()),
            (None, ';' | '&' | '|' | '<' | '>' | '$' | '`' | '\\' | '*' | '(' | ')' | '#') => {
                return None;
            }
            (None, it) => word.get_or_insert_default().push(it),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn project() -> tempfile::TempDir {
        let disk = tempfile::tempdir().unwrap();
        for file in ["main.ts", "main.js", "src/index.ts", "bin/app.mts"] {
            let path = disk.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let scripts = r#"{"scripts": {
            "synth": "ts-node main.ts", "app": "npm run synth -- --stage test", "loop": "npm run loop",
            "both": "tsc && node main.js"
        }}"#;
        fs::write(disk.path().join("package.json"), scripts).unwrap();
        disk
    }

    fn found(app: &str) -> Result<String, String> {
        let disk = project();
        let found = AppCommand::find(app, disk.path(), Path::new("cdktf.out/stacks/NAME"));
        let found =
            found.map_err(|it| it.to_string().replace(&*disk.path().to_string_lossy(), ""))?;
        let file = found
            .file
            .strip_prefix(disk.path())
            .unwrap()
            .display()
            .to_string();
        let words = [file].into_iter().chain(found.arguments);
        Ok(words.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn lines_that_run_one_file_are_understood() {
        for (app, file) in [
            ("npx ts-node main.ts", "main.ts"),
            ("npx --yes tsx main.ts", "main.ts"),
            ("yarn ts-node --transpile-only main.ts", "main.ts"),
            ("pnpm exec tsx 'main.ts' a \"b c\"", "main.ts a b c"),
            ("node main", "main.js"),
            ("node -r ts-node/register src", "src/index.ts"),
            ("node --max-old-space-size=4096 ./main.js", "main.js"),
            ("node_modules/.bin/ts-node main.ts", "main.ts"),
            ("bun run main.ts", "main.ts"),
            ("bun bin/app.mts", "bin/app.mts"),
            ("./main.js", "main.js"),
            ("npm run synth", "main.ts"),
            ("yarn app x", "main.ts --stage test x"),
        ] {
            let wanted = file.strip_prefix("./").unwrap_or(file);
            assert_eq!(
                found(app).map(|it| it.replace("./", "")).as_deref(),
                Ok(wanted),
                "{app}"
            );
        }
    }

    #[test]
    fn other_lines_are_refused_with_what_to_do() {
        for (app, part) in [
            (
                "pipenv run python main.py",
                "`lumi up` with the folder of a stack",
            ),
            (
                "mvn -e -q compile exec:java",
                "`lumi up` with the folder of a stack",
            ),
            ("go run main.go", "`lumi up` with the folder of a stack"),
            ("npx tsc && node main.js", "more than one command"),
            ("npm run both", "more than one command"),
            ("npm run loop", "in a circle"),
            (
                "npm run other",
                "the script `other`, which package.json does not have",
            ),
            ("node --inspect main.js", "has the flag `--inspect`"),
            ("ts-node nothing.ts", "nothing.ts, which is not a file"),
            ("node", "names no program"),
            ("", "is empty"),
        ] {
            let message = found(app).unwrap_err();
            assert!(message.contains(part), "{app}: {message}");
        }
    }
}
