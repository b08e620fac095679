#[test]
fn dump() {
    use std::fmt::Write;
    let Ok(path) = std::env::var("HCL_DUMP") else { return };
    let mut out = String::new();
    for n in ["Shift_JIS", "EUC-JP", "ISO-2022-JP", "EUC-KR", "GBK", "GB18030", "Big5", "HZ-GB-2312"] {
        let set = super::named(n).unwrap();
        for r in 0..0x10000_u32 {
            let Some(c) = char::from_u32(r) else { continue };
            match set.encode(&c.to_string()) {
                Ok(b) => writeln!(out, "{n} e {r:x} {}", data_encoding::HEXLOWER.encode(&b)).unwrap(),
                Err(_) => writeln!(out, "{n} e {r:x} -").unwrap(),
            }
        }
        if n == "ISO-2022-JP" { continue; }
        for i in 0..65536_u32 {
            let b = [(i >> 8) as u8, i as u8];
            let b = if n == "HZ-GB-2312" { vec![b'~', b'{', b[0], b[1], b'~', b'}'] } else { b.to_vec() };
            match set.decode(&b) {
                Ok(t) => writeln!(out, "{n} d {i:04x} {}", data_encoding::HEXLOWER.encode(t.as_bytes())).unwrap(),
                Err(_) => writeln!(out, "{n} d {i:04x} -").unwrap(),
            }
        }
    }
    std::fs::write(path, out).unwrap();
}
