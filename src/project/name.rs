//! Validates the names of projects and stacks.

use thiserror::Error;

use lumi_graph::EscapedText;

/// npm's maximum length of a package name.
const MAX_PROJECT: usize = 214;
const MAX_STACK: usize = 100;

/// The reason why a text is not the name of a project or stack.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    #[error("the project name is empty; give it a name such as `web`, or leave `name` out")]
    EmptyProject,
    #[error(
        "the project name `{}` contains {found}, which names of resources must not contain; use a \
         name such as `web` or `@acme/web`",
        EscapedText::short(.name)
    )]
    Project { name: String, found: &'static str },
    #[error(
        "the project name has {length} characters; the longest has {MAX_PROJECT}, because it is \
         part of the name of every resource"
    )]
    LongProject { length: usize },
    #[error(
        "`{}` cannot name a stack; a name begins with a letter, a digit or `_`, and has only \
         those, `.` and `-`, such as `dev` or `prod-eu`",
        EscapedText::short(.0)
    )]
    Stack(String),
    #[error("the stack name has {length} characters; use at most {MAX_STACK}")]
    LongStack { length: usize },
}

/// Checks the name of a project: any printable text without colons, so that scoped package names
/// such as `@acme/web` are valid.
pub fn check_project_name(name: &str) -> Result<(), NameError> {
    let found = |found| NameError::Project {
        name: name.to_owned(),
        found,
    };
    if name.trim().is_empty() {
        return Err(NameError::EmptyProject);
    }
    if name.contains(':') {
        return Err(found("a colon"));
    }
    if name.contains(char::is_control) {
        return Err(found("a control character"));
    }
    match name.chars().count() {
        length if length > MAX_PROJECT => Err(NameError::LongProject { length }),
        _ => Ok(()),
    }
}

/// Checks the name of a stack. It is part of a file name, so few characters are allowed; one that
/// begins with `.` means a folder or a hidden file, and one that begins with `-` a flag.
pub fn check_stack_name(name: &str) -> Result<(), NameError> {
    let is_first = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_allowed = |c: char| is_first(c) || matches!(c, '.' | '-');
    if !name.starts_with(is_first) || !name.chars().all(is_allowed) {
        return Err(NameError::Stack(name.to_owned()));
    }
    if name.len() > MAX_STACK {
        return Err(NameError::LongStack { length: name.len() });
    }
    Ok(())
}

/// The default name of a project: that of its folder, with `-` in place of invalid characters.
pub fn project_name_of_folder(folder: &std::path::Path) -> String {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let name: String = name
        .trim()
        .chars()
        .take(MAX_PROJECT)
        .map(|c| if c == ':' || c.is_control() { '-' } else { c })
        .collect();
    // The root of the file system has no name.
    if name.is_empty() {
        "project".to_owned()
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn projects_may_be_called_almost_anything() {
        for name in ["web", "@acme/web", "my app", "größe", "a.b_c", "日本"] {
            assert_eq!(check_project_name(name), Ok(()), "{name}");
        }
        let long = "x".repeat(215);
        for name in ["", " ", "a:b", "a::b", "a\nb", "\u{1b}[1m", &long] {
            assert!(check_project_name(name).is_err(), "{name}");
        }
    }

    #[test]
    fn stacks_are_parts_of_file_names() {
        for name in ["dev", "prod-eu.1", "A_b", "_1-", "7", &"x".repeat(100)] {
            assert_eq!(check_stack_name(name), Ok(()), "{name}");
        }
        for name in [
            "",
            ".",
            "..",
            ".dev",
            "-y",
            "a b",
            "a/b",
            "/",
            "..//",
            "ü",
            "a:b",
            "a\n",
            "\u{1b}[1m",
            &"x".repeat(101),
        ] {
            assert!(check_stack_name(name).is_err(), "{name}");
        }
    }

    #[test]
    fn every_folder_gives_a_name() {
        for (folder, name) in [
            ("/a/my app", "my app"),
            ("/a::b\n", "a--b"),
            ("/", "project"),
        ] {
            assert_eq!(project_name_of_folder(Path::new(folder)), name);
            assert_eq!(check_project_name(name), Ok(()));
        }
    }
}
