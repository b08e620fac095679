variable "password" {
  type      = string
  sensitive = true
  default   = "hunter2"
}
module "m" {
  source   = "./m"
  password = var.password
}
resource "kit_thing" "a" {
  name     = "a"
  password = var.password
  owner    = { name = "o", code = var.password }
  rule {
    from = length(var.password)
  }
}
resource "kit_thing" "b" {
  count = nonsensitive(length(var.password)) > 3 ? 2 : 0
  name  = "b"
}
output "shown" { value = nonsensitive(module.m.upper) }
output "hidden" {
  value     = { list = [1, module.m.upper] }
  sensitive = true
}
