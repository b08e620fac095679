type WebBlob = Blob;
type WebFile = File;
declare const WebBlob: {
    new (blobParts?: BlobPart[], options?: BlobPropertyBag): Blob;
    prototype: Blob;
};
declare const WebFile: {
    new (fileBits: BlobPart[], fileName: string, options?: FilePropertyBag): File;
    prototype: File;
};
export * from "./buffer.js";
export { default } from "./buffer.js";
export { WebBlob as Blob, WebFile as File };
