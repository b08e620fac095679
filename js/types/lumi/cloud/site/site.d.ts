import type { Property } from "../../property/property.js";
import type { ComponentResourceOptions } from "../../resource/resource_options.js";
import { Component } from "../component.js";
/** The methods of a site for functions. */
export interface SiteClient {
    /** Requests a path of the site, such as `/about.html`. */
    fetch(path: string, init?: RequestInit): Promise<Response>;
}
export interface SiteArgs {
    /** The folder of the files; relative paths start at the project folder. */
    folder: string;
    /**
     * The command that makes the folder: a program with its arguments. It runs in the project folder with each plan, so that the plan
     * has every file, and needs `--allow-run` for the program.
     */
    build?: readonly string[];
    /** The file that paths of folders stand for: `index.html`. */
    index?: string;
    /** The file that answers paths without a file, with the status 404: `404.html`, if there is one. */
    notFound?: string;
    /** Whether the index answers paths without a file, for an application with routes of its own in the browser. */
    spa?: boolean;
    /** The folders of files whose content never changes, such as `assets`: their names change. Browsers keep them for a year. */
    immutable?: readonly string[];
}
/** Static files, which every target serves by the same rules. */
export declare class Site extends Component {
    /** The address, on targets that know it once the site is deployed. */
    readonly url: Property<string | undefined>;
    constructor(name: string, args: SiteArgs, options?: ComponentResourceOptions);
}
export interface Site extends SiteClient {
}
