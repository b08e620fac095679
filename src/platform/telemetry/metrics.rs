//! Metrics of the platform and of functions, in memory, and their text for Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use parking_lot::Mutex;

use super::record::MeasurementKind;

/// Maximum number of series. Values of further ones are dropped.
const MAX_SERIES: usize = 5000;
/// Upper bounds of the buckets of histograms in seconds, which OpenTelemetry recommends for HTTP.
pub const BOUNDS: [f64; 14] = [
    0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0,
];

pub type Labels = Vec<(String, String)>;

/// Name and labels.
type Key = (String, Labels);

#[derive(Clone, Debug, PartialEq)]
pub enum Series {
    Counter(f64),
    Gauge(f64),
    Histogram(Box<Histogram>),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    /// The number of values in each bucket; the last one has those above all bounds.
    pub buckets: [u64; BOUNDS.len() + 1],
    pub sum: f64,
    pub count: u64,
}

/// The metrics.
#[derive(Default)]
pub struct Metrics {
    series: Mutex<BTreeMap<Key, Series>>,
}

impl Metrics {
    pub fn count(&self, name: &str, labels: &[(&str, &str)], value: f64) {
        self.record(MeasurementKind::Counter, name, labels, value);
    }

    pub fn gauge(&self, name: &str, labels: &[(&str, &str)], value: f64) {
        self.record(MeasurementKind::Gauge, name, labels, value);
    }

    pub fn observe(&self, name: &str, labels: &[(&str, &str)], value: f64) {
        self.record(MeasurementKind::Histogram, name, labels, value);
    }

    /// Removes the series of a gauge, before it is measured again.
    pub fn forget(&self, name: &str) {
        self.series.lock().retain(|(it, _), _| it != name);
    }

    pub fn record(&self, kind: MeasurementKind, name: &str, labels: &[(&str, &str)], value: f64) {
        let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        let mut labels: Labels = labels.iter().map(owned).collect();
        labels.sort();
        let key = (name.to_owned(), labels);
        let mut all = self.series.lock();
        if !all.contains_key(&key) && all.len() >= MAX_SERIES {
            return;
        }
        let series = all.entry(key).or_insert_with(|| match kind {
            MeasurementKind::Counter => Series::Counter(0.0),
            MeasurementKind::Gauge => Series::Gauge(0.0),
            MeasurementKind::Histogram => Series::Histogram(Box::default()),
        });
        match series {
            // A counter does not go down.
            Series::Counter(sum) => *sum += value.max(0.0),
            Series::Gauge(last) => *last = value,
            Series::Histogram(histogram) => histogram.add(value),
        }
    }

    /// All series, in the order of their names and labels.
    pub fn snapshot(&self) -> Vec<(String, Labels, Series)> {
        let all = self.series.lock();
        all.iter()
            .map(|((name, labels), it)| (name.clone(), labels.clone(), it.clone()))
            .collect()
    }

    /// The text format of Prometheus.
    pub fn prometheus(&self) -> String {
        let mut text = String::new();
        let mut last = String::new();
        for (name, labels, series) in self.snapshot() {
            let name = identifier(&name);
            if name != last {
                let kind = match series {
                    Series::Counter(_) => "counter",
                    Series::Gauge(_) => "gauge",
                    Series::Histogram(_) => "histogram",
                };
                let _ = writeln!(text, "# TYPE {name} {kind}");
                last.clone_from(&name);
            }
            match series {
                Series::Counter(value) | Series::Gauge(value) => {
                    line(&mut text, &name, &labels, None, value);
                }
                Series::Histogram(histogram) => histogram.lines(&mut text, &name, &labels),
            }
        }
        text
    }
}

impl Histogram {
    fn add(&mut self, value: f64) {
        let bucket = BOUNDS.iter().position(|it| value <= *it);
        self.buckets[bucket.unwrap_or(BOUNDS.len())] += 1;
        self.sum += value;
        self.count += 1;
    }

    fn lines(&self, text: &mut String, name: &str, labels: &Labels) {
        let bucket = format!("{name}_bucket");
        let mut below = 0;
        let bounds = BOUNDS.iter().map(ToString::to_string);
        for (bound, count) in bounds.chain(["+Inf".to_owned()]).zip(self.buckets) {
            below += count;
            line(text, &bucket, labels, Some(&bound), below as f64);
        }
        line(text, &format!("{name}_sum"), labels, None, self.sum);
        line(
            text,
            &format!("{name}_count"),
            labels,
            None,
            self.count as f64,
        );
    }
}

fn line(text: &mut String, name: &str, labels: &Labels, bound: Option<&str>, value: f64) {
    text.push_str(name);
    let labels = labels
        .iter()
        .map(|(name, value)| (identifier(name), value.as_str()));
    let all: Vec<String> = labels
        .chain(bound.map(|it| ("le".to_owned(), it)))
        .map(|(name, value)| format!("{name}=\"{}\"", escaped(value)))
        .collect();
    if !all.is_empty() {
        let _ = write!(text, "{{{}}}", all.join(","));
    }
    let _ = writeln!(text, " {value}");
}

/// Letters, digits and underscores, and no digit in front.
fn identifier(name: &str) -> String {
    let is_known = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let text: String = name
        .chars()
        .map(|it| if is_known(it) { it } else { '_' })
        .collect();
    match text.starts_with(|it: char| it.is_ascii_digit()) || text.is_empty() {
        true => format!("_{text}"),
        false => text,
    }
}

fn escaped(value: &str) -> String {
    value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prometheus_reads_the_text() {
        let it = Metrics::default();
        it.count("calls", &[("function", "f"), ("a", "\"x\"\n\\")], 1.0);
        it.count("calls", &[("a", "\"x\"\n\\"), ("function", "f")], 2.0);
        it.count("calls", &[], -5.0);
        it.gauge("1 depth", &[], 3.0);
        it.observe("seconds", &[("f", "g")], 0.03);
        it.observe("seconds", &[("f", "g")], 60.0);
        insta::assert_snapshot!(it.prometheus(), @r#"
        # TYPE _1_depth gauge
        _1_depth 3
        # TYPE calls counter
        calls 0
        calls{a="\"x\"\n\\",function="f"} 3
        # TYPE seconds histogram
        seconds_bucket{f="g",le="0.005"} 0
        seconds_bucket{f="g",le="0.01"} 0
        seconds_bucket{f="g",le="0.025"} 0
        seconds_bucket{f="g",le="0.05"} 1
        seconds_bucket{f="g",le="0.075"} 1
        seconds_bucket{f="g",le="0.1"} 1
        seconds_bucket{f="g",le="0.25"} 1
        seconds_bucket{f="g",le="0.5"} 1
        seconds_bucket{f="g",le="0.75"} 1
        seconds_bucket{f="g",le="1"} 1
        seconds_bucket{f="g",le="2.5"} 1
        seconds_bucket{f="g",le="5"} 1
        seconds_bucket{f="g",le="7.5"} 1
        seconds_bucket{f="g",le="10"} 1
        seconds_bucket{f="g",le="+Inf"} 2
        seconds_sum{f="g"} 60.03
        seconds_count{f="g"} 2
        "#);
    }

    #[test]
    fn the_number_of_series_is_limited() {
        let it = Metrics::default();
        for number in 0..MAX_SERIES + 10 {
            it.count("calls", &[("n", &number.to_string())], 1.0);
        }
        it.count("calls", &[("n", "0")], 1.0);
        let all = it.snapshot();
        assert_eq!(all.len(), MAX_SERIES);
        assert!(
            all.iter()
                .any(|(_, _, series)| *series == Series::Counter(2.0))
        );
    }
}
