//! Programs that never end.

use std::process::{Child, Stdio};

use crate::support::lumi::{Answer, Lumi, tool};

#[test]
pub fn endless_loops_are_stopped_after_a_time() {
    // The second contains only calls of built-in functions.
    for body in [
        "while (true) {}",
        "let a: any; while (true) { a = [1].fill(a); }",
    ] {
        let answer = Lumi::program(body).run(&["run", "--timeout", "1s"]);
        assert_eq!(answer.code, 1);
        let text = answer.transcript();
        // The reported column of the loop depends on V8's optimisations.
        let (message, place) = text.split_once(" --> ").unwrap();
        assert!(place.starts_with("index.ts:1:"), "{text}");
        insta::allow_duplicates! {
            insta::assert_snapshot!(message);
        }
    }
}

#[test]
pub fn the_line_of_an_endless_loop_is_that_of_the_source() {
    // An enum is longer in JavaScript.
    let lumi = Lumi::with_sdk(
        "enum Kind { One = 1, Two }\nfunction wait(): never {\n  for (;;) Kind.Two.toFixed();\n}\n\
         export const a = new lumi.Property(1).then(() => wait());\n",
    );
    let answer = lumi.run(&["run", "--timeout", "1s"]);
    assert_eq!(answer.code, 1);
    assert!(
        answer.stderr.contains(" --> index.ts:4:")
            && answer.stderr.contains("for (;;) Kind.Two.toFixed();"),
        "{}",
        answer.transcript()
    );
}

/// V8 ends the process unless its limit is a multiple of a page, so lumi rounds limits up.
#[test]
pub fn any_limit_of_the_heap_can_be_given() {
    let lumi = Lumi::program("export const a = 1;");
    for limit in ["100MB", "300MB", "123456789"] {
        lumi.run(&["run", "--heap-limit", limit]).ok();
    }
}

#[test]
pub fn timers_that_never_end_are_stopped_after_a_time() {
    let lumi = Lumi::program("setInterval(() => {}, 10);");
    let answer = lumi.run(&["run", "--timeout", "300ms"]);
    assert_eq!(answer.code, 1);
    assert!(
        answer.stderr.contains("stopped after 300ms"),
        "{}",
        answer.stderr
    );
}

#[test]
fn a_stopped_test_file_does_not_stop_others() {
    let lumi = Lumi::new();
    lumi.file("a.test.ts", "while (true) {}");
    lumi.file(
        "b.test.ts",
        "import { test } from 'lumi/testing';\ntest('b', () => {});\n",
    );
    let answer = lumi.run(&["test", "--timeout", "500ms"]);
    assert_eq!(answer.code, 1);
    assert!(
        answer.stdout.contains("1 passed"),
        "{}",
        answer.transcript()
    );
}

#[test]
pub fn memory_is_limited() {
    let lumi =
        Lumi::program("const all: any[] = [];\nwhile (true) all.push(new Array(1000).fill({}));");
    let text = lumi.run(&["run", "--heap-limit", "64MiB"]).transcript();
    let (message, place) = text.split_once(" --> ").unwrap();
    assert!(place.starts_with("index.ts:2:"), "{text}");
    insta::assert_snapshot!(message);
}

#[test]
fn a_value_too_large_for_v8_ends_the_process_with_a_message() {
    let lumi = Lumi::with_sdk(
        "import { random } from 'lumi/std';\nconst id = new random.Id('id', { byteLength: 4 });\n\
         // A plan ends here.\nawait id.hex;\n'x'.repeat(140_000_000).match(/x/g);\n",
    );
    lumi.file("large.ts", "'x'.repeat(140_000_000).match(/x/g);");
    let answer = lumi.run(&["run", "large.ts"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    let says = "error: V8 ended the program";
    assert!(answer.stderr.contains(says), "{}", answer.transcript());
    // Nothing but V8's own line, which says how large the value is.
    for native in ["stack trace", "(+0x"] {
        assert!(!answer.stderr.contains(native), "{}", answer.transcript());
    }
    let answer = lumi.run(&["up", "-y"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    assert!(answer.stderr.contains(says), "{}", answer.transcript());
    assert!(
        answer.stderr.contains("the state is safe"),
        "{}",
        answer.transcript()
    );
    // Nothing is lost or locked.
    lumi.file(
        "index.ts",
        "import { random } from 'lumi/std';\nnew random.Id('id', { byteLength: 4 });",
    );
    let answer = lumi.run(&["up", "-y"]).ok();
    assert!(answer.contains("1 unchanged"), "{answer}");
}

#[test]
fn a_pipe_in_the_place_of_the_state_is_not_waited_for() {
    let lumi = Lumi::program(
        "import { random } from 'lumi/std';\nnew random.Id('id', { byteLength: 4 });",
    );
    lumi.run(&["up", "-y"]).ok();
    let found = tool("find")
        .args([".lumi", "-name", "snapshot.json"])
        .current_dir(lumi.folder())
        .output()
        .unwrap();
    let path = String::from_utf8(found.stdout).unwrap();
    let path = lumi.folder().join(path.trim());
    std::fs::remove_file(&path).unwrap();
    let made = tool("mkfifo").arg(&path).status();
    assert!(made.unwrap().success());
    let answer = lumi.run(&["preview"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    assert!(
        answer.stderr.contains("it is not a regular file"),
        "{}",
        answer.transcript()
    );
}

#[test]
pub fn deep_recursion_is_an_exception() {
    let lumi = Lumi::program("function f(): number {\n  return f() + 1;\n}\nf();\n");
    let answer = lumi.run(&["run"]);
    assert_eq!(answer.code, 1);
    assert!(
        answer
            .stderr
            .starts_with("error: RangeError: Maximum call stack size exceeded\n")
    );
}

fn start(lumi: &Lumi) -> Child {
    let mut child = lumi
        .command(&["run"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program prints a byte once it is in its loop.
    let mut byte = [0];
    std::io::Read::read_exact(child.stderr.as_mut().unwrap(), &mut byte).unwrap();
    child
}

fn interrupt(child: &Child) {
    let id = child.id().to_string();
    assert!(
        tool("bash")
            .args(["-c", "kill -INT $0", &id])
            .status()
            .unwrap()
            .success()
    );
}

#[test]
pub fn an_interrupt_stops_a_loop() {
    let lumi = Lumi::program("console.log('here');\nwhile (true) {}");
    let child = start(&lumi);
    interrupt(&child);
    let answer = Answer::of(child.wait_with_output().unwrap(), &["run"], lumi.folder());
    assert_eq!(answer.code, 4, "{}", answer.transcript());
    assert!(answer.stderr.ends_with("error: interrupted\n"));
    assert_eq!(answer.stdout, "");
}

#[test]
pub fn an_interrupt_stops_a_wait() {
    // A timer ends the program while the event loop runs.
    let lumi =
        Lumi::program("setTimeout(() => {}, 1e8);\nsetTimeout(() => console.log('here'), 1);");
    let child = start(&lumi);
    interrupt(&child);
    let status = child.wait_with_output().unwrap().status;
    assert_eq!(status.code(), Some(4));
}

/// Deep nesting never overflows a parser's stack: the result is a value, or an error with a
/// position.
#[test]
pub fn deeply_nested_sources_are_an_error_with_a_place() {
    let arrays = |count: usize| format!("{}1{}", "[".repeat(count), "]".repeat(count));
    let lumi = Lumi::new();
    lumi.file("few.ts", format!("const a: any = {};\n", arrays(1_000)));
    lumi.file(
        "deep.ts",
        format!("// first\nexport const a: any = {};\n", arrays(20_000)),
    );
    lumi.file(
        "deep.mjs",
        format!("export const a = {};\n", arrays(20_000)),
    );
    lumi.file("deep.cjs", format!("exports.a = {};\n", arrays(20_000)));
    lumi.file("deep.json", arrays(20_000));
    lumi.file(
        "sum.ts",
        format!("export const a: number = {}1;\n", "1 +\n".repeat(20_000)),
    );

    assert_eq!(lumi.run(&["run", "few.ts"]).code, 0);
    let answer = lumi.run(&["run", "deep.ts"]);
    assert_eq!(answer.code, 1);
    insta::assert_snapshot!(answer.transcript());
    for file in ["deep.ts", "deep.mjs", "deep.cjs", "deep.json", "sum.ts"] {
        lumi.file(
            "index.ts",
            format!(
                "const kind = '{file}'.endsWith('json') ? {{ with: {{ type: 'json' }} }} : {{}};\n\
                 await import('./{file}', kind).then(() => console.log('read'), (it) => console.log(it.message));\n"
            ),
        );
        let answer = lumi.run(&["run"]);
        assert_eq!(answer.code, 0, "{file}: {}", answer.transcript());
    }
    lumi.file("index.ts", "import './sum.ts';\n");
    let answer = lumi.run(&["up", "-y"]);
    assert_eq!(answer.code, 1);
    assert!(
        answer.stderr.contains("levels deep"),
        "{}",
        answer.transcript()
    );
}

/// V8's parser has a stack for all levels that pass.
#[test]
pub fn nested_sources_run_or_are_an_error_with_a_place() {
    let lumi = Lumi::new();
    for (open, inner, close) in [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("{ a: ", "1", "}"),
        ("() => {", "", "}"),
        ("() => ", "1", ""),
        ("class extends (", "Object", ") {}"),
    ] {
        for count in [600, 1_200, 2_400, 4_500] {
            let (before, after) = (open.repeat(count), close.repeat(count));
            let text = format!("export const a: any = [{before}{inner}{after}].length;\n");
            lumi.file("index.ts", text);
            let answer = lumi.run(&["run"]);
            let has_place =
                answer.stderr.contains("levels deep") && answer.stderr.contains("--> index.ts:1:");
            assert!(
                answer.code == 0 || has_place,
                "{count} of {open}: {:.500}",
                answer.transcript()
            );
        }
    }
}

/// A thrown value may use all memory; its report is limited.
#[test]
pub fn reports_of_exceptions_are_limited() {
    let chain = "let error: any = 1;\nfor (let i = 0; i < 20_000; i++) ";
    let cases = [
        "throw new Error('x'.repeat(20_000_000));".to_owned(),
        "throw 'x'.repeat(20_000_000);".to_owned(),
        "class E extends Error { override name = 'x'.repeat(20_000_000); }\nthrow new E('a');"
            .to_owned(),
        format!("{chain}error = new Error('a', {{ cause: error }});\nthrow error;"),
        format!("{chain}error = new AggregateError([error], 'a');\nthrow error;"),
    ];
    for body in cases {
        let answer = Lumi::program(&body).run(&["run"]);
        assert_eq!(answer.code, 1, "{body}");
        assert!(
            answer.stderr.starts_with("error: ") && answer.stderr.len() < 1 << 20,
            "{body}: {} bytes",
            answer.stderr.len()
        );
    }
}

#[test]
fn work_outside_of_v8_keeps_to_the_limit_of_the_heap() {
    let lumi = Lumi::program(
        "import { createHash, pbkdf2, pbkdf2Sync, scrypt, scryptSync, generatePrimeSync } from 'node:crypto';\n\
         import { constants, zstdCompressSync } from 'node:zlib';\n\
         const tried = (work: () => unknown) => {\n\
         try { work(); return 'done'; } catch (error: any) { return error.code ?? error.name; }\n\
         };\n\
         const later = (work: (done: (error: any) => void) => void) => new Promise((go) =>\n\
         work((error) => go(error?.code ?? 'done')));\n\
         const much = { N: 2 ** 18, r: 8, maxmem: 2 ** 40 };\n\
         const codes = [\n\
         tried(() => scryptSync('a', 'b', 64, much)),\n\
         tried(() => scryptSync('a', 'b', 64, { N: 2, r: 2 ** 20, p: 2 ** 9, maxmem: 2 ** 50 })),\n\
         await later((done) => scrypt('a', 'b', 64, much, done)),\n\
         tried(() => scryptSync('a', 'b', 2 ** 31 - 1)),\n\
         tried(() => pbkdf2Sync('a', 'b', 1, 2 ** 31 - 1, 'sha1')),\n\
         await later((done) => pbkdf2('a', 'b', 1, 2 ** 31 - 1, 'sha1', done)),\n\
         tried(() => createHash('shake256', { outputLength: 2 ** 30 }).digest()),\n\
         tried(() => generatePrimeSync(2 ** 31 - 1)),\n\
         tried(() => zstdCompressSync('a', { params: { [constants.ZSTD_c_compressionLevel]: 22 } })),\n\
         tried(() => zstdCompressSync('a', { params: { [constants.ZSTD_c_hashLog]: 30 } })),\n\
         tried(() => zstdCompressSync('a')),\n\
         tried(() => scryptSync('a', 'b', 64)),\n\
         ];\n\
         console.log(codes.join(' '));\n",
    );
    let answer = lumi.run(&["run", "--heap-limit", "100MB"]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    let scrypt = "ERR_CRYPTO_INVALID_SCRYPT_PARAMS";
    let memory = "ERR_MEMORY_ALLOCATION_FAILED";
    assert_eq!(
        answer.stderr.trim(),
        format!(
            "{scrypt} {scrypt} {scrypt} {scrypt} {memory} {memory} {memory} \
             ERR_OSSL_BN_BIGNUM_TOO_LONG ERR_ZLIB_INITIALIZATION_FAILED ERR_ZLIB_INITIALIZATION_FAILED done done"
        ),
    );
}

/// In the square of the number of fields, this takes hours.
#[test]
fn a_form_with_many_fields_takes_time_in_proportion() {
    let lumi = Lumi::program(
        "const form = new FormData();\n\
         const names = Array.from({ length: 300_000 }, (_, index) => `field ${index}`);\n\
         for (const name of names) { form.append(name, 'a'); form.append(name, 'b'); }\n\
         for (const name of names) form.set(name, form.getAll(name).join());\n\
         export const first = form.get('field 0') + form.get('field 299999');\n\
         for (const name of names) if (form.has(name)) form.delete(name);\n\
         form.set('last', 'c');\n\
         export const left = [...form].length;\n",
    );
    let answer = lumi.run(&["run", "--format", "json", "--timeout", "120s"]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    assert!(answer.stdout.contains("\"a,ba,b\""), "{}", answer.stdout);
    assert!(answer.stdout.contains("\"left\":"), "{}", answer.stdout);
}

/// Written into the URL at each change, this takes hours.
#[test]
fn a_url_whose_parameters_are_added_one_by_one_takes_time_in_proportion() {
    let lumi = Lumi::program(
        "const url = new URL('http://example.com/#end');\n\
         for (let index = 0; index < 100_000; index++) url.searchParams.append(`k${index}`, 'v');\n\
         export const length = url.href.length;\n\
         for (const name of ['k0', 'k1', 'k2']) url.searchParams.set(name, 'w x');\n\
         export const start = url.search.slice(0, 18);\n\
         url.hash = '#other';\n\
         url.searchParams.delete('k0');\n\
         export const other = `${url}`.slice(0, 26) + url.hash;\n\
         url.searchParams.append('late', '1');\n\
         url.search = '?a=1';\n\
         export const set = `${url.href} ${url.searchParams}`;\n\
         url.searchParams.append('b', '2');\n\
         url.href = 'http://b.example/?c=3';\n\
         export const again = [...url.searchParams].join();\n\
         url.searchParams.sort();\n\
         url.searchParams.append('d', '4');\n\
         export const relative = new URL('x', url).href + JSON.stringify(url);\n",
    );
    let answer = lumi.run(&["run", "--format", "json", "--timeout", "120s"]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    for text in [
        "888913",
        "\"?k0=w+x&k1=w+x&k2=\"",
        "\"http://example.com/?k1=w+x#other\"",
        "\"http://example.com/?a=1#other a=1\"",
        "\"c,3\"",
        "\"http://b.example/x\\\"http://b.example/?c=3&d=4\\\"\"",
    ] {
        assert!(answer.stdout.contains(text), "{text}: {}", answer.stdout);
    }
}

/// Such keys and primes take minutes to hours.
#[test]
fn a_search_for_keys_and_primes_ends_with_its_program() {
    let start = "import * as crypto from 'node:crypto';\n\
         const large = { modulusLength: 16384 };\n";
    for search in [
        "crypto.generateKeyPairSync('rsa', large);",
        "crypto.generateKeyPairSync('rsa-pss', large);",
        "crypto.generateKeyPair('rsa', large, () => {});",
        "await crypto.subtle.generateKey({ name: 'RSA-PSS', modulusLength: 16384, hash: 'SHA-256', \
         publicExponent: new Uint8Array([1, 0, 1]) }, true, ['sign']);",
        "crypto.generatePrimeSync(16384, { safe: true });",
        "crypto.createDiffieHellman(8192);",
    ] {
        let lumi = Lumi::program(&format!("{start}{search}\n"));
        let answer = lumi.run(&["run", "--timeout", "1s"]);
        assert_eq!(answer.code, 1, "{search}: {}", answer.transcript());
        assert!(
            answer.stderr.contains("after 1s"),
            "{search}: {}",
            answer.stderr
        );
    }
}

#[test]
fn keys_that_no_search_finds_are_refused() {
    let lumi = Lumi::program(
        "import * as crypto from 'node:crypto';\n\
         const tried = (options: object) => {\n\
         try { crypto.generateKeyPairSync('rsa', options as any); return 'made'; } catch (error: any) { return error.code; }\n\
         };\n\
         console.log([\n\
         tried({ modulusLength: 512, publicExponent: 3 }),\n\
         tried({ modulusLength: 512, publicExponent: 65536 }),\n\
         tried({ modulusLength: 512, publicExponent: 1 }),\n\
         tried({ modulusLength: 256 }),\n\
         tried({ modulusLength: 2 ** 32 - 1 }),\n\
         ].join(' '));\n",
    );
    let answer = lumi.run(&["run", "--timeout", "60s"]);
    assert_eq!(
        answer.stderr.trim(),
        "made ERR_OSSL_RSA_PUB_EXPONENT_OUT_OF_RANGE ERR_OSSL_RSA_PUB_EXPONENT_OUT_OF_RANGE \
         ERR_OSSL_RSA_KEY_SIZE_TOO_SMALL ERR_OSSL_RSA_MODULUS_TOO_LARGE"
    );
}

/// More than a map of headers takes.
#[test]
fn too_many_headers_are_an_error_of_the_program() {
    let lumi = Lumi::program(
        "import http2 from 'node:http2';\n\
         const many = Array.from({ length: 40_000 }, (_, index) => [`x-${index}`, 'v'] as [string, string]);\n\
         const failed = (error: any) => console.log(error.cause?.message ?? error.message);\n\
         await fetch('http://127.0.0.1:1/', { headers: many }).catch(failed);\n\
         const session = http2.connect('http://127.0.0.1:1');\n\
         session.on('error', () => {});\n\
         try { session.request(Object.fromEntries(many)).on('error', () => console.log('closed')); } catch (error) { failed(error); }\n",
    );
    let answer = lumi.run(&["run", "-A", "--timeout", "60s"]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    assert!(
        answer.stderr.contains("too many headers"),
        "{}",
        answer.stderr
    );
}
