import { type Family, SocketAddress } from "./socket_address.js";
type Address = string | SocketAddress;
export declare class BlockList {
    #private;
    static isBlockList(value: unknown): value is BlockList;
    addAddress(address: Address, family?: Family): void;
    addRange(start: Address, end: Address, family?: Family): void;
    addSubnet(network: Address, prefix: number, family?: Family): void;
    /** Whether a rule contains the address; no rule contains a text that is not an address. */
    check(address: Address, family?: Family): boolean;
    /** The rules as text, the newest first. */
    get rules(): string[];
    toJSON(): string[];
    /** Adds rules in the form of {@link rules}, or of its JSON. */
    fromJSON(data: string | readonly string[]): void;
}
export {};
