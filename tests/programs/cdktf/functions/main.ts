import { File } from "@cdktf/provider-local/lib/file";
import { LocalProvider } from "@cdktf/provider-local/lib/provider";
import { Integer } from "@cdktf/provider-random/lib/integer";
import { RandomProvider } from "@cdktf/provider-random/lib/provider";
import { App, Fn, Op, propertyAccess, TerraformLocal, TerraformOutput, TerraformStack, Token } from "cdktf";
import { Construct } from "constructs";

class Functions extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new LocalProvider(this, "local");
    new RandomProvider(this, "random");
    const number = new Integer(this, "number", { min: 7, max: 7 });
    const names = ["b", "a", "c"];
    const local = new TerraformLocal(this, "sorted", Fn.sort(names));
    const outputs: Record<string, unknown> = {
      joined: Fn.join("-", local.asList),
      upper: Fn.upper(Fn.join("", names)),
      json: Fn.jsonencode({ text: "a <b> ${not}", list: [1, 2.5, true], nested: { deep: [[]] } }),
      decoded: Fn.lookup(Fn.jsondecode(Fn.rawString('{"a": {"b": 3}}')), "a", {}),
      merged: Fn.merge([{ a: 1, b: 2 }, { b: 3 }]),
      subnet: Fn.cidrsubnet("10.0.0.0/8", 8, 2),
      computed: Op.add(Op.mul(number.result, 2), 1),
      compared: Op.and(Op.gte(number.result, 7), Op.not(Op.eq(number.result, 8))),
      negative: Op.negate(number.result),
      choice: Fn.conditional(Op.gt(number.result, 5), "large", "small"),
      element: Fn.element(names, 1),
      access: propertyAccess(Fn.jsondecode(Fn.rawString('{"x": [10, 20]}')), ["x", 1]),
      raw: Fn.join(",", [Fn.rawString("${raw}"), "plain"]),
      formatted: Fn.format("%05.1f|%q", [Token.asAny(2.71), "x"]),
      coalesced: Fn.coalesce(["", "first"]),
      range: Fn.range(1, 7, 2),
      lengthOf: Fn.lengthOf(names),
      replaced: Fn.replace("a.b.c", ".", "/"),
      base64: Fn.base64encode("grüße"),
    };
    for (const [name, value] of Object.entries(outputs)) new TerraformOutput(this, name, { value });
    new File(this, "file", { filename: "out/functions.json", content: Fn.jsonencode(outputs.merged) });
  }
}

const app = new App();
new Functions(app, "functions");
app.synth();
