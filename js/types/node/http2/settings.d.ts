import { Buffer } from "../buffer/buffer.js";
export interface Http2Settings {
    headerTableSize?: number;
    enablePush?: boolean;
    initialWindowSize?: number;
    maxFrameSize?: number;
    maxConcurrentStreams?: number;
    maxHeaderListSize?: number;
    maxHeaderSize?: number;
    enableConnectProtocol?: boolean;
}
export declare function getDefaultSettings(): Http2Settings;
/** The settings that `given` has, which must be valid. */
export declare function checkedSettings(given: unknown): Http2Settings;
/** Settings as they are sent, by their numbers. */
export declare function settingsOf(values: [number, number][], before: Http2Settings): Http2Settings;
export declare function getPackedSettings(given?: Http2Settings): Buffer;
export declare function getUnpackedSettings(packed: Uint8Array): Http2Settings;
