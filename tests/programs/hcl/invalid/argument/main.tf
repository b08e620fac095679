resource "kit_thing" "a" {
  name  = "a"
  sizes = 3
}
