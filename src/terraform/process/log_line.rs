//! A line of a provider's log.

use std::fmt::Write as _;

use serde_json::Value as Json;

/// How important a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    Trace,
    Debug,
    Info,
    Warn,
    Error,
}

impl LogLevel {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Trace => "trace",
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error => "error",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let levels = [
            Self::Trace,
            Self::Debug,
            Self::Info,
            Self::Warn,
            Self::Error,
        ];
        let is_named = |it: &Self| it.as_str().eq_ignore_ascii_case(text);
        levels.into_iter().find(is_named)
    }
}

/// A line, without what says when and where in the provider it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    pub level: LogLevel,
    pub text: String,
}

impl LogLine {
    /// Reads a line of standard error: an object of hclog, or plain text, which may begin with its
    /// level as in `[WARN] slow`.
    pub fn parse(line: &str) -> Self {
        if line.starts_with('{')
            && let Ok(Json::Object(members)) = serde_json::from_str(line)
            && members.contains_key("@message")
        {
            return Self::from_members(&members);
        }
        let (level, text) = Self::marked(line).unwrap_or((LogLevel::Debug, line));
        Self {
            level,
            text: text.to_owned(),
        }
    }

    /// A level in brackets, perhaps after a date.
    fn marked(line: &str) -> Option<(LogLevel, &str)> {
        let (before, rest) = line.split_once('[')?;
        let is_date = before.chars().all(|it| !it.is_alphabetic());
        let (level, text) = rest.split_once(']').filter(|_| is_date)?;
        Some((LogLevel::parse(level)?, text.trim_start()))
    }

    fn from_members(members: &serde_json::Map<String, Json>) -> Self {
        let text = |name: &str| members.get(name).and_then(Json::as_str).unwrap_or_default();
        let mut line = text("@message").to_owned();
        for (name, value) in members.iter().filter(|(name, _)| !name.starts_with('@')) {
            let _ = match value {
                Json::String(value) => write!(line, " {name}={value}"),
                value => write!(line, " {name}={value}"),
            };
        }
        Self {
            level: LogLevel::parse(text("@level")).unwrap_or(LogLevel::Info),
            text: line,
        }
    }

    /// Whether a stack trace begins here.
    pub fn begins_panic(line: &str) -> bool {
        line.starts_with("panic: ") || line.starts_with("fatal error: ")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_have_a_level() {
        let json = r#"{"@level":"warn","@message":"slow","@module":"x","tf_req_id":"1","n":[2]}"#;
        for (line, level, text) in [
            (json, LogLevel::Warn, "slow tf_req_id=1 n=[2]"),
            ("[WARN] slow", LogLevel::Warn, "slow"),
            ("2026/01/02 03:04:05 [ERROR] slow", LogLevel::Error, "slow"),
            ("see [WARN] slow", LogLevel::Debug, "see [WARN] slow"),
            ("{\"a\":1}", LogLevel::Debug, "{\"a\":1}"),
            ("{", LogLevel::Debug, "{"),
        ] {
            let text = text.to_owned();
            assert_eq!(LogLine::parse(line), LogLine { level, text }, "{line}");
        }
        assert!(LogLine::begins_panic("panic: runtime error"));
        assert!(!LogLine::begins_panic("do not panic: it works"));
    }

    proptest! {
        #[test]
        fn any_line_is_read(line in ".*") {
            LogLine::parse(&line);
        }
    }
}
