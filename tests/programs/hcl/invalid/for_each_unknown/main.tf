resource "kit_thing" "a" {
  name = "a"
}
resource "kit_thing" "b" {
  for_each = toset([kit_thing.a.id])
  name     = each.key
}
