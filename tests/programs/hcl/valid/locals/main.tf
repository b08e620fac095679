locals {
  names  = ["b", "a", "c"]
  sorted = sort(local.names)
  by     = { for it in local.names : it => upper(it) if it != "c" }
  groups = { for it in ["aa", "ab", "b"] : substr(it, 0, 1) => it... }
  third  = 1 / 3
  large  = 123456789012345678901234567890
  text   = <<-EOT
    one
      ${join(",", local.sorted)}
    %{for it in local.names~}
    - ${it}
    %{endfor~}
  EOT
}
output "sorted" { value = local.sorted }
output "by" { value = local.by }
output "groups" { value = local.groups }
output "third" { value = "${local.third}!" }
output "large" { value = "${local.large}!" }
output "text" { value = local.text }
output "merged" { value = merge(local.by, { z = 1 }) }
output "mixed" { value = [1, "a", true, null, { a = [] }] }
