variable "greeting" {
  default = "hi"
}
resource "kit_thing" "first" {
  name = "first"
}
provider "kit" {
  alias    = "with_variable"
  greeting = var.greeting
  token    = sensitive("t")
}
data "kit_echo" "a" {
  provider = kit.with_variable
  name     = "x"
}
module "m" {
  source = "./m"
}
output "a" { value = data.kit_echo.a.answer }
output "m" { value = module.m.answer }
