// Package shim makes the provider, which is internal to its module.
package shim

import (
	"github.com/hashicorp/terraform-plugin-framework/provider"
	random "github.com/terraform-providers/terraform-provider-random/internal/provider"
)

func NewProvider() provider.Provider { return random.New() }
