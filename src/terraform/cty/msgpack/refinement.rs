//! Refinements of unknown values, on the wire.

use super::super::number::Number;
use super::super::refinement::{Bound, Refinement};
use super::super::value_error::ValueError;
use super::decode::{number, text};
use super::encode::write_number;
use super::member;
use super::reader::{Form, Reader};
use super::writer::Writer;

/// The maximum size of a refinement in bytes, and of a prefix in it.
const MAX_BODY: usize = 1024;
const MAX_PREFIX: usize = 256;

/// Reads the body of an extension. Members that are not known here are left out; a body without a
/// map has none.
pub fn read(body: &[u8]) -> Result<Option<Box<Refinement>>, ValueError> {
    if body.len() <= 1 || body.len() > MAX_BODY {
        return Ok(None);
    }
    let mut reader = Reader::new(body);
    let Form::Map(length) = reader.next()? else {
        return Ok(None);
    };
    let mut refinement = Refinement::default();
    for _ in 0..length {
        let Form::Integer(name) = reader.next()? else {
            return Err(ValueError::new(
                "a refinement has a member without a number",
            ));
        };
        read_member(name, &mut reader, &mut refinement)?;
    }
    Ok((!refinement.is_empty()).then(|| Box::new(refinement)))
}

fn read_member(
    name: i64,
    reader: &mut Reader<'_>,
    refinement: &mut Refinement,
) -> Result<(), ValueError> {
    match name {
        member::NULL => refinement.is_not_null = reader.next()? == Form::Bool(false),
        member::PREFIX => refinement.prefix = Some(text(reader.next()?)?),
        member::LOWER => refinement.lower = read_bound(reader)?,
        member::UPPER => refinement.upper = read_bound(reader)?,
        member::MIN_LENGTH => refinement.min_length = length(reader.next()?),
        member::MAX_LENGTH => refinement.max_length = length(reader.next()?),
        _ => skip(reader, 0)?,
    }
    Ok(())
}

fn length(form: Form<'_>) -> Option<i64> {
    match form {
        Form::Integer(length) => Some(length),
        _ => None,
    }
}

fn read_bound(reader: &mut Reader<'_>) -> Result<Option<Bound>, ValueError> {
    if reader.next()? != Form::Array(2) {
        return Err(ValueError::new("a limit of a number is not a pair"));
    }
    let form = reader.next()?;
    let is_inclusive = reader.next()? == Form::Bool(true);
    // The limit itself may be unknown.
    if matches!(form, Form::Extension(..) | Form::Nil) {
        return Ok(None);
    }
    Ok(Some(Bound {
        number: number(form)?,
        is_inclusive,
    }))
}

fn skip(reader: &mut Reader<'_>, depth: usize) -> Result<(), ValueError> {
    if depth > 16 {
        return Err(ValueError::new("a refinement is nested too deeply"));
    }
    let parts = match reader.next()? {
        Form::Array(length) => length,
        Form::Map(length) => 2 * length,
        _ => 0,
    };
    (0..parts).try_for_each(|_| skip(reader, depth + 1))
}

/// The body of an extension; `None` if it would be too large.
pub fn write(refinement: &Refinement) -> Option<Vec<u8>> {
    let prefix = refinement.prefix.as_deref().map(shortened);
    let limits = [
        (member::LOWER, &refinement.lower),
        (member::UPPER, &refinement.upper),
    ];
    let lengths = [
        (member::MIN_LENGTH, refinement.min_length),
        (member::MAX_LENGTH, refinement.max_length),
    ];
    let count = usize::from(refinement.is_not_null)
        + usize::from(prefix.is_some())
        + limits.iter().filter(|it| it.1.is_some()).count()
        + lengths.iter().filter(|it| it.1.is_some()).count();
    let mut writer = Writer::default();
    writer.map(count);
    if refinement.is_not_null {
        writer.integer(member::NULL);
        writer.bool(false);
    }
    if let Some(prefix) = prefix {
        writer.integer(member::PREFIX);
        writer.string(prefix);
    }
    for (name, bound) in limits {
        if let Some(bound) = bound {
            write_bound(name, bound, &mut writer);
        }
    }
    for (name, length) in lengths {
        if let Some(length) = length {
            writer.integer(name);
            writer.integer(length);
        }
    }
    Some(writer.0).filter(|it| it.len() <= MAX_BODY)
}

fn write_bound(name: i64, bound: &Bound, writer: &mut Writer) {
    let number: &Number = &bound.number;
    writer.integer(name);
    writer.array(2);
    write_number(number, writer);
    writer.bool(bound.is_inclusive);
}

fn shortened(prefix: &str) -> &str {
    let mut end = prefix.len().min(MAX_PREFIX);
    while !prefix.is_char_boundary(end) {
        end -= 1;
    }
    &prefix[..end]
}
