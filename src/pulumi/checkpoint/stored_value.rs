//! Values of a document: JSON with Pulumi's signatures, in which secrets are texts.

use serde_json::{Map, Value as Json};

use lumi_graph::{Object, SealError, Sealer, Value};

use super::checkpoint_error::{ResourceFault, ValueFault};
use crate::pulumirpc::{Field, ListValue, Struct, Value as Wire, value::Kind};
use crate::values::{Accepts, PulumiValueError, decode_value, encode_value, signature};

pub const CIPHERTEXT: &str = "ciphertext";
const PLAINTEXT: &str = "plaintext";
const VALUE: &str = "value";
/// The mark of numbers that JSON has no form for.
const FLOAT: &str = "8ad145fe-0d11-4827-bfd7-1abcbf086f5c";
/// The deepest nesting of secrets in secrets.
const MAX_SECRETS: usize = 16;

/// Whether an object is a secret.
pub fn is_secret(members: &Map<String, Json>) -> bool {
    members.get(signature::KEY).and_then(Json::as_str) == Some(signature::SECRET)
}

/// Reads the values of an object; `field` is for errors.
pub fn object(
    members: &Map<String, Json>,
    field: &str,
    sealer: &dyn Sealer,
) -> Result<Object, ResourceFault> {
    let member = |(key, json): (&String, &Json)| match value(json, sealer) {
        Ok(value) => Ok((key.clone(), value)),
        Err(source) => Err(ResourceFault::Value {
            place: format!("{field}.{key}"),
            source,
        }),
    };
    members.iter().map(member).collect()
}

/// Reads one value.
pub fn value(json: &Json, sealer: &dyn Sealer) -> Result<Value, ValueFault> {
    Ok(decode_value(Some(wire(json, sealer, 0)?))?)
}

/// The message of a value, which [`decode_value`] reads.
fn wire(json: &Json, sealer: &dyn Sealer, secrets: usize) -> Result<Wire, ValueFault> {
    let kind = match json {
        Json::Null => Kind::NullValue(0),
        Json::Bool(it) => Kind::BoolValue(*it),
        Json::Number(it) => Kind::NumberValue(it.as_f64().unwrap_or(f64::NAN)),
        Json::String(it) => Kind::StringValue(it.clone()),
        Json::Array(items) => {
            let values = items.iter().map(|it| wire(it, sealer, secrets));
            let values = values.collect::<Result<_, _>>()?;
            Kind::ListValue(ListValue { values })
        }
        Json::Object(members) if is_secret(members) => secret(members, sealer, secrets)?,
        Json::Object(members) => {
            let field = |(key, it): (&String, &Json)| {
                let value = Some(wire(it, sealer, secrets)?);
                let key = key.clone();
                Ok(Field { key, value })
            };
            if let Some(number) = float(members) {
                Kind::NumberValue(number)
            } else {
                let fields = members.iter().map(field);
                let fields = fields.collect::<Result<_, ValueFault>>()?;
                Kind::StructValue(Struct { fields })
            }
        }
    };
    Ok(Wire { kind: Some(kind) })
}

/// The text of a secret is JSON. Secrets in it are sealed with it, and have their own texts in the place of ciphertexts.
fn secret(
    members: &Map<String, Json>,
    sealer: &dyn Sealer,
    secrets: usize,
) -> Result<Kind, ValueFault> {
    if secrets > MAX_SECRETS {
        return Err(ValueFault::Secret);
    }
    let text = |key: &str| members.get(key).and_then(Json::as_str);
    let text = match (text(CIPHERTEXT), text(PLAINTEXT)) {
        (Some(text), _) if secrets > 0 && is_json(text) => text.to_owned(),
        (Some(sealed), _) if !sealed.is_empty() => sealer.unseal(sealed)?,
        (_, Some(plain)) => plain.to_owned(),
        _ => return Err(ValueFault::Secret),
    };
    let inner: Json = serde_json::from_str(&text).map_err(|_| ValueFault::Secret)?;
    let field = |key: &str, value| Field {
        key: key.to_owned(),
        value: Some(value),
    };
    let mark = Kind::StringValue(signature::SECRET.to_owned());
    let mark = Wire { kind: Some(mark) };
    let fields = vec![
        field(signature::KEY, mark),
        field(VALUE, wire(&inner, sealer, secrets + 1)?),
    ];
    Ok(Kind::StructValue(Struct { fields }))
}

/// Whether a text is JSON. A ciphertext begins with a version and is not.
fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// A number that JSON has no form for; the text has its bits in hexadecimal digits.
fn float(members: &Map<String, Json>) -> Option<f64> {
    let signature = members.get(signature::KEY)?.as_str()?;
    let text = members
        .get(VALUE)
        .filter(|_| signature == FLOAT)?
        .as_str()?;
    let bits = u64::from_str_radix(text, 16).ok()?;
    Some(f64::from_bits(bits))
}

/// How secrets are written.
pub enum SecretForm<'a> {
    /// As their texts.
    Plain,
    Sealed(&'a dyn Sealer),
}

/// Writes the values of an object.
pub fn stored_object(
    object: &Object,
    secrets: &SecretForm<'_>,
) -> Result<Map<String, Json>, ValueFault> {
    let member = |(key, it): (&String, &Value)| Ok((key.clone(), stored(it, secrets)?));
    object.iter().map(member).collect()
}

/// Writes one value.
pub fn stored(value: &Value, secrets: &SecretForm<'_>) -> Result<Json, ValueFault> {
    let accepts = Accepts {
        secrets: true,
        resources: true,
    };
    json(encode_value(value, accepts)?, secrets, false)
}

/// `is_sealed` says that a value is in a secret, with which it is sealed.
fn json(wire: Wire, secrets: &SecretForm<'_>, is_sealed: bool) -> Result<Json, ValueFault> {
    Ok(match wire.kind {
        None | Some(Kind::NullValue(_)) => Json::Null,
        Some(Kind::BoolValue(it)) => Json::Bool(it),
        Some(Kind::NumberValue(it)) => number(it),
        Some(Kind::StringValue(it)) => Json::String(it),
        Some(Kind::ListValue(list)) => {
            let items = list.values.into_iter();
            let items = items.map(|it| json(it, secrets, is_sealed));
            Json::Array(items.collect::<Result<_, _>>()?)
        }
        Some(Kind::StructValue(it)) => {
            let is_inside = is_sealed || has_secret_mark(&it);
            let member = |it: Field| {
                let value = json(it.value.unwrap_or_default(), secrets, is_inside)?;
                Ok((it.key, value))
            };
            let members = it.fields.into_iter().map(member);
            let mut members = members.collect::<Result<Map<String, Json>, ValueFault>>()?;
            if is_secret(&members) {
                let inner = members.remove(VALUE).unwrap_or_default().to_string();
                let (key, text) = match secrets {
                    SecretForm::Plain => (PLAINTEXT, inner),
                    SecretForm::Sealed(_) if is_sealed => (CIPHERTEXT, inner),
                    SecretForm::Sealed(sealer) => (CIPHERTEXT, sealer.seal(&inner)?),
                };
                members.insert(key.to_owned(), Json::String(text));
            }
            Json::Object(members)
        }
    })
}

fn has_secret_mark(object: &Struct) -> bool {
    let mut fields = object.fields.iter();
    let mark = fields.find(|it| it.key == signature::KEY);
    let mark = mark.and_then(|it| it.value.as_ref()?.kind.as_ref());
    matches!(mark, Some(Kind::StringValue(it)) if it == signature::SECRET)
}

/// A whole number has no decimal point.
fn number(number: f64) -> Json {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0
        && number.abs() < EXACT
        && !(number == 0.0 && number.is_sign_negative())
    {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "it is whole and small enough"
        )]
        return Json::from(number as i64);
    }
    match serde_json::Number::from_f64(number) {
        Some(number) => Json::Number(number),
        None => {
            let bits = format!("{:016x}", number.to_bits());
            serde_json::json!({ signature::KEY: FLOAT, VALUE: bits })
        }
    }
}

/// A sealer for documents without ciphertexts.
pub struct NoSealer;

impl Sealer for NoSealer {
    fn seal(&self, _plain: &str) -> Result<String, SealError> {
        Err(SealError("there is no key".to_owned()))
    }

    fn unseal(&self, _ciphertext: &str) -> Result<String, SealError> {
        self.seal("")
    }
}

impl From<PulumiValueError> for ResourceFault {
    fn from(source: PulumiValueError) -> Self {
        Self::Value {
            place: String::new(),
            source: source.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A test cipher that makes encryption visible.
    struct Marked;

    impl Sealer for Marked {
        fn seal(&self, plain: &str) -> Result<String, SealError> {
            Ok(format!("v1:{plain}"))
        }

        fn unseal(&self, ciphertext: &str) -> Result<String, SealError> {
            let plain = ciphertext.strip_prefix("v1:");
            plain
                .map(str::to_owned)
                .ok_or_else(|| SealError("it is not sealed".to_owned()))
        }
    }

    fn sealed(text: &str) -> Json {
        json!({ signature::KEY: signature::SECRET, CIPHERTEXT: text })
    }

    #[test]
    fn secrets_in_secrets_are_sealed_once() {
        let inner = json!({ "of": sealed("\"hunter2\"") });
        let written_by_pulumi = sealed(&format!("v1:{inner}"));
        let secret = |it: Value| Value::Secret(Box::new(it));
        let members = [("of".into(), secret(Value::from("hunter2")))];
        let expected = secret(Value::Object(members.into_iter().collect()));
        assert_eq!(value(&written_by_pulumi, &Marked).unwrap(), expected);
        let form = SecretForm::Sealed(&Marked);
        assert_eq!(stored(&expected, &form).unwrap(), written_by_pulumi);
        // Earlier versions of Lumi have sealed both.
        let inner = json!({ "of": sealed("v1:\"hunter2\"") });
        let twice = sealed(&format!("v1:{inner}"));
        assert_eq!(value(&twice, &Marked).unwrap(), expected);
        // Outside of secrets, texts are never taken for what they would stand for.
        assert!(value(&sealed("\"hunter2\""), &Marked).is_err());
    }
}
