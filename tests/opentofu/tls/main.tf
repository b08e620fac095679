terraform {
  required_providers {
    tls = { source = "hashicorp/tls" }
  }
}
variable "step" { type = number }

resource "tls_private_key" "authority" { algorithm = "ED25519" }
resource "tls_self_signed_cert" "authority" {
  private_key_pem       = tls_private_key.authority.private_key_pem
  is_ca_certificate     = true
  validity_period_hours = 48
  allowed_uses          = ["cert_signing", "digital_signature"]
  subject {
    common_name  = "Authority"
    organization = "Example"
  }
}
resource "tls_private_key" "server" {
  algorithm   = "ECDSA"
  ecdsa_curve = "P256"
}
resource "tls_cert_request" "server" {
  private_key_pem = tls_private_key.server.private_key_pem
  dns_names       = var.step == 1 ? ["a.example"] : ["a.example", "b.example"]
  subject { common_name = "a.example" }
}
resource "tls_locally_signed_cert" "server" {
  cert_request_pem      = tls_cert_request.server.cert_request_pem
  ca_private_key_pem    = tls_private_key.authority.private_key_pem
  ca_cert_pem           = tls_self_signed_cert.authority.cert_pem
  validity_period_hours = 24
  allowed_uses          = ["server_auth"]
}
