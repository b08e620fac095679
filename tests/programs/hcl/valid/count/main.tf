variable "many" { default = 3 }
resource "kit_thing" "many" {
  count = var.many
  name  = "thing-${count.index}"
  size  = count.index * 2
}
resource "kit_thing" "none" {
  count = 0
  name  = "never"
}
resource "kit_thing" "after" {
  name = kit_thing.many[1].name
  kind = length(kit_thing.none) == 0 ? "empty" : "full"
}
output "names" { value = kit_thing.many[*].name }
output "none" { value = kit_thing.none }
output "last" { value = kit_thing.many[length(kit_thing.many) - 1].size }
