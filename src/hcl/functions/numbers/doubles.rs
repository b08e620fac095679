//! Exponentials and logarithms, to the last bit those of OpenTofu.
//!
//! The libraries of systems differ in the last bit; these are the algorithms of Go on x86-64: the logarithm of
//! FreeBSD's library, and the exponential of SLEEF with fused multiplications.

/// A double as a mantissa from 0.5 to 1, and a power of two.
fn split(double: f64) -> (f64, i32) {
    if double == 0.0 || !double.is_finite() {
        return (double, 0);
    }
    // Numbers that are not normal become so first.
    let (double, shift) = match double.abs() < f64::MIN_POSITIVE {
        true => (double * 2f64.powi(52), -52),
        false => (double, 0),
    };
    let bits = double.to_bits();
    let biased = i32::try_from((bits >> 52) & 0x7ff).unwrap_or(0);
    let mantissa = f64::from_bits((bits & !(0x7ff << 52)) | (1022 << 52));
    (mantissa, biased - 1022 + shift)
}

/// `mantissa * 2^exponent`, rounded once.
fn scale(mantissa: f64, exponent: i64) -> f64 {
    let (mantissa, own) = split(mantissa);
    if mantissa == 0.0 || !mantissa.is_finite() {
        return mantissa;
    }
    let exponent = exponent + i64::from(own);
    match exponent {
        1025.. => f64::INFINITY.copysign(mantissa),
        ..-1074 => 0f64.copysign(mantissa),
        _ => {
            let exponent = i32::try_from(exponent).unwrap_or(0);
            match exponent < -1000 {
                true => (mantissa * 2f64.powi(exponent + 60)) * 2f64.powi(-60),
                false => (mantissa * 2f64.powi(exponent - 1)) * 2.0,
            }
        }
    }
}

/// The natural logarithm.
pub(super) fn logarithm(x: f64) -> f64 {
    const LN2_HIGH: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);
    const LN2_LOW: f64 = f64::from_bits(0x3dea_39ef_3579_3c76);
    const COEFFICIENTS: [f64; 7] = [
        f64::from_bits(0x3fe5_5555_5555_5593),
        f64::from_bits(0x3fd9_9999_9997_fa04),
        f64::from_bits(0x3fd2_4924_9422_9359),
        f64::from_bits(0x3fcc_71c5_1d8e_78af),
        f64::from_bits(0x3fc7_4664_96cb_03de),
        f64::from_bits(0x3fc3_9a09_d078_c69f),
        f64::from_bits(0x3fc2_f112_df3e_5244),
    ];
    if x.is_nan() || x == f64::INFINITY {
        return x;
    }
    if x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    let (mut mantissa, mut exponent) = split(x);
    if mantissa < std::f64::consts::FRAC_1_SQRT_2 {
        mantissa *= 2.0;
        exponent -= 1;
    }
    let f = mantissa - 1.0;
    let k = f64::from(exponent);
    let s = f / (2.0 + f);
    let square = s * s;
    let fourth = square * square;
    let [c1, c2, c3, c4, c5, c6, c7] = COEFFICIENTS;
    let odd = square * (c1 + fourth * (c3 + fourth * (c5 + fourth * c7)));
    let even = fourth * (c2 + fourth * (c4 + fourth * c6));
    let rest = odd + even;
    let half = 0.5 * f * f;
    k * LN2_HIGH - ((half - (s * (half + rest) + k * LN2_LOW)) - f)
}

/// `e^x`.
fn exponential(x: f64) -> f64 {
    const OVERFLOW: f64 = f64::from_bits(0x4086_2e42_fefa_39ef);
    const LN2_HIGH: f64 = f64::from_bits(0x3fe6_2e42_fefa_3000);
    const LN2_LOW: f64 = f64::from_bits(0x3d53_de6a_f278_ece6);
    const COEFFICIENTS: [f64; 8] = [
        f64::from_bits(0x3efa_01a0_1a01_a01a),
        f64::from_bits(0x3f2a_01a0_1a01_a01a),
        f64::from_bits(0x3f56_c16c_16c1_6c17),
        f64::from_bits(0x3f81_1111_1111_1111),
        f64::from_bits(0x3fa5_5555_5555_5555),
        f64::from_bits(0x3fc5_5555_5555_5555),
        0.5,
        1.0,
    ];
    if x.is_nan() || x == f64::INFINITY {
        return x;
    }
    if x == f64::NEG_INFINITY {
        return 0.0;
    }
    if x > OVERFLOW {
        return f64::INFINITY;
    }
    let whole = (std::f64::consts::LOG2_E * x).round_ties_even();
    let rest = (-whole).mul_add(LN2_HIGH, x);
    let rest = (-whole).mul_add(LN2_LOW, rest) * 0.0625;
    let [first, others @ ..] = COEFFICIENTS;
    let sum = others
        .iter()
        .fold(first, |sum, coefficient| sum.mul_add(rest, *coefficient));
    // Four times the square, less one: the argument had been divided by sixteen.
    let mut part = rest * sum;
    for _ in 0..3 {
        part *= part + 2.0;
    }
    let part = (part + 2.0).mul_add(part, 1.0);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the exponent is that of a double"
    )]
    let exponent = whole as i64;
    match exponent < -1075 {
        true => 0.0,
        false => scale(part, exponent),
    }
}

/// `x^y`.
#[expect(clippy::float_cmp, reason = "these numbers are exact")]
pub(super) fn power(x: f64, y: f64) -> f64 {
    if y == 0.0 || x == 1.0 {
        return 1.0;
    }
    if y == 1.0 {
        return x;
    }
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x == 0.0 || x.is_infinite() || y.is_infinite() {
        // The cases that no calculation decides, as IEEE 754 has them.
        return x.powf(y);
    }
    if y == 0.5 {
        return x.sqrt();
    }
    if y == -0.5 {
        return 1.0 / x.sqrt();
    }
    let (mut whole, mut fraction) = (y.abs().trunc(), y.abs().fract());
    if fraction != 0.0 && x < 0.0 {
        return f64::NAN;
    }
    if whole >= 2f64.powi(63) {
        return huge_power(x, y);
    }
    let mut product = 1.0;
    if fraction != 0.0 {
        if fraction > 0.5 {
            fraction -= 1.0;
            whole += 1.0;
        }
        product = exponential(fraction * logarithm(x));
    }
    let (product, exponent) = whole_power(x, whole, product);
    match y < 0.0 {
        true => scale(1.0 / product, -exponent),
        false => scale(product, exponent),
    }
}

/// A power whose exponent is even, and beyond all that differ from its neighbours.
fn huge_power(x: f64, y: f64) -> f64 {
    let size = x.abs();
    #[expect(clippy::float_cmp, reason = "only exactly one stays what it is")]
    if size == 1.0 {
        return 1.0;
    }
    match (size < 1.0) == (y > 0.0) {
        true => 0.0,
        false => f64::INFINITY,
    }
}

/// A product times a whole power, as a number and a power of two.
fn whole_power(x: f64, whole: f64, product: f64) -> (f64, i64) {
    let mut product = product;
    let mut exponent = 0;
    let (mut factor, of_factor) = split(x);
    let mut of_factor = i64::from(of_factor);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "larger numbers are treated before"
    )]
    let mut rest = whole as i64;
    while rest != 0 {
        if !(-(1 << 12)..=1 << 12).contains(&of_factor) {
            // The result is zero or infinite.
            exponent += of_factor;
            break;
        }
        if rest & 1 == 1 {
            product *= factor;
            exponent += of_factor;
        }
        factor *= factor;
        of_factor <<= 1;
        if factor < 0.5 {
            factor += factor;
            of_factor -= 1;
        }
        rest >>= 1;
    }
    (product, exponent)
}
