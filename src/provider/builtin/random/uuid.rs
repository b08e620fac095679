//! `std:random:Uuid`: a random UUID.

use uuid::{Builder, Uuid as Number};

use crate::builtin::generated::{Generator, properties};
use crate::builtin::input_reader::InputReader;
use crate::{Created, ProviderError, ReadState};
use lumi_graph::{Object, Value};

use super::fill;

/// The id is the UUID, of version 4.
pub struct Uuid;

impl Generator for Uuid {
    const TYPE: &'static str = "std:random:Uuid";

    fn read(_inputs: &mut InputReader<'_>) -> Option<Self> {
        Some(Self)
    }

    fn make(self) -> Result<Created, ProviderError> {
        let mut bytes = [0; 16];
        fill(&mut bytes)?;
        let text = Builder::from_random_bytes(bytes).into_uuid().to_string();
        Ok(Created {
            data: None,
            outputs: outputs(&text),
            id: Some(text),
        })
    }

    /// Imports a UUID in any of the usual notations.
    fn import(id: &str) -> Result<ReadState, ProviderError> {
        let uuid = Number::parse_str(id)
            .map_err(|error| ProviderError::failed(format!("cannot import this id: {error}")))?;
        let text = uuid.to_string();
        Ok(ReadState {
            data: None,
            outputs: outputs(&text),
            id: text,
            inputs: Object::default(),
        })
    }
}

fn outputs(text: &str) -> Object {
    properties([("result", Value::from(text))])
}

#[cfg(test)]
mod tests {
    use super::super::super::testbed::Testbed;
    use super::*;

    #[tokio::test]
    async fn is_made_and_imported() {
        let bed = Testbed::new("std:random:Uuid");
        let known = bed.create(Object::default()).await;
        let uuid = Number::parse_str(known.text("result")).unwrap();
        assert_eq!(uuid.get_version_num(), 4);
        let imported = bed
            .try_import(&known.id.to_uppercase())
            .await
            .unwrap()
            .unwrap();
        assert_eq!(imported.id, known.id);
        assert_eq!(imported.outputs, known.outputs);
        assert!(!bed.has_changes(&imported, Object::default()).await);
        let error = bed.try_import("x").await.unwrap_err().to_string();
        assert!(error.starts_with("cannot import this id: "), "{error}");
    }
}
