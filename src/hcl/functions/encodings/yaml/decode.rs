//! Documents to values.

use std::collections::{BTreeMap, HashMap};

use super::YamlError;
use super::scalar::resolve;
use super::scanner::Scanner;
use super::token::{Style, Token};
use crate::value::{MAX_DEPTH, Type, Value, convert, friendly_name};

/// The values that one document may have, which references to anchors multiply.
const MAX_VALUES: usize = 1 << 20;

const MAP_TAG: &str = "tag:yaml.org,2002:map";
const SEQUENCE_TAG: &str = "tag:yaml.org,2002:seq";
const MERGE_TAG: &str = "tag:yaml.org,2002:merge";

/// Reads the only document of a text.
///
/// # Errors
///
/// Texts that are not YAML, have no document or several, and values that HCL does not have.
pub fn decode(text: &str) -> Result<Value, YamlError> {
    let mut decoder = Decoder {
        scanner: Scanner::new(text)?,
        handles: HashMap::new(),
        anchors: HashMap::new(),
        values: 0,
    };
    let value = decoder.document()?;
    while *decoder.scanner.peek()? == Token::DocumentEnd {
        decoder.scanner.take()?;
    }
    match decoder.scanner.take()? {
        Token::StreamEnd => Ok(value),
        _ => Err(YamlError::SeveralDocuments),
    }
}

/// A value with an anchor, and the count of values in it; none while it is read.
type Anchor = Option<(Value, usize)>;

struct Decoder {
    scanner: Scanner,
    /// The prefixes of tags by their handles.
    handles: HashMap<String, String>,
    anchors: HashMap<String, Anchor>,
    values: usize,
}

/// The anchor and the tag before a value.
#[derive(Default)]
struct Properties {
    anchor: Option<String>,
    tag: String,
}

/// The parts that the key of a mapping is made of.
struct Key {
    tag: String,
    text: String,
    style: Style,
}

impl Decoder {
    fn document(&mut self) -> Result<Value, YamlError> {
        let is_explicit = matches!(
            self.scanner.peek()?,
            Token::Version(_) | Token::TagDirective { .. } | Token::DocumentStart
        );
        if *self.scanner.peek()? == Token::StreamEnd {
            return Err(YamlError::NoDocument);
        }
        self.directives()?;
        if is_explicit && self.scanner.take()? != Token::DocumentStart {
            return Err(self.error("a document has no `---` after its directives"));
        }
        let is_empty = matches!(
            self.scanner.peek()?,
            Token::Version(_)
                | Token::TagDirective { .. }
                | Token::DocumentStart
                | Token::DocumentEnd
                | Token::StreamEnd
        );
        if is_explicit && is_empty {
            Ok(empty())
        } else {
            self.node(true, false, 0)
        }
    }

    fn directives(&mut self) -> Result<(), YamlError> {
        let mut has_version = false;
        while matches!(
            self.scanner.peek()?,
            Token::Version(_) | Token::TagDirective { .. }
        ) {
            match self.scanner.take()? {
                Token::TagDirective { handle, prefix } => {
                    if self.handles.insert(handle, prefix).is_some() {
                        return Err(self.error("a `%TAG` is repeated"));
                    }
                }
                Token::Version(true) if !has_version => has_version = true,
                _ => return Err(self.error("the version must be 1.1, and be there once")),
            }
        }
        let standard = [("!", "!"), ("!!", "tag:yaml.org,2002:")];
        for (handle, prefix) in standard {
            self.handles
                .entry(handle.to_owned())
                .or_insert_with(|| prefix.to_owned());
        }
        Ok(())
    }

    fn error(&self, message: &str) -> YamlError {
        self.scanner.characters.error(message)
    }

    fn count(&mut self, values: usize) -> Result<(), YamlError> {
        self.values = self.values.saturating_add(values);
        if self.values > MAX_VALUES {
            Err(YamlError::TooLarge)
        } else {
            Ok(())
        }
    }

    fn alias(&mut self, name: &str) -> Result<Value, YamlError> {
        match self.anchors.get(name) {
            Some(Some((value, count))) => {
                let (value, count) = (value.clone(), *count);
                self.count(count)?;
                Ok(value)
            }
            Some(None) => Err(YamlError::Cycle(name.to_owned())),
            None => Err(YamlError::NoAnchor(name.to_owned())),
        }
    }

    fn properties(&mut self) -> Result<Properties, YamlError> {
        let mut properties = Properties::default();
        let mut has_tag = false;
        loop {
            let is_next = match self.scanner.peek()? {
                Token::Anchor(_) => properties.anchor.is_none(),
                Token::Tag { .. } => !has_tag,
                _ => false,
            };
            if !is_next {
                return Ok(properties);
            }
            match self.scanner.take()? {
                Token::Anchor(name) => properties.anchor = Some(name),
                Token::Tag { handle, suffix } => {
                    has_tag = true;
                    properties.tag = self.tag(&handle, suffix)?;
                }
                _ => return Ok(properties),
            }
        }
    }

    fn tag(&self, handle: &str, suffix: String) -> Result<String, YamlError> {
        match self.handles.get(handle) {
            _ if handle.is_empty() => Ok(suffix),
            Some(prefix) => Ok(format!("{prefix}{suffix}")),
            None => Err(YamlError::Tag(format!("{handle}{suffix}"))),
        }
    }

    /// Reads a value; sequences without indentation are only in mappings.
    fn node(&mut self, is_block: bool, is_flat: bool, depth: usize) -> Result<Value, YamlError> {
        if depth > MAX_DEPTH {
            return Err(YamlError::TooDeep);
        }
        self.count(1)?;
        if let Token::Alias(name) = self.scanner.peek()?.clone() {
            self.scanner.take()?;
            return self.alias(&name);
        }
        let properties = self.properties()?;
        let before = self.values;
        if let Some(anchor) = &properties.anchor {
            self.anchors.insert(anchor.clone(), None);
        }
        let value = self.content(&properties, is_block, is_flat, depth)?;
        if let Some(anchor) = properties.anchor {
            let count = self.values - before;
            self.anchors.insert(anchor, Some((value.clone(), count)));
        }
        Ok(value)
    }

    fn content(
        &mut self,
        properties: &Properties,
        is_block: bool,
        is_flat: bool,
        depth: usize,
    ) -> Result<Value, YamlError> {
        let tag = &properties.tag;
        let token = self.scanner.peek()?;
        match token {
            Token::BlockEntry if is_flat => {
                check_tag(tag, SEQUENCE_TAG)?;
                return self.flat_sequence(depth + 1);
            }
            Token::Scalar { .. } | Token::FlowSequenceStart | Token::FlowMappingStart => {}
            Token::BlockSequenceStart | Token::BlockMappingStart if is_block => {}
            _ if properties.anchor.is_some() || !tag.is_empty() => {
                return resolve(tag, "", Style::Plain);
            }
            _ => return Err(self.error("a value is missing")),
        }
        match self.scanner.take()? {
            Token::Scalar { text, style } => scalar(tag, &text, style),
            Token::FlowSequenceStart => {
                check_tag(tag, SEQUENCE_TAG)?;
                self.flow_sequence(depth + 1)
            }
            Token::BlockSequenceStart => {
                check_tag(tag, SEQUENCE_TAG)?;
                self.block_sequence(depth + 1)
            }
            Token::FlowMappingStart => {
                check_tag(tag, MAP_TAG)?;
                self.flow_mapping(depth + 1)
            }
            _ => {
                check_tag(tag, MAP_TAG)?;
                self.block_mapping(depth + 1)
            }
        }
    }

    fn block_sequence(&mut self, depth: usize) -> Result<Value, YamlError> {
        let mut elements = Vec::new();
        loop {
            match self.scanner.take()? {
                Token::BlockEnd => return Ok(Value::tuple(elements)),
                Token::BlockEntry => {}
                _ => return Err(self.error("a `-` is missing")),
            }
            let is_empty = matches!(self.scanner.peek()?, Token::BlockEntry | Token::BlockEnd);
            elements.push(if is_empty {
                empty()
            } else {
                self.node(true, false, depth)?
            });
        }
    }

    fn flat_sequence(&mut self, depth: usize) -> Result<Value, YamlError> {
        let mut elements = Vec::new();
        while *self.scanner.peek()? == Token::BlockEntry {
            self.scanner.take()?;
            let is_empty = matches!(
                self.scanner.peek()?,
                Token::BlockEntry | Token::Key | Token::Value | Token::BlockEnd
            );
            elements.push(if is_empty {
                empty()
            } else {
                self.node(true, false, depth)?
            });
        }
        Ok(Value::tuple(elements))
    }

    fn block_mapping(&mut self, depth: usize) -> Result<Value, YamlError> {
        let mut members = BTreeMap::new();
        loop {
            match self.scanner.take()? {
                Token::BlockEnd => return Ok(Value::object(members)),
                Token::Key => {}
                _ => return Err(self.error("a key is missing")),
            }
            let key = self.key(&[Token::Key, Token::Value, Token::BlockEnd])?;
            let value = self.member(&[Token::Key, Token::Value, Token::BlockEnd], true, depth)?;
            insert(&mut members, key, value)?;
        }
    }

    fn flow_sequence(&mut self, depth: usize) -> Result<Value, YamlError> {
        let mut elements = Vec::new();
        loop {
            if *self.scanner.peek()? == Token::FlowSequenceEnd {
                self.scanner.take()?;
                return Ok(Value::tuple(elements));
            }
            if !elements.is_empty() && self.scanner.take()? != Token::FlowEntry {
                return Err(self.error("a `,` or `]` is missing"));
            }
            match self.scanner.peek()? {
                Token::FlowSequenceEnd => {}
                Token::Key => {
                    self.scanner.take()?;
                    let ends = [Token::Value, Token::FlowEntry, Token::FlowSequenceEnd];
                    let key = self.key(&ends)?;
                    let value = self.member(&ends[1..], false, depth)?;
                    let mut members = BTreeMap::new();
                    insert(&mut members, key, value)?;
                    elements.push(Value::object(members));
                }
                _ => elements.push(self.node(false, false, depth)?),
            }
        }
    }

    fn flow_mapping(&mut self, depth: usize) -> Result<Value, YamlError> {
        let mut members = BTreeMap::new();
        let mut is_first = true;
        loop {
            if *self.scanner.peek()? == Token::FlowMappingEnd {
                self.scanner.take()?;
                return Ok(Value::object(members));
            }
            if !is_first && self.scanner.take()? != Token::FlowEntry {
                return Err(self.error("a `,` or `}` is missing"));
            }
            is_first = false;
            let ends = [Token::Value, Token::FlowEntry, Token::FlowMappingEnd];
            match self.scanner.peek()? {
                Token::FlowMappingEnd => {}
                Token::Key => {
                    self.scanner.take()?;
                    let key = self.key(&ends)?;
                    let value = self.member(&ends[1..], false, depth)?;
                    insert(&mut members, key, value)?;
                }
                _ => {
                    let key = self.key(&[])?;
                    insert(&mut members, key, empty())?;
                }
            }
        }
    }

    /// Reads a key, which is empty before some tokens. Anchors of keys are not kept.
    fn key(&mut self, ends: &[Token]) -> Result<Key, YamlError> {
        self.count(1)?;
        let empty = |tag| Key {
            tag,
            text: String::new(),
            style: Style::Plain,
        };
        if ends.contains(self.scanner.peek()?) {
            return Ok(empty(String::new()));
        }
        let properties = self.properties()?;
        let has_properties = properties.anchor.is_some() || !properties.tag.is_empty();
        match self.scanner.peek()? {
            Token::Scalar { .. } => match self.scanner.take()? {
                Token::Scalar { text, style } => Ok(Key {
                    tag: properties.tag,
                    text,
                    style,
                }),
                _ => Err(YamlError::Key),
            },
            Token::Value if has_properties => Ok(empty(properties.tag)),
            _ => Err(YamlError::Key),
        }
    }

    /// Reads the value after a key, which is empty before some tokens.
    fn member(&mut self, ends: &[Token], is_block: bool, depth: usize) -> Result<Value, YamlError> {
        if *self.scanner.peek()? != Token::Value {
            return Ok(empty());
        }
        self.scanner.take()?;
        match ends.contains(self.scanner.peek()?) {
            true => Ok(empty()),
            false => self.node(is_block, is_block, depth),
        }
    }
}

fn empty() -> Value {
    Value::null(Type::Dynamic)
}

/// Adds a member, or those of the value of `<<`.
fn insert(members: &mut BTreeMap<String, Value>, key: Key, value: Value) -> Result<(), YamlError> {
    if key.tag == MERGE_TAG || (key.tag.is_empty() && key.text == "<<") {
        return merge(members, &value);
    }
    let name = convert(&resolve(&key.tag, &key.text, key.style)?, &Type::String);
    let name = name.map_err(|_| YamlError::Key)?;
    let name = name.as_str().ok_or(YamlError::Key)?.to_owned();
    members.insert(name, value);
    Ok(())
}

/// A scalar; what is neither plain nor has a tag is a string, but one that its text is converted to.
fn scalar(tag: &str, text: &str, style: Style) -> Result<Value, YamlError> {
    let value = resolve(tag, text, style)?;
    if tag.is_empty() && style != Style::Plain {
        return convert(&value, &Type::String).map_err(|_| YamlError::Scalar {
            text: text.to_owned(),
            kind: "str".to_owned(),
        });
    }
    Ok(value)
}

fn check_tag(tag: &str, expected: &str) -> Result<(), YamlError> {
    match tag.is_empty() || tag == expected {
        true => Ok(()),
        false => Err(YamlError::Tag(tag.to_owned())),
    }
}

/// Adds the members of an object, or of all objects of a sequence; later ones win.
fn merge(members: &mut BTreeMap<String, Value>, merged: &Value) -> Result<(), YamlError> {
    let sources = match (merged.members(), merged.elements()) {
        (Some(source), _) => vec![source],
        (None, Some(elements)) => {
            let sources = elements.iter().map(|element| {
                element
                    .members()
                    .ok_or_else(|| YamlError::Merge(friendly_name(element.ty())))
            });
            sources.collect::<Result<Vec<_>, _>>()?
        }
        (None, None) => return Err(YamlError::Merge(friendly_name(merged.ty()))),
    };
    for source in sources {
        members.extend(
            source
                .iter()
                .map(|(name, value)| (name.clone(), value.clone())),
        );
    }
    Ok(())
}
