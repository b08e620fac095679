//! The inputs of a command.

use crate::builtin::input_reader::InputReader;
use crate::{InputFailure, ProviderError};
use lumi_graph::{Object, Value};

pub const TYPE: &str = "std:exec:Command";

/// The program that runs commands given as text.
const INTERPRETER: [&str; 2] = ["/bin/sh", "-c"];

/// One of the commands of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Create,
    Update,
    Delete,
    Read,
}

impl Action {
    /// The input that holds the command.
    pub fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Update => "update",
            Self::Delete => "delete",
            Self::Read => "read",
        }
    }
}

/// Inputs whose change requires running a command.
pub const EFFECTIVE: &[&str] = &["create", "stdin", "environment", "directory", "interpreter"];

/// The inputs that a command can print: all except `triggers`, which commands do not receive.
pub const INPUTS: &[&str] = &[
    "create",
    "update",
    "delete",
    "read",
    "stdin",
    "environment",
    "directory",
    "interpreter",
];

/// Everything that determines how commands run. If a part is unknown, nothing can run, so the parts
/// cannot be holes.
#[derive(Clone, Debug, Default)]
pub struct CommandInputs {
    pub create: Vec<String>,
    pub update: Option<Vec<String>>,
    pub delete: Option<Vec<String>>,
    pub read: Option<Vec<String>>,
    pub stdin: Option<String>,
    pub environment: Vec<(String, String)>,
    pub directory: Option<String>,
}

impl CommandInputs {
    /// Validates the inputs.
    pub fn check(inputs: &Object) -> Vec<InputFailure> {
        let mut reader = InputReader::new(TYPE, inputs);
        Self::from_reader(&mut reader);
        reader.finish()
    }

    /// Reads inputs that were validated.
    pub fn read(inputs: &Object) -> Result<Self, ProviderError> {
        let mut reader = InputReader::new(TYPE, inputs);
        let read = Self::from_reader(&mut reader);
        reader.accept()?;
        Ok(read)
    }

    fn from_reader(reader: &mut InputReader<'_>) -> Self {
        let interpreter = interpreter(reader);
        let mut command = |action: Action| command(reader, action, &interpreter);
        let [create, update, delete, read] =
            [Action::Create, Action::Update, Action::Delete, Action::Read].map(&mut command);
        let directory = reader.text("directory");
        if directory.is_some_and(|it| it.is_empty() || it.contains('\0')) {
            reader.fail("directory", "`directory` must be the path of a folder");
        }
        Self {
            create: create.unwrap_or_default(),
            update,
            delete,
            read,
            stdin: reader.text("stdin").map(str::to_owned),
            environment: environment(reader),
            directory: directory.map(str::to_owned),
        }
    }

    /// The action that changes the object: `create` unless there is an `update` command.
    pub fn change(&self) -> Action {
        match self.update {
            Some(_) => Action::Update,
            None => Action::Create,
        }
    }

    pub fn arguments(&self, action: Action) -> Option<&Vec<String>> {
        match action {
            Action::Create => Some(&self.create),
            Action::Update => self.update.as_ref(),
            Action::Delete => self.delete.as_ref(),
            Action::Read => self.read.as_ref(),
        }
    }
}

fn interpreter(reader: &mut InputReader<'_>) -> Vec<String> {
    if !reader.has("interpreter") {
        return INTERPRETER.map(str::to_owned).into();
    }
    let given = reader.texts("interpreter").unwrap_or_default();
    if given.is_empty() && !reader.is_unknown("interpreter") {
        reader.fail("interpreter", "`interpreter` must name a program");
    }
    given.into_iter().map(str::to_owned).collect()
}

fn command(
    reader: &mut InputReader<'_>,
    action: Action,
    interpreter: &[String],
) -> Option<Vec<String>> {
    let name = action.name();
    let arguments: Vec<String> = match reader.value(name)? {
        Value::String(text) if text.trim().is_empty() => {
            reader.fail(name, format!("`{name}` must not be empty"));
            return None;
        }
        Value::String(text) => {
            let text = std::iter::once(text.as_str());
            let interpreter = interpreter.iter().map(String::as_str);
            interpreter.chain(text).map(str::to_owned).collect()
        }
        Value::Array(items) if items.is_empty() => {
            reader.fail(name, format!("`{name}` must name a program"));
            return None;
        }
        Value::Array(_) => reader.texts(name)?.into_iter().map(str::to_owned).collect(),
        _ => return None,
    };
    if arguments.iter().any(|it| it.contains('\0')) {
        reader.fail(name, format!("`{name}` must not contain a NUL character"));
    }
    Some(arguments)
}

fn environment(reader: &mut InputReader<'_>) -> Vec<(String, String)> {
    let variables = reader.text_map("environment").unwrap_or_default();
    for (name, value) in &variables {
        if name.is_empty() || name.contains(['=', '\0']) || value.contains('\0') {
            reader.fail(
                "environment",
                format!("`environment` has {name:?}, which cannot be a variable"),
            );
        }
    }
    variables
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}
