locals {
  things = {
    "a"     = { size = 1 }
    "b c"   = { size = 2 }
    "q\"d" = { size = 3 }
  }
}
resource "kit_thing" "by_map" {
  for_each = local.things
  name     = each.key
  size     = each.value.size
}
resource "kit_thing" "by_set" {
  for_each = toset(["x", "y"])
  name     = "${each.key}-${each.value}"
  tags     = [each.key, "t"]
}
output "sizes" { value = { for key, it in kit_thing.by_map : key => it.size } }
output "names" { value = values(kit_thing.by_set)[*].name }
output "one" { value = kit_thing.by_map["b c"].name }
