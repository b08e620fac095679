variable "regions" {
  type = map(list(string))
  default = {
    eu = ["a", "b"]
    us = ["c"]
  }
}
module "region" {
  source   = "./region"
  for_each = var.regions
  region   = each.key
  zones    = each.value
}
module "off" {
  source = "./region"
  count  = 0
  region = "none"
  zones  = []
}
output "names" { value = flatten([for it in module.region : it.names]) }
output "off" { value = module.off[*].names }
output "secret" {
  value     = module.region["eu"].secret
  sensitive = true
}
