terraform {
  required_providers {
    kit    = { source = "lumi/kit" }
    random = { source = "hashicorp/random" }
  }
}
variable "step" { type = number }

# `last` asks for its replacement to be created first, and so do its dependencies.
resource "random_id" "first" { byte_length = 3 + var.step }
resource "random_id" "middle" {
  byte_length = 4
  keepers     = { first = random_id.first.hex }
}
resource "random_id" "last" {
  byte_length = 4
  keepers     = { middle = random_id.middle.hex }
  lifecycle { create_before_destroy = true }
}
resource "random_id" "alone" { byte_length = 3 + var.step }

# The second deployment fails, and deletes what has nothing to do with that.
resource "kit_thing" "none" {
  count = var.step == 1 ? 0 : 1
  name  = "none"
  mode  = var.step == 2 ? "fail in create" : null
}
resource "random_id" "gone" {
  count       = var.step == 1 ? 1 : 0
  byte_length = 2
}
