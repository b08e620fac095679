// Package bridge says how Terraform's provider of random values looks as a package of Pulumi.
package bridge

import (
	"context"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/pf/tfbridge"
	bridge "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/terraform-providers/terraform-provider-random/shim"
)

// Version is that of the package. The published package of this provider has another one.
const Version = "4.19.0"

var names = []string{"Bytes", "Id", "Integer", "Password", "Pet", "Shuffle", "String", "Uuid"}

// Info describes the package; metadata is what the generator has kept.
func Info(metadata []byte) bridge.ProviderInfo {
	info := bridge.ProviderInfo{
		Name:         "random",
		P:            tfbridge.ShimProvider(shim.NewProvider()),
		Version:      Version,
		Description:  "Random values that stay the same until they are to be new.",
		License:      "MPL-2.0",
		GitHubOrg:    "terraform-providers",
		Resources:    map[string]*bridge.ResourceInfo{},
		MetadataInfo: bridge.NewProviderMetadata(metadata),
		IgnoreMappings: []string{
			"random_uuid4",
			"random_uuid7",
		},
	}
	for _, name := range names {
		token := fmt.Sprintf("random:index/random%[1]s:Random%[1]s", name)
		info.Resources["random_"+strings.ToLower(name)] = &bridge.ResourceInfo{Tok: tokens.Type(token)}
	}
	info.Resources["random_bytes"].ComputeID = idOfBytes
	return info
}

func idOfBytes(_ context.Context, state resource.PropertyMap) (resource.ID, error) {
	value := state["hex"]
	if value.IsSecret() {
		value = value.SecretValue().Element
	}
	if !value.IsString() {
		return "", fmt.Errorf("the bytes have no text")
	}
	return resource.ID(value.StringValue()), nil
}
