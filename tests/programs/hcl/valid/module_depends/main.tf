resource "kit_thing" "first" {
  name = "first"
}
module "second" {
  source     = "./m"
  depends_on = [kit_thing.first]
}
resource "kit_thing" "third" {
  name       = "third"
  depends_on = [module.second]
}
output "second" { value = module.second.answer }
