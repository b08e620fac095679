//! The outputs of a stack that are for users.

use std::borrow::Cow;

use lumi_graph::Object;
use lumi_hcl::run::is_for_stacks;

/// The outputs without those that a program of CDKTF has for its other stacks alone.
pub fn shown_outputs(outputs: &Object) -> Cow<'_, Object> {
    if !outputs.keys().any(|it| is_for_stacks(it)) {
        return Cow::Borrowed(outputs);
    }
    let shown = outputs.iter().filter(|(name, _)| !is_for_stacks(name));
    let shown = shown.map(|(name, value)| (name.clone(), value.clone()));
    Cow::Owned(shown.collect())
}

#[cfg(test)]
mod tests {
    use lumi_graph::Value;

    use super::*;

    #[test]
    fn outputs_for_other_stacks_are_not_shown() {
        let outputs = ["url", "cross-stack-output-random_pet.name.id"];
        let outputs = outputs.map(|it| (it.to_owned(), Value::Null));
        let shown: Vec<String> = shown_outputs(&outputs.into_iter().collect())
            .keys()
            .cloned()
            .collect();
        assert_eq!(shown, ["url"]);
    }
}
