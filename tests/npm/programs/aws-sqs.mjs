import { show } from "../show.mjs";
import { CreateQueueCommand, DeleteMessageCommand, GetQueueUrlCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";

const client = new SQSClient({ endpoint: process.env.AWS_SERVER, region: "eu-west-1", credentials: { accessKeyId: "a", secretAccessKey: "b" } });
const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName: `queue-${process.pid}` }));
const sent = await client.send(new SendMessageCommand({ QueueUrl, MessageBody: "Grüße" }));
show(sent.MD5OfMessageBody);
const { Messages } = await client.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 1 }));
show(Messages[0].Body);
await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: Messages[0].ReceiptHandle }));
const failure = await client.send(new GetQueueUrlCommand({ QueueName: "nowhere" })).catch((error) => error);
show(failure.name);
