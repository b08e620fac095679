// Package sort sorts slices. Equal elements keep their order, which Go does not promise for all functions.
package sort

import "slices"

type Interface interface {
	Len() int
	Less(i, j int) bool
	Swap(i, j int)
}

func Sort(data Interface) { Stable(data) }

func Stable(data Interface) {
	for i := 1; i < data.Len(); i++ {
		for j := i; j > 0 && data.Less(j, j-1); j-- {
			data.Swap(j, j-1)
		}
	}
}

type reverse struct{ Interface }

func (r reverse) Less(i, j int) bool { return r.Interface.Less(j, i) }

func Reverse(data Interface) Interface { return &reverse{data} }

func IsSorted(data Interface) bool {
	for i := data.Len() - 1; i > 0; i-- {
		if data.Less(i, i-1) {
			return false
		}
	}
	return true
}

type IntSlice []int

func (x IntSlice) Len() int           { return len(x) }
func (x IntSlice) Less(i, j int) bool { return x[i] < x[j] }
func (x IntSlice) Swap(i, j int)      { x[i], x[j] = x[j], x[i] }

type StringSlice []string

func (x StringSlice) Len() int           { return len(x) }
func (x StringSlice) Less(i, j int) bool { return x[i] < x[j] }
func (x StringSlice) Swap(i, j int)      { x[i], x[j] = x[j], x[i] }

type Float64Slice []float64

func (x Float64Slice) Len() int           { return len(x) }
func (x Float64Slice) Less(i, j int) bool { return x[i] < x[j] || (x[i] != x[i] && x[j] == x[j]) }
func (x Float64Slice) Swap(i, j int)      { x[i], x[j] = x[j], x[i] }

func Ints(x []int)         { slices.Sort(x) }
func Strings(x []string)   { slices.Sort(x) }
func Float64s(x []float64) { slices.Sort(x) }

func IntsAreSorted(x []int) bool       { return slices.IsSorted(x) }
func StringsAreSorted(x []string) bool { return slices.IsSorted(x) }

func sortSlice(x any, less func(i, j int) bool)

func Slice(x any, less func(i, j int) bool)       { sortSlice(x, less) }
func SliceStable(x any, less func(i, j int) bool) { sortSlice(x, less) }

func Search(n int, f func(int) bool) int {
	i, j := 0, n
	for i < j {
		h := (i + j) / 2
		if !f(h) {
			i = h + 1
		} else {
			j = h
		}
	}
	return i
}

func SearchInts(a []int, x int) int       { return Search(len(a), func(i int) bool { return a[i] >= x }) }
func SearchStrings(a []string, x string) int {
	return Search(len(a), func(i int) bool { return a[i] >= x })
}
