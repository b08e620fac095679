//! Documents to values.

use std::collections::{BTreeMap, HashMap};

use saphyr_parser::{Event, Parser, ScalarStyle, StrInput, Tag};

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
    let mut decoder = Decoder {
        parser: Parser::new_from_str(text),
        anchors: HashMap::new(),
        values: 0,
    };
    decoder.next()?;
    if !matches!(decoder.next()?, Event::DocumentStart(_)) {
        return Err(YamlError::NoDocument);
    }
    let value = decoder.value(0)?;
    decoder.next()?;
    match decoder.next()? {
        Event::StreamEnd => Ok(value),
        _ => Err(YamlError::SeveralDocuments),
    }
}

/// A value with an anchor, and the count of values in it; none while it is read.
type Anchor = Option<(Value, usize)>;

struct Decoder<'t> {
    parser: Parser<'t, StrInput<'t>>,
    /// Anchors by the parser's numbers for them.
    anchors: HashMap<usize, Anchor>,
    values: usize,
}

impl<'t> Decoder<'t> {
    fn next(&mut self) -> Result<Event<'t>, YamlError> {
        match self.parser.next_event() {
            Some(Ok((event, _))) => Ok(event),
            Some(Err(error)) => Err(YamlError::Syntax(error.to_string())),
            None => Ok(Event::StreamEnd),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, YamlError> {
        let event = self.next()?;
        self.value_of(event, depth)
    }

    fn value_of(&mut self, event: Event<'t>, depth: usize) -> Result<Value, YamlError> {
        if depth > MAX_DEPTH {
            return Err(YamlError::TooDeep);
        }
        self.count(1)?;
        let (anchor, before) = (anchor_of(&event), self.values);
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor, None);
        }
        let value = match event {
            Event::Alias(anchor) => return self.alias(anchor),
            Event::Scalar(text, style, _, tag) => scalar(&name_of(tag.as_deref()), &text, style)?,
            Event::SequenceStart(_, tag) => {
                check_tag(tag.as_deref(), SEQUENCE_TAG)?;
                self.sequence(depth)?
            }
            Event::MappingStart(_, tag) => {
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

    fn alias(&mut self, anchor: usize) -> Result<Value, YamlError> {
        match self.anchors.get(&anchor) {
            Some(Some((value, count))) => {
                let (value, count) = (value.clone(), *count);
                self.count(count)?;
                Ok(value)
            }
            Some(None) => Err(YamlError::Cycle),
            None => Err(YamlError::NoAnchor),
        }
    }

    fn sequence(&mut self, depth: usize) -> Result<Value, YamlError> {
        let mut elements = Vec::new();
        loop {
            match self.next()? {
                Event::SequenceEnd => return Ok(Value::tuple(elements)),
                event => elements.push(self.value_of(event, depth + 1)?),
            }
        }
    }

    fn mapping(&mut self, depth: usize) -> Result<Value, YamlError> {
        let mut members = BTreeMap::new();
        loop {
            let (text, style, tag) = match self.next()? {
                Event::MappingEnd => return Ok(Value::object(members)),
                Event::Scalar(text, style, _, tag) => (text, style, name_of(tag.as_deref())),
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

/// The number of an anchor; the parser has zero for none.
fn anchor_of(event: &Event<'_>) -> Option<usize> {
    match event {
        Event::Scalar(_, _, anchor, _)
        | Event::SequenceStart(anchor, _)
        | Event::MappingStart(anchor, _) => Some(*anchor).filter(|anchor| *anchor > 0),
        _ => None,
    }
}

/// The whole name of a tag, or nothing for none and for `!`.
fn name_of(tag: Option<&Tag>) -> String {
    let name = tag.map(|tag| format!("{}{}", tag.handle, tag.suffix));
    name.filter(|name| name != "!").unwrap_or_default()
}

fn style_of(style: ScalarStyle) -> Style {
    match style {
        ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => Style::Quoted,
        _ => Style::Other,
    }
}

/// A scalar; what is neither plain nor has a tag is a string, but one that its text is converted to.
fn scalar(tag: &str, text: &str, style: ScalarStyle) -> Result<Value, YamlError> {
    let value = resolve(tag, text, style_of(style))?;
    if tag.is_empty() && style != ScalarStyle::Plain {
        return convert(&value, &Type::String).map_err(|_| YamlError::Scalar {
            text: text.to_owned(),
            kind: "str".to_owned(),
        });
    }
    Ok(value)
}

fn check_tag(tag: Option<&Tag>, expected: &str) -> Result<(), YamlError> {
    let name = name_of(tag);
    match name.is_empty() || name == expected {
        true => Ok(()),
        false => Err(YamlError::Tag(name)),
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
