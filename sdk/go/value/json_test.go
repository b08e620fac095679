package value

import (
	"math"
	"math/rand/v2"
	"testing"
)

// generated returns a value of every kind, nested at random.
func generated(random *rand.Rand, levels int) any {
	kinds := 9
	if levels > 0 {
		kinds = 13
	}
	texts := []string{"", "a", "$lumi", "é\u0000\"\\", "日本", "a.b", "<&>\u2028"}
	text := func() string { return texts[random.IntN(len(texts))] }
	members := func(member func() any) *Object {
		object := NewObject()
		for range random.IntN(4) {
			object.Set(text(), member())
		}
		return object
	}
	switch random.IntN(kinds) {
	case 0:
		return nil
	case 1:
		return random.IntN(2) == 0
	case 2:
		numbers := []float64{0, math.Copysign(0, -1), 1, -1.5, 1 << 53, 5e-324, math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN()}
		return numbers[random.IntN(len(numbers))]
	case 3, 4:
		return text()
	case 5:
		return Unknown{}
	case 6:
		return Reference{URN: text(), ID: "x", HasID: true}
	case 7:
		return Reference{URN: text(), IDUnknown: true}
	case 8:
		if random.IntN(2) == 0 {
			return Asset{Kind: BytesAsset, Data: []byte{0, 255}, Hash: ""}
		}
		return Asset{Kind: []AssetKind{TextAsset, FileAsset, RemoteAsset, FunctionAsset}[random.IntN(4)], Text: text(), Hash: text()}
	case 9:
		return Secret{Plain(generated(random, levels-1))}
	case 10:
		if random.IntN(2) == 0 {
			return Archive{Kind: FileArchive, Text: text(), Hash: text()}
		}
		return Archive{Kind: MembersArchive, Members: members(func() any { return Asset{Text: text()} })}
	case 11:
		return members(func() any { return generated(random, levels-1) })
	default:
		items := make([]any, random.IntN(4))
		for i := range items {
			items[i] = generated(random, levels-1)
		}
		return items
	}
}

// same is Equal, but for unknown values, which are equal to nothing there.
func same(t *testing.T, one, other any) bool {
	t.Helper()
	first, err := Marshal(one)
	if err != nil {
		t.Fatal(err)
	}
	second, err := Marshal(other)
	if err != nil {
		t.Fatal(err)
	}
	return string(first) == string(second)
}

func TestValuesComeBackFromJSON(t *testing.T) {
	for seed := range uint64(2000) {
		v := generated(rand.New(rand.NewPCG(seed, 1)), 4)
		text, err := Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Unmarshal(text)
		if err != nil {
			t.Fatalf("seed %d: %s: %s", seed, text, err)
		}
		if !same(t, v, back) || !IsUnknown(v) && !Equal(v, back) {
			t.Fatalf("seed %d: %s came back as %#v", seed, text, back)
		}
	}
}

func TestJSONThatMeansNothingIsRefused(t *testing.T) {
	for _, text := range []string{
		"", "[", `{"a":1,"a":2}`, `{"$lumi":"other"}`, `{"$lumi":1}`, `{"$lumi":[]}`, `{"$lumi":"number","value":[1]}`,
		`{"$lumi":"object","value":[1]}`, `{"$lumi":"asset","kind":"x"}`, `{"$lumi":"archive"}`, "1 2",
	} {
		if v, err := Unmarshal([]byte(text)); err == nil {
			t.Errorf("%q was read as %#v", text, v)
		}
	}
}
