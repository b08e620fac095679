module "m" {
  source = "./m"
  other  = 1
}
