module "m" {
  source = "./m"
  size   = "many"
}
