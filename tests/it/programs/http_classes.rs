//! Subclasses of `http.Resource` with a type of their own.

use crate::support::lumi::Lumi;
use crate::support::rest_server::RestServer;

#[test]
fn a_class_may_name_its_type() {
    let server = RestServer::start("hunter2");
    let program = format!(
        r#"
import {{ http }} from "lumi/std";
class Entry extends http.Resource {{
  constructor(name: string, path: string, body: object) {{
    const at = "{url}/" + path;
    super(name, {{ create: {{ url: at }}, read: {{ url: at + "/{{id}}" }}, delete: {{ url: at + "/{{id}}" }},
      headers: {{ authorization: "Bearer hunter2" }}, body }});
  }}
}}
class Zone extends Entry {{ static override readonly type = "Zone"; }}
class DnsRecord extends Entry {{ static override readonly type = "Record"; }}
const zone = new Zone("web", "zones", {{ name: "web" }});
new DnsRecord("www", "records", {{ zone: zone.id }});
"#,
        url = server.url()
    );
    let lumi = Lumi::program(&program);
    let up = lumi.run(&["up", "-y"]).transcript();
    assert!(up.contains("std:http:Zone"), "{up}");
    assert!(up.contains("std:http:Record"), "{up}");
    assert_eq!(server.objects().len(), 2, "{up}");
    lumi.run(&["destroy", "-y"]).ok();
    assert!(server.objects().is_empty());
}

#[test]
fn a_slip_in_the_type_is_refused() {
    let lumi = Lumi::with_sdk("new lumi.CustomResource(\"std:http:Resourc\", \"a\", {});");
    let answer = lumi.run(&["preview"]);
    assert_ne!(answer.code, 0);
    assert!(
        answer.transcript().contains("did you mean") || answer.transcript().contains("Resource"),
        "{}",
        answer.transcript()
    );
    let lumi = Lumi::program(
        "import { http } from \"lumi/std\";\nclass A extends http.Resource { static override type = \"my type\"; }\n\
         new A(\"a\", { create: { url: \"http://127.0.0.1:1\" } });",
    );
    let answer = lumi.run(&["run"]);
    assert!(
        answer.stderr.contains("must be a name such as"),
        "{}",
        answer.stderr
    );
}
