//! Failures, as users read them.

use lumi_provider::{InputFailure, ProviderError};

use crate::cty::{Path, ValueError};
use crate::lifecycle::LifecycleError;
use crate::protocol::{Diagnostic, Diagnostics};
use crate::shape::{ShapeError, program_path};

/// A call without an effect that failed.
pub fn failed(error: LifecycleError) -> ProviderError {
    match &error {
        LifecycleError::Refused(diagnostics) => refused(diagnostics, Vec::new()),
        error => ProviderError::failed(error.to_string()),
    }
}

/// The errors among diagnostics, and further reasons, as one.
pub fn refused(diagnostics: &Diagnostics, others: Vec<String>) -> ProviderError {
    let mut reasons = errors_of(diagnostics);
    reasons.extend(others);
    let about = diagnostics.errors().filter(|it| !it.path.is_root());
    let about = about.map(|it| program_path(&it.path)).collect();
    ProviderError::of_inputs(reasons.join("\n"), about)
}

/// A call that may have had an effect.
pub fn failed_change(error: LifecycleError) -> ProviderError {
    match error.leaves_open() {
        true => ProviderError::unknown(error.to_string()),
        false => failed(error),
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
    let paths = failures.into_iter().map(|it| it.path).collect();
    ProviderError::of_inputs(lines.join("\n"), paths)
}

/// Inputs that were checked, and do not fit any more.
pub fn invalid_inputs(errors: Vec<ShapeError>) -> ProviderError {
    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    let paths = errors.into_iter().map(|it| it.path).collect();
    ProviderError::of_inputs(lines.join("\n"), paths)
}
