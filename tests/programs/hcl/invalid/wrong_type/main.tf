resource "kit_thing" "a" {
  name = "a"
  size = "many"
}
