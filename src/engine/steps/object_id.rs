//! The limit of ids that providers answer.

use lumi_provider::{ProviderError, ProviderRequest, RequestEffect};

/// Maximum length of an id in bytes. Ids are in the state, in messages and in every later request.
pub const MAX_ID: usize = 16 << 10;

/// Fails for an answer with an id beyond [`MAX_ID`]. If the request had an effect, its outcome is
/// unknown: there is an object, and no id that it could be kept under.
pub fn checked<R: ProviderRequest>(
    answer: Result<R::Response, ProviderError>,
    effect: RequestEffect,
) -> Result<R::Response, ProviderError> {
    let length = match &answer {
        Ok(response) => R::id(response).map(str::len),
        Err(ProviderError::PartialInit { id, .. }) => Some(id.len()),
        Err(_) => None,
    };
    let Some(length) = length.filter(|&it| it > MAX_ID) else {
        return answer;
    };
    let message = format!(
        "its provider returned an id of {length} bytes, and an id has at most {MAX_ID}; the \
         provider must use shorter ids"
    );
    Err(match effect {
        RequestEffect::Object => ProviderError::unknown(message),
        _ => ProviderError::failed(message),
    })
}

#[cfg(test)]
mod tests {
    use lumi_graph::Object;
    use lumi_provider::{CreateRequest, Created, ReadRequest, ReadState};

    use super::*;

    fn created(length: usize) -> Result<Created, ProviderError> {
        Ok(Created {
            data: None,
            id: Some("x".repeat(length)),
            outputs: Object::default(),
        })
    }

    #[test]
    fn ids_have_a_limit() {
        let effect = RequestEffect::Object;
        assert!(checked::<CreateRequest>(created(MAX_ID), effect).is_ok());
        let refused = checked::<CreateRequest>(created(MAX_ID + 1), effect).unwrap_err();
        assert!(matches!(refused, ProviderError::Unknown { .. }));
        assert!(refused.to_string().contains("an id of 16385 bytes"));
        let partial = ProviderError::PartialInit {
            data: None,
            is_tainted: false,
            id: "x".repeat(MAX_ID + 1),
            outputs: Object::default(),
            reasons: Vec::new(),
        };
        let refused = checked::<CreateRequest>(Err(partial), effect).unwrap_err();
        assert!(matches!(refused, ProviderError::Unknown { .. }));
    }

    #[test]
    fn an_object_that_is_read_is_no_unknown_outcome() {
        let found = ReadState {
            data: None,
            id: "x".repeat(1 << 20),
            inputs: Object::default(),
            outputs: Object::default(),
        };
        let refused = checked::<ReadRequest>(Ok(Some(found)), RequestEffect::None).unwrap_err();
        assert!(matches!(refused, ProviderError::Failed { .. }));
        assert!(checked::<ReadRequest>(Ok(None), RequestEffect::None).is_ok());
    }
}
