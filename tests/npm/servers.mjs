// The servers that the programs talk to: each listens on loopback, on a port of its own, and ends with this process.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");
const go = join(root, "target/npm-table/bin");
const isRoot = process.getuid() === 0;

export class Servers {
  #folder = mkdtempSync(join(tmpdir(), "npm-table-"));
  #children = [];
  /** The environment of programs, and why a server is missing. */
  environment = {};
  missing = {};

  async start() {
    await Promise.all([this.#peer(), this.#grpc(), this.#postgres(), this.#mysql(), this.#redis(), this.#mongodb(), this.#aws(), this.#azurite(), this.#gcs()]);
    return this;
  }

  stop() {
    for (const child of this.#children) {
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // The group has ended by itself.
      }
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #spawn(command, args, options = {}) {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"], detached: true, ...options });
    child.on("error", () => {});
    this.#children.push(child);
    return child;
  }

  async #peer() {
    this.environment.PEER = `http://127.0.0.1:${await this.#ofNode("peer.mjs")}`;
  }

  async #grpc() {
    this.environment.GRPC = `127.0.0.1:${await this.#ofNode("grpc.mjs")}`;
  }

  /** Starts a server that Node runs, and that prints its port. */
  async #ofNode(file) {
    const child = this.#spawn(process.execPath, [join(here, file)], { stdio: ["ignore", "pipe", "inherit"] });
    return await new Promise((resolve, reject) => {
      child.stdout.once("data", (data) => resolve(Number(data)));
      child.once("exit", (code) => reject(new Error(`the server ${file} ends with ${code}; tests/npm/setup installs what it needs`)));
    });
  }

  /** Starts `command` with a free port, and waits until that answers. */
  async #listening(name, command, argsFor, options) {
    if (command === undefined) {
      this.missing[name] = "is not installed";
      return undefined;
    }
    const port = await freePort();
    const child = this.#spawn(command, argsFor(port), { ...options, stdio: "ignore" });
    for (let tries = 0; tries < 600 && child.exitCode === null; tries += 1) {
      if (await answers(port)) return port;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    this.missing[name] = "did not start";
    return undefined;
  }

  async #postgres() {
    const bin = ["/usr/lib/postgresql/17/bin", "/usr/lib/postgresql/16/bin", "/usr/lib/postgresql/15/bin"].find((it) => existsSync(join(it, "postgres")));
    if (bin === undefined) return void (this.missing.POSTGRES = "is not installed");
    // PostgreSQL refuses to run as root.
    const data = mkdtempSync(join(tmpdir(), "npm-table-postgres-"));
    const as = isRoot ? ["runuser", "-u", "postgres", "--"] : [];
    if (isRoot) spawnSync("chown", ["postgres", data]);
    const run = (command, args) => spawnSync([...as, command][0], [...as.slice(1), ...(as.length > 0 ? [command] : []), ...args], { cwd: "/", encoding: "utf8" });
    run(join(bin, "initdb"), ["-D", data, "-U", "test", "--auth=trust", "--encoding=UTF8", "--locale=C"]);
    const hba = "host all secured 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n";
    run("sh", ["-c", `printf '%s' '${hba}' > ${data}/pg_hba.conf`]);
    const [command, ...before] = [...as, join(bin, "postgres")];
    const port = await this.#listening("POSTGRES", command, (port) => [...before, "-D", data, "-p", port, "-h", "127.0.0.1", "-k", data, "-c", "fsync=off"], { cwd: "/" });
    if (port === undefined) return;
    this.environment.POSTGRES = `postgres://test@127.0.0.1:${port}/postgres`;
    for (let tries = 0; tries < 100; tries += 1) {
      const made = run(join(bin, "psql"), ["-h", "127.0.0.1", "-p", port, "-U", "test", "postgres", "-c", "create role secured login password 'right'"]);
      if (made.status === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async #mysql() {
    const data = join(this.#folder, "mysql");
    const user = isRoot ? ["--user=root"] : [];
    const made = spawnSync("mariadb-install-db", ["--no-defaults", `--datadir=${data}`, "--auth-root-authentication-method=normal", "--skip-test-db", ...user]);
    if (made.error !== undefined) return void (this.missing.MYSQL = "is not installed");
    const port = await this.#listening("MYSQL", "mariadbd", (port) => ["--no-defaults", `--datadir=${data}`, `--port=${port}`, "--bind-address=127.0.0.1", `--socket=${join(data, "s")}`, `--pid-file=${join(data, "pid")}`, ...user]);
    if (port === undefined) return;
    const sql = "create database test; create user 'test'@'%' identified by 'secret'; grant all on test.* to 'test'@'%'; create user 'test'@'localhost' identified by 'secret'; grant all on test.* to 'test'@'localhost'";
    spawnSync("mariadb", ["--no-defaults", "-u", "root", `--socket=${join(data, "s")}`, "-e", sql]);
    this.environment.MYSQL = `mysql://test:secret@127.0.0.1:${port}/test`;
  }

  async #redis() {
    const port = await this.#listening("REDIS", which("redis-server"), (port) => ["--port", port, "--bind", "127.0.0.1", "--save", ""], { cwd: this.#folder });
    this.environment.REDIS = port && `redis://127.0.0.1:${port}`;
  }

  async #mongodb() {
    const data = mkdtempSync(join(this.#folder, "mongodb-"));
    const port = await this.#listening("MONGODB", built("mongodb"), (port) => [`127.0.0.1:${port}`, data]);
    this.environment.MONGODB = port && `mongodb://127.0.0.1:${port}/`;
  }

  async #aws() {
    const moto = join(root, "target/python/s3-server/bin/moto_server");
    const port = await this.#listening("AWS_SERVER", existsSync(moto) ? moto : undefined, (port) => ["-H", "127.0.0.1", "-p", port]);
    this.environment.AWS_SERVER = port && `http://127.0.0.1:${port}`;
  }

  async #azurite() {
    const script = join(here, "node_modules/azurite/dist/src/blob/main.js");
    const port = await this.#listening("AZURITE", process.execPath, (port) => [script, "--blobPort", port, "--blobHost", "127.0.0.1", "--location", join(this.#folder, "azurite"), "--silent", "--skipApiVersionCheck", "--disableTelemetry"]);
    this.environment.AZURITE = port && `http://127.0.0.1:${port}`;
  }

  async #gcs() {
    // Links to objects carry the address of the server, so it has to know its port.
    const port = await this.#listening("GCS", built("fake-gcs-server"), (port) => ["-scheme", "http", "-host", "127.0.0.1", "-port", port, "-backend", "memory", "-external-url", `http://127.0.0.1:${port}`]);
    this.environment.GCS = port && `http://127.0.0.1:${port}`;
  }
}

function which(name) {
  return spawnSync("which", [name]).status === 0 ? name : undefined;
}

function built(name) {
  return existsSync(join(go, name)) ? join(go, name) : undefined;
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: "127.0.0.1" }, () => resolve(true));
    socket.on("error", () => resolve(false)).on("connect", () => socket.destroy());
  });
}
