resource "kit_thing" "new" {
  count = 1
  name  = "a"
}
module "fresh" {
  source = "./m"
}
moved {
  from = kit_thing.old
  to   = kit_thing.new[0]
}
moved {
  from = module.stale
  to   = module.fresh
}
output "name" { value = kit_thing.new[0].name }
