//! Whether a plan keeps to its configuration.

use std::collections::BTreeMap;

use crate::cty::{Path, Step, Value, ValueError};

use super::block::{Attribute, AttributeKind, Block, NestedBlock, Nesting};

/// All places where a plan has what neither the configuration nor the object before allows.
pub fn check_plan(
    block: &Block,
    prior: &Value,
    config: &Value,
    planned: &Value,
) -> Vec<ValueError> {
    let mut check = Check::default();
    check.block(block, prior, config, planned, &Path::ROOT);
    check.found
}

#[derive(Default)]
struct Check {
    found: Vec<ValueError>,
}

const NOT_CONFIGURED: &str = "it is planned, but neither configured nor set by the provider";
const NOT_PLANNED: &str = "it is configured, but not planned";
const BECAME_UNKNOWN: &str = "it is configured, but unknown in the plan";
const OTHER_SIZE: &str = "as many elements as are configured must be planned";
const OTHER_VALUE: &str =
    "the planned value differs from the configuration and from the prior value";

impl Check {
    fn wrong(&mut self, path: &Path, reason: &str) {
        self.found.push(ValueError {
            path: path.clone(),
            reason: reason.to_owned(),
        });
    }

    /// Whether both or neither are there. What differs is an error.
    fn presence(&mut self, config: &Value, planned: &Value, path: &Path) -> bool {
        match (config.is_null(), planned.is_null()) {
            (true, true) => false,
            (false, false) => true,
            (true, false) => {
                self.wrong(path, NOT_CONFIGURED);
                false
            }
            (false, true) => {
                self.wrong(path, NOT_PLANNED);
                false
            }
        }
    }

    fn block(
        &mut self,
        block: &Block,
        prior: &Value,
        config: &Value,
        planned: &Value,
        path: &Path,
    ) {
        if !self.presence(config, planned, path) {
            return;
        }
        if planned.is_unknown() {
            return self.wrong(path, BECAME_UNKNOWN);
        }
        self.attributes(&block.attributes, prior, config, planned, path);
        for (name, nested) in &block.blocks {
            let path = path.then(Step::Attribute(name.clone()));
            let [prior, config, planned] = [prior, config, planned].map(|it| it.attribute(name));
            self.nested_block(nested, &prior, &config, &planned, &path);
        }
    }

    fn nested_block(
        &mut self,
        nested: &NestedBlock,
        prior: &Value,
        config: &Value,
        planned: &Value,
        path: &Path,
    ) {
        if config.is_unknown() {
            if planned != config {
                self.wrong(path, OTHER_VALUE);
            }
            return;
        }
        let block = &nested.block;
        match nested.nesting {
            Nesting::Single | Nesting::Group => self.block(block, prior, config, planned, path),
            _ if planned.is_null() || planned.is_unknown() => self.wrong(path, BECAME_UNKNOWN),
            Nesting::Set => {
                if planned.children().any(|(_, it)| it.is_unknown()) {
                    self.wrong(path, BECAME_UNKNOWN);
                }
            }
            Nesting::List | Nesting::Map => {
                self.each(
                    prior,
                    config,
                    planned,
                    path,
                    |check, prior, config, planned, path| {
                        check.block(block, prior, config, planned, path);
                    },
                );
            }
        }
    }

    /// Checks the elements of a list or a map, each with its partner before.
    fn each(
        &mut self,
        prior: &Value,
        config: &Value,
        planned: &Value,
        path: &Path,
        mut check: impl FnMut(&mut Self, &Value, &Value, &Value, &Path),
    ) {
        let steps = |it: &Value| it.children().map(|(step, _)| step).collect::<Vec<_>>();
        if steps(config) != steps(planned) {
            return self.wrong(path, OTHER_SIZE);
        }
        for ((step, config), (_, planned)) in config.children().zip(planned.children()) {
            let mut before = prior.children().filter(|(it, _)| *it == step);
            let prior = before.next().map_or(&Value::Null, |(_, it)| it);
            let path = step.map_or_else(|| path.clone(), |it| path.then(it));
            check(self, prior, config, planned, &path);
        }
    }

    fn attributes(
        &mut self,
        attributes: &BTreeMap<String, Attribute>,
        prior: &Value,
        config: &Value,
        planned: &Value,
        path: &Path,
    ) {
        for (name, attribute) in attributes {
            let path = path.then(Step::Attribute(name.clone()));
            let [prior, config, planned] = [prior, config, planned].map(|it| it.attribute(name));
            self.attribute(attribute, &prior, &config, &planned, &path);
        }
    }

    fn attribute(
        &mut self,
        attribute: &Attribute,
        prior: &Value,
        config: &Value,
        planned: &Value,
        path: &Path,
    ) {
        if attribute.is_write_only {
            if !planned.is_null() {
                self.wrong(path, "a value that is only written may not be planned");
            }
            return;
        }
        let is_as_before = planned == prior && !prior.is_null() && !config.is_null();
        let is_computed = attribute.is_computed && config.is_null();
        if planned == config || is_as_before || attribute.is_computed_only() || is_computed {
            return;
        }
        if config.is_null() {
            return self.wrong(path, NOT_CONFIGURED);
        }
        match &attribute.kind {
            AttributeKind::Of(_) => self.wrong(path, OTHER_VALUE),
            AttributeKind::Nested(nesting, attributes) => {
                self.nested_attributes(*nesting, attributes, prior, config, planned, path);
            }
        }
    }

    fn nested_object(
        &mut self,
        attributes: &BTreeMap<String, Attribute>,
        prior: &Value,
        config: &Value,
        planned: &Value,
        path: &Path,
    ) {
        if config.is_unknown() && planned.is_unknown() {
            return;
        }
        if self.presence(config, planned, path) {
            match config.is_unknown() || planned.is_unknown() {
                true => self.wrong(path, OTHER_VALUE),
                false => self.attributes(attributes, prior, config, planned, path),
            }
        }
    }

    fn nested_attributes(
        &mut self,
        nesting: Nesting,
        attributes: &BTreeMap<String, Attribute>,
        prior: &Value,
        config: &Value,
        planned: &Value,
        path: &Path,
    ) {
        if !self.presence(config, planned, path) {
            return;
        }
        if config.is_unknown() {
            return self.wrong(path, OTHER_VALUE);
        }
        if planned.is_unknown() {
            return self.wrong(path, BECAME_UNKNOWN);
        }
        match nesting {
            Nesting::Single | Nesting::Group => {
                self.attributes(attributes, prior, config, planned, path);
            }
            Nesting::Set => {
                let is_known = config.is_wholly_known() && planned.is_wholly_known();
                let lengths = [config, planned].map(|it| it.elements().map(<[Value]>::len));
                if is_known && lengths[0] != lengths[1] {
                    self.wrong(path, OTHER_SIZE);
                }
            }
            Nesting::List | Nesting::Map => {
                self.each(
                    prior,
                    config,
                    planned,
                    path,
                    |check, prior, config, planned, path| {
                        check.nested_object(attributes, prior, config, planned, path);
                    },
                );
            }
        }
    }
}
