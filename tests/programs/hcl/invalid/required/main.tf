resource "kit_thing" "a" {
  size = 3
}
