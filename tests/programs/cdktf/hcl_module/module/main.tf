terraform {
  required_providers {
    random = {
      source                = "hashicorp/random"
      configuration_aliases = [random.numbers]
    }
  }
}

variable "prefix" { type = string }

variable "limits" {
  type    = object({ min = optional(number, 1), max = number })
  default = { max = 1 }
}

resource "random_integer" "number" {
  provider = random.numbers
  min      = var.limits.min
  max      = var.limits.max
}

output "name" { value = "${var.prefix}-${random_integer.number.result}" }

output "tags" { value = { prefix = upper(var.prefix), list = [for it in range(2) : "${it}"] } }
