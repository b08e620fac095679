//! Pulumi's own engine as the judge: programs of Lumi run by `pulumi` and by `lumi`, with the same plugins.
//!
//! `make judges` builds it; see [`crate::support::peers`]. A project is a folder with `Pulumi.yaml` and `Lumi.yaml`: both tools run its program, each with a state of its own.

mod by_lumi;
mod by_pulumi;
mod comparable;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use serde_json::Value;

use crate::pulumi_packages::built;
use crate::support::lumi::Lumi;
use crate::support::peers::pulumi_engine;

/// The step for each resource, by type and name.
type Plan = BTreeMap<String, String>;

/// The outputs of each resource, by type and name.
type State = BTreeMap<String, Value>;

/// One program, by both.
struct Trial {
    lumi: Lumi,
    /// The folder with `pulumi`.
    tool: PathBuf,
}

impl Trial {
    fn new(plugins: &[&str], program: &str) -> Option<Self> {
        let tool = pulumi_engine()?;
        let lumi = Lumi::program(program);
        let mut packages = String::new();
        for plugin in plugins {
            let program = built(plugin)?;
            packages.push_str(&format!("  {plugin}: {}\n", program.display()));
            let folder = lumi.folder().with_file_name("pulumi-home");
            let folder = folder.join(format!("plugins/resource-{plugin}-v1.0.0"));
            fs::create_dir_all(&folder).unwrap();
            symlink(&program, folder.join(format!("pulumi-resource-{plugin}"))).unwrap();
        }
        lumi.file("Lumi.yaml", format!("name: demo\npackages:\n{packages}"));
        lumi.file("Pulumi.yaml", "name: demo\nruntime: lumi\n");
        let bin = lumi.folder().with_file_name("pulumi-bin");
        fs::create_dir_all(&bin).unwrap();
        symlink(env!("CARGO_BIN_EXE_lumi"), bin.join("pulumi-language-lumi")).unwrap();
        fs::create_dir_all(lumi.folder().with_file_name("pulumi-state")).unwrap();
        let trial = Self { lumi, tool };
        trial.accept();
        trial.begin();
        Some(trial)
    }

    fn program(&self, text: &str) {
        self.lumi.file("index.ts", text);
    }

    /// Plans are equal; then both deploy, and what there is is equal.
    fn compare(&self, what: &str) {
        let (by_pulumi, by_lumi) = (self.pulumi_plan(), self.lumi_plan());
        assert_eq!(by_lumi, by_pulumi, "{what}: what is planned");
        self.pulumi_up();
        self.lumi_up();
        let (by_pulumi, by_lumi) = (self.pulumi_state(), self.lumi_state());
        assert_eq!(by_lumi, by_pulumi, "{what}: what there is");
        assert_eq!(
            self.lumi_outputs(),
            self.pulumi_outputs(),
            "{what}: the outputs"
        );
    }
}

const RANDOM: &str = "\
    import * as random from 'lumi:random';\n\
    const number = new random.RandomInteger('number', { min: 3, max: MAX, seed: 'a' });\n\
    const text = new random.RandomString('text', { length: 8, special: false, keepers: { of: KEEPER } });\n\
    const pet = new random.RandomPet('pet', { prefix: number.result.then(String), separator: '_' });\n\
    const order = new random.RandomShuffle('order', { inputs: ['a', 'b', 'c'], seed: 'x' });\n\
    const secret = new random.RandomPassword('secret', { length: 20 }, { dependsOn: [pet] });\n\
    OTHER\n\
    export const result = number.result;\n\
    export const shuffled = order.results;\n";

fn random(max: &str, keeper: &str, other: &str) -> String {
    RANDOM
        .replace("MAX", max)
        .replace("KEEPER", keeper)
        .replace("OTHER", other)
}

#[test]
fn a_bridged_provider_is_managed_alike() {
    let other = "new random.RandomUuid('other');";
    let Some(trial) = Trial::new(&["random"], &random("3", "'1'", other)) else {
        return;
    };
    trial.compare("at first");
    trial.compare("with nothing to do");
    // One is replaced, and what depends on it is; one is removed.
    trial.program(&random("3", "'2'", ""));
    trial.compare("after a change");
    trial.program(&random("4", "'2'", ""));
    trial.compare("after a change that others depend on");
    trial.pulumi_destroy();
    trial.lumi_destroy();
    assert_eq!(trial.lumi_state(), State::new());
    assert_eq!(trial.pulumi_state(), State::new());
}

const SHOP: &str = "\
    import * as shop from 'lumi:shop';\n\
    const box = new shop.Box('b', { titles: ['x', TITLE], size: shop.Size.M });\n\
    const item = new shop.Item('a', { title: 'A', code: '1234', tags: { a: 'b' }, price: PRICE });\n\
    const shelf = new shop.store.Shelf('s', { items: [item.title, box.label] }, { parent: item });\n\
    export const price = box.priceIn({ currency: 'EUR' }).price;\n\
    export const label = box.label;\n\
    export const total = shop.sum({ numbers: [1, 2] }).total;\n\
    export const serial = shelf.serial;\n";

fn shop(title: &str, price: &str) -> String {
    SHOP.replace("TITLE", title).replace("PRICE", price)
}

#[test]
fn components_methods_and_functions_are_those_of_pulumi() {
    let Some(trial) = Trial::new(&["shop"], &shop("'y'", "3")) else {
        return;
    };
    trial.compare("at first");
    trial.program(&shop("'y'", "'4 EUR'"));
    trial.compare("after an update");
    trial.program(&shop("'z'", "'4 EUR'"));
    trial.compare("after a replacement");
}
