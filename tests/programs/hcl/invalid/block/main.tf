resource "kit_thing" "a" {
  name = "a"
  rules {
    from = 1
  }
}
