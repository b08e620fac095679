// Decides whether a callback that a plan skipped may declare resources. Most callbacks only convert
// values: they use only their arguments and functions of the language. All others count as
// declaring.

const functionText = Function.prototype.toString;

const tokens =
  /\/\/.*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\?\.|=>|[A-Za-z_$][\w$]*|[^\s\w]/g;
const interpolation = /(?<=\$\{)[^}]*(?=\})/g;
const name = /^[A-Za-z_$]/;

/** Functions and classes of the language; calls of them and of their methods declare nothing. */
const language = new Set([
  ..."Array ArrayBuffer Boolean DataView Date Error Intl JSON Map Math Number Object RangeError RegExp".split(" "),
  ..."Set String SyntaxError TypeError URL URLSearchParams Uint8Array TextDecoder TextEncoder BigInt".split(" "),
  ..."atob btoa console decodeURIComponent encodeURIComponent isNaN isFinite parseFloat parseInt".split(" "),
]);
/** Keywords that a parenthesis may follow. */
const keywords = new Set(
  "await case catch do else for function if in instanceof of return switch throw typeof void while yield async".split(
    " ",
  ),
);
const known = new Map<string, boolean>();

export function mayDeclare(callback: (...args: never[]) => unknown): boolean {
  // Functions of LumiPy call its library; what else they call was decided when they were compiled.
  if ((callback as { $isConversion?: boolean }).$isConversion === true) return false;
  const text = Reflect.apply(functionText, callback, []) as string;
  // Native code, unless it is a bound function of the program.
  if (text.endsWith("{ [native code] }")) return callback.name.startsWith("bound ");
  let answer = known.get(text);
  if (answer === undefined) known.set(text, answer = scan(text, new Set()));
  return answer;
}

function scan(text: string, locals: Set<string>): boolean {
  const all = found(tokens, text).filter((it) => !it.startsWith("//") && !it.startsWith("/*"));
  findLocals(all, locals);
  for (let index = 0; index < all.length; index++) {
    const token = all[index]!;
    if (token[0] === "`") {
      if (found(interpolation, token).some((inner) => scan(inner, locals))) return true;
    } else if (token === "new") {
      if (!language.has(all[index + 1] ?? "")) return true;
    } else if (name.test(token) && isCalled(all, index) && !isHarmless(all, index, locals)) {
      return true;
    }
  }
  return false;
}

/** All matches of a global regular expression. */
function found(expression: RegExp, text: string): string[] {
  const matches: string[] = [];
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
    matches.push(match[0]);
    if (match[0] === "") expression.lastIndex++;
  }
  return matches;
}

function isCalled(all: readonly string[], index: number): boolean {
  const next = all[index + 1];
  return next === "(" || next?.[0] === "`" || (next === "?." && all[index + 2] === "(");
}

/** Whether the called function belongs to the language or to a value of the callback. */
function isHarmless(all: readonly string[], index: number, locals: ReadonlySet<string>): boolean {
  let root = index;
  while (isDot(all[root - 1]) && name.test(all[root - 2] ?? "")) root -= 2;
  // A method of the result of another expression.
  if (isDot(all[root - 1])) return true;
  const word = all[root]!;
  return keywords.has(word) || language.has(word) || locals.has(word);
}

function isDot(token: string | undefined): boolean {
  return token === "." || token === "?.";
}

/** Collects the parameters and variables of the callback and its nested functions. */
function findLocals(all: readonly string[], locals: Set<string>): void {
  for (let index = 0; index < all.length; index++) {
    switch (all[index]) {
      case "=>":
        takeNames(all, index - 1, locals);
        break;
      case "function": {
        const open = all.indexOf("(", index);
        takeNames(all, all.indexOf(")", open), locals);
        break;
      }
      case "const":
      case "let":
      case "var":
        for (let at = index + 1; at < all.length && !["=", ";", "of", "in"].includes(all[at]!); at++) {
          if (name.test(all[at]!)) locals.add(all[at]!);
        }
    }
  }
}

/** Collects the parameters whose list ends at `end`. */
function takeNames(all: readonly string[], end: number, locals: Set<string>): void {
  if (all[end] !== ")") return void (name.test(all[end] ?? "") && locals.add(all[end]!));
  let depth = 0;
  for (let at = end; at >= 0; at--) {
    if (all[at] === ")") depth++;
    if (all[at] === "(" && --depth === 0) return;
    if (name.test(all[at]!)) locals.add(all[at]!);
  }
}
