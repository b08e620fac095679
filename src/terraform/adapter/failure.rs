//! Failures, as users read them.

use lumi_provider::{InputFailure, ProviderError};

use crate::cty::{Path, ValueError};
use crate::lifecycle::LifecycleError;
use crate::protocol::{Diagnostic, Diagnostics};
use crate::shape::{ShapeError, program_path};

/// A call without an effect that failed.
pub fn failed(error: LifecycleError) -> ProviderError {
    ProviderError::failed(text(&error))
}

/// A call that may have had an effect.
pub fn failed_change(error: LifecycleError) -> ProviderError {
    match error.leaves_open() {
        true => ProviderError::unknown(text(&error)),
        false => failed(error),
    }
}

fn text(error: &LifecycleError) -> String {
    match error {
        LifecycleError::Refused(diagnostics) => errors_of(diagnostics).join("\n"),
        error => error.to_string(),
    }
}

/// The errors among diagnostics, by the names of programs.
pub fn errors_of(diagnostics: &Diagnostics) -> Vec<String> {
    diagnostics.errors().map(described).collect()
}

/// A diagnostic, by the names of programs.
pub fn described(diagnostic: &Diagnostic) -> String {
    match diagnostic.path.is_root() {
        true => diagnostic.to_string(),
        false => format!(
            "`{}`: {}",
            program_path(&diagnostic.path),
            without_path(diagnostic)
        ),
    }
}

/// A diagnostic without its place.
fn without_path(diagnostic: &Diagnostic) -> String {
    let placeless = Diagnostic {
        path: Path::ROOT,
        ..diagnostic.clone()
    };
    placeless.to_string()
}

/// The mistakes of a provider, as reasons.
pub fn contradictions(errors: &[ValueError]) -> Vec<String> {
    let one = |it: &ValueError| {
        let place = match it.path.is_root() {
            true => String::new(),
            false => format!("`{}`: ", program_path(&it.path)),
        };
        format!("{place}{}; this is a bug in the provider", it.reason)
    };
    errors.iter().map(one).collect()
}

/// The errors among diagnostics about inputs.
pub fn input_failures(diagnostics: &Diagnostics) -> Vec<InputFailure> {
    let one = |it: &Diagnostic| InputFailure {
        path: program_path(&it.path),
        reason: without_path(it),
    };
    diagnostics.errors().map(one).collect()
}

pub fn input_failures_of_shape(errors: Vec<ShapeError>) -> Vec<InputFailure> {
    let one = |it: ShapeError| InputFailure {
        path: it.path,
        reason: it.reason,
    };
    errors.into_iter().map(one).collect()
}

/// Inputs that cannot be used.
pub fn failed_inputs(failures: Vec<InputFailure>) -> ProviderError {
    let one = |it: &InputFailure| format!("`{}`: {}", it.path, it.reason);
    let lines: Vec<String> = failures.iter().map(one).collect();
    ProviderError::failed(lines.join("\n"))
}

/// Inputs that were checked, and do not fit any more.
pub fn invalid_inputs(errors: Vec<ShapeError>) -> ProviderError {
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    ProviderError::failed(errors.join("\n"))
}
