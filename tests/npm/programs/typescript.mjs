import { show } from "../show.mjs";
import ts from "typescript";

const source = "interface A { x: number }\nexport const f = (a: A): string => a.x;\nenum E { One = 1 }\nexport default E.One;\n";
show(ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2020 } }).outputText);
const host = ts.createCompilerHost({ strict: true });
const read = host.getSourceFile.bind(host);
host.getSourceFile = (name, ...rest) => (name === "in.ts" ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022) : read(name, ...rest));
const program = ts.createProgram(["in.ts"], { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, types: [] }, host);
show(ts.getPreEmitDiagnostics(program).map((it) => `${it.code} ${ts.flattenDiagnosticMessageText(it.messageText, "\n")}`));
