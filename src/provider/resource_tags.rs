//! Tags that say of which resource an object is, so that it is recognised without a state.

use std::sync::Arc;

use lumi_graph::{Object, ResourceType, Urn, Value, sha256_hex};

use super::provider_request::ProviderRequest;
use super::{Middleware, Provider, ProviderError, ReadState};

/// The input that has the tags of an object.
pub const TAGS: &str = "tags";

/// The tag with project and stack.
const STACK: &str = "lumi:stack";

/// The tag with the rest of the URN.
const RESOURCE: &str = "lumi:resource";

/// The longest value of a tag in the clouds.
const LONGEST: usize = 256;

/// The values of both tags.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OwnerTags {
    pub stack: String,
    pub resource: String,
}

impl OwnerTags {
    pub fn of(urn: &Urn) -> Self {
        let (stack, project) = (urn.stack(), urn.project());
        let rest = &urn.as_str()[Urn::prefix(stack, project).len()..];
        Self {
            stack: tag_value(&format!("{project}/{stack}")),
            resource: tag_value(rest),
        }
    }

    pub fn of_object(object: &ReadState) -> Option<Self> {
        let tags = [&object.inputs, &object.outputs]
            .into_iter()
            .find_map(|it| it.get(TAGS)?.open().as_object())?;
        let tag = |name: &str| Some(tags.get(name)?.open().as_str()?.to_owned());
        Some(Self {
            stack: tag(STACK)?,
            resource: tag(RESOURCE)?,
        })
    }

    /// The resource, if it is of a stack, and its URN is short enough for a tag.
    pub fn urn(&self, stack: &str, project: &str) -> Option<Urn> {
        let rest = decoded(&self.resource)?;
        let urn = Urn::parse(&format!("{}{rest}", Urn::prefix(stack, project))).ok()?;
        (Self::of(&urn) == *self).then_some(urn)
    }

    fn add_to(&self, inputs: &mut Object) {
        let tags = inputs.entry(TAGS.to_owned());
        let tags = tags.or_insert_with(|| Value::Object(Object::default()));
        let tags = match tags {
            Value::Secret(inner) => &mut **inner,
            tags => tags,
        };
        // Tags that are not known yet are tagged when they are, and wrong ones are refused by the provider.
        if matches!(tags, Value::Null) {
            *tags = Value::Object(Object::default());
        }
        if let Value::Object(tags) = tags {
            for (name, value) in [(STACK, &self.stack), (RESOURCE, &self.resource)] {
                tags.insert(name.to_owned(), Value::from(value.as_str()));
            }
        }
    }
}

/// A text in the characters that all clouds allow in a tag: `=` and two hexadecimal digits stand for any other byte. A
/// longer one is a hash.
fn tag_value(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'_'
            | b'.'
            | b':'
            | b'/'
            | b'+'
            | b'-'
            | b'@' => value.push(char::from(byte)),
            _ => value.push_str(&format!("={byte:02X}")),
        }
    }
    match value.len() > LONGEST {
        true => format!("=sha256:{}", sha256_hex(text)),
        false => value,
    }
}

/// The text that a tag stands for; `None` if the tag is a hash, has a wrong escape, or is not UTF-8.
fn decoded(value: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = match first {
            b'=' => {
                let digits = std::str::from_utf8(after.get(..2)?).ok()?;
                bytes.push(u8::from_str_radix(digits, 16).ok()?);
                &after[2..]
            }
            other => {
                bytes.push(*other);
                after
            }
        };
    }
    String::from_utf8(bytes).ok()
}

/// The request of [`Provider::takes_tags`].
pub struct TakesTagsRequest {
    pub resource_type: ResourceType,
}

impl ProviderRequest for TakesTagsRequest {
    type Response = bool;
    const METHOD: &'static str = "GetSchema";

    async fn send(self, provider: &dyn Provider) -> Result<bool, ProviderError> {
        provider.takes_tags(&self.resource_type).await
    }
}

/// A provider whose objects are tagged, where their type has tags.
pub struct TaggingProvider {
    provider: Arc<dyn Provider>,
}

impl TaggingProvider {
    pub fn new(provider: Arc<dyn Provider>) -> Self {
        Self { provider }
    }
}

impl Middleware for TaggingProvider {
    async fn handle<R: ProviderRequest>(
        &self,
        mut request: R,
    ) -> Result<R::Response, ProviderError> {
        let owner = request.target().map(|it| OwnerTags::of(&it.urn));
        let checked = request.unchecked_inputs();
        let resource_type = checked.map(|(resource_type, _)| resource_type.clone());
        if let (Some(owner), Some(resource_type)) = (owner, resource_type)
            && self.provider.takes_tags(&resource_type).await?
            && let Some((_, inputs)) = request.unchecked_inputs()
        {
            owner.add_to(inputs);
        }
        request.send(&*self.provider).await
    }

    fn next(&self) -> Option<&dyn Provider> {
        Some(&*self.provider)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urn(name: &str) -> Urn {
        let prefix = "urn:lumi:dev::web::index$acme:app:App::aws:s3:Bucket::";
        Urn::parse(&format!("{prefix}{name}")).unwrap()
    }

    fn tagged(inputs: Object) -> ReadState {
        ReadState {
            id: "1".to_owned(),
            inputs,
            outputs: Object::default(),
            data: None,
        }
    }

    #[test]
    fn tags_are_read_back() {
        for name in ["a", "größe/日本 =3D", "it's 100%", "a:b"] {
            let urn = urn(name);
            let owner = OwnerTags::of(&urn);
            let mut inputs = Object::default();
            owner.add_to(&mut inputs);
            let read = OwnerTags::of_object(&tagged(inputs)).unwrap();
            assert_eq!(read, owner);
            assert_eq!(read.urn("dev", "web"), Some(urn));
            let allowed = |it: char| it.is_ascii_alphanumeric() || "_.:/+-@=".contains(it);
            assert!(owner.resource.chars().all(allowed), "{}", owner.resource);
        }
        assert_eq!(
            OwnerTags::of(&urn("a")).resource,
            "index=24acme:app:App::aws:s3:Bucket::a"
        );
    }

    /// A hash can be compared with that of a known resource only.
    #[test]
    fn a_long_urn_is_a_hash() {
        let (one, other) = (urn(&"x".repeat(230)), urn(&"x".repeat(231)));
        let (one, other) = (OwnerTags::of(&one), OwnerTags::of(&other));
        assert!(one.resource.starts_with("=sha256:") && one != other);
        assert!(one.resource.len() <= LONGEST);
        assert_eq!(one.urn("dev", "web"), None);
    }

    #[test]
    fn other_tags_are_kept_and_wrong_ones_are_no_owner() {
        let owner = OwnerTags::of(&urn("a"));
        let own: Object = [("team".to_owned(), Value::from("web"))]
            .into_iter()
            .collect();
        for tags in [
            Value::Object(own.clone()),
            Value::secret(Value::Object(own)),
        ] {
            let mut inputs: Object = [(TAGS.to_owned(), tags)].into_iter().collect();
            owner.add_to(&mut inputs);
            let all = inputs[TAGS].open().as_object().unwrap();
            assert_eq!(all.len(), 3);
            assert_eq!(all["team"], Value::from("web"));
        }
        for tags in [Value::Unknown, Value::from("text")] {
            let mut inputs: Object = [(TAGS.to_owned(), tags.clone())].into_iter().collect();
            owner.add_to(&mut inputs);
            assert_eq!(inputs[TAGS], tags);
            assert_eq!(OwnerTags::of_object(&tagged(inputs)), None);
        }
        for resource in [
            "",
            "=",
            "=4",
            "=ZZ",
            "=FF",
            "=E9",
            "index::x",
            "index::a:b:C",
            "=sha256:00",
        ] {
            let tags = OwnerTags {
                resource: resource.to_owned(),
                ..owner.clone()
            };
            assert_eq!(tags.urn("dev", "web"), None, "{resource}");
        }
        assert_eq!(owner.urn("prod", "web"), None);
    }
}
