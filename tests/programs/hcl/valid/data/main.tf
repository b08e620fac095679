data "kit_echo" "a" {
  name = "hello"
}
data "kit_echo" "each" {
  for_each = toset(["x", "y"])
  name     = each.key
}
resource "kit_thing" "a" {
  name = data.kit_echo.a.answer
}
data "kit_echo" "later" {
  name = kit_thing.a.id
}
data "kit_echo" "waits" {
  name       = "fixed"
  depends_on = [kit_thing.a]
}
resource "kit_thing" "b" {
  name = data.kit_echo.later.answer
}
output "a" { value = data.kit_echo.a.answer }
output "each" { value = { for key, it in data.kit_echo.each : key => it.answer } }
output "later" { value = data.kit_echo.later.answer }
output "waits" { value = data.kit_echo.waits.answer }
