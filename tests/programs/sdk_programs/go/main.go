// This program makes the graph of tests/programs/python/same/index.ts.
package main

import (
	"math"

	"lumi.example/sdk/go/lumi"
)

type network struct {
	*lumi.Component
	subnet *lumi.CustomResource
}

func newNetwork(ctx *lumi.Context, name, cidr string, options ...lumi.Option) *network {
	n := &network{Component: lumi.NewComponent(ctx, "acme:net:Network", name, lumi.Map{"cidr": cidr}, options...)}
	n.subnet = lumi.NewResource(ctx, "aws:ec2:Subnet", name+"-subnet", lumi.Map{"cidr": cidr, "az": 2}, lumi.Parent(n))
	lumi.NewResource(ctx, "aws:ec2:Route", name+"-route", lumi.Map{"via": n.subnet.ID()}, lumi.Parent(n))
	n.RegisterOutputs(lumi.Map{"subnetId": n.subnet.ID(), "cidr": n.subnet.Output("cidr")})
	return n
}

type image struct {
	ID string `lumi:"id"`
}

func main() { lumi.Run(program) }

func program(ctx *lumi.Context) error {
	config := ctx.Config()
	aws := lumi.NewProvider(ctx, "aws", "west", lumi.Map{"region": "us-west-2"})
	net := newNetwork(ctx, "main", "10.0.0.0/16", lumi.Providers(aws), lumi.Protect(true))
	password := config.RequireSecret("password")
	size := lumi.Apply(password, func(text string) (int, error) { return len(text), nil })
	server := lumi.NewResource(ctx, "aws:ec2:Server", "web", lumi.Map{
		"name":   lumi.Sprintf(ctx, "web-%s", config.Require("suffix")),
		"subnet": net.subnet.ID(),
		"tags": lumi.Map{
			"owner": "me", "a.b/c": net.subnet.URN(),
			"deep": []any{[]any{net.subnet.ID()}, lumi.Map{"x": net.subnet.Output("gateway")}},
		},
		"count": 3, "ratio": 0.25, "huge": 1e300,
		"special": []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1)},
		"flag":    true, "nothing": nil, "text": "ünïcode 🎉",
		"userdata": lumi.TextAsset("#!/bin/sh\n"),
		"code":     lumi.AssetArchive(lumi.Map{"a.txt": lumi.FileAsset("a.txt"), "dir/b": lumi.TextAsset("b")}),
		"folder":   lumi.FileArchive("folder"),
		"remote":   lumi.RemoteAsset("https://example.com/x"),
		"data":     []byte{0, 255, 1},
		"password": password, "derived": size, "ofComponent": net, "ofServer": net.subnet, "$lumi": "mine",
	},
		lumi.DependsOn(net, aws),
		lumi.IgnoreChanges("tags.owner"),
		lumi.ReplaceOnChanges("name"),
		lumi.DeleteBeforeReplace(true),
		lumi.AliasOf(lumi.Alias{Name: "old", Parent: net}),
		lumi.AliasURN("urn:lumi:dev::demo::index::aws:ec2:Server::older"),
		lumi.RetainOnDelete(true),
		lumi.DeletedWith(net),
		lumi.CustomTimeouts(lumi.Timeouts{Create: "5m", Delete: "90s"}),
		lumi.AdditionalSecretOutputs("token"),
		lumi.Version("1.2.3"),
		lumi.Provider(aws),
	)
	taken := lumi.NewResource(ctx, "aws:ec2:Server", "taken", nil, lumi.Import("i-123"))
	found := lumi.GetResource(ctx, "aws:ec2:Server", "found", "i-456", lumi.Map{"x": 1})
	debian := lumi.Invoke[image](ctx, "aws:ec2:getImage", lumi.Map{"name": "debian", "near": server.ID()})
	loud := lumi.NewResource(ctx, "aws:ec2:Disk", "disk", lumi.Map{
		"image": lumi.Apply(debian, func(it image) (string, error) { return it.ID, nil }),
		"both":  lumi.Sprintf(ctx, "%s%s", found.ID(), taken.ID()),
	})
	var deep any = loud.ID()
	for level := range 100 {
		if level%2 == 0 {
			deep = []any{deep}
		} else {
			deep = lumi.Map{"level": deep}
		}
	}
	lumi.NewResource(ctx, "aws:ec2:Deep", "deep", lumi.Map{"deep": deep})
	other := lumi.NewStackReference(ctx, "demo/prod")
	// A module of JavaScript has its exports in this order.
	ctx.Export("cidr", net.subnet.Output("cidr"))
	ctx.Export("id", found.ID())
	ctx.Export("plain", lumi.Map{"list": []any{1, "two"}, "nested": lumi.Map{"password": password}})
	ctx.Export("shared", lumi.StackOutput[any](other, "x"))
	ctx.Export("size", size)
	ctx.Export("token", server.Output("token"))
	return nil
}
