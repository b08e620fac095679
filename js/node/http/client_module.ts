// node:_http_client, which packages import for the class alone.

import { ClientRequest } from "./client_request.ts";

export { ClientRequest };
export default { ClientRequest };
