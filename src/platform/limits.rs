//! Limits of the processes of one function, as `function.json` has them.

use std::time::Duration;

use serde::Deserialize;

use super::seconds::optional_seconds;

/// The least heap in which V8 starts, in MiB.
const MIN_MEMORY: u32 = 16;

/// Those that are missing are the platform's.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct Limits {
    /// V8's heap, in MiB.
    memory: Option<Memory>,
    /// Processor time from the beginning of a call to its end.
    #[serde(deserialize_with = "optional_seconds")]
    processor_time: Option<Duration>,
}

impl Limits {
    /// In bytes.
    pub fn heap(&self) -> Option<usize> {
        self.memory.map(|it| (it.0 as usize) << 20)
    }

    pub fn processor_time(&self) -> Option<Duration> {
        self.processor_time
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u32")]
struct Memory(u32);

impl TryFrom<u32> for Memory {
    type Error = String;

    fn try_from(mebibytes: u32) -> Result<Self, String> {
        match mebibytes {
            MIN_MEMORY.. => Ok(Self(mebibytes)),
            _ => Err(format!(
                "a function needs {MIN_MEMORY} MiB of memory at least"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(text: &str) -> Result<Limits, String> {
        serde_json::from_str(text).map_err(|it| it.to_string())
    }

    #[test]
    fn limits_are_numbers() {
        let all = limits(r#"{ "memory": 64, "processorTime": 0.5 }"#).unwrap();
        assert_eq!(all.heap(), Some(64 << 20));
        assert_eq!(all.processor_time(), Some(Duration::from_millis(500)));
        assert_eq!(limits("{}"), Ok(Limits::default()));
    }

    #[test]
    fn other_limits_are_refused() {
        let all = [
            r#"{ "memory": 15 }"#,
            r#"{ "processorTime": 0 }"#,
            r#"{ "processorTime": 86401 }"#,
            r#"{ "processorTime": -1 }"#,
            r#"{ "cpu": 1 }"#,
        ];
        let problems = all.map(|it| limits(it).unwrap_err());
        insta::assert_snapshot!(problems.join("\n"), @r"
        a function needs 16 MiB of memory at least at line 1 column 16
        a time must be from 0.001 to 86400 seconds, but is 0 at line 1 column 22
        a time must be from 0.001 to 86400 seconds, but is 86401 at line 1 column 26
        a time must be from 0.001 to 86400 seconds, but is -1 at line 1 column 23
        unknown field `cpu`, expected `memory` or `processorTime` at line 1 column 7
        ");
    }
}
