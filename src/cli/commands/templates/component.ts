// A component: resources that belong together, with a name and outputs of their own.

import * as lumi from "lumi";

interface QueueOutputs {
  url: string;
  arn: string;
}

interface WorkQueueArgs {
  /** How often a message is tried before it goes to the dead letters. */
  tries?: number;
}

/** A queue, and a second one for messages that nobody could handle. */
class WorkQueue extends lumi.ComponentResource {
  declare readonly url: lumi.Property<string>;

  constructor(name: string, args: WorkQueueArgs = {}, options?: lumi.ComponentResourceOptions) {
    super("acme:work:Queue", name, {}, options);
    const failed = new lumi.CustomResource<QueueOutputs>("aws:sqs/queue:Queue", `${name}-failed`, {}, {
      parent: this,
    });
    const main = new lumi.CustomResource<QueueOutputs>(
      "aws:sqs/queue:Queue",
      name,
      {
        redrivePolicy: lumi.jsonStringify({
          deadLetterTargetArn: failed.arn,
          maxReceiveCount: args.tries ?? 3,
        }),
      },
      { parent: this },
    );
    this.registerOutputs({ url: main.url });
  }
}

const mails = new WorkQueue("mails", { tries: 5 });

export const mailsUrl = mails.url;
