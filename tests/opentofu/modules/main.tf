terraform {
  required_providers {
    random = { source = "hashicorp/random" }
    local  = { source = "hashicorp/local" }
    kit    = { source = "lumi/kit" }
  }
}
variable "step" { type = number }
variable "token" {
  type      = string
  sensitive = true
  default   = "hunter2-token"
}
provider "kit" {}
provider "kit" { alias = "other" }

module "pair" {
  source   = "./pair"
  for_each = toset(["eu.1", "us"])
  length   = 2
}
resource "random_pet" "many" {
  count  = 2
  length = 2
  lifecycle { create_before_destroy = true }
}
resource "local_file" "token" {
  filename = "${path.module}/token.txt"
  content  = var.token
}
resource "kit_thing" "other" {
  provider = kit.other
  name     = "other"
}
data "local_file" "read" { filename = local_file.token.filename }

output "names" { value = [for it in module.pair : it.name] }
output "content" {
  value     = data.local_file.read.content
  sensitive = true
}
output "kebab-name" { value = random_pet.many[0].id }
