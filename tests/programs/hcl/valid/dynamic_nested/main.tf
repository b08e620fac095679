locals {
  groups = [{ rules = [1, 2] }, { rules = [] }, { rules = [3] }]
}
resource "kit_thing" "a" {
  name = "a"
  dynamic "rule" {
    for_each = flatten(local.groups[*].rules)
    iterator = number
    content {
      from = number.value
      to   = number.key
    }
  }
  dynamic "port" {
    for_each = toset(["9", "8"])
    content {
      from = port.key
      to   = port.value
    }
  }
}
resource "legacy_thing" "b" {
  name = "b"
  dynamic "single" {
    for_each = var.has_single ? [1] : []
    content {
      port  = single.value
      names = [for it in local.groups : "n${length(it.rules)}"]
    }
  }
}
variable "has_single" {
  type    = bool
  default = true
}
output "rules" { value = kit_thing.a.rule }
