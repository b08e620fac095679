// A plugin of Pulumi with everything that a bridged provider lacks: components with methods, enums, nested types.
// Things are files below the folder of the project.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/urn"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/cmdutil"
	_ "github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	pulumiprovider "github.com/pulumi/pulumi/sdk/v3/go/pulumi/provider"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/structpb"
)

//go:embed schema.json
var schema string

// Set where two versions are to be compared.
var version = "1.4.0"

var keep = plugin.MarshalOptions{KeepUnknowns: true, KeepSecrets: true}

type shop struct {
	pulumirpc.UnimplementedResourceProviderServer
	host   *pulumiprovider.HostClient
	folder string
}

func main() {
	err := pulumiprovider.Main("shop", func(host *pulumiprovider.HostClient) (pulumirpc.ResourceProviderServer, error) {
		return &shop{host: host, folder: "objects"}, nil
	})
	if err != nil {
		cmdutil.ExitError(err.Error())
	}
}

func (s *shop) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{Version: version}, nil
}

func (s *shop) GetSchema(context.Context, *pulumirpc.GetSchemaRequest) (*pulumirpc.GetSchemaResponse, error) {
	var document map[string]any
	if err := json.Unmarshal([]byte(schema), &document); err != nil {
		return nil, err
	}
	document["version"] = version
	if version != "1.4.0" {
		delete(document["resources"].(map[string]any), "shop:index:Old")
	}
	text, err := json.Marshal(document)
	return &pulumirpc.GetSchemaResponse{Schema: string(text)}, err
}

func (s *shop) CheckConfig(_ context.Context, req *pulumirpc.CheckRequest) (*pulumirpc.CheckResponse, error) {
	return &pulumirpc.CheckResponse{Inputs: req.News}, nil
}

func (s *shop) DiffConfig(context.Context, *pulumirpc.DiffRequest) (*pulumirpc.DiffResponse, error) {
	return &pulumirpc.DiffResponse{}, nil
}

func (s *shop) Configure(_ context.Context, req *pulumirpc.ConfigureRequest) (*pulumirpc.ConfigureResponse, error) {
	if folder := req.GetArgs().GetFields()["folder"].GetStringValue(); folder != "" {
		s.folder = folder
	}
	return &pulumirpc.ConfigureResponse{
		AcceptSecrets: true, AcceptResources: true, AcceptOutputs: true, SupportsPreview: true,
	}, nil
}

func (s *shop) Check(_ context.Context, req *pulumirpc.CheckRequest) (*pulumirpc.CheckResponse, error) {
	var failures []*pulumirpc.CheckFailure
	if size := req.News.GetFields()["size"].GetStringValue(); size == "XL" {
		failures = append(failures, &pulumirpc.CheckFailure{Property: "size", Reason: "nothing is that large"})
	}
	return &pulumirpc.CheckResponse{Inputs: req.News, Failures: failures}, nil
}

func (s *shop) Diff(_ context.Context, req *pulumirpc.DiffRequest) (*pulumirpc.DiffResponse, error) {
	olds, news := req.GetOldInputs().GetFields(), req.GetNews().GetFields()
	answer := &pulumirpc.DiffResponse{
		Changes: pulumirpc.DiffResponse_DIFF_NONE, DetailedDiff: map[string]*pulumirpc.PropertyDiff{},
		HasDetailedDiff: true,
	}
	names := map[string]bool{}
	for name := range olds {
		names[name] = true
	}
	for name := range news {
		names[name] = true
	}
	for name := range names {
		if reflect.DeepEqual(olds[name].AsInterface(), news[name].AsInterface()) {
			continue
		}
		answer.Changes = pulumirpc.DiffResponse_DIFF_SOME
		answer.Diffs = append(answer.Diffs, name)
		kind := pulumirpc.PropertyDiff_UPDATE
		if name == "title" {
			kind = pulumirpc.PropertyDiff_UPDATE_REPLACE
			answer.Replaces = append(answer.Replaces, name)
		}
		answer.DetailedDiff[name] = &pulumirpc.PropertyDiff{Kind: kind, InputDiff: true}
	}
	return answer, nil
}

func (s *shop) path(id string) string { return filepath.Join(s.folder, id+".json") }

func (s *shop) write(id string, properties *structpb.Struct) error {
	if err := os.MkdirAll(s.folder, 0o755); err != nil {
		return err
	}
	text, err := json.Marshal(properties.AsMap())
	if err != nil {
		return err
	}
	// Which version has written it.
	if err := os.WriteFile(filepath.Join(s.folder, id+".version"), []byte(version), 0o600); err != nil {
		return err
	}
	return os.WriteFile(s.path(id), text, 0o600)
}

// Values as outputs, with a serial.
func outputs(inputs *structpb.Struct, serial float64, preview bool) (*structpb.Struct, error) {
	values, err := plugin.UnmarshalProperties(inputs, keep)
	if err != nil {
		return nil, err
	}
	values["serial"] = resource.NewProperty(serial)
	if preview {
		values["serial"] = resource.MakeComputed(resource.NewProperty(""))
	}
	if code, ok := values["code"]; ok && !code.IsSecret() {
		values["code"] = resource.MakeSecret(code)
	}
	return plugin.MarshalProperties(values, keep)
}

func (s *shop) Create(_ context.Context, req *pulumirpc.CreateRequest) (*pulumirpc.CreateResponse, error) {
	properties, err := outputs(req.Properties, 1, req.Preview)
	if err != nil || req.Preview {
		return &pulumirpc.CreateResponse{Properties: properties}, err
	}
	id := string(urn.URN(req.Urn).Name())
	return &pulumirpc.CreateResponse{Id: id, Properties: properties}, s.write(id, properties)
}

func (s *shop) Read(_ context.Context, req *pulumirpc.ReadRequest) (*pulumirpc.ReadResponse, error) {
	text, err := os.ReadFile(s.path(req.Id))
	if os.IsNotExist(err) {
		return &pulumirpc.ReadResponse{}, nil
	}
	var values map[string]any
	if err == nil {
		err = json.Unmarshal(text, &values)
	}
	if err != nil {
		return nil, err
	}
	properties, err := structpb.NewStruct(values)
	if err != nil {
		return nil, err
	}
	delete(values, "serial")
	inputs, err := structpb.NewStruct(values)
	return &pulumirpc.ReadResponse{Id: req.Id, Properties: properties, Inputs: inputs}, err
}

func (s *shop) Update(_ context.Context, req *pulumirpc.UpdateRequest) (*pulumirpc.UpdateResponse, error) {
	serial := req.Olds.GetFields()["serial"].GetNumberValue() + 1
	properties, err := outputs(req.News, serial, req.Preview)
	if err != nil || req.Preview {
		return &pulumirpc.UpdateResponse{Properties: properties}, err
	}
	return &pulumirpc.UpdateResponse{Properties: properties}, s.write(req.Id, properties)
}

func (s *shop) Delete(_ context.Context, req *pulumirpc.DeleteRequest) (*emptypb.Empty, error) {
	if err := os.Remove(s.path(req.Id)); err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	return &emptypb.Empty{}, nil
}

func (s *shop) Invoke(_ context.Context, req *pulumirpc.InvokeRequest) (*pulumirpc.InvokeResponse, error) {
	args := req.Args.AsMap()
	switch req.Tok {
	case "shop:index:sum":
		total := 0.0
		numbers, _ := args["numbers"].([]any)
		for _, number := range numbers {
			value, _ := number.(float64)
			total += value
		}
		answer, err := structpb.NewStruct(map[string]any{"total": total})
		return &pulumirpc.InvokeResponse{Return: answer}, err
	case "shop:store/getShelf:getShelf":
		text, err := os.ReadFile(s.path(fmt.Sprint(args["id"])))
		if err != nil {
			return nil, status.Errorf(codes.NotFound, "there is no shelf %v", args["id"])
		}
		var values map[string]any
		if err := json.Unmarshal(text, &values); err != nil {
			return nil, err
		}
		answer, err := structpb.NewStruct(map[string]any{"items": values["items"]})
		return &pulumirpc.InvokeResponse{Return: answer}, err
	}
	return nil, status.Errorf(codes.Unimplemented, "there is no function %s", req.Tok)
}

func (s *shop) Construct(ctx context.Context, req *pulumirpc.ConstructRequest) (*pulumirpc.ConstructResponse, error) {
	return pulumiprovider.Construct(ctx, req, s.host.EngineConn(), constructBox)
}

func (s *shop) Call(ctx context.Context, req *pulumirpc.CallRequest) (*pulumirpc.CallResponse, error) {
	return pulumiprovider.Call(ctx, req, s.host.EngineConn(), call)
}

func (s *shop) Cancel(context.Context, *emptypb.Empty) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, nil
}
