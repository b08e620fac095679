//! Objects that were to be set back, and may not be: the state may say already that they are what was deployed.

use lumi_graph::{Graph, Object, Urn, Vertex};

/// Makes `recorded` say what the objects of `resources` were to be, which is what the plan asks for now. What the plan knows only
/// after a deployment is taken to be as it is. Returns the resources whose objects are something else.
pub fn expect_planned(
    recorded: &mut Graph,
    world: &Graph,
    planned: &Graph,
    resources: &[Urn],
) -> Vec<Urn> {
    let (live, wanted) = (world.positions(), planned.positions());
    let mut unfinished = Vec::new();
    for urn in resources {
        let Some(at) = wanted.get(urn).filter(|at| planned.vertices[**at].custom) else {
            continue;
        };
        let object = live.get(urn).map(|at| &world.vertices[*at].inputs);
        let mut vertex = planned.vertices[*at].clone();
        if let Some(object) = object {
            vertex.inputs = known(&vertex.inputs, object).into();
        }
        if object != Some(&vertex.inputs) {
            unfinished.push(urn.clone());
            expect(recorded, vertex);
        }
    }
    unfinished
}

fn expect(recorded: &mut Graph, vertex: Vertex) {
    let mut vertices = recorded.vertices.iter_mut();
    match vertices.find(|it| it.urn == vertex.urn) {
        Some(old) => old.inputs = vertex.inputs,
        None => recorded.vertices.push(vertex),
    }
}

/// The members of `planned`, with those of `object` for values that contain something unknown.
fn known(planned: &Object, object: &Object) -> Object {
    let members = planned.iter().filter_map(|(key, value)| {
        let value = match value.contains_unknown() {
            true => object.get(key)?.clone(),
            false => value.clone(),
        };
        Some((key.clone(), value))
    });
    members.collect()
}

#[cfg(test)]
mod tests {
    use lumi_graph::Value;

    use super::*;
    use crate::drifts;
    use crate::tests::{file, graph};

    fn of(contents: &[(&str, Value)]) -> Graph {
        let files = contents.iter().map(|(name, content)| {
            let inputs = [("content".into(), content.clone())];
            file(name, inputs.into_iter().collect(), None)
        });
        graph(files.collect())
    }

    fn text(text: &str) -> Value {
        Value::String(text.into())
    }

    #[test]
    fn objects_are_expected_to_be_as_planned() {
        let world = of(&[
            ("a", text("by hand")),
            ("b", text("B")),
            ("c", text("C")),
            ("d", text("by hand")),
        ]);
        let planned = of(&[
            ("a", text("A")),
            ("b", text("B")),
            ("c", Value::Unknown),
            ("d", text("D")),
            ("e", text("E")),
        ]);
        let urns: Vec<Urn> = planned.vertices.iter().map(|it| it.urn.clone()).collect();
        // The state has taken over what is there; `d` was not to be set back.
        let mut recorded = world.clone();
        let noted = [0, 1, 2, 4].map(|at| urns[at].clone());
        let unfinished = expect_planned(&mut recorded, &world, &planned, &noted);
        assert_eq!(unfinished, [0, 4].map(|at| urns[at].clone()));
        let differences = drifts(&recorded, &world, &planned);
        let drifted: Vec<Urn> = differences.into_iter().map(|it| it.urn).collect();
        assert_eq!(drifted, unfinished);
        // A resource that the program no longer has is not set back any more.
        let nothing = expect_planned(&mut recorded, &world, &of(&[]), &noted);
        assert_eq!(nothing, []);
    }
}
