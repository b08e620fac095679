//! Programs for Pulumi's Node SDK by both routes: in the process of lumi, and in one of node, which is the judge.
//!
//! The programs are in `tests/programs/pulumi_routes`, many in one file (`program_file`). Each is planned and deployed by
//! both routes; LumiGL, states, outputs, exit codes and messages must be equal (`route_record`). `LUMI_TEST_PROGRAM` runs those
//! whose title contains its text, `LUMI_TEST_SHARE=all` all of them.

mod program_file;
mod route_record;

use std::collections::BTreeSet;

use program_file::{RoutedProgram, programs};
use route_record::{MESSAGE, record};

use super::packages;
use crate::support::lumi::is_in_share;

/// The number of programs that there are at least.
const PROGRAMS: usize = 320;

/// Runs the programs of a file by both routes.
fn compare(topic: &str) {
    if packages().is_none() {
        return;
    }
    let mut differences = String::new();
    for program in programs(topic).iter().filter(|it| is_chosen(it)) {
        let node = record(program, "node");
        let embedded = record(program, "embedded");
        for fault in program.faults(&node) {
            differences += &format!("{topic}: {}: {fault}\n{node}\n", program.title);
        }
        let is_own = |it: &&str| !(program.has_own_words && it.starts_with(MESSAGE));
        let [node, embedded] = [node, embedded].map(|it| {
            let lines = it.lines().filter(is_own);
            lines.map(|it| it.to_owned() + "\n").collect::<String>()
        });
        if node != embedded {
            differences += &difference(&format!("{topic}: {}", program.title), &node, &embedded);
        }
    }
    assert!(differences.is_empty(), "{differences}");
}

/// Tests that each run the programs of a file, which has the name of the topic.
macro_rules! topics {
    ($($topic:ident)*) => {
        const TOPICS: &[&str] = &[$(stringify!($topic)),*];
        $(
            #[test]
            fn $topic() {
                compare(stringify!($topic));
            }
        )*
    };
}

topics! {
    aliases assets components configuration dynamic exports failures hooks invokes mocks modules options outputs references
    secrets targets transforms
}

#[test]
fn programs_have_titles_of_their_own() {
    let all: Vec<_> = TOPICS.iter().flat_map(|it| programs(it)).collect();
    let titles: BTreeSet<_> = all.iter().map(|it| &it.title).collect();
    assert_eq!(titles.len(), all.len());
    assert!(all.len() >= PROGRAMS, "{}", all.len());
}

/// Node needs seconds for a program, so that a few of them run with each commit, and all with `LUMI_TEST_SHARE=all`.
fn is_chosen(program: &RoutedProgram) -> bool {
    let of = |name| std::env::var(name).ok();
    if let Some(part) = of("LUMI_TEST_PROGRAM") {
        return program.title.contains(&part);
    }
    let is_whole = of("LUMI_TEST_SHARE").is_some_and(|it| it == "all");
    let share = of("LUMI_PROGRAM_SHARE").unwrap_or_else(|| "0/12".to_owned());
    is_whole || is_in_share(&program.title, &share)
}

/// The lines that one record has and the other has not, and the whole record of node.
fn difference(title: &str, node: &str, embedded: &str) -> String {
    let only = |sign: &str, these: &str, those: &str| {
        let lines = these
            .lines()
            .filter(|it| !those.lines().any(|that| that == *it));
        lines.map(|it| format!("{sign} {it}\n")).collect::<String>()
    };
    let mut text = only("- node:", node, embedded);
    text += &only("+ lumi:", embedded, node);
    if text.is_empty() {
        text = format!("in another order:\n{embedded}");
    }
    format!("== {title}\n{text}-- node\n{node}\n")
}
