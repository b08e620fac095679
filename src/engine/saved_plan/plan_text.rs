//! Parses saved plans.

use serde::Deserialize as _;

use lumi_graph::MAX_DEPTH;

use super::saved_plan::SavedPlan;

/// The levels of a plan around a value, plus those of a digest in it.
const AROUND: usize = 10;

/// Why a text is not a plan.
#[derive(Debug, thiserror::Error)]
pub enum PlanTextError {
    #[error("its values are nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

impl SavedPlan {
    /// Parses a saved plan.
    pub fn parse(text: &[u8]) -> Result<Self, PlanTextError> {
        if depth(text) > MAX_DEPTH + AROUND {
            return Err(PlanTextError::TooDeep);
        }
        let mut deserializer = serde_json::Deserializer::from_slice(text);
        // The library's limit is lower than that of values, which was just checked.
        deserializer.disable_recursion_limit();
        let plan = Self::deserialize(&mut deserializer)?;
        deserializer.end()?;
        Ok(plan)
    }
}

/// The maximum nesting of arrays and objects in a text, which need not be valid JSON.
fn depth(text: &[u8]) -> usize {
    let (mut now, mut most) = (0_usize, 0);
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => skip_string(&mut bytes),
            b'[' | b'{' => now += 1,
            b']' | b'}' => now = now.saturating_sub(1),
            _ => {}
        }
        most = most.max(now);
    }
    most
}

/// Skips the rest of a string, including its closing quote.
fn skip_string<'a>(bytes: &mut impl Iterator<Item = &'a u8>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return,
            b'\\' => drop(bytes.next()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lumi_graph::{Object, Urn, Value};

    use super::*;
    use crate::saved_plan::plan_key::PlanKey;
    use crate::saved_plan::saved_plan::PlannedStep;
    use crate::steps::step::StepKind;

    fn text(levels: usize) -> String {
        let inner = Value::secret(Value::from("\"[\\{"));
        let value = (1..levels).fold(inner, |inner, _| Value::Array(vec![inner]));
        let step = PlannedStep {
            urn: Urn::parse("urn:lumi:dev::web::index::a:b:C::d").unwrap(),
            kind: StepKind::Create,
            inputs: Some(Arc::new(Object::from_iter([("value".to_owned(), value)]))),
        };
        let plan = SavedPlan::new("web", "dev", &[step], &PlanKey::default());
        serde_json::to_string_pretty(&plan).unwrap()
    }

    #[test]
    fn the_deepest_values_are_read_and_deeper_ones_refused() {
        let deepest = SavedPlan::parse(text(MAX_DEPTH).as_bytes()).unwrap();
        assert_eq!(deepest.steps.len(), 1);
        for deep in ["[".repeat(100_000), "{\"a\":".repeat(100_000)] {
            let text = text(1).replace("\"create\"", &deep);
            let error = SavedPlan::parse(text.as_bytes()).unwrap_err().to_string();
            assert_eq!(error, "its values are nested deeper than 500 levels");
        }
    }
}
