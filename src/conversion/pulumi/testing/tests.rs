//! Tests of users before and after their conversion.

use crate::pulumi::tests::converted;

#[test]
fn tests_of_mocha_become_tests_of_lumi() {
    insta::assert_snapshot!(converted(
        r##"import * as pulumi from "@pulumi/pulumi";
import "mocha";
import * as assert from "assert";

pulumi.runtime.setMocks({
    newResource: function(args: pulumi.runtime.MockResourceArgs): { id: string, state: any } {
        switch (args.type) {
            case "aws:ec2/securityGroup:SecurityGroup":
                return { id: "sg-12345678", state: { ...args.inputs, arn: "arn" } };
            default:
                return { id: args.inputs.name + "_id", state: { ...args.inputs } };
        }
    },
    call: function(args: pulumi.runtime.MockCallArgs) {
        return args.token === "aws:ec2/getAmi:getAmi" ? { id: "ami-1", ...args.inputs } : args.inputs;
    },
});

describe("Infrastructure", function() {
    let infra: typeof import("./index");

    before(async function() {
        infra = await import("./index");
    });

    describe("#server", function() {
        // check 1: Instances have a Name tag.
        it("must have a name tag", function(done) {
            pulumi.all([infra.server.urn, infra.server.tags]).apply(([urn, tags]) => {
                if (!tags || !tags["Name"]) {
                    done(new Error(`Missing a name tag on server ${urn}`));
                } else {
                    done();
                }
            });
        });

        it.skip(`has no ${"ssh"} port`, async () => assert.ok(await infra.open()));
    });
});
"##
    ));
}

#[test]
fn tests_of_jest_and_vitest_become_tests_of_lumi() {
    insta::assert_snapshot!(converted(
        r##"import * as pulumi from '@pulumi/pulumi';
import { describe, expect, it, beforeAll, beforeEach } from 'vitest';

class MyMocks implements pulumi.runtime.Mocks {
    private count = 0;
    newResource({ inputs, name, id }: pulumi.runtime.MockResourceArgs): pulumi.runtime.MockResourceResult {
        const state = { ...inputs, count: this.count++ };
        return { id: id ?? `${name}-id`, state };
    }
    call({ inputs: given }: pulumi.runtime.MockCallArgs): pulumi.runtime.MockCallResult {
        return given;
    }
}

function promiseOf<T>(output: pulumi.Output<T>): Promise<T> {
    return new Promise(resolve => output.apply(resolve));
}

describe('the network', () => {
    let infra: typeof import('../index');
    beforeAll(async () => {
        await pulumi.runtime.setMocks(new MyMocks(), 'shop', undefined, true);
        infra = await import('../index');
    });
    beforeEach(() => { process.env.COUNT = '1'; });

    it('has a range', async () => {
        const cidr = await promiseOf(infra.network.cidr);
        expect(cidr).toBe('10.0.0.0/16');
        expect([cidr]).toHaveLength(1);
        expect(infra.network).toBeDefined();
        expect(cidr).not.toEqual('x');
    });
    it('has zones', () => promiseOf(infra.network.zones).then((it) => expect(it).toEqual(['a', 'b'])));
});
"##
    ));
}

#[test]
fn forms_that_tests_of_lumi_do_not_have_are_listed() {
    insta::assert_snapshot!(converted(
        r##"import * as pulumi from "@pulumi/pulumi";
import { jest } from "@jest/globals";

const mocks: pulumi.runtime.Mocks = {
    newResource: (args) => ({ id: args.id || args.name, state: {} }),
    call(args) { return args.inputs; },
};
pulumi.runtime.setMocks(mocks, "p", "s");
pulumi.runtime.setAllConfig({ "p:size": "3" });

describe("all", function () {
    this.timeout(5000);
    it("runs", () => {});
});
afterAll(() => {});
beforeAll(() => { jest.spyOn(console, "log"); });
it.each([1, 2])("takes %d", (n) => {});
test("takes a context", (t) => { t.mock.fn(); });
test("takes time", async () => { expect(1).toBeCloseTo(1); }, 1000);
test("runs", () => {});
"##
    ));
    // Mocks of another form stay, and so do the tests.
    insta::assert_snapshot!(converted(
        r##"import { runtime } from "@pulumi/pulumi";
import { makeMocks } from "./mocks";

runtime.setMocks(makeMocks());
it("runs", () => expect(1).toBe(1));
"##
    ));
    let answers = "import * as pulumi from \"@pulumi/pulumi\";\n\
                   pulumi.runtime.setMocks({ newResource: (args) => answer(args), call: (args) => other(args) });\n";
    assert!(converted(answers).contains("write tests with `lumi/testing`"));
}
