locals {
  cidr  = cidrsubnet("10.0.0.0/16", 8, 3)
  text  = format("%05.2f|%s|%q", 3.14159, "a", "b")
  json  = jsondecode(jsonencode({ a = [1, null, "x"], b = "<&>" }))
  yaml  = yamldecode("a: [1, 2]\nb: yes")
  hash  = sha256("hello")
  parts = regex("(?P<a>[a-z]+)-(?P<b>[0-9]+)", "abc-123")
  time  = formatdate("YYYY-MM-DD", "2024-05-06T07:08:09Z")
  sets  = setproduct(["a", "b"], [1, 2])
}
resource "kit_thing" "a" {
  name = local.cidr
  any  = local.json
  tags = [for it in local.sets : join("", it)]
}
output "text" { value = local.text }
output "json" { value = local.json }
output "yaml" { value = local.yaml }
output "hash" { value = local.hash }
output "parts" { value = local.parts }
output "time" { value = local.time }
output "sets" { value = local.sets }
output "can" { value = [can(local.json.nothing), can(local.json.a)] }
