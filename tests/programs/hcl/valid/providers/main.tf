terraform {
  required_providers {
    kit = {
      source = "hashicorp/kit"
    }
  }
}
provider "kit" {
  greeting = "default"
}
provider "kit" {
  alias    = "other"
  greeting = "other ${local.word}"
}
locals {
  word = "word"
}
resource "kit_thing" "a" {
  name = "a"
}
resource "kit_thing" "b" {
  provider = kit.other
  name     = "b"
}
data "kit_echo" "a" {
  name = "x"
}
data "kit_echo" "b" {
  provider = kit.other
  name     = "x"
}
module "m" {
  source = "./m"
  providers = {
    kit     = kit.other
    kit.two = kit
  }
}
output "a" { value = data.kit_echo.a.answer }
output "b" { value = data.kit_echo.b.answer }
output "m" { value = module.m.answers }
