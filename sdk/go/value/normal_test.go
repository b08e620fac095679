package value

import (
	"strings"
	"testing"
)

type rule struct {
	Port  int    `lumi:"port"`
	Notes string `lumi:"notes,omitempty"`
	other int
}

func TestDataOfGoBecomesValues(t *testing.T) {
	port := 80
	text, err := Marshal(map[string]any{
		"rules": []rule{{Port: 1, other: 2}, {Port: 2, Notes: "x"}},
		"port":  &port,
		"none":  (*int)(nil),
		"bytes": []byte("a"),
	})
	if err != nil {
		t.Fatal(err)
	}
	wanted := `{"bytes":{"$lumi":"asset","kind":"text","base64":"YQ=="},"none":null,"port":80,"rules":[{"port":1},{"port":2,"notes":"x"}]}`
	if string(text) != wanted {
		t.Errorf("%s", text)
	}
}

func TestWhatIsNoDataIsNamed(t *testing.T) {
	type loop struct {
		Next any `lumi:"next"`
	}
	endless := &loop{}
	endless.Next = endless
	for wanted, v := range map[string]any{
		"`a[1].b` is a func(), which is no data":               map[string]any{"a": []any{1, map[string]any{"b": func() {}}}},
		"`[\"a b\"]` is an integer that no float64 can hold":   map[string]any{"a b": int64(1<<53 + 1)},
		"`x` is text that is no UTF-8":                         map[string]string{"x": "\xff"},
		"has keys of the type int; only strings can be keys":   map[int]int{1: 1},
		"whose fields have no tags such as `lumi:\"name\"`":    struct{ A int }{1},
		"is nested deeper than 500 levels, or contains itself": endless,
	} {
		if _, err := Normal(v); err == nil || !strings.Contains(err.Error(), wanted) {
			t.Errorf("%v, not %q", err, wanted)
		}
	}
}

func TestValuesAreAssigned(t *testing.T) {
	var target struct {
		Name  string            `lumi:"name"`
		Rules []rule            `lumi:"rules"`
		Tags  map[string]string `lumi:"tags"`
		Any   any               `lumi:"any"`
		Size  *uint8            `lumi:"size"`
	}
	v := ObjectOf("name", Secret{"n"}, "rules", []any{ObjectOf("port", 3.0)}, "tags", ObjectOf("a", "b"), "any", ObjectOf("x", []any{nil}), "size", 255.0, "more", 1.0)
	if err := Assign(v, &target); err != nil {
		t.Fatal(err)
	}
	if target.Name != "n" || target.Rules[0].Port != 3 || target.Tags["a"] != "b" || *target.Size != 255 {
		t.Errorf("%+v", target)
	}
	if text, _ := Marshal(target.Any); string(text) != `{"x":[null]}` {
		t.Errorf("%s", text)
	}
	err := Assign(ObjectOf("rules", []any{ObjectOf("port", 1.5)}), &target)
	if err == nil || err.Error() != "`rules[0].port` is a number, which no int can hold" {
		t.Errorf("%v", err)
	}
}

func TestSecretsAreNotInTexts(t *testing.T) {
	object := ObjectOf("password", Secret{"hunter2"})
	for _, text := range []string{object.String(), Secret{"hunter2"}.String(), Secret{"hunter2"}.GoString()} {
		if strings.Contains(text, "hunter2") {
			t.Error(text)
		}
	}
}
