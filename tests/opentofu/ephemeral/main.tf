terraform {
  required_providers {
    kit    = { source = "lumi/kit" }
    random = { source = "hashicorp/random" }
  }
}
variable "step" { type = number }

ephemeral "kit_ticket" "outer" {
  for = "ann"
}
ephemeral "kit_ticket" "inner" {
  for = ephemeral.kit_ticket.outer.secret
}
ephemeral "random_password" "made" {
  length = 12
}
provider "kit" {
  alias = "other"
  token = ephemeral.kit_ticket.outer.secret
}
resource "kit_thing" "direct" {
  name     = "direct"
  password = ephemeral.kit_ticket.outer.secret
  size     = var.step
}
resource "kit_thing" "nested" {
  name     = "nested"
  password = ephemeral.kit_ticket.inner.secret
}
resource "kit_thing" "made" {
  provider = kit.other
  name     = "made"
  password = ephemeral.random_password.made.result
  size     = var.step
}
