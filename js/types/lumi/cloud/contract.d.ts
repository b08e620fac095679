import type { ResourceClient } from "../property/client.js";
import type { ComputeClosure } from "../property/compute.js";
import type { Input, Inputs } from "../property/property_types.js";
import type { Property } from "../property/property.js";
import type { Resource } from "../resource/resource.js";
/** Something that a function may do. */
export interface Permission {
    /** The actions in the words of the target, such as `queues:push` or `sqs:SendMessage`. */
    readonly actions: readonly string[];
    /** The thing in the words of the target: a name, an ARN. */
    readonly resource: Input<string>;
}
/** The things that a function needs which calls a method of a component. */
export interface Grant {
    readonly permissions?: readonly Permission[];
    /** Environment variables besides the bindings of the client. */
    readonly environment?: Readonly<Record<string, Input<string>>>;
    /** Resources that must exist before the function runs. */
    readonly links?: readonly Resource[];
}
/** A permission that follows from the code of a function. */
export interface GrantedPermission {
    readonly actions: readonly string[];
    readonly resource: string;
    /** The name of the component that granted it. */
    readonly component: string;
    /** The lines that need it, such as `todos.ts:14`. */
    readonly because: readonly string[];
}
/** The things that a function needs. */
export interface FunctionNeeds {
    /** The permissions that follow from its code, in the order of components and methods. */
    readonly permissions: readonly GrantedPermission[];
    readonly environment: Readonly<Record<string, string>>;
}
/** The code of a function for a target. */
export interface FunctionCode {
    readonly closure: ComputeClosure;
    readonly needs: Property<FunctionNeeds>;
    /** The permissions that the program gives it for this target besides. */
    readonly own: readonly Permission[];
    /** The resources of `Grant.links`, for `dependsOn`. */
    readonly links: Property<Resource[]>;
    /** The permissions as the plan shows them: lines of the code by action and component. */
    readonly shown: Property<Record<string, string>>;
}
/** How long, how often and how many at a time a function is called. Times are in seconds. */
export interface Resilience {
    /** A call that takes longer fails. */
    readonly timeout?: number;
    /**
     * Calls, scheduled calls and messages that fail come again: in all, `attempts` times (a `Queue` has its own). Before the
     * second attempt there is a `pause` (0.2), which is doubled for each further one up to `maxPause` (60); `jitter` (0) is the
     * part of it that is random. Work that comes again as a whole does not repeat its calls.
     */
    readonly retries?: {
        readonly attempts?: number;
        readonly pause?: number;
        readonly maxPause?: number;
        readonly jitter?: number;
    };
    /** After so many `failures` in a row, calls are refused for the time of `pause`, and messages wait. */
    readonly circuitBreaker?: {
        readonly failures: number;
        readonly pause: number;
    };
    /** The number of calls at the same time. Further calls are refused, and messages wait. */
    readonly concurrency?: number;
    /** The number of calls in some time. Further calls are refused, and messages wait. */
    readonly rateLimit?: {
        readonly calls: number;
        readonly seconds: number;
    };
}
/** The options of all components that run code. */
export interface FunctionArgs extends Resilience {
    /** Hosts that the function may talk to, besides what its components need. */
    readonly net?: readonly string[];
    /** Permissions besides those that follow from the code, by target. */
    readonly permissions?: Readonly<Record<string, readonly Permission[]>>;
}
/** The object that makes a component real on a target. */
export interface Infra {
    /** The component inside of functions; its bindings are names in `outputs`. */
    readonly client?: ResourceClient;
    /** The outputs of the component. */
    readonly outputs?: Inputs;
    /** The needs of functions that call a method of the client; `undefined` for a method that the target does not have. */
    grant?(method: string): Grant | undefined;
}
/** A class whose objects make a component real. */
export interface InfraClass<Spec, Made extends Infra = Infra> {
    new (spec: Spec): Made;
    /** The optional abilities of the component that the target has, such as `ordered`. Others are refused. */
    readonly features?: readonly string[];
}
/** The argument of all infra classes. */
export interface ComponentSpec {
    readonly name: string;
    /** The component, which is the parent of all resources that an infra class makes. */
    readonly component: Resource;
}
/** A function. */
export interface FunctionSpec extends ComponentSpec {
    readonly handler: (...args: any[]) => unknown;
    /** Whether an infra class has adapted the handler, which gets the events of the platform then; else arguments of calls. */
    readonly takesEvents: boolean;
    /** The infra class that adapts the handler has its own data for the function here. */
    readonly own: unknown;
    readonly net: readonly string[];
    /** The policies that the program declares, of those in the `features` of the infra class. */
    readonly resilience: Resilience;
    /** Serialises a handler, and finds what it needs. To be called once, in the constructor. */
    code(handler: (...args: any[]) => unknown): FunctionCode;
}
/** A request, as the handlers of a router get it from the infra class. */
export interface HttpEvent {
    readonly method: string;
    /** The route that the request matches, such as `GET /todos/:id`. */
    readonly route: string;
    readonly path: string;
    readonly params: Readonly<Record<string, string>>;
    /** A list for a name that occurs more than once. */
    readonly query: Readonly<Record<string, string | string[]>>;
    /** By names in lower case. */
    readonly headers: Readonly<Record<string, string>>;
    /** Text, or bytes in base64. */
    readonly body: string;
    readonly isBase64Encoded?: boolean;
    /** The body that is no text, from platforms that have it in bytes. */
    readonly bytes?: () => Uint8Array;
    /** The body as it comes in, for a route that `takes` a stream. */
    readonly stream?: ReadableStream<Uint8Array>;
}
/** The answer of a handler, as an infra class gets it. */
export interface HttpReply {
    readonly status: number;
    /** By names in lower case. */
    readonly headers: Readonly<Record<string, string | string[]>>;
    /** Text, or bytes in base64. */
    readonly body?: string;
    readonly isBase64Encoded?: boolean;
    /** The body that is no text, for platforms that take bytes. It is no enumerable member. */
    readonly bytes?: Uint8Array;
    /** The answer of a handler of the web, whose body is not read yet, from routers with `streaming`. There is no body here then. */
    readonly response?: Response;
    /** The handlers of the WebSocket that the request opens, for a route that `takes` one. There is no body then. */
    readonly webSocket?: WebSocketHandlers;
}
/** The connection of a client, as handlers get it. */
export interface Socket {
    /** The protocol that both speak; empty for none. */
    readonly protocol: string;
    /** Sends a message; resolves when there is room for the next one. */
    send(data: string | Uint8Array): Promise<void>;
    /** The `code` is 1000 or 3000 to 4999. */
    close(code?: number, reason?: string): void;
}
/** Called in turn for each socket, each when the one before has ended. */
export interface WebSocketHandlers {
    /** The protocols that the function speaks, of which the first that the client offers is chosen. */
    readonly protocols?: readonly string[];
    readonly open?: (socket: Socket) => unknown;
    readonly message?: (socket: Socket, data: string | Uint8Array) => unknown;
    /** The code is 1006 if the client has gone without one. */
    readonly close?: (socket: Socket, code: number, reason: string) => unknown;
}
export interface Route {
    /** In upper case; `ANY` is all of them. */
    readonly method: string;
    /** Segments such as `:id`, and one `*` at the end. */
    readonly path: string;
    /** The part of a request that the handler gets besides its head, if that is not the whole body. */
    readonly takes?: "stream" | "webSocket";
}
/** The route of a request. */
export interface RouteMatch {
    /** The route, such as `GET /todos/:id`. */
    readonly route: string;
    readonly params: Readonly<Record<string, string>>;
}
/** A function that answers requests of some routes of a router. */
export interface RouteHandler {
    readonly name: string;
    readonly routes: Property<readonly Route[]>;
    /** Finds the route of a request, in the function: for platforms that have no routes. `segments` are parts of the path, decoded. */
    readonly match: (method: string, segments: readonly string[]) => RouteMatch | undefined;
    readonly handler: (event: HttpEvent) => Promise<HttpReply>;
    /** Whether answers may have a `response` or a `webSocket`. */
    readonly isStreaming: boolean;
    readonly args: FunctionArgs;
}
export interface RouterInfra extends Infra {
    /** Called once for each function of the router. */
    serve(handler: RouteHandler): void;
}
export interface RouterInfraClass extends InfraClass<ComponentSpec, RouterInfra> {
    /** Whether a function has all routes, which is the default, or one of them. */
    readonly granularity?: "router" | "route";
}
/** The facts about a message besides its content. */
export interface Delivery {
    /** The name of the queue, the topic or the bucket. */
    readonly queue: string;
    /** The same whenever this message comes again. */
    readonly id: string;
    /** 1 for the first time. */
    readonly attempt: number;
}
/** A function that gets messages. */
export interface Subscription {
    readonly name: string;
    readonly handler: (message: any, delivery: Delivery) => unknown;
    readonly args: FunctionArgs;
    /** The largest number of messages that the platform delivers at once; the handler gets them one by one. */
    readonly batch: number;
}
export interface QueueSpec extends ComponentSpec {
    readonly isOrdered: boolean;
    /** The number of deliveries before a message is a dead letter. */
    readonly attempts: number;
    /** Seconds after which a message that no function has processed is removed; without it, the target decides. */
    readonly retention?: number;
}
export interface TopicSpec extends ComponentSpec {
    /** As of queues, for each subscriber. */
    readonly retention?: number;
}
export interface BucketSpec extends ComponentSpec {
    /** Seconds after which an object is removed: whole days. */
    readonly retention?: number;
}
/** Queues, topics and buckets. */
export interface SubscribedInfra extends Infra {
    subscribe(subscription: Subscription): void;
}
export interface QueueInfra extends SubscribedInfra {
    /** The handler gets a `DeadLetter`. */
    subscribeToDeadLetters(subscription: Subscription): void;
}
export interface ScheduleInfraClass extends InfraClass<ScheduleSpec> {
    /** The reason why the target cannot run something at the times of an expression; `undefined` if it can. */
    refusal?(cron: string): string | undefined;
}
export interface ScheduleSpec extends ComponentSpec {
    readonly cron: string;
    readonly handler: (tick: Tick) => unknown;
    readonly args: FunctionArgs;
}
/** The facts that a scheduled function gets about its call. */
export interface Tick {
    readonly cron: string;
    /** The time that it was due, as ISO text in UTC. */
    readonly time: string;
}
export interface SecretSpec extends ComponentSpec {
    /** Secret. */
    readonly value: Property<string>;
}
/** A step in the life of a database's tables. */
export interface Migration {
    /** The name of its file, by which they are in order. */
    readonly name: string;
    readonly sql: string;
}
/** A database of Postgres. */
export interface DatabaseSpec extends ComponentSpec {
    /** In the order in which they are run, each once. */
    readonly migrations: readonly Migration[];
}
/** A program. */
export interface ProgramSpec extends ComponentSpec {
    /** The program and its arguments. */
    readonly command?: readonly Input<string>[];
    readonly image?: Input<string>;
    /** Its variables, and those by which it finds what it uses. */
    readonly environment: Property<Record<string, string>>;
    /** The names of the variables that are secret. */
    readonly secrets: Property<string[]>;
    /** The names of services that must be ready before. */
    readonly waitsFor: readonly string[];
    /** The permissions for all that the clients of the components do that it uses. */
    readonly permissions: readonly Permission[];
    /** Resources that must exist before. */
    readonly links: readonly Resource[];
    readonly net: readonly string[];
    /** Seconds until it must be healthy. */
    readonly startTimeout: number;
    /** Seconds between the request to end and the end by force. */
    readonly grace: number;
}
/** A program with a port. */
export interface ServiceSpec extends ProgramSpec {
    readonly port?: number;
    readonly health?: string;
    readonly replicas: number;
}
/** A file of a site. */
export interface SiteFile {
    /** The path in the site, with `/` between its parts. */
    readonly path: string;
    /** The path on this machine; a relative one starts at the project folder. */
    readonly source: string;
}
/** Static files. */
export interface SiteSpec extends ComponentSpec {
    /** In the order of their paths. */
    readonly files: readonly SiteFile[];
    /** The name of the file that paths of folders stand for. */
    readonly index: string;
    /** The path of the file that answers paths without a file, with the status 404. */
    readonly notFound?: string;
    /** Whether the index answers paths without a file. */
    readonly isApplication: boolean;
    /** The beginnings of the paths of files whose content never changes. */
    readonly immutable: readonly string[];
}
/** The infra classes of a target, by component. */
export interface Components {
    Bucket: InfraClass<BucketSpec, SubscribedInfra>;
    Daemon: InfraClass<ProgramSpec>;
    Database: InfraClass<DatabaseSpec>;
    Function: InfraClass<FunctionSpec>;
    KVStore: InfraClass<ComponentSpec>;
    Queue: InfraClass<QueueSpec, QueueInfra>;
    Router: RouterInfraClass;
    Schedule: ScheduleInfraClass;
    Secret: InfraClass<SecretSpec>;
    Service: InfraClass<ServiceSpec>;
    Site: InfraClass<SiteSpec>;
    Topic: InfraClass<TopicSpec, SubscribedInfra>;
}
