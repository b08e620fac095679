// Terraform's provider of keys and certificates as a plugin of Pulumi, made with Pulumi's bridge as their own one is.
package main

import (
	"context"
	_ "embed"

	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/pf/tfbridge"
	"lumi.example/pulumi-resource-tls/bridge"
)

//go:embed schema.json
var schema []byte

//go:embed bridge-metadata.json
var metadata []byte

func main() {
	tfbridge.Main(context.Background(), "tls", bridge.Info(metadata), tfbridge.ProviderMetadata{PackageSchema: schema})
}
