resource "kit_thing" "b" {
  for_each = sensitive(toset(["a"]))
  name     = each.key
}
