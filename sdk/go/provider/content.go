package provider

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"lumi.example/sdk/go/value"
)

// Content returns the content of an asset: a text, bytes, or a file of the project, in whose folder a provider runs.
// What is at a URI is up to the provider.
func Content(asset value.Asset) ([]byte, error) {
	switch asset.Kind {
	case value.TextAsset, value.FunctionAsset:
		return []byte(asset.Text), nil
	case value.BytesAsset:
		return asset.Data, nil
	case value.FileAsset:
		return os.ReadFile(asset.Text)
	}
	return nil, fmt.Errorf("the content of an asset is at %s, which this library does not fetch", asset.Text)
}

// Files returns the files of an archive by their paths: members of it, and what is below a folder. Archive files and
// what is at a URI are up to the provider; parts that are unknown are left out.
func Files(archive value.Archive) (map[string]value.Asset, error) {
	files := map[string]value.Asset{}
	return files, addFiles(files, "", archive)
}

// Paths returns the sorted paths of files.
func Paths(files map[string]value.Asset) []string {
	paths := make([]string, 0, len(files))
	for path := range files {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}

func addFiles(files map[string]value.Asset, prefix string, archive value.Archive) error {
	switch archive.Kind {
	case value.MembersArchive:
		for name, member := range archive.Members.All() {
			switch member := value.Plain(member).(type) {
			case value.Asset:
				files[prefix+name] = member
			case value.Archive:
				if err := addFiles(files, prefix+name+"/", member); err != nil {
					return err
				}
			}
		}
		return nil
	case value.FileArchive:
		if info, err := os.Stat(archive.Text); err != nil {
			return err
		} else if info.IsDir() {
			return addFolder(files, prefix, archive.Text)
		}
	}
	return fmt.Errorf("the archive %s is no folder: this library does not unpack it", archive.Text)
}

func addFolder(files map[string]value.Asset, prefix, folder string) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		inside, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		files[prefix+filepath.ToSlash(inside)] = value.Asset{Kind: value.FileAsset, Text: path}
		return nil
	})
}
