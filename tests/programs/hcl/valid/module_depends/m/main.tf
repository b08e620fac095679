data "kit_echo" "a" {
  name = "waits for the module"
}
output "answer" { value = data.kit_echo.a.answer }
