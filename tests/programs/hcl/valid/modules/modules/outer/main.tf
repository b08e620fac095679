variable "prefix" {}
module "inner" {
  source = "../thing"
  name   = "${var.prefix}-inner"
}
locals {
  all = [module.inner.name, module.inner.size]
}
output "all" { value = local.all }
output "folder" { value = path.module }
