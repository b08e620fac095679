resource "kit_thing" "a" {
  name = "a"
  lifecycle {
    precondition {
      condition     = false
      error_message = "Never."
    }
  }
}
