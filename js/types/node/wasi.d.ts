export declare class WASI {
    constructor();
}
declare const _default: {
    WASI: typeof WASI;
};
export default _default;
