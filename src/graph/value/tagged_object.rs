//! Reads a `$lumi` object.

use super::property_path::{PathPart, PropertyPath};
use super::value::{Object, Value};
use super::value_error::{ValueError, ValueFault};

/// The path is built on the way out of a failure, so that success pays nothing for it.
pub struct ReadFailure {
    inside_out: Vec<PathPart>,
    fault: ValueFault,
}

impl ReadFailure {
    /// Prepends a path part of the enclosing value.
    pub fn at(mut self: Box<Self>, part: PathPart) -> Box<Self> {
        self.inside_out.push(part);
        self
    }
}

impl From<ReadFailure> for ValueError {
    fn from(mut failure: ReadFailure) -> Self {
        failure.inside_out.reverse();
        Self {
            path: PropertyPath {
                parts: failure.inside_out,
            },
            fault: failure.fault,
        }
    }
}

pub type ReadResult<T> = Result<T, Box<ReadFailure>>;

pub fn fail<T>(fault: ValueFault) -> ReadResult<T> {
    Err(Box::new(ReadFailure {
        inside_out: Vec::new(),
        fault,
    }))
}

/// The members of a `$lumi` object that have not been read yet.
pub struct TaggedObject {
    pub tag: &'static str,
    pub members: Object,
}

impl TaggedObject {
    pub fn take(&mut self, member: &str) -> Option<Value> {
        self.members.swap_remove(member)
    }

    pub fn required(&mut self, member: &'static str) -> ReadResult<Value> {
        match self.take(member) {
            Some(value) => Ok(value),
            None => fail(ValueFault::Missing {
                tag: self.tag,
                member,
            }),
        }
    }

    pub fn text(&mut self, member: &'static str) -> ReadResult<String> {
        match self.required(member)? {
            Value::String(text) => Ok(text),
            other => Err(self.wrong_kind(member, "a string", &other)),
        }
    }

    pub fn optional_text(&mut self, member: &'static str) -> ReadResult<Option<String>> {
        if self.members.contains_key(member) {
            self.text(member).map(Some)
        } else {
            Ok(None)
        }
    }

    pub fn object(&mut self, member: &'static str) -> ReadResult<Object> {
        match self.required(member)? {
            Value::Object(object) => Ok(object),
            other => Err(self.wrong_kind(member, "an object", &other)),
        }
    }

    pub fn wrong_kind(
        &self,
        member: &str,
        expected: &'static str,
        found: &Value,
    ) -> Box<ReadFailure> {
        let (tag, found) = (self.tag, found.kind());
        let fault = ValueFault::WrongKind {
            tag,
            member: member.to_owned(),
            expected,
            found,
        };
        Box::new(ReadFailure {
            inside_out: Vec::new(),
            fault,
        })
    }

    pub fn unknown_kind<T>(&self, found: String, kinds: &'static str) -> ReadResult<T> {
        fail(ValueFault::UnknownKind {
            tag: self.tag,
            found,
            kinds,
        })
    }

    /// Returns the value if every member was read, otherwise an error.
    pub fn done(self, value: Value) -> ReadResult<Value> {
        match self.members.into_iter().next() {
            Some((member, _)) => fail(ValueFault::Unexpected {
                tag: self.tag,
                member,
            }),
            None => Ok(value),
        }
    }
}
