resource "random_pet" "a" {}
import {
  to = random_pet.typo
  id = "x"
}
