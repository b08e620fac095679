//! Entry points of `make fuzz`: what processes of providers print and answer.

use super::cty::{JsonText, Type, from_json, from_msgpack, to_json, to_msgpack};
use super::lifecycle::StoredObject;
use super::process::{Handshake, LogLine, ProtocolVersion, reattachments};
use super::schema::{Schemas, normalize, proposed_new};
use super::state_file::{StateFile, names};
use super::tfplugin6::get_provider_schema;

/// Reads the JSON of a type, a line end, and a value of it as msgpack and as JSON.
pub fn value(bytes: &[u8]) {
    let end = bytes.iter().position(|it| *it == b'\n');
    let (of, rest) = bytes.split_at(end.unwrap_or(bytes.len()));
    let rest = rest.get(1..).unwrap_or_default();
    let Ok(of) = Type::from_json(of) else {
        return;
    };
    if let Ok(value) = from_msgpack(rest, &of) {
        let message = to_msgpack(&value, &of).expect("BUG: what was read is written");
        let again = from_msgpack(&message, &of).expect("BUG: what was written is read");
        assert!(again == value);
    }
    if let Ok(value) = JsonText::parse(rest).and_then(|it| from_json(&it, &of)) {
        let text = to_json(&value).expect("BUG: what was read is written");
        let again = JsonText::parse(text.as_bytes()).and_then(|it| from_json(&it, &of));
        assert!(again.expect("BUG: what was written is read") == value);
    }
}

/// Reads the first line of a process, and the addresses of those that run already.
pub fn handshake(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Err(error) = Handshake::parse(&text) {
        drop(error.to_string());
    }
    if let Err(error) = reattachments(&text) {
        drop(error.to_string());
    }
}

/// Reads a schema, whose version the first byte selects.
pub fn schema(bytes: &[u8]) {
    let Some((first, provider)) = bytes.split_first() else {
        return;
    };
    let version = match first % 2 {
        0 => ProtocolVersion::Five,
        _ => ProtocolVersion::Six,
    };
    let answer = get_provider_schema::Response {
        provider: provider.to_vec(),
        ..Default::default()
    };
    let block = match Schemas::new(version, answer).provider() {
        Ok(schema) => schema.block,
        Err(error) => return drop(error.to_string()),
    };
    let empty = block.empty_value();
    let message = to_msgpack(&empty, &block.implied_type());
    message.expect("BUG: an empty value has the type of its block");
    assert!(normalize(&block, &empty) == empty);
    assert!(proposed_new(&block, &empty, &empty) == empty);
}

/// Reads a state file of Terraform.
pub fn state(bytes: &[u8]) {
    match StateFile::parse(bytes) {
        Err(error) => drop(error.to_string()),
        Ok(file) => {
            let all = names(&file.objects);
            assert!(all.len() == file.objects.len());
            for object in &file.objects {
                let text = object.stored.to_text();
                let again = StoredObject::parse(&text).expect("BUG: what was written is read");
                assert!(again == object.stored);
            }
        }
    }
}

/// Reads a line of a log.
pub fn log(bytes: &[u8]) {
    LogLine::parse(&String::from_utf8_lossy(bytes));
}

#[cfg(test)]
mod tests {
    use crate::saved_inputs::replay;

    #[test]
    fn saved_inputs_pass() {
        replay("terraform_value", super::value);
        replay("terraform_handshake", super::handshake);
        replay("terraform_log", super::log);
        replay("terraform_schema", super::schema);
        replay("terraform_state", super::state);
    }
}
