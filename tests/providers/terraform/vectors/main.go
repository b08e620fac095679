// Writes values and their encodings as go-cty makes them, one per line, for the tests of
// src/terraform/cty: `go run . > ../../../../src/terraform/cty/vectors.jsonl`.
package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	ctymsgpack "github.com/zclconf/go-cty/cty/msgpack"
)

type vector struct {
	Name    string          `json:"name"`
	Type    json.RawMessage `json:"type"`
	Msgpack string          `json:"msgpack"`
	// Left out where the value is not wholly known.
	JSON json.RawMessage `json:"json,omitempty"`
}

func write(name string, ty cty.Type, value cty.Value) {
	typeJSON, err := ctyjson.MarshalType(ty)
	must(name, err)
	message, err := ctymsgpack.Marshal(value, ty)
	must(name, err)
	line := vector{Name: name, Type: typeJSON, Msgpack: hex.EncodeToString(message)}
	if value.IsWhollyKnown() {
		line.JSON, err = ctyjson.Marshal(value, ty)
		must(name, err)
	}
	text, err := json.Marshal(line)
	must(name, err)
	fmt.Println(string(text))
}

func must(name string, err error) {
	if err != nil {
		panic(name + ": " + err.Error())
	}
}

func number(text string) cty.Value {
	return cty.MustParseNumberVal(text)
}

func main() {
	simple := []cty.Type{cty.Bool, cty.Number, cty.String, cty.DynamicPseudoType}
	types := append([]cty.Type{}, simple...)
	for _, ty := range simple {
		types = append(types, cty.List(ty), cty.Map(ty), cty.Tuple([]cty.Type{ty, cty.Bool}),
			cty.Object(map[string]cty.Type{"b": ty, "a": cty.List(ty)}))
		if ty != cty.DynamicPseudoType {
			types = append(types, cty.Set(ty))
		}
	}
	for _, ty := range types {
		write("null", ty, cty.NullVal(ty))
		write("unknown", ty, cty.UnknownVal(ty))
	}

	for _, text := range []string{
		"0", "1", "-1", "127", "128", "255", "256", "65535", "65536", "4294967295", "4294967296", "-32", "-33", "-128",
		"-129", "-32768", "-32769", "-2147483648", "-2147483649", "9223372036854775807", "-9223372036854775808",
		"9223372036854775808", "18446744073709551615", "18446744073709551616", "9007199254740993", "0.5", "0.1", "-0.1",
		"1.5e300", "1e400", "1e-400", "123456789.123456789", "0.30000000000000004",
	} {
		write("number "+text, cty.Number, number(text))
	}
	write("double 0.1", cty.Number, cty.NumberFloatVal(0.1))
	write("double 1e23", cty.Number, cty.NumberFloatVal(1e23))
	write("large", cty.Number, cty.NumberVal(new(big.Float).SetMantExp(big.NewFloat(1), 200)))

	for _, text := range []string{"", "a", "e\u0301", "\"\\\n\t\u0001", "日本語", "<&>", fmt.Sprintf("%031d", 7), fmt.Sprintf("%032d", 7),
		fmt.Sprintf("%0300d", 7)} {
		write("string", cty.String, cty.StringVal(text))
	}
	write("true", cty.Bool, cty.True)
	write("false", cty.Bool, cty.False)

	strings := []cty.Value{cty.StringVal("b"), cty.StringVal("a"), cty.StringVal("b")}
	write("list", cty.List(cty.String), cty.ListVal(strings))
	write("set", cty.Set(cty.String), cty.SetVal(strings))
	write("empty list", cty.List(cty.String), cty.ListValEmpty(cty.String))
	write("empty set", cty.Set(cty.String), cty.SetValEmpty(cty.String))
	write("empty map", cty.Map(cty.String), cty.MapValEmpty(cty.String))
	write("empty object", cty.EmptyObject, cty.EmptyObjectVal)
	write("empty tuple", cty.EmptyTuple, cty.EmptyTupleVal)
	write("list with holes", cty.List(cty.String),
		cty.ListVal([]cty.Value{cty.NullVal(cty.String), cty.UnknownVal(cty.String)}))
	write("map", cty.Map(cty.Number), cty.MapVal(map[string]cty.Value{"z": number("1"), "a b": number("0.25"), "": number("-1")}))
	many := make([]cty.Value, 20)
	for at := range many {
		many[at] = cty.NumberIntVal(int64(at * 1000))
	}
	write("long list", cty.List(cty.Number), cty.ListVal(many))
	write("tuple", cty.Tuple([]cty.Type{cty.String, cty.DynamicPseudoType}),
		cty.TupleVal([]cty.Value{cty.StringVal("a"), number("2")}))
	nested := cty.Object(map[string]cty.Type{
		"id":    cty.String,
		"rules": cty.Set(cty.Object(map[string]cty.Type{"port": cty.Number, "names": cty.List(cty.String)})),
		"any":   cty.DynamicPseudoType,
	})
	rule := func(port string) cty.Value {
		return cty.ObjectVal(map[string]cty.Value{"port": number(port), "names": cty.ListValEmpty(cty.String)})
	}
	write("nested", nested, cty.ObjectVal(map[string]cty.Value{
		"id":    cty.UnknownVal(cty.String),
		"rules": cty.SetVal([]cty.Value{rule("80"), rule("443")}),
		"any":   cty.ObjectVal(map[string]cty.Value{"deep": cty.ListVal([]cty.Value{cty.True})}),
	}))
	write("dynamic in dynamic", cty.DynamicPseudoType, cty.TupleVal([]cty.Value{cty.NullVal(cty.DynamicPseudoType), cty.StringVal("x")}))

	refined := cty.UnknownVal(cty.String).Refine()
	write("not null", cty.String, cty.UnknownVal(cty.String).RefineNotNull())
	write("prefix", cty.String, refined.NotNull().StringPrefixFull("https://").NewValue())
	write("bounds", cty.Number, cty.UnknownVal(cty.Number).Refine().NotNull().
		NumberRangeLowerBound(number("1"), true).NumberRangeUpperBound(number("0.1e2"), false).NewValue())
	write("lengths", cty.List(cty.String), cty.UnknownVal(cty.List(cty.String)).Refine().NotNull().
		CollectionLengthLowerBound(1).CollectionLengthUpperBound(3).NewValue())
}
