//! The versions of Pulumi that a program or a project requires.

use thiserror::Error;

use lumi_graph::EscapedText;
use lumi_rpc::CallError;

/// The version of Pulumi's engine that Lumi emulates.
const VERSION: [u64; 3] = [3, 274, 1];

/// Why a range of versions does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VersionRangeError {
    #[error(
        "`{}` is not a version range; one looks like `>=3.5.0 <4.0.0`", EscapedText::short(.0)
    )]
    NotARange(String),
    #[error(
        "the program needs a version {} of the engine; lumi answers like {}",
        EscapedText::short(.0), VERSION.map(|it| it.to_string()).join(".")
    )]
    OtherVersion(String),
}

impl From<VersionRangeError> for CallError {
    fn from(error: VersionRangeError) -> Self {
        let message = error.to_string();
        match error {
            VersionRangeError::NotARange(_) => Self::malformed(message),
            VersionRangeError::OtherVersion(_) => {
                Self::new(tonic::Code::FailedPrecondition, message)
            }
        }
    }
}

/// Checks a range such as `>=3.5.0 !3.7.7 || <2.0.0`: all parts of at least one alternative must
/// match.
pub fn check_version_range(range: &str) -> Result<(), VersionRangeError> {
    let alternatives = range.split("||").map(holds);
    let alternatives = alternatives.collect::<Option<Vec<bool>>>();
    match alternatives {
        None => Err(VersionRangeError::NotARange(range.to_owned())),
        Some(all) if all.contains(&true) => Ok(()),
        Some(_) => Err(VersionRangeError::OtherVersion(range.to_owned())),
    }
}

/// Whether the version matches all parts of an alternative; `None` if the text is not a range.
fn holds(alternative: &str) -> Option<bool> {
    let mut parts = alternative.split_whitespace().peekable();
    parts.peek()?;
    let mut all = true;
    let mut operator = String::new();
    for part in parts {
        // The operator may be separated by a space.
        let at = part.find(|it: char| it.is_ascii_digit());
        operator.push_str(&part[..at.unwrap_or(part.len())]);
        if let Some(at) = at {
            all &= compare(&operator, version(&part[at..])?)?;
            operator.clear();
        }
    }
    operator.is_empty().then_some(all)
}

fn version(text: &str) -> Option<[u64; 3]> {
    // A pre-release counts as its release.
    let numbers = text.split(['-', '+']).next()?;
    let mut parts = numbers.split('.').map(|it| match it {
        "x" | "X" | "*" => Some(0),
        number => number.parse().ok(),
    });
    let mut part = || parts.next().unwrap_or(Some(0));
    let found = [part()?, part()?, part()?];
    parts.next().is_none().then_some(found)
}

fn compare(operator: &str, other: [u64; 3]) -> Option<bool> {
    Some(match operator {
        "" | "=" | "==" => VERSION == other,
        "!" | "!=" => VERSION != other,
        ">" => VERSION > other,
        ">=" => VERSION >= other,
        "<" => VERSION < other,
        "<=" => VERSION <= other,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold_or_do_not() {
        let held = [
            ">=3.0.0",
            "> 3.1.2 <4.0.0",
            "!3.1.2",
            "<2.0.0 || >=3.200.0",
            ">=3.1",
        ];
        for range in held {
            assert!(check_version_range(range).is_ok(), "{range}");
        }
        for range in ["<3.0.0", ">=4.0.0", "=3.1.0", ">=3.0.0 <3.1.0"] {
            let message = check_version_range(range).unwrap_err().to_string();
            assert!(message.contains("answers like 3.274.1"), "{message}");
        }
        for range in ["", "||", "~3", ">=", ">=x.y", "1.2.3.4", ">=3.0.0 <"] {
            let message = check_version_range(range).unwrap_err().to_string();
            assert!(
                message.contains("is not a version range"),
                "{range}: {message}"
            );
        }
    }
}
