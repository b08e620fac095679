variable "name" {
  type    = string
  default = "base"
}
locals {
  word = "base"
}
resource "kit_thing" "a" {
  name = var.name
  size = 1
  rule {
    from = 1
  }
}
output "word" { value = local.word }
