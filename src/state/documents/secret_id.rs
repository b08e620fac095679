//! Ids that contain a secret, such as a path with a token in it, in documents.

use lumi_graph::{Object, Value};

/// The member that holds an encrypted id in documents.
pub const MEMBER: &str = "id";

/// The object that holds such an id in documents.
pub fn sealed(id: &str) -> Object {
    let member = (MEMBER.to_owned(), Value::secret(Value::from(id)));
    [member].into_iter().collect()
}

/// The id in such an object.
pub fn unsealed(object: &Object) -> Option<String> {
    let id = match object.get(MEMBER)? {
        Value::Secret(inner) => inner.as_str(),
        other => other.as_str(),
    };
    id.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_id_is_read_back() {
        assert_eq!(unsealed(&sealed("x")).as_deref(), Some("x"));
        assert_eq!(unsealed(&Object::default()), None);
    }
}
