// Writes a module of Go as a folder in the form of a module proxy: module_proxy FOLDER VERSION TARGET.
package main

import (
	"archive/zip"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) != 4 {
		log.Fatal("module_proxy FOLDER VERSION TARGET")
	}
	if err := write(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		log.Fatal(err)
	}
}

func write(folder, version, target string) error {
	description, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(description), "\n")
	module := strings.TrimPrefix(first, "module ")
	versions := filepath.Join(target, module, "@v")
	if err := os.MkdirAll(versions, 0o755); err != nil {
		return err
	}
	for name, text := range map[string]string{
		"list":            version + "\n",
		version + ".info": fmt.Sprintf("{\"Version\":%q}\n", version),
		version + ".mod":  string(description),
	} {
		if err := os.WriteFile(filepath.Join(versions, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	archive, err := os.Create(filepath.Join(versions, version+".zip"))
	if err != nil {
		return err
	}
	if err := pack(archive, folder, module+"@"+version+"/"); err != nil {
		return err
	}
	return archive.Close()
}

// pack writes the files of a folder in the order of their names, without times: the same files are the same archive.
func pack(archive *os.File, folder, prefix string) error {
	out := zip.NewWriter(archive)
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := out.Create(prefix + filepath.ToSlash(name))
		if err == nil {
			_, err = file.Write(content)
		}
		return err
	})
	if err != nil {
		return err
	}
	return out.Close()
}
