//! Numbers in JSON: whole ones without a fraction.

use serde::{Deserialize, Deserializer, Serializer};

const LARGEST: f64 = 9_007_199_254_740_992.0;

pub fn serialize<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if number.fract() == 0.0 && number.abs() < LARGEST {
        #[expect(clippy::cast_possible_truncation, reason = "whole and small enough")]
        return serializer.serialize_i64(*number as i64);
    }
    serializer.serialize_f64(*number)
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    f64::deserialize(deserializer)
}
