resource "kit_thing" "a" {
  name = "a"
}
locals {
  parts  = { id = kit_thing.a.id, name = kit_thing.a.name }
  filled = [for it in [kit_thing.a.id, "x"] : "${it}!"]
}
resource "kit_thing" "b" {
  count = length(local.filled)
  name  = local.filled[count.index]
  any   = local.parts
}
output "is_null" { value = kit_thing.a.id == null }
output "names" { value = [local.parts.name, try(local.parts.none, "fallback")] }
output "coalesced" { value = coalesce("first", kit_thing.a.id) }
output "filled" { value = local.filled }
output "choice" { value = true || kit_thing.a.id == "x" }
