module "off" {
  source = "./m"
  lifecycle {
    enabled = false
  }
}
module "on" {
  source = "./m"
  lifecycle {
    enabled = true
  }
}
output "on" { value = module.on.name }
output "off" { value = module.off == null }
