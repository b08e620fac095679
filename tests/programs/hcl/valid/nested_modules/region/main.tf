variable "region" { type = string }
variable "zones" { type = list(string) }
module "zone" {
  source = "./zone"
  count  = length(var.zones)
  name   = "${var.region}-${var.zones[count.index]}"
}
output "names" { value = module.zone[*].name }
output "secret" {
  value     = "s-${var.region}"
  sensitive = true
}
