resource "kit_thingy" "a" {
  name = "a"
}
