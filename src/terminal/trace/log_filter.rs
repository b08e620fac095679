//! The layers and levels of `LUMI_LOG`: `debug`, or `engine=debug,state=trace`.

use tracing_subscriber::filter::{LevelFilter, Targets};

use lumi_graph::environment_variables::LOG;
use lumi_graph::nearest;

use super::LAYERS;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::ui::report::Report;

const LEVELS: [(&str, LevelFilter); 6] = [
    ("off", LevelFilter::OFF),
    ("error", LevelFilter::ERROR),
    ("warn", LevelFilter::WARN),
    ("info", LevelFilter::INFO),
    ("debug", LevelFilter::DEBUG),
    ("trace", LevelFilter::TRACE),
];

/// A level alone is that of all layers. Other crates are not listened to: their texts may quote requests with tokens.
pub fn filter_of(text: &str) -> Result<Targets, Failure> {
    let mut targets = Targets::new();
    for part in text.split(',').map(str::trim).filter(|it| !it.is_empty()) {
        let (layer, level) = match part.split_once('=') {
            Some((layer, level)) => (Some(layer.trim()), level.trim()),
            None => (None, part),
        };
        let known = LEVELS.iter().find(|(name, _)| *name == level);
        let Some((_, level)) = known else {
            return Err(unknown("level", level, LEVELS.map(|(name, _)| name)));
        };
        if let Some(layer) = layer.filter(|it| !LAYERS.contains(it)) {
            return Err(unknown("layer", layer, LAYERS));
        }
        let layers = LAYERS
            .iter()
            .filter(|it| layer.is_none_or(|only| only == **it));
        targets = targets.with_targets(layers.map(|it| (*it, *level)));
    }
    Ok(targets)
}

fn unknown<const N: usize>(kind: &str, name: &str, all: [&str; N]) -> Failure {
    let report = Report::error(format!("{LOG}: there is no {kind} `{name}`"));
    let help = match nearest(name, all, 0.8) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the {kind}s are {}", all.join(", ")),
    };
    Failure::new(Exit::Usage, report.help(help))
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;

    #[test]
    fn a_level_is_of_one_layer_or_of_all() {
        let enables = |text: &str| {
            let filter = filter_of(text).unwrap();
            LAYERS.map(|it| filter.would_enable(it, &Level::DEBUG))
        };
        assert_eq!(enables("debug"), [true; 6]);
        assert_eq!(
            enables("engine=debug, state=info"),
            [true, false, false, false, false, false]
        );
        assert_eq!(
            enables("trace,engine=off"),
            [false, true, true, true, true, true]
        );
        assert!(
            !filter_of("trace")
                .unwrap()
                .would_enable("hyper", &Level::ERROR)
        );
    }

    #[test]
    fn mistakes_are_named() {
        let message = |text: &str| {
            let report = filter_of(text).unwrap_err().report.unwrap();
            format!("{} ({})", report.message, report.help.unwrap_or_default())
        };
        insta::assert_snapshot!(
            ["verbose", "engin=debug", "debug=engine", "hyper=debug"].map(message).join("\n"),
            @r"
        LUMI_LOG: there is no level `verbose` (the levels are off, error, warn, info, debug, trace)
        LUMI_LOG: there is no layer `engin` (did you mean `engine`?)
        LUMI_LOG: there is no level `engine` (the levels are off, error, warn, info, debug, trace)
        LUMI_LOG: there is no layer `hyper` (the layers are engine, host, packages, provider, rpc, state)
        "
        );
    }
}
