terraform {
  required_providers {
    kit = { source = "lumi/kit" }
  }
}
variable "step" { type = number }

moved {
  from = kit_thing.a
  to   = kit_gadget.a
}
moved {
  from = kit_thing.b
  to   = kit_gadget.other
}
resource "kit_gadget" "a" {
  label = "a"
  size  = 5
}
resource "kit_gadget" "other" { label = "another" }
