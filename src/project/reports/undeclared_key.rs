//! The warning about a key of the configuration that `Lumi.yaml` does not declare.

use super::report::Report;

pub fn undeclared_key(stack: &str, key: &str, similar: Option<&str>) -> Report {
    let message =
        format!("Lumi.{stack}.yaml sets `{key}`, which `config` of Lumi.yaml does not declare");
    let help = match similar {
        Some(similar) => format!("did you mean `{similar}`?"),
        None => format!("declare it there, or remove it with `lumi config rm {key} -s {stack}`"),
    };
    Report::warning(message).help(help)
}
