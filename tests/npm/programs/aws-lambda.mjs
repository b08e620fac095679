import { show } from "../show.mjs";
import { GetFunctionCommand, LambdaClient, ListFunctionsCommand } from "@aws-sdk/client-lambda";

const client = new LambdaClient({ endpoint: process.env.AWS_SERVER, region: "eu-west-1", credentials: { accessKeyId: "a", secretAccessKey: "b" } });
show((await client.send(new ListFunctionsCommand({}))).Functions);
const failure = await client.send(new GetFunctionCommand({ FunctionName: "nowhere" })).catch((error) => error);
show(failure.name, failure.$metadata.httpStatusCode);
