resource "kit_thing" "a" {
  name = "a"
}
resource "kit_thing" "b" {
  name = "b"
}
moved {
  from = kit_thing.a
  to   = kit_thing.b
}
