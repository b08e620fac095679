package provider

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"google.golang.org/grpc"

	"lumi.example/sdk/go/internal/transport"
	"lumi.example/sdk/go/lumirpc"
)

// How long calls that are under way may take when the process is to end.
const endPatience = time.Second

// Serve serves a provider until lumi wants it to end, and ends the process. It is the whole of a plugin's main
// function.
//
// With `--version` and `--schema`, the process prints what it is.
func Serve(provider Provider) {
	os.Exit(serve(provider, os.Args, os.Stdin, os.Stdout, os.Stderr))
}

func serve(provider Provider, arguments []string, in io.Reader, out, complaints io.Writer) int {
	described := provider.Describe()
	name := filepath.Base(arguments[0])
	if len(arguments) > 1 {
		return tell(described, arguments[1:], name, out, complaints)
	}
	environment := transport.TakeEnvironment()
	if environment.Token == "" {
		fmt.Fprintf(complaints, "%s is a plugin: lumi starts it\n", name)
		return 2
	}
	server := transport.NewServer(environment.Token)
	lumirpc.RegisterResourceProviderServer(server, newService(provider, described, newLogger(environment)))
	ended := make(chan struct{}, 2)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	listener, err := transport.Listen(out)
	if err != nil {
		fmt.Fprintf(complaints, "%s cannot listen: %s\n", name, err)
		return 1
	}
	go func() {
		transport.AwaitEnd(in)
		ended <- struct{}{}
	}()
	go func() {
		// The server answers an error when it is stopped.
		if err := server.Serve(listener); err != nil {
			fmt.Fprintf(complaints, "%s cannot serve: %s\n", name, err)
			ended <- struct{}{}
		}
	}()
	select {
	case <-ended:
	case <-signals:
	}
	stop(server)
	if closer, is := provider.(Closer); is {
		closer.Close()
	}
	return 0
}

func tell(described Package, arguments []string, name string, out, complaints io.Writer) int {
	switch {
	case len(arguments) == 1 && arguments[0] == "--version":
		fmt.Fprintln(out, described.Name, described.Version)
		return 0
	case len(arguments) == 1 && arguments[0] == "--schema":
		if err := writeSchema(out, described); err != nil {
			fmt.Fprintln(complaints, err)
			return 1
		}
		return 0
	}
	fmt.Fprintf(complaints, "%s takes no arguments but --version or --schema, not %q\n", name, arguments)
	return 2
}

func stop(server *grpc.Server) {
	done := make(chan struct{})
	go func() {
		server.GracefulStop()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(endPatience):
		server.Stop()
	}
}
