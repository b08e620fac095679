terraform {
  required_providers {
    random = { source = "hashicorp/random" }
    local  = { source = "hashicorp/local" }
  }
}
variable "step" { type = number }

# A key that goes is a resource that is deleted.
resource "random_pet" "name" {
  for_each = toset(var.step == 1 ? ["a", "b", "c"] : ["b", "c", "d"])
  length   = 2
}
resource "local_file" "name" {
  for_each = random_pet.name
  filename = "${path.module}/${each.key}.txt"
  content  = each.value.id
}
