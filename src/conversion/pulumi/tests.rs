//! Modules before and after their conversion.

use super::{PackageSetting, PulumiPackages, convert_module, relative_imports};
use crate::note::NoteKind;

/// A part of `config/vars.js` of a package.
const SETTINGS: &str = r#"const __config = new pulumi.Config("aws");
Object.defineProperty(exports, "region", {
    get() {
        return __config.get("region") ?? utilities.getEnv("AWS_REGION", "AWS_DEFAULT_REGION");
    },
    enumerable: true,
});
Object.defineProperty(exports, "skipRegionValidation", {
    get() {
        return __config.getObject("skipRegionValidation") ?? true;
    },
    enumerable: true,
});
"#;

fn packages() -> PulumiPackages {
    let providers = [
        ("@pulumi/random", "random"),
        ("@pulumi/aws", "aws"),
        ("@pulumi/kubernetes", "kubernetes"),
    ];
    PulumiPackages {
        providers: providers
            .map(|(npm, name)| (npm.to_owned(), name.to_owned()))
            .into(),
        libraries: ["kit".to_owned()].into(),
        settings: [("@pulumi/aws".to_owned(), PackageSetting::all(SETTINGS))].into(),
    }
}

/// The converted text, and a line for each note.
pub fn converted(text: &str) -> String {
    let module = convert_module("index.ts", text, &packages()).unwrap();
    let notes = module.notes.iter().map(|it| {
        let kind = match it.kind {
            NoteKind::NotConverted => "!",
            NoteKind::Check => "?",
        };
        format!("{kind} {}: {}; {}\n", it.place, it.what, it.advice)
    });
    format!("{}{}", module.text, notes.collect::<String>())
}

#[test]
fn names_comments_and_layout_are_kept() {
    insta::assert_snapshot!(converted(include_str!(
        "../../../tests/programs/pulumi_convert/site.ts"
    )));
}

/// Only the words change: tabs, odd indentation and ends of lines stay.
#[test]
fn odd_layout_is_kept() {
    let text = "import*as pulumi from'@pulumi/pulumi'\r\n\texport const a=pulumi . output( 1 )\r\n\t\t.apply(it=>it) // b\r\n";
    let odd = converted(text);
    assert_eq!(
        odd,
        "import * as lumi from 'lumi'\r\n\texport const a=new lumi.Property( 1 )\r\n\t\t.then(it=>it) // b\r\n"
    );
}

#[test]
fn names_are_imported_one_by_one() {
    insta::assert_snapshot!(converted(
        "import { Output, Config as Settings, all, asset, output, ComponentResource, type Input } from '@pulumi/pulumi';\n\
         import { RandomPet } from '@pulumi/random';\n\
         const file = new asset.FileAsset('a');\n\
         const one: Output<string> = output('x');\n\
         const two = Output.create(file), three = Output.isInstance(one);\n\
         function f(it: Input<Output<number>>) { return all([it]).apply(([it]) => it); }\n\
         class Box extends ComponentResource { constructor() { super('acme:Box', 'b'); } }\n\
         export const members = { Settings, asset: asset, all, Output };\n"
    ));
}

/// Two imports of one name would be an error of syntax.
#[test]
fn a_name_is_imported_once() {
    assert_eq!(
        converted(
            "import type { Output } from \"@pulumi/pulumi\";\nimport { output } from \"@pulumi/pulumi\";\n\
             import { Bucket } from \"@pulumi/aws/s3/bucket\";\nimport { BucketObject, Bucket as B } from \"@pulumi/aws/s3\";\n\
             export const a: Output<number> = output(1), b = [Bucket, BucketObject, B];\n"
        ),
        "import { Property } from \"lumi\";\nimport { s3 } from \"lumi:aws\";\n\
         export const a: Property<number> = new Property(1), b = [s3.Bucket, s3.BucketObject, s3.Bucket];\n"
    );
}

#[test]
fn a_name_that_is_taken_gets_another_one() {
    insta::assert_snapshot!(converted(
        "import * as pulumi from \"@pulumi/pulumi\";\n\
         import { Output, asset } from \"@pulumi/pulumi\";\n\
         const lumi = 1;\nclass Property {}\nclass FileAsset {}\n\
         export const a: Output<number> = pulumi.output(lumi);\n\
         export const b = new asset.FileAsset(\"x\");\n\
         { const pulumi = { output: (x: number) => x }; pulumi.output(1); }\n"
    ));
}

#[test]
fn packages_are_those_of_lumi() {
    insta::assert_snapshot!(converted(
        "import * as aws from \"@pulumi/aws\";\n\
         import { s3, getRegionOutput } from \"@pulumi/aws\";\n\
         import * as ec2 from \"@pulumi/aws/ec2\";\n\
         import { Bucket } from \"@pulumi/aws/s3/bucket\";\n\
         import { Pod } from \"@pulumi/kubernetes/core/v1\";\n\
         import { input } from \"@pulumi/aws/types\";\n\
         import * as kit from \"kit\";\n\
         const a: aws.s3.Bucket = new Bucket(\"a\");\n\
         const b = s3.Bucket.get(\"b\", a.id, undefined, { protect: true });\n\
         const c = s3.Bucket.get(\"c\", a.id, { arn: \"x\" });\n\
         const region = getRegionOutput().name, ami = aws.ec2.getAmiOutput({ owners: [] }, { provider: a });\n\
         const size = ec2.InstanceType.T2_Micro, old = aws.config.region;\n\
         type Rule = aws.types.input.ec2.Rule;\n\
         new Pod(\"pod\", {}, { id: \"x\", transformations: [] });\n\
         new kit.Box(\"box\");\n"
    ));
}

#[test]
fn apply_is_then_only_where_it_is_that_of_an_output() {
    insta::assert_snapshot!(converted(
        "import * as pulumi from \"@pulumi/pulumi\";\n\
         declare const it: any, f: any, g: any;\n\
         it.apply((x: string) => x).apply(function (y: string) { return y; });\n\
         f.apply(this, [1]); f.apply(undefined); f.apply({}); f.apply(null);\n\
         pulumi.secret(1).apply(JSON.stringify); pulumi.interpolate`a`.apply(f);\n\
         it.apply(f); it?.apply((x: string) => x);\n\
         pulumi.all([it]).apply<string>(async ([x]) => x);\n"
    ));
}

#[test]
fn dynamic_resources_are_those_of_lumi() {
    insta::assert_snapshot!(converted(
        "import * as pulumi from \"@pulumi/pulumi\";\n\
         const provider: pulumi.dynamic.ResourceProvider = {\n\
         \x20 async create(inputs: any): Promise<pulumi.dynamic.CreateResult> { return { id: inputs.name, outs: inputs }; },\n\
         };\n\
         export class Greeting extends pulumi.dynamic.Resource {\n\
         \x20 // The greeting.\n\
         \x20 public readonly text!: pulumi.Output<string>;\n\
         \x20 name: pulumi.Output<string>;\n\
         \x20 static count = 0;\n\
         \x20 constructor(name: string, opts?: pulumi.CustomResourceOptions) {\n\
         \x20   super(provider, name, { name, text: undefined }, opts);\n\
         \x20 }\n\
         }\n"
    ));
    insta::assert_snapshot!(converted(
        "import * as dynamic from \"@pulumi/pulumi/dynamic\";\n\
         import { log, dynamic as d, Output } from \"@pulumi/pulumi\";\n\
         log.info(\"a\"); log.warn(\"b\", undefined, 1);\n\
         class A implements dynamic.ResourceProvider { async create() { return { id: \"x\" }; } }\n\
         export class B extends d.Resource { declare x: Output<string>; constructor() { super(new A(), 'b', {}); } }\n\
         class C extends d.Resource { constructor() { super(new A(), 'c', {}, undefined, 'm', 'C'); } }\n\
         class D extends d.Resource { constructor(t: string) { super(new A(), 'd', {}, { protect: true }); } }\n\
         class E extends d.Resource { constructor(t: string) { super(new A(), 'e', {}, undefined, t); } }\n"
    ));
}

#[test]
fn components_have_types_of_three_parts() {
    insta::assert_snapshot!(converted(
        "import * as pulumi from \"@pulumi/pulumi\";\n\
         const type = \"acme:x:Y\";\n\
         class A extends pulumi.ComponentResource { url!: pulumi.Output<string>; constructor() { super(\"acme:A\", \"a\", {}, {}); } }\n\
         class B extends pulumi.ComponentResource<number> { async initialize() { return 1; } constructor() { super(\"a:b:c:B\", \"b\", {}, {}, true); } }\n\
         class C extends pulumi.ComponentResource { constructor() { super(type, \"c\"); } }\n\
         class E extends pulumi.ComponentResource { constructor() { super(\"E\", \"e\"); } }\n\
         class D extends A { name!: string; }\n"
    ));
}

#[test]
fn options_and_references_that_differ_are_listed() {
    insta::assert_snapshot!(converted(
        "import * as pulumi from \"@pulumi/pulumi\";\n\
         import * as random from \"@pulumi/random\";\n\
         const net = new pulumi.StackReference(\"acme/net/dev\"), own = new pulumi.StackReference(`${pulumi.getOrganization()}/a/b`);\n\
         const vpc = net.requireOutput(\"vpc\"), now = net.getOutputValue(\"x\");\n\
         new random.RandomPet(\"a\", {}, { aliases: [{ parent: pulumi.rootStackResource }, \"urn:pulumi:dev::web::a:b:C::x\"], urn: \"x\" });\n\
         new random.RandomPet(\"b\", { transforms: 1 });\n\
         new random.RandomPet(\"c\", {}, { transforms: [], pluginDownloadURL: \"x\" });\n"
    ));
}

/// The functions take and answer `inputs` and `options`; the names of variables stay.
#[test]
fn transforms_take_inputs_and_options() {
    insta::assert_snapshot!(converted(
        "import * as pulumi from \"@pulumi/pulumi\";\n\
         import * as random from \"@pulumi/random\";\n\
         import { tagged } from \"./tagged\";\n\
         const prefix = (text: string): pulumi.ResourceTransformation => ({ type, props, opts: own }) =>\n\
         \x20 type === \"x\" ? { props: { ...props, prefix: text }, opts: own } : undefined;\n\
         function protect(args: pulumi.ResourceTransformArgs): pulumi.ResourceTransformResult | undefined {\n\
         \x20 if (args.name === \"a\") return;\n\
         \x20 const { opts = {}, props: inputs } = args;\n\
         \x20 args.props[\"length\"] = 3;\n\
         \x20 return args.custom ? { ...args, opts: pulumi.mergeOptions(args.opts, { protect: true, ignoreChanges: [\"x\"] }) } : { props: inputs, opts };\n\
         }\n\
         const all = [protect, prefix(\"b\")], options: pulumi.CustomResourceOptions = { transformations: all };\n\
         const plain = (args) => args, same = function ({ props, opts }) { if (!props.x) { return null; } return { props, opts }; };\n\
         new random.RandomPet(\"a\", {}, { transforms: [plain, same, tagged, ...all, ({ props, opts }) => ({ props: { x: 1, ...props }, opts })] });\n\
         new Site(\"s\", { transformations: [({ props, opts }) => { return { opts, props }; }] });\n\
         pulumi.runtime.registerStackTransformation((args) => ({ props: args.props, opts: { ...args.opts, parent: args[\"opts\"] } }));\n\
         pulumi.runtime.registerStackTransform(({ props, opts }) => ({ props, opts }));\n"
    ));
}

#[test]
fn transforms_of_other_forms_are_listed() {
    let functions = [
        "async ({ props, opts }) => ({ props, opts })",
        "({ resource, props, opts }) => ({ props, opts })",
        "({ props, ...rest }) => ({ props, ...rest })",
        "({ props, [name]: opts }) => ({ props, opts })",
        "({ props, opts } = all) => ({ props, opts })",
        "(args) => { log(args); return args; }",
        "(args) => log(args)",
        "(args) => ({ props: args.props })",
        "(args) => ({ ...other, props: args.props })",
        "(args) => ({ props: args.props, opts: args.opts, name: args.name })",
        "(args) => args.name && args",
        "(args) => { args = all; return args; }",
        "({ props, opts }, second) => ({ props, opts })",
        "all.transform",
        "make()()",
        "...all.transforms",
    ];
    let mut said = String::new();
    for function in functions {
        let text = format!(
            "import * as pulumi from \"@pulumi/pulumi\";\nnew pulumi.CustomResource(\"a:b:C\", \"c\", {{}}, {{ transforms: [{function}] }});\n"
        );
        let converted = converted(&text);
        let (module, notes) = converted.split_once("! index.ts:").expect(function);
        assert!(module.contains(function), "{function}: {module}");
        said += &format!("{function}\n    {}", notes.lines().next().unwrap());
        said.push('\n');
    }
    insta::assert_snapshot!(said);
}

/// The types have the names that they have in packages for Node, and settings are read by their keys.
#[test]
fn types_and_settings_of_packages_are_those_of_lumi() {
    insta::assert_snapshot!(converted(
        "import * as aws from \"@pulumi/aws\";\n\
         import { types, config, ec2 } from \"@pulumi/aws\";\n\
         import { input as inputs, output } from \"@pulumi/aws/types\";\n\
         import * as outputs from \"@pulumi/aws/types/output\";\n\
         import { region } from \"@pulumi/aws/config\";\n\
         const Config = 1;\n\
         const disk: aws.types.input.ec2.InstanceDisk = {}, more: inputs.ec2.InstanceDisk[] = [];\n\
         type All = types.output.ec2.InstanceDisk | output.ec2.Filter | outputs.s3.Rule<inputs.A> | aws.types.enums.ec2.Kind;\n\
         const here = aws.config.region!, skips = !config.skipRegionValidation, it = { region }, odd = aws.config.other;\n\
         type Region = typeof aws.config.region;\n\
         new ec2.Instance(\"a\", { disk });\n"
    ));
    assert_eq!(
        converted(
            "import * as pulumi from '@pulumi/pulumi';\nimport { config } from '@pulumi/aws';\nexport const a = pulumi.output(config.region);\n"
        )
        .lines()
        .take(2)
        .collect::<Vec<_>>()
        .join("\n"),
        "import * as lumi from 'lumi';\nexport const a = new lumi.Property(new lumi.Config('aws').get('region'));"
    );
}

/// Lists of both options are joined by the SDK, so that an object does not mean the same.
#[test]
fn options_of_one_value_are_merged_in_an_object() {
    let text = "import * as pulumi from \"@pulumi/pulumi\";\n\
                import * as random from \"@pulumi/random\";\n\
                const f = (o: any) => pulumi.mergeOptions(o, { protect: true });\n\
                new random.RandomPet(\"a\", {}, pulumi.mergeOptions(f({}), { parent: f, }));\n";
    assert_eq!(
        converted(text),
        "import * as lumi from \"lumi\";\n\
         import * as random from \"lumi:random\";\n\
         const f = (o: any) => ({ ...o, protect: true });\n\
         new random.RandomPet(\"a\", {}, { ...f({}), parent: f, });\n"
            .replace("import * as lumi from \"lumi\";\n", "")
    );
    for merged in [
        "{ dependsOn: [] }",
        "o",
        "{ ...o }",
        "/* own */ { protect: true }",
    ] {
        let text = format!(
            "import {{ mergeOptions }} from \"@pulumi/pulumi\";\nconst o = {{}}; mergeOptions(o, {merged});\n"
        );
        assert!(converted(&text).contains("! index.ts:2"), "{merged}");
    }
}

#[test]
fn types_beside_values_are_converted_with_them() {
    let converted = converted(
        "import * as pulumi from \"@pulumi/pulumi\";\n\
         import * as aws from \"@pulumi/aws\";\n\
         class A extends pulumi.ComponentResource { constructor() { super(\"it's:X\" as pulumi.Input<any>, 'a'); } }\n\
         class B extends pulumi.dynamic.Resource { constructor(o: any) { super({}, 'b', {}, o as pulumi.CustomResourceOptions); } }\n\
         aws.s3.Bucket.get(\"b\", \"c\", {} as pulumi.Input<any>, {});\n\
         class C extends B { /* readonly */ readonly x !: pulumi.Output<string>; }\n\
         export const folder = { __dirname };\n",
    );
    for part in [
        "super(\"it's:index:X\" as lumi.Input<any>, 'a')",
        "{ ...o, aliases: [{ type: \"pulumi-nodejs:dynamic:Resource\" }, ...(o?.aliases ?? [])] } as lumi.CustomResourceOptions",
        "aws.s3.Bucket.get(\"b\", \"c\", {});",
        "{ /* readonly */ declare readonly x : lumi.Property<string>; }",
        "{ __dirname: import.meta.dirname }",
    ] {
        assert!(converted.contains(part), "{part}: {converted}");
    }
}

#[test]
fn members_without_a_counterpart_are_listed() {
    insta::assert_snapshot!(converted(
        "import * as pulumi from \"@pulumi/pulumi\";\n\
         pulumi.runtime.setMocks({} as any);\n\
         const both = pulumi.mergeOptions({}, {}), all = [1].map(pulumi.output), it = pulumi;\n\
         const [later, done] = pulumi.deferredOutput<string>();\n\
         pulumi.runtime.isDryRun() && pulumi.somethingNew();\n\
         type T = typeof pulumi.all | import(\"@pulumi/aws\").Provider | pulumi.Unwrap<pulumi.ID>;\n\
         export * from \"@pulumi/random\";\nexport { pulumi };\n\
         throw new pulumi.RunError(\"no\");\n"
    ));
}

#[test]
fn common_js_becomes_modules() {
    insta::assert_snapshot!(converted(
        "import fs = require(\"fs\");\nimport ms = require('ms')\nimport p = require(\"@pulumi/pulumi\");\n\
         const path = __dirname + __filename, token = process.env.TOKEN;\n\
         const x = require(\"./x\"); exports.a = fetch(path);\n\
         function f(require: any) { require(1); }\n\
         export = async () => ({ a: 1 });\n"
    ));
    // Without imports and exports, Lumi runs it as CommonJS as well.
    assert_eq!(
        converted("module.exports = require(__dirname);\n"),
        "module.exports = require(__dirname);\n"
    );
    // What requires the SDK cannot stay so.
    let listed = converted(
        "const pulumi = require(\"@pulumi/pulumi\");\nexports.a = pulumi.output(1).apply((it) => it);\n",
    );
    for expected in [
        "index.ts:1:16: `require` is not in ES modules",
        "index.ts:2:1: `exports` is not in ES modules",
    ] {
        assert!(listed.contains(expected), "{listed}");
    }
}

#[test]
fn imports_within_a_statement_of_several_lines_keep_their_lines() {
    insta::assert_snapshot!(converted(
        "import {\n  Output,\n  secret, // a remark\n} from \"@pulumi/pulumi\"\nimport type { Inputs } from \"@pulumi/pulumi\";\nimport { runtime } from \"@pulumi/pulumi\";\n\
         export const a: Output<string> = secret(\"x\");\n"
    ));
}

#[test]
fn a_converted_module_is_converted_to_itself() {
    let text = converted(include_str!(
        "../../../tests/programs/pulumi_convert/site.ts"
    ));
    assert_eq!(converted(&text), text);
}

#[test]
fn errors_of_syntax_have_their_place() {
    let fault = convert_module("a.ts", "const a = 1;\nconst = 2;\n", &packages()).unwrap_err();
    assert_eq!((fault.place.line, fault.place.column), (2, 7));
}

#[test]
fn modules_of_the_program_are_followed() {
    let text = "import './a'; export * from '../b'; import x = require('./c'); import('./d'); require('./e'); import 'ms';\n\
                export { f } from '.';\n";
    assert_eq!(
        relative_imports("a.ts", text).unwrap(),
        ["./a", "../b", "./c", "./d", "./e", "."]
    );
}

proptest::proptest! {
    /// Whatever is converted can be parsed, and has nothing more to convert.
    #[test]
    fn any_arrangement_is_edited_without_overlap(parts in proptest::collection::vec(0..PARTS.len(), 0..12)) {
        let body: String = parts.iter().map(|it| PARTS[*it]).collect();
        let text = format!(
            "import * as pulumi from '@pulumi/pulumi';\nimport {{ Output, asset, output }} from '@pulumi/pulumi';\n\
             import * as aws from '@pulumi/aws';\n{body}"
        );
        let first = convert_module("a.ts", &text, &packages()).unwrap();
        let again = convert_module("a.ts", &first.text, &packages()).unwrap();
        proptest::prop_assert_eq!(first.text, again.text);
    }
}

/// Statements without names of their own, so that any of them can stand beside any other.
const PARTS: &[&str] = &[
    "pulumi.output(output(1)).apply((x) => pulumi.all([x]).apply(() => aws.s3.getBucketOutput({})));\n",
    "new aws.s3.Bucket(`a${pulumi.getStack()}`, { x: new asset.FileAsset(__dirname) }, { parent: pulumi.rootStackResource });\n",
    "aws.s3.Bucket.get('a', output('b') as any as Output<string>, {}, {});\n",
    "(class extends pulumi.ComponentResource { x!: Output<pulumi.ID>; constructor() { super('a:B', 'c'); } });\n",
    "(class extends aws.s3.Bucket { readonly y!: Output<string>; z = { Output, output: 1 }; });\n",
    "new pulumi.StackReference('a/b/c', {}, { urn: 'x' }).getOutput('d').apply(Output.create);\n",
    "(() => { let pulumi: any; pulumi.output(pulumi.asset); })();\n",
    "new aws.s3.Bucket('b', {}, { transformations: [(args) => ({ props: { ...args.props, x: output(1) }, opts: args.opts })] });\n",
    "pulumi.runtime.registerStackTransform(({ props, opts }) => ({ props, opts: pulumi.mergeOptions(opts, { aliases: [], protect: true }) }));\n",
    "(it: aws.types.input.s3.Rule, now = aws.config.region, { config: { region } } = aws) => it;\n",
];
