variable "on" {
  type    = bool
  default = false
}
resource "kit_thing" "off" {
  name = "off"
  lifecycle {
    enabled = var.on
  }
}
resource "kit_thing" "on" {
  name = "on"
  lifecycle {
    enabled = !var.on
  }
}
output "off" { value = kit_thing.off == null ? "none" : kit_thing.off.name }
output "on" { value = kit_thing.on.name }
