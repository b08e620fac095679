//! Mistakes of a module as a whole.

use crate::syntax::{Diagnostic, Diagnostics, Span};

use super::module::Module;
use super::provider::ProviderReference;

/// Checks references to provider configurations.
pub fn check(module: &Module, diagnostics: &mut Diagnostics) {
    for resource in module.resources.values() {
        if let Some(provider) = &resource.provider {
            check_provider(module, provider, diagnostics);
        }
    }
    for call in module.calls.values() {
        for passed in call.providers.iter().flatten() {
            check_provider(module, &passed.in_parent, diagnostics);
        }
    }
    for output in module.outputs.values() {
        if output.value.is_none() && !diagnostics.has_errors() {
            missing_value(&output.span, diagnostics);
        }
    }
}

fn missing_value(span: &Span, diagnostics: &mut Diagnostics) {
    let detail = "the argument `value` is required, and is not set";
    diagnostics.push(Diagnostic::error("an argument is missing", detail, span));
}

/// A configuration with an alias must be there, or be passed by the caller.
fn check_provider(module: &Module, provider: &ProviderReference, diagnostics: &mut Diagnostics) {
    let Some(alias) = &provider.alias else {
        return;
    };
    let required = module.settings.required_providers.get(&provider.name);
    let is_passed =
        required.is_some_and(|it| it.aliases.iter().any(|it| it.key() == provider.key()));
    if !is_passed && !module.providers.contains_key(&provider.key()) {
        let detail = format!(
            "no block `provider \"{}\"` has the alias `{alias}`, and `configuration_aliases` does not name it",
            provider.name
        );
        diagnostics.push(Diagnostic::error(
            "a provider is not configured",
            detail,
            &provider.span,
        ));
    }
}
