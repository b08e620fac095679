//! The actions of random tests on a stack.

use proptest::prelude::*;

use super::program::Program;
use super::random_programs::any_options;
use lumi_graph::Value;

/// One run of a sequence.
#[derive(Clone, Debug)]
pub enum Act {
    Up(Program),
    /// Targets only one name, with its dependents or without them.
    Target(Program, usize, bool),
    /// Leaves one name alone, with its dependents or without them.
    Exclude(Program, usize, bool),
    /// Replaces what has one name.
    Replace(Program, usize),
    /// Replaces what has one name, and does nothing else.
    TargetReplace(Program, usize),
    Destroy(Option<(usize, bool)>),
    /// Deletes all that is not protected, after a program or without one.
    DestroyUnprotected(Option<Program>),
    Refresh,
    Killed(Program, usize),
    /// The journal has room for a number of records; whether the state can be written at the end.
    Full(Program, usize, bool),
}

pub fn any_act() -> impl Strategy<Value = Act> {
    prop_oneof![
        8 => any_options().prop_map(Act::Up),
        2 => (any_options(), 0..6usize, any::<bool>())
            .prop_map(|(program, target, dependents)| Act::Target(program, target, dependents)),
        2 => (any_options(), 0..6usize, any::<bool>())
            .prop_map(|(program, at, dependents)| Act::Exclude(program, at, dependents)),
        1 => (any_options(), 0..6usize).prop_map(|(program, at)| Act::TargetReplace(program, at)),
        1 => prop::option::of(any_options()).prop_map(Act::DestroyUnprotected),
        1 => (any_options(), 0..6usize).prop_map(|(program, at)| Act::Replace(program, at)),
        1 => prop::option::of((0..6usize, any::<bool>())).prop_map(Act::Destroy),
        1 => Just(Act::Refresh),
        2 => (any_options(), 0..40usize).prop_map(|(program, at)| Act::Killed(program, at)),
        1 => (any_options(), 0..40usize, any::<bool>())
            .prop_map(|(program, at, is_saved)| Act::Full(program, at, is_saved)),
    ]
}

impl Act {
    pub fn program(&self) -> Option<&Program> {
        match self {
            Self::Up(program)
            | Self::Target(program, ..)
            | Self::Exclude(program, ..)
            | Self::Replace(program, _)
            | Self::TargetReplace(program, _)
            | Self::Killed(program, _)
            | Self::Full(program, ..) => Some(program),
            Self::Destroy(_) | Self::DestroyUnprotected(_) | Self::Refresh => None,
        }
    }
}

impl std::fmt::Display for Act {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Up(_) => writeln!(f, "up")?,
            Self::Target(_, index, dependents) => writeln!(f, "up --target {index} {dependents}")?,
            Self::Exclude(_, index, dependents) => {
                writeln!(f, "up --exclude {index} {dependents}")?;
            }
            Self::TargetReplace(_, index) => writeln!(f, "up --target-replace {index}")?,
            Self::DestroyUnprotected(program) => {
                writeln!(f, "destroy --exclude-protected, {}", program.is_some())?;
            }
            Self::Replace(_, index) => writeln!(f, "up --replace {index}")?,
            Self::Destroy(target) => writeln!(f, "destroy {target:?}")?,
            Self::Refresh => writeln!(f, "refresh")?,
            Self::Killed(_, at) => writeln!(f, "up, killed after {at}")?,
            Self::Full(_, at, is_saved) => writeln!(f, "up, full after {at}, saved: {is_saved}")?,
        }
        for spec in self.program().into_iter().flat_map(|it| &it.0) {
            let kind = spec
                .type_name
                .as_deref()
                .unwrap_or(match spec.is_component {
                    true => "Group",
                    false => "Thing",
                });
            let inputs = spec
                .inputs
                .iter()
                .map(|(key, it)| format!("{key}={}", it.as_str().unwrap()));
            let options = spec.options.iter().filter(|it| it.0 != "aliases");
            let options = options.map(|(key, value)| match value {
                Value::String(text) => format!("{key}={text}"),
                Value::Array(items) => format!("{key}={:?}", items.first()),
                _ => key.clone(),
            });
            writeln!(
                f,
                "  {kind} {} {} uses {:?} after {:?} with {:?} in {:?} replaced with {:?} reads {:?} {}",
                spec.name,
                inputs.collect::<Vec<_>>().join(" "),
                spec.uses,
                spec.depends_on,
                spec.provider,
                spec.deleted_with,
                spec.replaced_with,
                spec.read_id,
                options.collect::<Vec<_>>().join(" "),
            )?;
        }
        Ok(())
    }
}

/// The configuration of the default provider during an act.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DefaultConfig {
    None,
    /// An update of its objects.
    Labelled,
    /// A replacement of its objects.
    Elsewhere,
}

pub fn any_config() -> impl Strategy<Value = DefaultConfig> {
    prop_oneof![
        12 => Just(DefaultConfig::None),
        2 => Just(DefaultConfig::Labelled),
        1 => Just(DefaultConfig::Elsewhere),
    ]
}
