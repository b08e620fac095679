module "a" {
  source   = "./modules/thing"
  for_each = { x = 1, y = 2 }
  name     = each.key
  size     = each.value
}
module "b" {
  source = "./modules/thing"
  count  = 2
  name   = "b${count.index}"
}
module "c" {
  source = "./modules/outer"
  prefix = module.a["x"].name
}
output "a" { value = { for key, it in module.a : key => it.size } }
output "b" { value = module.b[*].name }
output "c" { value = module.c }
output "folder" { value = module.c.folder }
