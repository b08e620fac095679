resource "kit_thing" "a" {
  count    = 1
  for_each = toset(["a"])
  name     = "a"
}
