//! Errors in Python programs.

use std::process::Stdio;

use super::Python;
use crate::functions::served::wait;
use crate::programs::signals::interrupt;

/// Programs that fail before anything is deployed.
const MISTAKES: &[(&str, &str)] = &[
    (
        "exception",
        "def size(it):\n    return 1 / it\n\ndef outer():\n    try:\n        return size(0)\n    \
         except ZeroDivisionError as error:\n        raise ValueError('bad\\nsize') from error\n\nouter()\n",
    ),
    ("exit_code", "import sys\nsys.exit(3)\n"),
    ("exit_message", "raise SystemExit('no way')\n"),
    ("syntax", "name = '🎉'; x = = 2\n"),
    ("missing_module", "import lumi_of_nobody.part\n"),
    (
        "duplicate",
        "for name in ['x', 'x']:\n    lumi.CustomResource('a:b:C', name)\n",
    ),
    ("malformed_type", "lumi.CustomResource('abc', 'x')\n"),
    (
        "in_apply",
        "def read(it):\n    return it['b']\n\n\
         a = lumi.Output.from_input({'a': 1}).apply(read)\n\
         b = lumi.CustomResource('a:b:C', 'x', {'v': a})\n\
         lumi.CustomResource('a:b:C', 'y', {'v': b.id})\n",
    ),
    (
        "secret_in_apply",
        "lumi.secret('hunter2').apply(lambda it: int(it))\n",
    ),
    (
        "as_text",
        "a = lumi.CustomResource('a:b:C', 'x')\nprint(a.id)\n",
    ),
    (
        "no_data",
        "class Thing(lumi.CustomResource):\n    def __init__(self, name):\n        \
         super().__init__('a:b:C', name, {'a': {'b': [1, {2}]}})\n\nThing('x')\n",
    ),
    (
        "output_no_data",
        "class Thing:\n    pass\n\n\nlumi.export('thing', {'a': [1, Thing()]})\n",
    ),
    ("missing_config", "lumi.Config().require_int('port')\n"),
    (
        "wrong_option",
        "lumi.CustomResource('a:b:C', 'x', {}, lumi.ResourceOptions(protect='yes'))\n",
    ),
    (
        "another_thread",
        "import threading\nproblems = []\n\ndef declare():\n    try:\n        \
         lumi.CustomResource('a:b:C', 'x')\n    except RuntimeError as error:\n        \
         problems.append(error)\n\nthread = threading.Thread(target=declare)\nthread.start()\n\
         thread.join()\nraise problems[0]\n",
    ),
    ("logged", "lumi.log.error('this is wrong')\n"),
    ("killed", "import os\nos.kill(os.getpid(), 9)\n"),
];

#[test]
fn mistakes_are_shown_where_they_are() {
    let Some(python) = Python::new() else {
        return;
    };
    for (name, program) in MISTAKES {
        python.write(program);
        insta::assert_snapshot!(format!("mistake_{name}"), python.seen(&["run"]));
    }
    let folder = python.lumi.folder();
    std::fs::remove_file(folder.join("main.py")).unwrap();
    insta::assert_snapshot!("mistake_no_program", python.seen(&["run"]));
}

const FAILING: &str = r#"
a = lumi.CustomResource("std:fs:File", "a", {"path": "taken.txt", "content": "mine"})
b = lumi.CustomResource("std:fs:File", "b", {"path": "b.txt", "content": a.sha256})
c = lumi.CustomResource("std:fs:File", "c", {"path": "c.txt", "content": "c"})
lumi.export("a", a.path)
"#;

#[test]
fn dependents_of_a_failed_resource_are_not_created() {
    let Some(python) = Python::program(FAILING) else {
        return;
    };
    python.lumi.file("taken.txt", "somebody else's");
    insta::assert_snapshot!(python.sorted(&["up", "-y", "--continue-on-error"]));
    let folder = python.lumi.folder();
    assert!(!folder.join("b.txt").exists());
    assert_eq!(python.lumi.read("taken.txt"), "somebody else's");
    // Without the cause, the next run continues.
    std::fs::remove_file(folder.join("taken.txt")).unwrap();
    let up = python.seen(&["up", "-y"]);
    assert!(up.contains("[exit 0]"), "{up}");
    assert!(folder.join("b.txt").exists());
}

#[test]
fn a_program_may_take_a_failure_on() {
    let program = r#"
a = lumi.CustomResource("std:fs:File", "a", {"path": "taken.txt", "content": "mine"})
seen = a.path.apply(str, on_error=lambda error: type(error).__name__)
seen.apply(lambda it: print("caught", it))
"#;
    let Some(python) = Python::program(program) else {
        return;
    };
    python.lumi.file("taken.txt", "somebody else's");
    let up = python.seen(&["up", "-y", "--continue-on-error"]);
    assert!(up.contains("caught ResourceError"), "{up}");
    assert!(up.contains("[exit 1]"), "{up}");
}

/// The rest of a failed program is unknown: nothing is deleted.
#[test]
fn a_program_that_ends_early_deletes_nothing() {
    let keep = "lumi.CustomResource('std:fs:File', 'a', {'path': 'a.txt', 'content': 'a'})\n";
    let Some(python) = Python::program(keep) else {
        return;
    };
    assert_eq!(python.run(&["up", "-y"]).code, 0);
    for program in [
        "raise ValueError('no')",
        "import sys; sys.exit(3)",
        "import os; os._exit(0)",
        "import os; os.kill(os.getpid(), 9)",
    ] {
        python.write(program);
        let up = python.seen(&["up", "-y"]);
        assert!(up.contains("[exit 1]"), "{up}");
        assert!(python.lumi.folder().join("a.txt").exists());
    }
    // `sys.exit()` is a normal end.
    python.write("import sys; sys.exit()");
    let up = python.seen(&["up", "-y"]);
    assert!(up.contains("Done: -1 deleted"), "{up}");
}

#[test]
fn endless_programs_can_be_stopped() {
    let Some(python) = Python::program("print('begins')\nwhile True:\n    pass\n") else {
        return;
    };
    insta::assert_snapshot!(python.seen(&["run", "--timeout", "1s"]));
    for program in [
        "print('begins')\nwhile True:\n    pass\n",
        "import time\nprint('begins')\ntime.sleep(1000)\n",
    ] {
        python.write(program);
        let log = python.lumi.folder().join("log");
        let mut run = python
            .command(&["run"])
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(&log).unwrap())
            .spawn()
            .unwrap();
        let read = || std::fs::read_to_string(&log).unwrap();
        wait(|| read().contains("begins"), read);
        interrupt(&run);
        assert_eq!(run.wait().unwrap().code(), Some(4), "{}", read());
        assert!(read().contains("error: interrupted"), "{}", read());
    }
}
