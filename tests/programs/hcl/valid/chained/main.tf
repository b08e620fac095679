resource "kit_thing" "a" {
  for_each = { x = "one", y = "two" }
  name     = each.value
}
resource "kit_thing" "b" {
  for_each = kit_thing.a
  name     = "${each.key}-${each.value.name}"
  kind     = each.value.id
}
resource "kit_thing" "c" {
  count = length(kit_thing.b) > 1 ? 1 : 0
  name  = "c"
}
output "b" { value = { for key, it in kit_thing.b : key => it.name } }
output "c" { value = one(kit_thing.c[*].name) }
