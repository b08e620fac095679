resource "local_file" "a" {
  filename        = "${path.root}/out/${terraform.workspace}.txt"
  content         = templatefile("${path.module}/greeting.tftpl", { names = ["a", "b"] })
  file_permission = "0644"
}
data "local_file" "b" {
  filename = "${path.module}/greeting.tftpl"
}
output "length" { value = length(data.local_file.b.content) }
output "content" { value = local_file.a.content }
