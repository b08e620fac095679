//! The provider `hashicorp/http` against a server of the test.

use serde_json::json;

use crate::support::rest_server::RestServer;

use super::Project;

#[test]
fn a_data_source_of_http_reads_a_server_of_the_test() {
    let server = RestServer::start("let-me-in");
    let id = server.make("teams", json!({ "name": "core" }));
    let url = format!("{}/teams/{id}", server.url());
    let program = format!(
        "const found = lumi.invoke<any>(\"http:data:http\", {{ url: \"{url}\", \
         requestHeaders: {{ Authorization: lumi.secret(\"Bearer let-me-in\") }} }});\n\
         const refused = lumi.invoke<any>(\"http:data:http\", {{ url: \"{url}\" }});\n\
         export const status = lumi.unsecret(found.statusCode);\n\
         export const name = lumi.unsecret(lumi.jsonParse(found.responseBody)).name;\n\
         export const other = refused.statusCode;\n"
    );
    let Some(project) = Project::new("http", &program) else {
        return;
    };
    let seen = project.up();
    assert!(!seen.contains("let-me-in"), "{seen}");
    let outputs = project.answer(&["stack", "output", "--json"]).ok();
    let outputs: serde_json::Value = serde_json::from_str(&outputs).unwrap();
    assert_eq!(
        outputs,
        json!({ "status": 200, "name": "core", "other": 401 })
    );
    // Nothing listens there any more.
    drop(server);
    let gone = project.preview();
    assert!(gone.contains("[exit 1]"), "{gone}");
    assert!(gone.contains("http:data:http"), "{gone}");
}
