module "m" {
  source = "./m"
  name   = module.m.name
}
