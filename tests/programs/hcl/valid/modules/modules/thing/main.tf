variable "name" { type = string }
variable "size" {
  type    = number
  default = 7
}
resource "kit_thing" "it" {
  name = var.name
  size = var.size
}
output "name" { value = kit_thing.it.name }
output "size" { value = kit_thing.it.size }
output "id" { value = kit_thing.it.id }
