terraform {
  required_providers {
    random = { source = "hashicorp/random" }
  }
}
variable "step" { type = number }

resource "random_string" "name" {
  length  = var.step == 1 ? 8 : 9
  special = false
}
resource "random_password" "password" { length = 16 }
resource "random_integer" "port" {
  min     = 1
  max     = 65535
  keepers = { name = random_string.name.result }
}
resource "random_id" "id" {
  byte_length = 4
  prefix      = "x-"
}
resource "random_pet" "pet" {
  length    = 3
  separator = "_"
  prefix    = random_id.id.hex
}
resource "random_uuid" "uuid" {}
resource "random_shuffle" "order" {
  input        = ["a", "b", "c"]
  result_count = 2
}
