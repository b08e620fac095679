resource "random_pet" "p" {
  length    = 2
  separator = "_"
  keepers   = { a = "x" }
}
resource "random_string" "s" {
  count   = 2
  length  = 8
  special = false
}
resource "random_password" "w" {
  length = 12
}
locals {
  name = "app-${random_pet.p.id}"
}
output "name" { value = local.name }
output "lengths" { value = random_string.s[*].length }
output "password" {
  value     = random_password.w.result
  sensitive = true
}
output "starts" { value = startswith(local.name, "app-") }
