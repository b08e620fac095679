import { type HttpRequest } from "./http.js";
/** An event; `docs/cloud.md` says which members `publish` sets. */
export interface CloudEvent<Type extends string = string, Data = unknown> {
    readonly specversion: "1.0";
    /** The same whenever this event comes again. */
    readonly id: string;
    /** The place where it happened, such as `/orders`. */
    readonly source: string;
    readonly type: Type;
    /** ISO text in UTC. */
    readonly time: string;
    readonly subject?: string;
    readonly datacontenttype?: string;
    readonly data: Data;
}
/** The events of a request: in binary mode (headers `ce-type` and others), as one JSON object, or as a batch. */
export declare function eventsOf(request: HttpRequest): CloudEvent[];
