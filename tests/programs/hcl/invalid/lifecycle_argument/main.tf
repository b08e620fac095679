data "kit_echo" "a" {
  name = "a"
  lifecycle {
    prevent_destroy = true
  }
}
