variable "kind" {
  type    = string
  default = null
}
variable "tags" {
  type    = set(string)
  default = null
}
resource "kit_thing" "a" {
  name = "a"
  kind = var.kind
  tags = var.tags
  mode = null
  size = try(tonumber("x"), null)
}
resource "kit_thing" "b" {
  name    = "b"
  tags    = []
  members = []
  labels  = {}
}
output "kind" { value = var.kind == null }
output "tags" { value = kit_thing.b.tags }
