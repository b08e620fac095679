variable "name" {
  default = "over"
}
locals {
  word = "over"
}
resource "kit_thing" "a" {
  size = 2
  rule {
    from = 5
  }
  rule {
    from = 6
  }
}
