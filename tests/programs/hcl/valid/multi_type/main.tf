resource "time_static" "t" {
  rfc3339 = "2024-01-02T03:04:05Z"
}
resource "tls_private_key" "k" {
  algorithm = "ED25519"
}
resource "kit_gadget" "g" {
  label = "g"
  code  = "written"
  size  = time_static.t.rfc3339 == null ? 0 : 4
}
output "label" { value = kit_gadget.g.label }
output "algorithm" { value = tls_private_key.k.algorithm }
