resource "kit_thing" "a" {
  name = "a"
}
