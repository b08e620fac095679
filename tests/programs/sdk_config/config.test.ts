// Configuration, facts of the run, log, invoke and call.

import {
  args,
  call,
  Config,
  CustomResource,
  getProject,
  getStack,
  invoke,
  isDryRun,
  isSecret,
  jsonParse,
  log,
  Property,
  secret,
} from "lumi";
import {
  assertEquals,
  assertNotMatch,
  assertRejects,
  assertStringIncludes,
  assertThrows,
  run,
  test,
  value,
} from "lumi/testing";

const config = {
  name: "x",
  port: 80,
  open: true,
  tags: { a: [1] },
  bad: "many",
  password: secret("pw"),
  "aws:region": "west",
};

test("values have the types they are read as", { config }, () => {
  const c = new Config();
  assertEquals(c.get("name"), "x");
  assertEquals(c.getNumber("port"), 80);
  assertEquals(c.requireBoolean("open"), true);
  assertEquals(c.requireObject<{ a: number[] }>("tags").a, [1]);
  assertEquals(c.get("none"), undefined);
  assertEquals(c.getObject("none"), undefined);
  assertEquals(new Config("aws").require("region"), "west");
  assertEquals(new Config("project").require("name"), "x");
});

test("missing values say how to set them", { config }, () => {
  assertThrows(
    () => new Config().require("size"),
    Error,
    'give `config: { "size": ... }` to the options of `test` or `run`',
  );
  assertThrows(() => new Config("aws").requireNumber("zone"), Error, '`config: { "aws:zone": ... }`');
  assertThrows(() => new Config().requireSecret("token"), Error, '`config: { "token": ... }`');
});

test("malformed values say what was expected, and never show a secret", { config }, () => {
  const c = new Config();
  assertThrows(
    () => c.getNumber("bad"),
    TypeError,
    'configuration "project:bad" must be a number, but is "many"',
  );
  assertThrows(() => c.getBoolean("bad"), TypeError, "must be true or false");
  assertThrows(() => c.getObject("bad"), TypeError, "JSON");
  assertThrows(() => c.get("bad", { allowedValues: ["one", "few"] }), TypeError, 'one of "one", "few"');
  assertThrows(() => c.get("bad", { maxLength: 3 }), TypeError, "at most 3 characters");
  assertThrows(() => c.get("bad", { minLength: 5 }), TypeError, "5 or more characters");
  assertThrows(() => c.get("bad", { pattern: /^\d+$/ }), TypeError, "/^\\d+$/");
  assertThrows(() => c.getNumber("port", { max: 79 }), TypeError, "79 or less");
  assertThrows(() => c.getNumber("port", { min: 81 }), TypeError, "81 or more");
  const error = assertThrows(() => c.requireSecretNumber("password"), TypeError);
  assertEquals(error.message, 'configuration "project:password" must be a number');
});

test("what is asked for as a secret is never quoted, however it was set", { config }, () => {
  const c = new Config();
  const mistakes = [
    () => c.requireSecret("bad", { minLength: 12 }),
    () => c.requireSecret("bad", { maxLength: 1 }),
    () => c.getSecret("bad", { pattern: "^[0-9]+$" }),
    () => c.getSecret("bad", { allowedValues: ["one"] }),
    () => c.requireSecretNumber("bad"),
    () => c.requireSecretNumber("port", { min: 81 }),
    () => c.getSecretBoolean("bad"),
    () => c.requireSecretObject("bad"),
  ];
  for (const mistake of mistakes) {
    const { message } = assertThrows(mistake, TypeError, "must be");
    assertNotMatch(message, /many|80/);
  }
});

test("a secret text that is no JSON is not quoted", async () => {
  const error = await assertRejects(() => value(jsonParse(secret("hunter2"))), SyntaxError, "not valid JSON");
  assertNotMatch(error.message, /hunter2/);
  await assertRejects(() => value(jsonParse("hunter2")), SyntaxError, '"hunter2" is not valid JSON');
});

test("secrets stay secret", { config }, async () => {
  const password = new Config().requireSecret("password");
  assertEquals(await value(password), "pw");
  assertEquals(await value(isSecret(password)), true);
});

test("reading a secret as plain text warns", async () => {
  const { logs } = await run(() => void new Config().get("password"), { config });
  assertEquals(logs.length, 1);
  assertEquals(logs[0]!.level, "warn");
  assertStringIncludes(logs[0]!.message, "getSecret");
});

test("facts of the run", { project: "shop", stack: "prod", args: ["a", "b"], dryRun: true }, () => {
  assertEquals([getProject(), getStack(), args(), isDryRun()], ["shop", "prod", ["a", "b"], true]);
});

test("messages go to the log, with the resource they are about", async () => {
  const { logs } = await run(() => {
    log.debug("d");
    log.info("i");
    log.warn("w", new CustomResource("acme:fs:File", "a"));
    log.error("e");
    assertThrows(() => log.info(new Property("x") as never), TypeError, "not a Property");
  });
  assertEquals(logs.map(({ level, message }) => level[0] + message), ["dd", "ii", "ww", "ee"]);
  assertStringIncludes(logs[2]!.resource!, "::a");
});

test("invoke asks a provider, and its answer depends on its arguments", async () => {
  const asked: unknown[] = [];
  const mocks = {
    invoke: ({ token, args }: any) => {
      asked.push([token, args]);
      return { ami: "ami-1", secret: secret("s") };
    },
  };
  const { resource, outputs, secrets } = await run(() => {
    const a = new CustomResource("acme:fs:File", "a");
    const found = invoke("aws:ec2:getAmi", { owner: a.id });
    new CustomResource("acme:fs:File", "b", { ami: found.ami });
    return { ami: found.ami, plain: invoke("aws:x:y") };
  }, { mocks });
  assertEquals(asked, [["aws:x:y", {}], ["aws:ec2:getAmi", { owner: "a-id" }]]);
  assertEquals(outputs.ami, "ami-1");
  // What stands beside a secret is readable.
  assertEquals(secrets, ["plain"]);
  assertEquals(resource("b").edges, [{ property: "ami", to: resource("a").urn }]);
});

test("call asks a resource", async () => {
  const { outputs } = await run(() => {
    const a = new CustomResource("acme:fs:File", "a");
    return { text: call<string>("acme:fs:File/read", a, { from: 1 }) };
  }, { mocks: { call: async ({ token, args }) => `${token} ${args.from}` } });
  assertEquals(outputs, { text: "acme:fs:File/read 1" });
});

test("mistakes in invoke are named", async () => {
  assertThrows(
    () => invoke("a:b:c", { f: () => 1 }),
    TypeError,
    'argument "f" of invoke "a:b:c" is a function',
  );
  assertThrows(() => invoke("a:b:c", {}, { perent: 1 } as never), TypeError, 'did you mean "parent"?');
  assertThrows(() => invoke(""), TypeError, "token");
  await assertRejects(() => value(invoke("a:b:c")), Error, "needs a mock");
});
