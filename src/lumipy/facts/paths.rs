//! Paths of files that are constants of a module, and the files that it reads.

use std::collections::HashMap;

use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_python_ast::{Expr as Syntax, ExprCall, Operator, Stmt};

/// The texts of files by their paths, or why they cannot be read.
pub type ProjectTexts = HashMap<String, Result<String, String>>;

/// The largest number of parts of a path.
pub const MAX_PARTS: usize = 50;

/// The paths that a module has as constants.
#[derive(Default)]
pub struct Paths {
    file: String,
    constants: HashMap<String, String>,
}

impl Paths {
    /// Those of statements of the module itself that assign a name once.
    pub fn of(file: &str, body: &[Stmt]) -> Self {
        let mut paths = Self {
            file: file.to_owned(),
            constants: HashMap::new(),
        };
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let assigned = || {
            body.iter().filter_map(|it| match it {
                Stmt::Assign(it) => match it.targets.as_slice() {
                    [Syntax::Name(name)] => Some((name.id.as_str(), &*it.value)),
                    _ => None,
                },
                _ => None,
            })
        };
        assigned().for_each(|it| *counts.entry(it.0).or_default() += 1);
        for (name, value) in assigned().filter(|it| counts.get(it.0) == Some(&1)) {
            if let Some(path) = paths.path(value, MAX_PARTS) {
                paths.constants.insert(name.to_owned(), path);
            }
        }
        paths
    }

    /// The path that an expression is, if it is a constant.
    pub fn path(&self, of: &Syntax, parts: usize) -> Option<String> {
        let parts = parts.checked_sub(1)?;
        match of {
            Syntax::StringLiteral(it) => Some(it.value.to_str().to_owned()),
            Syntax::Name(it) if it.id.as_str() == "__file__" => Some(self.file.clone()),
            Syntax::Name(it) => self.constants.get(it.id.as_str()).cloned(),
            Syntax::BinOp(it) if matches!(it.op, Operator::Add | Operator::Div) => {
                let left = self.path(&it.left, parts)?;
                let right = self.path(&it.right, parts)?;
                Some(match it.op {
                    Operator::Div => joined(&left, &right),
                    _ => format!("{left}{right}"),
                })
            }
            Syntax::Call(it) => self.called(it, parts),
            Syntax::Attribute(it) if it.attr.as_str() == "parent" => {
                Some(folder(&self.path(&it.value, parts)?))
            }
            _ => None,
        }
    }

    /// `os.path.join(...)`, `os.path.dirname(...)`, `Path(...)` and the like.
    pub fn called(&self, it: &ExprCall, parts: usize) -> Option<String> {
        let (name, of) = match &*it.func {
            Syntax::Name(it) => (it.id.as_str(), None),
            Syntax::Attribute(it) => (it.attr.as_str(), Some(&*it.value)),
            _ => return None,
        };
        let arguments = it.arguments.args.iter();
        let arguments: Option<Vec<String>> = arguments.map(|it| self.path(it, parts)).collect();
        let arguments = arguments.filter(|_| it.arguments.keywords.is_empty())?;
        match (name, arguments.as_slice()) {
            ("join" | "Path" | "PurePath" | "PurePosixPath", [first, rest @ ..]) => {
                Some(rest.iter().fold(first.clone(), |of, it| joined(&of, it)))
            }
            ("joinpath", all) => {
                let first = self.path(of?, parts)?;
                Some(all.iter().fold(first, |of, it| joined(&of, it)))
            }
            ("dirname", [only]) => Some(folder(only)),
            ("abspath" | "realpath" | "normpath" | "str", [only]) => Some(only.clone()),
            ("resolve" | "absolute", []) => self.path(of?, parts),
            _ => None,
        }
    }
}

fn joined(folder: &str, name: &str) -> String {
    match (folder, name.starts_with('/')) {
        ("" | ".", _) | (_, true) => name.to_owned(),
        (folder, false) if folder.ends_with('/') => format!("{folder}{name}"),
        (folder, false) => format!("{folder}/{name}"),
    }
}

fn folder(path: &str) -> String {
    path.rsplit_once('/').map_or("", |it| it.0).to_owned()
}

/// The path without `.` and `..`, relative to the project folder; `None` if it is outside.
pub fn project_path(path: &str) -> Option<String> {
    if path.starts_with('/') {
        return None;
    }
    let mut found: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(found.pop()?),
            other => found.push(other),
        }
    }
    Some(found.join("/"))
}

/// The content that a call reads of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// `open(path)`: an object with its text.
    Open,
    /// `path.read_text()`
    Text,
}

/// How a call reads a file, and the expression that is its path.
pub fn reading(call: &ExprCall) -> Option<(Reading, &Syntax)> {
    match &*call.func {
        Syntax::Name(it) if it.id.as_str() == "open" => {
            let first = call.arguments.args.first();
            let first = first.or_else(|| Some(&call.arguments.find_keyword("file")?.value));
            Some((Reading::Open, first?))
        }
        Syntax::Attribute(it) if it.attr.as_str() == "read_text" => {
            Some((Reading::Text, &it.value))
        }
        Syntax::Attribute(it) if it.attr.as_str() == "open" => Some((Reading::Open, &it.value)),
        _ => None,
    }
}

/// Finds the files that a module reads.
struct FileFinder {
    paths: Paths,
    found: Vec<String>,
}

impl<'a> Visitor<'a> for FileFinder {
    fn visit_expr(&mut self, expression: &'a Syntax) {
        if let Syntax::Call(it) = expression
            && let Some((_, path)) = reading(it)
        {
            let path = self.paths.path(path, MAX_PARTS);
            self.found.extend(path.and_then(|it| project_path(&it)));
        }
        walk_expr(self, expression);
    }
}

/// The paths of the files that a module reads.
pub fn files_of(file: &str, body: &[Stmt]) -> Vec<String> {
    let mut finder = FileFinder {
        paths: Paths::of(file, body),
        found: Vec::new(),
    };
    body.iter().for_each(|it| finder.visit_stmt(it));
    finder.found
}
