// The Automation API in the SDK of Pulumi: it runs the command line of Pulumi, and says so where there is none.

type Method = (...args: unknown[]) => Promise<unknown>;

/** The code of a command that did not start. */
const NOT_STARTED = -2;

/** Makes its first use say what is missing, instead of what a command says that is not there. */
export function nameMissingCli(exports: Record<string, unknown>): void {
  const { PulumiCommand: command } = exports;
  if (typeof command === "function") explain(command as unknown as Record<string, unknown>, "get");
  // Versions of the SDK before 3.105.
  explain(exports, "runPulumiCmd");
}

function explain(owner: Record<string, unknown>, name: string): void {
  const own = owner[name];
  if (typeof own !== "function") return;
  owner[name] = async (...args: unknown[]): Promise<unknown> => {
    try {
      return await Reflect.apply(own as Method, owner, args);
    } catch (error) {
      throw isMissing(error) ? missing(error) : error;
    }
  };
}

function isMissing(error: unknown): boolean {
  const { commandResult } = (error ?? {}) as { commandResult?: { code?: unknown; stderr?: unknown } };
  return commandResult?.code === NOT_STARTED && String(commandResult.stderr).includes("ENOENT");
}

function missing(cause: unknown): Error {
  const text = "the Automation API runs the command line of Pulumi, and there is no `pulumi` here: install it from " +
    "https://www.pulumi.com/docs/install, or run `lumi preview`, `lumi up` and `lumi destroy` in the folder of the project";
  return Object.assign(new Error(text, { cause }), { name: "CommandError" });
}
