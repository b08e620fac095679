//! The decision which traces are recorded, at their beginning.

/// The share of traces that are recorded, by `OTEL_TRACES_SAMPLER`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// 0 to 1.
    ratio: f64,
    /// Whether the decision of the caller counts.
    follows_parent: bool,
}

impl Default for Sampling {
    fn default() -> Self {
        Self {
            ratio: 1.0,
            follows_parent: true,
        }
    }
}

impl Sampling {
    /// The error is a sentence without a subject.
    pub fn parse(sampler: &str, argument: Option<&str>) -> Result<Self, String> {
        let (name, follows_parent) = match sampler.strip_prefix("parentbased_") {
            Some(name) => (name, true),
            None => (sampler, false),
        };
        let ratio = match name {
            "always_on" => 1.0,
            "always_off" => 0.0,
            "traceidratio" => {
                let text = argument.unwrap_or("1");
                let ratio = text.parse::<f64>().ok();
                let ratio = ratio.filter(|it| (0.0..=1.0).contains(it));
                ratio.ok_or_else(|| {
                    format!("needs a number from 0 to 1 in OTEL_TRACES_SAMPLER_ARG, not {text:?}")
                })?
            }
            _ => {
                return Err(format!(
                    "must be always_on, always_off or traceidratio, also after parentbased_, but is {sampler:?}"
                ));
            }
        };
        Ok(Self {
            ratio,
            follows_parent,
        })
    }

    /// Whether a trace is recorded. `parent` is the decision of the caller, if there is one.
    pub fn samples(self, trace: u128, parent: Option<bool>) -> bool {
        match parent {
            Some(decision) if self.follows_parent => decision,
            // The last bits of an identifier are random. 53 of them are a number without rounding.
            _ => {
                let bits = (trace & ((1 << 53) - 1)) as f64;
                bits < self.ratio * (1_u64 << 53) as f64
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_samples_its_share() {
        let quarter = Sampling::parse("traceidratio", Some("0.25")).unwrap();
        let step = (1_u128 << 53) / 1000;
        let traces = (0..1000).map(|it| it * step + step / 2);
        let sampled = traces.filter(|it| quarter.samples(*it, Some(true)));
        assert_eq!(sampled.count(), 250);
    }

    #[test]
    fn the_decision_of_the_caller_counts_unless_it_is_not_asked() {
        let on = Sampling::default();
        assert!(on.samples(1, None) && !on.samples(1, Some(false)));
        let off = Sampling::parse("parentbased_always_off", None).unwrap();
        assert!(!off.samples(1, None) && off.samples(1, Some(true)));
        let always = Sampling::parse("always_on", None).unwrap();
        assert!(always.samples(u128::MAX, Some(false)));
    }

    #[test]
    fn mistakes_are_explained() {
        for (sampler, argument) in [
            ("sometimes", None),
            ("traceidratio", Some("2")),
            ("traceidratio", Some("x")),
        ] {
            assert!(Sampling::parse(sampler, argument).is_err());
        }
    }
}
