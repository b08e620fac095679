// Package shim makes the provider, which is internal to its module.
package shim

import (
	"github.com/hashicorp/terraform-plugin-framework/provider"
	tls "github.com/hashicorp/terraform-provider-tls/internal/provider"
)

func NewProvider() provider.Provider { return tls.New() }
