//! Runs that are killed between the files that they write, before their sources change.
//!
//! The files that a killed run wrote belong to their resource, whatever the next run finds as the
//! source. Files of others stay.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt as _;

use super::deployed::{Deployed, Held};
use super::file_kill::FileKill;

/// A program and its sources: names and texts in the project folder.
#[derive(Clone, Copy)]
struct Version {
    /// The resource, in TypeScript; nothing for a program that no longer has it.
    resource: &'static str,
    sources: &'static [(&'static str, &'static str)],
    /// The files that it makes.
    world: &'static [(&'static str, &'static str)],
}

/// The versions that are deployed, begun by killed runs, and wanted at last.
struct Story {
    deployed: Option<Version>,
    begun: &'static [Version],
    wanted: Version,
    /// Files of others.
    theirs: &'static [(&'static str, &'static str)],
}

const UP: [&str; 2] = ["up", "-y"];

const SITE: &str =
    "new fs.Directory('d', { path: 'out/d', source: new lumi.FileArchive('site') });";
const OTHER_SITE: &str =
    "new fs.Directory('d', { path: 'out/d', source: new lumi.FileArchive('other') });";
const MEMBERS: &str = "new fs.Directory('d', { path: 'out/d', source: new lumi.AssetArchive({ \
     a: new lumi.StringAsset('1'), f: new lumi.FileAsset('text') }) });";
const OTHER_MEMBERS: &str = "new fs.Directory('d', { path: 'out/d', source: new lumi.AssetArchive({ \
     f: new lumi.FileAsset('text'), g: new lumi.StringAsset('2') }) });";
const FILE: &str = "new fs.File('f', { path: 'out/x/f', source: new lumi.FileAsset('text') });";
const MOVED_FILE: &str =
    "new fs.File('f', { path: 'out/y/f', source: new lumi.FileAsset('text') });";
const TEXT: &str = "new fs.File('f', { path: 'out/x/f', content: 'one' });";
const OTHER_TEXT: &str = "new fs.File('f', { path: 'out/x/f', content: 'two' });";

/// A folder with three files.
const FIRST_SITE: Version = Version {
    resource: SITE,
    sources: &[("site/a", "1"), ("site/b", "1"), ("site/sub/c", "1")],
    world: &[("out/d/a", "1"), ("out/d/b", "1"), ("out/d/sub/c", "1")],
};

/// The same folder: members are changed, removed and added.
const CHANGED_SITE: Version = Version {
    resource: SITE,
    sources: &[("site/a", "2"), ("site/sub/e", "2"), ("site/f", "2")],
    world: &[("out/d/a", "2"), ("out/d/sub/e", "2"), ("out/d/f", "2")],
};

/// Another folder; the first one is gone.
const SECOND_SITE: Version = Version {
    resource: OTHER_SITE,
    sources: &[("other/b", "3"), ("other/e", "3")],
    world: &[("out/d/b", "3"), ("out/d/e", "3")],
};

const GONE: Version = Version {
    resource: "",
    sources: &[],
    world: &[],
};

const SOME_MEMBERS: Version = Version {
    resource: MEMBERS,
    sources: &[("text", "1")],
    world: &[("out/d/a", "1"), ("out/d/f", "1")],
};

const CHANGED_MEMBERS: Version = Version {
    resource: OTHER_MEMBERS,
    sources: &[("text", "2")],
    world: &[("out/d/f", "2"), ("out/d/g", "2")],
};

const FIRST_FILE: Version = Version {
    resource: FILE,
    sources: &[("text", "1")],
    world: &[("out/x/f", "1")],
};

const CHANGED_FILE: Version = Version {
    resource: FILE,
    sources: &[("text", "2")],
    world: &[("out/x/f", "2")],
};

const OTHER_PLACE: Version = Version {
    resource: MOVED_FILE,
    sources: &[("text", "3")],
    world: &[("out/y/f", "3")],
};

const FIRST_TEXT: Version = Version {
    resource: TEXT,
    sources: &[],
    world: &[("out/x/f", "one")],
};

const SECOND_TEXT: Version = Version {
    resource: OTHER_TEXT,
    sources: &[],
    world: &[("out/x/f", "two")],
};

impl Version {
    fn write(self, stack: &Deployed) {
        for name in ["site", "other"] {
            let _ = fs::remove_dir_all(stack.lumi.folder().join(name));
        }
        let _ = fs::remove_file(stack.lumi.folder().join("text"));
        for (name, text) in self.sources {
            stack.lumi.file(name, text);
        }
        let imports = "import * as lumi from \"lumi\";\nimport { fs } from \"lumi/std\";\n";
        let program = format!("{imports}void lumi; void fs;\n{}\n", self.resource);
        stack.lumi.file("index.ts", program);
    }
}

impl Story {
    fn prepared(&self) -> Deployed {
        let stack = Deployed::new();
        for (name, text) in self.theirs {
            stack.lumi.file(name, text);
        }
        if let Some(version) = self.deployed {
            version.write(&stack);
            stack.expect(&UP, 0).unwrap();
        }
        stack
    }

    /// Kills runs at every `step`-th of the changes that they make to files; returns the number of
    /// kills, or all problems.
    fn run(&self, first: u64, step: usize) -> Result<u64, String> {
        let tools = tempfile::tempdir().unwrap();
        let Some(kill) = FileKill::compile(tools.path()) else {
            return Ok(u64::MAX);
        };
        let mut kills = 0;
        let mut problems = String::new();
        for change in (first..).step_by(step) {
            let stack = self.prepared();
            let killed = self.begun.iter().filter(|it| {
                it.write(&stack);
                let mut command = stack.command(&UP);
                let run = command.envs(kill.environment(change)).output().unwrap();
                run.status.signal().is_some()
            });
            let killed = killed.count();
            if killed == 0 {
                break;
            }
            kills += killed as u64;
            if let Err(problem) = self.ends(&stack) {
                problems += &format!("\nkilled before change {change}: {problem}");
            }
        }
        match problems.is_empty() {
            true => Ok(kills),
            false => Err(problems),
        }
    }

    /// The next run reaches what is wanted, and nothing is left after the last one.
    fn ends(&self, stack: &Deployed) -> Held {
        self.wanted.write(stack);
        stack.expect(&UP, 0)?;
        self.has(stack, self.wanted.world)?;
        stack.expect(&["preview", "--detailed-exitcode"], 0)?;
        stack.expect(&["destroy", "-y"], 0)?;
        self.has(stack, &[])?;
        let out = stack.lumi.folder().join("out");
        let made = stack.lumi.folder().join(".lumi/made");
        match (out.exists() && self.theirs.is_empty(), made.exists()) {
            (false, false) => Ok(()),
            left => Err(format!("folders are left: {left:?}")),
        }
    }

    fn has(&self, stack: &Deployed, files: &[(&str, &str)]) -> Held {
        let text = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
        let expected: BTreeMap<_, _> = files.iter().chain(self.theirs).map(text).collect();
        let found = stack.world();
        match found == expected {
            true => Ok(()),
            false => Err(format!("{found:?} is there, not {expected:?}")),
        }
    }
}

fn stories() -> Vec<Story> {
    let story = |deployed, begun, wanted| Story {
        deployed,
        begun,
        wanted,
        theirs: &[],
    };
    vec![
        story(None, &[FIRST_SITE], CHANGED_SITE),
        story(None, &[FIRST_SITE], SECOND_SITE),
        story(None, &[FIRST_SITE], GONE),
        story(None, &[SOME_MEMBERS], CHANGED_MEMBERS),
        Story {
            theirs: &[("out/d/theirs", "precious"), ("out/d/sub/own", "precious")],
            ..story(Some(FIRST_SITE), &[CHANGED_SITE], SECOND_SITE)
        },
        story(Some(SECOND_SITE), &[FIRST_SITE], CHANGED_SITE),
        story(Some(SECOND_SITE), &[FIRST_SITE], GONE),
        story(Some(SOME_MEMBERS), &[CHANGED_MEMBERS], SOME_MEMBERS),
        // Killed twice.
        story(None, &[FIRST_SITE, CHANGED_SITE], SECOND_SITE),
        story(Some(SECOND_SITE), &[CHANGED_SITE, FIRST_SITE], GONE),
        story(None, &[FIRST_FILE], CHANGED_FILE),
        story(None, &[FIRST_FILE], OTHER_PLACE),
        story(None, &[FIRST_FILE], GONE),
        story(None, &[FIRST_TEXT], SECOND_TEXT),
        story(Some(CHANGED_FILE), &[FIRST_FILE], OTHER_PLACE),
        story(Some(SECOND_TEXT), &[FIRST_TEXT], CHANGED_FILE),
        story(None, &[FIRST_FILE, CHANGED_FILE], OTHER_PLACE),
    ]
}

/// Runs all stories; `first` is the first change for a story.
fn tell(first: impl Fn(u64) -> u64, step: usize) -> u64 {
    let told = (0..).zip(stories()).map(|(index, story)| {
        let told = story.run(first(index), step);
        told.map_err(|problems| format!("story {index}:{problems}\n"))
    });
    let (kills, problems): (Vec<_>, Vec<_>) = told.partition(Result::is_ok);
    let problems: String = problems.into_iter().filter_map(Result::err).collect();
    assert!(problems.is_empty(), "{problems}");
    let kills = kills.into_iter().filter_map(Result::ok);
    kills
        .inspect(|it| assert!(*it > 0))
        .fold(0, u64::saturating_add)
}

#[test]
fn files_of_killed_runs_belong_to_their_resource() {
    // Other changes in each story, as all take long.
    tell(|index| 2 + index % 2, 11);
}

#[test]
#[ignore = "long, a part of `make soak`"]
fn soak_files_of_killed_runs() {
    let kills = tell(|_| 1, 1);
    println!("killed {kills} times between files");
    assert!(kills >= 150);
}
