//! Entry point of `make fuzz`: segments of stored telemetry, and records of functions.

use super::{segment, worker_record};

/// Reads bytes as a segment, whose records are there once they are written again, and as a record of a function.
pub fn telemetry(bytes: &[u8]) {
    let segment = segment::read(bytes);
    assert!(segment.length <= bytes.len());
    let mut written = Vec::new();
    for record in &segment.records {
        segment::append(&mut written, record);
    }
    let again = segment::read(&written);
    // Numbers may differ in the last digit.
    assert_eq!(
        (again.records.len(), again.damaged),
        (segment.records.len(), 0)
    );
    if let Ok(json) = std::str::from_utf8(bytes)
        && let Some(record) = worker_record::read(json, "f")
    {
        written.clear();
        segment::append(&mut written, &record);
        assert_eq!(segment::read(&written).records.len(), 1);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn saved_inputs_pass() {
        crate::saved_inputs::replay("telemetry", super::telemetry);
    }
}
