//! Dependencies of resources that no program has declared, found by their values.
//!
//! A graph of listed objects has no edges. An input that is the id or another output of one resource probably comes
//! from it; how probably says the score, and the reason says why.

use lumi_graph::{Edge, EdgeKind, Graph, Object, PropertyPath, Urn, Value, Vertex};
use rustc_hash::{FxHashMap, FxHashSet};

use super::values::literals::member_access;
use super::values::references::{DEPTH, SHORTEST_PART, SHORTEST_WHOLE, SecretTexts, each_text};

const LEAST_SCORE: u32 = 50;

/// The most outputs that are looked for within texts.
const MOST_PARTS: usize = 2_000;

/// A dependency that is guessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InferredDependency {
    /// The dependent.
    pub from: Urn,
    pub property: PropertyPath,
    pub to: Urn,
    /// The output, such as `.id`.
    pub output: String,
    /// From 50, which is as likely as not, to 100.
    pub score: u32,
    pub reason: MatchKind,
}

/// How an input matches an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchKind {
    /// The input contains a value that only the provider sets.
    PartOfText,
    /// The input has the same value as an input of the other resource.
    SameInput,
    /// The input is an output of the other resource.
    Output,
    /// The input is the id of the other resource.
    Id,
}

impl MatchKind {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PartOfText => "partOfText",
            Self::SameInput => "sameInput",
            Self::Output => "output",
            Self::Id => "id",
        }
    }

    /// A sentence for people, without its period.
    pub fn explanation(self) -> &'static str {
        match self {
            Self::PartOfText => "the text contains its value",
            Self::SameInput => "it has the same value, which a program may have set twice",
            Self::Output => "it has the same value, which its provider has chosen",
            Self::Id => "it is its id",
        }
    }

    fn score(self) -> u32 {
        match self {
            Self::PartOfText => 70,
            Self::SameInput => 45,
            Self::Output => 80,
            Self::Id => 85,
        }
    }
}

/// A text that a resource has.
struct Offer<'g> {
    vertex: usize,
    output: String,
    kind: MatchKind,
    text: &'g str,
}

/// Finds the dependencies of resources that are not in `known`, whose edges are complete.
pub fn infer_dependencies(graph: &Graph, known: &FxHashSet<&Urn>) -> Vec<InferredDependency> {
    let offers: Vec<Offer<'_>> = graph
        .vertices
        .iter()
        .enumerate()
        .flat_map(offers_of)
        .collect();
    let mut by_text: FxHashMap<&str, Vec<&Offer<'_>>> = FxHashMap::default();
    for offer in &offers {
        by_text.entry(offer.text).or_default().push(offer);
    }
    let long = offers.iter().filter(|it| it.text.len() >= SHORTEST_PART);
    let long: Vec<&Offer<'_>> = long
        .filter(|it| it.kind != MatchKind::SameInput)
        .take(MOST_PARTS + 1)
        .collect();
    let search = Search {
        graph,
        by_text,
        parts: if long.len() > MOST_PARTS {
            Vec::new()
        } else {
            long
        },
    };
    let mut found = Vec::new();
    for (at, vertex) in graph.vertices.iter().enumerate() {
        if !known.contains(&vertex.urn) && vertex.custom {
            search.inputs(at, &vertex.inputs, &mut found);
        }
    }
    without_cycles(graph, found)
}

/// Adds the edges of dependencies to a graph.
pub fn add_dependencies(graph: &mut Graph, found: &[InferredDependency]) {
    let edges = found.iter().map(|it| Edge {
        from: it.from.clone(),
        to: it.to.clone(),
        kind: EdgeKind::Property,
        property: Some(it.property.to_string()),
    });
    graph.edges.extend(edges);
    graph.finish();
}

/// The id and the outputs of a resource; an output that is an input counts as one.
fn offers_of((at, vertex): (usize, &Vertex)) -> Vec<Offer<'_>> {
    let mut offers = Vec::new();
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    // Of `std`, ids are often what the program sets: the path of a file.
    let mut inputs: FxHashSet<&str> = FxHashSet::default();
    for value in vertex.inputs.values() {
        let mut add = |_: &str, text| {
            inputs.insert(text);
        };
        each_text("", value, SecretTexts::Included, &mut add);
    }
    if let Some(Value::String(id)) = &vertex.id
        && id.len() >= SHORTEST_WHOLE
    {
        let kind = match inputs.contains(id.as_str()) {
            true => MatchKind::SameInput,
            false => MatchKind::Id,
        };
        seen.insert(id);
        offers.push(Offer {
            vertex: at,
            output: ".id".to_owned(),
            kind,
            text: id,
        });
    }
    let mut add = |access: &str, text, kind| {
        if seen.insert(text) {
            offers.push(Offer {
                vertex: at,
                output: access.to_owned(),
                kind,
                text,
            });
        }
    };
    for (name, value) in vertex.outputs.iter() {
        let is_input = vertex.inputs.contains_key(name);
        let kind = |text: &str| match is_input || inputs.contains(text) {
            true => MatchKind::SameInput,
            false => MatchKind::Output,
        };
        // A guess would show where a secret is used.
        each_text(
            &member_access(name),
            value,
            SecretTexts::LeftOut,
            &mut |access, text| {
                add(access, text, kind(text));
            },
        );
    }
    offers
}

struct Search<'g> {
    graph: &'g Graph,
    by_text: FxHashMap<&'g str, Vec<&'g Offer<'g>>>,
    parts: Vec<&'g Offer<'g>>,
}

impl Search<'_> {
    fn inputs(&self, at: usize, inputs: &Object, found: &mut Vec<InferredDependency>) {
        let mut path = PropertyPath::new();
        for (key, value) in inputs {
            path.push_key(key);
            self.value(at, &mut path, value, found);
            path.pop();
        }
    }

    fn value(
        &self,
        at: usize,
        path: &mut PropertyPath,
        value: &Value,
        found: &mut Vec<InferredDependency>,
    ) {
        match value {
            Value::String(text) => self.text(at, path, text, found),
            Value::Array(items) if path.parts.len() < DEPTH => {
                for (index, item) in items.iter().enumerate() {
                    path.push_index(index);
                    self.value(at, path, item, found);
                    path.pop();
                }
            }
            Value::Object(members) if path.parts.len() < DEPTH => {
                for (key, item) in members {
                    path.push_key(key);
                    self.value(at, path, item, found);
                    path.pop();
                }
            }
            _ => {}
        }
    }

    fn text(
        &self,
        at: usize,
        path: &PropertyPath,
        text: &str,
        found: &mut Vec<InferredDependency>,
    ) {
        let same = self.by_text.get(text).into_iter().flatten().copied();
        let whole: Vec<&Offer<'_>> = same.filter(|it| it.vertex != at).collect();
        let best = self.best(path, &whole);
        if let Some((offer, score)) = best {
            if score >= LEAST_SCORE {
                found.push(self.dependency(at, path, offer, score));
            }
            return;
        }
        let is_part = |it: &&&Offer<'_>| {
            it.vertex != at && it.text.len() < text.len() && text.contains(it.text)
        };
        let mut parts: Vec<&&Offer<'_>> = self.parts.iter().filter(is_part).collect();
        // The longest part of each resource.
        parts.sort_by_key(|it| (it.vertex, usize::MAX - it.text.len()));
        parts.dedup_by_key(|it| it.vertex);
        for offer in parts {
            let score = MatchKind::PartOfText.score();
            let part = Offer {
                kind: MatchKind::PartOfText,
                output: offer.output.clone(),
                ..**offer
            };
            found.push(self.dependency(at, path, &part, score));
        }
    }

    /// The most likely of several resources with one value; each other one makes it less likely.
    fn best<'o>(
        &self,
        path: &PropertyPath,
        offers: &[&'o Offer<'o>],
    ) -> Option<(&'o Offer<'o>, u32)> {
        let scored = offers.iter().map(|it| {
            let vertex = &self.graph.vertices[it.vertex];
            let bonus = if names_type(path, vertex) { 15 } else { 0 };
            (*it, it.kind.score() + bonus)
        });
        let (best, score) = scored.max_by_key(|(it, score)| (*score, usize::MAX - it.vertex))?;
        let others = offers.iter().filter(|it| it.vertex != best.vertex);
        let rivals = u32::try_from(others.filter(|it| it.kind >= best.kind).count()).unwrap_or(10);
        Some((best, score.saturating_sub(20 * rivals.min(5))))
    }

    fn dependency(
        &self,
        at: usize,
        path: &PropertyPath,
        offer: &Offer<'_>,
        score: u32,
    ) -> InferredDependency {
        InferredDependency {
            from: self.graph.vertices[at].urn.clone(),
            property: path.clone(),
            to: self.graph.vertices[offer.vertex].urn.clone(),
            output: offer.output.clone(),
            score: score.min(100),
            reason: offer.kind,
        }
    }
}

/// Whether a property is named after the type of a resource: `vpcId` after `aws:ec2/vpc:Vpc`.
fn names_type(path: &PropertyPath, vertex: &Vertex) -> bool {
    let text = path.to_string().to_lowercase();
    let name = vertex.resource_type.as_str().rsplit(':').next();
    let name = name.unwrap_or_default().to_lowercase();
    name.len() >= 3 && text.contains(&name)
}

/// Drops the least likely dependencies of each circle.
fn without_cycles(graph: &Graph, mut found: Vec<InferredDependency>) -> Vec<InferredDependency> {
    let positions = graph.positions();
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(found[*at].score));
    let mut needs: Vec<Vec<usize>> = vec![Vec::new(); graph.vertices.len()];
    for edge in &graph.edges {
        needs[positions[&edge.from]].push(positions[&edge.to]);
    }
    let mut is_kept = vec![false; found.len()];
    for at in order {
        let (from, to) = (positions[&found[at].from], positions[&found[at].to]);
        if !reaches(&needs, to, from) {
            needs[from].push(to);
            is_kept[at] = true;
        }
    }
    let mut kept = is_kept.iter();
    found.retain(|_| *kept.next().unwrap_or(&false));
    found
}

fn reaches(needs: &[Vec<usize>], from: usize, wanted: usize) -> bool {
    let mut seen = FxHashSet::default();
    let mut rest = vec![from];
    while let Some(at) = rest.pop() {
        if at == wanted {
            return true;
        }
        if seen.insert(at) {
            rest.extend(&needs[at]);
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use lumi_graph::{GraphKind, ResourceName, ResourceType};
    use proptest::prelude::*;

    fn vertex(
        kind: &str,
        name: &str,
        id: &str,
        inputs: &[(&str, &str)],
        outputs: &[(&str, &str)],
    ) -> Vertex {
        let resource_type = ResourceType::parse(kind).unwrap();
        let name = ResourceName::parse(name).unwrap();
        let urn = Urn::new("dev", "web", Urn::ROOT_MODULE, &resource_type, &name);
        let mut vertex = Vertex::new(urn, resource_type, name, true);
        let object = |members: &[(&str, &str)]| -> Object {
            let members = members.iter();
            members
                .map(|(key, it)| ((*key).to_owned(), Value::from(*it)))
                .collect()
        };
        vertex.id = Some(id.into());
        vertex.inputs = object(inputs).into();
        vertex.outputs = object(outputs).into();
        vertex
    }

    fn graph(vertices: Vec<Vertex>) -> Graph {
        let mut graph = Graph::new(GraphKind::Snapshot, "dev", "web");
        graph.vertices = vertices;
        graph
    }

    fn text(graph: &Graph) -> Vec<String> {
        let found = infer_dependencies(graph, &FxHashSet::default());
        let found = found.iter().map(|it| {
            let (from, to) = (it.from.name(), it.to.name());
            format!(
                "{from} {} <- {to}{} {} {}",
                it.property,
                it.output,
                it.score,
                it.reason.as_str()
            )
        });
        found.collect()
    }

    #[test]
    fn values_of_other_resources_are_dependencies() {
        let graph = graph(vec![
            vertex(
                "aws:ec2:Vpc",
                "vpc",
                "vpc-0123",
                &[("cidr", "10.0.0.0/16")],
                &[("arn", "arn:aws:vpc/vpc-0123")],
            ),
            vertex(
                "aws:ec2:Subnet",
                "net",
                "net-77",
                &[("vpcId", "vpc-0123"), ("cidr", "10.0.0.0/16")],
                &[],
            ),
            vertex(
                "aws:iam:Policy",
                "policy",
                "p1",
                &[("text", "allow arn:aws:vpc/vpc-0123 only")],
                &[],
            ),
        ]);
        assert_eq!(
            text(&graph),
            [
                "net vpcId <- vpc.id 100 id",
                "policy text <- vpc.arn 70 partOfText",
            ]
        );
    }

    #[test]
    fn equal_values_of_several_resources_are_no_proof() {
        let same = |name: &str| vertex("a:b:C", name, name, &[], &[("zone", "eu-west-1")]);
        let user = vertex("a:b:User", "user", "u", &[("zone", "eu-west-1")], &[]);
        assert_eq!(
            text(&graph(vec![same("one-x"), user.clone()])),
            ["user zone <- one-x.zone 80 output"]
        );
        let all = vec![same("one-x"), same("two-x"), same("three-x"), user];
        assert_eq!(text(&graph(all)), [""; 0]);
    }

    #[test]
    fn known_dependencies_are_not_guessed() {
        let mut secret = vertex("a:b:C", "s", "sss", &[], &[]);
        secret.outputs = [("t".to_owned(), Value::secret("hunter2".into()))]
            .into_iter()
            .collect::<Object>()
            .into();
        let user = vertex(
            "a:b:D",
            "user",
            "uuu",
            &[("a", "hunter2"), ("b", "sss")],
            &[],
        );
        let graph = graph(vec![secret, user.clone()]);
        assert_eq!(text(&graph), ["user b <- s.id 85 id"]);
        let known: FxHashSet<&Urn> = [&user.urn].into_iter().collect();
        assert_eq!(infer_dependencies(&graph, &known), []);
    }

    proptest! {
        /// Whatever the values are, the graph stays one without circles.
        #[test]
        fn a_graph_with_guesses_is_valid(values in prop::collection::vec(("[a-c]{3}", "[a-c]{3}", "[a-c]{3,12}"), 0..12)) {
            let vertices = values.iter().enumerate().map(|(at, (id, input, output))| {
                vertex("a:b:C", &format!("v{at}"), id, &[("in", input), ("more", output)], &[("out", output)])
            });
            let mut graph = graph(vertices.collect());
            let found = infer_dependencies(&graph, &FxHashSet::default());
            prop_assert!(found.iter().all(|it| (LEAST_SCORE..=100).contains(&it.score) && it.from != it.to));
            add_dependencies(&mut graph, &found);
            prop_assert!(graph.validate().is_ok());
        }
    }
}
