terraform {
  required_providers {
    random = { source = "hashicorp/random" }
    kit    = { source = "lumi/kit" }
  }
}
variable "step" { type = number }

import {
  to = random_string.known
  id = "abcdefgh"
}
import {
  to = kit_thing.known
  id = "known"
}
resource "random_string" "known" { length = 8 }
resource "kit_thing" "known" {
  name = "known"
  size = var.step
}
