//! The processor time of every command grows as the number of resources does. Four times as many may take six times
//! as long: a scan of all for each takes sixteen times.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::lumi::Lumi;

/// So few that the time is that of a start.
const FEW: usize = 4;
const MANY: usize = 160;
/// The processor time that two runs of the same command may differ by.
const NOISE: Duration = Duration::from_millis(150);

/// Texts, references, components, and statements that make a file and nothing else.
fn program(count: usize, word: &str) -> String {
    let mut text = String::from(
        r#"import { ComponentResource } from "lumi";
import { fs } from "lumi/std";
class Group extends ComponentResource {
  constructor(name: string) {
    super("demo:index:Group", name);
  }
}
"#,
    );
    for index in 0..count {
        let group = index / 10;
        let made = match index % 10 {
            0 => format!("const g{group} = new Group(\"g{group}\");\nconst f{index} = "),
            5 => format!("const f{index} = "),
            _ => String::new(),
        };
        let content = match index % 10 {
            1 | 6 => format!("f{}.path", index - 1),
            _ => format!("\"{word} of file {index}\""),
        };
        let options = match index % 3 {
            0 => format!(", {{ parent: g{group} }}"),
            _ => String::new(),
        };
        let _ = writeln!(
            text,
            "{made}new fs.File(\"f{index}\", {{ path: \"out/f{index}.txt\", content: {content} }}{options});"
        );
    }
    text + "export const first = f0.path;\n"
}

/// The processor time of each command.
type Times = BTreeMap<String, Duration>;

struct Survey {
    lumi: Lumi,
    times: Times,
}

impl Survey {
    /// Runs a command line, which may end with one of these codes.
    fn run(&mut self, line: &str, codes: &[i32]) {
        let args: Vec<&str> = line.split(' ').collect();
        let mut command = self.lumi.command(&args);
        // Otherwise the second run of a command does less than the first.
        command.env("LUMI_CACHE", "");
        let log = self.lumi.folder().with_file_name("log");
        let file = fs::File::create(&log).unwrap();
        command.stdin(Stdio::null());
        command.stdout(file.try_clone().unwrap()).stderr(file);
        let (code, took) = measured(&mut command);
        let said = || String::from_utf8_lossy(&fs::read(&log).unwrap()).into_owned();
        assert!(codes.contains(&code), "lumi {line}: {code}\n{}", said());
        let known = self.times.entry(line.to_owned()).or_insert(took);
        *known = took.min(*known);
    }

    fn all(count: usize) -> Times {
        let lumi = Lumi::program(&program(count, "text"));
        let mut survey = Self {
            lumi,
            times: Times::new(),
        };
        survey.programs();
        survey.graphs();
        survey.drifts(count);
        survey.times
    }

    fn programs(&mut self) {
        for line in [
            "run",
            "run --format json",
            "check --no-types",
            "pack build -o p.lumipack",
            "pack verify p.lumipack",
            "preview",
            "preview --json",
            "up -y",
            "up -y --diff",
            "refresh -y",
            "state ls",
            "stack export --out state.json",
            "stack import -y state.json",
            "snapshot -o snapshot.json",
        ] {
            self.run(line, &[0]);
        }
    }

    fn graphs(&mut self) {
        for format in ["json", "yaml", "dot", "mermaid", "svg", "html"] {
            let line = format!("graph --format {format} --out graph.{format}");
            self.run(&line, &[0]);
        }
        for line in ["graph", "graph graph.json", "graph graph.yaml"] {
            self.run(line, &[0]);
        }
        let renamed = self.lumi.read("index.ts").replace("File(\"f1", "File(\"h1");
        self.lumi.file("other.ts", renamed);
        self.run("run other.ts --format json --out other.json", &[0]);
        self.run("diff graph.json graph.yaml", &[0]);
        self.run("diff graph.json other.json", &[1]);
        self.run("diff --semantic graph.json other.json", &[1]);
        self.run("diff graph.json other.json --format svg", &[0, 1]);
        self.run("infer graph.json -o inferred.ts --force", &[0]);
    }

    /// Changes by others and by the program, and the end.
    fn drifts(&mut self, count: usize) {
        fs::remove_dir_all(self.lumi.folder().join("out")).unwrap();
        self.run("preview --refresh", &[0]);
        self.run("reconcile", &[1]);
        self.run("reconcile --to program -y", &[0, 1]);
        self.lumi.file("index.ts", program(count, "text"));
        self.run("up -y --json", &[0]);
        for index in 0..count {
            self.lumi.file(&format!("out/f{index}.txt"), "other");
        }
        self.run("reconcile --to world -y", &[0, 1]);
        self.lumi.file("index.ts", program(count, "words"));
        self.run("up --skip-preview", &[0]);
        let renamed = program(count, "words").replace("new fs.File(\"f", "new fs.File(\"n");
        self.lumi.file("index.ts", renamed);
        self.run("preview --diff", &[0]);
        self.run("destroy -y", &[0]);
    }
}

/// Runs a command: its exit code, and the processor time of it and its processes.
#[allow(clippy::zombie_processes, reason = "`wait4` waits for it")]
fn measured(command: &mut Command) -> (i32, Duration) {
    let child = command.spawn().unwrap();
    let pid = libc::pid_t::try_from(child.id()).unwrap();
    let mut status = 0;
    // SAFETY: all bytes of it may be zero.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the process is a child that nothing else waits for, and both pointers are of live variables.
    let waited = unsafe { libc::wait4(pid, &raw mut status, 0, &raw mut usage) };
    assert_eq!(waited, pid);
    let time = |it: libc::timeval| {
        let micros = it.tv_sec * 1_000_000 + it.tv_usec;
        Duration::from_micros(u64::try_from(micros).unwrap())
    };
    let code = match libc::WIFEXITED(status) {
        true => libc::WEXITSTATUS(status),
        false => -1,
    };
    (code, time(usage.ru_utime) + time(usage.ru_stime))
}

/// The times with few, many, and four times as many resources.
struct Rounds([Times; 3]);

impl Rounds {
    fn first() -> Self {
        Self([FEW, MANY, 4 * MANY].map(Survey::all))
    }

    /// Runs all commands again: the shortest time counts, whatever else the machine does.
    fn again(&mut self) {
        for (shortest, more) in self.0.iter_mut().zip(Self::first().0) {
            for (line, took) in more {
                shortest.entry(line).and_modify(|it| *it = took.min(*it));
            }
        }
    }

    /// The commands that took too long with four times as many resources.
    fn slow(&self) -> Vec<String> {
        let [start, many, more] = &self.0;
        let mut slow = Vec::new();
        for (line, took) in more {
            let above = |times: &Times| times[line].saturating_sub(start[line]);
            if above(more) > 6 * above(many) + NOISE {
                slow.push(format!(
                    "lumi {line}: {:?} for {MANY} resources, {took:?} for four times as many",
                    many[line]
                ));
            }
        }
        slow
    }
}

#[test]
fn four_times_the_resources_take_about_four_times_as_long() {
    let mut rounds = Rounds::first();
    if !rounds.slow().is_empty() {
        rounds.again();
    }
    let slow = rounds.slow();
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

/// A file with a text of lines and escapes.
fn text_of(mebibytes: usize) -> String {
    format!(
        "import {{ fs }} from \"lumi/std\";\n\
         const line = 'a line of \"text\" \\\\ with \\u{{e9}} and \\t marks\\n';\n\
         const content = line.repeat(Math.ceil({mebibytes} * 2 ** 20 / line.length));\n\
         export const size = new fs.File(\"a\", {{ path: \"a.txt\", content }}).size;\n"
    )
}

/// The processor time of all commands for one file of so many MiB.
fn time_of(mebibytes: usize) -> Duration {
    let mut survey = Survey {
        lumi: Lumi::program(&text_of(mebibytes)),
        times: Times::new(),
    };
    for line in ["up -y", "preview --refresh", "up --skip-preview"] {
        survey.run(line, &[0]);
    }
    let text = fs::metadata(survey.lumi.folder().join("a.txt")).unwrap();
    assert!(text.len() >= (mebibytes as u64) << 20);
    survey.lumi.file("a.txt", "by hand");
    survey.run("reconcile --to world -y", &[0]);
    survey.run("destroy -y", &[0]);
    survey.times.values().sum()
}

#[test]
fn four_times_the_text_takes_about_four_times_as_long() {
    let mut shortest = [0, 4, 16].map(time_of);
    let is_slow = |[start, some, more]: &[Duration; 3]| {
        let above = |it: &Duration| it.saturating_sub(*start);
        above(more) > 6 * above(some) + NOISE
    };
    if is_slow(&shortest) {
        let again = [0, 4, 16].map(time_of);
        shortest = [0, 1, 2].map(|at| shortest[at].min(again[at]));
    }
    assert!(!is_slow(&shortest), "{shortest:?}");
}
