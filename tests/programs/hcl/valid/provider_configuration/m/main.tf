provider "kit" {
  greeting = "of the module"
}
data "kit_echo" "a" {
  name = "y"
}
output "answer" { value = data.kit_echo.a.answer }
