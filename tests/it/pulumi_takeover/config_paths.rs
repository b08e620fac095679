//! `lumi config --path` beside `pulumi config --path`: the same changes of the same files.

use serde_json::Value;

use super::judged::Judged;
use crate::support::lumi::Answer;

/// The files of both tools after the same command.
struct Pair {
    judged: Judged,
    lumi: String,
    pulumi: String,
}

const FILE: &str = "Pulumi.dev.yaml";

impl Pair {
    fn new(judged: Judged, text: &str) -> Self {
        judged.project.0.file(FILE, text);
        Self {
            judged,
            lumi: text.to_owned(),
            pulumi: text.to_owned(),
        }
    }

    fn lumi_runs(&mut self, args: &[&str]) -> Answer {
        self.judged.project.0.file(FILE, &self.lumi);
        let answer = self.judged.project.run(args);
        self.lumi = self.judged.project.read(FILE);
        answer
    }

    fn pulumi_runs(&mut self, args: &[&str]) -> (bool, String) {
        self.judged.project.0.file(FILE, &self.pulumi);
        let ends = self.judged.pulumi_ends(args);
        self.pulumi = self.judged.project.read(FILE);
        ends
    }

    /// The values of a file with secrets in clear, as Pulumi reads them.
    fn values(&self, text: &str) -> Value {
        self.judged.project.0.file(FILE, text);
        let shown = self.judged.pulumi(&["config", "--json", "--show-secrets"]);
        serde_json::from_str(&shown).unwrap()
    }

    /// Runs a change with both. Where Pulumi refuses one, lumi does so, too.
    fn change(&mut self, args: &[&str]) {
        let lumi = self.lumi_runs(args);
        let (succeeds, told) = self.pulumi_runs(args);
        let transcript = lumi.transcript();
        let is_missing = args[1] == "rm" && lumi.stderr.contains("does not set");
        // Pulumi removes a missing part without an error, and lumi refuses it.
        assert!(
            (lumi.code == 0) == succeeds || is_missing,
            "{transcript}\n{told}"
        );
        let (lumi, pulumi) = (self.values(&self.lumi), self.values(&self.pulumi));
        assert_eq!(lumi, pulumi, "{}\n{}\n{transcript}", self.lumi, self.pulumi);
    }

    fn get(&mut self, path: &str) {
        let args = ["config", "get", "--path", path, "-s", "dev"];
        let lumi = self.lumi_runs(&args);
        let (succeeds, told) = self.pulumi_runs(&args);
        let transcript = lumi.transcript();
        assert_eq!(lumi.code == 0, succeeds, "{transcript}\n{told}");
        let parsed = |text: &str| {
            serde_json::from_str::<Value>(text).unwrap_or_else(|_| text.trim_end().into())
        };
        if succeeds {
            assert_eq!(parsed(&lumi.stdout), parsed(&told), "{transcript}");
        }
    }
}

/// Numbers that look random and are the same in each run.
struct Numbers(u32);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        usize::try_from(self.0 >> 8).unwrap() % limit
    }

    fn one_of(&mut self, texts: &[&'static str]) -> &'static str {
        texts[self.below(texts.len())]
    }

    /// A path of up to three steps, most of which lead to something.
    fn path(&mut self) -> String {
        let mut path = self
            .one_of(&["a", "b", "web:a", "aws:c", "[\"d.e\"]"])
            .to_owned();
        for _ in 0..self.below(3) {
            path.push_str(self.one_of(&[
                ".x",
                ".y",
                "[0]",
                "[0]",
                "[1]",
                "[2]",
                "[\"x\"]",
                "[\"q.r\"]",
                ".secure",
                "[-1]",
                "[*]",
                ".",
            ]));
        }
        path
    }
}

#[test]
fn generated_paths_change_what_they_change_in_pulumi() {
    let Some(judged) = Judged::new("takeover") else {
        return;
    };
    judged.pulumi(&["config", "set", "--secret", "start", "hidden"]);
    let start = judged.project.read(FILE);
    let text = format!(
        "{start}  web:a:\n    x: [1, two, {{ y: true }}]\n    y: text\n  web:b: plain\n  aws:c:\n    - x: 1\n"
    );
    let mut pair = Pair::new(judged, &text);
    let mut numbers = Numbers(7);
    for _ in 0..25 {
        let path = numbers.path();
        let value = numbers.one_of(&["true", "12", "007", "+3", "text", "{\"a\":1}", "1.50", ""]);
        match numbers.below(5) {
            0 => pair.change(&["config", "rm", "--path", &path, "-s", "dev"]),
            1 => pair.change(&[
                "config", "set", "--path", &path, value, "--secret", "-s", "dev",
            ]),
            2 => pair.get(&path),
            _ => pair.change(&["config", "set", "--path", &path, value, "-s", "dev"]),
        }
    }
}

#[test]
fn secrets_inside_of_values_are_those_of_pulumi() {
    let Some(judged) = Judged::new("takeover") else {
        return;
    };
    judged.pulumi(&["config", "set", "--secret", "start", "hidden"]);
    let start = judged.project.read(FILE);
    let mut pair = Pair::new(judged, &start);
    pair.change(&[
        "config",
        "set",
        "--path",
        "db.hosts[0].password",
        "hunter2",
        "--secret",
        "-s",
        "dev",
    ]);
    pair.change(&[
        "config",
        "set",
        "--path",
        "db.hosts[0].port",
        "5432",
        "-s",
        "dev",
    ]);
    assert!(!pair.lumi.contains("hunter2"), "{}", pair.lumi);
    assert!(
        pair.lumi.contains("secure: v1:") || pair.lumi.contains("secure: \"v1:"),
        "{}",
        pair.lumi
    );
    for path in [
        "db.hosts[0].password",
        "db.hosts[0].port",
        "db",
        "db.hosts",
        "db.hosts[1]",
        "db.hosts[0].password.x",
    ] {
        pair.get(path);
    }
    let shown = pair.lumi_runs(&[
        "config",
        "get",
        "--path",
        "db.hosts[0]",
        "--json",
        "-s",
        "dev",
    ]);
    insta::assert_snapshot!(shown.transcript());
    pair.change(&[
        "config",
        "rm",
        "--path",
        "db.hosts[0].password",
        "-s",
        "dev",
    ]);
    pair.change(&["config", "rm", "--path", "db.hosts[0]", "-s", "dev"]);
    pair.get("db");
}
