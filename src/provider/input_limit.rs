//! The limit of the inputs of a resource whose provider is another process.

use lumi_graph::{Archive, ArchiveContent, AssetContent, Object, Value};
use lumi_rpc::MAX_MESSAGE;

use crate::InputFailure;

/// The maximum size of all inputs of a resource of a plugin, in bytes. A message about a change has its inputs and outputs
/// before, and the new inputs: with larger ones, an object could be created that cannot be changed any more.
pub const MAX_INPUTS: usize = MAX_MESSAGE / 4;

const MIB: usize = 1 << 20;
/// The size of a value that is no text, in bytes; in messages it is about that.
const SCALAR: usize = 16;

/// A failure about the largest input if all of them together have more than `limit` bytes.
pub fn oversized_input(inputs: &Object, limit: usize) -> Option<InputFailure> {
    let sizes = inputs.iter().map(|(key, value)| (key, size(value)));
    let sizes: Vec<(&String, usize)> = sizes.collect();
    let all: usize = sizes.iter().map(|(key, size)| key.len() + size).sum();
    let (path, largest) = sizes.into_iter().max_by_key(|it| it.1)?;
    (all > limit).then(|| InputFailure {
        path: path.clone(),
        reason: format!(
            "has {} MiB, and all inputs of a resource of a plugin can have {} MiB together; pass large content as an asset with \
             a path, not as text",
            largest.div_ceil(MIB),
            limit / MIB
        ),
    })
}

fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(members) => object_size(members),
        Value::Secret(inner) => size(inner),
        Value::Asset(asset) => match &asset.content {
            AssetContent::Text(text) | AssetContent::Base64(text) => text.len(),
            _ => SCALAR,
        },
        Value::Archive(archive) => archive_size(archive),
        _ => SCALAR,
    }
}

fn archive_size(archive: &Archive) -> usize {
    match &archive.content {
        ArchiveContent::Assets(members) => object_size(members),
        _ => SCALAR,
    }
}

fn object_size(members: &Object) -> usize {
    let sizes = members.iter().map(|(key, value)| key.len() + size(value));
    sizes.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(sizes: &[(&str, usize)]) -> Object {
        let texts = sizes.iter().map(|(key, size)| {
            let text = Value::String("x".repeat(*size));
            (
                (*key).to_owned(),
                Value::secret(Value::Array(vec![text, Value::Null])),
            )
        });
        texts.collect()
    }

    #[test]
    fn the_largest_input_is_named() {
        let parts = inputs(&[("first", 2 * MIB), ("second", 3 * MIB), ("third", 10)]);
        assert_eq!(oversized_input(&parts, 6 * MIB), None);
        let failure = oversized_input(&parts, 5 * MIB).unwrap();
        assert_eq!(failure.path, "second");
        assert_eq!(
            failure.reason,
            "has 4 MiB, and all inputs of a resource of a plugin can have 5 MiB together; pass large content as an asset with a \
             path, not as text"
        );
        assert_eq!(oversized_input(&Object::default(), 0), None);
    }
}
