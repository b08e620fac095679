// Package wire turns values into messages of the protocol and back.
package wire

import (
	"fmt"

	"lumi.example/sdk/go/lumirpc"
	"lumi.example/sdk/go/value"
)

// Protobuf lets messages be nested 100 levels deep in some implementations; parts that lie deeper than this many
// messages are written as JSON.
const mostMessages = 80

// Value returns the message of a value.
func Value(v any) (*lumirpc.Value, error) {
	plain, err := value.Normal(v)
	if err != nil {
		return nil, err
	}
	return encode(plain, 0)
}

// Object returns the message of an object, a map or a struct.
func Object(v any) (*lumirpc.Object, error) {
	plain, err := value.NormalObject(v)
	if err != nil {
		return nil, err
	}
	return encodeObject(plain, 0)
}

func encode(v any, messages int) (*lumirpc.Value, error) {
	switch v := v.(type) {
	case nil:
		return &lumirpc.Value{Kind: &lumirpc.Value_Null{Null: &lumirpc.Null{}}}, nil
	case bool:
		return &lumirpc.Value{Kind: &lumirpc.Value_Bool{Bool: v}}, nil
	case float64:
		return &lumirpc.Value{Kind: &lumirpc.Value_Number{Number: v}}, nil
	case string:
		return &lumirpc.Value{Kind: &lumirpc.Value_Text{Text: v}}, nil
	case value.Unknown:
		return &lumirpc.Value{Kind: &lumirpc.Value_Unknown{Unknown: &lumirpc.Unknown{}}}, nil
	case value.Asset:
		return &lumirpc.Value{Kind: &lumirpc.Value_Asset{Asset: encodeAsset(v)}}, nil
	case value.Reference:
		return &lumirpc.Value{Kind: &lumirpc.Value_Resource{Resource: encodeReference(v)}}, nil
	}
	if messages > mostMessages {
		text, err := value.Marshal(v)
		return &lumirpc.Value{Kind: &lumirpc.Value_Json{Json: text}}, err
	}
	switch v := v.(type) {
	case []any:
		list := &lumirpc.List{Items: make([]*lumirpc.Value, len(v))}
		for i, item := range v {
			var err error
			if list.Items[i], err = encode(item, messages+2); err != nil {
				return nil, err
			}
		}
		return &lumirpc.Value{Kind: &lumirpc.Value_List{List: list}}, nil
	case *value.Object:
		object, err := encodeObject(v, messages+2)
		return &lumirpc.Value{Kind: &lumirpc.Value_Object{Object: object}}, err
	case value.Secret:
		inner, err := encode(v.Value, messages+1)
		return &lumirpc.Value{Kind: &lumirpc.Value_Secret{Secret: inner}}, err
	case value.Archive:
		archive, err := encodeArchive(v, messages+3)
		return &lumirpc.Value{Kind: &lumirpc.Value_Archive{Archive: archive}}, err
	}
	return nil, fmt.Errorf("a %T is no data", v)
}

func encodeObject(object *value.Object, messages int) (*lumirpc.Object, error) {
	message := &lumirpc.Object{}
	for name, member := range object.All() {
		encoded, err := encode(member, messages)
		if err != nil {
			return nil, err
		}
		message.Keys = append(message.Keys, name)
		message.Values = append(message.Values, encoded)
	}
	return message, nil
}

func encodeAsset(asset value.Asset) *lumirpc.Asset {
	message := &lumirpc.Asset{Hash: asset.Hash}
	switch asset.Kind {
	case value.TextAsset:
		message.Content = &lumirpc.Asset_Text{Text: asset.Text}
	case value.BytesAsset:
		message.Content = &lumirpc.Asset_Data{Data: asset.Data}
	case value.FileAsset:
		message.Content = &lumirpc.Asset_Path{Path: asset.Text}
	case value.RemoteAsset:
		message.Content = &lumirpc.Asset_Uri{Uri: asset.Text}
	case value.FunctionAsset:
		message.Content = &lumirpc.Asset_Function{Function: asset.Text}
	}
	return message
}

func encodeArchive(archive value.Archive, messages int) (*lumirpc.Archive, error) {
	message := &lumirpc.Archive{Hash: archive.Hash}
	switch archive.Kind {
	case value.MembersArchive:
		members, err := encodeObject(archive.Members, messages)
		if err != nil {
			return nil, err
		}
		message.Content = &lumirpc.Archive_Members{Members: members}
	case value.FileArchive:
		message.Content = &lumirpc.Archive_Path{Path: archive.Text}
	case value.RemoteArchive:
		message.Content = &lumirpc.Archive_Uri{Uri: archive.Text}
	}
	return message, nil
}

func encodeReference(reference value.Reference) *lumirpc.ResourceReference {
	message := &lumirpc.ResourceReference{Urn: reference.URN}
	if reference.IDUnknown {
		message.Identity = &lumirpc.ResourceReference_Unknown{Unknown: &lumirpc.Unknown{}}
	} else if reference.HasID {
		message.Identity = &lumirpc.ResourceReference_Id{Id: reference.ID}
	}
	return message
}
