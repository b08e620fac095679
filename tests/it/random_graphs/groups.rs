//! Groups of resources that resemble each other, as loops and classes make them.

use lumi_graph::{Object, PropertyPath, Value};

use super::RandomGraph;
use super::words::{NAMES, PARTS, TEXTS, TYPES, WHOLES};

impl RandomGraph {
    /// Siblings of one shape.
    pub(super) fn repeated(&mut self) {
        let count = 3 + self.chance.below(3);
        let of = *self.chance.of(&TYPES[..4]);
        let parent = self
            .chance
            .below(self.graph.vertices.len() + 1)
            .checked_sub(1);
        let parent = parent.filter(|_| self.chance.one_in(2));
        let before = self.graph.vertices.len();
        for number in 0..count {
            let Some(at) = self.add(of, &format!("{of}-{number}"), parent) else {
                continue;
            };
            let mut inputs: Object = [
                ("zone".to_owned(), Value::from(format!("z{}", number % 2))),
                ("port".to_owned(), Value::from(8080.0)),
                (
                    "token".to_owned(),
                    Value::secret(Value::from(format!("t{number}"))),
                ),
            ]
            .into_iter()
            .collect();
            if before > 0 && self.graph.vertices[0].custom {
                let path: PropertyPath = "ids[0]".parse().unwrap();
                self.paths.push((path, 0));
                inputs.insert("ids".to_owned(), Value::Array(vec![Value::Unknown]));
            }
            self.set(at, inputs);
        }
    }

    /// Components of one shape, with children, some of them in components of one shape.
    pub(super) fn components(&mut self) {
        let of = *self.chance.of(PARTS);
        let count = 2 + self.chance.below(3);
        let base = self.graph.vertices.len();
        let is_nested = self.chance.one_in(2);
        for number in base..base + count {
            let name = format!("part{number}");
            match is_nested {
                false => drop(self.part(of, &name, None, None)),
                true => self.whole(of, &name),
            }
        }
    }

    /// A component with two children, the first of which may use another resource; returns the last one.
    fn part(
        &mut self,
        of: &str,
        name: &str,
        parent: Option<usize>,
        mut last: Option<usize>,
    ) -> Option<usize> {
        let at = self.add(of, name, parent)?;
        let size = ("size".to_owned(), Value::from(at as f64));
        self.set(at, [size].into_iter().collect());
        for child in 0..2 {
            let name = format!("{name}-{child}");
            last = self.user(TYPES[child + 1], &name, Some(at), last).or(last);
        }
        last
    }

    fn user(
        &mut self,
        of: &str,
        name: &str,
        parent: Option<usize>,
        used: Option<usize>,
    ) -> Option<usize> {
        let child = self.add(of, name, parent)?;
        let mut inputs: Object = [
            ("label".to_owned(), Value::from(name)),
            ("same".to_owned(), Value::Bool(true)),
        ]
        .into_iter()
        .collect();
        if let Some(used) = used {
            self.paths.push(("vpcId".parse().unwrap(), used));
            inputs.insert("vpcId".to_owned(), Value::Unknown);
        }
        self.set(child, inputs);
        Some(child)
    }

    /// A component around another one, which uses a resource beside it, and is used by one.
    fn whole(&mut self, of: &str, name: &str) {
        let Some(at) = self.add(WHOLES[0], &format!("whole-{name}"), None) else {
            return;
        };
        self.set(at, Object::default());
        let before = self.user(TYPES[1], &format!("{name}-before"), Some(at), None);
        let last = self.part(of, name, Some(at), before);
        self.user(TYPES[2], &format!("{name}-after"), Some(at), last);
    }

    /// Groups without a component, whose resources use each other alike, and one of which something else uses.
    pub(super) fn connected(&mut self) {
        let count = 2 + self.chance.below(3);
        let base = self.graph.vertices.len();
        let shared = base.checked_sub(1);
        let has_suffix = self.chance.one_in(3);
        let mut last = None;
        for number in 0..count {
            let group = format!("{}{base}-{number}", self.chance.of(NAMES));
            let mut used = None;
            for (of, part) in TYPES[..3].iter().rev().zip(["net", "zone", "site"]) {
                let name = match has_suffix {
                    true => format!("{part}-{group}"),
                    false => format!("{group}-{part}"),
                };
                let Some(at) = self.add(of, &name, None) else {
                    return;
                };
                let mut inputs: Object = [
                    ("label".to_owned(), Value::from(name)),
                    ("zone".to_owned(), Value::from(*self.chance.of(TEXTS))),
                    (
                        "host".to_owned(),
                        Value::from(format!("{group}.example.com")),
                    ),
                ]
                .into_iter()
                .collect();
                for (key, target) in [("vpcId", used), ("sharedId", shared)] {
                    if let Some(target) = target.filter(|it| self.graph.vertices[*it].custom) {
                        self.paths.push((key.parse().unwrap(), target));
                        inputs.insert(key.to_owned(), Value::Unknown);
                    }
                }
                self.set(at, inputs);
                used = Some(at);
            }
            last = used;
        }
        if self.chance.one_in(2) {
            self.user(TYPES[1], &format!("user-{base}"), None, last);
        }
    }
}
