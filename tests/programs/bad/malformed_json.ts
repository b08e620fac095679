import a from "./malformed.json" with {type:"json"}; console.log(a)
