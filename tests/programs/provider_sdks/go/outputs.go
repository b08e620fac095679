package main

import (
	"lumi.example/sdk/go/provider"
	"lumi.example/sdk/go/value"
)

// outputs returns what there is to know about a Thing.
func (c *conformance) outputs(id string, serial float64, inputs *value.Object) *value.Object {
	outputs := inputs.Clone()
	if inputs.Has("value") {
		outputs.Set("kind", kindOf(value.Plain(inputs.Get("value"))))
	}
	outputs.Set("serial", serial)
	outputs.Set("password", value.Secret{Value: "p-" + id})
	if asset, is := value.Plain(inputs.Get("content")).(value.Asset); is {
		if content, err := provider.Content(asset); err == nil {
			outputs.Set("text", string(content))
		}
	}
	if archive, is := value.Plain(inputs.Get("files")).(value.Archive); is {
		// An archive that the library does not unpack has no entries.
		files, err := provider.Files(archive)
		if err != nil {
			files = nil
		}
		outputs.Set("entries", provider.Paths(files))
	}
	return outputs
}

// kindOf names the kind of a value; an unknown one stays unknown.
func kindOf(v any) any {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case float64:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	case *value.Object:
		return "object"
	case value.Asset:
		return "asset"
	case value.Archive:
		return "archive"
	case value.Reference:
		return "resource"
	case value.Secret:
		return "secret"
	default:
		return v
	}
}
