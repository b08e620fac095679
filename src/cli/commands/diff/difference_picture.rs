//! Two graphs in one picture, with what differs.

use std::borrow::Cow;

use lumi_comparison::{DifferenceClass, Finding, FindingSubject, GraphComparison};
use lumi_graph::render::{Alteration, Annotations};
use lumi_graph::{Difference, Graph, Urn};
use rustc_hash::FxHashMap;

/// The graph and its annotations.
pub struct DifferencePicture {
    pub graph: Graph,
    pub annotations: Annotations,
}

impl DifferencePicture {
    /// Graphs whose resources are the same if their URNs are.
    pub fn by_urn(first: &Graph, second: &Graph, differences: &[Difference<'_>]) -> Self {
        let known = second.positions();
        let graph = second.merged_with_old(first, |it| known.contains_key(it).then(|| it.clone()));
        let mut picture = Self::new(graph);
        for difference in differences {
            picture.add(
                difference,
                &FxHashMap::default(),
                true,
                difference.to_string(),
            );
        }
        picture
    }

    pub fn by_meaning(first: &Graph, second: &Graph, comparison: &GraphComparison<'_>) -> Self {
        let pairs = comparison.pairs.iter();
        let partners: FxHashMap<&Urn, &Urn> = pairs
            .map(|(one, other, _)| (&first.vertices[*one].urn, &second.vertices[*other].urn))
            .collect();
        let graph = second.merged_with_old(first, |it| partners.get(it).map(|it| (*it).clone()));
        let mut picture = Self::new(graph);
        for finding in &comparison.findings {
            picture.add_finding(finding, &partners);
        }
        picture
    }

    fn new(graph: Graph) -> Self {
        let annotations = Annotations {
            is_about_alterations: true,
            ..Annotations::default()
        };
        Self { graph, annotations }
    }

    fn add_finding(&mut self, finding: &Finding<'_>, partners: &FxHashMap<&Urn, &Urn>) {
        match &finding.subject {
            FindingSubject::Renamed { first, second, how } => {
                let text = format!("was {} ({how})", first.urn);
                self.note(&second.urn, Some(Alteration::Moved), text);
            }
            FindingSubject::Difference(difference) => match finding.class() {
                DifferenceClass::Identity if !is_whole(difference) => {
                    if let Some(urn) = difference.urn() {
                        let text = without_urn(finding.to_string(), urn);
                        self.note(urn, Some(Alteration::Moved), text);
                    }
                }
                class => {
                    let counts = matches!(
                        class,
                        DifferenceClass::Meaningful | DifferenceClass::Identity
                    );
                    self.add(difference, partners, counts, finding.to_string());
                }
            },
        }
    }

    /// Notes a difference; only one that counts has a colour.
    fn add(
        &mut self,
        difference: &Difference<'_>,
        partners: &FxHashMap<&Urn, &Urn>,
        counts: bool,
        text: String,
    ) {
        let here = |urn: &Urn| {
            partners
                .get(urn)
                .map_or_else(|| urn.clone(), |it| (*it).clone())
        };
        let (urn, alteration) = match difference {
            Difference::Document { .. } | Difference::Output { .. } => {
                self.annotations.notes.push(text);
                return;
            }
            Difference::VertexAdded(vertex) => (Cow::Borrowed(&vertex.urn), Alteration::Added),
            Difference::VertexRemoved(vertex) => (Cow::Borrowed(&vertex.urn), Alteration::Removed),
            Difference::VertexMoved { new, .. } => (Cow::Borrowed(&new.urn), Alteration::Moved),
            Difference::Vertex { new, .. } => (Cow::Borrowed(&new.urn), Alteration::Changed),
            Difference::EdgeAdded(edge) => {
                self.edge(&edge.from, &edge.to, counts.then_some(Alteration::Added));
                (Cow::Borrowed(&edge.from), Alteration::Changed)
            }
            Difference::EdgeRemoved(edge) => {
                let (from, to) = (here(&edge.from), here(&edge.to));
                self.edge(&from, &to, counts.then_some(Alteration::Removed));
                (Cow::Owned(from), Alteration::Changed)
            }
        };
        let text = without_urn(text, &urn);
        self.note(&urn, counts.then_some(alteration), text);
    }

    fn edge(&mut self, from: &Urn, to: &Urn, alteration: Option<Alteration>) {
        if let Some(alteration) = alteration {
            let ends = (from.clone(), to.clone());
            self.annotations.edges.insert(ends, alteration);
        }
    }

    /// The strongest alteration of a resource is its colour.
    fn note(&mut self, urn: &Urn, alteration: Option<Alteration>, text: String) {
        let annotation = self.annotations.resources.entry(urn.clone()).or_default();
        annotation.notes.push(text);
        let known = annotation.alteration;
        annotation.alteration = [known, alteration].into_iter().flatten().min_by_key(rank);
    }
}

fn rank(alteration: &Alteration) -> u8 {
    match alteration {
        Alteration::Added | Alteration::Removed => 0,
        Alteration::Replaced => 1,
        Alteration::Changed => 2,
        Alteration::Moved => 3,
    }
}

/// Whether the difference is a resource that only one of the graphs has.
fn is_whole(difference: &Difference<'_>) -> bool {
    matches!(
        difference,
        Difference::VertexAdded(_) | Difference::VertexRemoved(_)
    )
}

/// The text of a difference below the resource that it is about.
fn without_urn(text: String, urn: &Urn) -> String {
    match text.strip_prefix(&format!("`{urn}` ")) {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}
