// Package transport has what all processes that lumi starts have in common: the token, the address, the end.
package transport

import (
	"context"
	"crypto/subtle"
	"fmt"
	"io"
	"net"
	"os"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// Protocol is the version of the protocol.
const Protocol = 1

const (
	tokenKey     = "lumi-token"
	messageLimit = 400 << 20
)

// Environment is what lumi tells a process that it starts.
type Environment struct {
	// Token is that of the run; empty if lumi has not started the process.
	Token string
	// Engine is the address of the service Engine; empty if there is none.
	Engine string
}

// TakeEnvironment removes the variables, as neither belongs in the environment of what the process starts itself.
func TakeEnvironment() Environment {
	take := func(name string) string {
		text := os.Getenv(name)
		_ = os.Unsetenv(name)
		return text
	}
	environment := Environment{Token: take("LUMI_TOKEN"), Engine: take("LUMI_ENGINE")}
	take("LUMI_SOCKET")
	return environment
}

// NewServer returns a server that answers only callers that know the token.
func NewServer(token string) *grpc.Server {
	only := func(ctx context.Context, request any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		if !knows(ctx, token) {
			return nil, status.Error(codes.Unauthenticated, "this is not a call of the run")
		}
		return handler(ctx, request)
	}
	return grpc.NewServer(
		grpc.UnaryInterceptor(only),
		grpc.MaxRecvMsgSize(messageLimit),
		grpc.MaxSendMsgSize(messageLimit),
	)
}

func knows(ctx context.Context, token string) bool {
	shown := metadata.ValueFromIncomingContext(ctx, tokenKey)
	return len(shown) == 1 && subtle.ConstantTimeCompare([]byte(shown[0]), []byte(token)) == 1
}

// Listen binds a port and prints its number as the first line, after which lumi calls.
func Listen(out io.Writer) (net.Listener, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprintln(out, listener.Addr().(*net.TCPAddr).Port)
	return listener, err
}

// Dial connects to a service of lumi on this machine.
func Dial(address, token string) (*grpc.ClientConn, error) {
	host, _, err := net.SplitHostPort(address)
	isLocal := err == nil && (host == "127.0.0.1" || host == "::1")
	if !isLocal && !strings.HasPrefix(address, "unix:/") {
		return nil, fmt.Errorf("the address `%s` is not on this machine", address)
	}
	if isLocal {
		address = "passthrough:///" + address
	}
	with := func(ctx context.Context, method string, request, reply any, connection *grpc.ClientConn, invoker grpc.UnaryInvoker, options ...grpc.CallOption) error {
		return invoker(metadata.AppendToOutgoingContext(ctx, tokenKey, token), method, request, reply, connection, options...)
	}
	return grpc.NewClient(
		address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithUnaryInterceptor(with),
		grpc.WithNoProxy(),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(messageLimit), grpc.MaxCallSendMsgSize(messageLimit)),
	)
}

// AwaitEnd returns when lumi closes standard input, which it does when the process is to end, or when it is gone itself.
func AwaitEnd(input io.Reader) { _, _ = io.Copy(io.Discard, input) }
