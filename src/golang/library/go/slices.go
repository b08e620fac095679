// Package slices works on slices.
package slices

import (
	"cmp"
	"iter"
)

func All[Slice ~[]E, E any](s Slice) iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		for i, v := range s {
			if !yield(i, v) {
				return
			}
		}
	}
}

func Values[Slice ~[]E, E any](s Slice) iter.Seq[E] {
	return func(yield func(E) bool) {
		for _, v := range s {
			if !yield(v) {
				return
			}
		}
	}
}

func Backward[Slice ~[]E, E any](s Slice) iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		for i := len(s) - 1; i >= 0; i-- {
			if !yield(i, s[i]) {
				return
			}
		}
	}
}

func AppendSeq[Slice ~[]E, E any](s Slice, seq iter.Seq[E]) Slice {
	for v := range seq {
		s = append(s, v)
	}
	return s
}

func Collect[E any](seq iter.Seq[E]) []E {
	var r []E
	for v := range seq {
		r = append(r, v)
	}
	return r
}

func Sorted[E cmp.Ordered](seq iter.Seq[E]) []E {
	r := Collect(seq)
	Sort(r)
	return r
}

func SortedFunc[E any](seq iter.Seq[E], compare func(E, E) int) []E {
	r := Collect(seq)
	SortFunc(r, compare)
	return r
}

func Equal[S ~[]E, E comparable](s1, s2 S) bool {
	if len(s1) != len(s2) {
		return false
	}
	for i := range s1 {
		if s1[i] != s2[i] {
			return false
		}
	}
	return true
}

func Compare[S ~[]E, E cmp.Ordered](s1, s2 S) int {
	for i, v1 := range s1 {
		if i >= len(s2) {
			return +1
		}
		if c := cmp.Compare(v1, s2[i]); c != 0 {
			return c
		}
	}
	if len(s1) < len(s2) {
		return -1
	}
	return 0
}

func Index[S ~[]E, E comparable](s S, v E) int {
	for i := range s {
		if v == s[i] {
			return i
		}
	}
	return -1
}

func IndexFunc[S ~[]E, E any](s S, f func(E) bool) int {
	for i := range s {
		if f(s[i]) {
			return i
		}
	}
	return -1
}

func Contains[S ~[]E, E comparable](s S, v E) bool { return Index(s, v) >= 0 }

func ContainsFunc[S ~[]E, E any](s S, f func(E) bool) bool { return IndexFunc(s, f) >= 0 }

func Insert[S ~[]E, E any](s S, i int, v ...E) S {
	_ = s[i:]
	tail := append(S(nil), s[i:]...)
	return append(append(s[:i:i], v...), tail...)
}

func Delete[S ~[]E, E any](s S, i, j int) S {
	_ = s[i:j:len(s)]
	if i == j {
		return s
	}
	old := len(s)
	s = append(s[:i], s[j:]...)
	clear(s[len(s):old])
	return s
}

func DeleteFunc[S ~[]E, E any](s S, del func(E) bool) S {
	n := 0
	for _, v := range s {
		if !del(v) {
			s[n] = v
			n++
		}
	}
	clear(s[n:])
	return s[:n]
}

func Clone[S ~[]E, E any](s S) S {
	if s == nil {
		return nil
	}
	return append(S{}, s...)
}

func Compact[S ~[]E, E comparable](s S) S {
	return CompactFunc(s, func(a, b E) bool { return a == b })
}

func CompactFunc[S ~[]E, E any](s S, eq func(E, E) bool) S {
	if len(s) < 2 {
		return s
	}
	n := 1
	for i := 1; i < len(s); i++ {
		if !eq(s[n-1], s[i]) {
			s[n] = s[i]
			n++
		}
	}
	clear(s[n:])
	return s[:n]
}

func Clip[S ~[]E, E any](s S) S { return s[:len(s):len(s)] }

func Reverse[S ~[]E, E any](s S) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}

func Concat[S ~[]E, E any](all ...S) S {
	var r S
	for _, s := range all {
		r = append(r, s...)
	}
	return r
}

func Repeat[S ~[]E, E any](x S, count int) S {
	if count < 0 {
		panic("cannot be negative")
	}
	r := S{}
	for range count {
		r = append(r, x...)
	}
	return r
}

func Max[S ~[]E, E cmp.Ordered](x S) E {
	if len(x) < 1 {
		panic("slices.Max: empty list")
	}
	m := x[0]
	for _, v := range x[1:] {
		m = max(m, v)
	}
	return m
}

func Min[S ~[]E, E cmp.Ordered](x S) E {
	if len(x) < 1 {
		panic("slices.Min: empty list")
	}
	m := x[0]
	for _, v := range x[1:] {
		m = min(m, v)
	}
	return m
}

func MaxFunc[S ~[]E, E any](x S, compare func(a, b E) int) E {
	if len(x) < 1 {
		panic("slices.MaxFunc: empty list")
	}
	m := x[0]
	for _, v := range x[1:] {
		if compare(v, m) > 0 {
			m = v
		}
	}
	return m
}

func MinFunc[S ~[]E, E any](x S, compare func(a, b E) int) E {
	if len(x) < 1 {
		panic("slices.MinFunc: empty list")
	}
	m := x[0]
	for _, v := range x[1:] {
		if compare(v, m) < 0 {
			m = v
		}
	}
	return m
}

func Sort[S ~[]E, E cmp.Ordered](x S) { SortStableFunc(x, cmp.Compare[E]) }

// SortFunc keeps the order of equal elements, which Go does not promise.
func SortFunc[S ~[]E, E any](x S, compare func(a, b E) int) { SortStableFunc(x, compare) }

func SortStableFunc[S ~[]E, E any](x S, compare func(a, b E) int) {
	if len(x) < 2 {
		return
	}
	middle := len(x) / 2
	left, right := append(S{}, x[:middle]...), append(S{}, x[middle:]...)
	SortStableFunc(left, compare)
	SortStableFunc(right, compare)
	i, j := 0, 0
	for n := range x {
		if j >= len(right) || i < len(left) && compare(left[i], right[j]) <= 0 {
			x[n] = left[i]
			i++
		} else {
			x[n] = right[j]
			j++
		}
	}
}

func IsSorted[S ~[]E, E cmp.Ordered](x S) bool { return IsSortedFunc(x, cmp.Compare[E]) }

func IsSortedFunc[S ~[]E, E any](x S, compare func(a, b E) int) bool {
	for i := len(x) - 1; i > 0; i-- {
		if compare(x[i], x[i-1]) < 0 {
			return false
		}
	}
	return true
}

func BinarySearch[S ~[]E, E cmp.Ordered](x S, target E) (int, bool) {
	return BinarySearchFunc(x, target, cmp.Compare[E])
}

func BinarySearchFunc[S ~[]E, E, T any](x S, target T, compare func(E, T) int) (int, bool) {
	i, j := 0, len(x)
	for i < j {
		h := (i + j) / 2
		if compare(x[h], target) < 0 {
			i = h + 1
		} else {
			j = h
		}
	}
	return i, i < len(x) && compare(x[i], target) == 0
}
