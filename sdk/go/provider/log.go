package provider

import (
	"context"
	"fmt"
	"os"
	"time"

	"lumi.example/sdk/go/internal/transport"
	"lumi.example/sdk/go/lumirpc"
)

// How long lumi has to take a message.
const logPatience = 5 * time.Second

type logKey struct{}

// logger sends messages to lumi. It is a value of contexts, where it has the URN of the call's resource.
type logger struct {
	engine lumirpc.EngineClient
	urn    string
}

// newLogger returns a logger for the service at an address; without one, it writes to standard error.
func newLogger(environment transport.Environment) logger {
	if environment.Engine == "" {
		return logger{}
	}
	connection, err := transport.Dial(environment.Engine, environment.Token)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return logger{}
	}
	return logger{engine: lumirpc.NewEngineClient(connection)}
}

func (l logger) of(ctx context.Context, urn string) context.Context {
	l.urn = urn
	return context.WithValue(ctx, logKey{}, l)
}

// Debug shows a message with `--verbose`, at the resource that the context belongs to.
func Debug(ctx context.Context, format string, arguments ...any) {
	write(ctx, lumirpc.LogLevel_LOG_LEVEL_DEBUG, format, arguments)
}

// Info shows a message at the resource that the context belongs to.
func Info(ctx context.Context, format string, arguments ...any) {
	write(ctx, lumirpc.LogLevel_LOG_LEVEL_INFO, format, arguments)
}

// Warning shows a warning at the resource that the context belongs to.
func Warning(ctx context.Context, format string, arguments ...any) {
	write(ctx, lumirpc.LogLevel_LOG_LEVEL_WARNING, format, arguments)
}

// Error shows an error at the resource that the context belongs to. The call goes on.
func Error(ctx context.Context, format string, arguments ...any) {
	write(ctx, lumirpc.LogLevel_LOG_LEVEL_ERROR, format, arguments)
}

// write sends a message; one that cannot be sent is on standard error, and fails no call.
func write(ctx context.Context, level lumirpc.LogLevel, format string, arguments []any) {
	message := fmt.Sprintf(format, arguments...)
	to, _ := ctx.Value(logKey{}).(logger)
	if to.engine == nil {
		fmt.Fprintln(os.Stderr, message)
		return
	}
	// A call that is cancelled may still say why.
	patient, cancel := context.WithTimeout(context.WithoutCancel(ctx), logPatience)
	defer cancel()
	if _, err := to.engine.Log(patient, &lumirpc.LogRequest{Level: level, Message: message, Urn: to.urn}); err != nil {
		fmt.Fprintln(os.Stderr, message)
	}
}
