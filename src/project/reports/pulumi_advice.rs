//! Advice for an error of a program that is written as for Pulumi's SDK.

use super::import_advice::elsewhere;

/// Advice for the message of an exception: V8's about a method that is not there, or that of an import.
pub fn pulumi_advice(message: &str) -> Option<String> {
    if message.starts_with("cannot import \"@pulumi/") {
        return Some(
            "programs of Pulumi run with a Pulumi.yaml that says `runtime: nodejs`; in a program of \
             Lumi, \"lumi\" takes the place of \"@pulumi/pulumi\", and `lumi add pulumi:NAME` adds \
             a provider as \"lumi:NAME\""
                .to_owned(),
        );
    }
    let (object, method) = message
        .strip_suffix(" is not a function")?
        .rsplit_once('.')?;
    let advice = elsewhere(method)?;
    match (object, method) {
        // Every function has `apply`, so the object is a value that is no function.
        (_, "apply") => Some(format!(
            "a Property has no `apply`, which is `then` here: {advice}"
        )),
        ("lumi" | "pulumi", _) => Some(advice.to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn habits_of_pulumi_are_answered() {
        for (message, expected) in [
            ("id.hex.apply is not a function", Some("property.then(")),
            (
                "lumi.all(...).apply is not a function",
                Some("property.then("),
            ),
            ("lumi.output is not a function", Some("new Property(value)")),
            (
                "cannot import \"@pulumi/random\": there is no node_modules folder",
                Some("`runtime: nodejs`"),
            ),
            ("sizes.map is not a function", None),
            ("model.output is not a function", None),
            ("apply is not a function", None),
            ("cannot import \"left-pad\": it is not installed", None),
        ] {
            let advice = pulumi_advice(message);
            let holds = match expected {
                Some(part) => advice.as_ref().is_some_and(|it| it.contains(part)),
                None => advice.is_none(),
            };
            assert!(holds, "{message}: {advice:?}");
        }
    }
}
