terraform {
  required_providers {
    kit = { source = "hashicorp/kit" }
  }
}

output "it" {
  value = provider::kit::none("-")
}
