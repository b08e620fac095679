import { show } from "../show.mjs";
import * as prettier from "prettier";

show(await prettier.format("const  a={b:1,c:[1,2]};function f(x:number){return x}", { parser: "typescript" }));
show(await prettier.format("a:   1\nb: [1,   2]\n", { parser: "yaml" }), await prettier.format("# T\n* a\n* b", { parser: "markdown" }));
show(await prettier.format("a{color:red;b:c}", { parser: "css" }), await prettier.check("a;\n", { parser: "babel" }));
const failure = await prettier.format("const = ;", { parser: "babel" }).catch((error) => error);
show(failure.name, failure.loc);
