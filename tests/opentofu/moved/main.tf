terraform {
  required_providers {
    kit = { source = "lumi/kit" }
  }
}
variable "step" { type = number }

# Things that become gadgets in the second step (after/main.tf).
resource "kit_thing" "a" {
  name = "a"
  size = 4
}
resource "kit_thing" "b" { name = "b" }
