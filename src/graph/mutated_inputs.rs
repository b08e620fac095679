//! Texts that are almost the seeds of a target of `make fuzz`. Compiled into the tests of crates that read programs.

use std::fs;
use std::path::Path;

/// Runs a target on a number of texts, the same each time: seeds in which words of `strange` and lines of other seeds stand
/// at random places.
pub fn mutate(target: &str, strange: &[&str], count: usize, run: fn(&[u8])) {
    let seeds = seeds(target);
    let lines: Vec<&str> = seeds.iter().flat_map(|it| it.lines()).collect();
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for _ in 0..count {
        let mut text = random.one(&seeds).clone();
        for _ in 0..=random.below(4) {
            let at = boundary(&text, random.below(text.len() + 1));
            match random.below(3) {
                0 => text.insert_str(at, random.one::<&str>(strange)),
                1 => text.insert_str(at, random.one::<&str>(&lines)),
                _ => {
                    let end = boundary(&text, (at + random.below(40)).min(text.len()));
                    text.replace_range(at..end, "");
                }
            }
        }
        run(text.as_bytes());
    }
}

/// The texts in their order.
fn seeds(target: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let files = fs::read_dir(folder.join(target)).unwrap();
    let texts = files.map(|it| fs::read_to_string(it.unwrap().path()).unwrap());
    let mut seeds: Vec<String> = texts.collect();
    seeds.sort();
    seeds
}

/// The last boundary of characters that is not behind a place.
fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 20).unwrap() % limit
    }

    fn one<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }
}
