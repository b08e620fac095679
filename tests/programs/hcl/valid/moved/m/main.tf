resource "kit_thing" "it" {
  name = "in module"
}
