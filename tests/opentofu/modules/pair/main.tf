terraform {
  required_providers {
    random = { source = "hashicorp/random" }
    local  = { source = "hashicorp/local" }
  }
}
variable "length" { type = number }

resource "random_pet" "name" { length = var.length }
resource "local_file" "name" {
  filename = "${path.module}/${random_pet.name.id}.txt"
  content  = "It is ${random_pet.name.id}."
}
output "name" { value = random_pet.name.id }
