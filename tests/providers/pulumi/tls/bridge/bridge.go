// Package bridge says how Terraform's provider of keys and certificates looks as a package of Pulumi.
package bridge

import (
	"strings"

	"github.com/hashicorp/terraform-provider-tls/shim"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/pf/tfbridge"
	bridge "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
)

// Version is that of the package. The published package of this provider has another one.
const Version = "5.3.0"

var resources = map[string]string{
	"tls_cert_request":        "CertRequest",
	"tls_locally_signed_cert": "LocallySignedCert",
	"tls_private_key":         "PrivateKey",
	"tls_self_signed_cert":    "SelfSignedCert",
}

var functions = map[string]string{
	"tls_certificate": "getCertificate",
	"tls_public_key":  "getPublicKey",
}

// Info describes the package; metadata is what the generator has kept.
func Info(metadata []byte) bridge.ProviderInfo {
	info := bridge.ProviderInfo{
		Name:         "tls",
		P:            tfbridge.ShimProvider(shim.NewProvider()),
		Version:      Version,
		Description:  "Keys and certificates that are made by the program.",
		License:      "MPL-2.0",
		GitHubOrg:    "hashicorp",
		Config:       map[string]*bridge.SchemaInfo{"proxy": {MaxItemsOne: bridge.True()}},
		Resources:    map[string]*bridge.ResourceInfo{},
		DataSources:  map[string]*bridge.DataSourceInfo{},
		MetadataInfo: bridge.NewProviderMetadata(metadata),
	}
	for name, class := range resources {
		module := strings.ToLower(class[:1]) + class[1:]
		resource := &bridge.ResourceInfo{Tok: tokens.Type("tls:index/" + module + ":" + class)}
		if name == "tls_cert_request" || name == "tls_self_signed_cert" {
			resource.Fields = map[string]*bridge.SchemaInfo{"subject": {MaxItemsOne: bridge.True()}}
		}
		info.Resources[name] = resource
	}
	for name, function := range functions {
		token := tokens.ModuleMember("tls:index/" + function + ":" + function)
		info.DataSources[name] = &bridge.DataSourceInfo{Tok: token}
	}
	return info
}
