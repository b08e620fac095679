resource "kit_thing" "b" {
  for_each = ["a"]
  name     = each.key
}
