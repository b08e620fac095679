resource "kit_thing" "a" {
  name = "a"
}
resource "kit_thing" "a" {
  name = "b"
}
