// node:_http_server, which packages import for the classes and the names of statuses.

import { STATUS_CODES } from "./names.ts";
import { Server } from "./server.ts";
import { ServerResponse } from "./server_response.ts";

export { Server, ServerResponse, STATUS_CODES };
export default { Server, ServerResponse, STATUS_CODES };
