module "m" {
  source = "./nowhere"
}
