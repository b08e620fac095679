package value

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
)

// The key of objects that are more than plain data in JSON; the protocol's file value.proto describes them.
const special = "$lumi"

var (
	assetKinds   = map[AssetKind][2]string{TextAsset: {"text", "text"}, FileAsset: {"file", "path"}, RemoteAsset: {"remote", "uri"}, FunctionAsset: {"function", "function"}}
	archiveKinds = map[ArchiveKind][2]string{FileArchive: {"file", "path"}, RemoteArchive: {"remote", "uri"}}
)

var specialNumbers = map[string]float64{"NaN": math.NaN(), "Infinity": math.Inf(1), "-Infinity": math.Inf(-1), "-0": math.Copysign(0, -1)}

// Marshal returns the JSON form of a value, in which secrets are not encrypted.
func Marshal(v any) ([]byte, error) {
	plain, err := Normal(v)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := write(&out, plain); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func write(out *bytes.Buffer, v any) error {
	switch v := v.(type) {
	case nil:
		out.WriteString("null")
	case bool:
		out.WriteString(strconv.FormatBool(v))
	case string:
		writeText(out, v)
	case float64:
		writeNumber(out, v)
	case []any:
		return writeList(out, v)
	case *Object:
		if v.Has(special) {
			return writeMembers(out, ObjectOf(special, "object", "value", v), true)
		}
		return writeMembers(out, v, false)
	case Secret:
		return writeMembers(out, ObjectOf(special, "secret", "value", v.Value), false)
	case Unknown:
		return writeMembers(out, ObjectOf(special, "unknown"), false)
	case Reference:
		return writeMembers(out, referenceMembers(v), false)
	case Asset:
		return writeMembers(out, assetMembers(v), false)
	case Archive:
		return writeMembers(out, archiveMembers(v), false)
	default:
		return fmt.Errorf("a %T is no data", v)
	}
	return nil
}

func writeText(out *bytes.Buffer, text string) {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	// A text can always be written; the encoder ends it with a line end.
	_ = encoder.Encode(text)
	out.Truncate(out.Len() - 1)
}

func writeNumber(out *bytes.Buffer, number float64) {
	name := ""
	switch {
	case math.IsNaN(number):
		name = "NaN"
	case math.IsInf(number, 1):
		name = "Infinity"
	case math.IsInf(number, -1):
		name = "-Infinity"
	case number == 0 && math.Signbit(number):
		name = "-0"
	}
	if name == "" {
		text, _ := json.Marshal(number)
		out.Write(text)
		return
	}
	_ = writeMembers(out, ObjectOf(special, "number", "value", name), false)
}

func writeList(out *bytes.Buffer, items []any) error {
	out.WriteByte('[')
	for i, item := range items {
		if i > 0 {
			out.WriteByte(',')
		}
		if err := write(out, item); err != nil {
			return err
		}
	}
	out.WriteByte(']')
	return nil
}

// writeMembers writes an object as it is; with isInner, the objects among its members, too.
func writeMembers(out *bytes.Buffer, o *Object, isInner bool) error {
	out.WriteByte('{')
	for i, name := range o.Names() {
		if i > 0 {
			out.WriteByte(',')
		}
		writeText(out, name)
		out.WriteByte(':')
		member, is := o.Get(name).(*Object)
		var err error
		if is && isInner {
			err = writeMembers(out, member, false)
		} else {
			err = write(out, o.Get(name))
		}
		if err != nil {
			return err
		}
	}
	out.WriteByte('}')
	return nil
}

func referenceMembers(reference Reference) *Object {
	members := ObjectOf(special, "resource", "urn", reference.URN)
	if reference.IDUnknown {
		members.Set("id", Unknown{})
	} else if reference.HasID {
		members.Set("id", reference.ID)
	}
	return members
}

func assetMembers(asset Asset) *Object {
	members := ObjectOf(special, "asset")
	if asset.Kind == BytesAsset {
		members.Set("kind", "text").Set("base64", base64.StdEncoding.EncodeToString(asset.Data))
	} else {
		kind := assetKinds[asset.Kind]
		members.Set("kind", kind[0]).Set(kind[1], asset.Text)
	}
	if asset.Hash != "" {
		members.Set("hash", asset.Hash)
	}
	return members
}

func archiveMembers(archive Archive) *Object {
	members := ObjectOf(special, "archive")
	if archive.Kind == MembersArchive {
		members.Set("kind", "assets").Set("assets", archive.Members)
	} else {
		kind := archiveKinds[archive.Kind]
		members.Set("kind", kind[0]).Set(kind[1], archive.Text)
	}
	if archive.Hash != "" {
		members.Set("hash", archive.Hash)
	}
	return members
}

// Unmarshal reads the JSON form of a value.
func Unmarshal(data []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	v, err := read(decoder, 0)
	if err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more after the JSON of a value")
	}
	return v, nil
}

func read(decoder *json.Decoder, level int) (any, error) {
	if level > 2*MostLevels {
		return nil, fmt.Errorf("JSON is nested deeper than %d levels", MostLevels)
	}
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('['):
		items := []any{}
		for decoder.More() {
			item, err := read(decoder, level+1)
			if err != nil {
				return nil, err
			}
			items = append(items, item)
		}
		_, err := decoder.Token()
		return items, err
	case json.Delim('{'):
		members, err := readMembers(decoder, level)
		if err != nil {
			return nil, err
		}
		return meaning(members)
	}
	return token, nil
}

func readMembers(decoder *json.Decoder, level int) (*Object, error) {
	members := NewObject()
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		if members.Has(name.(string)) {
			return nil, fmt.Errorf("JSON has the key %q twice", name)
		}
		// The object inside of `{"$lumi":"object"}` may have the key itself.
		member, err := readMember(decoder, level, members.Get(special) == "object" && name == "value")
		if err != nil {
			return nil, err
		}
		members.Set(name.(string), member)
	}
	_, err := decoder.Token()
	return members, err
}

// raw is an object that means no more than its members.
type raw struct{ members *Object }

func readMember(decoder *json.Decoder, level int, isRaw bool) (any, error) {
	if !isRaw {
		return read(decoder, level+1)
	}
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	if token != json.Delim('{') {
		return nil, errors.New("JSON of an object has something else as its value")
	}
	members, err := readMembers(decoder, level+1)
	return raw{members}, err
}

// meaning returns what an object of JSON means.
func meaning(members *Object) (any, error) {
	if !members.Has(special) {
		return members, nil
	}
	v := members.Get("value")
	switch members.Get(special) {
	case "object":
		if inner, is := v.(raw); is {
			return inner.members, nil
		}
	case "unknown":
		return Unknown{}, nil
	case "secret":
		return Secret{v}, nil
	case "number":
		name, _ := v.(string)
		if number, has := specialNumbers[name]; has {
			return number, nil
		}
	case "resource":
		_, isUnknown := members.Get("id").(Unknown)
		return Reference{URN: members.Text("urn"), ID: members.Text("id"), IDUnknown: isUnknown, HasID: members.Has("id") && !isUnknown}, nil
	case "asset":
		return readAsset(members)
	case "archive":
		return readArchive(members)
	}
	return nil, fmt.Errorf("JSON of a kind that this version does not know: %v", members.Get(special))
}

func readAsset(members *Object) (any, error) {
	hash := members.Text("hash")
	if members.Has("base64") {
		data, err := base64.StdEncoding.DecodeString(members.Text("base64"))
		return Asset{Kind: BytesAsset, Data: data, Hash: hash}, err
	}
	for kind, words := range assetKinds {
		if members.Get("kind") == words[0] {
			return Asset{Kind: kind, Text: members.Text(words[1]), Hash: hash}, nil
		}
	}
	return nil, errors.New("JSON of an asset of a kind that this version does not know")
}

func readArchive(members *Object) (any, error) {
	hash := members.Text("hash")
	if members.Get("kind") == "assets" {
		inner, is := members.Get("assets").(*Object)
		if !is {
			return nil, errors.New("JSON of an archive without members")
		}
		return Archive{Kind: MembersArchive, Members: inner, Hash: hash}, nil
	}
	for kind, words := range archiveKinds {
		if members.Get("kind") == words[0] {
			return Archive{Kind: kind, Text: members.Text(words[1]), Hash: hash}, nil
		}
	}
	return nil, errors.New("JSON of an archive of a kind that this version does not know")
}
