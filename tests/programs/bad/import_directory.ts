import { a } from "./empty";
a();
