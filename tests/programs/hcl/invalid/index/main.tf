locals {
  list = ["a"]
}
output "a" { value = local.list[3] }
