//! Errors of providers, by what is known of their effect.

use std::fmt;

use lumi_graph::{Object, ProviderData};

/// Why a provider did not complete a request.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ProviderError {
    /// The operation failed without any effect.
    #[error("{message}{printed}")]
    Failed {
        message: String,
        printed: PrintedText,
        /// The paths of the inputs that the message is about, such as `rules[0].port`.
        inputs: Vec<String>,
    },
    /// The operation may have had an effect: a timeout, a lost connection, a provider that crashed.
    /// The operation stays pending until the object has been looked up.
    #[error("{message}{printed}")]
    Unknown {
        message: String,
        printed: PrintedText,
    },
    /// The object exists, but its initialisation is incomplete, or an update stopped on its way. It is
    /// recorded with the reasons, and the next run repairs it.
    #[error("it exists, but is not ready: {}", reasons.join("; "))]
    PartialInit {
        id: String,
        outputs: Object,
        reasons: Vec<String>,
        /// Data that the state keeps for the provider; see [`Target::data`](crate::Target::data).
        data: Option<ProviderData>,
        /// Whether no update can repair the object: the next run replaces it.
        is_tainted: bool,
    },
}

impl ProviderError {
    pub fn failed(message: impl Into<String>) -> Self {
        Self::of_inputs(message, Vec::new())
    }

    /// A failure because of these inputs.
    pub fn of_inputs(message: impl Into<String>, inputs: Vec<String>) -> Self {
        Self::Failed {
            message: message.into(),
            printed: PrintedText::default(),
            inputs,
        }
    }

    /// The paths of the inputs that the error is about, as far as they are known.
    pub fn inputs(&self) -> &[String] {
        match self {
            Self::Failed { inputs, .. } => inputs,
            Self::Unknown { .. } | Self::PartialInit { .. } => &[],
        }
    }

    pub fn unknown(message: impl Into<String>) -> Self {
        Self::Unknown {
            message: message.into(),
            printed: PrintedText::default(),
        }
    }

    /// The error, with what a process printed after its message.
    #[must_use]
    pub fn with_printed(mut self, text: String) -> Self {
        if let Some(printed) = self.printed_mut() {
            *printed = PrintedText::Shown(text);
        }
        self
    }

    /// Hides what a process printed. One that was given secrets may print parts and other forms of them.
    pub fn hide_printed(&mut self) {
        if let Some(printed) = self.printed_mut()
            && let PrintedText::Shown(text) = printed
            && !text.is_empty()
        {
            *printed = PrintedText::Hidden(std::mem::take(text));
        }
    }

    /// The whole message, if a part of it is hidden.
    pub fn opened(&self) -> Option<String> {
        match self {
            Self::Failed {
                message,
                printed: PrintedText::Hidden(text),
                ..
            }
            | Self::Unknown {
                message,
                printed: PrintedText::Hidden(text),
            } => Some(format!("{message}{text}")),
            _ => None,
        }
    }

    fn printed_mut(&mut self) -> Option<&mut PrintedText> {
        match self {
            Self::Failed { printed, .. } | Self::Unknown { printed, .. } => Some(printed),
            Self::PartialInit { .. } => None,
        }
    }
}

/// The output of a process that has failed, as the end of a message.
#[derive(Clone, Debug)]
pub enum PrintedText {
    Shown(String),
    /// A text that may have secrets in it.
    Hidden(String),
}

impl Default for PrintedText {
    fn default() -> Self {
        Self::Shown(String::new())
    }
}

impl fmt::Display for PrintedText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Shown(text) => text,
            Self::Hidden(_) => HIDDEN,
        })
    }
}

/// Stands for a hidden text.
const HIDDEN: &str =
    "; what it printed is hidden, because it may contain secrets: `--show-secrets` shows it";
