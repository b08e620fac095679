package lumi

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"lumi.example/sdk/go/lumirpc"
)

func started() *Context { return &Context{newSession(facts{}, nil, newLoop())} }

func quoting(text string) (string, error) { return "", errors.New("bad " + text) }

func shown(err error) (string, error) { return err.Error(), nil }

func TestHandledFailuresOfSecretsStaySecret(t *testing.T) {
	ctx := started()
	same := func(text string) (string, error) { return text, nil }
	failed := Apply(Secret(ctx, "hunter2"), quoting)
	inside := ApplyOutput(Secret(ctx, "hunter2"), func(text string) (Output[string], error) {
		return Apply(ToOutput[string](ctx, text), quoting), nil
	})
	for name, output := range map[string]Output[string]{
		"at once": failed, "later": Apply(failed, same), "inside": inside, "inside, later": Apply(inside, same),
		"as a part":  ToOutput[string](ctx, []any{inside}),
		"not secret": inside.Unsecret(),
	} {
		handled := Recover(output, shown)
		again := Recover(output, func(err error) (string, error) { return "", err })
		ctx.session.loop.run(nil)
		if c := handled.cell; c.value != "bad hunter2" || !c.secret {
			t.Errorf("%s: %v, secret: %v", name, c.value, c.secret)
		}
		if f := again.cell.failure; f == nil || !f.isSecret {
			t.Errorf("%s: the failure of the handler is %+v", name, f)
		}
	}
}

func TestHandledFailuresOfOthersAreOpen(t *testing.T) {
	ctx := started()
	handled := Recover(Apply(ToOutput[string](ctx, "x"), quoting), shown)
	ctx.session.loop.run(nil)
	if c := handled.cell; c.value != "bad x" || c.secret {
		t.Errorf("%v, secret: %v", c.value, c.secret)
	}
}

func reportOf(program func(*Context) error) *lumirpc.Report {
	return started().session.outcome(program).GetFailed().GetReport()
}

func TestPanicsInCallbacksOfSecretsAreNotQuoted(t *testing.T) {
	panics := func(text string) (string, error) {
		return strings.Map(func(rune) rune { panic("bad " + text) }, text), nil
	}
	callbacks := map[string]func(ctx *Context){
		"apply": func(ctx *Context) { Apply(Secret(ctx, "hunter2"), panics) },
		"recover": func(ctx *Context) {
			Recover(Apply(Secret(ctx, "hunter2"), quoting), func(err error) (string, error) { panic(err) })
		},
	}
	for name, callback := range callbacks {
		text := reportOf(func(ctx *Context) error { callback(ctx); return nil }).String()
		if strings.Contains(text, "hunter2") || !strings.Contains(text, "panic: "+secretPanic) {
			t.Errorf("%s: %s", name, text)
		}
	}
	open := reportOf(func(ctx *Context) error { Apply(ToOutput[string](ctx, "x"), panics); return nil })
	if open.GetMessage() != "panic: bad x" {
		t.Error(open)
	}
	hidden := reportOf(func(ctx *Context) error { callbacks["apply"](ctx); return nil })
	if details := fmt.Sprint(hidden.GetDetails()); !strings.Contains(details, "strings.Map") {
		t.Errorf("the place is lost: %s", details)
	}
}

func TestWholeNumbersHaveTheVerbsOfAllNumbers(t *testing.T) {
	const format = "%d|%v|%5d|%x|%X|%o|%b|%c|%.1f|%08.2f|%e|%G|%+d|%*d"
	integers := []any{2, 65, 7, 255, 255, 8, 5, 65}
	floats := []any{2, -3, 2, 2}
	arguments := append(append(append([]any{}, integers...), floats...), 2, 4, 2)
	expected := append([]any{}, integers...)
	for _, number := range floats {
		expected = append(expected, float64(number.(int)))
	}
	expected = append(expected, 2, 4, 2)
	ctx := started()
	text := Sprintf(ctx, format, arguments...)
	ctx.session.loop.run(nil)
	if seen, want := text.cell.value, fmt.Sprintf(format, expected...); seen != want {
		t.Errorf("%v, not %s", seen, want)
	}
}

// makeOver has callbacks of a text make outputs that they do not answer, and that fail. It returns how many.
func makeOver(ctx *Context, text func() Output[string]) int {
	later := newCell(ctx.session)
	quote := func(quoted string) func(any) (string, error) {
		return func(any) (string, error) { return quoting(quoted) }
	}
	one := func() Output[any] { return ToOutput[any](ctx, 1) }
	makers := []func(text string){
		func(text string) { Apply(one(), quote(text)) },
		func(text string) { Apply(Output[any]{later}, quote(text)) },
		func(text string) {
			Apply(one(), func(any) (any, error) {
				Apply(one(), quote(text))
				return nil, nil
			})
		},
		func(text string) {
			Recover(Apply(one(), quote("x")), func(error) (string, error) { return quoting(text) })
		},
		func(text string) { Apply(one(), quote(base64.StdEncoding.EncodeToString([]byte(text)))) },
		func(text string) { ToOutput[any](ctx, Map{"f": Apply(one(), quote(text))}) },
		func(text string) { ToOutput[any](ctx, map[string]any{text: func() {}}) },
	}
	for _, make := range makers {
		Apply(text(), func(it string) (any, error) {
			make(it)
			return nil, nil
		})
	}
	ctx.session.loop.run(nil)
	later.settle(1.0)
	ctx.session.loop.run(nil)
	return len(makers)
}

func TestOutputsOfCallbacksOfSecretsAreNotQuoted(t *testing.T) {
	var made int
	report := reportOf(func(ctx *Context) error {
		made = makeOver(ctx, func() Output[string] { return Secret(ctx, "hunter2") })
		return nil
	})
	text := report.String()
	for _, form := range []string{"hunter2", base64.StdEncoding.EncodeToString([]byte("hunter2"))} {
		if strings.Contains(text, form) {
			t.Errorf("%s is in %s", form, text)
		}
	}
	if found := strings.Count(text, "may quote a secret"); found != made {
		t.Errorf("%d of %d failures: %s", found, made, text)
	}
}

func TestOutputsOfOtherCallbacksAreQuoted(t *testing.T) {
	ctx := started()
	Apply(Secret(ctx, "x"), func(text string) (string, error) { return text, nil })
	makeOver(ctx, func() Output[string] { return ToOutput[string](ctx, "hunter2") })
	for _, f := range ctx.session.failures {
		if f.isSecret {
			t.Errorf("%v is taken as secret", f.err)
		}
	}
	if ctx.session.loop.hasSecret {
		t.Error("the program has a secret after its callbacks")
	}
}

func TestMistakesInCallbacksOfSecretsAreNotQuoted(t *testing.T) {
	text := reportOf(func(ctx *Context) error {
		Apply(Secret(ctx, "hunter2"), func(text string) (string, error) {
			abort(errors.New("bad " + text))
			return "", nil
		})
		return nil
	}).String()
	if strings.Contains(text, "hunter2") || !strings.Contains(text, "may quote the secret") {
		t.Error(text)
	}
}

func TestOnlyTextsOfLumiAreShownAboutSecrets(t *testing.T) {
	ctx := started()
	ctx.session.loop.hasSecret = true
	own := ctx.session.fail(fmt.Errorf("hunter2: %w", &ResourceError{URN: "u", message: "full"}), nil, nil)
	if text := own.message(); strings.Contains(text, "hunter2") {
		t.Error(text)
	}
	if text := ctx.session.fail(&engineError{"full"}, nil, nil).message(); text != "full" {
		t.Error(text)
	}
}
