// node:_http_incoming, which packages import for the class alone.

import { IncomingMessage } from "./incoming_message.ts";

export { IncomingMessage };
export default { IncomingMessage };
