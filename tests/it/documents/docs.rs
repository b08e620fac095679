//! Tests every page of `docs/`: its programs run, and its commands print the displayed output.
//!
//! The blocks of a page are processed in order, in one new project:
//!
//! | block | is |
//! |---|---|
//! | `ts` with an `import` | a program: written to `index.ts`; `lumi run` accepts it unless a `console` block follows |
//! | `LANGUAGE FILE` (as in `yaml Lumi.yaml`) | written to that file |
//! | `console` | each line `$ COMMAND` is run by `bash`; the text below it is its output, where `…` alone on a line matches any lines |
//! | `sh` | run by `docs_shell`, in a project of its own; here, each `lumi …` in it uses a command and flags that exist |
//! | `LANGUAGE example` | not tested |
//!
//! Times and the path of the project may differ. A command that fails shows its `error:`. Commands
//! with a confirmation get `-y`.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::support::lumi::{Lumi, command, tool, without_times};
use crate::support::peers::node_packages;
use crate::terraform::built;

/// Commands that ask for confirmation.
const ASKING: [&str; 5] = ["up", "destroy", "refresh", "import", "add"];

#[test]
fn every_page_is_true() {
    let mut wrong = Vec::new();
    for path in pages() {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        // Without the judges, a page with providers is not tested; never in CI.
        let Some(page) = Page::new().with_providers(&text) else {
            continue;
        };
        if let Err(error) = page.check(&text) {
            wrong.push(format!("docs/{name}: {error}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\n\ntests/it/docs.rs says which blocks are run",
        wrong.join("\n\n")
    );
}

/// Links to files, and paths in backticks in `CONTRIBUTING.md`, exist.
#[test]
fn links_lead_to_files() {
    let mut wrong = Vec::new();
    for path in pages().into_iter().chain(front_pages()) {
        let text = fs::read_to_string(&path).unwrap();
        let folder = path.parent().unwrap();
        let is_gone = |it: &&str| !folder.join(it.split(['#', ' ']).next().unwrap()).exists();
        let mut named: Vec<&str> = links(&text).filter(|it| !it.starts_with('#')).collect();
        if path.ends_with("CONTRIBUTING.md") {
            named.extend(paths(&text));
            assert!(named.len() > 30, "{named:?}");
        }
        let gone = named.into_iter().filter(is_gone);
        wrong.extend(gone.map(|it| format!("{}: {it}", path.display())));
    }
    assert!(wrong.is_empty(), "no such files:\n{}", wrong.join("\n"));
}

#[test]
fn links_to_headings_lead_to_headings() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in pages().into_iter().chain(front_pages()) {
        let text = fs::read_to_string(&path).unwrap();
        for (file, heading) in links(&text).filter_map(|it| it.split_once('#')) {
            count += 1;
            let target = match file {
                "" => path.clone(),
                file => path.parent().unwrap().join(file),
            };
            let target = fs::read_to_string(target).unwrap_or_default();
            if !headings(&target).any(|it| it == heading) {
                wrong.push(format!("{}: {file}#{heading}", path.display()));
            }
        }
    }
    assert!(count > 20, "{count}");
    assert!(wrong.is_empty(), "no such headings:\n{}", wrong.join("\n"));
}

#[test]
fn the_map_of_the_source_names_what_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("src/lib.rs")).unwrap();
    let (_, table) = text.split_once("# Where things are").unwrap();
    let rows: Vec<&str> = table
        .lines()
        .filter(|it| it.starts_with("//! | "))
        .collect();
    assert!(rows.len() > 30, "{}", rows.len());
    let quoted = rows.iter().flat_map(|it| it.split('`').skip(1).step_by(2));
    let is_path =
        |it: &&str| it.contains('/') && !it.contains(['*', ' ']) && !it.starts_with(".lumi");
    let exists = |it: &str| root.join(it).exists() || root.join("src").join(it).exists();
    let gone: Vec<&str> = quoted.filter(is_path).filter(|it| !exists(it)).collect();
    assert_eq!(gone, Vec::<&str>::new());
}

#[test]
fn environment_variables_are_documented() {
    use lumi::graph::environment_variables::{ALL, WITHHELD};
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/commands.md");
    let page = fs::read_to_string(page).unwrap();
    let rows = page.lines().filter(|it| it.starts_with("| `LUMI_"));
    let documented: Vec<(&str, &str)> = rows
        .map(|row| {
            let mut cells = row.split(" | ");
            let name = cells.next().unwrap().trim_matches(['|', ' ', '`']);
            (name, cells.next().unwrap())
        })
        .collect();
    let withheld = |name: &str| {
        if WITHHELD.contains(&name) {
            "yes"
        } else {
            "no"
        }
    };
    let expected: Vec<(&str, &str)> = ALL.iter().map(|it| (*it, withheld(it))).collect();
    assert_eq!(documented, expected);
}

/// Each promise names an existing test.
#[test]
fn the_tests_of_promises_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/promises.md")).unwrap();
    let missing: Vec<String> = promised_tests(&page)
        .filter(|(file, test)| {
            let code = fs::read_to_string(root.join(file)).unwrap_or_default();
            !code.contains(&format!("fn {test}("))
        })
        .map(|(file, test)| format!("{file}: {test}"))
        .collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The file and the name of each test in the tables of a page: `FILE: TEST`, then further tests of
/// that file.
fn promised_tests(page: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut file = "";
    let rows = page.lines().filter(|it| it.starts_with("| "));
    let codes = rows.flat_map(|row| row.split('`').skip(1).step_by(2));
    codes.filter_map(move |code| {
        let test = match code.split_once(": ") {
            Some((path, test)) if path.ends_with(".rs") => {
                file = path;
                test
            }
            _ => code,
        };
        let is_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let is_test = test.contains('_') && test.chars().all(is_name);
        is_test.then_some((file, test))
    })
}

/// The targets in the project. Calls of generic functions of Go look like links.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1);
    targets
        .filter_map(|it| it.split(')').next())
        .filter(|it| !it.contains([':', '"']))
}

/// The headings of a page, as links name them: `Compared with OpenTofu` is `compared-with-opentofu`.
fn headings(text: &str) -> impl Iterator<Item = String> {
    let outside_of_code = text.split("```").step_by(2).flat_map(str::lines);
    let lines = outside_of_code.filter(|it| it.starts_with('#'));
    lines.map(|line| {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let title = title
            .chars()
            .filter(|it| it.is_alphanumeric() || " -_".contains(*it));
        title.map(|it| if it == ' ' { '-' } else { it }).collect()
    })
}

/// Texts in backticks that begin like a path of the repository.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    const FOLDERS: [&str; 8] = [
        "src/", "js/", "tests/", "tools/", "docs/", "proto/", ".ci/", ".github/",
    ];
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.filter(|it| FOLDERS.iter().any(|folder| it.starts_with(folder)))
}

/// The pages of the root folder.
fn front_pages() -> impl Iterator<Item = PathBuf> {
    const NAMES: [&str; 4] = [
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "SECURITY.md",
    ];
    NAMES
        .into_iter()
        .map(|it| Path::new(env!("CARGO_MANIFEST_DIR")).join(it))
}

pub fn pages() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let entries = fs::read_dir(folder).unwrap();
    let mut pages: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
    pages.retain(|it| it.extension().is_some_and(|it| it == "md"));
    pages.sort();
    assert!(!pages.is_empty());
    pages
}

/// A fenced code block: its info string and its text.
pub struct Block<'a> {
    pub info: &'a str,
    pub text: &'a str,
}

/// The code blocks of a Markdown text.
pub fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut parts = text.split("\n```");
    parts.next();
    // Every second part is the text between blocks.
    let blocks = parts.step_by(2);
    let blocks = blocks.filter_map(|it| it.split_once('\n'));
    blocks.map(|(info, text)| Block { info, text }).collect()
}

/// The project for the blocks of one page.
pub struct Page {
    lumi: Lumi,
    /// Whether no command has run the last program yet.
    is_open: bool,
}

impl Page {
    pub fn new() -> Self {
        Self {
            lumi: Lumi::new(),
            is_open: false,
        }
    }

    /// With the providers of the packages that the programs of a page import, as those that are being developed.
    /// `None` if they cannot be built.
    fn with_providers(self, text: &str) -> Option<Self> {
        let programs = blocks(text).into_iter().filter(|it| it.info == "ts");
        let programs: String = programs.map(|it| it.text.to_owned()).collect();
        let used = ["local", "random"].iter();
        let hcl = blocks(text).into_iter();
        let hcl = hcl
            .filter(|it| it.info.starts_with("hcl "))
            .map(|it| it.text.to_owned());
        let hcl: String = hcl.collect();
        let is_of_cdktf = blocks(text).iter().any(|it| it.info == "json cdktf.json");
        if is_of_cdktf {
            let packages = node_packages("cdktf")?.canonicalize().unwrap();
            symlink(packages, self.lumi.folder().join("node_modules")).unwrap();
        }
        // Folders of other tools have no settings of Lumi.
        if !hcl.is_empty() || is_of_cdktf {
            fs::remove_file(self.lumi.folder().join("Lumi.yaml")).unwrap();
        }
        let is_used = |it: &str| {
            programs.contains(&format!("\"lumi:{it}\""))
                || hcl.contains(&format!("resource \"{it}_"))
                || is_of_cdktf && text.contains(&format!("\"@cdktf/provider-{it}/"))
        };
        let used = used.filter(|it| is_used(it));
        let mut overrides = String::new();
        for name in used {
            let program = built(name)?;
            let folder = program.parent().unwrap().display();
            overrides.push_str(&format!("\"hashicorp/{name}\" = \"{folder}\"\n"));
        }
        if !overrides.is_empty() {
            let config = format!("provider_installation {{\ndev_overrides {{\n{overrides}}}\n}}\n");
            self.lumi.file("../home/.tofurc", config);
        }
        Some(self)
    }

    /// Fails with the first block that is wrong.
    pub fn check(mut self, text: &str) -> Result<(), String> {
        for block in blocks(text) {
            self.block(&block)?;
        }
        self.run_open_program()
    }

    fn block(&mut self, block: &Block<'_>) -> Result<(), String> {
        let (language, file) = block.info.split_once(' ').unwrap_or((block.info, ""));
        match (language, file) {
            (_, "example") => Ok(()),
            ("console", "") => {
                self.is_open = false;
                self.session(block.text)
            }
            ("sh", "") => commands_of(block.text).try_for_each(exists),
            ("ts", "") if block.text.contains("import ") => {
                self.run_open_program()?;
                self.lumi.file("index.ts", block.text);
                self.is_open = true;
                Ok(())
            }
            (_, "") => Ok(()),
            _ => {
                self.lumi.file(file, block.text);
                Ok(())
            }
        }
    }

    /// Runs a program that no command of the page has run.
    fn run_open_program(&mut self) -> Result<(), String> {
        if !std::mem::take(&mut self.is_open) {
            return Ok(());
        }
        let answer = self.lumi.run(&["run"]);
        if answer.code == 0 {
            return Ok(());
        }
        Err(format!(
            "a program fails (mark a block that is no program as `ts example`):\n{}",
            answer.transcript()
        ))
    }

    fn session(&self, text: &str) -> Result<(), String> {
        let text = format!("\n{text}");
        for part in text.split("\n$ ").skip(1) {
            let (line, shown) = part.split_once('\n').unwrap_or((part, ""));
            self.shown(line, shown)?;
        }
        Ok(())
    }

    fn shown(&self, line: &str, shown: &str) -> Result<(), String> {
        let (code, printed) = self.printed(line);
        let shown = without_times(shown);
        if !contains(&printed, &shown) {
            return Err(format!("`$ {line}` shows\n{shown}\nbut it is\n{printed}"));
        }
        if code != 0 && !shown.contains("error") {
            return Err(format!(
                "`$ {line}` fails with exit code {code}:\n{printed}"
            ));
        }
        Ok(())
    }

    /// The exit code of a command, and its standard output and error as on a terminal.
    fn printed(&self, line: &str) -> (i32, String) {
        let mut bash = tool("bash");
        let lumi = Path::new(env!("CARGO_BIN_EXE_lumi")).parent().unwrap();
        let path = std::env::var("PATH").unwrap_or_default();
        bash.current_dir(self.lumi.folder())
            .env("PATH", format!("{}:{path}", lumi.display()))
            .env("HOME", self.lumi.folder().with_file_name("home"))
            .arg("-c")
            .arg(format!("exec 2>&1\n{}", answered(line)));
        let output = bash.output().unwrap();
        let real = self.lumi.folder().canonicalize().unwrap();
        let text = String::from_utf8_lossy(&output.stdout)
            .replace(&*real.to_string_lossy(), "[folder]")
            .replace(&*self.lumi.folder().to_string_lossy(), "[folder]");
        (output.status.code().unwrap_or(-1), without_times(&text))
    }
}

/// The command with `--yes` if it would ask for confirmation.
pub fn answered(line: &str) -> String {
    let (line, _) = line.split_once(" #").unwrap_or((line, ""));
    let words: Vec<&str> = line.split_whitespace().collect();
    let asks = words.first() == Some(&"lumi") && words.get(1).is_some_and(|it| ASKING.contains(it))
        || line.starts_with("lumi new ") && words.contains(&"--from");
    if asks && !words.contains(&"-y") && !words.contains(&"--yes") {
        // Behind the first command of a line.
        line.split_once(" && ")
            .map(|(first, rest)| format!("{first} --yes && {rest}"))
            .unwrap_or_else(|| format!("{line} --yes"))
    } else {
        line.to_owned()
    }
}

/// Whether the parts of `shown` between lines with `…` occur in `printed`, in this order.
fn contains(printed: &str, shown: &str) -> bool {
    let mut rest = printed;
    let shown = format!("{shown}\n");
    for part in shown.split("…\n").map(str::trim_end) {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    true
}

/// The words of each `lumi …` in shell lines.
fn commands_of(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = text.lines().map(|it| it.split(" #").next().unwrap());
    lines
        .filter_map(|it| it.trim().strip_prefix("lumi "))
        .map(|it| it.split_whitespace().collect())
}

/// Whether the command and its long flags exist.
fn exists(words: Vec<&str>) -> Result<(), String> {
    let is_name = |it: &&&str| it.chars().all(|it| it.is_ascii_lowercase() || it == '-');
    let flags = words.iter().filter(|it| it.starts_with("--"));
    let names = words.iter().take_while(|it| !it.starts_with('-'));
    let names: Vec<&str> = names.take_while(is_name).copied().collect();
    // The last names may be arguments, as in `lumi up prod`.
    let help = (1..=names.len()).rev().find_map(|count| {
        let output = command().args(&names[..count]).arg("--help").output();
        let output = output.unwrap();
        let help = String::from_utf8_lossy(&output.stdout).into_owned();
        output.status.success().then_some(help)
    });
    let said = words.join(" ");
    let help = help.ok_or_else(|| format!("there is no command `lumi {said}`"))?;
    for flag in flags {
        let name = flag.split('=').next().unwrap();
        if name != "--" && !help.contains(name) {
            return Err(format!("`lumi {said}`: there is no flag `{name}`"));
        }
    }
    Ok(())
}

#[test]
fn mistakes_on_a_page_are_found() {
    let program = "\n```ts\nimport * as lumi from \"lumi\";\nexport const a = 1;\n```\n";
    let right = [
        format!("{program}Text.\n```console\n$ lumi run\n…\n  a: 1\n```\n"),
        format!("{program}\n```console\n$ lumi run none.ts\nerror: \n```\n"),
        "\n```sh\nlumi up prod --yes   # all of it\n```\n".to_owned(),
        "\n```yaml Lumi.yaml\nname: other\n```\n\n```console\n$ lumi run\nerror: \n```\n"
            .to_owned(),
        "\n```ts example\nimport { a } from \"nowhere\";\n```\n".to_owned(),
    ];
    for page in right {
        assert_eq!(Page::new().check(&page), Ok(()), "{page}");
    }
    let wrong = [
        (program.replace("= 1", "= b"), "a program fails"),
        (
            format!("{program}\n```console\n$ lumi run\n  a: 2\n```\n"),
            "but it is",
        ),
        (
            "\n```console\n$ lumi run none.ts\n```\n".to_owned(),
            "exit code",
        ),
        ("\n```sh\nlumi pu\n```\n".to_owned(), "no command"),
        ("\n```sh\nlumi up --yess\n```\n".to_owned(), "no flag"),
    ];
    for (page, says) in wrong {
        let error = Page::new().check(&page).unwrap_err();
        assert!(error.contains(says), "{page}: {error}");
    }
}
