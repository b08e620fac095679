import { show } from "../show.mjs";
import { BlobServiceClient, StorageSharedKeyCredential, generateBlobSASQueryParameters, BlobSASPermissions } from "@azure/storage-blob";

const key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
const credential = new StorageSharedKeyCredential("devstoreaccount1", key);
const service = new BlobServiceClient(`${process.env.AZURITE}/devstoreaccount1`, credential);
const container = service.getContainerClient(`container${process.pid}`);
await container.create();
const blob = container.getBlockBlobClient("a/b.txt");
await blob.upload("Grüße", Buffer.byteLength("Grüße"), { metadata: { k: "v" } });
show((await blob.downloadToBuffer()).toString(), (await blob.getProperties()).metadata);
await container.getBlockBlobClient("big").uploadData(Buffer.alloc(2_000_000, 1), { blockSize: 500_000, concurrency: 2 });
for await (const item of container.listBlobsFlat()) show(item.name, item.properties.contentLength);
const sas = generateBlobSASQueryParameters({ containerName: container.containerName, blobName: "a/b.txt", permissions: BlobSASPermissions.parse("r"), expiresOn: new Date(Date.now() + 60_000) }, credential);
show((await fetch(`${blob.url}?${sas}`)).status);
const failure = await container.getBlobClient("none").download().catch((error) => error);
show(failure.statusCode, failure.code);
await container.delete();
