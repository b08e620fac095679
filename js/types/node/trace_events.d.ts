export declare function createTracing(_options: {
    categories: string[];
}): never;
/** The categories that are recorded: none. */
export declare function getEnabledCategories(): string | undefined;
declare const _default: {
    createTracing: typeof createTracing;
    getEnabledCategories: typeof getEnabledCategories;
};
export default _default;
