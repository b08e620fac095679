//! The result of a check, as reports and as JSON.

use std::borrow::Cow;

use serde_json::{Value, json};

use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::{Report, SourceExcerpt};
use lumi_terminal::ui::wording::counted;

/// Findings beyond this number are counted, but not shown.
const SHOWN: usize = 100;

/// A finding of any kind.
#[derive(Debug)]
pub struct CheckFinding {
    /// Such as `LJ004`.
    pub code: String,
    pub message: String,
    /// The code that breaks the rule, such as `Math.random`.
    pub subject: Option<String>,
    pub at: Option<SourceExcerpt>,
    pub reason: Option<&'static str>,
    pub help: Option<Cow<'static, str>>,
}

#[derive(Debug, Default)]
pub struct CheckResult {
    /// The version of TypeScript that checked types; `None` if types were not checked.
    pub typescript: Option<String>,
    /// How many modules were checked for the rules of LumiJS.
    pub modules: usize,
    pub findings: Vec<CheckFinding>,
    /// Why modules could not be checked.
    pub errors: Vec<Report>,
    /// The parts that were not checked, and why.
    pub notes: Vec<Report>,
}

impl CheckFinding {
    fn report(&self) -> Report {
        Report {
            at: self.at.clone(),
            help: self.help.as_deref().map(str::to_owned),
            ..Report::error(format!("{} {}", self.code, self.message))
        }
    }

    fn json(&self) -> Value {
        let mut document = json!({ "code": self.code, "message": self.message });
        let Value::Object(members) = &mut document else {
            return document;
        };
        if let Some(at) = &self.at {
            members.insert("file".to_owned(), json!(at.file));
            members.insert("line".to_owned(), json!(at.line));
            members.insert("column".to_owned(), json!(at.column));
        }
        let texts = [
            ("subject", self.subject.as_deref()),
            ("reason", self.reason),
            ("help", self.help.as_deref()),
        ];
        let texts = texts
            .into_iter()
            .filter_map(|(key, text)| Some((key.to_owned(), json!(text?))));
        members.extend(texts);
        document
    }
}

impl CheckResult {
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty() && self.errors.is_empty()
    }

    pub fn json(&self) -> Value {
        json!({
            "lumicheck": 1,
            "typescript": self.typescript,
            "modules": self.modules,
            "findings": self.findings.iter().map(CheckFinding::json).collect::<Vec<_>>(),
            "errors": self.errors,
            "notes": self.notes,
        })
    }

    /// Shows all that was found, and a summary.
    pub fn show(&self, terminal: Terminal) {
        for error in self.notes.iter().chain(&self.errors) {
            terminal.report(error);
        }
        for finding in self.findings.iter().take(SHOWN) {
            terminal.report(&finding.report());
        }
        if let Some(more) = self.findings.len().checked_sub(SHOWN).filter(|it| *it > 0) {
            terminal.print_line(&format!("… and {more} more; --json has all"));
        }
        terminal.print_line(&self.summary());
    }

    fn summary(&self) -> String {
        let types = self
            .typescript
            .as_ref()
            .map(|it| format!("types with TypeScript {it}"));
        let modules = (self.modules > 0).then(|| counted(self.modules, "module"));
        let checked: Vec<String> = modules.into_iter().chain(types).collect();
        let modules = checked.join(" and ");
        match (self.errors.len(), self.findings.len()) {
            (0, 0) => format!("checked {modules}: no findings"),
            (0, findings) => {
                // TypeScript's own codes are not explained.
                let more = match self.findings.iter().any(|it| it.code.starts_with("LJ")) {
                    true => "; `lumi check --explain CODE` says more",
                    false => "",
                };
                format!("checked {modules}: {}{more}", counted(findings, "finding"))
            }
            (errors, _) => format!(
                "the program cannot be checked: {}",
                counted(errors, "error")
            ),
        }
    }
}
