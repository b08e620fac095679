terraform {
  required_providers {
    legacy = { source = "lumi/legacy" }
  }
}
variable "step" { type = number }

resource "legacy_thing" "thing" {
  name  = var.step == 1 ? "a" : "b"
  ratio = 0.5
  text  = "hello"
  rule {
    port  = 80
    names = ["x", "y"]
  }
  rule { port = 443 }
  single { port = 22 }
}
resource "legacy_thing" "next" {
  name = "next"
  mode = legacy_thing.thing.id
}
