// node:net and node:tls for modules that open a connection only when a program asks for one: each is compiled
// when its loader is first called.

import { core } from "../../web/ops.ts";
import type { Socket } from "./socket.ts";

type Sockets = { connect(options: object): Socket };

export const loadNet = core.createLazyLoader("lumi:/node/net/net.ts") as unknown as () => Sockets;
export const loadTls = core.createLazyLoader("lumi:/node/tls/tls.ts") as unknown as () => Sockets;
