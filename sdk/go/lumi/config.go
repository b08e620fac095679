package lumi

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// Config is the configuration of one namespace.
type Config struct {
	ctx       *Context
	namespace string
}

// Config returns the configuration of the project, or of the namespace that is named.
func (c *Context) Config(namespace ...string) *Config {
	if len(namespace) > 0 {
		return &Config{c, namespace[0]}
	}
	return &Config{c, c.Project()}
}

// Has reports whether there is a value.
func (c *Config) Has(key string) bool {
	_, has := c.ctx.session.facts.config[c.namespace+":"+key]
	return has
}

// Get returns a value, or "" if there is none. A warning says that a secret is read as plain text.
func (c *Config) Get(key string) string {
	if !c.Has(key) {
		return ""
	}
	return c.Require(key)
}

// Require returns a value. The program ends with an error if there is none.
func (c *Config) Require(key string) string {
	entry := c.entry(key)
	if entry.isSecret {
		c.ctx.Warning(fmt.Sprintf("configuration %q is secret, but is read as plain text; use RequireSecret to keep it secret", c.namespace+":"+key))
	}
	return entry.value
}

// RequireInt returns a value that is an integer. The program ends with an error if there is none.
func (c *Config) RequireInt(key string) int {
	number, err := strconv.Atoi(c.Require(key))
	if err != nil {
		abort(c.malformed(key, "an integer"))
	}
	return number
}

// RequireFloat returns a value that is a number. The program ends with an error if there is none.
func (c *Config) RequireFloat(key string) float64 {
	number, err := strconv.ParseFloat(c.Require(key), 64)
	if err != nil {
		abort(c.malformed(key, "a number"))
	}
	return number
}

// RequireBool returns a value that is true or false. The program ends with an error if there is none.
func (c *Config) RequireBool(key string) bool {
	text := c.Require(key)
	if text != "true" && text != "false" {
		abort(c.malformed(key, "true or false"))
	}
	return text == "true"
}

// RequireObject reads a structured value, as json.Unmarshal does. The program ends with an error if there is none.
func (c *Config) RequireObject(key string, target any) {
	if err := json.Unmarshal([]byte(c.Require(key)), target); err != nil {
		abort(c.malformed(key, fmt.Sprintf("a structured value that a %T can hold", target)))
	}
}

// RequireSecret returns a value as a secret. The program ends with an error if there is none.
func (c *Config) RequireSecret(key string) Output[string] { return Secret(c.ctx, c.entry(key).value) }

// RequireSecretObject returns a structured value as a secret. The program ends with an error if there is none.
func RequireSecretObject[T any](c *Config, key string) Output[T] {
	var target T
	if err := json.Unmarshal([]byte(c.entry(key).value), &target); err != nil {
		abort(c.malformed(key, fmt.Sprintf("a structured value that a %T can hold", target)))
	}
	return Secret(c.ctx, target)
}

func (c *Config) entry(key string) configEntry {
	entry, has := c.ctx.session.facts.config[c.namespace+":"+key]
	if !has {
		shown := key
		if c.namespace != c.ctx.Project() {
			shown = c.namespace + ":" + key
		}
		message := "missing configuration %q; set it with `lumi config set %s VALUE -s %s`, or pass `-c %s=VALUE` for one run"
		abort(&ConfigError{fmt.Sprintf(message, c.namespace+":"+key, shown, c.ctx.Stack(), shown)})
	}
	return entry
}

func (c *Config) malformed(key, wanted string) error {
	name := c.namespace + ":" + key
	entry := c.entry(key)
	if entry.isSecret {
		return &ConfigError{fmt.Sprintf("configuration %q must be %s", name, wanted)}
	}
	return &ConfigError{fmt.Sprintf("configuration %q must be %s, but is %q", name, wanted, entry.value)}
}
