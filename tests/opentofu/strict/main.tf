terraform {
  required_providers {
    legacy = { source = "lumi/legacy" }
  }
}
variable "step" { type = number }

resource "legacy_strict" "least" {
  name = "least-${var.step}"
  key  = "k-least"
}
resource "legacy_strict" "child" {
  name    = "child"
  key     = "k-child"
  parent  = legacy_strict.least.id
  roles   = ["admin", "reader"]
  enabled = false
  retries = 0
  prefix  = ""
  user    = "me"
  checks {
    url       = "https://one.example"
    threshold = 0
  }
  checks {
    url      = "https://two.example"
    interval = 30
  }
}
resource "legacy_strict" "checked" {
  name     = "checked"
  key_file = "key.pem"
  group    = "ours"
  owners   = [legacy_strict.child.token]
  check { url = "https://three.example" }
}
output "token" {
  value     = legacy_strict.least.token
  sensitive = true
}
output "child" { value = legacy_strict.child.id }
