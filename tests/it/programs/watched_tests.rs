//! `lumi test --watch`.

use std::fs;
use std::io::{BufRead as _, BufReader, Lines, PipeReader};
use std::process::Child;

use crate::programs::signals::interrupt;
use crate::support::lumi::Lumi;

const TEST: &str = "import { assertEquals, test } from \"lumi/testing\";\n\
     import { value } from \"./value.ts\";\n\
     test(\"value\", () => assertEquals(value, 1));\n";

const ENDLESS: &str = "console.log('it runs');\nfor (;;);\nexport const value = 1;\n";

/// A watch that stops on drop.
struct Watch {
    process: Child,
    lines: Lines<BufReader<PipeReader>>,
    seen: String,
}

impl Watch {
    fn start(lumi: &Lumi) -> Self {
        let (reader, writer) = std::io::pipe().unwrap();
        let mut command = lumi.command(&["test", "--watch"]);
        command.stdout(writer.try_clone().unwrap()).stderr(writer);
        Self {
            process: command.spawn().unwrap(),
            lines: BufReader::new(reader).lines(),
            seen: String::new(),
        }
    }

    fn wait_for(&mut self, text: &str) {
        for line in self.lines.by_ref().map_while(Result::ok) {
            self.seen.push_str(&line);
            self.seen.push('\n');
            if line.contains(text) {
                return;
            }
        }
        panic!("{text:?} is not shown: {}", self.seen);
    }

    fn wait_for_run(&mut self, result: &str) {
        self.wait_for(result);
        self.wait_for("waiting for changes");
    }

    /// Presses Ctrl-C; the exit code.
    fn interrupt(mut self) -> Option<i32> {
        interrupt(&self.process);
        self.process.wait().unwrap().code()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn project() -> Lumi {
    let lumi = Lumi::new();
    lumi.file("value.ts", "export const value = 1;\n");
    lumi.file("a.test.ts", TEST);
    lumi
}

#[test]
fn tests_run_again_when_a_module_changes() {
    let lumi = project();
    let mut watch = Watch::start(&lumi);
    watch.wait_for_run("1 passed");
    lumi.file("value.ts", "export const value = 1000;\n");
    watch.wait_for("value.ts has changed");
    watch.wait_for_run("1 failed");
    lumi.file("value.ts", "export const value = 1;\n");
    watch.wait_for_run("1 passed");
    assert_eq!(watch.interrupt(), Some(4));
}

#[test]
fn a_test_without_an_end_is_stopped_by_a_change_and_by_ctrl_c() {
    let lumi = project();
    let mut watch = Watch::start(&lumi);
    watch.wait_for_run("1 passed");
    lumi.file("value.ts", ENDLESS);
    watch.wait_for("it runs");
    lumi.file("value.ts", "export const value = 1;\n");
    watch.wait_for("stopped, as its sources have changed");
    watch.wait_for_run("1 passed");
    lumi.file("value.ts", ENDLESS);
    watch.wait_for("it runs");
    assert_eq!(watch.interrupt(), Some(4));
}

#[test]
fn a_watch_survives_what_editors_and_mistakes_do_to_files() {
    let lumi = project();
    let path = |name: &str| lumi.folder().join(name);
    let mut watch = Watch::start(&lumi);
    watch.wait_for_run("1 passed");
    lumi.file("value.ts", "export const value = ;\n");
    watch.wait_for_run("1 file could not be run");
    // Saved by renaming, with the time of the file before.
    let modified = fs::metadata(path("value.ts")).unwrap().modified().unwrap();
    lumi.file("value.tmp", "export const value = 1;\n");
    let saved = fs::File::options()
        .write(true)
        .open(path("value.tmp"))
        .unwrap();
    saved.set_modified(modified).unwrap();
    fs::rename(path("value.tmp"), path("value.ts")).unwrap();
    watch.wait_for_run("1 passed");
    fs::remove_file(path("value.ts")).unwrap();
    watch.wait_for_run("1 file could not be run");
    lumi.file("value.ts", "export const value = 1;\n");
    watch.wait_for_run("1 passed");
    fs::remove_file(path("a.test.ts")).unwrap();
    watch.wait_for_run("there are no tests");
    std::os::unix::fs::symlink("..", path("loop")).unwrap();
    watch.wait_for_run("there are no tests");
    lumi.file("a.test.ts", TEST);
    watch.wait_for_run("1 passed");
    lumi.file("Lumi.yaml", "name: [\n");
    watch.wait_for_run("Lumi.yaml:");
    fs::remove_file(path("Lumi.yaml")).unwrap();
    watch.wait_for_run("1 passed");
    assert_eq!(watch.interrupt(), Some(4));
}
