// A module of nothing, in the place of what a program of Pulumi does not need in V8: lumi maps stacks itself.

export default {} as object;
