locals {
  prefix = "x"
}
resource "random_pet" "a" {
  length = 2
}
resource "random_id" "b" {
  byte_length = 4
  prefix      = local.prefix
}
removed {
  from = kit_thing.gone
  lifecycle {
    destroy = true
  }
}
output "prefix" { value = random_id.b.prefix }
