//! Ranges of versions, in the syntax of Terraform.

use std::fmt;
use std::str::FromStr;

use semver::{BuildMetadata, Prerelease, Version};
use thiserror::Error;

use crate::shortened::shortened;

/// Conditions that all hold, such as `>= 1.2, < 2.0`; without one, every release is in the range. A
/// prerelease is in a range only if a condition `=` names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionRange {
    conditions: Vec<Condition>,
}

/// Why a text is not a range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RangeError {
    #[error("`{0}` is not a version; one looks like `1.2.3`, and `1.2` is short for `1.2.0`")]
    NotAVersion(String),
    #[error(
        "`{0}` is not a condition on versions; the operators are `=`, `!=`, `>`, `>=`, `<`, `<=`, `~>` and `^`"
    )]
    BadOperator(String),
    #[error("write `{0}` without `v`")]
    Prefixed(String),
    #[error("the condition `{0}` is empty; conditions are separated by one comma")]
    Empty(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Condition {
    operator: Operator,
    version: Version,
    /// How many numbers are written: `~> 1.2` and `~> 1.2.0` differ.
    numbers: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Equal,
    NotEqual,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
    /// `~>`: the last written number may grow.
    Compatible,
    /// `^`: all numbers after the first that is not 0 may grow.
    Caret,
}

/// Operators by text; one that begins with another is before it.
const OPERATORS: [(&str, Operator); 8] = [
    ("~>", Operator::Compatible),
    ("^", Operator::Caret),
    (">=", Operator::GreaterOrEqual),
    ("<=", Operator::LessOrEqual),
    ("!=", Operator::NotEqual),
    (">", Operator::Greater),
    ("<", Operator::Less),
    ("=", Operator::Equal),
];

impl VersionRange {
    /// Every release.
    pub fn any() -> Self {
        Self {
            conditions: Vec::new(),
        }
    }

    /// The range of a project that has asked for none: this version and those after it that are
    /// compatible with it, `~> 3.7` for 3.7.2. Versions below 1 promise this for one minor version only.
    pub fn compatible_with(version: &Version) -> Self {
        if !version.pre.is_empty() {
            return Self::exactly(version);
        }
        let numbers = if version.major == 0 { 3 } else { 2 };
        let patch = if numbers == 3 { version.patch } else { 0 };
        Self {
            conditions: vec![Condition {
                operator: Operator::Compatible,
                version: Version::new(version.major, version.minor, patch),
                numbers,
            }],
        }
    }

    pub fn exactly(version: &Version) -> Self {
        Self {
            conditions: vec![Condition {
                operator: Operator::Equal,
                version: version.clone(),
                numbers: 3,
            }],
        }
    }

    pub fn is_any(&self) -> bool {
        self.conditions.is_empty()
    }

    /// The version, if the range is one.
    pub fn exact(&self) -> Option<&Version> {
        match self.conditions.as_slice() {
            [only] if only.operator == Operator::Equal => Some(&only.version),
            _ => None,
        }
    }

    pub fn contains(&self, version: &Version) -> bool {
        let is_wanted = version.pre.is_empty()
            || self.conditions.iter().any(|it| {
                it.operator == Operator::Equal
                    && without_build(&it.version) == without_build(version)
            });
        is_wanted && self.conditions.iter().all(|it| it.allows(version))
    }

    /// The highest version of the range.
    pub fn newest<'a>(
        &self,
        versions: impl IntoIterator<Item = &'a Version>,
    ) -> Option<&'a Version> {
        let candidates = versions.into_iter().filter(|it| self.contains(it));
        candidates.max_by(|a, b| a.cmp_precedence(b))
    }
}

impl Condition {
    fn allows(&self, version: &Version) -> bool {
        let order = version.cmp_precedence(&self.version);
        match self.operator {
            Operator::Equal => order.is_eq(),
            Operator::NotEqual => order.is_ne(),
            Operator::Greater => order.is_gt(),
            Operator::GreaterOrEqual => order.is_ge(),
            Operator::Less => order.is_lt(),
            Operator::LessOrEqual => order.is_le(),
            Operator::Compatible => {
                let is_same_line = version.major == self.version.major
                    && (self.numbers < 3 || version.minor == self.version.minor);
                order.is_ge() && is_same_line
            }
            Operator::Caret => {
                let first = &self.version;
                let is_same_line = version.major == first.major
                    && (first.major > 0 || self.numbers < 2 || version.minor == first.minor)
                    && (first.major > 0
                        || first.minor > 0
                        || self.numbers < 3
                        || version.patch == first.patch);
                order.is_ge() && is_same_line
            }
        }
    }

    fn parse(text: &str) -> Result<Self, RangeError> {
        let operator_and_rest = OPERATORS.iter().find_map(|(sign, operator)| {
            let rest = text.strip_prefix(sign)?;
            Some((*operator, rest.trim_start()))
        });
        let (operator, written) = operator_and_rest.unwrap_or((Operator::Equal, text));
        if written.starts_with(|it: char| it.is_ascii_punctuation()) {
            return Err(RangeError::BadOperator(shortened(text)));
        }
        let (version, numbers) = parse_version(written)?;
        Ok(Self {
            operator,
            version,
            numbers,
        })
    }
}

/// A version of one to three numbers, and how many there are.
fn parse_version(text: &str) -> Result<(Version, usize), RangeError> {
    let is_prefixed = text.strip_prefix(['v', 'V']);
    if let Some(rest) = is_prefixed.filter(|it| it.starts_with(|it: char| it.is_ascii_digit())) {
        return Err(RangeError::Prefixed(shortened(rest)));
    }
    let end = text.find(['-', '+']).unwrap_or(text.len());
    let (core, rest) = text.split_at(end);
    let numbers = core.split('.').count();
    let filled = match numbers {
        1 => format!("{core}.0.0{rest}"),
        2 => format!("{core}.0{rest}"),
        _ => text.to_owned(),
    };
    let version = Version::parse(&filled);
    let version = version.map_err(|_| RangeError::NotAVersion(shortened(text)))?;
    // A prerelease is of one patch version.
    Ok((version, if rest.is_empty() { numbers } else { 3 }))
}

fn without_build(version: &Version) -> Version {
    Version {
        build: BuildMetadata::EMPTY,
        ..version.clone()
    }
}

impl FromStr for VersionRange {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        if text.trim().is_empty() {
            return Ok(Self::any());
        }
        let condition = |part: &str| match part.trim() {
            "" => Err(RangeError::Empty(shortened(text))),
            part => Condition::parse(part),
        };
        let conditions = text.split(',').map(condition).collect::<Result<_, _>>()?;
        Ok(Self { conditions })
    }
}

impl fmt::Display for VersionRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, condition) in self.conditions.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{condition}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Version {
            major,
            minor,
            patch,
            ref pre,
            ref build,
        } = self.version;
        let sign = OPERATORS.iter().find(|it| it.1 == self.operator);
        match sign {
            Some((_, Operator::Equal)) | None => {}
            Some((sign, Operator::Caret)) => write!(f, "{sign}")?,
            Some((sign, _)) => write!(f, "{sign} ")?,
        }
        match self.numbers {
            1 => write!(f, "{major}")?,
            2 => write!(f, "{major}.{minor}")?,
            _ => write!(f, "{major}.{minor}.{patch}")?,
        }
        if *pre != Prerelease::EMPTY {
            write!(f, "-{pre}")?;
        }
        match build.is_empty() {
            true => Ok(()),
            false => write!(f, "+{build}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn range(text: &str) -> VersionRange {
        text.parse().unwrap()
    }

    fn contained(text: &str, versions: &[&str]) -> Vec<String> {
        let range = range(text);
        let versions = versions.iter().map(|it| Version::parse(it).unwrap());
        versions
            .filter(|it| range.contains(it))
            .map(|it| it.to_string())
            .collect()
    }

    #[test]
    fn operators_mean_what_they_mean_to_terraform() {
        let all = ["0.9.0", "1.0.0", "1.2.0", "1.2.9", "1.3.0", "2.0.0"];
        assert_eq!(contained("", &all), all);
        assert_eq!(contained("1.2", &all), ["1.2.0"]);
        assert_eq!(contained("= 1.2.9", &all), ["1.2.9"]);
        assert_eq!(
            contained("!= 1.2.0", &all),
            ["0.9.0", "1.0.0", "1.2.9", "1.3.0", "2.0.0"]
        );
        assert_eq!(
            contained("~> 1", &all),
            ["1.0.0", "1.2.0", "1.2.9", "1.3.0"]
        );
        assert_eq!(contained("~> 1.2", &all), ["1.2.0", "1.2.9", "1.3.0"]);
        assert_eq!(contained("~>1.2.0", &all), ["1.2.0", "1.2.9"]);
        assert_eq!(contained(">= 1.2, < 2, != 1.2.9", &all), ["1.2.0", "1.3.0"]);
        assert_eq!(contained("> 1.3 ,<=2.0.0", &all), ["2.0.0"]);
    }

    #[test]
    fn a_caret_keeps_the_first_number_that_is_not_zero() {
        let all = [
            "0.0.1", "0.0.2", "0.2.0", "0.2.9", "0.3.0", "1.2.0", "1.9.0", "2.0.0",
        ];
        assert_eq!(contained("^1.2", &all), ["1.2.0", "1.9.0"]);
        assert_eq!(contained("^ 1", &all), ["1.2.0", "1.9.0"]);
        assert_eq!(contained("^0.2.1", &all), ["0.2.9"]);
        assert_eq!(contained("^0.0.1", &all), ["0.0.1"]);
        assert_eq!(contained("^0.0", &all), ["0.0.1", "0.0.2"]);
        assert_eq!(
            contained("^0", &all),
            ["0.0.1", "0.0.2", "0.2.0", "0.2.9", "0.3.0"]
        );
    }

    #[test]
    fn a_prerelease_is_meant_only_by_name() {
        let all = ["1.0.0-beta.1", "1.0.0", "1.1.0-rc1"];
        assert_eq!(contained("", &all), ["1.0.0"]);
        assert_eq!(contained(">= 1.0.0-alpha", &all), ["1.0.0"]);
        assert_eq!(contained("1.1.0-rc1", &all), ["1.1.0-rc1"]);
        assert_eq!(
            contained("= 1.0-beta.1", &["1.0.0-beta.1"]),
            ["1.0.0-beta.1"]
        );
    }

    #[test]
    fn the_newest_is_by_precedence() {
        let versions = ["1.9.0", "1.10.0", "2.0.0-rc1"].map(|it| Version::parse(it).unwrap());
        assert_eq!(VersionRange::any().newest(&versions), Some(&versions[1]));
        assert_eq!(range(">= 3").newest(&versions), None);
    }

    #[test]
    fn a_package_added_without_a_range_gets_a_compatible_one() {
        for (version, wanted) in [
            ("3.7.2", "~> 3.7"),
            ("0.4.2", "~> 0.4.2"),
            ("1.0.0-rc1", "1.0.0-rc1"),
        ] {
            let version = Version::parse(version).unwrap();
            let range = VersionRange::compatible_with(&version);
            assert_eq!(range.to_string(), wanted);
            assert!(range.contains(&version));
        }
    }

    #[test]
    fn slips_are_explained() {
        let message = |text: &str| text.parse::<VersionRange>().unwrap_err().to_string();
        insta::assert_snapshot!(
            ["v1.2", "=> 1.2", "^x", "1.2.3.4", "1.x", ">= 1.0 < 2", "1.0,", "1 || 2", "latest", "01.2"]
                .map(message)
                .join("\n"),
            @r#"
            write `1.2` without `v`
            `=> 1.2` is not a condition on versions; the operators are `=`, `!=`, `>`, `>=`, `<`, `<=`, `~>` and `^`
            `x` is not a version; one looks like `1.2.3`, and `1.2` is short for `1.2.0`
            `1.2.3.4` is not a version; one looks like `1.2.3`, and `1.2` is short for `1.2.0`
            `1.x` is not a version; one looks like `1.2.3`, and `1.2` is short for `1.2.0`
            `1.0 < 2` is not a version; one looks like `1.2.3`, and `1.2` is short for `1.2.0`
            the condition `1.0,` is empty; conditions are separated by one comma
            `1 || 2` is not a version; one looks like `1.2.3`, and `1.2` is short for `1.2.0`
            `latest` is not a version; one looks like `1.2.3`, and `1.2` is short for `1.2.0`
            `01.2` is not a version; one looks like `1.2.3`, and `1.2` is short for `1.2.0`
            "#
        );
    }

    proptest! {
        #[test]
        fn a_text_is_read_as_it_is_written(parts in prop::collection::vec((0..8_usize, 0..20_u64, 0..20_u64, 0..20_u64, 1..4_usize), 0..4)) {
            let condition = |(operator, major, minor, patch, numbers): (usize, u64, u64, u64, usize)| Condition {
                operator: OPERATORS[operator].1,
                version: Version::new(major, if numbers > 1 { minor } else { 0 }, if numbers > 2 { patch } else { 0 }),
                numbers,
            };
            let range = VersionRange { conditions: parts.into_iter().map(condition).collect() };
            prop_assert_eq!(range.to_string().parse::<VersionRange>(), Ok(range));
        }

        #[test]
        fn no_text_is_a_panic(text in "[~<>=!0-9.,v+ -]{0,20}") {
            let _ = text.parse::<VersionRange>();
        }
    }
}
