// A provider of the size and shape of the largest ones, for measurements: `giant_…` resources that make nothing.
// src/terraform/interface/synthetic.rs makes the same for unit tests.
package main

import (
	"context"
	"fmt"
	"log"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

const resources = 1500

var words = strings.Fields("access bucket cluster domain endpoint filter gateway hosted instance job key lifecycle metric " +
	"network object policy queue route security table user volume web zone")

func word(at int) string { return words[at%len(words)] }

func resourceName(at int) string {
	return fmt.Sprintf("giant_%s_%s_%s%d", word(at), word(at/24+7), word(at/576+3), at)
}

type role int

const (
	required role = iota
	optional
	computed
	both
)

func attribute(name string, of tftypes.Type, as role, length int) *tfprotov6.SchemaAttribute {
	var description strings.Builder
	for at := range length {
		description.WriteString(word(at*5+len(name)) + " ")
	}
	return &tfprotov6.SchemaAttribute{
		Name: name, Type: of, Description: description.String(),
		Required: as == required, Optional: as == optional || as == both, Computed: as == computed || as == both,
	}
}

// Some resources are small, and some consist of the same statements again and again.
func schemaOf(at int, isData bool) *tfprotov6.Schema {
	as := optional
	if isData {
		as = computed
	}
	port := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"from_port": tftypes.Number, "to_port": tftypes.Number}}
	kinds := []tftypes.Type{
		tftypes.String, tftypes.Number, tftypes.Bool, tftypes.List{ElementType: tftypes.String},
		tftypes.Map{ElementType: tftypes.String}, tftypes.Set{ElementType: port},
	}
	attributes := []*tfprotov6.SchemaAttribute{
		attribute("id", tftypes.String, both, 0),
		attribute("name", tftypes.String, required, 12),
		attribute("arn", tftypes.String, computed, 6),
	}
	// There are as many names as words.
	for number := range min(12+at%23, len(words)) {
		name := word(at+number) + "_setting_" + word(number)
		attributes = append(attributes, attribute(name, kinds[number%len(kinds)], as, 14))
	}
	depth, below := 1, 2
	if at%80 == 0 {
		depth, below = 3, 5
	}
	block := &tfprotov6.SchemaBlock{
		Attributes:  attributes,
		Description: fmt.Sprintf("Manages the thing with the number %d.", at),
		Deprecated:  at%97 == 13,
	}
	for it := range 2 + at%5 {
		block.BlockTypes = append(block.BlockTypes, nested(it, depth, below, tfprotov6.SchemaNestedBlockNestingModeList))
	}
	return &tfprotov6.Schema{Version: 1, Block: block}
}

func nested(at, depth, below int, nesting tfprotov6.SchemaNestedBlockNestingMode) *tfprotov6.SchemaNestedBlock {
	block := &tfprotov6.SchemaBlock{}
	for it := range 6 {
		as := both
		if it == 0 {
			as = required
		}
		block.Attributes = append(block.Attributes, attribute(word(at*3+it)+"_"+word(it), tftypes.String, as, 6))
	}
	for it := 0; depth > 0 && it < below; it++ {
		block.BlockTypes = append(block.BlockTypes, nested(it, depth-1, below, tfprotov6.SchemaNestedBlockNestingModeSet))
	}
	return &tfprotov6.SchemaNestedBlock{TypeName: word(at) + "_block", Block: block, Nesting: nesting}
}

// The methods that are not here are never called.
type giant struct{ tfprotov6.ProviderServer }

var capabilities = &tfprotov6.ServerCapabilities{GetProviderSchemaOptional: true}

var schemas = sync.OnceValue(func() map[string]*tfprotov6.Schema {
	all := map[string]*tfprotov6.Schema{}
	for at := range resources {
		all[resourceName(at)] = schemaOf(at, false)
	}
	return all
})

func provider() *tfprotov6.Schema {
	region := attribute("region", tftypes.String, optional, 3)
	return &tfprotov6.Schema{Block: &tfprotov6.SchemaBlock{Attributes: []*tfprotov6.SchemaAttribute{region}}}
}

func (giant) GetProviderSchema(context.Context, *tfprotov6.GetProviderSchemaRequest) (*tfprotov6.GetProviderSchemaResponse, error) {
	data := map[string]*tfprotov6.Schema{}
	for at := range resources / 3 {
		data[resourceName(at)] = schemaOf(at, true)
	}
	return &tfprotov6.GetProviderSchemaResponse{
		ServerCapabilities: capabilities, Provider: provider(), ResourceSchemas: schemas(), DataSourceSchemas: data,
	}, nil
}

func (giant) GetResourceIdentitySchemas(context.Context, *tfprotov6.GetResourceIdentitySchemasRequest) (*tfprotov6.GetResourceIdentitySchemasResponse, error) {
	return &tfprotov6.GetResourceIdentitySchemasResponse{}, nil
}

func (giant) ValidateProviderConfig(_ context.Context, request *tfprotov6.ValidateProviderConfigRequest) (*tfprotov6.ValidateProviderConfigResponse, error) {
	return &tfprotov6.ValidateProviderConfigResponse{PreparedConfig: request.Config}, nil
}

func (giant) ConfigureProvider(context.Context, *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	return &tfprotov6.ConfigureProviderResponse{}, nil
}

func (giant) StopProvider(context.Context, *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	return &tfprotov6.StopProviderResponse{}, nil
}

func (giant) ValidateResourceConfig(context.Context, *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return &tfprotov6.ValidateResourceConfigResponse{}, nil
}

// What the provider computes is not known yet.
func (giant) PlanResourceChange(_ context.Context, request *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	var schema *tfprotov6.Schema
	for at := range resources {
		if resourceName(at) == request.TypeName {
			schema = schemaOf(at, false)
		}
	}
	if schema == nil {
		return nil, fmt.Errorf("there is no %s", request.TypeName)
	}
	of := schema.ValueType()
	proposed, err := request.ProposedNewState.Unmarshal(of)
	if err != nil || proposed.IsNull() {
		return &tfprotov6.PlanResourceChangeResponse{PlannedState: request.ProposedNewState}, err
	}
	members := map[string]tftypes.Value{}
	if err := proposed.As(&members); err != nil {
		return nil, err
	}
	for _, it := range schema.Block.Attributes {
		if it.Computed && members[it.Name].IsNull() {
			members[it.Name] = tftypes.NewValue(it.Type, tftypes.UnknownValue)
		}
	}
	planned, err := tfprotov6.NewDynamicValue(of, tftypes.NewValue(of, members))
	return &tfprotov6.PlanResourceChangeResponse{PlannedState: &planned}, err
}

func main() {
	serve := func() tfprotov6.ProviderServer { return giant{} }
	if err := tf6server.Serve("registry.opentofu.org/lumi/giant", serve); err != nil {
		log.Fatal(err)
	}
}
