output "a" {
  value = local.nothing
}
resource "kit_thing" "a" {
  name = var.missing
}
