// Writes `schema.json` and `bridge-metadata.json`, which the plugin embeds.
package main

import (
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/pf/tfgen"
	"lumi.example/pulumi-resource-tls/bridge"
)

func main() {
	tfgen.Main("tls", bridge.Info([]byte("{}")))
}
