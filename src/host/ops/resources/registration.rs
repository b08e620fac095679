//! Decodes the registrations of `op_lumi_plan`.

use std::fmt;

use serde::de::{Deserializer as _, Error as _, SeqAccess, Visitor};

use lumi_graph::{Goal, Object, Value};

use super::edges::Edges;
use super::planned_value::{OpenContainers, PlannedValue};
use super::registry::Declared;

/// Reads `[serial, inputs, edges, serial, inputs, edges, ...]` and passes on the goals.
pub fn read_registrations(
    text: &str,
    declared: &[Declared],
    take: impl FnMut(Goal),
) -> Result<(), serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    // The SDK has checked the nesting.
    deserializer.disable_recursion_limit();
    deserializer.deserialize_seq(Registrations { declared, take })
}

struct Registrations<'a, F> {
    /// The index is the serial.
    declared: &'a [Declared],
    take: F,
}

impl<'de, F: FnMut(Goal)> Visitor<'de> for Registrations<'_, F> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("registrations")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut parts: A) -> Result<(), A::Error> {
        let mut open = OpenContainers::default();
        while let Some(serial) = parts.next_element::<u32>()? {
            let inputs = match parts.next_element_seed(PlannedValue(&mut open))? {
                Some(Value::Object(inputs)) => inputs,
                _ => return Err(A::Error::custom("no inputs")),
            };
            let Some(edges) = parts.next_element::<Edges>()? else {
                return Err(A::Error::custom("no edges"));
            };
            let goal = self.goal(serial, inputs, edges)?;
            (self.take)(goal);
        }
        Ok(())
    }
}

impl<F> Registrations<'_, F> {
    fn goal<E: serde::de::Error>(
        &self,
        serial: u32,
        inputs: Object,
        edges: Edges,
    ) -> Result<Goal, E> {
        let find = |serial: u32| {
            let unknown = || E::custom(format_args!("no resource was declared as number {serial}"));
            self.declared.get(serial as usize).ok_or_else(unknown)
        };
        let declared = find(serial)?;
        let parent = declared.parent.map(find).transpose()?;
        let dependencies = edges.into_dependencies(|it| Ok(find(it)?.urn.clone()))?;
        Ok(Goal {
            parent: parent.map(|it| it.urn.clone()),
            inputs,
            dependencies,
            ..declared.goal(serial)
        })
    }
}

#[cfg(test)]
mod tests {
    use lumi_graph::{ResourceKind, ResourceName, ResourceType, Urn};

    use super::*;

    fn declared(name: &str, parent: Option<u32>) -> Declared {
        let resource_type = ResourceType::parse("a:b:C").unwrap();
        let name = ResourceName::parse(name).unwrap();
        let urn = Urn::new("dev", "web", Urn::ROOT_MODULE, &resource_type, &name);
        Declared {
            urn,
            resource_type,
            name,
            kind: ResourceKind::Custom,
            parent,
            id: None,
            code: None,
            source: None,
            is_remote: false,
            is_registered: false,
        }
    }

    fn read(text: &str) -> Result<Vec<Goal>, String> {
        let declared = [declared("a", None), declared("b", Some(0))];
        let mut goals = Vec::new();
        match read_registrations(text, &declared, |goal| goals.push(goal)) {
            Ok(()) => Ok(goals),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn become_goals() {
        let text = r#"[1,{"x":[1.5,{"$lumi":"unknown"}],"y":"\ud83d\ude00"},["x[1]",0],0,{},[]]"#;
        let goals = read(text).unwrap();
        let [child, parent] = &goals[..] else {
            panic!("two resources, not {}", goals.len());
        };
        assert_eq!(child.order, 1);
        assert_eq!(child.name.as_str(), "b");
        assert_eq!(child.parent.as_ref(), Some(&parent.urn));
        assert_eq!(
            child.inputs["x"],
            Value::Array(vec![Value::Number(1.5), Value::Unknown])
        );
        assert_eq!(child.inputs["y"], Value::from("😀"));
        let [dependency] = &child.dependencies[..] else {
            panic!("one dependency: {:?}", child.dependencies);
        };
        assert_eq!(dependency.path, "x[1]");
        assert_eq!(dependency.urn, parent.urn);
        assert!(parent.inputs.is_empty() && parent.dependencies.is_empty());
    }

    #[test]
    fn are_refused_where_they_are_malformed() {
        for (text, problem) in [
            ("[2,{},[]]", "no resource was declared as number 2"),
            ("[0,[],[]]", "no inputs"),
            ("[0,{}]", "no edges"),
            (r#"[0,{},["x"]]"#, "a path without a serial"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
