//! `std:time:Rotating`: a point in time that is renewed after a period.

use async_trait::async_trait;
use chrono::{DateTime, Datelike as _, Timelike as _, Utc};

use crate::builtin::generated::properties;
use crate::builtin::input_diff::input_diff;
use crate::builtin::input_reader::InputReader;
use crate::builtin::resource_handler::ResourceHandler;
use crate::{
    Changes, CheckRequest, Checked, CreateRequest, Created, DeleteRequest, Diff, DiffRequest,
    PropertyChange, PropertyChangeKind, ProviderError, ReadRequest, ReadState, RecoverRequest,
    Recovered, UpdateRequest,
};
use lumi_graph::{Object, Value};

use super::clock::{Clock, parsed, written};
use super::period::Period;

const TYPE: &str = "std:time:Rotating";

/// The inputs that make up a period, with their length in minutes or months.
const MINUTES: [(&str, i64); 3] = [
    ("rotationMinutes", 1),
    ("rotationHours", 60),
    ("rotationDays", 24 * 60),
];
const MONTHS: [(&str, u32); 2] = [("rotationMonths", 1), ("rotationYears", 12)];

/// The maximum period: 10,000 years, in the smallest unit.
const MAX_MINUTES: i64 = 10_000 * 366 * 24 * 60;

/// The id is `rfc3339`, the time of its creation.
///
/// The resource exists only in the state. The first run after the rotation time replaces it, and
/// so the resources whose `keepers` or `triggers` use its outputs.
pub struct Rotating {
    clock: Clock,
}

/// The time of the rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rotation {
    After(Period),
    At(DateTime<Utc>),
}

impl Rotating {
    pub fn new(clock: Clock) -> Self {
        Self { clock }
    }

    fn checked(inputs: &Object) -> Result<Rotation, ProviderError> {
        let mut reader = InputReader::new(TYPE, inputs);
        let rotation = Rotation::read(&mut reader);
        reader.accept()?;
        rotation.ok_or_else(|| ProviderError::failed("an input is still unknown"))
    }
}

impl Rotation {
    fn read(inputs: &mut InputReader<'_>) -> Option<Self> {
        let mut period = Period::default();
        // Also false while an input is invalid.
        let mut is_known = true;
        let mut given = Vec::new();
        for (name, unit) in MINUTES {
            given.extend(inputs.has(name).then_some(name));
            let count = inputs.integer(name, 0..=MAX_MINUTES / unit);
            is_known &= count.is_some() || !inputs.has(name);
            period.minutes += count.unwrap_or(0) * unit;
        }
        for (name, unit) in MONTHS {
            given.extend(inputs.has(name).then_some(name));
            let count = inputs.integer(name, 0..=120_000 / i64::from(unit));
            is_known &= count.is_some() || !inputs.has(name);
            // Within the range just checked.
            period.months += u32::try_from(count.unwrap_or(0)).unwrap_or(0) * unit;
        }
        let time = inputs.text("rotationRfc3339");
        match (given.first(), inputs.has("rotationRfc3339")) {
            (Some(other), true) => {
                let reason =
                    format!("either `rotationRfc3339` or `{other}` may be given, not both");
                inputs.fail("rotationRfc3339", reason);
                None
            }
            (Some(_), false) if !is_known => None,
            (Some(name), false) if period == Period::default() => {
                inputs.fail(name, "the time until the rotation must be longer than zero");
                None
            }
            (Some(_), false) => Some(Self::After(period)),
            (None, true) => Self::at(time?, inputs),
            (None, false) => {
                let reason = "one of `rotationMinutes`, `rotationHours`, `rotationDays`, \
                              `rotationMonths`, `rotationYears` and `rotationRfc3339` must be given";
                inputs.fail("", reason);
                None
            }
        }
    }

    fn at(time: &str, inputs: &mut InputReader<'_>) -> Option<Self> {
        let parsed = DateTime::parse_from_rfc3339(time);
        if parsed.is_err() {
            let reason = "`rotationRfc3339` must be a time such as `2027-01-31T12:00:00Z`";
            inputs.fail("rotationRfc3339", reason);
        }
        Some(Self::At(parsed.ok()?.with_timezone(&Utc)))
    }

    /// The outputs of one that was created at `start`.
    fn outputs(self, start: DateTime<Utc>) -> Result<Object, ProviderError> {
        let rotation = match self {
            Self::At(time) => time,
            Self::After(period) => period.after(start).ok_or_else(|| {
                ProviderError::failed("the time of the rotation is too far away for a calendar")
            })?,
        };
        let mut outputs = outputs(start);
        outputs.insert("rotationRfc3339".to_owned(), written(rotation).into());
        Ok(outputs)
    }
}

fn outputs(start: DateTime<Utc>) -> Object {
    let number = |number: u32| Value::Number(number.into());
    properties([
        ("rfc3339", written(start).into()),
        // Exact for any calendar time.
        ("unix", Value::Number(start.timestamp() as f64)),
        ("year", Value::Number(start.year().into())),
        ("month", number(start.month())),
        ("day", number(start.day())),
        ("hour", number(start.hour())),
        ("minute", number(start.minute())),
        ("second", number(start.second())),
    ])
}

/// Whether the rotation time has come since the creation. A fixed time that was already over at the
/// creation does not count.
fn is_due(outputs: &Object, now: DateTime<Utc>) -> bool {
    let start = parsed(outputs, "rfc3339");
    let rotation = parsed(outputs, "rotationRfc3339");
    matches!((start, rotation), (Some(start), Some(rotation)) if start < rotation && rotation <= now)
}

/// The rotation as a reason to replace.
fn rotated() -> PropertyChange {
    PropertyChange {
        path: "rotationRfc3339".to_owned(),
        kind: PropertyChangeKind::Changed,
        replaces: true,
    }
}

#[async_trait]
impl ResourceHandler for Rotating {
    async fn check(&self, request: CheckRequest) -> Result<Checked, ProviderError> {
        let mut inputs = InputReader::new(TYPE, &request.inputs);
        Rotation::read(&mut inputs);
        Ok(Checked {
            failures: inputs.finish(),
            inputs: request.inputs,
            ..Checked::default()
        })
    }

    async fn diff(&self, request: DiffRequest) -> Result<Diff, ProviderError> {
        let mut diff = input_diff(&request.old_inputs, &request.inputs, &["triggers"]);
        let is_known = !request.inputs.values().any(Value::contains_unknown);
        let new = match parsed(&request.old_outputs, "rfc3339") {
            Some(start) if is_known && diff.changes == Changes::Some => {
                Self::checked(&request.inputs)?.outputs(start)?
            }
            _ => Object::clone(&request.old_outputs),
        };
        // A changed period counts from the creation, and may be over already.
        let is_replaced = diff.properties.iter().any(|it| it.replaces);
        if !is_replaced && is_due(&new, (self.clock)()) {
            diff.changes = Changes::Some;
            diff.properties.retain(|it| it.path != "rotationRfc3339");
            diff.properties.push(rotated());
        }
        Ok(diff)
    }

    async fn create(&self, request: CreateRequest) -> Result<Created, ProviderError> {
        if request.preview {
            return Ok(Created {
                data: None,
                id: None,
                outputs: Object::default(),
            });
        }
        let now = (self.clock)();
        Ok(Created {
            data: None,
            id: Some(written(now)),
            outputs: Self::checked(&request.inputs)?.outputs(now)?,
        })
    }

    /// Imports by the time of creation; the rotation then follows from the inputs.
    async fn read(&self, request: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        if let (Some(inputs), Some(outputs)) = (&request.inputs, &request.outputs) {
            return Ok(Some(ReadState {
                data: None,
                inputs: Object::clone(inputs),
                outputs: Object::clone(outputs),
                id: request.id,
            }));
        }
        let start: DateTime<Utc> = request.id.parse().map_err(|_| {
            ProviderError::failed(
                "cannot import this id: it must be the time of the last rotation, such as \
                 `2027-01-31T12:00:00Z`",
            )
        })?;
        Ok(Some(ReadState {
            data: None,
            id: written(start),
            inputs: Object::default(),
            outputs: outputs(start),
        }))
    }

    async fn update(&self, request: UpdateRequest) -> Result<Object, ProviderError> {
        let start = parsed(&request.old_outputs, "rfc3339");
        let is_open = request.inputs.values().any(Value::contains_unknown);
        match start {
            Some(start) if !is_open => Self::checked(&request.inputs)?.outputs(start),
            Some(start) if request.preview => Ok(outputs(start)),
            _ => Err(ProviderError::failed(
                "the state does not say when this was created: replace it",
            )),
        }
    }

    async fn delete(&self, _request: DeleteRequest) -> Result<(), ProviderError> {
        Ok(())
    }

    async fn recover(&self, _request: RecoverRequest) -> Result<Recovered, ProviderError> {
        Ok(Recovered::Absent)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::super::testbed::{Known, Testbed, object};
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn start() -> DateTime<Utc> {
        at("2027-01-31T12:00:00Z")
    }

    const TOKEN: &str = "std:time:Rotating";

    async fn create(inputs: Object) -> Known {
        let target = Testbed::target(TOKEN, "a");
        let inputs = Arc::new(inputs);
        let request = CreateRequest {
            target,
            inputs: Arc::clone(&inputs),
            preview: false,
            follows_delete: false,
            recorded: None,
        };
        let created = Rotating::new(start).create(request).await.unwrap();
        Known {
            id: created.id.unwrap(),
            inputs,
            outputs: Arc::new(created.outputs),
        }
    }

    /// The paths that differ, followed by `!` if they replace.
    async fn diff(clock: Clock, known: &Known, inputs: Object) -> Vec<String> {
        let request = DiffRequest {
            target: Testbed::target(TOKEN, "a"),
            id: known.id.clone(),
            old_inputs: Arc::clone(&known.inputs),
            old_outputs: Arc::clone(&known.outputs),
            inputs: Arc::new(inputs),
        };
        let diff = Rotating::new(clock).diff(request).await.unwrap();
        let is_empty = diff.properties.is_empty();
        assert_eq!(diff.changes == Changes::None, is_empty);
        let mark = |it: PropertyChange| it.path + if it.replaces { "!" } else { "" };
        diff.properties.into_iter().map(mark).collect()
    }

    fn month() -> Object {
        object([("rotationMonths", 1.0.into())])
    }

    #[tokio::test]
    async fn is_replaced_once_its_time_has_come() {
        let known = create(month()).await;
        assert_eq!(known.id, "2027-01-31T12:00:00Z");
        assert_eq!(known.text("rotationRfc3339"), "2027-02-28T12:00:00Z");
        assert_eq!(known.outputs["unix"], Value::Number(1_801_396_800.0));
        assert_eq!(known.outputs["day"], Value::Number(31.0));
        let before: Clock = || at("2027-02-28T11:59:59Z");
        assert!(diff(before, &known, month()).await.is_empty());
        let after: Clock = || at("2027-02-28T12:00:00Z");
        assert_eq!(diff(after, &known, month()).await, ["rotationRfc3339!"]);
    }

    #[tokio::test]
    async fn a_fixed_time_rotates_once() {
        let fixed = || object([("rotationRfc3339", "2027-02-01T00:00:00+01:00".into())]);
        let known = create(fixed()).await;
        assert_eq!(known.text("rotationRfc3339"), "2027-01-31T23:00:00Z");
        let after: Clock = || at("2027-02-01T00:00:00Z");
        assert_eq!(diff(after, &known, fixed()).await, ["rotationRfc3339!"]);
        let past = || object([("rotationRfc3339", "2026-01-01T00:00:00Z".into())]);
        assert!(diff(after, &create(past()).await, past()).await.is_empty());
    }

    #[tokio::test]
    async fn another_period_counts_from_the_start() {
        let known = create(month()).await;
        let week = || object([("rotationDays", 7.0.into())]);
        let soon: Clock = || at("2027-02-01T00:00:00Z");
        assert_eq!(
            diff(soon, &known, week()).await,
            ["rotationDays", "rotationMonths"]
        );
        let later: Clock = || at("2027-02-08T00:00:00Z");
        let changes = diff(later, &known, week()).await;
        assert_eq!(
            changes,
            ["rotationDays", "rotationMonths", "rotationRfc3339!"]
        );
        let bed = Testbed::new(TOKEN);
        let updated = bed.update(&known, week()).await;
        assert_eq!(updated.text("rotationRfc3339"), "2027-02-07T12:00:00Z");
        assert_eq!(updated.text("rfc3339"), known.text("rfc3339"));
    }

    #[tokio::test]
    async fn triggers_replace() {
        let mut triggered = month();
        triggered.insert("triggers".to_owned(), object([("a", 1.0.into())]).into());
        let known = create(month()).await;
        assert_eq!(diff(start, &known, triggered).await, ["triggers!"]);
    }

    #[tokio::test]
    async fn is_imported_by_its_time() {
        let bed = Testbed::new(TOKEN);
        let known = bed.try_import("2027-01-31T13:00:00+01:00").await;
        let known = known.unwrap().unwrap();
        assert_eq!(known.id, "2027-01-31T12:00:00Z");
        assert_eq!(diff(start, &known, month()).await, ["rotationMonths"]);
        let updated = bed.update(&known, month()).await;
        assert_eq!(updated.text("rotationRfc3339"), "2027-02-28T12:00:00Z");
        assert!(bed.try_import("yesterday").await.is_err());
    }

    #[tokio::test]
    async fn wrong_inputs_are_reported() {
        let bed = Testbed::new(TOKEN);
        let mut wrong = Vec::new();
        for inputs in [
            Object::default(),
            object([("rotationDays", 0.0.into())]),
            object([("rotationDays", (-1.0).into())]),
            object([("rotationRfc3339", "tomorrow".into())]),
            object([
                ("rotationDays", 1.0.into()),
                ("rotationRfc3339", "x".into()),
            ]),
        ] {
            wrong.push(bed.check(inputs).await.unwrap_err());
        }
        insta::assert_snapshot!(wrong.join("\n"), @r"
        : one of `rotationMinutes`, `rotationHours`, `rotationDays`, `rotationMonths`, `rotationYears` and `rotationRfc3339` must be given
        rotationDays: the time until the rotation must be longer than zero
        rotationDays: `rotationDays` must be a whole number from 0 to 3660000, but is -1
        rotationRfc3339: `rotationRfc3339` must be a time such as `2027-01-31T12:00:00Z`
        rotationRfc3339: either `rotationRfc3339` or `rotationDays` may be given, not both
        ");
        let open = object([("rotationDays", Value::Unknown)]);
        assert!(bed.check(open.clone()).await.is_ok());
        let known = create(month()).await;
        assert_eq!(diff(start, &known, open).await.len(), 2);
    }
}
