//! `import * as shop from "lumi:shop"`: classes, components, enumerations and functions of a schema.

use crate::support::lumi::tool;
use crate::support::peers::tsc;

use super::Project;

/// A project that has added `shop`.
fn project() -> Option<Project> {
    let project = Project::new(&[("shop", "1.4.0")])?;
    project.run(&["add", "pulumi:shop", "-y"]).ok();
    Some(project)
}

#[test]
fn a_schema_is_a_module() {
    let Some(project) = project() else { return };
    project.program(
        "import * as shop from 'lumi:shop';\n\
         import { Item, store, Size } from 'lumi:shop';\n\
         const item = new Item('a', { title: 'A', size: Size.Small, price: '3 EUR', code: '1' });\n\
         const shelf = new store.Shelf('s', { items: [item.title], level: store.Level.First });\n\
         const box = new shop.Box('b', { titles: ['x', 'y'] });\n\
         console.log(Object.keys(shop).join(), Object.keys(store).join(), Item.name);\n\
         console.log(JSON.stringify(Size), Item.isInstance(item), shop.Box.isInstance(box), shelf instanceof store.Shelf);\n\
         export const total = shop.sum({ numbers: [1, 2] }).total;\n\
         export const code = item.code;\n",
    );
    let said = project.transcript(&["run"]);
    for expected in [
        "Box,Item,Old,Provider,Size,data,ephemeral,functions,store,sum Shelf,Level,getShelf Item",
        r#"{"Small":"S","M":"M","Large":"L"} true true true"#,
        "shop:store/shelf:Shelf",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
}

#[test]
fn mistakes_are_found_in_a_plan() {
    let Some(project) = project() else { return };
    for (text, problem) in [
        (
            "new shop.Item('b', { titel: 'x' });",
            "there is no \"titel\"; did you mean \"title\"?",
        ),
        ("new shop.Item('b', {});", "\"title\" is required"),
        (
            "new shop.Item('b', { title: 'x', size: 'Small' });",
            "\"size\" cannot be \"Small\"",
        ),
        (
            "new shop.Item('b', { title: 'x', price: [1] });",
            "\"price\" must be a number or a string, not an array",
        ),
        (
            "new shop.Item('b', { title: 'x', dimensions: { width: 1, hights: [] } });",
            "there is no \"dimensions.hights\"; did you mean \"heights\"?",
        ),
        (
            "new shop.Box('b', { titels: [] });",
            "did you mean \"titles\"?",
        ),
        (
            "export const x = new shop.Item('b', { title: 'x' }).serail;",
            "has no output \"serail\"; did you mean \"serial\"?",
        ),
        (
            "export const x = new shop.Box('b', { titles: [] }).lable;",
            "has no output \"lable\"; did you mean \"label\"?",
        ),
        (
            "new shop.store.Shlf('b', { items: [] });",
            "lumi:shop.store has no \"Shlf\"; did you mean \"Shelf\"?",
        ),
        (
            "shop.sum({ number: [1] });",
            "there is no \"number\"; did you mean \"numbers\"?",
        ),
        (
            "new shop.Provider('p', { foldr: 'x' });",
            "there is no \"foldr\"; did you mean \"folder\"?",
        ),
        ("new shop.Itm('b');", "did you mean \"Item\"?"),
        (
            "new shop.Box('b', { titles: [] }).priceIn({ curency: 'EUR' });",
            "there is no \"curency\"; did you mean \"currency\"?",
        ),
    ] {
        project.program(&format!("import * as shop from 'lumi:shop';\n\n{text}\n"));
        let said = project.transcript(&["run"]);
        assert!(said.contains(problem), "{text}: {said}");
        assert!(said.contains("index.ts:3:"), "{text}: {said}");
    }
}

#[test]
fn a_mistake_beside_an_output_is_reported_once() {
    let Some(project) = project() else { return };
    project.program(
        "import * as shop from 'lumi:shop';\n\
         const a = new shop.Item('a', { title: 'x' });\n\
         new shop.Item('b', { title: a.serial, prise: 1 });\n",
    );
    let said = project.transcript(&["run"]);
    assert_eq!(said.matches("did you mean \"price\"?").count(), 1, "{said}");
    assert!(said.contains("index.ts:3:"), "{said}");
    assert!(!said.contains("was not registered"), "{said}");
}

#[test]
fn a_compiler_knows_the_types() {
    let Some(compiler) = tsc() else { return };
    let Some(project) = project() else { return };
    project.program(
        "import * as shop from 'lumi:shop';\n\
         import type { Property } from 'lumi';\n\
         const size: shop.Size = shop.Size.Small;\n\
         const item = new shop.Item('a', { title: 'A', size, price: 3, dimensions: { width: 1 } });\n\
         const shelf = new shop.store.Shelf('s', { items: [item.title], level: shop.store.Level.First });\n\
         const box = new shop.Box('b', { titles: ['x'] }, { parent: shelf });\n\
         export const price: Property<string> = box.priceIn({ currency: 'EUR' }).price;\n\
         export const total: Property<number> = shop.sum({ numbers: [1] }).total;\n\
         export const found: Property<readonly string[]> = shop.store.getShelf({ id: shelf.id }).items;\n\
         export const serial: Property<number> = shop.Item.get('c', 'id').serial;\n\
         // @ts-expect-error\n\
         new shop.Item('d', { titel: 'x' });\n\
         // @ts-expect-error\n\
         new shop.Item('d', { title: 'x', size: 'XL' });\n\
         // @ts-expect-error\n\
         new shop.Item('d', { title: 'x', price: true });\n\
         // @ts-expect-error\n\
         box.priceIn({});\n\
         // @ts-expect-error\n\
         shop.Box.get('b', 'id');\n",
    );
    project.run(&["types"]).ok();
    let output = tool(&compiler)
        .args(["--noEmit", "--strict", "-p", "."])
        .current_dir(project.lumi.folder())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    insta::assert_snapshot!(project.lumi.read(".lumi/types/packages/shop/index.d.ts"));
    insta::assert_snapshot!(
        project
            .lumi
            .read(".lumi/types/packages/shop/r/index.3aItem.d.ts")
    );
    insta::assert_snapshot!(
        project
            .lumi
            .read(".lumi/types/packages/shop/r/index.3aBox.d.ts")
    );
}

/// As packages for Node have them: `types.input.store.Dimensions`.
#[test]
fn types_of_nested_values_have_names() {
    let Some(compiler) = tsc() else { return };
    let Some(project) = project() else { return };
    project.program(
        "import * as shop from 'lumi:shop';\n\
         import { types } from 'lumi:shop';\n\
         import type { Property } from 'lumi';\n\
         const dimensions: shop.types.input.store.Dimensions = { width: Promise.resolve(1), heights: [2] };\n\
         const more: types.input.store.DimensionsArgs[] = [dimensions];\n\
         const item = new shop.Item('a', { title: 'A', dimensions });\n\
         const found: Property<types.output.store.Dimensions | null> = item.dimensions;\n\
         export const width = found.then((it) => it?.width ?? more.length);\n\
         // @ts-expect-error\n\
         const wide: types.input.store.Dimensions = { height: 1 };\n\
         // @ts-expect-error\n\
         const plain: types.output.store.Dimensions = { width: Promise.resolve(1) };\n",
    );
    project.run(&["types"]).ok();
    let output = tool(&compiler)
        .args(["--noEmit", "--strict", "-p", "."])
        .current_dir(project.lumi.folder())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    // The names are of types alone, so that the import is none of a run.
    let said = project.transcript(&["run"]);
    assert!(said.contains("shop:index:Item"), "{said}");
}

#[test]
fn versions_are_compared_by_what_they_have() {
    let plugins = [("shop", "1.4.0"), ("shop-next", "1.5.0")];
    let Some(project) = Project::new(&plugins) else {
        return;
    };
    project.run(&["add", "pulumi:shop@1.4.0", "-y"]).ok();
    insta::assert_snapshot!(
        project.transcript(&["packages", "diff", "shop", "1.4.0", "1.5.0", "--yes"])
    );
}

#[test]
fn a_package_has_the_name_of_its_schema() {
    let Some(project) = Project::new(&[("shop", "1.4.0")]) else {
        return;
    };
    project.program("import * as store from 'lumi:store';\nnew store.Item('a', { title: 'A' });\n");
    insta::assert_snapshot!(project.transcript(&["add", "pulumi:shop", "--name", "store", "-y"]));
}
