//! Objects and arrays that contain only data: the bulk of large captures.
//!
//! Neighbours in the queue are read together by one call of JavaScript: reading a single member
//! through V8's API costs more than reading a whole object in JavaScript.

use std::rc::Rc;

use deno_core::v8;

use lumi_closure::capture::{
    Captured, CapturedObject, Integrity, Member, MemberKey, ObjectKind, Origin, Prototype, ValueId,
};

use super::members::path_of;
use super::object_parts::constant;
use super::objects::is_ordinary;
use crate::closures::capture_builder::{CaptureBuilder, CaptureResult, Need, member};
use crate::closures::constants::string_value;
use crate::closures::error::Failure;
use crate::closures::reader::names_beside_indices;

/// Maximum number of objects read by one call.
const MAX_BATCH: usize = 4096;
/// For shorter arrays, JavaScript itself checks for members besides the elements.
const LONG_ARRAY: u32 = 32;
/// Tape marker: the object has more to capture than its values.
const MORE: f64 = -1.0;
/// Tape marker: the length and the values of an array follow.
const ARRAY: f64 = -2.0;

/// Facts about data objects found during one capture.
pub struct BulkReader<'s> {
    read: v8::Local<'s, v8::Function>,
    strings: Vec<Text>,
    shapes: Vec<Rc<[Key]>>,
}

/// A string seen before.
enum Text {
    Known(ValueId),
    Unicode(String),
    Units(Vec<u16>),
}

/// A property key seen before.
struct Key {
    name: String,
    /// The key as a path suffix, such as `.name`.
    path: String,
}

/// The result of `batchReader` in `reader.js`.
struct Answer<'s> {
    tape: std::vec::IntoIter<f64>,
    others: Vec<Other<'s>>,
}

/// A value that is not encoded on the tape itself.
#[derive(Clone, Copy)]
struct Other<'s> {
    value: v8::Local<'s, v8::Value>,
    /// Whether the object is captured directly, without a class or a hook.
    is_bare: bool,
}

impl<'s> CaptureBuilder<'s, '_> {
    /// Whether an object may be read in bulk.
    pub fn may_be_data(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        object: v8::Local<'s, v8::Object>,
    ) -> bool {
        if self.wanted.contains_key(&id) {
            return false;
        }
        match v8::Local::<v8::Array>::try_from(object) {
            Ok(array) if array.length() > LONG_ARRAY => {
                // Every array has a length.
                names_beside_indices(scope, object).is_some_and(|it| it.length() == 1)
            }
            Ok(_) => true,
            Err(_) => is_ordinary(object),
        }
    }

    /// Captures `object` and its neighbours in the queue, as far as they may be data.
    pub fn data(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        id: ValueId,
        object: v8::Local<'s, v8::Object>,
    ) -> CaptureResult<()> {
        let mut batch = vec![(id, object)];
        while batch.len() < MAX_BATCH
            && let Some(&(id, object)) = self.queue.front()
            && self.may_be_data(scope, id, object)
        {
            self.queue.pop_front();
            batch.push((id, object));
        }
        let mut answer = self.bulk_reader(scope, &batch)?;
        for (id, object) in batch {
            let word = answer.next_item();
            if word == MORE {
                self.object(scope, id, object)?;
                continue;
            }
            let (kind, members) = if word == ARRAY {
                let length = answer.number();
                (
                    ObjectKind::Array { length },
                    self.elements(scope, &mut answer, id, length)?,
                )
            } else {
                (
                    ObjectKind::Plain,
                    self.properties(scope, &mut answer, id, word as usize)?,
                )
            };
            self.capture.values[id.0 as usize] = Captured::Object(CapturedObject {
                kind,
                prototype: Prototype::Usual,
                members,
                integrity: Integrity::Extensible,
                private: Vec::new(),
            });
        }
        Ok(())
    }

    fn elements(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        answer: &mut Answer<'s>,
        id: ValueId,
        length: u32,
    ) -> CaptureResult<Vec<Member>> {
        let mut members = Vec::with_capacity(length as usize);
        for index in 0..length {
            let value = self.datum(scope, answer, id, || format!("[{index}]"))?;
            members.push(constant(MemberKey::Name(index.to_string()), value));
        }
        Ok(members)
    }

    fn properties(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        answer: &mut Answer<'s>,
        id: ValueId,
        shape: usize,
    ) -> CaptureResult<Vec<Member>> {
        let shape = self
            .bulk_reader
            .as_ref()
            .and_then(|it| it.shapes.get(shape));
        let shape = shape.cloned().unwrap_or_default();
        let mut members = Vec::with_capacity(shape.len());
        for key in shape.iter() {
            let value = self.datum(scope, answer, id, || key.path.clone())?;
            members.push(constant(MemberKey::Name(key.name.clone()), value));
        }
        Ok(members)
    }

    /// Reads the next value of the tape, a part of `owner`.
    fn datum(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        answer: &mut Answer<'s>,
        owner: ValueId,
        path: impl FnOnce() -> String,
    ) -> CaptureResult<ValueId> {
        let origin = || member(owner, path());
        let constant = match answer.number() {
            0 => Captured::Undefined,
            1 => Captured::Null,
            2 => Captured::Bool(false),
            3 => Captured::Bool(true),
            4 => Captured::Number(answer.next_item()),
            5 => return Ok(self.text(answer.number() as usize, origin)),
            _ => {
                let index = answer.number() as usize;
                let Some(&other) = answer.others.get(index) else {
                    return Err(Failure::Thrown);
                };
                if other.is_bare {
                    return Ok(self.capture_plain(other.value, origin));
                }
                let id = self.value(scope, other.value, origin(), Need::All)?;
                self.note_home(scope, owner, id, other.value);
                return Ok(id);
            }
        };
        Ok(self.constant(constant, origin))
    }

    fn text(&mut self, number: usize, origin: impl FnOnce() -> Origin) -> ValueId {
        let text = self
            .bulk_reader
            .as_mut()
            .and_then(|it| it.strings.get_mut(number));
        let captured = match text {
            Some(Text::Known(id)) => return *id,
            Some(Text::Unicode(text)) => Captured::String(std::mem::take(text)),
            Some(Text::Units(units)) => Captured::Utf16(std::mem::take(units)),
            None => Captured::Undefined,
        };
        let id = self.constant(captured, origin);
        if let Some(text) = self
            .bulk_reader
            .as_mut()
            .and_then(|it| it.strings.get_mut(number))
        {
            *text = Text::Known(id);
        }
        id
    }

    fn bulk_reader(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        batch: &[(ValueId, v8::Local<'s, v8::Object>)],
    ) -> CaptureResult<Answer<'s>> {
        let answer = self.read_batch(scope, batch);
        answer.ok_or(Failure::Thrown)
    }

    fn read_batch(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        batch: &[(ValueId, v8::Local<'s, v8::Object>)],
    ) -> Option<Answer<'s>> {
        if self.bulk_reader.is_none() {
            self.bulk_reader = Some(BulkReader {
                read: self.reader.batch_reader(scope)?,
                strings: Vec::new(),
                shapes: Vec::new(),
            });
        }
        let bulk_reader = self.bulk_reader.as_mut()?;
        let objects: Vec<v8::Local<v8::Value>> = batch.iter().map(|it| it.1.into()).collect();
        let objects = v8::Array::new_with_elements(scope, &objects).into();
        let undefined = v8::undefined(scope).into();
        let parts = bulk_reader.read.call(scope, undefined, &[objects])?;
        let parts = v8::Local::<v8::Array>::try_from(parts).ok()?;
        let tape = v8::Local::<v8::Float64Array>::try_from(parts.get_index(scope, 0)?).ok()?;
        let length = parts.get_index(scope, 1)?.uint32_value(scope)?;
        let [strings, others, shapes] =
            [2, 3, 4].map(|it| parts.get_index(scope, it)?.try_into().ok());
        bulk_reader.note(scope, strings?, shapes?)?;
        Some(Answer {
            tape: tape_items(tape, length as usize).into_iter(),
            others: self.others(scope, others?)?,
        })
    }

    fn others(
        &self,
        scope: &mut v8::PinScope<'s, '_>,
        list: v8::Local<'s, v8::Array>,
    ) -> Option<Vec<Other<'s>>> {
        let mut others = Vec::with_capacity(list.length() as usize);
        let mut objects = Vec::new();
        for index in 0..list.length() {
            let value = list.get_index(scope, index)?;
            let is_bare = value.is_object()
                && !value.is_function()
                && !value.is_proxy()
                && !value.is_module_namespace_object();
            if is_bare {
                objects.push(value);
            }
            others.push(Other { value, is_bare });
        }
        if !objects.is_empty() {
            let mut answers = self.reader.are_bare(scope, &objects)?.into_iter();
            for other in others.iter_mut().filter(|it| it.is_bare) {
                other.is_bare = answers.next()?;
            }
        }
        Some(others)
    }
}

impl<'s> BulkReader<'s> {
    /// Stores the new strings and shapes of a tape.
    fn note(
        &mut self,
        scope: &mut v8::PinScope<'s, '_>,
        strings: v8::Local<'s, v8::Array>,
        shapes: v8::Local<'s, v8::Array>,
    ) -> Option<()> {
        // Drops the handles at the end of the scope.
        v8::scope!(let scope, scope);
        for index in 0..strings.length() {
            let text = strings.get_index(scope, index)?.try_into().ok()?;
            self.strings.push(match string_value(scope, text) {
                Captured::Utf16(units) => Text::Units(units),
                Captured::String(text) => Text::Unicode(text),
                _ => return None,
            });
        }
        for index in 0..shapes.length() {
            let keys = v8::Local::<v8::Array>::try_from(shapes.get_index(scope, index)?).ok()?;
            let mut shape = Vec::with_capacity(keys.length() as usize);
            for index in 0..keys.length() {
                let name = keys.get_index(scope, index)?.to_rust_string_lossy(scope);
                let path = path_of(&name);
                shape.push(Key { name, path });
            }
            self.shapes.push(shape.into());
        }
        Some(())
    }
}

impl Answer<'_> {
    fn next_item(&mut self) -> f64 {
        self.tape.next().unwrap_or(MORE)
    }

    fn number(&mut self) -> u32 {
        self.next_item() as u32
    }
}

/// The first `length` words of a tape, whose buffer may be longer.
fn tape_items(tape: v8::Local<v8::Float64Array>, length: usize) -> Vec<f64> {
    let mut bytes = vec![0; length * size_of::<f64>()];
    tape.copy_contents(&mut bytes);
    let words = bytes.as_chunks().0.iter();
    words.map(|&it| f64::from_ne_bytes(it)).collect()
}
