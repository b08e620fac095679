package provider

import (
	"errors"
	"fmt"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"

	"lumi.example/sdk/go/internal/wire"
	"lumi.example/sdk/go/lumirpc"
	"lumi.example/sdk/go/value"
)

// ErrUnclear is answered by a Recoverer that cannot tell what became of an object.
var ErrUnclear = errors.New("only a human can tell what became of the object")

// Failure is an error that says what is known about the world.
//
// Errors of other types are taken as errors of the provider that have no known outcome: it may have happened.
type Failure struct {
	code    codes.Code
	message string
	inputs  []InputFailure
	partial *lumirpc.PartialInit
}

func (f *Failure) Error() string { return f.message }

// Refused says that nothing has happened.
func Refused(format string, arguments ...any) error {
	return Fail(codes.FailedPrecondition, format, arguments...)
}

// Uncertain says that it may have happened: the operation stays pending, and the object is looked up by the next run.
func Uncertain(format string, arguments ...any) error {
	return Fail(codes.Unavailable, format, arguments...)
}

// Fail says what is known about the world by a code of gRPC; the protocol's file errors.proto has what each means.
func Fail(code codes.Code, format string, arguments ...any) error {
	return &Failure{code: code, message: fmt.Sprintf(format, arguments...)}
}

// Invalid says that nothing has happened because of inputs.
func Invalid(message string, inputs ...InputFailure) error {
	return &Failure{code: codes.InvalidArgument, message: message, inputs: inputs}
}

// Partial says that an object was made or changed, but is not what it should be, for at least one reason. The next run
// repairs it with an update.
func Partial(id string, outputs *value.Object, reasons ...string) error {
	encoded, err := wire.Object(outputs)
	if err != nil {
		return err
	}
	return &Failure{
		code:    codes.Aborted,
		message: "the object is not what it should be",
		partial: &lumirpc.PartialInit{Id: id, Outputs: encoded, Reasons: reasons},
	}
}

// statusOf returns what an error is in gRPC.
func statusOf(err error) error {
	var failure *Failure
	if !errors.As(err, &failure) {
		// An error of another service has a code, too, which says nothing about what this provider has done.
		return status.Error(codes.Unknown, err.Error())
	}
	answer := status.New(failure.code, failure.message)
	var details []protoadapt.MessageV1
	if len(failure.inputs) > 0 {
		request := &errdetails.BadRequest{}
		for _, input := range failure.inputs {
			request.FieldViolations = append(request.FieldViolations, &errdetails.BadRequest_FieldViolation{Field: input.Path, Description: input.Reason})
		}
		details = append(details, protoadapt.MessageV1Of(request))
	}
	if failure.partial != nil {
		details = append(details, protoadapt.MessageV1Of(failure.partial))
	}
	detailed, err := answer.WithDetails(details...)
	if err != nil {
		return answer.Err()
	}
	return detailed.Err()
}
