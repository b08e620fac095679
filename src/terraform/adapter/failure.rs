//! What goes wrong, as users read it.

use lumi_provider::{InputFailure, ProviderError};

use crate::cty::{Path, ValueError};
use crate::lifecycle::LifecycleError;
use crate::protocol::{Diagnostic, Diagnostics};
use crate::shape::{ShapeError, shown_path};

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
        LifecycleError::Refused(remarks) => errors_of(remarks).join("\n"),
        error => error.to_string(),
    }
}

/// The errors among remarks, by the names of programs.
pub fn errors_of(remarks: &Diagnostics) -> Vec<String> {
    remarks.errors().map(shown).collect()
}

/// A remark, by the names of programs.
pub fn shown(remark: &Diagnostic) -> String {
    match remark.path.is_root() {
        true => remark.to_string(),
        false => format!("`{}`: {}", shown_path(&remark.path), said(remark)),
    }
}

/// A remark without its place.
fn said(remark: &Diagnostic) -> String {
    let placeless = Diagnostic {
        path: Path::ROOT,
        ..remark.clone()
    };
    placeless.to_string()
}

/// What a provider did wrong, as reasons.
pub fn contradictions(errors: &[ValueError]) -> Vec<String> {
    let one = |it: &ValueError| {
        let place = match it.path.is_root() {
            true => String::new(),
            false => format!("`{}`: ", shown_path(&it.path)),
        };
        format!("{place}{}; this is a bug of the provider", it.reason)
    };
    errors.iter().map(one).collect()
}

/// The errors among remarks about inputs.
pub fn input_failures(remarks: &Diagnostics) -> Vec<InputFailure> {
    let one = |it: &Diagnostic| InputFailure {
        path: shown_path(&it.path),
        reason: said(it),
    };
    remarks.errors().map(one).collect()
}

pub fn of_shape(errors: Vec<ShapeError>) -> Vec<InputFailure> {
    let one = |it: ShapeError| InputFailure {
        path: it.path,
        reason: it.reason,
    };
    errors.into_iter().map(one).collect()
}

/// Inputs that were checked, and do not fit any more.
pub fn unfit(errors: Vec<ShapeError>) -> ProviderError {
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    ProviderError::failed(errors.join("\n"))
}
