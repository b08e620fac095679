resource "terraform_data" "a" {
  input = { names = ["x", "y"], size = 3 }
}
resource "terraform_data" "b" {
  input            = terraform_data.a.output
  triggers_replace = ["v1", terraform_data.a.id]
}
resource "terraform_data" "empty" {}
resource "kit_thing" "a" {
  name = "a"
  lifecycle {
    replace_triggered_by = [terraform_data.a]
  }
}
output "input" { value = terraform_data.a.input.names[0] }
output "output" { value = terraform_data.b.output }
