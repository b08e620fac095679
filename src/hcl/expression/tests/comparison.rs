//! Pairs of values, and their differences.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::console::{answers, printed, refused_files};
use crate::expression::{Variables, evaluate, evaluate_literal, type_constraint};
use crate::syntax::{BodySchema, parse_body, parse_expression};
use crate::value::{Type, Value};

/// How many expressions one line of the console has.
const BATCH: usize = 50;

/// A folder with a configuration, and what is known of its names.
pub struct Comparison {
    pub tool: PathBuf,
    pub folder: tempfile::TempDir,
    pub variables: BTreeMap<String, Value>,
    pub pairs: usize,
    pub differences: Vec<String>,
}

const RESOURCE: &str = "resource \"terraform_data\" \"x\" {}\n";

impl Comparison {
    pub fn new(tool: PathBuf) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("main.tf"), RESOURCE).unwrap();
        let resource = Value::object([
            ("id", Value::unknown(Type::String)),
            ("input", Value::DYNAMIC),
            ("output", Value::DYNAMIC),
            ("triggers_replace", Value::DYNAMIC),
        ]);
        let resources = Value::object([("x", resource)]);
        Self {
            tool,
            folder,
            variables: [("terraform_data".to_owned(), resources)].into(),
            pairs: 0,
            differences: Vec::new(),
        }
    }

    /// Adds a file with local values, which become those of `local`.
    pub fn add_locals(&mut self, name: &str, text: &str) {
        std::fs::write(self.folder.path().join(name), text).unwrap();
        let body = parse_body(name, text.as_bytes()).unwrap();
        let (content, _) = body.content(&BodySchema::new(&[], &[("locals", &[])]));
        let (attributes, _) = content.blocks[0].body.just_attributes();
        let values = attributes.iter().map(|it| {
            let value = evaluate(&it.expression, &self.scope());
            (
                it.name.clone(),
                value.unwrap_or_else(|it| Value::string(it.to_string())),
            )
        });
        let values = Value::object(values.collect::<Vec<_>>());
        self.variables.insert("local".to_owned(), values);
    }

    /// Adds a file with variables, whose defaults become the values of `var`.
    pub fn add_variables(&mut self, text: &str) {
        std::fs::write(self.folder.path().join("variables.tf"), text).unwrap();
        let body = parse_body("variables.tf", text.as_bytes()).unwrap();
        let (content, _) = body.content(&BodySchema::new(&[], &[("variable", &["name"])]));
        let values = content.blocks.iter().map(|block| {
            let (content, _) = block
                .body
                .content(&BodySchema::new(&["type", "default"], &[]));
            let constraint = type_constraint(&content.attributes["type"].expression).unwrap();
            let default = evaluate_literal(&content.attributes["default"].expression).unwrap();
            let value = constraint.convert(default);
            let value = value.unwrap_or_else(|it| Value::string(it.to_string()));
            (block.labels[0].text.clone(), value)
        });
        let values = Value::object(values.collect::<Vec<_>>());
        self.variables.insert("var".to_owned(), values);
    }

    /// Compares which files are valid.
    pub fn compare_validity(&mut self, files: &[String]) {
        let folder = self.folder.path().join("files");
        std::fs::create_dir(&folder).unwrap();
        for (index, text) in files.iter().enumerate() {
            std::fs::write(folder.join(format!("f{index}.tf")), text).unwrap();
        }
        let refused = refused_files(&self.tool, &folder);
        assert!(
            refused.len() > files.len() / 4,
            "only {} files are refused",
            refused.len()
        );
        assert!(refused.len() < files.len(), "all files are refused");
        for (index, text) in files.iter().enumerate() {
            self.pairs += 1;
            let own = parse_body("f.tf", text.as_bytes());
            if own.is_err() != refused.contains(&index) {
                let own = own.map_or_else(|it| it.to_string(), |_| "valid".to_owned());
                let theirs = if refused.contains(&index) {
                    "refused"
                } else {
                    "valid"
                };
                self.differences.push(format!(
                    "f{index}.tf: {text}\n  OpenTofu: {theirs}\n  Lumi:     {own}"
                ));
            }
        }
    }

    fn scope(&self) -> Variables<'static> {
        Variables::new(self.variables.clone(), self.folder.path())
    }

    fn own(&self, text: &str) -> String {
        match parse_expression("t.tf", text) {
            Err(error) => format!("#SYNTAX {error}"),
            Ok(expression) => match evaluate(&expression, &self.scope()) {
                Ok(value) => printed(&value, 0),
                Err(error) => format!("#ERROR {error}"),
            },
        }
    }

    /// Compares expressions, many in one line, and those of a line that differs one by one.
    pub fn compare(&mut self, expressions: &[String]) {
        let batches: Vec<&[String]> = expressions.chunks(BATCH).collect();
        let lines: Vec<String> = batches.iter().map(|batch| line(batch)).collect();
        let mut start = 0;
        while start < lines.len() {
            let answers = answers(&self.tool, self.folder.path(), &lines[start..]);
            for (offset, answer) in answers.iter().enumerate() {
                let batch = batches[start + offset];
                self.pairs += batch.len();
                if self.own(&lines[start + offset]) != *answer {
                    self.compare_each(batch);
                }
            }
            start += answers.len();
            if start < lines.len() {
                self.compare_each(batches[start]);
                start += 1;
            }
        }
    }

    fn compare_each(&mut self, expressions: &[String]) {
        let lines: Vec<String> = expressions.iter().map(|it| attempt(it)).collect();
        let mut start = 0;
        while start < lines.len() {
            let answers = answers(&self.tool, self.folder.path(), &lines[start..]);
            for (offset, answer) in answers.iter().enumerate() {
                self.note(&expressions[start + offset], &lines[start + offset], answer);
            }
            start += answers.len();
            if let Some(refused) = expressions.get(start) {
                self.note(refused, &lines[start], "#REFUSED");
                start += 1;
            }
        }
    }

    fn note(&mut self, expression: &str, line: &str, answer: &str) {
        let own = self.own(line);
        let is_refused = answer == "#REFUSED" && own.starts_with('#');
        if own != answer && !is_refused {
            let mut text = String::new();
            let reason = if own == "\"#ERR\"" {
                self.own(expression)
            } else {
                String::new()
            };
            let _ = write!(
                text,
                "{expression}\n  OpenTofu: {answer}\n  Lumi:     {own} {reason}"
            );
            self.differences.push(text);
        }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// An expression, or a text where it has an error.
fn attempt(expression: &str) -> String {
    format!("try({expression}, \"#ERR\")")
}

fn line(expressions: &[String]) -> String {
    let attempts: Vec<String> = expressions.iter().map(|it| attempt(it)).collect();
    format!("[{}]", attempts.join(", "))
}
