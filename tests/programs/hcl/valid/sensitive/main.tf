variable "token" {
  default   = "t0ken"
  sensitive = true
}
resource "kit_thing" "a" {
  name = "a"
  kind = "k-${var.token}"
  any  = { plain = 1, other = 2 }
}
output "length" { value = nonsensitive(length(var.token)) }
output "secret" {
  value     = kit_thing.a.secret
  sensitive = true
}
output "is" { value = issensitive(kit_thing.a.kind) }
