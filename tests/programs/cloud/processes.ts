// The programs of services, for the target `recorder`.

import { type ChildProcess, spawn } from "node:child_process";
import { type AddressInfo, connect, createServer } from "node:net";
import process from "node:process";

/** A service as the recorder has it. */
export interface RecordedService {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly replicas: number;
  readonly permissions: readonly { readonly actions: readonly string[]; readonly resource: string }[];
}

export class Processes {
  readonly #ports = new Map<string, number[]>();
  readonly #running = new Set<ChildProcess>();
  #requests = 0;
  #isOver = false;

  /** Starts a service, and waits until it accepts connections. Those that it uses have been started before. */
  async start(name: string, { command, environment, replicas, permissions }: RecordedService): Promise<void> {
    const urls = this.#urlsOf(permissions);
    const ports = await Promise.all(Array.from({ length: replicas }, freePort));
    this.#ports.set(name, ports);
    const [program, ...args] = command as [string, ...string[]];
    for (const port of ports) {
      const env = { ...process.env, ...Object.fromEntries(urls), ...environment, PORT: String(port) };
      this.#run(() => spawn(program, args, { env, stdio: "ignore" }));
      await listening(port);
    }
  }

  startDaemon({ command, environment, permissions }: Omit<RecordedService, "replicas">): void {
    const [program, ...args] = command as [string, ...string[]];
    const { PORT: _, ...inherited } = process.env;
    const env = { ...inherited, ...Object.fromEntries(this.#urlsOf(permissions)), ...environment };
    this.#run(() => spawn(program, args, { env, stdio: "ignore" }));
  }

  /** The variables with the addresses of the services that a program uses. */
  #urlsOf(permissions: RecordedService["permissions"]): string[][] {
    const used = permissions.filter((it) => it.actions.includes("service:request")).map((it) => it.resource);
    return used.map((it) => [`LUMI_${it.toUpperCase()}_URL`, this.url(it)]);
  }

  #run(start: () => ChildProcess): void {
    const child = start();
    this.#running.add(child);
    child.on("exit", () => {
      this.#running.delete(child);
      if (!this.#isOver) this.#run(start);
    });
  }

  /** The address of a replica, another one each time. */
  url(name: string): string {
    const ports = this.#ports.get(name)!;
    return `http://127.0.0.1:${ports[this.#requests++ % ports.length]}`;
  }

  stop(): void {
    this.#isOver = true;
    for (const it of this.#running) it.kill();
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function listening(port: number): Promise<void> {
  for (let round = 0; round < 600; round++) {
    const isOpen = await new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`nothing listens on port ${port}`);
}
