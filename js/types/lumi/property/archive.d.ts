import { Asset } from "./asset.js";
/** The content of an `AssetArchive`, by path in the archive. */
export type AssetMap = Record<string, Asset | Archive>;
/** A folder of content. Create an `AssetArchive`, `FileArchive` or `RemoteArchive`. */
export declare abstract class Archive {
    #private;
}
/** An archive of assets and other archives. */
export declare class AssetArchive extends Archive {
    readonly assets: Readonly<AssetMap>;
    constructor(assets: AssetMap);
}
/** A folder or an archive file on disk; relative paths start at the project folder. */
export declare class FileArchive extends Archive {
    readonly path: string;
    constructor(path: string | URL);
}
/** An archive that the provider fetches from a URI. */
export declare class RemoteArchive extends Archive {
    readonly uri: string;
    constructor(uri: string | URL);
}
