// lumi-language-go runs programs of projects whose Lumi.yaml says `runtime: go`. Lumi starts it, from PATH.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"lumi.example/sdk/go/internal/transport"
	"lumi.example/sdk/go/lumirpc"
)

// How long the host waits for the end of a run whose client is gone.
const runPatience = 2 * time.Second

func main() {
	environment := transport.TakeEnvironment()
	if environment.Token == "" {
		fmt.Fprintln(os.Stderr, "this runs programs for lumi, which starts it: use `lumi run`")
		os.Exit(2)
	}
	runtime := newRuntime(environment.Token)
	server := transport.NewServer(environment.Token)
	lumirpc.RegisterLanguageRuntimeServer(server, runtime)
	// An interrupt of the terminal is for lumi, which calls Cancel.
	signal.Ignore(syscall.SIGINT)
	listener, err := transport.Listen(os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	go func() {
		if err := server.Serve(listener); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}()
	transport.AwaitEnd(os.Stdin)
	// A program that still runs has no client.
	runtime.close(runPatience)
	server.Stop()
}
