resource "random_pet" "a" {}
resource "random_pet" "b" {}
moved {
  from = random_pet.old
  to   = random_pet.a
}
moved {
  from = random_pet.old
  to   = random_pet.b
}
