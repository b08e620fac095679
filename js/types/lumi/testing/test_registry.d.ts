import type { MockOptions } from "./mock_options.js";
export type TestFunction = () => void | Promise<void>;
export interface TestOptions extends MockOptions {
    /** Skips the test. */
    skip?: boolean;
    /** Skips all other tests. */
    only?: boolean;
}
export interface Test {
    /**
     * Declares a test. Tests run one by one, in order, each with its own mocks and resources.
     * `options` configure the mocks; see `run`.
     */
    (name: string, body: TestFunction): void;
    (name: string, options: TestOptions, body: TestFunction): void;
    /** Declares a test that is skipped. */
    skip(name: string, body: TestFunction): void;
    skip(name: string, options: TestOptions, body: TestFunction): void;
    /** Declares a test that runs instead of all tests without `only`. */
    only(name: string, body: TestFunction): void;
    only(name: string, options: TestOptions, body: TestFunction): void;
}
export declare const test: Test;
