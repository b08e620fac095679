export declare const isatty: (_descriptor: number) => boolean;
declare const _default: {
    isatty: typeof isatty;
};
export default _default;
