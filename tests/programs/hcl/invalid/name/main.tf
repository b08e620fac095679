resource "kit_thing" "1a" {
  name = "a"
}
