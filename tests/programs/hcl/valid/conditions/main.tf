variable "size" { default = 2 }
resource "kit_thing" "a" {
  name = "a"
  size = var.size
  lifecycle {
    precondition {
      condition     = var.size > 1
      error_message = "Too small."
    }
    postcondition {
      condition     = self.size == var.size
      error_message = "Changed."
    }
  }
}
check "size" {
  assert {
    condition     = kit_thing.a.size > 5
    error_message = "Only ${kit_thing.a.size}."
  }
}
output "size" {
  value = kit_thing.a.size
  precondition {
    condition     = kit_thing.a.size > 0
    error_message = "Nothing."
  }
}
