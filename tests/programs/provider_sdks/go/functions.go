package main

import (
	"context"
	"math"
	"os"
	"strings"

	"lumi.example/sdk/go/provider"
	"lumi.example/sdk/go/value"
)

type answer = func(*value.Object) (any, error)

func functions(c *conformance) []provider.Function {
	return []provider.Function{
		function("echo", func(arguments *value.Object) (any, error) { return arguments, nil }, "value", provider.Any),
		function("settings", c.settings, "", 0),
		function("environment", environment, "", 0),
		function("fail", func(arguments *value.Object) (any, error) {
			return nil, provider.Refused("%s", arguments.Text("message"))
		}, "message", provider.Text),
		function("raise", func(arguments *value.Object) (any, error) { panic(arguments.Text("message")) }, "message", provider.Text),
		function("nested", nested, "levels", provider.Number),
		function("depth", depth, "value", provider.Any),
		function("numbers", numbers, "", 0),
		function("kinds", kinds, "values", provider.List),
		function("large", func(arguments *value.Object) (any, error) {
			return strings.Repeat("x", int(arguments.Number("size"))), nil
		}, "size", provider.Number),
		function("count", func(*value.Object) (any, error) { return len(c.ids()), nil }, "", 0),
	}
}

// function describes a function with at most one argument.
func function(name string, invoke answer, argument string, of provider.PropertyType) provider.Function {
	described := provider.Function{
		Token: "conformance:index:" + name,
		Invoke: func(_ context.Context, request *provider.InvokeRequest) (any, error) {
			return invoke(request.Arguments)
		},
	}
	if argument != "" {
		described.Arguments = []provider.Property{{Name: argument, Type: of}}
	}
	return described
}

func (c *conformance) settings(*value.Object) (any, error) {
	token := c.config.Get("token")
	if token != nil {
		token = value.Secret{Value: value.Plain(token)}
	}
	return value.ObjectOf("folder", c.folder(), "prefix", c.prefix(), "hasToken", token != nil, "token", token), nil
}

func environment(*value.Object) (any, error) {
	_, hasToken := os.LookupEnv("LUMI_TOKEN")
	_, hasEngine := os.LookupEnv("LUMI_ENGINE")
	return value.ObjectOf("token", hasToken, "engine", hasEngine), nil
}

func nested(arguments *value.Object) (any, error) {
	var v any = "end"
	for range int(arguments.Number("levels")) {
		v = []any{v}
	}
	return v, nil
}

func depth(arguments *value.Object) (any, error) {
	levels := 0
	for v := value.Plain(arguments.Get("value")); ; levels++ {
		list, is := v.([]any)
		if !is || len(list) != 1 {
			return levels, nil
		}
		v = list[0]
	}
}

func numbers(*value.Object) (any, error) {
	return value.ObjectOf(
		"large", float64(1<<53), "small", math.SmallestNonzeroFloat64, "negativeZero", math.Copysign(0, -1),
		"infinity", math.Inf(1), "minusInfinity", math.Inf(-1), "nan", math.NaN(), "third", 1.0/3,
	), nil
}

func kinds(arguments *value.Object) (any, error) {
	values, _ := arguments.Get("values").([]any)
	names := make([]any, len(values))
	for i, v := range values {
		names[i] = kindOf(v)
		if _, is := v.(value.Unknown); is {
			names[i] = "unknown"
		}
	}
	return names, nil
}
