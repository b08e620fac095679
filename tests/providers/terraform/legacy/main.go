// A provider for tests of src/terraform, made with the library of before: served by version 5 of the protocol, it
// contradicts its plans as that library does.
package main

import (
	"context"
	"errors"
	"time"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"github.com/hashicorp/terraform-plugin-sdk/v2/plugin"
)

func main() {
	plugin.Serve(&plugin.ServeOpts{ProviderFunc: func() *schema.Provider {
		return &schema.Provider{ResourcesMap: map[string]*schema.Resource{
			"legacy_thing":  thing(),
			"legacy_strict": strict(),
		}}
	}})
}

func thing() *schema.Resource {
	rule := &schema.Resource{Schema: map[string]*schema.Schema{
		"port":  {Type: schema.TypeInt, Required: true},
		"names": {Type: schema.TypeList, Optional: true, Elem: &schema.Schema{Type: schema.TypeString}},
		"code":  {Type: schema.TypeString, Computed: true},
	}}
	return &schema.Resource{
		SchemaVersion: 1,
		Timeouts:      &schema.ResourceTimeout{Create: schema.DefaultTimeout(time.Minute)},
		Importer:      &schema.ResourceImporter{StateContext: schema.ImportStatePassthroughContext},
		CreateContext: create,
		ReadContext:   read,
		UpdateContext: update,
		DeleteContext: remove,
		Schema: map[string]*schema.Schema{
			"name":    {Type: schema.TypeString, Required: true, ForceNew: true},
			"mode":    {Type: schema.TypeString, Optional: true},
			"old":     {Type: schema.TypeString, Optional: true, Deprecated: "use mode"},
			"ratio":   {Type: schema.TypeFloat, Optional: true},
			"text":    {Type: schema.TypeString, Optional: true, StateFunc: func(it any) string { return it.(string) + "!" }},
			"timeout": {Type: schema.TypeString, Computed: true},
			"rule":    {Type: schema.TypeSet, Optional: true, Elem: rule},
			"single":  {Type: schema.TypeList, Optional: true, MaxItems: 1, Elem: rule},
		},
	}
}

func create(_ context.Context, data *schema.ResourceData, _ any) diag.Diagnostics {
	mode := data.Get("mode").(string)
	if mode == "fail" {
		return diag.FromErr(errors.New("nothing was made"))
	}
	data.SetId("thing-" + data.Get("name").(string))
	if mode == "half" {
		return diag.FromErr(errors.New("half of it was made"))
	}
	return settle(data, schema.TimeoutCreate)
}

func update(_ context.Context, data *schema.ResourceData, _ any) diag.Diagnostics {
	return settle(data, schema.TimeoutUpdate)
}

func settle(data *schema.ResourceData, key string) diag.Diagnostics {
	if err := data.Set("timeout", data.Timeout(key).String()); err != nil {
		return diag.FromErr(err)
	}
	for _, name := range []string{"rule", "single"} {
		rules := []any{}
		var given []any
		if name == "rule" {
			given = data.Get(name).(*schema.Set).List()
		} else {
			given = data.Get(name).([]any)
		}
		for _, it := range given {
			rule := it.(map[string]any)
			rule["code"] = "set by the provider"
			rules = append(rules, rule)
		}
		if err := data.Set(name, rules); err != nil {
			return diag.FromErr(err)
		}
	}
	return nil
}

func read(_ context.Context, data *schema.ResourceData, _ any) diag.Diagnostics {
	if data.Id() == "gone" {
		data.SetId("")
		return nil
	}
	return nil
}

func remove(context.Context, *schema.ResourceData, any) diag.Diagnostics { return nil }
