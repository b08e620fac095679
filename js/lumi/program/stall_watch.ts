// Detects that a test, or the program that it runs, cannot continue.

import { idle, progressReport } from "./idle.ts";
import { openServers } from "../../web/test_servers.ts";
import type { IdleReport, Serial, Waiting } from "../protocol/ops.ts";
import type { Session } from "../session/session.ts";

const active: StallWatch[] = [];

export class StallWatch {
  /** Settles when nothing can run any more. */
  readonly stalled: Promise<IdleReport>;
  private report!: (report: IdleReport) => void;
  private isReported = false;

  constructor(private readonly session: Session) {
    this.stalled = new Promise((resolve) => (this.report = resolve));
    active.push(this);
  }

  end(): void {
    active.splice(active.indexOf(this), 1);
  }

  /** The idle report for the host while tests run; null otherwise. */
  static idle(): IdleReport | null {
    return active.at(-1)?.look() ?? null;
  }

  private look(): IdleReport {
    const found = idle(this.session);
    if (found.progress || this.isReported) return found;
    this.isReported = true;
    this.report(found);
    return progressReport();
  }
}

/** The reasons why `who` never ends, one sentence each. */
export function explainStall({ awaited, waiting, cycle }: IdleReport, session: Session, who: string): string {
  const nameOf = (serial: Serial) => session.resources[serial]?.owner ?? "the stack";
  const lines = awaited.map(({ serial, path }) =>
    `it awaits ${serial < 0 ? path : `output "${path}" of ${nameOf(serial)}`}, which is unknown in a dry run`
  );
  if (cycle.length > 0) {
    lines.push(`these wait for each other: ${[...cycle, cycle[0]!].map(nameOf).join(" -> ")}`);
  }
  for (const entry of waiting) lines.push(explainWaiting(entry, nameOf));
  if (lines.length === 0) lines.push("it awaits a promise that nothing settles");
  for (const server of openServers()) lines.push(`a server waits for others: ${server}`);
  return `${who} never ends:\n${lines.map((line) => `  ${line}`).join("\n")}`;
}

function explainWaiting(
  { serial, path, resources, promise }: Waiting,
  nameOf: (serial: Serial) => string,
): string {
  const what = resources.map(nameOf);
  if (promise) what.push("a promise that nothing settles");
  if (what.length === 0) what.push("itself");
  const who = path === "await" ? "it awaits a Property, which" : `"${path}" of ${nameOf(serial)}`;
  return `${who} waits for ${what.join(" and ")}`;
}
