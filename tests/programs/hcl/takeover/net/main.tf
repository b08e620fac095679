terraform {
  required_providers {
    kit = {
      source                = "hashicorp/kit"
      configuration_aliases = [kit.edge]
    }
  }
}

variable "name" {
  type = string
}

variable "token" {
  type = string
}

resource "kit_thing" "host" {
  count    = 2
  provider = kit.edge
  name     = "${var.name}-${count.index}"
  kind     = var.token
}

module "edge" {
  source = "../edge"
  name   = kit_thing.host[0].name
}

output "hosts" {
  value = concat(kit_thing.host[*].name, [module.edge.name])
}
