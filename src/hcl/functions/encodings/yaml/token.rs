//! Tokens of YAML.

/// How a scalar is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    Plain,
    Quoted,
    Block,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    StreamEnd,
    /// Whether the version is 1.1, the only one that libyaml knows.
    Version(bool),
    TagDirective {
        handle: String,
        prefix: String,
    },
    DocumentStart,
    DocumentEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    FlowSequenceStart,
    FlowSequenceEnd,
    FlowMappingStart,
    FlowMappingEnd,
    BlockEntry,
    FlowEntry,
    Key,
    Value,
    Alias(String),
    Anchor(String),
    Tag {
        handle: String,
        suffix: String,
    },
    Scalar {
        text: String,
        style: Style,
    },
}
