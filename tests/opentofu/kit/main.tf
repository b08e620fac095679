terraform {
  required_providers {
    kit = { source = "lumi/kit" }
  }
}
variable "step" { type = number }

resource "kit_thing" "whole" {
  name = "whole"
  kind = var.step == 1 ? null : "special"
  size = 0.5
  tags = ["b", "a"]
  any  = { list = [1, "two", true], map = { a = null } }
  owner   = { name = "ann" }
  members = [{ name = "bob" }, { name = "cy", code = "c" }]
  labels  = { snake_case = { name = "d" } }
  groups  = [{ name = "e" }, { name = "f", code = "g" }]
  rule {
    from = 1
    to   = 2
  }
  rule { from = var.step + 2 }
  port { from = 80 }
}
resource "kit_thing" "next" {
  name = var.step == 1 ? "next" : "after"
  mode = null
  owner = { name = kit_thing.whole.id }
}
