//! Data sources and ephemeral resources that run programs.
//!
//! A preview reads them, too, so the user's program needs the permission to run what they run. Nothing in a schema marks
//! them: this list has those of public providers.

use lumi_graph::{Object, Value};
use lumi_provider::{Access, ProviderError};

/// Names, each with the property that holds the program or its command line.
const RUN_PROGRAMS: &[(&str, &str)] = &[
    ("external", "program"),
    ("local_command", "command"),
    ("shell_script", ""),
    ("shell_sensitive_script", ""),
];

/// Checks the permission of a data source or an ephemeral resource that runs a program.
pub fn check_program(
    access: &dyn Access,
    name: &str,
    arguments: &Object,
) -> Result<(), ProviderError> {
    let Some((_, property)) = RUN_PROGRAMS.iter().find(|it| it.0 == name) else {
        return Ok(());
    };
    // An empty text stands for all programs.
    let program = arguments.get(*property).and_then(program).unwrap_or("");
    access.run(program).map_err(|denied| {
        ProviderError::failed(format!(
            "`{name}` runs a program, also in a preview: {denied}"
        ))
    })
}

fn program(value: &Value) -> Option<&str> {
    match value.open() {
        Value::String(program) => Some(program),
        Value::Array(words) => words.first()?.open().as_str(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use lumi_provider::AccessDenied;

    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("no {0:?}")]
    struct NotAllowed(String);

    /// Allows `git`.
    struct Git;

    impl Access for Git {
        fn read(&self, _: &Path) -> Result<(), AccessDenied> {
            Ok(())
        }

        fn write(&self, _: &Path) -> Result<(), AccessDenied> {
            Ok(())
        }

        fn net(&self, _: &str, _: u16) -> Result<(), AccessDenied> {
            Ok(())
        }

        fn run(&self, program: &str) -> Result<(), AccessDenied> {
            match program {
                "git" => Ok(()),
                other => Err(AccessDenied::new(NotAllowed(other.to_owned()))),
            }
        }
    }

    #[test]
    fn attributes_that_run_programs_need_a_permission() {
        let checked = |name: &str, json: &str| {
            let Value::Object(arguments) = Value::from_json(json).unwrap() else {
                panic!("no object");
            };
            let checked = check_program(&Git, name, &arguments);
            checked.map_err(|it| it.to_string())
        };
        assert_eq!(checked("http", r#"{"url":"x"}"#), Ok(()));
        assert_eq!(checked("external", r#"{"program":["git","log"]}"#), Ok(()));
        assert_eq!(checked("local_command", r#"{"command":"git"}"#), Ok(()));
        for (name, json, program) in [
            ("external", r#"{"program":["sh"]}"#, "sh"),
            ("external", r#"{"program":[]}"#, ""),
            ("local_command", "{}", ""),
            ("shell_script", r#"{"command":"git"}"#, ""),
        ] {
            let expected = format!("`{name}` runs a program, also in a preview: no {program:?}");
            assert_eq!(checked(name, json), Err(expected));
        }
    }
}
