resource "kit_thing" "a" {
  name = "a"
}
resource "kit_thing" "b" {
  count = length(kit_thing.a.id)
  name  = "b"
}
