/** The service of the language host: one run, and how to stop it. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import grpc from "@grpc/grpc-js";
import type { Method } from "../transport/transport.js";
import { decoded, encoded, type Message, protocol } from "../wire/protocol.js";

const version = "0.1.0";
const causes = { program: 0, cancelled: 3 };
/** What is run if neither `Lumi.yaml` nor `package.json` names a file. */
const entries = ["index.js", "index.mjs", "index.cjs", "main.js", "main.mjs"];

export class Runtime {
  readonly #token: string;
  #isRun = false;
  #program: ChildProcess | undefined;
  /** Why it was stopped. */
  #stopped: Message | undefined;

  constructor(token: string) {
    this.#token = token;
  }

  methods(): { [name: string]: Method } {
    return {
      GetPluginInfo: () => ({ protocol, version, keepsSecrets: true, hasDynamicProviders: false }),
      Run: (request) => this.#run(request),
      Cancel: () => this.cancel(),
    };
  }

  cancel(): Message {
    this.#stop({ cause: causes.cancelled, report: { message: "interrupted" } });
    return {};
  }

  #stop(failed: Message): void {
    this.#stopped ??= failed;
    this.#program?.kill("SIGKILL");
  }

  async #run(request: Message): Promise<Message> {
    if (this.#isRun) {
      throw refused(grpc.status.FAILED_PRECONDITION, "this language host has run its program; start another one");
    }
    this.#isRun = true;
    if (!/^(127\.0\.0\.1|\[::1\]):\d+$|^unix:\//.test(request.monitorAddress)) {
      throw refused(grpc.status.INVALID_ARGUMENT,
        `\`monitor_address\` is not on this machine: ${request.monitorAddress}`);
    }
    const entry = entryOf(request.program);
    if (entry === undefined) {
      return failed(`${request.program} has no ${entries[0]}`, "write one, or name the file as `main` in Lumi.yaml");
    }
    const runner = runnerOf(entry);
    if (runner === undefined) {
      return failed("the package `lumi-sdk` is not installed for the program",
        "run `npm install lumi-sdk` in the project");
    }
    const seconds = timeoutOf(request.flags);
    const help =
      "look for an infinite loop, or allow more time with --timeout; the time that its resources take counts, too";
    const late = { cause: causes.program, report: { message: `the program was stopped after ${seconds} s`, help } };
    const timer = seconds === undefined ? undefined : setTimeout(() => this.#stop(late), seconds * 1000);
    const response = await this.#ended(request, entry, runner);
    clearTimeout(timer);
    return this.#stopped === undefined ? response : { failed: this.#stopped };
  }

  /** The answer of the program, when its process has ended. */
  #ended(request: Message, entry: string, runner: string): Promise<Message> {
    if (this.#stopped !== undefined) return Promise.resolve({ failed: this.#stopped });
    // The token is in no environment, where processes that the program starts would find it.
    const order = { token: this.#token, request: encoded("lumirpc.RunRequest", request).toString("base64"), entry };
    const program = spawn(process.execPath, ["--enable-source-maps", runner], {
      cwd: request.projectFolder,
      stdio: ["ignore", "inherit", "inherit", "pipe", "pipe"],
    });
    this.#program = program;
    const [toProgram, fromProgram] = [program.stdio[3] as Writable, program.stdio[4] as Readable];
    // A program that ends at once does not read.
    toProgram.on("error", () => undefined);
    toProgram.end(JSON.stringify(order));
    const answer: Buffer[] = [];
    fromProgram.on("data", (bytes) => answer.push(bytes));
    return new Promise((resolve) => {
      program.on("error", (error) => resolve(failed(`the program cannot be started: ${error.message}`)));
      program.on("close", (code, signal) => {
        const bytes = Buffer.concat(answer);
        if (bytes.length > 0) resolve(decoded("lumirpc.RunResponse", bytes));
        else resolve(failed(`the program ended itself with ${signal === null ? `exit code ${code}` : signal}`));
      });
    });
  }
}

function refused(code: grpc.status, details: string): Partial<grpc.ServiceError> {
  return { code, details };
}

function failed(message: string, help = ""): Message {
  return { failed: { cause: causes.program, report: { message, help } } };
}

/** The file of a program: one that is named, or what a folder has. */
function entryOf(program: string): string | undefined {
  if (!existsSync(program) || !statSync(program).isDirectory()) return existsSync(program) ? program : undefined;
  const named: string[] = [];
  try {
    const { main } = JSON.parse(readFileSync(join(program, "package.json"), "utf8"));
    if (typeof main === "string") named.push(main);
  } catch {
    // A folder without a package has one of the names above.
  }
  return [...named, ...entries].map((name) => join(program, name)).find((file) => existsSync(file));
}

/** The runner of the package that the program itself imports: both must be one and the same. */
function runnerOf(entry: string): string | undefined {
  try {
    return createRequire(join(dirname(entry), "x.js")).resolve("lumi-sdk/runner");
  } catch {
    return undefined;
  }
}

/** The flag that has a meaning for Node, in seconds; there is no sandbox to open. */
function timeoutOf(flags: string[]): number | undefined {
  const flag = flags.find((it) => it.startsWith("--timeout="));
  return flag === undefined ? undefined : Number.parseFloat(flag.slice("--timeout=".length));
}
