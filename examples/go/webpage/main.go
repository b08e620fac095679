// A page in a file, with a release number that is made up once.
package main

import "lumi.example/sdk/go/lumi"

// site is a component: a group of resources with outputs of its own.
type site struct {
	*lumi.Component
	path lumi.Output[string]
}

func newSite(ctx *lumi.Context, name, title string, release lumi.Output[string]) *site {
	s := &site{Component: lumi.NewComponent(ctx, "web:index:Site", name, lumi.Map{"title": title})}
	page := lumi.NewResource(ctx, "std:fs:File", name+"-page", lumi.Map{
		"path":    "out/index.html",
		"content": lumi.Sprintf(ctx, "<h1>%s</h1>\n<p>release %s</p>\n", title, release),
	}, lumi.Parent(s))
	s.path = lumi.OutputOf[string](page, "path")
	s.RegisterOutputs(lumi.Map{"path": s.path})
	return s
}

func main() {
	lumi.Run(func(ctx *lumi.Context) error {
		title := ctx.Config().Get("title")
		if title == "" {
			title = "Hello"
		}
		release := lumi.OutputOf[string](lumi.NewResource(ctx, "std:random:Id", "release", lumi.Map{"byteLength": 4}), "hex")
		page := newSite(ctx, "site", title, release)
		ctx.Export("release", release)
		ctx.Export("path", page.path)
		return nil
	})
}
