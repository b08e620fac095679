// Package math has constants and functions of numbers.
package math

const (
	E       = 2.71828182845904523536028747135266249775724709369995957496696763
	Pi      = 3.14159265358979323846264338327950288419716939937510582097494459
	Phi     = 1.61803398874989484820458683436563811772030917980576286213544862
	Sqrt2   = 1.41421356237309504880168872420969807856967187537694807317667974
	Ln2     = 0.693147180559945309417232121458176568075500134360255254120680009
	Ln10    = 2.30258509299404568401799145468436420760110148862877297603332790
	MaxFloat32             = 0x1p127 * (1 + (1 - 0x1p-23))
	SmallestNonzeroFloat32 = 0x1p-126 * 0x1p-23
	MaxFloat64             = 0x1p1023 * (1 + (1 - 0x1p-52))
	SmallestNonzeroFloat64 = 0x1p-1022 * 0x1p-52

	MaxInt    = 1<<63 - 1
	MinInt    = -1 << 63
	MaxInt8   = 1<<7 - 1
	MinInt8   = -1 << 7
	MaxInt16  = 1<<15 - 1
	MinInt16  = -1 << 15
	MaxInt32  = 1<<31 - 1
	MinInt32  = -1 << 31
	MaxInt64  = 1<<63 - 1
	MinInt64  = -1 << 63
	MaxUint   = 1<<64 - 1
	MaxUint8  = 1<<8 - 1
	MaxUint16 = 1<<16 - 1
	MaxUint32 = 1<<32 - 1
	MaxUint64 = 1<<64 - 1
)

func Floor(x float64) float64
func Ceil(x float64) float64
func Trunc(x float64) float64
func Sqrt(x float64) float64
func Abs(x float64) float64
func Mod(x, y float64) float64
func Inf(sign int) float64
func NaN() float64
func Signbit(x float64) bool

func IsNaN(f float64) bool { return f != f }

func IsInf(f float64, sign int) bool {
	return sign >= 0 && f > MaxFloat64 || sign <= 0 && f < -MaxFloat64
}

func Copysign(f, sign float64) float64 {
	if Signbit(f) != Signbit(sign) {
		return -f
	}
	return f
}

func Round(x float64) float64 {
	t := Trunc(x)
	if Abs(x-t) >= 0.5 {
		return t + Copysign(1, x)
	}
	return t
}

func RoundToEven(x float64) float64 {
	t := Trunc(x)
	d := Abs(x - t)
	if d > 0.5 || d == 0.5 && Mod(t, 2) != 0 {
		return t + Copysign(1, x)
	}
	return t
}

func Max(x, y float64) float64 { return max(x, y) }
func Min(x, y float64) float64 { return min(x, y) }

func Dim(x, y float64) float64 {
	v := x - y
	if v <= 0 {
		return 0
	}
	return v
}

func Modf(f float64) (float64, float64) {
	if IsInf(f, 0) {
		return f, NaN()
	}
	t := Trunc(f)
	return t, Copysign(f-t, f)
}

