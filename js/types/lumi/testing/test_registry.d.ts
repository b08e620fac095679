import type { MockOptions } from "./mock_options.js";
export type TestFunction = () => void | Promise<void>;
export interface TestOptions extends MockOptions {
    /** Leaves the test out. */
    skip?: boolean;
    /** Leaves all other tests out. */
    only?: boolean;
}
export interface Test {
    /**
     * Declares a test. Each runs alone, in order, against its own mocks: resources it creates
     * exist for no other test. `options` say how the mocks behave; see `run`.
     */
    (name: string, body: TestFunction): void;
    (name: string, options: TestOptions, body: TestFunction): void;
    /** Declares a test that is left out. */
    skip(name: string, body: TestFunction): void;
    skip(name: string, options: TestOptions, body: TestFunction): void;
    /** Declares a test that runs instead of all that are not declared so. */
    only(name: string, body: TestFunction): void;
    only(name: string, options: TestOptions, body: TestFunction): void;
}
export declare const test: Test;
