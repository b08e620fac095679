import { promises } from "./stream.js";
export declare const finished: (stream: import("../../npm/readable-stream").PipelinePart, options?: import("./stream.js").FinishedOptions) => Promise<void>, pipeline: {
    (parts_0: import("../../npm/readable-stream").PipelinePart, ...parts: (import("./stream.js").PipelineOptions | import("../../npm/readable-stream").PipelinePart)[]): Promise<any>;
    (parts: readonly import("../../npm/readable-stream").PipelinePart[], options?: import("./stream.js").PipelineOptions): Promise<any>;
};
export default promises;
