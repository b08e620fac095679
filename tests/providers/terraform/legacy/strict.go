package main

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/validation"
)

// A resource that stores a zero value for each attribute that is not set, and refuses most of these when they are
// given, as resources of large providers do.
func strict() *schema.Resource {
	text := func() *schema.Schema { return &schema.Schema{Type: schema.TypeString} }
	with := func(it *schema.Schema, change func(*schema.Schema)) *schema.Schema {
		change(it)
		return it
	}
	optional := func(of schema.ValueType, change func(*schema.Schema)) *schema.Schema {
		return with(&schema.Schema{Type: of, Optional: true}, change)
	}
	nothing := func(*schema.Schema) {}
	check := &schema.Resource{Schema: map[string]*schema.Schema{
		"url":       {Type: schema.TypeString, Required: true},
		"interval":  optional(schema.TypeInt, func(it *schema.Schema) { it.ValidateFunc = validation.IntAtLeast(1) }),
		"threshold": optional(schema.TypeInt, func(it *schema.Schema) { it.Default = 6 }),
		"body":      optional(schema.TypeString, func(it *schema.Schema) { it.ValidateFunc = validation.StringIsNotEmpty }),
	}}
	return &schema.Resource{
		Importer:      &schema.ResourceImporter{StateContext: importStrict},
		CreateContext: createStrict,
		ReadContext:   read,
		UpdateContext: storeStrict,
		DeleteContext: remove,
		Schema: map[string]*schema.Schema{
			"name": {Type: schema.TypeString, Required: true, ForceNew: true},
			// Refused when they are given as zero.
			"expires": optional(schema.TypeString, func(it *schema.Schema) { it.ValidateFunc = validation.IsRFC3339Time }),
			"timeout": optional(schema.TypeInt, func(it *schema.Schema) { it.ValidateFunc = validation.IntAtLeast(1) }),
			"user":    optional(schema.TypeString, func(it *schema.Schema) { it.ConflictsWith = []string{"group"} }),
			"group":   optional(schema.TypeString, func(it *schema.Schema) { it.ConflictsWith = []string{"user"} }),
			"external": optional(schema.TypeBool, func(it *schema.Schema) {
				it.ConflictsWith = []string{"check"}
			}),
			"check":  optional(schema.TypeList, func(it *schema.Schema) { it.Elem = check; it.MaxItems = 1 }),
			"checks": optional(schema.TypeSet, func(it *schema.Schema) { it.Elem = check }),
			// Not the same when they are left out.
			"enabled": optional(schema.TypeBool, func(it *schema.Schema) { it.Default = true }),
			"retries": optional(schema.TypeInt, func(it *schema.Schema) { it.Default = 3 }),
			"prefix":  optional(schema.TypeString, func(it *schema.Schema) { it.Default = "p-" }),
			// Accepted as zero, and the same when they are left out.
			"notes":  optional(schema.TypeString, nothing),
			"labels": optional(schema.TypeMap, func(it *schema.Schema) { it.Elem = text() }),
			"hosts":  optional(schema.TypeList, func(it *schema.Schema) { it.Elem = text() }),
			// The provider sets these where the program does not.
			"parent": optional(schema.TypeString, func(it *schema.Schema) { it.Computed = true }),
			"region": optional(schema.TypeString, func(it *schema.Schema) { it.Computed = true }),
			"roles":  optional(schema.TypeSet, func(it *schema.Schema) { it.Computed = true; it.Elem = text() }),
			"owners": optional(schema.TypeSet, func(it *schema.Schema) { it.Computed = true; it.Elem = text() }),
			"token":  optional(schema.TypeString, func(it *schema.Schema) { it.Computed = true; it.Sensitive = true }),
			"key": optional(schema.TypeString, func(it *schema.Schema) {
				it.Computed = true
				it.ExactlyOneOf = []string{"key", "key_file"}
			}),
			"key_file": optional(schema.TypeString, func(it *schema.Schema) {
				it.ExactlyOneOf = []string{"key", "key_file"}
			}),
		},
	}
}

func createStrict(ctx context.Context, data *schema.ResourceData, meta any) diag.Diagnostics {
	data.SetId("strict-" + data.Get("name").(string))
	return storeStrict(ctx, data, meta)
}

// Answers each attribute, as providers do that read their objects from a server.
func storeStrict(_ context.Context, data *schema.ResourceData, _ any) diag.Diagnostics {
	values := map[string]any{}
	for name := range strict().Schema {
		values[name] = data.Get(name)
	}
	name := values["name"].(string)
	for computed, value := range map[string]any{
		"parent": "root", "region": "north-1", "token": "token-of-" + name, "roles": []any{"reader"}, "owners": []any{},
	} {
		if _, ok := data.GetOk(computed); !ok {
			values[computed] = value
		}
	}
	for name, value := range values {
		if err := data.Set(name, value); err != nil {
			return diag.FromErr(err)
		}
	}
	return nil
}

// There is no server: an object that is imported is as one without any settings.
func importStrict(ctx context.Context, data *schema.ResourceData, meta any) ([]*schema.ResourceData, error) {
	for name, value := range map[string]any{"name": data.Id(), "enabled": true, "retries": 3, "prefix": "p-", "key": "k"} {
		if err := data.Set(name, value); err != nil {
			return nil, err
		}
	}
	if failed := createStrict(ctx, data, meta); failed != nil {
		return nil, errors.New(failed[0].Summary)
	}
	return []*schema.ResourceData{data}, nil
}
