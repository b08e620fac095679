//! Preconditions, postconditions, validations and checks.

use crate::config::Condition;
use crate::syntax::{Diagnostic, Diagnostics, Severity};
use crate::value::{Mark, Type, convert};

use super::run::{NodeFailure, Run};
use super::scope::Site;

impl Run {
    /// Checks conditions, each of which must hold where it is known.
    pub(super) fn check_conditions(
        &self,
        site: Site<'_>,
        what: &str,
        conditions: &[Condition],
    ) -> Result<(), Diagnostics> {
        let mut failures = Diagnostics::default();
        for condition in conditions {
            match self.condition(site, what, condition) {
                Ok(None) => {}
                Ok(Some(failure)) => failures.push(failure),
                Err(found) => failures.extend(found),
            }
        }
        failures.or(())
    }

    /// The failure of a condition that does not hold; `None` where it holds, or is not known.
    fn condition(
        &self,
        site: Site<'_>,
        what: &str,
        condition: &Condition,
    ) -> Result<Option<Diagnostic>, Diagnostics> {
        let span = &condition.condition.span;
        let wrong = |detail: &str| Diagnostic::error("a condition is not valid", detail, span);
        let value = self.value(site, &condition.condition)?;
        if value.is_unknown() {
            return Ok(None);
        }
        if value.is_null() {
            return Err(wrong("the condition is null; `true` or `false` is required").into());
        }
        let holds = convert(&value, &Type::Bool)
            .ok()
            .and_then(|it| it.as_bool());
        match holds {
            None => Err(wrong("the condition must be `true` or `false`").into()),
            Some(true) => Ok(None),
            Some(false) => {
                let message = self.message(site, condition);
                Ok(Some(Diagnostic::error(
                    format!("{what} does not hold"),
                    message,
                    site.subject.unwrap_or(span),
                )))
            }
        }
    }

    /// The message of a condition that does not hold.
    fn message(&self, site: Site<'_>, condition: &Condition) -> String {
        let value = match self.value(site, &condition.message) {
            Ok(value) => value,
            Err(found) => {
                let reason = found
                    .0
                    .first()
                    .map_or_else(String::new, Diagnostic::message);
                return format!("its message cannot be evaluated: {reason}");
            }
        };
        if value.has_mark_deep(&Mark::Sensitive) {
            return "its message contains sensitive values, and is not shown".to_owned();
        }
        let text = convert(&value, &Type::String).ok();
        let text = text.as_ref().and_then(|it| it.as_str());
        text.map_or_else(|| "its message is not known".to_owned(), str::to_owned)
    }

    /// Checks a block `check`, whose failures are warnings.
    pub(super) fn check(&self, module: usize, name: &str) -> Result<(), NodeFailure> {
        let check = self
            .tree
            .nodes
            .get(module)
            .and_then(|it| it.module.checks.get(name));
        let Some(check) = check else { return Ok(()) };
        let instances = self.values.lock().instances(module);
        for instance in 0..instances {
            let site = Site::new(module, instance);
            let what = format!("the check `{name}`");
            if let Err(found) = self.check_conditions(site, &what, &check.asserts) {
                self.warn(found.into_iter().map(|it| Diagnostic {
                    severity: Severity::Warning,
                    ..it
                }));
            }
        }
        Ok(())
    }
}
