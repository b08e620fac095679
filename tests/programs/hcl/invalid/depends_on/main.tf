resource "kit_thing" "a" {
  name       = "a"
  depends_on = ["a b"]
}
