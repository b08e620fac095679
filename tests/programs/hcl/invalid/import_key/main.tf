resource "random_pet" "a" {
  count = 1
}
locals {
  number = 1
  id     = "x${local.number}"
}
import {
  to = random_pet.a[1]
  id = local.id
}
