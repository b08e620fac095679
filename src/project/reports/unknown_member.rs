//! The warning about a member that the format of `Pulumi.yaml` does not have.

use super::report::{Report, escaped};

/// The warning; it names the known member that is most similar.
pub fn unknown_member(member: &str, similar: Option<&str>) -> Report {
    let message = format!(
        "Pulumi.yaml has the member `{}`, which has no effect",
        escaped(member)
    );
    let help = similar.map(|it| format!("did you mean `{it}`?"));
    Report::warning(message).maybe_help(help)
}
