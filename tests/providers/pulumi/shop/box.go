package main

import (
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	pulumiprovider "github.com/pulumi/pulumi/sdk/v3/go/pulumi/provider"
)

// Box is the component: an item for each title.
type Box struct {
	pulumi.ResourceState

	Label pulumi.StringOutput `pulumi:"label"`
}

type boxArgs struct {
	Titles []string           `pulumi:"titles"`
	Size   pulumi.StringInput `pulumi:"size"`
}

type item struct {
	pulumi.CustomResourceState

	Title pulumi.StringOutput `pulumi:"title"`
}

func constructBox(
	ctx *pulumi.Context, typ, name string, inputs pulumiprovider.ConstructInputs, options pulumi.ResourceOption,
) (*pulumiprovider.ConstructResult, error) {
	if typ != "shop:index:Box" {
		return nil, fmt.Errorf("there is no component %s", typ)
	}
	args := &boxArgs{}
	if err := inputs.CopyTo(args); err != nil {
		return nil, err
	}
	box := &Box{}
	if err := ctx.RegisterComponentResource(typ, name, box, options); err != nil {
		return nil, err
	}
	for at, title := range args.Titles {
		child := &item{}
		given := pulumi.Map{"title": pulumi.String(title)}
		if args.Size != nil {
			given["size"] = args.Size
		}
		err := ctx.RegisterResource("shop:index:Item", fmt.Sprintf("%s-%d", name, at), given, child, pulumi.Parent(box))
		if err != nil {
			return nil, err
		}
	}
	box.Label = pulumi.String(strings.Join(args.Titles, "+")).ToStringOutput()
	if err := ctx.RegisterResourceOutputs(box, pulumi.Map{"label": box.Label}); err != nil {
		return nil, err
	}
	return pulumiprovider.NewConstructResult(box)
}

type priceArgs struct {
	Currency pulumi.StringInput `pulumi:"currency"`
}

type priceResult struct {
	Price pulumi.StringOutput `pulumi:"price"`
}

type describeResult struct {
	Text pulumi.StringOutput `pulumi:"text"`
}

func call(_ *pulumi.Context, token string, args pulumiprovider.CallArgs) (*pulumiprovider.CallResult, error) {
	switch token {
	case "shop:index:Box/priceIn":
		given := &priceArgs{}
		if _, err := args.CopyTo(given); err != nil {
			return nil, err
		}
		return pulumiprovider.NewCallResult(&priceResult{Price: pulumi.Sprintf("3 %s", given.Currency)})
	case "shop:index:Item/describe":
		return pulumiprovider.NewCallResult(&describeResult{Text: pulumi.Sprintf("an item")})
	}
	return nil, fmt.Errorf("there is no method %s", token)
}
