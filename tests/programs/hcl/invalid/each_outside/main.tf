output "x" { value = each.key }
