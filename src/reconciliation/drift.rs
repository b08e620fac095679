//! The differences between the state and the world.

use lumi_graph::{Graph, Object, PropertyPath, SourcePosition, Urn, Value};

/// A resource whose object was changed or deleted by others.
#[derive(Clone, Debug, PartialEq)]
pub struct ResourceDrift {
    pub urn: Urn,
    /// Its declaration in the program; `None` if the program no longer has it.
    pub source: Option<SourcePosition>,
    pub drift: Drift,
}

/// The change of an object.
#[derive(Clone, Debug, PartialEq)]
pub enum Drift {
    Deleted,
    Changed(Vec<PropertyDrift>),
}

/// An input that is not what was deployed.
#[derive(Clone, Debug, PartialEq)]
pub struct PropertyDrift {
    pub path: PropertyPath,
    /// The deployed value.
    pub recorded: Option<Value>,
    /// The current value.
    pub world: Option<Value>,
    /// The value that the program asks for.
    pub program: Option<Value>,
}

/// The relation of a drift to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DriftState {
    /// The program asks for what was deployed.
    Open,
    /// The program asks for what is there now.
    AlreadyInProgram,
    /// The program was changed, too.
    Conflict,
}

impl PropertyDrift {
    pub fn state(&self) -> DriftState {
        if self.program == self.world {
            DriftState::AlreadyInProgram
        } else if self.program == self.recorded {
            DriftState::Open
        } else {
            DriftState::Conflict
        }
    }

    /// Whether any of the values is secret.
    pub fn is_secret(&self) -> bool {
        let mut values = [&self.recorded, &self.world, &self.program].into_iter();
        values.any(|it| it.as_ref().is_some_and(Value::contains_secret))
    }
}

/// The drift of each resource of a stack, in the order of the state. `recorded` is the state, `world` what is there
/// now, `planned` the plan of the program against that.
pub fn drifts(recorded: &Graph, world: &Graph, planned: &Graph) -> Vec<ResourceDrift> {
    let (live, wanted) = (world.positions(), planned.positions());
    let mut drifts = Vec::new();
    for vertex in recorded.vertices.iter().filter(|it| it.custom) {
        let program = wanted.get(&vertex.urn).map(|at| &planned.vertices[*at]);
        let drift = match live.get(&vertex.urn) {
            None => Drift::Deleted,
            Some(at) => {
                let inputs = &world.vertices[*at].inputs;
                let program = program.map_or(&vertex.inputs, |it| &it.inputs);
                let changes = input_drifts(&vertex.inputs, inputs, program);
                if changes.is_empty() {
                    continue;
                }
                Drift::Changed(changes)
            }
        };
        drifts.push(ResourceDrift {
            urn: vertex.urn.clone(),
            source: program.and_then(|it| it.source.clone()),
            drift,
        });
    }
    drifts
}

fn input_drifts(recorded: &Object, world: &Object, program: &Object) -> Vec<PropertyDrift> {
    let mut comparison = Comparison {
        path: PropertyPath::new(),
        found: Vec::new(),
    };
    comparison.objects(recorded, world, program);
    comparison.found
}

struct Comparison {
    path: PropertyPath,
    found: Vec<PropertyDrift>,
}

impl Comparison {
    fn objects(&mut self, recorded: &Object, world: &Object, program: &Object) {
        let added = world.keys().filter(|it| !recorded.contains_key(*it));
        for key in recorded.keys().chain(added) {
            self.path.push_key(key);
            self.values(recorded.get(key), world.get(key), program.get(key));
            self.path.pop();
        }
    }

    fn values(&mut self, recorded: Option<&Value>, world: Option<&Value>, program: Option<&Value>) {
        if recorded == world {
            return;
        }
        match (recorded, world, program) {
            (
                Some(Value::Object(recorded)),
                Some(Value::Object(world)),
                Some(Value::Object(program)),
            ) => self.objects(recorded, world, program),
            (
                Some(Value::Array(recorded)),
                Some(Value::Array(world)),
                Some(Value::Array(program)),
            ) if recorded.len() == world.len() && world.len() == program.len() => {
                for index in 0..world.len() {
                    self.path.push_index(index);
                    let at = |items: &'_ [Value]| items.get(index).cloned();
                    let (recorded, world, program) = (at(recorded), at(world), at(program));
                    self.values(recorded.as_ref(), world.as_ref(), program.as_ref());
                    self.path.pop();
                }
            }
            _ => self.found.push(PropertyDrift {
                path: self.path.clone(),
                recorded: recorded.cloned(),
                world: world.cloned(),
                program: program.cloned(),
            }),
        }
    }
}
