// Uses of packages that many programs import.

import Ajv from "ajv";
import chalk, { Chalk } from "chalk";
import { addDays, format, parseISO } from "date-fns";
import { de } from "date-fns/locale";
import Handlebars from "handlebars";
import _ from "lodash";
import get from "lodash/get";
import fp from "lodash/fp.js";
import { assert, assertEquals, assertThrows, test } from "lumi/testing";
import ms from "ms";
import Mustache from "mustache";
import { customAlphabet, nanoid } from "nanoid";
import semver, { satisfies } from "semver";
import major from "semver/functions/major";
import { v4, v5, validate } from "uuid";
import YAML, { parse, stringify } from "yaml";
import { z } from "zod";

test("ajv", () => {
  const check = new Ajv({ allErrors: true }).compile({
    type: "object",
    properties: { port: { type: "integer" } },
    required: ["port"],
  });
  assert(check({ port: 80 }) && !check({ port: "80" }));
  assertEquals(check.errors?.[0]?.message, "must be integer");
});

test("chalk", () => {
  assertEquals(chalk.red("plain"), "plain");
  assertEquals(new Chalk({ level: 1 }).red("a"), "\x1b[31ma\x1b[39m");
});

test("date-fns", () => {
  assertEquals(format(addDays(parseISO("2024-02-28"), 1), "yyyy-MM-dd EEEE", { locale: de }), "2024-02-29 Donnerstag");
});

test("handlebars", () => {
  Handlebars.registerHelper("loud", (text: string) => text.toUpperCase());
  const page = Handlebars.compile("{{#each names}}{{loud this}} {{/each}}{{{html}}}{{html}}");
  assertEquals(page({ names: ["a", "b"], html: "<" }), "A B <&lt;");
});

test("lodash", () => {
  assertEquals(_.chunk([1, 2, 3], 2), [[1, 2], [3]]);
  assertEquals(_.merge({ a: { b: 1 } }, { a: { c: 2 } }), { a: { b: 1, c: 2 } });
  assertEquals(get({ a: [{ b: 1 }] }, "a[0].b"), 1);
  assertEquals(_.template("hi <%= who %>")({ who: "you" }), "hi you");
  assertEquals(fp.map((x: number) => x * 2)([1, 2]), [2, 4]);
  assert(_.cloneDeep(new Map([["a", Buffer.from("b")]])).get("a")!.equals(Buffer.from("b")));
});

test("ms", () => {
  assertEquals([ms("2 days"), ms(60000, { long: true })], [172800000, "1 minute"]);
});

test("mustache", () => {
  assertEquals(Mustache.render("{{#a}}{{.}},{{/a}}", { a: [1, 2] }), "1,2,");
});

test("nanoid", () => {
  assertEquals([nanoid().length, nanoid(5).length], [21, 5]);
  assert(/^[ab]{9}$/.test(customAlphabet("ab", 9)()));
});

test("semver", () => {
  assert(satisfies("1.2.3", "^1.0.0 || >=3"));
  assertEquals([semver.inc("1.2.3", "minor"), major("4.5.6")], ["1.3.0", 4]);
  assertEquals(semver.maxSatisfying(["1.2.0", "1.9.1", "2.0.0"], "~1"), "1.9.1");
});

test("uuid", () => {
  assert(validate(v4()));
  assertEquals(v5("lumi.example", v5.DNS), v5("lumi.example", v5.DNS));
});

test("yaml", () => {
  assertEquals(parse("a: &x [1, 2]\nb: *x\n"), { a: [1, 2], b: [1, 2] });
  assertEquals(stringify({ a: ["b", { c: null }] }), "a:\n  - b\n  - c: null\n");
  assertThrows(() => YAML.parse("a: [1"), Error, "at line 1");
});

test("zod", () => {
  const Server = z.object({ name: z.string().min(1), port: z.coerce.number().int().default(80) });
  assertEquals(Server.parse({ name: "a", port: "8080" }), { name: "a", port: 8080 });
  const failed = Server.safeParse({ name: "" });
  assert(!failed.success && failed.error.issues[0]!.path[0] === "name");
  assertThrows(() => Server.parse({}), z.ZodError);
});
