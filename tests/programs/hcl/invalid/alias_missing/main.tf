resource "kit_thing" "a" {
  provider = kit.nowhere
  name     = "a"
}
