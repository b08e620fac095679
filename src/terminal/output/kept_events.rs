//! The events of a plan that its deployment shows again, as it does not evaluate the program.

use lumi_engine as engine;

/// An event of a plan that the deployment repeats.
pub enum KeptEvent {
    Engine(engine::Event),
    /// The text of an event of the program.
    Text(String),
    /// An event of the program as JSON.
    Json(serde_json::Value),
}

/// The events of a plan, in their order. Those of the engine are kept as long as the plan has no changes.
#[derive(Default)]
pub struct KeptEvents {
    events: Vec<KeptEvent>,
    has_effect: bool,
}

impl KeptEvents {
    pub fn add(&mut self, event: &engine::Event) {
        match event {
            engine::Event::Started(_) | engine::Event::Ended(_) => {}
            _ if self.has_effect => {}
            event if has_effect(event) => {
                self.has_effect = true;
                let is_of_program = |it: &KeptEvent| !matches!(it, KeptEvent::Engine(_));
                self.events.retain(is_of_program);
            }
            event => self.events.push(KeptEvent::Engine(event.clone())),
        }
    }

    pub fn add_of_program(&mut self, event: KeptEvent) {
        self.events.push(event);
    }

    /// All events, if the plan has no changes.
    pub fn of_idle(self) -> Option<Vec<KeptEvent>> {
        (!self.has_effect).then_some(self.events)
    }

    pub fn of_program(mut self) -> Vec<KeptEvent> {
        self.events.retain(|it| !matches!(it, KeptEvent::Engine(_)));
        self.events
    }
}

/// Whether an event is about more than an unchanged resource.
fn has_effect(event: &engine::Event) -> bool {
    match event {
        engine::Event::StepStarted(_) | engine::Event::Skipped { .. } => true,
        engine::Event::StepEnded { step, failure, .. } => {
            step.kind != engine::StepKind::Same || failure.is_some()
        }
        _ => false,
    }
}
