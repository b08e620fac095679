terraform {
  required_providers {
    kit    = { source = "lumi/kit" }
    legacy = { source = "lumi/legacy" }
  }
}
variable "step" { type = number }

# The first deployment fails in the middle: one is made by half, one not at all.
resource "kit_thing" "whole" { name = "whole" }
resource "kit_thing" "half" {
  name = "half"
  mode = var.step == 1 ? "half create" : null
}
resource "kit_thing" "none" {
  name = "none"
  mode = var.step == 1 ? "fail in create" : null
}
resource "legacy_thing" "half" {
  name = "half"
  mode = var.step == 1 ? "half" : null
}
resource "kit_thing" "next" {
  name  = "next"
  owner = { name = kit_thing.none.id }
}
