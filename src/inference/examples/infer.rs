fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let graph = lumi_graph::Graph::from_json(&text).unwrap();
    let start = std::time::Instant::now();
    let made = lumi_inference::infer(&graph, &()).unwrap();
    eprintln!("{:?}", start.elapsed());
    print!("{}", made.text);
    for note in made.notes { eprintln!("{:?} {note}", note.kind); }
    for it in made.configured { eprintln!("CONF {} {:?}", it.key, it.value); }
}
