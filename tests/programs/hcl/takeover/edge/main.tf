variable "name" {
  type = string
}

resource "random_string" "id" {
  length  = 4
  special = false
  keepers = {
    name = var.name
  }
}

output "name" {
  value = "edge-${var.name}"
}
