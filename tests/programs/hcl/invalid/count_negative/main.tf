resource "kit_thing" "b" {
  count = -1
  name  = "b"
}
