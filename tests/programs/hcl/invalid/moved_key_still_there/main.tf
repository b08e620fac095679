resource "random_pet" "a" {
  for_each = toset(["x", "y"])
}
moved {
  from = random_pet.a["x"]
  to   = random_pet.a["y"]
}
