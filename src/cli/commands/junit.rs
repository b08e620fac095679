//! Test results as JUnit XML, for CI.

use std::fmt::Write as _;
use std::time::Duration;

use lumi_host::{TestOutcome, TestResult};
use lumi_terminal::ui::report::{RenderReport as _, Report};

/// The tests of a file.
pub struct Suite {
    file: String,
    cases: Vec<Case>,
    /// The reason why the file could not be run to its end.
    error: Option<String>,
}

struct Case {
    name: String,
    time: Duration,
    outcome: Outcome,
}

enum Outcome {
    Passed,
    Skipped,
    Failed { message: String, text: String },
}

impl Suite {
    pub fn new(file: String) -> Self {
        Self {
            file,
            cases: Vec::new(),
            error: None,
        }
    }

    pub fn add(&mut self, result: &TestResult) {
        let outcome = match &result.outcome {
            TestOutcome::Passed => Outcome::Passed,
            TestOutcome::Skipped => Outcome::Skipped,
            TestOutcome::Failed(error) => {
                let report = Report::from(&**error);
                let text = report.render(false);
                let message = report.message;
                Outcome::Failed { message, text }
            }
        };
        self.cases.push(Case {
            name: result.name.clone(),
            time: result.duration,
            outcome,
        });
    }

    /// Records that the file could not be run to its end.
    pub fn fail(&mut self, report: &Report) {
        self.error = Some(report.render(false));
    }

    fn failures(&self) -> usize {
        let failed = |it: &&Case| matches!(it.outcome, Outcome::Failed { .. });
        self.cases.iter().filter(failed).count()
    }

    fn skipped(&self) -> usize {
        let skipped = |it: &&Case| matches!(it.outcome, Outcome::Skipped);
        self.cases.iter().filter(skipped).count()
    }
}

/// The whole XML document.
pub fn junit(suites: &[Suite]) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for suite in suites {
        write_suite(&mut out, suite);
    }
    out.push_str("</testsuites>\n");
    out
}

fn write_suite(out: &mut String, suite: &Suite) {
    let file = xml(&suite.file);
    let time: Duration = suite.cases.iter().map(|it| it.time).sum();
    let _ = writeln!(
        out,
        "  <testsuite name=\"{file}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3}\">",
        suite.cases.len(),
        suite.failures(),
        usize::from(suite.error.is_some()),
        suite.skipped(),
        time.as_secs_f64()
    );
    for case in &suite.cases {
        let start = format!(
            "    <testcase name=\"{}\" classname=\"{file}\" time=\"{:.3}\"",
            xml(&case.name),
            case.time.as_secs_f64()
        );
        let _ = match &case.outcome {
            Outcome::Passed => writeln!(out, "{start}/>"),
            Outcome::Skipped => writeln!(out, "{start}><skipped/></testcase>"),
            Outcome::Failed { message, text } => writeln!(
                out,
                "{start}><failure message=\"{}\">{}</failure></testcase>",
                xml(message),
                xml(text)
            ),
        };
    }
    if let Some(error) = &suite.error {
        let _ = writeln!(out, "    <system-err>{}</system-err>", xml(error));
    }
    out.push_str("  </testsuite>\n");
}

/// Text for XML, which does not allow most control characters.
fn xml(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            it if it.is_control() || matches!(it, '\u{fffe}' | '\u{ffff}') => {
                out.push('\u{fffd}');
            }
            it => out.push(it),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_has_its_element() {
        let case = |name: &str, outcome| Case {
            name: name.to_owned(),
            time: Duration::from_millis(1500),
            outcome,
        };
        let failed = Outcome::Failed {
            message: "1 < 2 & \u{1b}[31m".to_owned(),
            text: "error: a\n --> b".to_owned(),
        };
        let suite = Suite {
            file: "a \"b\".test.ts".to_owned(),
            cases: vec![
                case("good", Outcome::Passed),
                case("later", Outcome::Skipped),
                case("bad", failed),
            ],
            error: Some("it broke".to_owned()),
        };
        let text = junit(&[suite]);
        for part in [
            "<testsuite name=\"a &quot;b&quot;.test.ts\" tests=\"3\" failures=\"1\" errors=\"1\" skipped=\"1\" time=\"4.500\">",
            "<testcase name=\"good\" classname=\"a &quot;b&quot;.test.ts\" time=\"1.500\"/>",
            "time=\"1.500\"><skipped/></testcase>",
            "<failure message=\"1 &lt; 2 &amp; \u{fffd}[31m\">error: a&#10; --&gt; b</failure>",
            "<system-err>it broke</system-err>",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
