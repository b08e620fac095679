//! The declarations of libraries.

use super::*;
use crate::verify;

fn interfaces(files: &[(&str, &str)], dependencies: &[(&str, &str)]) -> String {
    let compiled = compiled(&mut Texts::of(files)).unwrap();
    let names = compiled.packages.iter().map(|it| {
        let dependency = crate::Dependency::default();
        (it.clone(), dependency)
    });
    let about = PackDescription {
        name: "test".to_owned(),
        version: "1.2.3".to_owned(),
        description: None,
        license: None,
        kind: PackKind::Library,
        dependencies: names.collect(),
        settings: serde_json::Map::new(),
    };
    let pack = verify(&build(&compiled, about).unwrap().bytes).unwrap();
    let dependencies = dependencies.iter();
    let dependencies =
        dependencies.map(|(name, as_name)| ((*name).to_owned(), (*as_name).to_owned()));
    let all = pack.interfaces("lumi:web", &dependencies.collect());
    let shown = all
        .iter()
        .map(|(behind, text)| format!("== lumi:web{behind}\n{text}"));
    shown.collect()
}

#[test]
fn a_library_is_declared_by_its_types() {
    let site = r#"
        import { ComponentResource, type Options, type Input } from "lumi";
        import { fs } from "lumi/std";
        import pages from "./pages.json" with { type: "json" };

        /** The options of a site. */
        export interface SiteOptions<T = string> { readonly name: string; pages?: T[]; "odd name": Input<string> }
        type Hidden = "a" | 1;
        export enum Size { Small, Large = 5 }

        export class Site extends ComponentResource {
            readonly index: fs.File;
            static count = 0;
            #secret = 1;
            constructor(name: string, { pages }: SiteOptions, options?: Options) {
                super("acme:web:Site", name, {}, options);
                this.index = new fs.File(name, { path: name, content: "x" });
            }
            get size(): Size { return Size.Small; }
            set size(value: Size) {}
            page(path: string, depth = 1, ...rest: string[]) { return path; }
            async load(): Promise<void> {}
        }

        export function site(name: string, kind: Hidden = "a", last: number): Site { return new Site(name, { name, "odd name": name }); }
        export const made = new Site("a", { name: "a", "odd name": "b" });
        export const total: number = pages.length;
        export const [first, second] = [1, 2];
        export const short = (a: number) => `${a}`;
        export default total;
    "#;
    let index = r#"
        export { site, Site } from "./lib/site.ts";
        export * from "lumi:net";
    "#;
    let index = index.replace("export * from \"lumi:net\";", "import { range } from \"lumi:net\";\nexport const ranges = range;\nexport { default as random } from \"lumi:random/deep\";");
    insta::assert_snapshot!(
        interfaces(
            &[("index.ts", &index), ("lib/site.ts", site), ("lib/pages.json", "[]")],
            &[("net", "lumi:web/~net")],
        ),
        @r#"
        == lumi:web/lib/site
        import { ComponentResource, type Options, type Input } from "lumi";
        import { fs } from "lumi/std";

        export interface SiteOptions<T = string> {
          readonly name: string;
          pages?: T[];
          "odd name": Input<string>;
        }

        type Hidden = "a" | 1;
        export declare enum Size {
          Small,
          Large = 5,
        }
        export declare class Site extends ComponentResource {
          readonly index: fs.File;
          static count: number;
          constructor(name: string, argument1: SiteOptions, options?: Options);
          get size(): Size;
          set size(value: Size);
          page(path: string, depth?: number, ...rest: string[]): any;
          load(): Promise<void>;
        }
        export declare function site(name: string, kind: Hidden | undefined, last: number): Site;
        export declare const made: InstanceType<typeof Site>;
        export declare const total: number;
        export declare const first: any;
        export declare const second: any;
        export declare const short: (a: number) => string;
        declare const _default: typeof total;
        export default _default;
        export {};
        == lumi:web
        export { site, Site } from "lumi:web/lib/site";
        import { range } from "lumi:web/~net";
        export { default as random } from "lumi:random/deep";
        export declare const ranges: typeof range;
        export {};
        "#
    );
}

/// Names that Python does not have are left out, or get a line at their end.
#[test]
fn stubs_are_python() {
    let text = r#"
        export interface Options { "odd name": string; from?: number; $size: number; plain: boolean }
        export function make(options: Options, ...rest: string[]): Options { return options; }
        export function odd(options: { "a b": number }, $x: string, lambda: number): None { return new None(); }
        export class None { $hidden = 1; is = 2; pass() { return 1; } "a-b"() { return 2; } }
        const one = 1, two = 2;
        export { one as $one, two as raise };
    "#;
    let pack = verify(&built_text(text).bytes).unwrap();
    assert_eq!(
        pack.stubs()[0].1,
        "from typing import Any, TypedDict\n\
         \n\
         class Options(TypedDict, total=False):\n    plain: bool\n\
         \n\
         class None_:\n    is_: float\n    def pass_(self) -> Any: ...\n\
         \n\
         def make(*, from_: float = ..., plain: bool, opts: Any = ...) -> Options: ...\n\
         \n\
         def odd(opts: Any = ...) -> None_: ...\n\
         \n\
         raise_: float\n"
    );
}
