import { show } from "../show.mjs";
import { MongoClient, ObjectId } from "mongodb";

const client = await MongoClient.connect(process.env.MONGODB);
const items = client.db("npm").collection(`items${process.pid}`);
show((await items.insertMany([{ n: 1, text: "Grüße" }, { n: 2, list: [1, { a: 2 }] }, { n: 3 }])).insertedCount);
show(await items.findOne({ n: 2 }, { projection: { _id: 0 } }));
show(await items.find({ n: { $gt: 1 } }).sort({ n: -1 }).project({ _id: 0, n: 1 }).toArray());
show((await items.updateOne({ n: 3 }, { $set: { changed: true } })).modifiedCount);
show(await items.countDocuments({ changed: true }));
show((await items.deleteMany({ n: { $lt: 3 } })).deletedCount);
show(new ObjectId("0123456789abcdef01234567").toHexString());
await items.drop();
await client.close();
