//! Documents to values.

use std::collections::{BTreeMap, HashMap};

use libyaml_safer::{Event, EventData, Parser, ScalarStyle};

use super::YamlError;
use super::scalar::{Style, resolve};
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
    let mut input = if text.is_empty() { "\n" } else { text }.as_bytes();
    let mut parser = Parser::new();
    parser.set_input_string(&mut input);
    let mut decoder = Decoder {
        parser,
        anchors: HashMap::new(),
        values: 0,
    };
    decoder.next()?;
    if !matches!(decoder.next()?, EventData::DocumentStart { .. }) {
        return Err(YamlError::NoDocument);
    }
    let value = decoder.value(0)?;
    decoder.next()?;
    match decoder.next()? {
        EventData::StreamEnd => Ok(value),
        _ => Err(YamlError::SeveralDocuments),
    }
}

/// A value with an anchor, and the count of values in it; none while it is read.
type Anchor = Option<(Value, usize)>;

struct Decoder<'r> {
    parser: Parser<&'r mut &'r [u8]>,
    anchors: HashMap<String, Anchor>,
    values: usize,
}

impl Decoder<'_> {
    fn next(&mut self) -> Result<EventData, YamlError> {
        let event: Event = self
            .parser
            .parse()
            .map_err(|error| YamlError::Syntax(error.to_string()))?;
        Ok(event.data)
    }

    fn value(&mut self, depth: usize) -> Result<Value, YamlError> {
        let event = self.next()?;
        self.value_of(event, depth)
    }

    fn value_of(&mut self, event: EventData, depth: usize) -> Result<Value, YamlError> {
        if depth > MAX_DEPTH {
            return Err(YamlError::TooDeep);
        }
        self.count(1)?;
        let (anchor, before) = (anchor_of(&event), self.values);
        if let Some(anchor) = &anchor {
            self.anchors.insert(anchor.clone(), None);
        }
        let value = match event {
            EventData::Alias { anchor } => return self.alias(&anchor),
            EventData::Scalar {
                tag,
                value,
                plain_implicit,
                style,
                ..
            } => scalar(
                tag.as_deref().unwrap_or_default(),
                &value,
                plain_implicit,
                style,
            )?,
            EventData::SequenceStart { tag, .. } => {
                check_tag(tag.as_deref(), SEQUENCE_TAG)?;
                self.sequence(depth)?
            }
            EventData::MappingStart { tag, .. } => {
                check_tag(tag.as_deref(), MAP_TAG)?;
                self.mapping(depth)?
            }
            _ => return Err(YamlError::NoDocument),
        };
        if let Some(anchor) = anchor {
            let count = self.values - before;
            self.anchors.insert(anchor, Some((value.clone(), count)));
        }
        Ok(value)
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

    fn sequence(&mut self, depth: usize) -> Result<Value, YamlError> {
        let mut elements = Vec::new();
        loop {
            match self.next()? {
                EventData::SequenceEnd => return Ok(Value::tuple(elements)),
                event => elements.push(self.value_of(event, depth + 1)?),
            }
        }
    }

    fn mapping(&mut self, depth: usize) -> Result<Value, YamlError> {
        let mut members = BTreeMap::new();
        loop {
            let (tag, text, style) = match self.next()? {
                EventData::MappingEnd => return Ok(Value::object(members)),
                EventData::Scalar {
                    tag, value, style, ..
                } => (tag.unwrap_or_default(), value, style),
                _ => return Err(YamlError::Key),
            };
            if tag == MERGE_TAG || (tag.is_empty() && text == "<<") {
                let merged = self.value(depth + 1)?;
                merge(&mut members, &merged)?;
                continue;
            }
            let key = convert(&resolve(&tag, &text, style_of(style))?, &Type::String);
            let key = key.map_err(|_| YamlError::Key)?;
            let key = key.as_str().ok_or(YamlError::Key)?.to_owned();
            members.insert(key, self.value(depth + 1)?);
        }
    }
}

fn anchor_of(event: &EventData) -> Option<String> {
    match event {
        EventData::Scalar { anchor, .. }
        | EventData::SequenceStart { anchor, .. }
        | EventData::MappingStart { anchor, .. } => anchor.clone(),
        _ => None,
    }
}

fn style_of(style: ScalarStyle) -> Style {
    match style {
        ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => Style::Quoted,
        _ => Style::Other,
    }
}

/// A scalar; what is neither plain nor has a tag is a string, but one that its text is converted to.
fn scalar(tag: &str, text: &str, is_plain: bool, style: ScalarStyle) -> Result<Value, YamlError> {
    let value = resolve(tag, text, style_of(style))?;
    if tag.is_empty() && !is_plain {
        return convert(&value, &Type::String).map_err(|_| YamlError::Scalar {
            text: text.to_owned(),
            kind: "str".to_owned(),
        });
    }
    Ok(value)
}

fn check_tag(tag: Option<&str>, expected: &str) -> Result<(), YamlError> {
    match tag {
        Some(tag) if !tag.is_empty() && tag != expected => Err(YamlError::Tag(tag.to_owned())),
        _ => Ok(()),
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
