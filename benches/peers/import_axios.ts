import axios from "axios";

console.log(typeof axios.get);
