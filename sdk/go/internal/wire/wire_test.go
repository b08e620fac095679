package wire

import (
	"testing"

	"google.golang.org/protobuf/proto"

	"lumi.example/sdk/go/lumirpc"
	"lumi.example/sdk/go/value"
)

// nested returns a text inside of lists, objects and secrets in turn.
func nested(levels int) any {
	var v any = "end"
	for level := range levels {
		if level%2 == 0 {
			v = []any{v}
		} else {
			v = value.ObjectOf("a", v)
		}
	}
	return v
}

// depth returns how many messages are inside of each other.
func depth(v *lumirpc.Value) int {
	deepest := 0
	for _, item := range v.GetList().GetItems() {
		deepest = max(deepest, 1+depth(item))
	}
	for _, member := range v.GetObject().GetValues() {
		deepest = max(deepest, 1+depth(member))
	}
	return 1 + deepest
}

func TestDeepValuesCrossInFewMessages(t *testing.T) {
	for _, levels := range []int{0, 1, 39, 40, 41, 100, 499} {
		v := value.Secret{Value: nested(levels)}
		message, err := Value(v)
		if err != nil {
			t.Fatal(err)
		}
		if deep := depth(message.GetSecret()); deep > 90 {
			t.Errorf("%d levels are %d messages", levels, deep)
		}
		data, err := proto.Marshal(message)
		if err != nil {
			t.Fatal(err)
		}
		read := &lumirpc.Value{}
		if err := proto.Unmarshal(data, read); err != nil {
			t.Fatal(err)
		}
		back, err := Plain(read)
		if err != nil || !value.Equal(v, back) {
			t.Errorf("%d levels came back as %v, %v", levels, back, err)
		}
	}
}

func TestMessagesThatMeanNothingAreRefused(t *testing.T) {
	null := &lumirpc.Value{Kind: &lumirpc.Value_Null{}}
	objects := []*lumirpc.Object{
		{Keys: []string{"a"}},
		{Keys: []string{"a", "a"}, Values: []*lumirpc.Value{null, null}},
		{Keys: []string{"a"}, Values: []*lumirpc.Value{{}}},
		{Keys: []string{"a"}, Values: []*lumirpc.Value{{Kind: &lumirpc.Value_Asset{}}}},
		{Keys: []string{"a"}, Values: []*lumirpc.Value{{Kind: &lumirpc.Value_Archive{}}}},
		{Keys: []string{"a"}, Values: []*lumirpc.Value{{Kind: &lumirpc.Value_Json{Json: []byte("{")}}}},
	}
	for i, object := range objects {
		if v, err := Members(object); err == nil {
			t.Errorf("object %d was read as %v", i, v)
		}
	}
	deep := null
	for range value.MostLevels + 1 {
		deep = &lumirpc.Value{Kind: &lumirpc.Value_List{List: &lumirpc.List{Items: []*lumirpc.Value{deep}}}}
	}
	if _, err := Plain(deep); err == nil {
		t.Error("a value without an end was read")
	}
}
