package wire

import (
	"errors"
	"fmt"

	"lumi.example/sdk/go/lumirpc"
	"lumi.example/sdk/go/value"
)

// Plain returns the value of a message.
func Plain(message *lumirpc.Value) (any, error) { return decode(message, 0) }

// Members returns the object of a message; an absent one has no members.
func Members(message *lumirpc.Object) (*value.Object, error) { return decodeObject(message, 0) }

func decode(message *lumirpc.Value, level int) (any, error) {
	if level > value.MostLevels {
		return nil, fmt.Errorf("a value is nested deeper than %d levels", value.MostLevels)
	}
	switch kind := message.GetKind().(type) {
	case *lumirpc.Value_Null:
		return nil, nil
	case *lumirpc.Value_Bool:
		return kind.Bool, nil
	case *lumirpc.Value_Number:
		return kind.Number, nil
	case *lumirpc.Value_Text:
		return kind.Text, nil
	case *lumirpc.Value_List:
		items := make([]any, len(kind.List.GetItems()))
		for i, item := range kind.List.GetItems() {
			var err error
			if items[i], err = decode(item, level+1); err != nil {
				return nil, err
			}
		}
		return items, nil
	case *lumirpc.Value_Object:
		return decodeObject(kind.Object, level+1)
	case *lumirpc.Value_Secret:
		inner, err := decode(kind.Secret, level)
		return value.Secret{Value: value.Plain(inner)}, err
	case *lumirpc.Value_Unknown:
		return value.Unknown{}, nil
	case *lumirpc.Value_Asset:
		return decodeAsset(kind.Asset)
	case *lumirpc.Value_Archive:
		return decodeArchive(kind.Archive, level)
	case *lumirpc.Value_Resource:
		return decodeReference(kind.Resource), nil
	case *lumirpc.Value_Json:
		return value.Unmarshal(kind.Json)
	}
	return nil, errors.New("a value is of a kind that this version of the library does not know")
}

func decodeObject(message *lumirpc.Object, level int) (*value.Object, error) {
	if len(message.GetKeys()) != len(message.GetValues()) {
		return nil, errors.New("an object has not as many keys as values")
	}
	object := value.NewObject()
	for i, name := range message.GetKeys() {
		if object.Has(name) {
			return nil, fmt.Errorf("an object has the key %q twice", name)
		}
		member, err := decode(message.GetValues()[i], level)
		if err != nil {
			return nil, err
		}
		object.Set(name, member)
	}
	return object, nil
}

func decodeAsset(message *lumirpc.Asset) (any, error) {
	asset := value.Asset{Hash: message.GetHash()}
	switch content := message.GetContent().(type) {
	case *lumirpc.Asset_Text:
		asset.Kind, asset.Text = value.TextAsset, content.Text
	case *lumirpc.Asset_Data:
		asset.Kind, asset.Data = value.BytesAsset, content.Data
	case *lumirpc.Asset_Path:
		asset.Kind, asset.Text = value.FileAsset, content.Path
	case *lumirpc.Asset_Uri:
		asset.Kind, asset.Text = value.RemoteAsset, content.Uri
	case *lumirpc.Asset_Function:
		asset.Kind, asset.Text = value.FunctionAsset, content.Function
	default:
		return nil, errors.New("an asset has no content that this version of the library knows")
	}
	return asset, nil
}

func decodeArchive(message *lumirpc.Archive, level int) (any, error) {
	archive := value.Archive{Hash: message.GetHash()}
	switch content := message.GetContent().(type) {
	case *lumirpc.Archive_Members:
		members, err := decodeObject(content.Members, level+1)
		if err != nil {
			return nil, err
		}
		archive.Kind, archive.Members = value.MembersArchive, members
	case *lumirpc.Archive_Path:
		archive.Kind, archive.Text = value.FileArchive, content.Path
	case *lumirpc.Archive_Uri:
		archive.Kind, archive.Text = value.RemoteArchive, content.Uri
	default:
		return nil, errors.New("an archive has no content that this version of the library knows")
	}
	return archive, nil
}

func decodeReference(message *lumirpc.ResourceReference) value.Reference {
	reference := value.Reference{URN: message.GetUrn()}
	switch identity := message.GetIdentity().(type) {
	case *lumirpc.ResourceReference_Id:
		reference.ID, reference.HasID = identity.Id, true
	case *lumirpc.ResourceReference_Unknown:
		reference.IDUnknown = true
	}
	return reference
}
