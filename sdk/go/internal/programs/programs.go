// Package programs has what the language host and the process of a program tell each other.
package programs

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"

	"google.golang.org/protobuf/proto"

	"lumi.example/sdk/go/lumirpc"
)

// The variable says to a program that the host has started it, with two pipes as the first descriptors after those
// that every process has.
const variable = "LUMI_GO_PROGRAM"

const (
	requestDescriptor = 3
	answerDescriptor  = 4
)

// Run is a run of a program.
type Run struct {
	Token   string
	Request *lumirpc.RunRequest
	answer  *os.File
}

// What the host writes. The token is in no environment, where processes that the program starts would find it.
type order struct {
	Token   string
	Request []byte
}

// Take returns the run that the host has started the process for.
func Take() (*Run, error) {
	if os.Getenv(variable) == "" {
		return nil, errors.New("this is a program for lumi: use `lumi run`, `lumi preview` or `lumi up`")
	}
	_ = os.Unsetenv(variable)
	// Processes that the program starts must not hold the pipes.
	syscall.CloseOnExec(requestDescriptor)
	syscall.CloseOnExec(answerDescriptor)
	input := os.NewFile(requestDescriptor, "request")
	defer func() { _ = input.Close() }()
	var given order
	if err := json.NewDecoder(input).Decode(&given); err != nil {
		return nil, fmt.Errorf("the language host of Go has said nothing: %w", err)
	}
	run := &Run{Token: given.Token, Request: &lumirpc.RunRequest{}, answer: os.NewFile(answerDescriptor, "answer")}
	return run, proto.Unmarshal(given.Request, run.Request)
}

// Answer tells the host how the program has ended.
func (r *Run) Answer(response *lumirpc.RunResponse) error {
	data, err := proto.Marshal(response)
	if err != nil {
		return err
	}
	if _, err := r.answer.Write(data); err != nil {
		return err
	}
	return r.answer.Close()
}

// Start starts a program for a run. What it returns reads the answer, which is nil if the program ends without one.
func Start(command *exec.Cmd, token string, request *lumirpc.RunRequest) (func() (*lumirpc.RunResponse, error), error) {
	message, err := proto.Marshal(request)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(order{token, message})
	if err != nil {
		return nil, err
	}
	input, toProgram, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	fromProgram, output, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	command.ExtraFiles = []*os.File{input, output}
	command.Env = append(command.Environ(), variable+"=1")
	err = command.Start()
	_ = input.Close()
	_ = output.Close()
	if err != nil {
		return nil, err
	}
	go func() {
		_, _ = toProgram.Write(text)
		_ = toProgram.Close()
	}()
	return func() (*lumirpc.RunResponse, error) {
		data, err := io.ReadAll(fromProgram)
		_ = fromProgram.Close()
		if err != nil || len(data) == 0 {
			return nil, err
		}
		response := &lumirpc.RunResponse{}
		return response, proto.Unmarshal(data, response)
	}, nil
}
