//! Two large graphs, compared by meaning.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::iter;
use std::path::Path;

use serde_json::{Value, json};

use super::{Bench, MEDIUM};
use crate::contest::{Case, Competitor};
use crate::{Binary, Result};

const COUNT: usize = 10_000;
/// Up to this many resources that are alike are assigned in the best way.
const ALIKE: usize = 1000;

impl Bench<'_> {
    /// 10,000 resources beside 10,000, a tenth of which have other names.
    pub fn diff_10k(&self) -> Result<Case> {
        let folder = self.folders.work.join("diff");
        fs::create_dir_all(&folder)?;
        write(&folder.join("before.json"), COUNT, |_| false)?;
        write(&folder.join("after.json"), COUNT, |it| it % 10 == 0)?;
        Ok(self.compared(
            &folder,
            "diff-10k",
            "`diff --semantic`, 10,000 resources beside 10,000",
        ))
    }

    /// As many resources that are alike as are assigned in the best way. No pair has a name or inputs of its own.
    pub fn diff_alike(&self) -> Result<Case> {
        let folder = self.folders.work.join("diff-alike");
        fs::create_dir_all(&folder)?;
        write_alike(&folder.join("before.json"), "a")?;
        write_alike(&folder.join("after.json"), "b")?;
        Ok(self.compared(
            &folder,
            "diff-alike",
            "`diff --semantic`, 1,000 that are alike beside 1,000",
        ))
    }

    fn compared(&self, folder: &Path, name: &'static str, title: &'static str) -> Case {
        // Graphs that differ end with code 1.
        let script = "\"$0\" diff --semantic before.json after.json; test $? = 1";
        let competitor = |it: &Binary| {
            let lumi = it.path.display().to_string();
            Competitor::new(&it.name, Path::new("sh"), &["-c", script, &lumi])
                .within(folder)
                .printing("Renamed or moved (")
        };
        Case {
            name,
            title,
            target: "1 s",
            rounds: MEDIUM,
            warm_up: 1,
            first_line: false,
            snapshot: None,
            competitors: self.settings.binaries().map(competitor).collect(),
        }
    }
}

fn write(path: &Path, count: usize, is_renamed: impl Fn(usize) -> bool) -> Result<()> {
    let types = [
        "aws:s3:Bucket",
        "aws:ec2:Instance",
        "std:fs:File",
        "aws:iam:Role",
    ];
    let urn = |index: usize| {
        let word = if is_renamed(index) { "other" } else { "own" };
        format!(
            "urn:lumi:dev::bench::index::{}::{word}-{index}",
            types[index % 4]
        )
    };
    let vertices = (0..count).map(|index| {
        let tags = json!({ "owner": "bench", "team": format!("team-{}", index % 13) });
        let inputs = json!({ "bucketName": format!("n{index}"), "size": index % 7, "tags": tags });
        vertex(&urn(index), inputs)
    });
    let edges = (1..count).map(|index| {
        json!({ "from": urn(index), "to": urn(index / 3), "kind": "property", "property": "size" })
    });
    write_graph(path, vertices, edges)
}

fn write_alike(path: &Path, word: &str) -> Result<()> {
    let vertices = (0..ALIKE).map(|index| {
        let urn = format!("urn:lumi:dev::bench::index::aws:s3:Bucket::{word}-{index}");
        let inputs = json!({ "own": format!("{word}{index}"), "a": index % 3, "b": index % 5, "c": index % 7 });
        vertex(&urn, inputs)
    });
    write_graph(path, vertices, iter::empty())
}

fn vertex(urn: &str, inputs: Value) -> Value {
    let mut parts = urn.rsplit("::");
    let name = parts.next().unwrap_or_default();
    let token = parts.next().unwrap_or_default();
    json!({
        "urn": urn, "type": token, "name": name, "custom": true, "id": { "$lumi": "unknown" },
        "inputs": inputs, "outputs": {}, "options": {},
    })
}

/// Writes a graph item by item: memory for all of them would count for each process that is measured (`process.rs`).
fn write_graph(
    path: &Path,
    vertices: impl Iterator<Item = Value>,
    edges: impl Iterator<Item = Value>,
) -> Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    let head =
        r#""lumigl":1,"kind":"plan","stack":"dev","project":"bench","complete":true,"outputs":{}"#;
    write!(file, "{{{head},\"vertices\":[")?;
    write_items(&mut file, vertices)?;
    write!(file, "],\"edges\":[")?;
    write_items(&mut file, edges)?;
    write!(file, "]}}")?;
    Ok(file.flush()?)
}

fn write_items(file: &mut impl Write, items: impl Iterator<Item = Value>) -> Result<()> {
    for (index, item) in items.enumerate() {
        let separator = if index == 0 { "" } else { "," };
        write!(file, "{separator}{item}")?;
    }
    Ok(())
}
