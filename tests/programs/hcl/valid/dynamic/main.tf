variable "rules" {
  default = [{ from = 1, to = 2 }, { from = 3, to = null }]
}
resource "kit_thing" "a" {
  name = "a"
  dynamic "rule" {
    for_each = var.rules
    content {
      from = rule.value.from
      to   = rule.value.to
    }
  }
  rule {
    from = 100
  }
  dynamic "port" {
    for_each = { http = 80, https = 443 }
    iterator = it
    content {
      from = it.value
      to   = length(it.key)
    }
  }
}
output "rules" { value = kit_thing.a.rule[*].from }
output "ports" { value = sort([for it in kit_thing.a.port : it.from]) }
