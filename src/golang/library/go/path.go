// Package path works on paths with slashes.
package path

import "strings"

func Clean(path string) string {
	if path == "" {
		return "."
	}
	rooted := path[0] == '/'
	var parts []string
	for _, part := range strings.Split(path, "/") {
		switch {
		case part == "" || part == ".":
		case part == ".." && len(parts) > 0 && parts[len(parts)-1] != "..":
			parts = parts[:len(parts)-1]
		case part == ".." && rooted:
		default:
			parts = append(parts, part)
		}
	}
	clean := strings.Join(parts, "/")
	if rooted {
		return "/" + clean
	}
	if clean == "" {
		return "."
	}
	return clean
}

func Join(elem ...string) string {
	var parts []string
	for _, it := range elem {
		if it != "" {
			parts = append(parts, it)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return Clean(strings.Join(parts, "/"))
}

func Split(path string) (dir, file string) {
	i := strings.LastIndex(path, "/")
	return path[:i+1], path[i+1:]
}

func Ext(path string) string {
	for i := len(path) - 1; i >= 0 && path[i] != '/'; i-- {
		if path[i] == '.' {
			return path[i:]
		}
	}
	return ""
}

func Base(path string) string {
	if path == "" {
		return "."
	}
	path = strings.TrimRight(path, "/")
	if i := strings.LastIndex(path, "/"); i >= 0 {
		path = path[i+1:]
	}
	if path == "" {
		return "/"
	}
	return path
}

func Dir(path string) string {
	dir, _ := Split(path)
	return Clean(dir)
}

func IsAbs(path string) bool { return len(path) > 0 && path[0] == '/' }
