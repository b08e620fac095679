variable "size" { default = 1 }
resource "kit_thing" "a" {
  name = "a"
  lifecycle {
    precondition {
      condition     = var.size > 1
      error_message = "Too small."
    }
  }
}
