// The behaviours of `Router` with `webSockets`.

import { HttpError, KVStore, Router } from "lumi/cloud";
import { type Behaviours, equal, eventually, fresh, optional } from "./checks.ts";

const ends = new KVStore<[code: number, reason: string]>("socket-ends");

const names = [
  "Router: clients open WebSockets",
  "Router: messages of a WebSocket are handled in order",
  "Router: a WebSocket is closed with a code by either end",
  "Router: a client of a WebSocket may be refused",
];

let router: Router | undefined;
optional(names, () => {
  router = new Router("sockets", { webSockets: true });
  router.socket("/rooms/:room", {
    protocols: ["echo"],
    accept: ({ query }) => {
      if (query["token"] === "wrong") throw new HttpError(401, "the token is wrong");
    },
    open: async (socket, { params }) => {
      await socket.send(`${params.room} by ${socket.protocol}`);
    },
    message: async (socket, data) => {
      if (data === "close") socket.close(3001, "as asked");
      else if (typeof data !== "string") await socket.send(data.map((it) => 255 - it));
      else {
        // A later message is handled after this one, though it takes less time.
        await new Promise((resolve) => setTimeout(resolve, data === "slow" ? 50 : 0));
        await socket.send(data.toUpperCase());
      }
    },
    close: async (_, code, reason, { params }) => {
      await ends.set(params.room, [code, reason]);
    },
  });
});

/** A client that is connected, and what it receives. */
async function client(path: string) {
  const socket = router!.connect(path, ["other", "echo"]);
  socket.binaryType = "arraybuffer";
  const received: unknown[] = [];
  const closed = new Promise<[number, string]>((resolve) => {
    socket.onclose = ({ code, reason }) => resolve([code, reason]);
  });
  socket.onmessage = ({ data }) => received.push(typeof data === "string" ? data : [...new Uint8Array(data)]);
  await new Promise((resolve) => {
    socket.onopen = socket.onerror = resolve;
  });
  const next = (count: number) => eventually(async () => received.length >= count ? received : undefined);
  return { socket, closed, next };
}

export const sockets: Behaviours = {
  "clients open WebSockets": async () => {
    const { socket, closed, next } = await client("/rooms/a%20b");
    socket.send("\u00e9");
    socket.send(Uint8Array.of(0, 255, 1));
    equal([await next(3), socket.protocol], [["a b by echo", "\u00c9", [255, 0, 254]], "echo"]);
    socket.close();
    equal(await closed, [1005, ""]);
  },
  "messages of a WebSocket are handled in order": async () => {
    const { socket, next } = await client(`/rooms/${fresh()}`);
    for (const text of ["slow", "a", "b"]) socket.send(text);
    equal((await next(4)).slice(1), ["SLOW", "A", "B"]);
    socket.close();
  },
  "a WebSocket is closed with a code by either end": async () => {
    const [first, second] = [fresh(), fresh()];
    const ours = await client(`/rooms/${first}`);
    ours.socket.close(3002, "enough");
    equal(await eventually(() => ends.get(first)), [3002, "enough"]);
    const theirs = await client(`/rooms/${second}`);
    theirs.socket.send("close");
    equal(await theirs.closed, [3001, "as asked"]);
    equal(await eventually(() => ends.get(second)), [3001, "as asked"]);
  },
  "a client of a WebSocket may be refused": async () => {
    const { closed } = await client("/rooms/x?token=wrong");
    equal((await closed)[0], 1006);
    const response = await router!.fetch("/rooms/x");
    equal(response.status >= 400, true);
  },
};
