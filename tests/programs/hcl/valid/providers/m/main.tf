terraform {
  required_providers {
    kit = {
      source                = "hashicorp/kit"
      configuration_aliases = [kit.two]
    }
  }
}
data "kit_echo" "one" {
  name = "x"
}
data "kit_echo" "two" {
  provider = kit.two
  name     = "x"
}
resource "kit_thing" "c" {
  provider = kit.two
  name     = "c"
}
output "answers" { value = [data.kit_echo.one.answer, data.kit_echo.two.answer] }
