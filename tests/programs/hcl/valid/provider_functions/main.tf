terraform {
  required_providers {
    texts = { source = "hashicorp/kit" }
  }
}

locals {
  parts = ["b", "c"]
}

resource "terraform_data" "it" {
  input = provider::texts::join("-", "a", local.parts...)
}

variable "hidden" {
  type      = string
  sensitive = true
  default   = "x"
}

output "plain" { value = provider::texts::join(", ", 1, true) }
output "none" { value = provider::texts::join("-") }
output "unknown" { value = provider::texts::join("-", terraform_data.it.id) }
output "caught" { value = try(provider::texts::join("-", ""), "no") }
output "hidden" {
  value     = provider::texts::join("-", var.hidden, "y")
  sensitive = true
}
