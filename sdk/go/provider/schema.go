package provider

import (
	"encoding/json"
	"io"

	"lumi.example/sdk/go/lumirpc"
)

var typeNames = map[PropertyType]string{
	Any: "any", Bool: "boolean", Number: "number", Text: "string", List: "array", Object: "object", Asset: "asset", Archive: "archive",
}

type propertyDocument struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Description string `json:"description"`
	Required    bool   `json:"required"`
	Secret      bool   `json:"secret"`
	Replaces    bool   `json:"replaces"`
}

type resourceDocument struct {
	Type        string             `json:"type"`
	Description string             `json:"description"`
	Inputs      []propertyDocument `json:"inputs"`
	Outputs     []propertyDocument `json:"outputs"`
}

type functionDocument struct {
	Token       string             `json:"token"`
	Description string             `json:"description"`
	Arguments   []propertyDocument `json:"arguments"`
}

type packageDocument struct {
	Package       string             `json:"package"`
	Description   string             `json:"description"`
	Configuration []propertyDocument `json:"configuration"`
	Resources     []resourceDocument `json:"resources"`
	Functions     []functionDocument `json:"functions"`
}

// writeSchema writes the document that `lumi plugin schema` prints.
func writeSchema(out io.Writer, described Package) error {
	document := packageDocument{
		Package:       described.Name,
		Description:   described.Description,
		Configuration: propertyDocuments(described.Configuration),
		Resources:     []resourceDocument{},
		Functions:     []functionDocument{},
	}
	for _, resource := range described.Resources {
		document.Resources = append(document.Resources, resourceDocument{
			resource.Type, resource.Description, propertyDocuments(resource.Inputs), propertyDocuments(resource.Outputs),
		})
	}
	for _, function := range described.Functions {
		document.Functions = append(document.Functions, functionDocument{function.Token, function.Description, propertyDocuments(function.Arguments)})
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(document)
}

func propertyDocuments(properties []Property) []propertyDocument {
	documents := make([]propertyDocument, len(properties))
	for i, it := range properties {
		documents[i] = propertyDocument{it.Name, typeNames[it.Type], it.Description, it.Required, it.Secret, it.Replaces}
	}
	return documents
}

func schemaMessage(described Package) *lumirpc.GetSchemaResponse {
	message := &lumirpc.GetSchemaResponse{Description: described.Description, Configuration: propertyMessages(described.Configuration)}
	for _, resource := range described.Resources {
		message.Resources = append(message.Resources, &lumirpc.ResourceSchema{
			Type:        resource.Type,
			Description: resource.Description,
			Inputs:      propertyMessages(resource.Inputs),
			Outputs:     propertyMessages(resource.Outputs),
		})
	}
	for _, function := range described.Functions {
		message.Functions = append(message.Functions, &lumirpc.FunctionSchema{
			Token:       function.Token,
			Description: function.Description,
			Arguments:   propertyMessages(function.Arguments),
		})
	}
	return message
}

func propertyMessages(properties []Property) []*lumirpc.PropertySchema {
	messages := make([]*lumirpc.PropertySchema, len(properties))
	for i, it := range properties {
		messages[i] = &lumirpc.PropertySchema{
			Name:        it.Name,
			Type:        lumirpc.PropertySchema_Type(it.Type),
			Description: it.Description,
			Required:    it.Required,
			Secret:      it.Secret,
			Replaces:    it.Replaces,
		}
	}
	return messages
}
