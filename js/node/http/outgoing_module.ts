// node:_http_outgoing, which packages import for the class and for checks of headers.

import { validateHeaderName, validateHeaderValue } from "./names.ts";
import { OutgoingMessage } from "./outgoing_message.ts";

export { OutgoingMessage, validateHeaderName, validateHeaderValue };
export default { OutgoingMessage, validateHeaderName, validateHeaderValue };
