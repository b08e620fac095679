resource "kit_thing" "a" {
  name = "a"
  lifecycle {
    postcondition {
      condition     = self.name == "b"
      error_message = "Not b."
    }
  }
}
