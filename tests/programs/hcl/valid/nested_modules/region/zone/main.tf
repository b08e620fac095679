variable "name" {}
data "kit_echo" "hello" {
  name = var.name
}
resource "kit_thing" "it" {
  name = data.kit_echo.hello.answer
}
output "name" { value = kit_thing.it.name }
