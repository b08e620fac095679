package schema

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
)

// GenerateResourceConfig is of a later protocol than this SDK.
func (s *GRPCProviderServer) GenerateResourceConfig(
	context.Context, *tfprotov5.GenerateResourceConfigRequest,
) (*tfprotov5.GenerateResourceConfigResponse, error) {
	return nil, errors.New("this SDK makes no configuration")
}
